/** What came of a check, as a line of the table. */
export interface Row {
  readonly name: string;
  readonly version: string;
  readonly what: string;
  readonly result: "ok" | "known limit" | "skipped" | "FAILED";
  /** What is worth knowing, beside the result. */
  readonly detail: string;
  readonly timeMs: number;
}

/** The rows as a table for a terminal. A consumer is named in its first row alone. */
export function consumerTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, version, what, result, detail, timeMs }, index) => {
    const above = rows[index - 1];
    const isSame = above !== undefined && above.name === name && above.version === version;
    const told = detail === "" ? result : `${result}: ${detail}`;
    return [isSame ? "" : name, isSame ? "" : version, what, told, `${(timeMs / 1000).toFixed(1)} s`];
  });
  const lines = [HEAD, ...cells];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head = "", ...body] = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [head, widths.map((width) => "-".repeat(width)).join("-|-"), ...body].join("\n");
}

/** How many rows have which result, in one line. */
export function consumerCounts(rows: readonly Row[]): string {
  const results = ["ok", "known limit", "skipped", "FAILED"] as const;
  const counts = results.map((result) => ({ result, count: rows.filter((row) => row.result === result).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${result}`)
    .join(", ");
}

const HEAD = ["consumer", "version", "what was done", "result", "time"];
