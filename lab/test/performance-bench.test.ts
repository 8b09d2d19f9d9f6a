import { describe, expect, test } from "vitest";
import { chartsOf } from "../client/charts.js";
import {
  grossViolations,
  isMet,
  limitsOf,
  type MeasuredLimit,
  measuredLimits,
  resultsTable,
} from "../client/limits.js";
import { pairedRatios, spread, turned } from "../client/results.js";
import { type Amount, measureRounds, takeTurn } from "../client/rounds.js";
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

  test("put each way at every place, and after every other way", () => {
    const orders = Array.from({ length: 6 }, (_, round) => turned(["a", "b", "c"], round));
    for (const order of orders) expect(order.toSorted()).toEqual(["a", "b", "c"]);
    for (const place of [0, 1, 2]) expect(new Set(orders.map((order) => order[place])).size).toBe(3);
    const beforeB = orders.map((order) => order[order.indexOf("b") - 1]);
    expect(new Set(beforeB)).toEqual(new Set([undefined, "a", "c"]));
  });
});

describe("a round of the benchmark", () => {
  const amount: Amount = { rounds: 2, warmUp: 1, turns: 2, calls: 10 };

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
  const limit = (allowed: MeasuredLimit["allowed"], median: number): MeasuredLimit => ({
    ...{ id: "made-up", name: "made up", unit: "times", allowed },
    measured: { median, low: median, high: median },
  });

  test("is met at its value and not met beyond it", () => {
    expect([1.1, 1.11].map((median) => isMet(limit({ atMost: 1.1 }, median)))).toEqual([true, false]);
    expect([3, 2.99].map((median) => isMet(limit({ atLeast: 3 }, median)))).toEqual([true, false]);
  });

  test("of the Node transport depends on the version of Node", () => {
    const limits = ["v20.20.2", "v24.21.0"].map(
      (node) => limitsOf(madeUpResults(node)).find(({ id }) => id === "cpu-fast-50")?.allowed,
    );
    expect(limits).toEqual([{ atMost: 0.3 }, { atMost: 0.4 }]);
  });

  test("is missing from the measured ones if the run did not measure it", () => {
    const { storm: _, ...rest } = results;
    const ids = (run: typeof results) => measuredLimits(run).map(({ id }) => id);
    expect(ids(results).filter((id) => !ids(rest).includes(id))).toEqual([
      "storm-refreshes",
      "storm-failures",
      "storm-wall",
    ]);
    expect(limitsOf(rest)).toHaveLength(limitsOf(results).length);
  });
});

describe("a gross violation", () => {
  const paging = (median: number) => madeUpResults("v20.20.2", { pagingRatio: median });

  test("is more than twice a maximum", () => {
    expect(grossViolations(paging(2.1))).toEqual([]);
    expect(grossViolations(paging(2.11))).toEqual(["CPU of a long list: expected at most 1.05; measured 2.11"]);
  });

  test("is less than half of a minimum", () => {
    expect(grossViolations(madeUpResults("v20.20.2", { rateRatio: 1.5 }))).toEqual([]);
    expect(grossViolations(madeUpResults("v20.20.2", { rateRatio: 1.49 }))).toHaveLength(1);
  });

  test("is a single failed call, since twice zero is zero", () => {
    expect(grossViolations(madeUpResults("v20.20.2", { failures: 1 }))).toHaveLength(1);
  });
});

test("the table for the terminal has every limit and says which are not met", () => {
  const lines = resultsTable(madeUpResults("v20.20.2", { pagingRatio: 1.2 })).split("\n");
  expect(lines.filter((line) => /^(ok|not met) /.test(line))).toHaveLength(limitsOf(results).length);
  expect(lines.filter((line) => line.startsWith("not met"))).toEqual([expect.stringContaining("CPU of a long list")]);
});

describe("the charts", () => {
  const runs = [results, madeUpResults("v24.21.0")];

  test("have a title and a description for screen readers, and no invalid number", () => {
    for (const svg of [...Object.values(chartsOf(runs)), ...Object.values(chartsOf([]))]) {
      expect(svg).toMatch(/<svg [^>]*role="img" aria-labelledby="(\w+)-title \1-about"/);
      expect(svg).toMatch(/<title id="\w+-title">.+<\/title>\n<desc id="\w+-about">.+<\/desc>/);
      expect(svg).toContain("prefers-color-scheme: dark");
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test("have a bar for each way on each Node, best first", () => {
    const { "cost.svg": cost = "", "rate.svg": rate = "" } = chartsOf(runs);
    const names = (svg: string) => [...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, name]) => name);
    expect(names(cost).slice(0, 4)).toEqual(["undici request", "client, Node transport", "fetch", "client"]);
    expect(names(rate).slice(0, 2)).toEqual(["undici request", "client, Node transport"]);
    expect(cost.match(/<path class="(ours|others)/g)).toHaveLength(runs.length * 2 * 5);
  });

  test("mark a limit that is not met by a sign, not only by color", () => {
    const missed = chartsOf([madeUpResults("v20.20.2", { pagingRatio: 1.2, rateRatio: 2 })])["limits.svg"] ?? "";
    expect(missed).toContain(">1.2 &gt; 1.05<");
    expect(missed).toContain(">2 &lt; 3<");
    expect(missed.match(/class="missed"/g)).toHaveLength(2);
    expect(chartsOf([results])["limits.svg"]).toContain(">1.02 ≤ 1.05<");
  });
});
