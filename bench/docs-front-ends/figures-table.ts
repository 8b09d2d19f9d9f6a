import type { Findings, PageFigures } from "./measure-page.js";

/** The figures as a table in Markdown, and below it which rules of axe do not hold. */
export function figuresTable(rows: readonly PageFigures[]): string {
  const head = [
    "front end",
    "gz",
    "outside",
    "by default",
    "first paint",
    "readable",
    "axe light",
    "axe dark",
    "try it",
    "strict CSP",
  ];
  const lines = rows.map((row) => [
    row.name,
    `${Math.round(row.loadedBytes / 1000)} kB`,
    String(sum(row.outside)),
    String(sum(row.outsideByDefault)),
    `${Math.round(row.firstPaintMs)} ms`,
    `${Math.round(row.readyMs)} ms`,
    counts(row.light),
    row.dark === undefined ? "no dark" : counts(row.dark),
    row.hasTryIt ? "yes" : "no",
    row.worksUnderPolicy ? (sum(row.stopped) === 0 ? "nothing stopped" : "readable") : "not shown",
  ]);
  const details = rows.map((row) =>
    [
      `${row.name}:`,
      `  light: ${row.light.rules.join(", ") || "none"}`,
      `  dark: ${row.dark?.rules.join(", ") || "none"}`,
      `  outside: ${text(row.outside)}; by default: ${text(row.outsideByDefault)}`,
      `  stopped by the policy: ${text(row.stopped)}`,
    ].join("\n"),
  );
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `${table}\n\naxe: serious and critical findings, as rules/elements.\n${details.join("\n")}`;
}

function counts({ rules, elements }: Findings): string {
  return `${rules.length}/${elements}`;
}

function sum(record: Readonly<Record<string, number>>): number {
  return Object.values(record).reduce((total, count) => total + count, 0);
}

function text(record: Readonly<Record<string, number>>): string {
  return (
    Object.entries(record)
      .map(([name, count]) => `${name} ${count}`)
      .sort()
      .join(", ") || "none"
  );
}
