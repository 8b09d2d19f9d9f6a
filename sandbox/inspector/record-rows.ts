import { namesOf, referencesOf } from "../src/seed/references.js";
import type { Seed } from "./sandbox-access.js";
import { type AnyRecord, createSearch, isSet, shownValue, valuesOf } from "./values.js";

/** A list of the seed, or a collection of handlers of one's own. */
export type ListName = string;
type SeedList = Parameters<typeof referencesOf>[0];

export function recordsIn(seed: Seed, list: ListName): readonly AnyRecord[] {
  // A snapshot has every list of the seed, and each has records.
  return ((list in seed ? seed[list as SeedList] : seed.records?.[list]) ?? []) as readonly AnyRecord[];
}

/** A copy with other records in some lists. */
export function withLists(seed: Seed, lists: Iterable<readonly [ListName, readonly unknown[]]>): Seed {
  const copy = { ...seed, records: { ...seed.records } };
  for (const [list, records] of lists) Object.assign(list in seed ? copy : copy.records, { [list]: records });
  return copy;
}

export interface ListedRecord {
  readonly list: ListName;
  readonly record: AnyRecord;
}

/** A record in a list or in the tree. */
export interface RecordRow extends ListedRecord {
  /** Its list and id, as in a link. */
  readonly place: string;
  /** The type of the record, such as `file`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** Its values by their paths, with secrets. */
  readonly values: () => ReadonlyMap<string, string>;
  /** The content of a folder. */
  readonly children: () => readonly RecordRow[];
}

/** The type of the records of a list, for the reader: `legal hold policy`. */
export function typeOf(list: string): string {
  const singular = list.replace(/ies$/, "y").replace(/(?<=alias)es$|s$/, "");
  return singular.replaceAll("_", " ");
}

/** Whether a row has a text in its type or any of its values. Secrets are not searched. */
export const matchesText = createSearch(({ type, values }: RecordRow) =>
  [type, ...[...values()].map(([path, text]) => shownValue(path, text))].join("\n"),
);

const ITEM_LISTS: readonly ListName[] = ["folders", "files", "web_links"];
/** What a record is called, as far as it has it. */
const NAMES = ["name", "displayName", "policy_name", "email", "domain", "message", "text", "user_id"];

export type RecordIndex = ReturnType<typeof createRecordIndex>;

/** Creates the index of the lists of a state. Rows are made when they are shown. */
export function createRecordIndex(seed: Seed, listNames: readonly ListName[]) {
  const records = (list: ListName) => recordsIn(seed, list);
  const listed = (some: readonly ListName[]) =>
    some.flatMap((list) => records(list).map((record): ListedRecord => ({ list, record })));

  const places = new Map<AnyRecord, string>();
  const byPlace = new Map<string, ListedRecord>();
  /** The records by the names that references to them have. */
  const named = new Map<string, ListedRecord>();
  for (const list of listNames)
    for (const [at, record] of records(list).entries()) {
      const id = idOf(list, record);
      // Tokens have no id to show.
      const place = `${list}/${encodeURIComponent(id || String(at))}`;
      places.set(record, place);
      byPlace.set(place, { list, record });
      for (const name of namesOf(list as SeedList, id, record)) named.set(name, { list, record });
    }
  /** The records that refer to another one. */
  const referring = new Map<AnyRecord, (ListedRecord & { readonly at: string })[]>();
  for (const { list, record } of listed(listNames))
    for (const [kind, id, at] of referencesOf(list as SeedList, record)) {
      const target = named.get(`${kind} ${id}`)?.record;
      if (target !== undefined) referring.set(target, [...(referring.get(target) ?? []), { list, record, at }]);
    }

  /** The places of the records that a record refers to, also of users who may be gone, by the paths of the references. */
  function linksOf({ list, record }: ListedRecord): Map<string, string> {
    const users = valuesOf(record).flatMap(([path, id]) =>
      /(_by|member_ids\[\d+\])$/.test(path) ? [["user", id, path] as const] : [],
    );
    const links = [...users, ...referencesOf(list as SeedList, record)].flatMap(([kind, id, path]) => {
      const found = named.get(`${kind} ${id}`);
      return found === undefined ? [] : [[path, places.get(found.record) ?? ""] as const];
    });
    return new Map(links);
  }

  /** The records that cannot be without another: those that refer to it, and those that refer to them. */
  function dependentsOf(first: ListedRecord): ListedRecord[] {
    const found = new Map([[first.record, first]]);
    for (const { record } of found.values())
      for (const one of referring.get(record) ?? []) {
        // An item in the trash may outlive its folder.
        const isNeeded = one.at !== "parent_id" || !isSet(one.record["trashed_at"]);
        if (isNeeded) found.set(one.record, found.get(one.record) ?? one);
      }
    return [...found.values()].slice(1);
  }

  function rowOf({ list, record }: ListedRecord): RecordRow {
    const id = idOf(list, record);
    const name = NAMES.map((key) => record[key]).find((value) => isSet(value) && value !== "");
    return {
      ...{ list, record, id },
      place: places.get(record) ?? "",
      type: typeOf(list),
      name: String(name ?? id),
      values: once(() => new Map(valuesOf(record))),
      children: once(() => (referring.get(record) ?? []).filter(({ at }) => at === "parent_id").map(rowOf)),
    };
  }

  /** The records of some lists, with their heading. */
  const section = (title: string, some: readonly ListName[], isTop: (one: ListedRecord) => boolean) => {
    const all = listed(some);
    return {
      title,
      lists: some,
      all: once(() => all.map(rowOf)),
      /** Those of the top level. */
      rows: once(() => all.filter(isTop).map(rowOf)),
      count: all.length,
    };
  };
  const others = listNames.filter((list) => !ITEM_LISTS.includes(list));
  return {
    records,
    linksOf,
    dependentsOf,
    sections: [
      section("files and folders", ITEM_LISTS, ({ record }) => !named.has(`folder ${record["parent_id"]}`)),
      ...others.map((list) => section(list.replaceAll("_", " "), [list], () => true)),
    ],
    /** The row of a record, by its list and id as in a link. */
    at(place: string): RecordRow | undefined {
      const found = byPlace.get(place);
      return found && rowOf(found);
    },
  };
}

/** The page renders every second, and a folder can have thousands of rows. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** The id of a record, as in links and in the journal. */
export function idOf(list: string, { id, client_id, scope, templateKey }: AnyRecord): string {
  if (list === "metadata_templates") return `${scope}.${templateKey}`;
  return String(id ?? client_id ?? "");
}
