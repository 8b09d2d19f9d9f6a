import type { Consumer, Outcome } from "./consumer.js";
import type { Row } from "./table.js";

/** How rows are made. */
export interface RowRules {
  /** Whether what this machine cannot run is a failure. */
  readonly mustRun: boolean;
  /** Told of what failed, in full. */
  readonly onFailure: (text: string) => void;
}

/** Does a piece of work for a consumer, and makes a row of what came of it. Never rejects. */
export async function timedRow(
  { name, version }: Pick<Consumer, "name" | "version">,
  what: string,
  work: () => Promise<Outcome>,
  { mustRun, onFailure }: RowRules,
): Promise<Row> {
  const startMs = performance.now();
  const row = (result: Row["result"], detail: string): Row => ({
    name,
    version,
    what,
    result,
    detail,
    timeMs: performance.now() - startMs,
  });
  try {
    const { result, detail } = await work();
    if (result !== "skipped" || !mustRun) return row(result, detail);
    throw new Error(`cannot be skipped here: ${detail}`);
  } catch (error) {
    onFailure(`${name} ${version}: ${what}\n${error instanceof Error ? error.message : String(error)}`);
    return row("FAILED", "see above");
  }
}
