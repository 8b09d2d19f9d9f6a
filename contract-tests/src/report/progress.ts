import type { CheckResult } from "./report.js";
import { createTerminalText } from "./terminal-text.js";
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

/** Creates a progress display: on a terminal one line that is overwritten, from the start; elsewhere nothing. */
export function createProgress({ write, isTTY, now = Date.now, width = 80 }: ProgressOptions): Progress {
  const startedAt = now();
  let printedAt: number | undefined;
  let findings = 0;
  const print = (counts: string, what: string) => {
    if (!isTTY || (printedAt !== undefined && now() - printedAt < STEP_MS)) return;
    printedAt = now();
    const found = findings === 0 ? "" : `, ${findings} found`;
    const seconds = Math.floor((now() - startedAt) / 1_000);
    const time = seconds < 60 ? `${seconds} s` : formatDuration(1_000 * seconds);
    const { line } = createTerminalText({ color: false, width: width - 1 });
    write(`${CLEAR}${line(`${counts}, ${time}${found}, ${what}`)}`);
  };
  const progress = (check: CheckResult, { done, total }: { readonly done: number; readonly total: number }) => {
    findings += check.findings.length;
    print(`${done}/${total}`, check.operation ?? check.title);
  };
  const end = () => {
    if (printedAt !== undefined) write(CLEAR);
    printedAt = undefined;
  };
  print("Starting", "waiting for the first response");
  return Object.assign(progress, { end });
}

const CLEAR = "\r\u001b[2K";

const STEP_MS = 100;
