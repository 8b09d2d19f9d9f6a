import { lstat, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock.js";

/** A lock that is held. */
export interface Lease {
  /**
   * Moves a file from the lock's folder to its place. Rejects, and moves nothing, when the lock has passed to another:
   * a successor removes such files before it reads anything.
   */
  publish(temporary: string, path: string): Promise<void>;
  /** The path for a file that is to be published. */
  temporary(): string;
  release(): Promise<void>;
}

interface LockOptions {
  readonly clock: Clock;
  /** A holder that gave no sign of life for so long is taken for dead. */
  readonly leaseMs: number;
}

interface State {
  readonly top: number;
  readonly free: boolean;
}

/**
 * Takes a lock between processes, kept as a folder of numbered files; undefined when another process holds it. The
 * highest number is the lock's state: `7` is held, `7.free` was let go. Whoever creates the next number, which only one
 * can, holds the lock. A number is never used again, so a holder that was paused and taken over can tell.
 */
export async function takeLock(folder: string, options: LockOptions): Promise<Lease | undefined> {
  await makeFolder(folder);
  const { top, free } = await read(folder);
  if (!free && !(await isOld(join(folder, String(top)), options))) return undefined;
  return claim(folder, top + 1, options);
}

/** Takes the lock away from whoever holds it, and lets it go. */
export async function breakLock(folder: string, options: LockOptions): Promise<void> {
  const { top } = await read(folder);
  // If another was faster, the lock is taken away already.
  await create(join(folder, `${top + 1}.free`));
  await clean(folder, top + 1, options);
}

/** Makes the lock's folder, which only its owner can use. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A link would put the tokens where somebody else wants them.
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} must be a folder, and no link to one`);
}

async function read(folder: string): Promise<State> {
  const names = (await readdir(folder)).filter((name) => /^\d+(\.free)?$/.test(name));
  const top = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
  return { top, free: top === 0 || names.includes(`${top}.free`) };
}

async function isOld(path: string, { clock, leaseMs }: LockOptions): Promise<boolean> {
  const file = await stat(path).catch(() => undefined);
  return file !== undefined && clock.now() - file.mtimeMs > leaseMs;
}

/** Creates a file; false when there is one. */
async function create(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes what earlier holders left, and files of saves that died; `7.abc.tmp` belongs to the holder of `7`. */
async function clean(folder: string, number: number, options: LockOptions): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, owner] = /^(\d+|save)(?:\.free|\.[\w-]+\.tmp)?$/.exec(name) ?? [];
    const path = join(folder, name);
    const over = owner === "save" ? await isOld(path, options) : Number(owner) < number;
    if (over) await rm(path, { force: true });
  }
}

async function claim(folder: string, number: number, options: LockOptions): Promise<Lease | undefined> {
  const { clock, leaseMs } = options;
  const path = join(folder, String(number));
  if (!(await create(path))) return undefined;
  const beat = () => utimes(path, clock.now() / 1000, clock.now() / 1000);
  // A claim made from an old listing can create a number that was used and cleaned up long ago, or is just being so.
  await beat().catch(() => {});
  const isMine = async () => {
    const { top, free } = await read(folder);
    return top === number && !free;
  };
  if (!(await isMine())) {
    await rm(path, { force: true });
    return undefined;
  }
  await clean(folder, number, options);

  let released = false;
  let cancel = () => {};
  const keepAlive = () => {
    if (!released) cancel = clock.timer(leaseMs / 3, () => beat().then(keepAlive, () => {}));
  };
  keepAlive();
  return {
    temporary: () => join(folder, `${number}.${crypto.randomUUID()}.tmp`),
    async publish(temporary, target) {
      // Whoever takes over after this question removes the file, and the rename fails.
      const published = (await isMine()) && (await rename(temporary, target).then(() => true, ignoreMissing));
      if (!published)
        throw new Error("the lock passed to another process: this one was paused too long, or a login came");
    },
    async release() {
      released = true;
      cancel();
      // A lock that was lost is not let go; one that cannot be let go runs out by itself.
      await rename(path, `${path}.free`).catch(() => {});
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOENT") throw error;
  return false;
}
