import { namesOf, referencesOf } from "../src/seed/references.js";
import type { Seed } from "./sandbox-access.js";
import { type AnyRecord, isRecord, isSet, shownValue, valuesOf } from "./values.js";

export type ListName = Exclude<keyof Seed, "now" | "next_id" | "records">;

/** A record of a list of the state. */
export interface ListedRecord {
  readonly list: ListName;
  readonly record: AnyRecord;
}

/** A record in a list or in the tree. */
export interface RecordRow extends ListedRecord {
  readonly key: string;
  /** Its list and id, as in a link. */
  readonly place: string;
  /** The type of the record, such as `file`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** What to see at a glance. */
  readonly facts: readonly string[];
  /** Its values by their paths, with secrets. */
  readonly values: () => ReadonlyMap<string, string>;
  readonly hasChildren: boolean;
  /** The records that belong to it; for a folder, also its content. */
  readonly children: () => readonly RecordRow[];
}

/** A list of records with its heading. */
export interface Section {
  readonly title: string;
  readonly lists: readonly ListName[];
  /** The rows of the top level. */
  readonly rows: readonly RecordRow[];
  readonly count: number;
  /** All records, for a search. */
  readonly all: () => readonly RecordRow[];
}

/** The records of a state. */
export type RecordIndex = ReturnType<typeof createRecordIndex>;

/** Creates the index of a state. Rows below the top level are made when they are shown. */
export function createRecordIndex(seed: Seed) {
  const index = indexOf(seed);
  return { ...index, sections: sectionsOf(index) };
}

function sectionsOf(index: ReturnType<typeof indexOf>): Section[] {
  const rowsOf = (list: ListName) => index.records(list).map((record) => index.row(list, record));
  const section = (title: string, ...lists: ListName[]): Section => {
    const rows = lists.flatMap(rowsOf);
    return { title, lists, rows, all: () => rows, count: rows.length };
  };
  const items = ITEM_LISTS.flatMap((list) => index.records(list).map((record) => ({ list, record })));
  const isTrashed = ({ record }: { record: AnyRecord }) => isSet(record["trashed_at"]);
  const toRows = (some: typeof items) => some.map(({ list, record }) => index.row(list, record));
  const trashed = items.filter(isTrashed);
  return [
    {
      title: "Files and folders",
      lists: ITEM_LISTS,
      rows: toRows(items.filter((one) => one.record["parent_id"] === ROOT_ID && !isTrashed(one))),
      all: once(() => toRows(items)),
      count: items.length,
    },
    { title: "Trash", lists: ITEM_LISTS, rows: toRows(trashed), all: () => toRows(trashed), count: trashed.length },
    section("Users", "users"),
    section("Groups", "groups"),
    section("Collaborations", "collaborations"),
    section("Templates", "metadata_templates"),
    section("Tasks", "tasks"),
    section("Legal holds", "legal_hold_policies"),
    section("Retentions", "retention_policies"),
    section("Tokens", "access_tokens", "refresh_tokens"),
    section("Applications", "clients"),
    section("Enterprises", "enterprises", "terms_of_services", "allowlist_entries"),
  ];
}

/** Whether a row has a text in its type, its facts or any of its values. Secrets are not searched. */
export function matchesText(row: RecordRow, text: string): boolean {
  const known = searched.get(row.record) ?? searchedText(row);
  searched.set(row.record, known);
  return known.includes(text.trim().toLowerCase());
}

const searched = new WeakMap<AnyRecord, string>();

function searchedText({ type, id, name, facts, values }: RecordRow): string {
  const shown = [...values()].map(([path, text]) => shownValue(path, text));
  return [type, id, name, ...facts, ...shown].join("\n").toLowerCase();
}

const ROOT_ID = "0";
const TOKEN_LISTS = ["access_tokens", "refresh_tokens"] as const;
const ITEM_LISTS = ["folders", "files", "web_links"] as const;
/** The paths of references to the record that another belongs to. */
const BELONGS =
  /^(item\.id|user_id|file_id|task_id|policy_id|client_id|file_version_id|templateKey|assigned_to(\.id)?|accessible_by\.id)$/;

