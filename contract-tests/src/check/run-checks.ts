import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type Contract, type Exchange, loadContract, type Operation } from "content-service-contract";
import { insecureMessage, isInsecure } from "content-service-contract/local-server";
import { createRedaction } from "content-service-contract/redaction";
import { createCoverage } from "../coverage/coverage.js";
import { withRedaction } from "../report/redacted-report.js";
import type { CheckReport, CheckResult, Effects, TracedExchange } from "../report/report.js";
import { conditionChecks } from "./conditions/condition-checks.js";
import { requireFacts } from "./document/facts.js";
import { inferResources } from "./document/infer-resources.js";
import { documentedErrorChecks } from "./errors/documented-errors.js";
import { flatContract } from "./flat/flat-contract.js";
import { withFlatSession } from "./flat/flat-session.js";
import { tokenChecks } from "./identity/token-checks.js";
import { principleChecks } from "./principles/principle-checks.js";
import { expectedRecordChecks } from "./reads/expected-records.js";
import { readChecks } from "./reads/read-checks.js";
import { refreshTokenChecks } from "./refresh/refresh-checks.js";
import { writesOf } from "./resources/operations.js";
import type { Resource } from "./resources/resources.js";
import { rightsChecks } from "./rights/rights-checks.js";
import { type CallerFacts, type Check, type CheckTarget, isPermitted } from "./session/check.js";
import { createPace } from "./session/pace.js";
import { createReachability } from "./session/reachability.js";
import { createRecordViews } from "./session/record-views.js";
import { openSession, type Run, SkippedError } from "./session/session.js";
import { createTimeBudget } from "./session/time-budget.js";
import { checksOfShard, type ShardOption, shardOf } from "./shards.js";
import { creationsOf } from "./writes/creation-facts.js";
import { withOthersRead } from "./writes/other-records.js";
import { writeChecks } from "./writes/write-checks.js";

/** Options of a run. */
export interface RunOptions {
  /** The contract to check. @default the contract of the client */
  readonly contract?: Contract | undefined;
  /** The most that checks may change. @default "none" */
  readonly effects?: Effects | undefined;
  /** The `operationId`s to check. @default all of them */
  readonly operations?: readonly string[] | undefined;
  /** The ids of the checks to run, such as those that failed before. @default all of them */
  readonly checks?: readonly string[] | undefined;
  /**
   * Whether to infer the resources of the contract, and to check with records of its own that they behave by principle: what
   * is created is found, and the like. Off for a mock without state. @default true
   */
  readonly inference?: boolean | undefined;
  /** The part of the checks to run, such as `{ index: 2, total: 5 }`. `merge` joins the reports of all. @default all of them */
  readonly shard?: ShardOption | undefined;
  /** Whether the run ends after the first failed check. What it created is removed. @default false */
  readonly failFast?: boolean | undefined;
  /** Whether what the contract does not document is a violation, as with `checkExchange`. @default false */
  readonly closed?: boolean | undefined;
  /** Whether what some services omit is required, as with `checkExchange`. @default false */
  readonly listed?: boolean | undefined;
  /** Called after each check. */
  readonly onProgress?: ((done: CheckResult, counts: { done: number; total: number }) => void) | undefined;
  /** Aborts the run: the remaining checks are skipped, and cleanup still runs. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time for all checks, in milliseconds. What does not fit is skipped. @default enough for all checks, by the
   * time that calls take, and at least 300000
   */
  readonly maxDurationMs?: number | undefined;
  /** The time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** How many checks that only read run at once. Those that write run alone, in order. @default 1 */
  readonly concurrency?: number | undefined;
  /** Statuses such as 502 and 503: a rare response with one is repeated once, and is no finding. @default [] */
  readonly tolerate?: readonly number[] | undefined;
  /** Whether the report has every exchange, without secrets. @default false */
  readonly trace?: boolean | undefined;
  /** Waits after a 429 response, and until something expires. @default a timer */
  readonly wait?: ((delayMs: number) => Promise<void>) | undefined;
}

/**
 * Checks a service against the contract, the safe operations first. The report has the checks in a fixed order.
 *
 * An unreachable service or a rejected token ends the run, and the report has the reason. An operation that sends no
 * complete response while others do is a finding; its other checks are skipped, and the run goes on. The promise rejects only with a
 * `TypeError`, for an invalid address, an unknown fact of a caller or operation, or a check that the options do not include.
 *
 * @example
 * const report = await runChecks({ baseUrl: "https://api.content.example/2.0", token });
 * process.exitCode = exitCodeOf(report);
 */
