import type { Seed } from "content-service-sandbox";
import { FILES_FOLDER, LINKS_FOLDER } from "./soak-seed.js";

/** What a caller asked to be created, and what it was told. */
export interface Asked {
  readonly kind: "web link" | "task";
  /** No two have the same. */
  readonly name: string;
  /**
   * `done` when the answer was a success; `refused` when the failure says that nothing was done; `unknown` for any
   * other failure.
   */
  readonly outcome: "done" | "refused" | "unknown";
  /** The id in the answer. */
  readonly id: string | undefined;
}

/** What a caller knows of its file at the end. */
export interface KnownFile {
  readonly id: string;
  readonly name: string;
  readonly etag: string;
  readonly isLocked: boolean;
  /** The round in which the instance on it was made; undefined when there is none. */
  readonly instance: string | undefined;
}

/** What the service has of what was asked for. */
export interface Settled {
  readonly problems: readonly string[];
  readonly done: number;
  readonly refused: number;
  readonly unknown: number;
  /** How many of the unknown ones are there. */
  readonly unknownButDone: number;
}

/** Holds everything that was asked for against the world: nothing acknowledged is missing, nothing is there twice. */
export function settleItems(asked: readonly Asked[], world: Seed): Settled {
  const found = itemsIn(world);
  const problems: string[] = [];
  const wanted = new Set<string>();
  let unknownButDone = 0;
  for (const { kind, name, outcome, id } of asked) {
    const item = `${kind} ${name}`;
    if (wanted.has(item)) problems.push(`${item} was asked for twice`);
    wanted.add(item);
    const ids = found.get(item) ?? [];
    if (ids.length > 1) problems.push(`${item} is there ${ids.length} times`);
    else if (outcome === "done" && ids.length === 0) problems.push(`${item} was acknowledged and is lost`);
    else if (outcome === "done" && ids[0] !== id) problems.push(`${item} has the id ${ids[0]}, and not ${id}`);
    else if (outcome === "refused" && ids.length > 0) problems.push(`${item} was refused and is there`);
    if (outcome === "unknown" && ids.length > 0) unknownButDone += 1;
  }
  for (const item of found.keys()) if (!wanted.has(item)) problems.push(`${item} is there and nobody asked for it`);
  const times = (wantedOutcome: Asked["outcome"]) => asked.filter(({ outcome }) => outcome === wantedOutcome).length;
  return { problems, done: times("done"), refused: times("refused"), unknown: times("unknown"), unknownButDone };
}

/** Holds what each caller knows of its file against the world. */
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
      return `file ${mine.id} has ${part} ${value}, and its caller knows ${mine[part as keyof KnownFile]}`;
    });
  });
}

/** What callers have created, by kind and name, with the ids of each. */
function itemsIn({ web_links = [], tasks = [], files = [] }: Seed): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (item: string, id: string) => found.set(item, [...(found.get(item) ?? []), id]);
  const own = new Set(files.filter(({ parent_id }) => parent_id === FILES_FOLDER).map(({ id }) => id));
  for (const { name, id, parent_id } of web_links) if (parent_id === LINKS_FOLDER) add(`web link ${name}`, id);
  for (const { message = "", id, file_id } of tasks) if (own.has(file_id)) add(`task ${message}`, id);
  return found;
}
