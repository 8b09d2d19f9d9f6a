import { createContext, Script } from "node:vm";

export interface TimeLimit {
  /**
   * The longest time that the check of an exchange may take, in milliseconds. What is left is reported by the rule
   * `fully-checked`. @default 1000
   */
  readonly timeoutMs?: number | undefined;
  /** The clock, in milliseconds. @default the CPU time of the process, where that is less than the time that passes */
  readonly now?: (() => number) | undefined;
}

/** Thrown when a value cannot be validated within the limits of time and depth. */
export class NotCheckedError extends Error {
  override readonly name = "NotCheckedError";
}

interface Budget {
  readonly timeoutMs: number;
  readonly elapsedMs: () => number;
  /** The time that the check may take, and what else has taken time meanwhile. */
  allowedMs: number;
  /** The time left for patterns that may backtrack. */
  patternMs: number;
  isCut: boolean;
}

const TIMEOUT_MS = 1_000;
const PATTERN_MS = 200;

// A check is synchronous, so there is one at a time.
let current: Budget | undefined;

/** Calls a function within a time limit, or within the one of its caller. */
export function withTimeLimit<Result>(limit: TimeLimit, run: (budget: { readonly isCut: boolean }) => Result): Result {
  if (current !== undefined) return run(current);
  const { timeoutMs = TIMEOUT_MS, now } = limit;
  const elapsedMs = now === undefined ? stopwatch() : since(now);
  const budget = { timeoutMs, elapsedMs, allowedMs: timeoutMs, patternMs: PATTERN_MS, isCut: false };
  current = budget;
  try {
    return run(budget);
  } finally {
    current = undefined;
  }
}

export function isOutOfTime(): boolean {
  return current !== undefined && current.elapsedMs() >= current.allowedMs;
}

/** Measures a time, as far as the process computed in it: a busy machine delays a check, and does not make it long. */
export function stopwatch(now = () => performance.now(), cpu = cpuMs): () => number {
  const startMs = now();
  // The last reading will do if it is of the same clock and was taken a short time ago.
  if (last.cpu !== cpu || startMs - last.atMs >= SHORT_MS) last = { cpu, atMs: startMs, usedMs: cpu() };
  const { usedMs } = last;
  return () => {
    const ms = now() - startMs;
    return ms < SHORT_MS ? ms : Math.min(ms, cpu() - usedMs);
  };
}

let last = { cpu: cpuMs, atMs: Number.NEGATIVE_INFINITY, usedMs: 0 };

/** So short that asking for the CPU time, a call of the system that can take half a millisecond, costs more than it tells. */
const SHORT_MS = 50;

function since(now: () => number): () => number {
  const startMs = now();
  return () => now() - startMs;
}

function cpuMs(): number {
  // A browser has no such clock.
  const usage = globalThis.process?.cpuUsage?.();
  return usage === undefined ? performance.now() : (usage.user + usage.system) / 1000;
}

/** Throws a `NotCheckedError` when the time is used up. */
export function requireTime(): void {
  if (current !== undefined && isOutOfTime()) throw timedOut(current.timeoutMs);
}

let branches = 0;
let mostBranches = 0;

/** Calls a function that may try so many branches of choices. Nested choices multiply. */
export function withBranchLimit<Result>(most: number, run: () => Result): Result {
  [branches, mostBranches] = [0, most];
  return run();
}

/** Counts branches of a choice. Throws a `NotCheckedError` above the limit. */
export function countBranches(count: number): void {
  branches += count;
  if (branches > mostBranches) throw new NotCheckedError(`more than ${mostBranches} branches of nested choices`);
}

export function cutViolations(): void {
  if (current !== undefined) current.isCut = true;
}

/** Calls a function whose time does not count, such as the compilation of a schema. */
export function outsideTimeLimit<Result>(run: () => Result): Result {
  const startMs = current?.elapsedMs() ?? 0;
  const result = run();
  if (current !== undefined) current.allowedMs += current.elapsedMs() - startMs;
  return result;
}

const context = createContext({ run: undefined as (() => void) | undefined });
const MAX_TRIES = 5;
const TIMEOUT_CODE = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const script = new Script("run()");

/** Calls a pure function, and stops it when the time is used up, also within a regular expression. Costs a thread. */
export function interruptible<Result>(run: () => Result, of: "value" | "pattern" = "value", tries = MAX_TRIES): Result {
  requireTime();
  const allowedMs = current === undefined ? TIMEOUT_MS : Math.ceil(current.allowedMs - current.elapsedMs());
  const patternMs = current?.patternMs ?? PATTERN_MS;
  if (of === "pattern" && patternMs <= 0) throw timedOut(PATTERN_MS);
  const timeout = Math.max(1, Math.min(allowedMs, of === "pattern" ? Math.ceil(patternMs) : allowedMs));
  const elapsedMs = stopwatch();
  let result: { readonly value: Result } | undefined;
  const before = context["run"];
  try {
    context["run"] = () => {
      result = { value: run() };
    };
    script.runInContext(context, { timeout });
  } catch (error) {
    // The error is of the other context, so it is no instance of this `Error`.
    const isTimeout = typeof error === "object" && error !== null && "code" in error && error.code === TIMEOUT_CODE;
    if (!isTimeout) throw error;
    // The timeout is of the time that passes, in which the process may not have had a turn.
    if (elapsedMs() < timeout / 2 && tries > 1) return interruptible(run, of, tries - 1);
    throw timedOut(of === "pattern" ? PATTERN_MS : (current?.timeoutMs ?? TIMEOUT_MS));
  } finally {
    context["run"] = before;
    if (of === "pattern" && current !== undefined) current.patternMs -= elapsedMs();
  }
  if (result === undefined) throw timedOut(timeout);
  return result.value;
}

function timedOut(limitMs: number): NotCheckedError {
  return new NotCheckedError(`timed out after ${limitMs} ms`);
}
