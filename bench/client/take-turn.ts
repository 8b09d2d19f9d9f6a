import type { Took } from "./rounds.js";

/** What is done in a turn. */
export interface Turn {
  readonly call: () => Promise<unknown>;
  /** Looks at each answer: a failure is not counted as a fast call. */
  readonly isRight: (answer: unknown) => boolean;
  readonly calls: number;
  readonly concurrency: number;
}

/** Makes calls, so many at once, and gives what they took together. */
export async function takeTurn({ call, isRight, calls, concurrency }: Turn): Promise<Took> {
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  let left = calls;
  const keepOn = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await call();
      if (!isRight(answer)) throw new Error(`not the answer of the server: ${JSON.stringify(answer)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, keepOn));
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: user + system, wallUs: (performance.now() - startMs) * 1000 };
}

/** Collects garbage now. The process is started with `--expose-gc`. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error("start this with --expose-gc");
  globalThis.gc();
}
