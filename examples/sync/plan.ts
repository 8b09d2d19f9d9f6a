/** A file or a folder on one side. A folder has no `sha1`. */
export interface Item {
  readonly sha1?: string;
}

type Action =
  | "same"
  | "upload"
  | "download"
  | "conflict"
  | "removeLocal"
  | "removeRemote"
  | "createLocal"
  | "createRemote";

export interface Step {
  readonly path: string;
  readonly action: Action;
}

type Items = ReadonlyMap<string, Item>;

/**
 * Compares both sides with what they were at the end of the last synchronization. A side that has not changed takes over from
 * the other; if both have changed differently, a content wins over a deletion, and two contents are a conflict. A path that is
 * a file on one side, and a folder on the other, is a mismatch.
 */
export function plan(local: Items, remote: Items, synced: Items): { steps: Step[]; mismatches: string[] } {
  const paths = [...new Set([...local.keys(), ...remote.keys()])].sort();
  const steps: Step[] = [];
  const mismatches: string[] = [];
  for (const path of paths) {
    const [here, there] = [local.get(path), remote.get(path)];
    if (here && there && isFolder(here) !== isFolder(there)) mismatches.push(path);
    else if (!mismatches.some((one) => path.startsWith(`${one}/`)))
      steps.push({ path, action: actionFor(here, there, synced.get(path)) });
  }
  return { steps: withFoldersOf(steps), mismatches };
}

function actionFor(here: Item | undefined, there: Item | undefined, was: Item | undefined): Action {
  if (here && there) {
    if (here.sha1 === there.sha1) return "same";
    if (here.sha1 === was?.sha1) return "download";
    return there.sha1 === was?.sha1 ? "upload" : "conflict";
  }
  const only = here ?? there ?? {};
  if (was && was.sha1 === only.sha1) return here ? "removeLocal" : "removeRemote";
  if (isFolder(only)) return here ? "createRemote" : "createLocal";
  return here ? "upload" : "download";
}

/** A folder in which something stays is not removed, but created on the side where it is missing. */
function withFoldersOf(steps: readonly Step[]): Step[] {
  const kept = new Set<string>();
  for (const { path, action } of steps) {
    if (isRemoval(action)) continue;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) kept.add(path.slice(0, end));
  }
  return steps.map(({ path, action }) => {
    if (!kept.has(path) || !isRemoval(action)) return { path, action };
    return { path, action: action === "removeLocal" ? "createRemote" : "createLocal" };
  });
}

export function isRemoval(action: Action): boolean {
  return action === "removeLocal" || action === "removeRemote";
}

function isFolder({ sha1 }: Item): boolean {
  return sha1 === undefined;
}