export async function runChecks(target: CheckTarget, options: RunOptions = {}): Promise<CheckReport> {
  const { contract = loadContract(), effects = "none", closed = false, listed = false } = options;
  const { now = Date.now, onProgress } = options;
  requireAddresses(target);
  requireKnownFacts(target);
  // The id of a check begins with its operation: the others need no plan.
  const { checks, shard, failFast = false } = options;
  const isNamed = ({ id }: Operation) => checks?.some((one) => one.startsWith(`${id}/`)) ?? true;
  const operations = options.operations ?? contract.operations.filter(isNamed).map(({ id }) => id);
  const chosen = chosenChecks(planChecks(contract, target, effects, operations, closed, options.inference), checks);
  const planned = shard === undefined ? chosen : checksOfShard(chosen, shard);
  const startedMs = now();
  const coverage = createCoverage(contract, target, options.operations);
  const wait = options.wait ?? ((delayMs: number) => setTimeout(delayMs, undefined, { signal }));
  const pace = createPace({ now, wait, tolerate: options.tolerate ?? [] });
  const records = createRecordViews(contract);
  let passedMs = 0;
  const { clock = { advance: wait, longestMs: USUAL_WAIT_MS } } = target;
  const countedClock = {
    ...clock,
    advance: async (delayMs: number) => {
      passedMs += delayMs;
      await clock.advance(delayMs);
    },
  };
  const waitedMs = () => pace.waitedMs() + passedMs;
  const budget = createTimeBudget(planned, { maxDurationMs: options.maxDurationMs, now, waitedMs });
  const signal = options.signal === undefined ? budget.signal : AbortSignal.any([options.signal, budget.signal]);
  // Each wait listens to it.
  setMaxListeners(0, signal);
  const reachability = createReachability(contract, target, signal);
  const leftBehind: string[] = [];
  const trace: TracedExchange[] = [];
  let exchanges = 0;
  const run = {
    contract,
    target: { ...target, clock: countedClock },
    closed,
    listed,
    coverage,
    redaction: createRedaction(contract, target),
    signal,
    pace,
    leftBehind,
    onExchange: (operation: Operation, exchange: Exchange, check: string) => {
      exchanges += 1;
      if (options.trace === true) trace.push({ check, endedAt: new Date(now()).toISOString(), exchange });
      return reachability.onExchange(operation, exchange);
    },
    onNoResponse: reachability.onNoResponse,
    budget,
    records,
    requestIds: new Set<string>(),
    aheadMs: 0,
    lostConnections: 0,
  };
  const results = new Map<Check, CheckResult>();
  for (const group of groupsOf(contract, planned)) {
    const left = group.values();
    const lane = async () => {
      for (const check of left) {
        const result = await next(check);
        results.set(check, result);
        onProgress?.(result, { done: results.size, total: planned.length });
      }
    };
    await Promise.all(Array.from({ length: Math.min(options.concurrency ?? 1, group.length) }, lane));
  }
  const report: CheckReport = {
    subject: target.baseUrl,
    source: "check",
    effects,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: now() - startedMs,
    exchanges,
    checks: planned.flatMap((check) => results.get(check) ?? []),
    coverage: coverage.report(),
    leftBehind,
    slowTails: budget.slowTails(),
    resources: planned.flatMap((check) => check.resource?.() ?? []),
    notes: [...reachability.notes(), ...pace.notes(), ...records.notes()],
    ...(options.trace === true ? { trace } : {}),
    ...(shard === undefined ? {} : { shard: shardOf(shard, chosen, contract) }),
  };
  return withRedaction(report, run.redaction);

  async function next(check: Check): Promise<CheckResult> {
    const { id, operation, title } = check;
    const before = budget.signal.aborted ? undefined : reachability.reason();
    if (before !== undefined) {
      // One errored check is enough for exit code 2.
      const outcome = [...results.values()].some((one) => one.outcome === "errored") ? "skipped" : "errored";
      return { id, operation, title, outcome, reason: before, findings: [], durationMs: 0 };
    }
    const isOver = failFast && [...results.values()].some(({ outcome }) => outcome === "failed");
    const ended = isOver ? "An earlier check failed (option failFast, --fail-fast)" : undefined;
    const reason = ended ?? reachability.silent(operation) ?? budget.usedUp(operation) ?? pace.usedUp(operation);
    if (reason !== undefined) return { id, operation, title, outcome: "skipped", reason, findings: [], durationMs: 0 };
    const first = await runCheck(check, run, now);
    const isCompared = first.findings.length > 0 && first.findings.every(({ rule }) => rule === "state-kept");
    if (check.effects !== "undone" || !isCompared || budget.usedUp(operation) !== undefined) return first;
    // Others may have changed the record in the meantime, but rarely twice.
    const again = await runCheck(check, run, now);
    if (again.outcome !== "passed") return again.outcome === "failed" ? again : first;
    const once = `Found once, and not when the check was repeated: ${first.findings[0]?.message}`;
    return { ...again, outcome: "skipped", reason: once };
  }
}

/** Enough to see a time pass that a check sets itself. */
const USUAL_WAIT_MS = 5000;

/** Neighbors that only read are a group; a check that writes, or spends a token, is one of its own. */
function groupsOf(contract: Contract, planned: readonly Check[]): Check[][] {
  const reads = ({ effects, operation }: Check) => effects === "none" && contract.operation(operation).isSafe;
  const groups: Check[][] = [];
  for (const check of planned) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && reads(last[0]) && reads(check)) last.push(check);
    else groups.push([check]);
  }
  return groups;
}

