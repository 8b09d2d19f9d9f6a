import { BARE, CLIENT, FAST, FAST_LIMITED, LOOP, UNDICI } from "../client/constants.js";
import type { OtherResults, Results } from "../client/results.js";

const even = (value: number) => ({ median: value, low: value, high: value });
const ways: readonly { name: string; ratio: number; rival?: string }[] = [
  { name: BARE, ratio: 1 },
  { name: LOOP, ratio: 1.1 },
  { name: UNDICI, ratio: 0.2 },
  { name: CLIENT, ratio: 1.2, rival: LOOP },
  { name: FAST, ratio: 0.28, rival: UNDICI },
  { name: FAST_LIMITED, ratio: 0.3, rival: UNDICI },
];

/** What is set in made-up results. */
type MadeUp = Partial<Record<"rate-fast-50" | keyof OtherResults, number>>;

/** Results of a run that never was. */
export function madeUpResults(node: string, { "rate-fast-50": rateRatio = 3.2, ...given }: MadeUp = {}): Results {
  const others = { "paging-cpu": 1.02, "paging-heap": 1, "prefetch-wall": 0.55, ...given };
  return {
    ...{ node, commit: "0123456789", date: "2026-11-20", processors: 2, load: 0.5, versions: { undici: "7.30.2" } },
    get: [1, 50].map((concurrency) => ({
      ...{ concurrency, rounds: 15 },
      ways: ways.map(({ name, ratio, rival }) => ({
        name,
        cpuUs: even(240 * ratio),
        perSecond: even(4000 / ratio),
        rateRatio: even(name === FAST ? rateRatio : 1 / ratio),
        cpuRatios: { ...(name !== BARE && { [BARE]: even(ratio) }), ...(rival && { [rival]: even(1.04) }) },
      })),
    })),
    others: Object.fromEntries(Object.entries(others).map(([id, value]) => [id, even(value)])),
  };
}
