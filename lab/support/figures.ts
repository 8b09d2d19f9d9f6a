import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "MB" | "/s" | "times" | "of bare fetch";
  readonly allowed?: { readonly atMost: number } | { readonly atLeast: number };
}

/** Whether a figure is within its limit, or within the limit times a slack. */
export function isWithin({ value, allowed }: Figure, slack = 1): boolean {
  if (allowed === undefined) return true;
  return "atMost" in allowed ? value <= allowed.atMost * slack : value >= allowed.atLeast / slack;
}

export function limitText({ allowed }: Figure): string {
  if (allowed === undefined) return "";
  return "atMost" in allowed ? `at most ${allowed.atMost}` : `at least ${allowed.atLeast}`;
}

/** Prints figures as lines of a table. One that is not within its limit fails the process. */
export function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const { name, value, unit } = figure;
    const text = `${value < 100 ? Math.round(value * 100) / 100 : Math.round(value)} ${unit}`.padStart(13);
    console.log(`${isWithin(figure) ? " " : "✗"} ${name.padEnd(62)}${text}   ${limitText(figure)}`.trimEnd());
    if (!isWithin(figure)) process.exitCode = 1;
  }
}

/** The value that a share of the values does not exceed: 0.5 for the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There are no values");
  return value;
}

/** The median, and the 95th percentile with a limit. */
export function latencies(name: string, timesMs: readonly number[], atMost: number): Figure[] {
  return [
    { name: `${name}, p50`, value: percentile(timesMs, 0.5), unit: "ms" },
    { name: `${name}, p95`, value: percentile(timesMs, 0.95), unit: "ms", allowed: { atMost } },
  ];
}

/** The version of Node and the load of the machine, as the head of a report. */
export function machineLine(): string {
  const load = (loadavg()[0] ?? 0).toFixed(2);
  return `Node ${process.version}, ${availableParallelism()} processors, load ${load}`;
}

/**
 * Replaces the figures of a page, each between `<!-- figures: name -->` and `<!-- end of figures -->`.
 *
 * Throws when a name does not have exactly one place.
 */
export function writeFigures(file: string, figures: Readonly<Record<string, string>>): void {
  let page = readFileSync(file, "utf8");
  for (const [name, figure] of Object.entries(figures)) {
    const place = new RegExp(`(<!-- figures: ${name} -->\\n).*?(?=<!-- end of figures -->)`, "gs");
    if (page.match(place)?.length !== 1) throw new Error(`Expected one place for the figures ${name} in ${file}`);
    page = page.replace(place, (_, start: string) => `${start}\n${figure}\n\n`);
  }
  writeFileSync(file, page);
}

export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
