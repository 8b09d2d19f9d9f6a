import { randomUUID } from "node:crypto";
import {
  addressOf,
  ambiguousJson,
  BodyTooLongError,
  type Contract,
  checkedExchange,
  type Exchange,
  inputRequest,
  notChecked,
  type Operation,
  pointer,
  tokenOperation,
  type Violation,
} from "content-service-contract";
import type { Redaction } from "content-service-contract/redaction";
import type { Coverage, UsedExamples } from "../../coverage/coverage.js";
import type { Finding } from "../../report/report.js";
import { lackedRole, otherCaller } from "./callers.js";
import { type CheckTarget, jsonOf, type Session } from "./check.js";
import { compareWithOthers, type Known } from "./compare-with-others.js";
import { isRepeatable, type Pace } from "./pace.js";
import { NoResponseError, type PathRequest, type SentExchange, send } from "./send.js";
import { targetInput } from "./target-input.js";
import type { TimeBudget } from "./time-budget.js";

export class SkippedError extends Error {
  override readonly name = "SkippedError";
}

export interface Run extends Known {
  readonly target: CheckTarget;
  readonly closed: boolean;
  readonly listed: boolean;
  readonly coverage: Coverage;
  readonly redaction: Redaction;
  readonly signal: AbortSignal | undefined;
  readonly pace: Pace;
  /** The records that remain after the run, as sentences. */
  readonly leftBehind: string[];
  readonly onExchange: (operation: Operation, exchange: Exchange, check: string) => Promise<void>;
  /** Called after each call without a complete response. Throws when the service is unreachable. */
  readonly onNoResponse: (operation: Operation, error: NoResponseError) => Promise<void>;
  /** The time of the run that each operation has left. */
  readonly budget: TimeBudget;
  /** How far the clock of the service is ahead of this one, in milliseconds. */
  aheadMs: number;
  /** How many connections the service closed before it responded to a safe request. */
  lostConnections: number;
}

/** The longest time to check one exchange. It leaves room for a busy machine: nobody waits for a response here. */
const CHECK_MS = 10_000;

/** The longest time to clean up when the time of the run is over. */
const CLEANUP_MS = 10_000;

