import type { Results } from "../client/results.js";
import { BARE, CLIENT, FAST, FAST_LIMITED, LOOP, UNDICI } from "../client/ways.js";

const even = (us: number) => [{ cpuUs: us, wallUs: us }];
const gets = new Map(
  Object.entries({ [BARE]: 240, [LOOP]: 264, [UNDICI]: 48, [CLIENT]: 288, [FAST]: 60, [FAST_LIMITED]: 72 }).map(
    ([name, us]) => [name, even(us)],
  ),
);

/** Results of a run that never was, with the cost of a list by `paginate` relative to one by hand. */
export function madeUpResults(node: string, paginate = 1.02): Results {
  const lists = Object.entries({ paginate, "list by hand": 1, prefetch: 0.55, "no prefetch": 1 });
  return {
    node,
    commit: "0123456",
    date: "2026-11-20",
    processors: 2,
    load: 0.5,
    versions: { undici: "7.30.2" },
    gets: { 1: gets, 50: gets },
    heapRatio: 1,
    lists: new Map(lists.map(([name, us]) => [name, even(us)])),
  };
}
