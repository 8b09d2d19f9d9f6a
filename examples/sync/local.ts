import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Item } from "./plan.js";
import type { State } from "./state.js";

export interface LocalItem extends Item {
  readonly size: number;
  readonly mtimeMs: number;
}

/** The folder of the program's own files in the synchronized folder. */
export const OWN = ".sync";

/** Lists the files and folders below a folder, and reads those that have changed. Links and devices are left out. */
export async function scan(root: string, state: State, warn: (message: string) => void) {
  const found = new Map<string, LocalItem>();
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(root, file).split(sep).join("/");
    if (path === OWN || path.startsWith(`${OWN}/`)) continue;
    const { size, mtimeMs } = await lstat(file);
    const { synced } = state.get(path);
    const isSame = synced?.size === size && synced.mtimeMs === mtimeMs;
    if (entry.isDirectory()) found.set(path, { size, mtimeMs });
    else if (!entry.isFile()) warn(`${path} is neither a file nor a folder`);
    else found.set(path, { size, mtimeMs, sha1: isSame && synced.sha1 ? synced.sha1 : await sha1OfFile(file) });
  }
  return found;
}

export async function sha1OfFile(file: string): Promise<string> {
  const hash = createHash("sha1");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Whether a file is still what `scan` has found; without an item, whether there still is none. */
export async function isUnchanged(file: string, item: LocalItem | undefined): Promise<boolean> {
  const now = await lstat(file).catch(() => undefined);
  return now?.size === item?.size && now?.mtimeMs === item?.mtimeMs;
}
