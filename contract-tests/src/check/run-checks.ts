import { setTimeout } from "node:timers/promises";
import { callInput, inputRequest } from "../cases/call-input.js";
import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import type { Operation } from "../contract/operation.js";
import { createCoverage } from "../coverage/coverage.js";
import type { Exchange } from "../exchange/exchange.js";
import { createRedaction } from "../redaction/redacted-exchange.js";
import type { CheckReport, CheckResult, Effects } from "../report/report.js";
import { readChecks } from "./reads/read-checks.js";
import type { Check, CheckTarget } from "./session/check.js";
import { createBackoff, NoResponseError, send } from "./session/send.js";
import { openSession, type Run, SkippedError } from "./session/session.js";
import { writeChecks } from "./writes/write-checks.js";

/** What a run checks, and how. */
export interface RunOptions {
  /** The contract to hold. @default the contract of the client */
  readonly contract?: Contract | undefined;
  /** The most that checks may change. @default "none" */
  readonly effects?: Effects | undefined;
  /** The `operationId`s to check. @default all of them */
  readonly operations?: readonly string[] | undefined;
  /** Whether what the contract does not document is a violation, as with `checkExchange`. @default false */
  readonly closed?: boolean | undefined;
  /** Told of each check that has ended. */
  readonly onProgress?: ((done: CheckResult, counts: { done: number; total: number }) => void) | undefined;
  /** Ends the run early: what was not checked yet is skipped. What was made is removed all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Tells the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Waits where the service limits the rate of calls and says for how long. @default a timer */
  readonly wait?: ((delayMs: number) => Promise<void>) | undefined;
}

/**
 * Checks a service against the contract: one check after the other, in the same order each time, and what only reads
 * first.
 *
 * A service that cannot be reached, or that does not take the token, ends the run: the report says why. Rejects with a
 * `TypeError` for an address or an operation that cannot be, and with nothing else.
 *
 * @example
 * const report = await runChecks({ baseUrl: "https://api.content.example/2.0", token });
 * process.exitCode = exitCodeOf(report);
 */
export async function runChecks(target: CheckTarget, options: RunOptions = {}): Promise<CheckReport> {
  const { contract = loadContract(), effects = "none", closed = false, now = Date.now, signal, onProgress } = options;
  const wait = options.wait ?? ((delayMs: number) => setTimeout(delayMs, undefined, { signal }));
  requireAddresses(target);
  const planned = planChecks(contract, target, effects, options.operations);
  const startedMs = now();
  const coverage = createCoverage(contract, target);
  const stop = createStopCondition(contract, target, signal);
  const leftBehind: string[] = [];
  let exchanges = 0;
  const run = {
    contract,
    target,
    closed,
    coverage,
    redaction: createRedaction(contract, target),
    signal,
    backoff: createBackoff(wait),
    leftBehind,
    onExchange: (...one: Parameters<typeof stop.onExchange>) => {
      exchanges += 1;
      return stop.onExchange(...one);
    },
  };
  const checks: CheckResult[] = [];
  for (const check of planned) {
    const result = await next(check);
    checks.push(result);
    onProgress?.(result, { done: checks.length, total: planned.length });
  }
  return {
    subject: target.baseUrl,
    source: "check",
    effects,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: now() - startedMs,
    exchanges,
    checks,
    coverage: coverage.report(),
    leftBehind,
  };

  async function next(check: Check): Promise<CheckResult> {
    const before = stop.reason();
    const { id, operation, title } = check;
    if (before !== undefined) {
      // One failure says that the run did not come to its end.
      const outcome = checks.some((one) => one.outcome === "errored") ? "skipped" : "errored";
      return { id, operation, title, outcome, reason: before, findings: [], durationMs: 0 };
    }
    const { result, error } = await runCheck(check, run, now);
    stop.onCheck(error);
    return result;
  }
}

