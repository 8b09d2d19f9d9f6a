import { BARE, CLIENT, FAST, FAST_LIMITED, LOOP, UNDICI } from "../client/constants.js";
import type { Results } from "../client/results.js";

/** What is set in made-up results. */
interface MadeUp {
  readonly pagingRatio?: number;
  readonly rateRatio?: number;
  readonly failures?: number;
}

const even = (value: number) => ({ median: value, low: value, high: value });
const ways: readonly { name: string; ratio: number; rival?: string }[] = [
  { name: BARE, ratio: 1 },
  { name: LOOP, ratio: 1.1 },
  { name: UNDICI, ratio: 0.2 },
  { name: CLIENT, ratio: 1.2, rival: LOOP },
  { name: FAST, ratio: 0.28, rival: UNDICI },
  { name: FAST_LIMITED, ratio: 0.3, rival: UNDICI },
];

/** Results of a run that never was. */
export function madeUpResults(node: string, given: MadeUp = {}): Results {
  const { pagingRatio = 1.02, rateRatio = 3.2, failures = 0 } = given;
  return {
    ...{ node, commit: "0123456789", date: "2026-11-20", processors: 2, load: 0.5, versions: { undici: "7.30.2" } },
    get: [1, 50].map((concurrency) => ({
      ...{ concurrency, rounds: 15, callsInRound: 600 },
      ways: ways.map(({ name, ratio, rival }) => ({
        name,
        cpuUs: even(240 * ratio),
        perSecond: even(4000 / ratio),
        rateRatio: even(name === FAST ? rateRatio : 1 / ratio),
        cpuRatios: { ...(name !== BARE && { [BARE]: even(ratio) }), ...(rival && { [rival]: even(1.04) }) },
      })),
    })),
    paging: {
      ...{ items: 100_000, pages: 100, rounds: 9, clientCpuMs: even(404), handWrittenCpuMs: even(400) },
      ...{ cpuRatio: even(pagingRatio), heapQuarterBytes: 7e6, heapEndBytes: 7e6 },
      ...{ peakQuarterBytes: 40e6, peakRestBytes: 40e6 },
    },
    prefetch: { pages: 100, rounds: 3, serverMs: 25, withoutMs: even(6000), withMs: even(3300), wallRatio: even(0.55) },
    storm: {
      ...{ calls: 1000, rounds: 15, refreshes: 1, failures, freshMs: even(300), expiredMs: even(306) },
      ...{ wallRatio: even(1.02), revoked: { refreshes: 1, failures: 0, wallRatio: even(2) } },
    },
  };
}