/** The properties that a list shows of its records. */
const LISTS: Readonly<Record<ListName, { type: string; name?: string; facts: string }>> = {
  folders: { type: "folder", name: "name", facts: "" },
  files: { type: "file", name: "name", facts: "" },
  web_links: { type: "web link", name: "name", facts: "url" },
  users: { type: "user", name: "name", facts: "login role" },
  groups: { type: "group", name: "name", facts: "is_invitable" },
  email_aliases: { type: "email alias", name: "email", facts: "is_confirmed" },
  collaborations: { type: "collaboration", facts: "role status" },
  metadata_templates: { type: "template", name: "displayName", facts: "scope templateKey" },
  metadata_instances: { type: "metadata", facts: "" },
  tasks: { type: "task", name: "message", facts: "action is_completed" },
  task_assignments: { type: "assignment", facts: "resolution_state" },
  legal_hold_policies: { type: "legal hold policy", name: "policy_name", facts: "" },
  legal_hold_policy_assignments: { type: "legal hold", facts: "" },
  retention_policies: { type: "retention policy", name: "policy_name", facts: "retention_length disposition_action" },
  file_version_retentions: { type: "retention", facts: "disposition_at" },
  clients: { type: "application", name: "client_id", facts: "" },
  access_tokens: { type: "access token", facts: "expires_at" },
  refresh_tokens: { type: "refresh token", facts: "state expires_at" },
  enterprises: { type: "enterprise", facts: "allows_collaboration_expiry" },
  terms_of_services: { type: "terms of service", name: "text", facts: "status tos_type" },
  allowlist_entries: { type: "allowlist entry", name: "domain", facts: "direction" },
};

/** The type of the records of a list, for the reader. */
export const typeOf = (list: ListName): string => LISTS[list].type;

/** Reads a property as text, such as `item.id`. */
type At = (path: string) => string;

