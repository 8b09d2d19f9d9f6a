import { visibleText } from "../exchange/visible-text.js";
import type { CheckResult } from "./report.js";

/** Where and how progress is printed. */
export interface ProgressOptions {
  /** Prints text. */
  readonly write: (text: string) => void;
  /** Whether a line can be overwritten. */
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
 * Creates a progress display: on a terminal one line that is overwritten, elsewhere at most one line every 5 seconds.
 * Prints nothing in the first second, or elsewhere in the first 5 seconds.
 */
export function createProgress({ write, isTTY, now = Date.now, width = 80 }: ProgressOptions): Progress {
  const startedAt = now();
  let printedAt: number | undefined;
  let findings = 0;
  const progress = (check: CheckResult, { done, total }: { readonly done: number; readonly total: number }) => {
    findings += check.findings.length;
    const sinceMs = now() - (printedAt ?? startedAt);
    const quietMs = isTTY ? (printedAt === undefined ? TERMINAL_START_MS : TERMINAL_STEP_MS) : LOG_STEP_MS;
    if (sinceMs < quietMs) return;
    printedAt = now();
    const found = findings === 0 ? "" : `, ${findings} found`;
    const line = visibleText(`${done}/${total}${found}, ${check.operation ?? check.title}`, { oneLine: true });
    const room = width - 1;
    const fitting = line.length <= room ? line : `${line.slice(0, room - 1)}…`;
    write(isTTY ? `${CLEAR}${fitting}` : `${line}\n`);
  };
  const end = () => {
    if (isTTY && printedAt !== undefined) write(CLEAR);
    printedAt = undefined;
  };
  return Object.assign(progress, { end });
}

const CLEAR = "\r\u001b[2K";

const TERMINAL_START_MS = 1_000;
const TERMINAL_STEP_MS = 100;
const LOG_STEP_MS = 5_000;
