import {
  type CheckOptions,
  type Contract,
  checkedExchange,
  type Exchange,
  type ExchangeRequest,
  findRoute,
  loadContract,
  notChecked,
  type RuleId,
  type Violation,
} from "content-service-contract";
import { createBodyLimit, createRedaction } from "content-service-contract/redaction";
import { counted, formatCount } from "content-service-contract/text";
import { createCoverage } from "../coverage/coverage.js";
import { withRedaction } from "../report/redacted-report.js";
import type { CheckReport, CheckResult, Finding } from "../report/report.js";

interface TrafficOptions extends CheckOptions {
  readonly subject: string;
  readonly source: "har" | "proxy";
  /** The clock, in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export type Traffic = ReturnType<typeof createTraffic>;

/** Creates a collector of exchanges. It keeps five examples of each kind of violation and counts the rest. */
export function createTraffic(options: TrafficOptions) {
  // The clock of the report is not the one of the time limit.
  const { subject, source, now = Date.now, contract = loadContract(), ...checking } = options;
  const checkOptions = { ...checking, contract };
  const coverage = createCoverage(contract, options);
  const startMs = now();
  const perOperation = new Map<string | undefined, OperationTraffic>();
  let exchanges = 0;
  let unread = 0;
  const limitedBodies = createBodyLimit();
  const redaction = createRedaction(contract);
  const operationOf = ({ request }: Exchange) => {
    const route = findRoute(contract, request.method, request.url ?? request.path, options);
    return route.kind === "operation" ? route.operation.id : undefined;
  };

  const recordWith = (exchange: Exchange, check: () => readonly Violation[]): readonly Finding[] => {
    exchanges++;
    const operation = operationOf(exchange);
    const traffic = perOperation.get(operation) ?? { exchanges: 0, violating: 0, kinds: new Map() };
    perOperation.set(operation, traffic);
    traffic.exchanges++;
    redaction.learn(exchange);
    const findings = findingsOf(exchange, operation, check);
    const [first] = findings;
    if (first === undefined) return [];
    traffic.violating++;
    const kept = limitedBodies(first.exchange);
    for (const finding of findings) keep(traffic, { ...finding, exchange: kept });
    return findings;
  };

  const findingsOf = (exchange: Exchange, operation: string | undefined, check: () => readonly Violation[]) => {
    try {
      const violations = check();
      if (violations.length === 0) return [];
      // Messages and pointers may quote the request.
      const { exchange: cleaned, clean } = redaction.redact(exchange);
      const text = (one: string) => redaction.text(clean(one));
      return violations.map(({ message, at, ...rest }) => ({
        ...{ ...rest, message: text(message), at: text(at) },
        ...{ operation, exchange: cleaned },
      }));
    } catch (error) {
      // One exchange must not cost the report of all others.
      const violation = notChecked(error instanceof Error ? error.name : "unknown error", NOT_CHECKED);
      const { method } = exchange.request;
      const unknown = { request: { method, path: "/" }, response: { status: exchange.response.status } };
      return [{ ...violation, operation, exchange: unknown }];
    }
  };

  return {
    /** Checks an exchange and returns its violations, with the secrets of all exchanges so far redacted. */
    record: (exchange: Exchange, readParts: ReadParts = {}) =>
      recordWith(exchange, () => {
        if (readParts.bodyRead === false || readParts.requestBodyRead === false) unread++;
        const violations = checkReadParts(exchange, checkOptions, readParts);
        coverage.record(exchange);
        return violations;
      }),
    /** The same for an exchange that is recorded later. */
    preview: (exchange: Exchange, readParts?: ReadParts) =>
      findingsOf(exchange, operationOf(exchange), () => checkReadParts(exchange, checkOptions, readParts)),
    /** Records an exchange that cannot be checked, because its response is missing or malformed. */
    recordBroken: (exchange: Exchange, reason: string) => recordWith(exchange, () => [notChecked(reason, NOT_CHECKED)]),
    /** The results so far: one check for each operation, and one for calls of no operation. */
    report: (): CheckReport =>
      // A later exchange may show what an earlier one repeats.
      withRedaction(
        {
          subject,
          source,
          startedAt: new Date(startMs).toISOString(),
          durationMs: now() - startMs,
          exchanges,
          checks: results(contract, perOperation),
          coverage: coverage.report(),
          leftBehind: [],
          notes: unread === 0 ? [] : [`${counted(unread, "exchange")} had a body that ${UNREAD}`],
        },
        redaction,
      ),
  };
}

const UNREAD = "was not checked, since it was not recorded, too long or not readable";
const NOT_CHECKED = { at: "/response", contract: "/paths" };

interface OperationTraffic {
  exchanges: number;
  violating: number;
  /** Violations by rule and pointers, without list indexes. */
  readonly kinds: Map<string, { readonly kept: Finding[]; notKept: number }>;
}

const KEPT_OF_A_KIND = 5;
/** Limits the memory for a service with ever new violations. */
const MAX_KINDS = 500;

function keep({ kinds }: OperationTraffic, finding: Finding): void {
  const { rule, contract, at } = finding;
  const own = `${rule} ${contract} ${at.replace(/\/\d+(?=\/|$)/g, "/*")}`;
  const key = kinds.has(own) || kinds.size < MAX_KINDS ? own : "others";
  const kind = kinds.get(key) ?? { kept: [], notKept: 0 };
  kinds.set(key, kind);
  if (kind.kept.length < KEPT_OF_A_KIND) kind.kept.push(finding);
  else kind.notKept++;
}

function results(contract: Contract, perOperation: ReadonlyMap<string | undefined, OperationTraffic>): CheckResult[] {
  const ofOperations = contract.operations.map(({ id }) =>
    resultOf(id, `${id}/traffic`, `Calls of ${id} and their responses match the contract`, perOperation.get(id)),
  );
  const unknown = perOperation.get(undefined);
  const title = "Every call belongs to an operation";
  return unknown ? [...ofOperations, resultOf(undefined, "unknown/traffic", title, unknown)] : ofOperations;
}

function resultOf(operation: string | undefined, id: string, title: string, traffic?: OperationTraffic): CheckResult {
  const common = { id, operation, title, durationMs: 0 };
  if (traffic === undefined) return { ...common, outcome: "skipped", reason: "Not called", findings: [] };
  const findings = [...traffic.kinds.values()].flatMap(({ kept, notKept }) =>
    kept.map((finding, index) =>
      notKept > 0 && index === kept.length - 1
        ? { ...finding, message: `${finding.message} (and ${notKept} more like it)` }
        : finding,
    ),
  );
  if (findings.length === 0) return { ...common, outcome: "passed", findings };
  const { violating, exchanges } = traffic;
  const calls = `${formatCount(violating)} of ${counted(exchanges, "call")}`;
  const wrong = operation === undefined ? "of no operation" : `of ${operation} with contract violations`;
  return { ...common, title: `${calls} ${wrong}`, outcome: "failed", findings };
}

interface ReadParts {
  /** Whether the body of the response was read. @default true */
  readonly bodyRead?: boolean | undefined;
  /** Whether the body of the request was read. @default true */
  readonly requestBodyRead?: boolean | undefined;
  /** Whether the response body cannot be decoded. @default false */
  readonly isMalformed?: boolean | undefined;
}

/** Checks the parts of an exchange that were read; rules about an unread body are skipped. */
function checkReadParts(exchange: Exchange, options: CheckOptions, readParts: ReadParts = {}): Violation[] {
  const { bodyRead = true, requestBodyRead = true, isMalformed = false } = readParts;
  const violations = checkedExchange(exchange, options).filter(
    ({ rule }) => (bodyRead || !OF_BODY.has(rule)) && (requestBodyRead || !OF_REQUEST_BODY.has(rule)),
  );
  return isMalformed ? [...violations, notChecked("the response body cannot be decoded", NOT_CHECKED)] : violations;
}

const OF_BODY: ReadonlySet<RuleId> = new Set<RuleId>([
  "response-content-type",
  "response-empty",
  "response-json",
  "response-body",
  "response-body-closed",
  "error-consistent",
  "error-discreet",
  "standard-representation",
]);

const OF_REQUEST_BODY: ReadonlySet<RuleId> = new Set<RuleId>(["request-body", "request-content-type"]);

/** Whether a request is a CORS preflight, which the browser sends and not the client. */
export function isPreflight({ method, headers }: ExchangeRequest): boolean {
  return method.toUpperCase() === "OPTIONS" && new Headers(headers).has("access-control-request-method");
}