/** Opens a session for one check. Returns it with its results. */
export function openSession(run: Run, check: string) {
  const { contract, target, redaction, closed, listed } = run;
  const { baseUrl, authUrl, servers, brandHeader } = target;
  const findings: Finding[] = [];
  const tasks: (() => Promise<void>)[] = [];
  const operations = new WeakMap<Exchange, string>();
  let { signal } = run;

  const checking = { contract, baseUrl, authUrl, servers, brandHeader, closed, listed, timeoutMs: CHECK_MS };
  let isOpen = true;
  const skipIfLate = ({ id }: Operation) => {
    const late = isOpen ? (run.budget.usedUp(id) ?? run.pace.usedUp(id)) : undefined;
    if (late !== undefined) session.skip(late);
  };
  /** A response that is incomplete or too long to read is a finding, and ends the check. */
  const received = async (operation: Operation, request: PathRequest, again = false): Promise<SentExchange> => {
    try {
      await run.pace.turn();
      return await run.budget.timed(operation.id, () => send(target, operation, request, signal));
    } catch (error) {
      skipIfLate(operation);
      const place = { operation: operation.id, contract: operation.pointer };
      const { path, ...rest } = request;
      const sent = { ...rest, url: `${addressOf(operation, target)}${path}` };
      if (error instanceof BodyTooLongError) {
        const exchange = { request: sent, response: { status: error.status } };
        session.find({ ...notChecked(error.message, { ...place, at: "/response/body" }), ...place, exchange });
      }
      if (!(error instanceof NoResponseError)) throw error;
      const finding = {
        ...place,
        rule: "response-complete",
        message: `Expected a complete response; received ${error.status === undefined ? "none" : "a part of it"}: ${error.reason}`,
        at: error.status === undefined ? "/response" : "/response/body",
        exchange: { request: sent, response: { status: error.status ?? 0 } },
      } as const;
      if (error.wasLost && operation.isSafe && !again) {
        const exchange = await received(operation, request, true);
        // RFC 9112, section 9.3.1: a server may close an idle connection, and clients retry safe requests then.
        run.lostConnections += 1;
        if (run.lostConnections > 1)
          session.find({ ...finding, message: `${finding.message}. The repeated request succeeded.` });
        return exchange;
      }
      if (!operation.isSafe) run.records.forget();
      await run.onNoResponse(operation, error);
      session.find(finding);
      error.isFound = true;
      throw error;
    }
  };
  /** An exchange, and the first violation of its request. */
  const exchangeOf = async (
    operation: Operation,
    request: PathRequest,
    options: ExchangeOptions,
  ): Promise<{ exchange: Exchange; own: Violation | undefined }> => {
    const { isFinding, used, rule, again = false } = options;
    if (addressOf(operation, target) === undefined) session.skip(noAddress(contract, operation));
    skipIfLate(operation);
    const exchange = await received(operation, request);
    if (!again && run.pace.isTolerated(exchange)) {
      const { status } = exchange.response;
      if (isRepeatable(operation)) return exchangeOf(operation, request, { ...options, again: true });
      if (isOpen) session.skip(`${operation.id} responded with ${status}, which is tolerated, and cannot be repeated`);
    }
    operations.set(exchange, operation.id);
    run.redaction.learn(exchange);
    const dateMs = Date.parse(new Headers(exchange.response.headers).get("date") ?? "");
    if (!Number.isNaN(dateMs)) run.aheadMs = dateMs - Date.now();
    run.coverage.record(exchange, used);
    await run.onExchange(operation, exchange, check);
    const violations = [...checkedExchange(exchange, checking), ...wireViolations(operation, exchange)];
    for (const violation of violations.filter((one) => isFinding(one) && !isUndocumentedError(one, exchange)))
      session.find({ ...violation, exchange });
    await compareWithOthers(run, session, { operation, request, exchange, repeat: received });
    if (run.pace.isLimited(operation, exchange)) return exchangeOf(operation, request, options);
    const { status } = exchange.response;
    // A 501 stays: the service does not have the method or path.
    if (status >= 500 && status !== 501 && operation.isSafe && !again) {
      const repeated = await exchangeOf(operation, request, { ...options, again: true });
      const second = repeated.exchange.response.status;
      if (second < 500) {
        const message = `Expected the same response to a repeated request; received ${status}, then ${second}`;
        session.find({ rule, message, exchange });
      }
      return repeated;
    }
    return { exchange, own: violations.find((one) => !inResponse(one)) };
  };

  /** OpenAPI expects known errors to be documented, not all: an id that the contract makes up may be unknown. */
  const isUndocumentedError = ({ rule }: Violation, { response: { status } }: Exchange) =>
    rule === "status-documented" && status >= 400 && status < 500 && !closed && !contract.follows("errors");

  const session: Session = {
    contract,
    target,
    closed,
    listed,
    async call(id, input, used) {
      const operation = contract.operation(id);
      const request = inputRequest(operation, input, target);
      const options = { isFinding: inResponse, used, rule: "call-succeeds" } as const;
      const { exchange, own } = await exchangeOf(operation, request, options);
      // Not the service's fault: an id of the target, or the check itself, violates the contract.
      if (own !== undefined) session.skip(`The request violates the contract: ${own.message}`);
      const lacking = isOpen ? lackedRole(session, exchange) : undefined;
      if (lacking !== undefined) session.skip(lacking);
      return exchange;
    },
    async sendWrong(id, request) {
      // Only a valid request decides which attributes a response has.
      const others = new Set(["standard-representation"]);
      // A gateway may reject an empty segment with a page of its own.
      if (/\/(\/|\?|$)/.test(request.path)) others.add("response-content-type");
      const isFinding = (one: Violation) => inResponse(one) && !others.has(one.rule);
      const options = { isFinding, rule: "wrong-request-rejected" } as const;
      return (await exchangeOf(contract.operation(id), request, options)).exchange;
    },
    operationOf(exchange) {
      const operation = operations.get(exchange);
      if (operation === undefined) throw new Error("Expected an exchange of this session");
      return operation;
    },
    hasWritten: run.records.hasWritten,
    inputFor: (id) => targetInput(contract, contract.operation(id), target),
    find(found) {
      const { message, operation = session.operationOf(found.exchange) } = found;
      const documented = pointer(contract.operation(operation).pointer, "responses");
      const finding = { contract: documented, at: "/response/status", ...found, operation };
      if (findings.some((known) => placeOf(known) === placeOf(finding))) return;
      findings.push({
        ...finding,
        caller: otherCaller(target, finding.exchange.request),
        message: redaction.text(message),
        exchange: redaction.exchange(finding.exchange),
      });
    },
    skip(reason) {
      throw new SkippedError(reason);
    },
    cleanUp: (task) => void tasks.push(task),
    leaveBehind: (what) => void run.leftBehind.push(redaction.text(what)),
    now: () => Date.now() + run.aheadMs,
    uniqueName: () => `contract-check-${randomUUID()}`,
  };
  return {
    session,
    findings,
    /** Runs the cleanup tasks, even when the run is aborted. Returns their errors, as sentences. */
    async close(): Promise<string[]> {
      // Cleanup also runs after an abort.
      signal = run.budget.signal.aborted ? AbortSignal.timeout(CLEANUP_MS) : undefined;
      isOpen = false;
      const failures: string[] = [];
      for (const task of tasks.reverse())
        await task().catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)));
      return failures;
    },
  };
}

/** What the parsed body does not show. */
function wireViolations(operation: Operation, exchange: SentExchange): Violation[] {
  const { brokenCharset } = exchange;
  const { headers, body = "" } = exchange.response;
  const isJson = /\bjson\b/i.test(new Headers(headers).get("content-type") ?? "");
  const ambiguity = isJson && jsonOf(exchange) !== undefined ? ambiguousJson(body) : undefined;
  const problem = brokenCharset === undefined ? ambiguity : `its bytes are not valid ${brokenCharset}`;
  if (problem === undefined) return [];
  const fault = isJson ? "is not interoperable JSON" : "contradicts its charset";
  const message = `The response body ${fault}: ${problem}`;
  const contract = pointer(operation.pointer, "responses");
  return [{ rule: isJson ? "response-json" : "response-header", message, contract, at: "/response/body" }];
}

interface ExchangeOptions {
  readonly isFinding: (violation: Violation) => boolean;
  readonly used?: UsedExamples | undefined;
  /** The rule that an intermittent failure violates. */
  readonly rule: "call-succeeds" | "wrong-request-rejected";
  readonly again?: boolean;
}

function noAddress(contract: Contract, { id, serverUrl }: Operation): string {
  if (tokenOperation(contract)?.id === id) return "Missing address of the token server: give --auth-url";
  return `Missing address of ${serverUrl}: give --server ${serverUrl}=URL`;
}

function inResponse({ at }: Violation): boolean {
  return /^\/response(?:\/|$)/.test(at);
}

/** A violation in each entry of a list is one finding. */
function placeOf({ rule, operation, contract, at }: Finding): string {
  return [rule, operation, contract, at.replace(/\/\d+(?=\/|$)/g, "/*")].join(" ");
}
