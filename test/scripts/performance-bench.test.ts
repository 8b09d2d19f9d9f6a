import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { barsOf, isKept, type MeasuredBar, measuredBars } from "../../bench/client/bars.js";
import { chartsOf } from "../../bench/client/charts.js";
import { pairedRatios, spread, turned } from "../../bench/client/results.js";
import { type Amount, measureRounds, takeTurn } from "../../bench/client/rounds.js";
import { table } from "../../bench/client/table.js";
import { appendToTrend, grossLosses, readTrend, type TrendLine, trendLine } from "../../bench/client/trend.js";
import { madeUpResults } from "../support/made-up-results.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const results = madeUpResults("v20.20.2");

describe("the statistics of the benchmark", () => {
  test("give the middle round, and between which two half of the rounds lie", () => {
    expect(spread([5, 1, 2, 4, 3, 8, 7, 6])).toEqual({ median: 4, low: 2, high: 6 });
    expect(spread([0.123456])).toEqual({ median: 0.1235, low: 0.1235, high: 0.1235 });
    expect(() => spread([])).toThrow("There are no values");
  });

  test("hold each round against the same round, so that a slow moment hits both", () => {
    expect(pairedRatios([2, 20, 3], [1, 10, 2])).toEqual([2, 2, 1.5]);
    expect(() => pairedRatios([1, 2], [1])).toThrow("2 rounds beside 1");
    expect(() => pairedRatios([1], [0])).toThrow("round 0 of the base has no time");
  });

  test("let each way go at every place, and after each other", () => {
    const orders = Array.from({ length: 6 }, (_, round) => turned(["a", "b", "c"], round));
    for (const order of orders) expect(order.toSorted()).toEqual(["a", "b", "c"]);
    for (const place of [0, 1, 2]) expect(new Set(orders.map((order) => order[place])).size).toBe(3);
    const beforeB = orders.map((order) => order[order.indexOf("b") - 1]);
    expect(new Set(beforeB)).toEqual(new Set([undefined, "a", "c"]));
  });
});

describe("a round of the benchmark", () => {
  const amount: Amount = { rounds: 2, warmUp: 1, turns: 2, calls: 10 };

  test("gives each way as many turns as every other, and leaves the warm-up out", async () => {
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
    // Of 10 calls in each of two turns: the third and the fourth, then the fifth and the sixth.
    const took = [3.5, 5.5].map((cpuUs) => ({ cpuUs, wallUs: 10 }));
    expect(Object.fromEntries(measured)).toEqual({ one: took, other: took });
  });

  test("makes all calls of a turn, so many at once", async () => {
    let [calls, running, most] = [0, 0, 0];
    const call = async () => {
      calls += 1;
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return "right";
    };
    await takeTurn({ call, isRight: (answer) => answer === "right", calls: 10, concurrency: 3 });
    expect([calls, running, most]).toEqual([10, 0, 3]);
  });

  test("ends when an answer is not the right one, instead of counting a failure as a fast call", async () => {
    const turn = takeTurn({ call: async () => "nothing", isRight: () => false, calls: 2, concurrency: 1 });
    await expect(turn).rejects.toThrow(`not the answer of the server: "nothing"`);
  });
});

describe("a bar", () => {
  const bar = (bound: MeasuredBar["bound"], median: number): MeasuredBar => ({
    ...{ id: "made-up", name: "made up", unit: "times", bound },
    found: { median, low: median, high: median },
  });

  test("is kept at its bound, and missed beyond it", () => {
    expect([1.1, 1.11].map((median) => isKept(bar({ atMost: 1.1 }, median)))).toEqual([true, false]);
    expect([3, 2.99].map((median) => isKept(bar({ atLeast: 3 }, median)))).toEqual([true, false]);
  });

  test("of the Node transport depends on the version of Node", () => {
    const bounds = ["v20.20.2", "v24.21.0"].map(
      (node) => barsOf(madeUpResults(node)).find(({ id }) => id === "cpu-fast-50")?.bound,
    );
    expect(bounds).toEqual([{ atMost: 0.3 }, { atMost: 0.4 }]);
  });

  test("is left out of the list of those measured when it was not", () => {
    const { storm: _, ...rest } = results;
    const ids = (run: typeof results) => measuredBars(run).map(({ id }) => id);
    expect(ids(results).filter((id) => !ids(rest).includes(id))).toEqual([
      "storm-exchanges",
      "storm-failures",
      "storm-wall",
    ]);
    expect(barsOf(rest)).toHaveLength(barsOf(results).length);
  });
});

