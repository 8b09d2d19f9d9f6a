import { isKept, type MeasuredBar, measuredBars } from "./bars.js";
import type { GetResults, Results, Spread } from "./results.js";

/** What a run measured, for the terminal: each way of a GET, then each bar with what it allows and what was found. */
export function table(results: Results): string {
  const { node, processors, load, form } = results;
  const bars = measuredBars(results);
  return [
    `Node ${node}, ${processors} processors, load ${load} at the start, ${form} form. Medians; in brackets the middle half.`,
    ...results.get.map(getTable),
    bars.map(barLine).join("\n"),
  ].join("\n\n");
}

function getTable({ concurrency, ways, rounds, callsInRound }: GetResults): string {
  const head = `A GET, ${concurrency} at once, ${rounds} rounds of ${callsInRound} calls`;
  const lines = ways.map(({ name, cpuUs, perSecond, cpuRatio, rateRatio }) =>
    [
      `  ${name.padEnd(44)}`,
      `${cpuUs.median.toFixed(0)} µs`.padStart(8),
      written(cpuRatio).padStart(22),
      `${perSecond.median.toFixed(0)} /s`.padStart(11),
      written(rateRatio).padStart(22),
    ].join(""),
  );
  const columns = `  ${"".padEnd(44)}${"CPU".padStart(8)}${"by fetch".padStart(22)}${"calls".padStart(11)}${"by fetch".padStart(22)}`;
  return [head, columns, ...lines].join("\n");
}

function barLine(bar: MeasuredBar): string {
  const { name, unit, bound, found } = bar;
  const limit = "atMost" in bound ? `at most ${bound.atMost}` : `at least ${bound.atLeast}`;
  const value = `${written(found)}${unit === "" ? "" : ` ${unit}`}`;
  return `${isKept(bar) ? "ok    " : "missed"} ${name.padEnd(42)}${value.padStart(28)}   ${limit}`;
}

function written({ median, low, high }: Spread): string {
  const short = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1));
  return low === high ? short(median) : `${short(median)} [${short(low)}–${short(high)}]`;
}
