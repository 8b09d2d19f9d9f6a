/** One thing that was measured. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "MB" | "/s" | "times";
  /** What it has to keep to. What has no bound is there to be looked at. */
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number };
}

/** Whether a figure keeps to its bound. */
export function holds({ value, bound }: Figure): boolean {
  if (bound === undefined) return true;
  return "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
}

/** A figure as one line of a table. */
export function line(figure: Figure): string {
  const { name, value, unit, bound } = figure;
  const said = `${round(value)} ${unit}`.padStart(13);
  if (bound === undefined) return `  ${name.padEnd(62)}${said}`;
  const limit = "atMost" in bound ? `at most ${bound.atMost}` : `at least ${bound.atLeast}`;
  return `${holds(figure) ? "  " : "✗ "}${name.padEnd(62)}${said}   ${limit}`;
}

/** The value below which a share of the values lie: 0.5 for the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There are no values");
  return value;
}

/** The two figures of a number of times: the median, and the 95th percentile with a bound. */
export function latencies(name: string, timesMs: readonly number[], atMost: number): Figure[] {
  return [
    { name: `${name}, p50`, value: percentile(timesMs, 0.5), unit: "ms" },
    { name: `${name}, p95`, value: percentile(timesMs, 0.95), unit: "ms", bound: { atMost } },
  ];
}

function round(value: number): number {
  return value < 100 ? Math.round(value * 100) / 100 : Math.round(value);
}
