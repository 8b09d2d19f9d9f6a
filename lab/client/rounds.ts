import { seededRandom, shuffled } from "../support/seeded-random.js";

interface Way {
  readonly name: string;
  /** Makes the calls of one turn. */
  readonly turn: () => Promise<Took>;
}

export interface Took {
  readonly cpuUs: number;
  readonly wallUs: number;
}

export interface Amount {
  readonly rounds: number;
  /** Rounds before the measured ones, in which Node compiles the code. */
  readonly warmUp: number;
  /** Turns of each way in a round. Short turns give every way the same load on the machine. */
  readonly turns: number;
  /** Calls of a turn. */
  readonly calls: number;
  /** Of the order in which the ways take turns. */
  readonly seed: number;
}

/** Measures several ways in random order. Returns the average of a call, for each round. */
export async function measureRounds(
  ways: readonly Way[],
  { rounds, warmUp, turns, calls, seed }: Amount,
): Promise<Map<string, Took[]>> {
  const random = seededRandom(seed);
  const measured = new Map<string, Took[]>(ways.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const sums = new Map(ways.map(({ name }) => [name, { cpuUs: 0, wallUs: 0 }]));
    for (let at = 0; at < turns; at += 1) {
      for (const { name, turn } of shuffled(ways, random)) {
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

interface Turn {
  readonly call: () => Promise<unknown>;
  /** Whether a result is the expected one: a failure must not count as a fast call. */
  readonly isRight: (result: unknown) => boolean;
  readonly calls: number;
  readonly concurrency: number;
}

/** Makes the calls of a turn, a number of them concurrently, and returns their total cost. */
export async function takeTurn({ call, isRight, calls, concurrency }: Turn): Promise<Took> {
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  let left = calls;
  const callUntilDone = async () => {
    while (left > 0) {
      left -= 1;
      const result = await call();
      if (!isRight(result)) throw new Error(`Unexpected result of a call: ${JSON.stringify(result)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, callUntilDone));
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: user + system, wallUs: (performance.now() - startMs) * 1000 };
}

/** Collects garbage. Needs `--expose-gc`. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error("Expected the option --expose-gc of Node");
  globalThis.gc();
}
