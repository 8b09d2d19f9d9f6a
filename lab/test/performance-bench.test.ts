import { describe, expect, test } from "vitest";
import { getTable, limitsTable, pageFigures, type Results, rivalsOf } from "../client/results.js";
import { BARE, CLIENT, FAST, FAST_LIMITED, LOOP, REPLACED, UNDICI } from "../client/ways.js";
import { isWithin } from "../support/figures.js";
import { type Amount, measureRounds, pairedRatios, spread, takeTurn } from "../support/rounds.js";

const even = (us: number) => [{ cpuUs: us, wallUs: us }];
const gets = new Map(
  Object.entries({ [BARE]: 240, [LOOP]: 264, [UNDICI]: 48, [CLIENT]: 288, [FAST]: 60, [FAST_LIMITED]: 72 }).map(
    ([name, us]) => [name, even(us)],
  ),
);

describe("the rounds of an experiment", () => {
  const amount: Amount = { rounds: 2, warmUp: 1, turns: 2, calls: 10, seed: 1 };

  test("give each way the same number of turns, in an order of the seed, and exclude the warm-up", async () => {
    const orderOf = async (seed: number) => {
      const order: string[] = [];
      const ways = ["one", "other"].map((name) => ({
        name,
        async turn() {
          order.push(name);
          return { cpuUs: 10 * order.filter((one) => one === name).length, wallUs: 100 };
        },
      }));
      const measured = await measureRounds(ways, { ...amount, seed });
      // The average of 10 calls in each of two turns: the third and fourth, then the fifth and sixth.
      const took = [3.5, 5.5].map((cpuUs) => ({ cpuUs, wallUs: 10 }));
      expect(Object.fromEntries(measured)).toEqual({ one: took, other: took });
      return order;
    };
    const first = await orderOf(1);
    expect(first.filter((_, index) => index % 2 === 0)).toEqual(expect.arrayContaining(["one", "other"]));
    expect(await orderOf(1)).toEqual(first);
    expect(await orderOf(4)).not.toEqual(first);
  });

  test("make all calls of a turn with the given concurrency, and reject on an unexpected result", async () => {
    let [calls, running, most] = [0, 0, 0];
    const call = async () => {
      calls += 1;
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return "right";
    };
    await takeTurn({ call, isRight: (result) => result === "right" }, 10, 3);
    expect([calls, running, most]).toEqual([10, 0, 3]);
    await expect(takeTurn({ call, isRight: () => false }, 2, 1)).rejects.toThrow('result of a call: "right"');
  });

  test("are summed up by the median, the quartiles, and ratios within a round", () => {
    expect(spread([5, 1, 2, 4, 3, 8, 7, 6])).toEqual({ median: 4, low: 2, high: 6 });
    expect(pairedRatios([2, 20, 3], [1, 10, 2])).toEqual([2, 2, 1.5]);
    expect(() => pairedRatios([1, 2], [1])).toThrow("Expected 1 rounds; received 2");
    expect(() => pairedRatios([1], [0])).toThrow("Expected a time in round 0 of the base");
  });
});

test.each([
  [{ atMost: 1.1 }, 1, 1.1, 1.11],
  [{ atLeast: 3 }, 1, 3, 2.99],
  [{ atMost: 1.1 }, 2, 2.2, 2.21],
  [{ atLeast: 3 }, 2, 1.5, 1.49],
])("a limit of %o with a slack of %d allows %d, and not %d", (allowed, slack, within, beyond) => {
  const isAllowed = (value: number) => isWithin({ name: "made up", unit: "times", value, allowed }, slack);
  expect([within, beyond].map(isAllowed)).toEqual([true, false]);
});

describe("the figures of the page", () => {
  const results = madeUpResults("v20.20.2");

  test("compare each way with fetch, and the client with what it replaces, or with itself at another commit", () => {
    const tasks = [CLIENT, LOOP].map((name) => ({ name, way: name, client: "" }));
    const rows = getTable(results.gets[1] ?? new Map(), rivalsOf(tasks, REPLACED)).split("\n");
    expect(rows).toContain("| fetch | 240 µs | 1 |  | 4167 |");
    expect(rows).toContain("| client | 288 µs | 1.2 | 1.09 of loop by hand | 3472 |");
    const older = { name: "client, 99d4087", way: CLIENT, client: "" };
    expect(rivalsOf([older, ...tasks], REPLACED)[CLIENT]).toEqual([LOOP, "client, 99d4087"]);
  });

  test("say which limits are not met on each version of Node, and which commit was measured", () => {
    const table = limitsTable([madeUpResults("v20.20.2", 1.2), results]);
    expect(table).toContain("| CPU of a long list | 1.2, at most 1.05: **not met** | 1.02, at most 1.05: met |");
    expect(pageFigures([results], {}).machine).toContain("| v20.20.2 | 0123456 | 2 |");
  });
});

/** Results of a run that never was, with the cost of a list by `paginate` relative to one by hand. */
function madeUpResults(node: string, paginate = 1.02): Results {
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
