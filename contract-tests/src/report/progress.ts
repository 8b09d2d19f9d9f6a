import type { CheckResult } from "./report.js";
import { visibleText } from "./visible-text.js";

/** Where progress is told, and by which clock. */
export interface ProgressOptions {
  /** Takes what is to be printed. */
  readonly write: (text: string) => void;
  /** Whether a line can be written over. */
  readonly isTTY: boolean;
  /** Tells the time in milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** How many characters fit on the line of a terminal. @default 80 */
  readonly width?: number | undefined;
}

/** Tells how far a run has come. */
export interface Progress {
  /** Takes the outcome of a check; fits `onProgress` of a run. */
  (done: CheckResult, counts: { readonly done: number; readonly total: number }): void;
  /** Takes the line away, so that what follows stands where it stood. */
  end(): void;
}

/**
 * Makes a progress display: on a terminal one line that is written over, elsewhere a line every 5 seconds at most.
 * A run that is over within a second, or within 5 elsewhere, prints nothing.
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

/** Back to the beginning of the line, and nothing left of it. */
const CLEAR = "\r\u001b[2K";

const TERMINAL_START_MS = 1_000;
const TERMINAL_STEP_MS = 100;
const LOG_STEP_MS = 5_000;
