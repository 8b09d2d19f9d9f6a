import { turned } from "./results.js";

/** Something that is measured in turn with others. */
interface Way {
  readonly name: string;
  /** Takes its turn: a number of calls. */
  readonly turn: () => Promise<Took>;
}

/** What something took. */
export interface Took {
  readonly cpuUs: number;
  readonly wallUs: number;
}

/** How much is measured. */
export interface Amount {
  readonly rounds: number;
  /** Rounds before them, in which Node compiles what it then runs. */
  readonly warmUp: number;
  /** How often the ways take turns in a round. The shorter a turn, the more alike is the machine for all of them. */
  readonly turns: number;
  /** In one turn. */
  readonly calls: number;
}

/** Measures ways of doing the same in turn, in changing order. Gives what a call took in each round, on average. */
export async function measureRounds(
  ways: readonly Way[],
  { rounds, warmUp, turns, calls }: Amount,
): Promise<Map<string, Took[]>> {
  const measured = new Map<string, Took[]>(ways.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const sums = new Map(ways.map(({ name }) => [name, { cpuUs: 0, wallUs: 0 }]));
    for (let at = 0; at < turns; at += 1) {
      for (const { name, turn } of turned(ways, (round + warmUp) * turns + at)) {
        const took = await turn();
        const sum = sums.get(name);
        if (sum === undefined) continue;
        sum.cpuUs += took.cpuUs;
        sum.wallUs += took.wallUs;
      }
    }
    if (round < 0) continue;
    const all = turns * calls;
    for (const [name, { cpuUs, wallUs }] of sums)
      measured.get(name)?.push({ cpuUs: cpuUs / all, wallUs: wallUs / all });
  }
  return measured;
}

/** What is done in a turn. */
interface Turn {
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
