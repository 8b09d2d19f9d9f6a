import type { Programs } from "./make-programs.js";
import { startWay } from "./processes.js";
import { type GetResults, pairedRatios, spread } from "./results.js";
import { type Amount, measureRounds } from "./rounds.js";
import { namesOfWays } from "./ways.js";
import { BARE } from "./world.js";

/** What to measure of a GET. */
export interface GetOptions extends Amount {
  readonly concurrency: number;
  /** Only ways with this in their names, beside bare `fetch`; empty for all. */
  readonly only: string;
  /** Whether others are measured too. */
  readonly peers: boolean;
  /** The Node of the processes. */
  readonly node: string;
  readonly origin: string;
}

/** Measures a GET in every way. Each has a process of its own; they take turns. */
export async function measureGet({ worker, places }: Programs, options: GetOptions): Promise<GetResults> {
  const { only, peers, node, origin, concurrency, rounds, turns, calls } = options;
  const names = namesOfWays(places, peers).filter((name) => name === BARE || name.includes(only));
  const ways = names.map((name) => {
    return { name, ...startWay(worker, node, { job: { type: "way", name, calls, concurrency }, places, origin }) };
  });
  const measured = await measureRounds(ways, options).finally(() => {
    for (const { stop } of ways) stop();
  });
  const of = (name: string, key: "cpuUs" | "wallUs") => (measured.get(name) ?? []).map((round) => round[key]);
  return {
    ...{ concurrency, rounds, callsInRound: turns * calls },
    ways: names.map((name) => ({
      name,
      cpuUs: spread(of(name, "cpuUs")),
      perSecond: spread(of(name, "wallUs").map((wallUs) => 1e6 / wallUs)),
      cpuRatio: spread(pairedRatios(of(name, "cpuUs"), of(BARE, "cpuUs"))),
      rateRatio: spread(pairedRatios(of(BARE, "wallUs"), of(name, "wallUs"))),
    })),
  };
}