function indexOf(seed: Seed) {
  // Each list of the seed has records.
  const records = (list: ListName) => (seed[list] ?? []) as readonly AnyRecord[];
  const users = new Map(records("users").map((user) => [user["id"], String(user["name"])]));
  const groups = new Map(records("groups").map((group) => [group["id"], String(group["name"])]));
  // Tokens have no id to show.
  const places = new Map(TOKEN_LISTS.flatMap((list) => records(list).map((record, at) => [record, at] as const)));
  const placeOf = (list: ListName, record: AnyRecord) =>
    `${list}/${encodeURIComponent(idOf(list, reader(record)) || String(places.get(record)))}`;
  /** The records by the names that references to them have. */
  const named = new Map<string, ListedRecord>();
  /** The records that refer to another, by its place. */
  const referring = new Map<string, (ListedRecord & { readonly at: string })[]>();
  const byPlace = new Map<string, ListedRecord>();
  // The names of the lists are those of the seed's schema.
  const all = (Object.keys(LISTS) as ListName[]).flatMap((list) => records(list).map((record) => ({ list, record })));
  for (const { list, record } of all) {
    byPlace.set(placeOf(list, record), { list, record });
    for (const name of namesOf(list, idOf(list, reader(record)), record)) named.set(name, { list, record });
  }
  for (const { list, record } of all)
    for (const [path, target] of placesOf(referencesOf(list, record))) {
      const others = referring.get(target) ?? [];
      others.push({ list, record, at: path });
      referring.set(target, others);
    }

  /** The places of records that exist, by the paths of the references to them. */
  function placesOf(references: ReturnType<typeof referencesOf>): Map<string, string> {
    return new Map(
      references.flatMap(([kind, id, path]) => {
        const found = named.get(`${kind} ${id}`);
        return found === undefined ? [] : [[path, placeOf(found.list, found.record)] as const];
      }),
    );
  }

  /** The places of the records that a record refers to, also of users who may be gone. */
  function linksOf(list: ListName, record: AnyRecord): Map<string, string> {
    const users = valuesOf(record).flatMap(([path, id]) =>
      /(_by|member_ids\[\d+\])$/.test(path) ? [["user", id, path] as const] : [],
    );
    return placesOf([...users, ...referencesOf(list, record)]);
  }

  /** The records that cannot be without another: those that refer to it, and those that refer to them. */
  function dependentsOf(first: ListedRecord): ListedRecord[] {
    const found = new Map([[first.record, first]]);
    for (const { list, record } of found.values())
      for (const one of referring.get(placeOf(list, record)) ?? [])
        if (isNeeded(one)) found.set(one.record, found.get(one.record) ?? one);
    return [...found.values()].slice(1);
  }

  function row(list: ListName, record: AnyRecord, path = ""): RecordRow {
    const { type, name, facts } = LISTS[list];
    const at = reader(record);
    const id = idOf(list, at);
    const isItem = ITEM_LISTS.some((one) => one === list);
    const place = placeOf(list, record);
    const key = `${path} ${place}`;
    const references = referring.get(place) ?? [];
    const own = references.filter((one) => BELONGS.test(one.at));
    const content = references.filter((one) => one.at === "parent_id" && !isSet(one.record["trashed_at"]));
    return {
      list,
      record,
      place,
      key,
      type,
      id,
      name: nameOf(list, name === undefined ? "" : at(name), at),
      facts: [
        ...(isItem ? itemFacts(record, own) : []),
        ...facts.split(" ").flatMap((one) => factOf(one, record[one])),
      ],
      values: once(() => new Map(valuesOf(record))),
      hasChildren: own.length + content.length > 0,
      children: once(() => [...own, ...content].map((one) => row(one.list, one.record, key))),
    };
  }

  /** The name of a record, or whom it concerns. */
  function nameOf(list: ListName, name: string, at: At): string {
    if (name !== "") return name;
    const user = (path: string) => users.get(at(path)) ?? at(path);
    if (list === "collaborations")
      return (
        at("invite_email") || (at("accessible_by.type") === "group" ? groups : users).get(at("accessible_by.id")) || ""
      );
    if (list === "metadata_instances") return `${at("scope")}.${at("templateKey")}`;
    if (list === "task_assignments") return user("assigned_to");
    if (list === "access_tokens" || list === "refresh_tokens") return user("user_id");
    if (list === "legal_hold_policy_assignments") return `${at("assigned_to.type")} ${at("assigned_to.id")}`;
    if (list === "file_version_retentions") return `version ${at("file_version_id")}`;
    return idOf(list, at);
  }

  function itemFacts(record: AnyRecord, own: readonly { list: ListName }[]): string[] {
    const at = reader(record);
    const has = (list: ListName) => own.some((one) => one.list === list);
    const collaborations = own.filter((one) => one.list === "collaborations").length;
    const { lock, shared_link: link, tags, trashed_at: trashed } = record;
    return [
      `etag ${at("etag")}`,
      ...(isSet(lock) ? [`locked by ${users.get(at("lock.created_by")) ?? at("lock.created_by")}`] : []),
      ...(isSet(trashed) ? ["in the trash"] : []),
      ...(Array.isArray(tags) ? tags.map((tag) => `#${String(tag)}`) : []),
      ...(isSet(link) ? [`link ${at("shared_link.access")}`] : []),
      ...(has("legal_hold_policy_assignments") ? ["on hold"] : []),
      ...(has("file_version_retentions") ? ["retained"] : []),
      ...(collaborations > 0 ? [`shared with ${collaborations}`] : []),
    ];
  }

  return {
    records,
    row,
    linksOf,
    dependentsOf,
    /** The row of a record, by its list and id as in a link. */
    at(place: string): RecordRow | undefined {
      const found = byPlace.get(place);
      return found && row(found.list, found.record);
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

function reader(record: AnyRecord): At {
  return (path) => {
    const value = path.split(".").reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), record);
    return value === undefined || value === null ? "" : String(value);
  };
}

function idOf(list: ListName, at: At): string {
  if (list === "metadata_templates") return `${at("scope")}.${at("templateKey")}`;
  return at(list === "clients" ? "client_id" : "id");
}

function factOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === "" || value === false) return [];
  if (value === true) return [name.replace(/^is_/, "").replaceAll("_", " ")];
  return [
    /_at$/.test(name) ? `${name.replace(/_at$/, "")} ${String(value).slice(0, 16).replace("T", " ")}` : String(value),
  ];
}

/** Whether a record needs what it refers to. An item in the trash may outlive its folder. */
function isNeeded({ record, at }: ListedRecord & { readonly at: string }): boolean {
  return at !== "parent_id" || !isSet(record["trashed_at"]);
}
