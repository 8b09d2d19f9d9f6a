import { type CoverageReport, coverageText, type Dimension, dimensions } from "../src/coverage/coverage.js";

/** Formats a coverage report as a table: a row for each operation, the total, and the first 20 missing parts. */
export function coverageTable(report: CoverageReport, color: boolean): string {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const rows = report.rows.map(({ operation, counts }) => [
    operation,
    ...dimensions.map((one) => cellText(counts[one])),
  ]);
  const head = ["operation", ...dimensions.map((one) => HEADS[one])];
  const widths = head.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: string[]) => cells.map((cell, index) => pad(cell, widths[index] ?? 0, index === 0)).join("  ");
  const full = report.missing.length === 0;
  return [
    paint(2, line(head)),
    ...rows.map((row) => (isFull(row) ? line(row) : paint(31, line(row)))),
    "",
    paint(full ? 32 : 31, coverageText(report)),
    ...report.missing
      .slice(0, SHOWN_MISSING)
      .map(({ operation, dimension, name }) => `  not covered: ${operation}, ${dimension} ${name}`),
    ...(report.missing.length > SHOWN_MISSING ? [`  and ${report.missing.length - SHOWN_MISSING} more`] : []),
  ].join("\n");
}

const SHOWN_MISSING = 20;

const HEADS: Readonly<Record<Dimension, string>> = {
  status: "status",
  "media type": "media",
  example: "examples",
  "error code": "codes",
  parameter: "params",
  "request media type": "req media",
  "request example": "req examples",
  security: "token",
};

function cellText(count: { covered: number; documented: number } | undefined): string {
  return count === undefined ? "-" : `${count.covered}/${count.documented}`;
}

function isFull([, ...cells]: string[]): boolean {
  return cells.every((cell) => {
    const [covered, documented] = cell.split("/");
    return documented === undefined || covered === documented;
  });
}

function pad(text: string, width: number, left: boolean): string {
  return left ? text.padEnd(width) : text.padStart(width);
}
