import { turned } from "./spread.js";

/** Something that is measured in turn with others. */
export interface Way {
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
