import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.js";

/** A lock that is held. */
export interface Lease {
  /** Rejects when another process has taken the lock over. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

interface LockOptions {
  readonly clock: Clock;
  /** A holder that gave no sign of life for so long is taken for dead. */
  readonly leaseMs: number;
  readonly maxWaitMs: number;
}

interface State {
  readonly top: number;
  readonly free: boolean;
  readonly names: readonly string[];
}

const POLL_MS = 25;

/**
 * Takes a lock between processes, kept as a folder of numbered files. The highest number is the lock's state: `7` is
 * held, `7.free` was let go. Whoever creates the next number, which only one can, holds the lock. A number is never
 * used again, so a holder that was paused and taken over can tell.
 *
 * @throws Error when another process holds the lock for longer than `maxWaitMs`.
 */
export async function takeLock(folder: string, options: LockOptions): Promise<Lease> {
  const { clock, leaseMs, maxWaitMs } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const giveUpAtMs = clock.now() + maxWaitMs;
  for (;;) {
    const state = await read(folder);
    if (state.free || (await isDead(folder, state.top, options))) {
      const lease = await claim(folder, state.top + 1, options);
      if (lease) return lease;
    } else if (clock.now() >= giveUpAtMs) {
      throw new Error(`another process has held ${folder} for more than ${maxWaitMs} ms (leaseMs is ${leaseMs})`);
    }
    await new Promise<void>((resolve) => clock.timer(POLL_MS * (0.5 + Math.random()), resolve));
  }
}

async function read(folder: string): Promise<State> {
  const names = (await readdir(folder)).filter((name) => numberOf(name) > 0);
  const top = Math.max(0, ...names.map(numberOf));
  return { top, free: top === 0 || names.includes(`${top}.free`), names };
}

function numberOf(name: string): number {
  return Number(/^(\d+)(\.free)?$/.exec(name)?.[1] ?? 0);
}

async function isDead(folder: string, number: number, { clock, leaseMs }: LockOptions): Promise<boolean> {
  const file = await stat(join(folder, String(number))).catch(() => undefined);
  return file !== undefined && clock.now() - file.mtimeMs > leaseMs;
}

async function claim(folder: string, number: number, { clock, leaseMs }: LockOptions): Promise<Lease | undefined> {
  const path = join(folder, String(number));
  const handle = await open(path, "wx", 0o600).catch(ignore("EEXIST"));
  if (!handle) return undefined;
  await handle.close();
  const beat = () => utimes(path, clock.now() / 1000, clock.now() / 1000);
  // A claim made from an old listing can create a number that was used and cleaned up long ago, or is just being so.
  await beat().catch(ignore("ENOENT"));
  const { top, free, names } = await read(folder);
  if (top !== number || free) {
    await rm(path, { force: true });
    return undefined;
  }
  for (const name of names) if (numberOf(name) < number) await rm(join(folder, name), { force: true });

  let released = false;
  let cancel = () => {};
  const keepAlive = () => {
    if (!released) cancel = clock.timer(leaseMs / 3, () => beat().then(keepAlive, () => {}));
  };
  keepAlive();
  return {
    async assertHeld() {
      const now = await read(folder);
      if (now.top !== number || now.free)
        throw new Error("another process took the lock over: this one was paused too long");
    },
    async release() {
      released = true;
      cancel();
      // A lock that was lost is not let go; one that cannot be let go runs out by itself.
      await rename(path, `${path}.free`).catch(() => {});
    },
  };
}

function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
