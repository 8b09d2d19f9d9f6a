import { lstat, mkdir, open, readdir, rename, rm, stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { checkPrivate } from "./private-files.js";

/** A lock that this process has taken. `renew` and `publish` return false when another process has it now. */
export interface FileLock {
  renew(): Promise<boolean>;
  temporary(): string;
  /** Moves a file from the lock's folder to its path. A process that takes the lock removes the file. */
  publish(temporary: string, path: string): Promise<boolean>;
  /** Rejects when another process has the lock. */
  release(): Promise<void>;
}

/**
 * Takes a lock between processes, a folder of numbered files; undefined when another process holds it. The highest number
 * is the state: `7` is held, `7.free` is released. The process that creates the next number holds the lock. Numbers are
 * never reused, so a paused holder can detect that it was replaced. A holder that has not renewed the lock for `leaseMs`,
 * by the clock of the file system, is dead.
 */
export async function takeLock(folder: string, leaseMs: number): Promise<FileLock | undefined> {
  await createFolder(folder);
  const { top, free } = await read(folder);
  if (!free && !(await isOld(folder, String(top), leaseMs))) return undefined;
  const number = top + 1;
  const path = join(folder, String(number));
  if (!(await create(path))) return undefined;
  const isMine = async () => {
    const state = await read(folder);
    return state.top === number && !state.free;
  };
  // With an outdated listing, the number may be one that was used and removed before.
  if (!(await isMine())) {
    await rm(path, { force: true });
    return undefined;
  }
  await clean(folder, number, leaseMs);
  let size = 0;
  return {
    renew() {
      // Another size sets the time of the file system, and needs no space on a full disk.
      size = 1 - size;
      return succeeds(truncate(path, size), "ENOENT");
    },
    temporary: () => join(folder, `${number}.${crypto.randomUUID()}.tmp`),
    // A process that takes the lock after the check removes the file, so the rename fails.
    publish: async (temporary, target) => (await isMine()) && succeeds(rename(temporary, target), "ENOENT"),
    release: () => rename(path, `${path}.free`),
  };
}

export async function breakLock(folder: string, leaseMs: number): Promise<void> {
  const { top } = await read(folder);
  // If this fails, another process has already taken it.
  await create(join(folder, `${top + 1}.free`));
  await clean(folder, top + 1, leaseMs);
}

export async function createFolder(folder: string): Promise<void> {
  // With `recursive`, the error can be ENOENT whatever the reason, such as a read-only disk.
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => mkdir(folder, { mode: 0o700 }));
  // A link, or a folder of another user, could redirect the tokens.
  checkPrivate(folder, await lstat(folder), "folder");
}

async function read(folder: string): Promise<{ top: number; free: boolean }> {
  const names = (await readdir(folder)).filter((name) => /^\d{1,15}(\.free)?$/.test(name));
  const top = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
  return { top, free: top === 0 || names.includes(`${top}.free`) };
}

/** Whether a file was not changed for a lease. */
async function isOld(folder: string, name: string, leaseMs: number): Promise<boolean> {
  const path = join(folder, name);
  const file = await stat(path).catch(() => undefined);
  if (!file) return false;
  checkPrivate(path, file, "file");
  const nowMs = await fileTimeMs(folder);
  // A time in the future is no sign of life: let the file age from now on. A live holder renews it.
  if (file.mtimeMs > nowMs) await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {});
  return nowMs - file.mtimeMs > leaseMs;
}

/** The time of the file system, which can differ from the clock of this process. */
async function fileTimeMs(folder: string): Promise<number> {
  // Numbered 0, so that the next holder removes the file of a killed process.
  const path = join(folder, `0.${crypto.randomUUID()}.tmp`);
  const handle = await open(path, "wx", 0o600);
  try {
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

/** Creates a file; false when it exists. */
function create(path: string): Promise<boolean> {
  const created = open(path, "wx", 0o600).then((handle) => handle.close());
  return succeeds(created, "EEXIST");
}

/** Whether a step succeeds; false when it fails with this code. */
async function succeeds(step: Promise<void>, code: string): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

/** Removes the files of earlier holders and of dead saves; `7.abc.tmp` belongs to the holder of `7`. */
async function clean(folder: string, number: number, leaseMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, owner] = /^(\d+|save)(?:\.free|\.[\w-]+\.tmp)?$/.exec(name) ?? [];
    const isStale = owner === "save" ? await isOld(folder, name, leaseMs) : Number(owner) < number;
    if (isStale) await rm(join(folder, name), { force: true });
  }
}
