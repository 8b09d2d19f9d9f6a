import { describe, expect, test } from "vitest";
import { grossViolations, isMet, limitsOf, measuredLimits } from "../client/limits.js";
import { getTable, limitsTable, pageFigures } from "../client/page.js";
import { pairedRatios, spread } from "../client/results.js";
import { type Amount, measureRounds, takeTurn } from "../client/rounds.js";
import { seededRandom, shuffled } from "../support/seeded-random.js";
import { madeUpResults } from "./made-up-results.js";

const results = madeUpResults("v20.20.2");

describe("the statistics of the benchmark", () => {
  test("compute the median and the quartiles", () => {
    expect(spread([5, 1, 2, 4, 3, 8, 7, 6])).toEqual({ median: 4, low: 2, high: 6 });
    expect(spread([0.123456])).toEqual({ median: 0.1235, low: 0.1235, high: 0.1235 });
    expect(() => spread([])).toThrow("There are no values");
  });

  test("compare each round with the same round of the base", () => {
    expect(pairedRatios([2, 20, 3], [1, 10, 2])).toEqual([2, 2, 1.5]);
    expect(() => pairedRatios([1, 2], [1])).toThrow("Expected 1 rounds; received 2");
    expect(() => pairedRatios([1], [0])).toThrow("Expected a time in round 0 of the base");
  });

  test("put each way at every place, in an order that the seed decides", () => {
    const orders = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 20 }, () => shuffled(["a", "b", "c"], random));
    };
    for (const order of orders(1)) expect(order.toSorted()).toEqual(["a", "b", "c"]);
    for (const place of [0, 1, 2]) expect(new Set(orders(1).map((order) => order[place])).size).toBe(3);
    expect(orders(2)).toEqual(orders(2));
    expect(orders(2)).not.toEqual(orders(1));
  });
});

describe("a round of the benchmark", () => {
  const amount: Amount = { rounds: 2, warmUp: 1, turns: 2, calls: 10, seed: 1 };

  test("gives each way the same number of turns and excludes the warm-up", async () => {
    const turns = { one: 0, other: 0 };
    const counting = (name: "one" | "other") => ({
      name,
      async turn() {
        turns[name] += 1;
        return { cpuUs: 10 * turns[name], wallUs: 100 };
      },
    });
    const measured = await measureRounds([counting("one"), counting("other")], amount);
    expect(turns).toEqual({ one: 6, other: 6 });
    // The average of 10 calls in each of two turns: the third and fourth, then the fifth and sixth.
    const took = [3.5, 5.5].map((cpuUs) => ({ cpuUs, wallUs: 10 }));
    expect(Object.fromEntries(measured)).toEqual({ one: took, other: took });
  });

  test("makes all calls of a turn with the given concurrency", async () => {
    let [calls, running, most] = [0, 0, 0];
    const call = async () => {
      calls += 1;
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return "right";
    };
    await takeTurn({ call, isRight: (result) => result === "right", calls: 10, concurrency: 3 });
    expect([calls, running, most]).toEqual([10, 0, 3]);
  });

  test("rejects on an unexpected result instead of counting a fast failure", async () => {
    const turn = takeTurn({ call: async () => "nothing", isRight: () => false, calls: 2, concurrency: 1 });
    await expect(turn).rejects.toThrow(`Unexpected result of a call: "nothing"`);
  });
});

describe("a limit", () => {
  const limit = (allowed: { atMost: number } | { atLeast: number }, median: number) => ({
    ...{ id: "made-up", name: "made up", allowed },
    measured: { median, low: median, high: median },
  });

  test("is met at its value and not met beyond it", () => {
    expect([1.1, 1.11].map((median) => isMet(limit({ atMost: 1.1 }, median)))).toEqual([true, false]);
    expect([3, 2.99].map((median) => isMet(limit({ atLeast: 3 }, median)))).toEqual([true, false]);
  });

  test("is missing from the measured ones if the run did not measure it", () => {
    const { "prefetch-wall": _, ...others } = results.others;
    const rest = { ...results, others };
    expect(measuredLimits(rest)).toHaveLength(measuredLimits(results).length - 1);
    expect(limitsOf(rest)).toHaveLength(limitsOf(results).length);
  });
});

describe("a gross violation", () => {
  const violations = (...given: Parameters<typeof madeUpResults>[1][]) =>
    given.map((one) => grossViolations(madeUpResults("v20.20.2", one)));

  test("is more than twice a maximum, or less than half of a minimum", () => {
    expect(violations({ "paging-cpu": 2.1 }, { "paging-cpu": 2.11 })).toEqual([
      [],
      ["CPU of a long list: expected at most 1.05; measured 2.11"],
    ]);
    expect(violations({ "rate-fast-50": 1.5 }, { "rate-fast-50": 1.49 })).toEqual([[], [expect.any(String)]]);
  });
});

describe("the figures of the page", () => {
  test("compare each way with fetch, and the client with what it replaces", () => {
    const [get] = results.get;
    const rows = get === undefined ? [] : getTable(get).split("\n");
    expect(rows).toContain("| fetch | 240 µs | 1 |  | 4000 |");
    expect(rows).toContain("| client | 288 µs | 1.2 | 1.04 of loop by hand | 3333 |");
  });

  test("say which limits are not met, on each version of Node", () => {
    const table = limitsTable([madeUpResults("v20.20.2", { "paging-cpu": 1.2 }), madeUpResults("v24.21.0")]);
    expect(table.split("\n")).toHaveLength(2 + limitsOf(results).length);
    expect(table).toContain("| CPU of a long list | 1.2, at most 1.05: **not met** | 1.02, at most 1.05: met |");
  });

  test("name the measured commit", () => {
    expect(pageFigures([results])["machine"]).toContain("| v20.20.2 | 0123456 | 2 |");
  });
});
