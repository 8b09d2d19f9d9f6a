import { constants, type Stats } from "node:fs";
import { open } from "node:fs/promises";

export function checkKind(path: string, stats: Stats, kind: "file" | "folder"): void {
  const isKind = kind === "file" ? stats.isFile() : stats.isDirectory();
  if (!isKind) throw new Error(`${path} must be a ${kind}${stats.isSymbolicLink() ? ", not a link" : ""}`);
}

/** Checks that a file or folder belongs to this user, and that nobody else can use it; on Windows only its kind. */
export function checkPrivate(path: string, stats: Stats, kind: "file" | "folder"): void {
  checkKind(path, stats, kind);
  const user = process.geteuid?.();
  if (user === undefined) return;
  if (stats.uid !== user) {
    const fix = `Delete it, or run chown ${user} '${path}' if you trust its content.`;
    throw new Error(`${path} must belong to this user: expected user id ${user}, received ${stats.uid}. ${fix}`);
  }
  if ((stats.mode & 0o077) === 0) return;
  const [expected, received] = [kind === "file" ? "600" : "700", (stats.mode & 0o777).toString(8)];
  const fix = `Run chmod ${expected} '${path}'.`;
  throw new Error(`${path} must be for its owner only: expected mode ${expected}, received ${received}. ${fix}`);
}

/** Reads a private file; undefined when there is none. */
export async function readPrivate(path: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Without O_NONBLOCK, opening a pipe would wait for its other end. Windows has neither flag: undefined counts as 0.
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error.code === "ELOOP" ? Object.assign(error, { message: `${path} must be a file, not a link` }) : error;
  });
  if (!handle) return undefined;
  try {
    // Check the opened file: the path may lead to another one by now.
    checkPrivate(path, await handle.stat(), "file");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
