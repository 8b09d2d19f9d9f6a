import { lstat, mkdir, open, readdir, rename, rm, stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../core/clock.js";
import { checkPrivate } from "./private-files.js";

/** A lock that this process holds. */
export interface Lease {
  /** Moves a file from the lock's folder to its path. Rejects if another process has the lock: that one removes the file. */
  publish(temporary: string, path: string): Promise<void>;
  /** A path for a file to publish. */
  temporary(): string;
  release(): Promise<void>;
}

interface LockOptions {
  /** Times the renewals. Ages are measured by the clock of the file system. */
  readonly clock: Clock;
  /** A holder is dead if it has not renewed the lock for this time. */
  readonly leaseMs: number;
}

interface State {
  readonly top: number;
  readonly free: boolean;
}

/**
 * Takes a lock between processes, a folder of numbered files; undefined when another process holds it. The highest number
 * is the state: `7` is held, `7.free` is released. The process that creates the next number holds the lock. Numbers are
 * never reused, so a paused holder can detect that it was replaced.
 */
export async function takeLock(folder: string, options: LockOptions): Promise<Lease | undefined> {
  await createFolder(folder);
  const { top, free } = await read(folder);
  if (!free && !(await isOld(folder, String(top), options.leaseMs))) return undefined;
  return claim(folder, top + 1, options);
}

/** Takes the lock from its holder and releases it. */
export async function breakLock(folder: string, leaseMs: number): Promise<void> {
  const { top } = await read(folder);
  // If this fails, another process has already taken it.
  await create(join(folder, `${top + 1}.free`));
  await clean(folder, top + 1, leaseMs);
}

/** Creates the lock's folder, for its owner only. */
export async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A link, or a folder of another user, could redirect the tokens.
  checkPrivate(folder, await lstat(folder), "folder");
}

async function read(folder: string): Promise<State> {
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
  // A time in the future would be no sign of life: the file ages from now on. A live holder renews it.
  if (file.mtimeMs > nowMs) await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {});
  return nowMs - file.mtimeMs > leaseMs;
}

/** The time of the file system, which can differ from the clock of this process. */
async function fileTimeMs(folder: string): Promise<number> {
  // With a number below all, so that the next holder removes what a killed process leaves behind.
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
async function create(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
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

async function claim(folder: string, number: number, options: LockOptions): Promise<Lease | undefined> {
  const { clock, leaseMs } = options;
  const path = join(folder, String(number));
  if (!(await create(path))) return undefined;
  let size = 0;
  // Another size sets the time of the file system, and needs no space on a full disk.
  const beat = () => {
    size = 1 - size;
    return truncate(path, size);
  };
  const isMine = async () => {
    const { top, free } = await read(folder);
    return top === number && !free;
  };
  // With an outdated listing, the number may be one that was used and removed before.
  if (!(await isMine())) {
    await rm(path, { force: true });
    return undefined;
  }
  await clean(folder, number, leaseMs);

  let released = false;
  let cancel = () => {};
  const keepAlive = () => {
    if (!released) cancel = clock.timer(leaseMs / 3, () => beat().then(keepAlive, retry));
  };
  const retry = (error: NodeJS.ErrnoException) => {
    // The file is gone when the lock is lost. Other failures can be transient.
    if (error.code !== "ENOENT") keepAlive();
  };
  keepAlive();
  return {
    temporary: () => join(folder, `${number}.${crypto.randomUUID()}.tmp`),
    async publish(temporary, target) {
      // A process that takes the lock after this check removes the file, and the rename fails.
      const published = (await isMine()) && (await rename(temporary, target).then(() => true, ignoreMissing));
      if (!published)
        throw new Error("the lock passed to another process: this one was paused too long, or a login came");
    },
    async release() {
      released = true;
      cancel();
      // Fails for a lock that was lost. If it fails otherwise, the lock expires by itself.
      await rename(path, `${path}.free`).catch(() => {});
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOENT") throw error;
  return false;
}