describe("the trend", () => {
  const line = (paging: number, over: Partial<TrendLine> = {}): TrendLine => ({
    ...{ date: "2026-11-20", node: "v20.18.0", form: "full", figures: { "paging-cpu": paging } },
    ...over,
  });
  const paging = (median: number) => madeUpResults("v20.20.2", { pagingRatio: median });

  test("lets a missed bar pass, and fails at twice of it", () => {
    expect(grossLosses(paging(2.1), [])).toEqual([]);
    expect(grossLosses(paging(2.11), [])).toEqual(["CPU of a long list: 2.11, where the bar is 1.05"]);
  });

  test("fails at half of what must be at least so much", () => {
    expect(grossLosses(madeUpResults("v20.20.2", { rateRatio: 1.5 }), [])).toEqual([]);
    expect(grossLosses(madeUpResults("v20.20.2", { rateRatio: 1.49 }), [])).toHaveLength(1);
  });

  test("fails for a single failed call, since twice none is none", () => {
    expect(grossLosses(madeUpResults("v20.20.2", { failures: 1 }), [])).toHaveLength(1);
  });

  test("fails at twice the recorded median, once there are enough runs", () => {
    const usual = [0.5, 0.5, 0.5, 9, 0.4].map((value) => line(value));
    expect(grossLosses(paging(1.01), usual)).toEqual(["CPU of a long list: 1.01, where it was 0.5 before"]);
    expect(grossLosses(paging(1), usual)).toEqual([]);
    expect(grossLosses(paging(1.01), usual.slice(1))).toEqual([]);
  });

  test("holds a run against runs of its own kind only", () => {
    const others = [{ node: "v24.1.0" }, { form: "short" }].flatMap((over) =>
      Array.from({ length: 5 }, () => line(0.1, over)),
    );
    expect(grossLosses(paging(1), others)).toEqual([]);
  });

  test("is kept a line for each run, and a line that was cut off does no harm", async () => {
    const file = join(await temporaryFolder(), "reports/trend.jsonl");
    expect(await readTrend(file)).toEqual([]);
    await appendToTrend(file, trendLine(results));
    await appendToTrend(file, line(1));
    expect(await readTrend(file)).toEqual([trendLine(results), line(1)]);
    expect(trendLine(results).figures["storm-exchanges"]).toBe(1);
    const cut = (await readFile(file, "utf8")).slice(0, -5);
    await writeFile(file, cut);
    expect(await readTrend(file)).toEqual([trendLine(results)]);
  });
});

test("the table for the terminal has every bar, and says which is missed", () => {
  const lines = table(madeUpResults("v20.20.2", { pagingRatio: 1.2 })).split("\n");
  expect(lines.filter((line) => /^(ok|missed) /.test(line))).toHaveLength(barsOf(results).length);
  expect(lines.filter((line) => line.startsWith("missed"))).toEqual([expect.stringContaining("CPU of a long list")]);
});

describe("the charts", () => {
  const runs = [results, madeUpResults("v24.21.0")];

  test("have a title and a description for those who hear them, and no number that is none", () => {
    for (const svg of [...Object.values(chartsOf(runs)), ...Object.values(chartsOf([]))]) {
      expect(svg).toMatch(/<svg [^>]*role="img" aria-labelledby="(\w+)-title \1-about"/);
      expect(svg).toMatch(/<title id="\w+-title">.+<\/title>\n<desc id="\w+-about">.+<\/desc>/);
      expect(svg).toContain("prefers-color-scheme: dark");
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test("have a bar for each way on each Node, the best of them first", () => {
    const { "cost.svg": cost = "", "rate.svg": rate = "" } = chartsOf(runs);
    const names = (svg: string) => [...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, name]) => name);
    expect(names(cost).slice(0, 4)).toEqual(["undici request", "client, Node transport", "fetch", "client"]);
    expect(names(rate).slice(0, 2)).toEqual(["undici request", "client, Node transport"]);
    expect(cost.match(/<path class="(ours|others)/g)).toHaveLength(runs.length * 2 * 5);
  });

  test("say by a sign, and not by a colour only, which bar is missed", () => {
    const missed = chartsOf([madeUpResults("v20.20.2", { pagingRatio: 1.2, rateRatio: 2 })])["bars.svg"] ?? "";
    expect(missed).toContain(">1.2 &gt; 1.05<");
    expect(missed).toContain(">2 &lt; 3<");
    expect(missed.match(/class="missed"/g)).toHaveLength(2);
    expect(chartsOf([results])["bars.svg"]).toContain(">1.02 ≤ 1.05<");
  });
});
