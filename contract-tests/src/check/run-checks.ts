import { setTimeout } from "node:timers/promises";
import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import { createCoverage } from "../coverage/coverage.js";
import { createRedaction } from "../redaction/redact.js";
import type { CheckReport, CheckResult, Effects } from "../report/report.js";
import type { Check, CheckTarget } from "./check.js";
import { readChecks } from "./checks/index.js";
import { createPatience } from "./patience.js";
import { runCheck } from "./run-check.js";
import { createStandstill } from "./standstill.js";
import { writeChecks } from "./writes/index.js";

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
  const standstill = createStandstill(contract, target, signal);
  const leftBehind: string[] = [];
  let exchanges = 0;
  const run = {
    contract,
    target,
    closed,
    coverage,
    redaction: createRedaction(contract, target),
    signal,
    patience: createPatience(wait),
    leftBehind,
    onExchange: (...one: Parameters<typeof standstill.onExchange>) => {
      exchanges += 1;
      return standstill.onExchange(...one);
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
    const before = standstill.reason();
    const { id, operation, title } = check;
    if (before !== undefined) {
      // One failure says that the run did not come to its end.
      const outcome = checks.some((one) => one.outcome === "errored") ? "skipped" : "errored";
      return { id, operation, title, outcome, reason: before, findings: [], durationMs: 0 };
    }
    const { result, error } = await runCheck(check, run, now);
    standstill.onCheck(error);
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
