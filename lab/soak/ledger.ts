import type { Seed } from "content-service-sandbox";

/** A create request and its outcome. */
export interface Creation {
  /** Unique. */
  readonly name: string;
  /** `rejected`: the failure says that nothing was done. `unknown`: any other failure. */
  readonly outcome: "done" | "rejected" | "unknown";
  /** The id in the response. */
  readonly id: string | undefined;
}

/** The state of a file, as its caller knows it. */
export interface FileState {
  readonly id: string;
  readonly name: string;
  readonly etag: string;
  readonly isLocked: boolean;
}

/** Compares all creations with the stored tasks of the callers' files: none is lost, duplicated or unknown. */
export function settleTasks(
  creations: readonly Creation[],
  { tasks = [] }: Seed,
  files: readonly Pick<FileState, "id">[],
): string[] {
  const own = new Set(files.map(({ id }) => id));
  const found = new Map<string, string[]>();
  for (const { id, file_id, message = "" } of tasks)
    if (own.has(file_id)) found.set(message, [...(found.get(message) ?? []), id]);
  const wanted = new Set(creations.map(({ name }) => name));
  return [
    ...creations.flatMap(({ name, outcome, id }) => {
      const ids = found.get(name) ?? [];
      if (ids.length > 1) return [`task ${name} exists ${ids.length} times`];
      if (outcome === "done" && ids.length === 0) return [`task ${name} was acknowledged and does not exist`];
      if (outcome === "done" && ids[0] !== id) return [`task ${name}: expected id ${id}; received ${ids[0]}`];
      return outcome === "rejected" && ids.length > 0 ? [`task ${name} was rejected and exists`] : [];
    }),
    ...[...found.keys()].flatMap((name) => (wanted.has(name) ? [] : [`task ${name} exists and no caller created it`])),
  ];
}

/** Compares each file as its caller knows it with the stored record. */
export function settleFiles(known: readonly FileState[], { files = [] }: Seed): string[] {
  return known.flatMap(({ id, ...mine }) => {
    const { name, etag, lock } = files.find((file) => file.id === id) ?? {};
    const [expected, received] = [mine, { name, etag, isLocked: lock != null }].map((one) => JSON.stringify(one));
    return expected === received ? [] : [`file ${id}: expected ${expected}; received ${received}`];
  });
}
