import type { Seed } from "content-service-sandbox";
import { FILES_FOLDER, LINKS_FOLDER } from "./plan.js";

/** A create request and its outcome. */
export interface Creation {
  readonly kind: "web link" | "task";
  /** Unique. */
  readonly name: string;
  /** `rejected`: the failure says that nothing was done. `unknown`: any other failure. */
  readonly outcome: "done" | "rejected" | "unknown";
  /** The id in the response. */
  readonly id: string | undefined;
}

/** The final state of a file, as its caller knows it. */
export interface KnownFile {
  readonly id: string;
  readonly name: string;
  readonly etag: string;
  readonly isLocked: boolean;
  /** The round that created the metadata instance; undefined if there is none. */
  readonly instance: string | undefined;
}

export interface Settled {
  readonly problems: readonly string[];
  readonly done: number;
  readonly rejected: number;
  readonly unknown: number;
  /** How many unknown ones exist. */
  readonly unknownButDone: number;
}

/** Compares all creations with the stored records: none is lost, duplicated or unknown. */
export function settleItems(creations: readonly Creation[], records: Seed): Settled {
  const found = itemsIn(records);
  const problems: string[] = [];
  const wanted = new Set<string>();
  let unknownButDone = 0;
  for (const { kind, name, outcome, id } of creations) {
    const item = `${kind} ${name}`;
    if (wanted.has(item)) problems.push(`${item} was created twice by callers`);
    wanted.add(item);
    const ids = found.get(item) ?? [];
    if (ids.length > 1) problems.push(`${item} exists ${ids.length} times`);
    else if (outcome === "done" && ids.length === 0) problems.push(`${item} was acknowledged and does not exist`);
    else if (outcome === "done" && ids[0] !== id) problems.push(`${item}: expected id ${id}; received ${ids[0]}`);
    else if (outcome === "rejected" && ids.length > 0) problems.push(`${item} was rejected and exists`);
    if (outcome === "unknown" && ids.length > 0) unknownButDone += 1;
  }
  for (const item of found.keys()) if (!wanted.has(item)) problems.push(`${item} exists and no caller created it`);
  const times = (wanted: Creation["outcome"]) => creations.filter(({ outcome }) => outcome === wanted).length;
  return { problems, done: times("done"), rejected: times("rejected"), unknown: times("unknown"), unknownButDone };
}

/** Compares each file as its caller knows it with the stored record. */
export function settleFiles(known: readonly KnownFile[], { files = [], metadata_instances = [] }: Seed): string[] {
  return known.flatMap((mine) => {
    const file = files.find(({ id }) => id === mine.id);
    const instance = metadata_instances.find(({ item }) => item.id === mine.id);
    const there: KnownFile = {
      id: mine.id,
      name: file?.name ?? "",
      etag: file?.etag ?? "",
      isLocked: file?.lock != null,
      instance: instance === undefined ? undefined : String(instance.values?.["round"]),
    };
    const wrong = Object.entries(there).filter(([part, value]) => mine[part as keyof KnownFile] !== value);
    return wrong.map(([part, value]) => {
      return `file ${mine.id}: expected ${part} ${mine[part as keyof KnownFile]}; received ${value}`;
    });
  });
}

/** The ids of the created records, by kind and name. */
function itemsIn({ web_links = [], tasks = [], files = [] }: Seed): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (item: string, id: string) => found.set(item, [...(found.get(item) ?? []), id]);
  const own = new Set(files.filter(({ parent_id }) => parent_id === FILES_FOLDER).map(({ id }) => id));
  for (const { name, id, parent_id } of web_links) if (parent_id === LINKS_FOLDER) add(`web link ${name}`, id);
  for (const { message = "", id, file_id } of tasks) if (own.has(file_id)) add(`task ${message}`, id);
  return found;
}