/** The checks that a run would make, in their order. */
export function planChecks(
  contract: Contract,
  target: CheckTarget,
  effects: Effects = "none",
  operations?: readonly string[],
): Check[] {
  for (const id of operations ?? []) {
    if (!contract.operations.some((operation) => operation.id === id)) {
      throw new TypeError(`The contract has no operation ${id}`);
    }
  }
  const all = [...readChecks(contract, target), ...writeChecks(contract, target)];
  const permitted = all.filter(
    (check) =>
      ORDER.indexOf(check.effects) <= ORDER.indexOf(effects) && (operations?.includes(check.operation) ?? true),
  );
  // A refresh token is spent by what checks it, so that comes last.
  const ofTokens = (check: Check) => contract.operation(check.operation).server === "auth";
  return [...permitted.filter((check) => !ofTokens(check)), ...permitted.filter(ofTokens)];
}

const ORDER: readonly Effects[] = ["none", "undone", "lasting"];

function requireAddresses({ baseUrl, authUrl }: CheckTarget): void {
  for (const address of [baseUrl, ...(authUrl === undefined ? [] : [authUrl])]) {
    if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address)) {
      throw new TypeError(`An address must begin with http:// or https://, unlike ${address}`);
    }
  }
}

/** How a check ended, and what stopped it. */
export interface RanCheck {
  readonly result: CheckResult;
  /** What it threw; undefined when it came to its end. */
  readonly error: unknown;
}

/** Runs one check with a session of its own. Does not throw. */
export async function runCheck(check: Check, run: Run, now: () => number): Promise<RanCheck> {
  const startedMs = now();
  const { session, findings, close } = openSession(run);
  let error: unknown;
  try {
    await check.run(session);
  } catch (thrown) {
    error = thrown;
  }
  const failures = (await close()).map((message) => `It could not be put back: ${message}`);
  for (const failure of failures) session.leaveBehind(`${check.id}: ${failure}`);
  const skipped = error instanceof SkippedError && failures.length === 0;
  const reasons = [...(error === undefined ? [] : [messageOf(error)]), ...failures];
  const { id, operation, title } = check;
  const durationMs = now() - startedMs;
  const ended = { id, operation, title, findings, durationMs };
  if (findings.length > 0) return { result: { ...ended, outcome: "failed" }, error };
  if (reasons.length === 0) return { result: { ...ended, outcome: "passed" }, error };
  const reason = run.redaction.text(reasons.join(". "));
  return { result: { ...ended, outcome: skipped ? "skipped" : "errored", reason }, error };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Finds out when it makes no sense to go on. */
export interface StopCondition {
  /** Takes note of an exchange. Throws when it shows that the service does not take the token at all. */
  onExchange(operation: Operation, exchange: Exchange): Promise<void>;
  /** Takes note of what a check threw, if anything. */
  onCheck(error: unknown): void;
  /** Why nothing more can be found out; undefined as long as something can. */
  reason(): string | undefined;
}

/** Makes what stops a run: an abort, a service that is not there, and a token that no operation takes. */
export function createStopCondition(
  contract: Contract,
  target: CheckTarget,
  signal: AbortSignal | undefined,
): StopCondition {
  let answered = false;
  let silentChecks = 0;
  let tokenTaken: boolean | undefined;
  let reason: string | undefined;

  return {
    async onExchange(operation, { request, response }) {
      answered = true;
      const withToken = new Headers(request.headers).get("authorization") === `Bearer ${target.token}`;
      if (!operation.secured || !withToken || tokenTaken !== undefined) return;
      tokenTaken = response.status !== 401 || (await otherTakesToken(operation));
      if (tokenTaken) return;
      reason = "The service does not take the token";
      throw new Error(reason);
    },
    onCheck(error) {
      silentChecks = error instanceof NoResponseError && !signal?.aborted ? silentChecks + 1 : 0;
      if (silentChecks > 0 && (!answered || silentChecks >= ENOUGH)) {
        reason = `The service cannot be reached: ${error instanceof Error ? error.message : ""}`;
      }
    },
    reason: () => (signal?.aborted ? "The run was aborted" : reason),
  };

  /** One operation that refuses a good token is a finding; when all do, it is the token. */
  async function otherTakesToken({ id }: Operation): Promise<boolean> {
    const other = contract.operations.find(
      (one) => one.id !== id && one.reads && one.secured && one.parameters.every(({ required }) => !required),
    );
    if (other === undefined) return true;
    const request = inputRequest(other, callInput(other, { optional: false }), target.token);
    const { response } = await send(target, other.server, request, signal);
    return response.status !== 401;
  }
}

/** So many checks in a row without an answer, and the service is gone. */
const ENOUGH = 3;
