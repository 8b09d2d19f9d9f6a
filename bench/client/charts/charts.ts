import type { Results } from "../results.js";
import { barsChart } from "./bars-chart.js";
import { wayChart } from "./way-chart.js";

/** Every chart of the page, under its name in docs/performance/. */
export function chartsOf(runs: readonly Results[]): Record<string, string> {
  return {
    "cost.svg": wayChart(runs, {
      id: "cost",
      title: "Processor time of a GET, beside bare fetch",
      about:
        "Bars for each way of sending a GET: less is better, and bare fetch is 1. The table on the page has the numbers.",
      read: ({ cpuRatio }) => cpuRatio,
      written: (value) => value.toFixed(2),
      best: "lowest",
      line: { at: 1, name: "bare fetch" },
    }),
    "rate.svg": wayChart(runs, {
      id: "rate",
      title: "Calls in a second",
      about: "Bars for each way of sending a GET: more is better. The table on the page has the numbers.",
      read: ({ perSecond }) => perSecond,
      written: (value) => Math.round(value).toLocaleString("en").replaceAll(",", "\u202f"),
      best: "highest",
    }),
    "bars.svg": barsChart(runs),
  };
}
