import { visibleText } from "content-service-contract/text";
import type { CheckResult } from "./report.js";
import { formatDuration } from "./verdict.js";

/** Where progress is printed. */
export interface ProgressOptions {
  /** Prints text. */
  readonly write: (text: string) => void;
  /** Whether it is a terminal, where a line can be overwritten. */
  readonly isTTY: boolean;
  /** The clock, in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** The width of the terminal. @default 80 */
  readonly width?: number | undefined;
}

/** Prints the progress of a run. */
export interface Progress {
  /** Receives the result of each check; pass it as `onProgress`. */
  (done: CheckResult, counts: { readonly done: number; readonly total: number }): void;
  /** Clears the line. */
  end(): void;
}

/**
 * Creates a progress display: on a terminal one line that is overwritten, after the first second; elsewhere nothing.
 */
export function createProgress({ write, isTTY, now = Date.now, width = 80 }: ProgressOptions): Progress {
  const startedAt = now();
  let printedAt: number | undefined;
  let findings = 0;
  const progress = (check: CheckResult, { done, total }: { readonly done: number; readonly total: number }) => {
    findings += check.findings.length;
    const sinceMs = now() - (printedAt ?? startedAt);
    if (!isTTY || sinceMs < (printedAt === undefined ? START_MS : STEP_MS)) return;
    printedAt = now();
    const found = findings === 0 ? "" : `, ${findings} found`;
    const time = formatDuration(1_000 * Math.floor((now() - startedAt) / 1_000)).replace(".0", "");
    const line = visibleText(`${done}/${total}, ${time}${found}, ${check.operation ?? check.title}`, { oneLine: true });
    const room = width - 1;
    const fitting = line.length <= room ? line : `${line.slice(0, room - 1)}…`;
    write(`${CLEAR}${fitting}`);
  };
  const end = () => {
    if (printedAt !== undefined) write(CLEAR);
    printedAt = undefined;
  };
  return Object.assign(progress, { end });
}

const CLEAR = "\r\u001b[2K";

const START_MS = 1_000;
const STEP_MS = 100;
