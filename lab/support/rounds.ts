import { percentile } from "./figures.js";
import { seededRandom, shuffled } from "./seeded-random.js";

/** What some calls cost, in microseconds. */
export interface Took {
  readonly cpuUs: number;
  readonly wallUs: number;
}

interface Way {
  readonly name: string;
  readonly turn: () => Promise<Took>;
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
export async function measureRounds(ways: readonly Way[], { rounds, warmUp, turns, calls, seed }: Amount) {
  const random = seededRandom(seed);
  const measured = new Map<string, Took[]>(ways.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const sums = new Map(ways.map(({ name }) => [name, { cpuUs: 0, wallUs: 0 }]));
    for (let at = 0; at < turns; at += 1) {
      for (const { name, turn } of shuffled(ways, random)) {
        const { cpuUs, wallUs } = await turn();
        const sum = sums.get(name) ?? { cpuUs: 0, wallUs: 0 };
        sums.set(name, { cpuUs: sum.cpuUs + cpuUs, wallUs: sum.wallUs + wallUs });
      }
    }
    const all = turns * calls;
    for (const [name, { cpuUs, wallUs }] of round < 0 ? [] : sums)
      measured.get(name)?.push({ cpuUs: cpuUs / all, wallUs: wallUs / all });
  }
  return measured;
}

export interface Turn {
  readonly call: () => Promise<unknown>;
  /** Whether a result is the expected one: a failure must not count as a fast call. */
  readonly isRight: (result: unknown) => boolean;
}

/** Makes the calls of a turn, a number of them concurrently, and returns their total cost. */
export async function takeTurn({ call, isRight }: Turn, calls: number, concurrency: number): Promise<Took> {
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

/** The median of several rounds, and their quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Computes the median and the quartiles, to four digits. */
export function spread(values: readonly number[]): Spread {
  const at = (share: number) => Number(percentile(values, share).toPrecision(4));
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** Divides each round by the same round of the base: other load on the machine affects both. */
export function pairedRatios(values: readonly number[], base: readonly number[]): number[] {
  if (values.length !== base.length) throw new Error(`Expected ${base.length} rounds; received ${values.length}`);
  return values.map((value, round) => {
    const other = base[round];
    if (other === undefined || !(other > 0)) throw new Error(`Expected a time in round ${round} of the base`);
    return value / other;
  });
}

/** A spread for a table, to three digits. */
export function spreadText({ median, low, high }: Spread): string {
  const short = (value: number) => String(Number(value.toPrecision(3)));
  return low === high ? short(median) : `${short(median)} (${short(low)} to ${short(high)})`;
}