/** The checks that a run would make, in their order. */
export function planChecks(
  contract: Contract,
  target: CheckTarget,
  effects: Effects = "none",
  operations?: readonly string[],
  closed = false,
  inference = true,
): Check[] {
  requireFacts(contract);
  for (const id of operations ?? []) {
    if (!contract.operations.some((operation) => operation.id === id))
      throw new TypeError(`The contract has no operation ${id}`);
  }
  const chosen = contract.operations.filter(({ id }) => operations?.includes(id) ?? true);
  const flat = flatContract(contract);
  const resources = inference ? plannedResources(flat) : [];
  const planned = resources.flatMap(writesOf).map(({ id }) => contract.operation(id));
  const hasRights = target.callers !== undefined || contract.document["x-access"] !== undefined;
  const writes = writeChecks(contract, target, chosen, new Set(planned));
  // What belongs to no resource can change the whole service, such as a switch to maintenance.
  const owned = new Set(inferResources(contract).flatMap(writesOf));
  const isApart = (check: Check) => check.effects === "lasting" && !owned.has(contract.operation(check.operation));
  const checks = [
    ...readChecks(contract, target, chosen, inference),
    ...expectedRecordChecks(contract, target, chosen),
    ...tokenChecks(contract, chosen),
    ...(hasRights ? rightsChecks(contract, target, chosen) : []),
    ...documentedErrorChecks(contract, chosen),
    ...conditionChecks(contract, chosen, inference),
    ...writes.filter((one) => !isApart(one)),
    // The records that writes leave show more of lists.
    ...withFlatSession(contract, principleChecks(flat, target, { resources, operations: chosen, permitted: effects })),
    ...writes.filter(isApart),
  ];
  // Last, since they spend the refresh token.
  const all = [...withOthersRead(contract, checks), ...refreshTokenChecks(contract, target, chosen)];
  return all.filter((check) => isPermitted(check.effects, effects) && (closed || check.closedOnly !== true));
}

/** The inferred resources, without those that facts describe: with `x-paging`, and creations whose records they name. */
function plannedResources(contract: Contract): Resource[] {
  const isDescribed = (create: Operation) =>
    create.access.records.length > 0 && creationsOf(contract, [create]).length > 0;
  return inferResources(contract).filter(({ create, list }) => {
    const isPaged = list !== undefined && "x-paging" in contract.nodeAt(list.pointer);
    return create === undefined ? !isPaged : !isDescribed(create);
  });
}

function chosenChecks(planned: readonly Check[], ids: readonly string[] | undefined): readonly Check[] {
  const missing = ids?.find((id) => !planned.some((check) => check.id === id));
  if (missing !== undefined) throw new TypeError(`These options run no check ${missing}`);
  return planned.filter(({ id }) => ids?.includes(id) ?? true);
}

function requireAddresses({ baseUrl, authUrl, servers = {}, allowInsecure = false }: CheckTarget): void {
  for (const address of [baseUrl, ...(authUrl === undefined ? [] : [authUrl]), ...Object.values(servers)]) {
    if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address))
      throw new TypeError(`Expected an address that starts with http:// or https://; received ${address}`);
    if (!allowInsecure && isInsecure(address)) throw new TypeError(insecureMessage(address, "allowInsecure"));
  }
}

/** With a misspelled fact, a run would check less without a word. */
function requireKnownFacts({ callers = [] }: CheckTarget): void {
  for (const { name, facts = {} } of callers) {
    const unknown = Object.keys(facts).find((one) => !Object.hasOwn(FACTS, one));
    if (unknown !== undefined)
      throw new TypeError(`Unknown fact ${unknown} of ${name}; the facts are ${Object.keys(FACTS).join(", ")}`);
  }
}

const FACTS: Readonly<Record<keyof CallerFacts, true>> = {
  ...{ id: true, roles: true, tenant: true, actsForOthers: true },
  ...{ hidden: true, visible: true, grants: true, groups: true },
};

/** Runs one check with a session of its own. Does not throw. */
export async function runCheck(check: Check, run: Run, now: () => number): Promise<CheckResult> {
  const startedMs = now();
  const { session, findings, close } = openSession(run, check.id);
  let error: unknown;
  try {
    await check.run(session);
  } catch (thrown) {
    error = thrown;
  }
  const failures = (await close()).map((message) => `Cleanup failed: ${message}`);
  for (const failure of failures) session.leaveBehind(`${check.id}: ${failure}`);
  const skipped = error instanceof SkippedError && failures.length === 0;
  const message = error instanceof Error ? error.message : String(error);
  const reasons = [...(error === undefined ? [] : [message]), ...failures];
  const { id, operation, title } = check;
  const durationMs = now() - startedMs;
  const ended = { id, operation, title, findings, durationMs };
  if (findings.length > 0) return { ...ended, outcome: "failed" };
  if (reasons.length === 0) return { ...ended, outcome: "passed" };
  return { ...ended, outcome: skipped ? "skipped" : "errored", reason: run.redaction.text(reasons.join(". ")) };
}
