import {
  arrayAt,
  type Contract,
  type Exchange,
  errorCodeOf,
  exampleResponses,
  isJsonObject,
  type Json,
  type Operation,
  objectAt,
  parseJson,
  pointer,
  statusesByCode,
  stringAt,
} from "content-service-contract";
import { faultText, type NegativeCase } from "../../cases/broken-requests.js";
import type { ConductRule } from "../../report/report.js";
import { lackedRole } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";
import { expectStatus } from "../session/expectations.js";
import { errorsNamed } from "../session/record-requests.js";
import { targetInput } from "../session/target-input.js";

/** A documented error, by the name of its example, and its cause. */
export interface ExpectedError {
  readonly example: string;
  /** Completes "Expected a 404 response for …". */
  readonly what: string;
  /** The rule that another status violates. @default "wrong-request-rejected" */
  readonly rule?: ConductRule;
}

/** Expects the status, the code and the name in an example of the contract. Returns whether the status is right. */
export async function expectError(
  session: Session,
  exchange: Exchange,
  { example: name, what, rule = "wrong-request-rejected" }: ExpectedError,
): Promise<boolean> {
  const operation = session.contract.operation(session.operationOf(exchange));
  const [documented] = errorsNamed(operation, [name]);
  if (documented === undefined) return true;
  const contract = pointer(documented.response.pointer, "content");
  const { status } = exchange.response;
  // Some invalid queries have a documented 500.
  if (status >= 500 && operation.responses.some((one) => one.status === String(status))) return true;
  const lacking = documented.status === 403 ? undefined : lackedRole(session, exchange);
  if (lacking !== undefined) session.skip(lacking);
  if (!expectStatus(session, exchange, documented.status, what, { rule, contract })) return false;
  const [code, expected] = [errorCodeOf(jsonOf(exchange)), documented.code];
  // A service can have codes of its own.
  if (code !== undefined && code !== expected && statusesByCode(session.contract).has(code)) {
    const message = `Expected the code ${expected} for ${what}; received ${code}`;
    session.find({ rule: "error-consistent", message, contract, at: "/response/body/code", exchange });
  }
  const [wrong] = namesIn(documented.example.value);
  if (wrong !== undefined) expectName(session, exchange, { contract, name: wrong, place: wrong, what });
  return true;
}

export function expectConflict(session: Session, exchange: Exchange, what: string): Promise<boolean> {
  const conflicts = exampleResponses(session.contract.operation(session.operationOf(exchange)))
    .filter(({ status }) => status === 409)
    .flatMap(({ example }) => example ?? []);
  // This one is about another change that is still running.
  const example = conflicts.find(({ value }) => errorCodeOf(value) !== "operation_blocked_temporary")?.name ?? "";
  return expectError(session, exchange, { example, what, rule: "state-kept" });
}

/** Finds a rejection with the right kind of status, and a wrong status, a wrong name or a wrong `Allow` in it. */
export function expectCause(session: Session, negative: NegativeCase, exchange: Exchange): void {
  const { operation, at } = negative;
  const { status, headers } = exchange.response;
  const what = faultText(negative);
  const contract = pointer(operation.pointer, "responses");
  if (isOtherCause(session, negative, status))
    expectStatus(session, exchange, 400, what, { rule: "wrong-request-rejected", contract });
  const place = at.replace(/^\/request\/(query|body|path|headers)/, "");
  expectName(session, exchange, { contract, name: nameOf(at), place, what });
  if (session.listed && status === 400 && lacksNames(session.contract, operation, exchange)) {
    const message = `Expected the error to name ${nameOf(at)} for ${what}, as the documented one does; received no name`;
    session.find({ rule: "error-consistent", message, at: "/response/body/context_info", exchange });
  }
  if (negative.rule !== "method-allowed" || status !== 405) return;
  const allow = new Headers(headers).get("allow");
  const listed = (allow ?? "").split(",").map((one) => one.trim().toUpperCase());
  const isListed = listed.includes(exchange.request.method);
  // RFC 9110, section 10.2.1: it lists all methods of the path.
  const own = allow === null ? [] : session.contract.operations.filter((one) => one.path === operation.path);
  const missing = own.map(({ method }) => method.toUpperCase()).filter((method) => !listed.includes(method));
  if (missing.length === 0 && !isListed) return;
  const expected = isListed ? `not to list ${exchange.request.method}` : `to list ${missing.join(", ")}`;
  const message = `Expected Allow ${expected}; received ${allow ?? ""}`;
  session.find({ rule: "response-header", message, at: "/response/headers/allow", exchange });
}

/** Whether a status of another cause came for an invalid value, though every record of the request exists. */
function isOtherCause({ contract, target }: Session, { operation, at, rule }: NegativeCase, status: number): boolean {
  if (!/^\/request\/(query|body)/.test(at) || (rule !== "request-parameter" && rule !== "request-body")) return false;
  if (status === 405 || status === 412) return true;
  if (status !== 404 && status !== 409) return false;
  return operation.isSafe && targetInput(contract, operation, target).known;
}

/** Whether an error names no value where all documented ones with its status and code do. */
function lacksNames(contract: Contract, operation: Operation, exchange: Exchange): boolean {
  const code = errorCodeOf(jsonOf(exchange));
  const documented = exampleResponses(operation).flatMap(({ status, example }) => {
    const isSame = status === exchange.response.status && errorCodeOf(example?.value) === code;
    return isSame ? [namesIn(example?.value)] : [];
  });
  const isNamed = documented.length > 0 && documented.every((names) => names.length > 0);
  return contract.follows("errors") && isNamed && namesIn(jsonOf(exchange)).length === 0;
}

export function namesIn(body: Json | undefined): string[] {
  const errors = isJsonObject(body) ? arrayAt(objectAt(body, "context_info"), "errors") : [];
  return errors.flatMap((one) => (isJsonObject(one) ? [stringAt(one, "name") ?? ""] : []));
}

/** Finds the names in an error, if all are names of the operation and none is that of the invalid value. */
function expectName(
  session: Session,
  exchange: Exchange,
  { contract, name: expected, place, what }: Readonly<Record<"contract" | "name" | "place" | "what", string>>,
): void {
  const operation = session.contract.operation(session.operationOf(exchange));
  const wrong = wordsOf(place);
  const names = namesIn(jsonOf(exchange));
  const known = knownNames(session.contract, operation, exchange.request.body);
  const isOther = (name: string) => {
    const words = wordsOf(name);
    return words.some((word) => known.has(word)) && !words.some((word) => wrong.includes(word));
  };
  if (wrong.length === 0 || names.length === 0 || !names.every(isOther)) return;
  const message = `Expected the error to name ${expected} for ${what}; received ${names.join(", ")}`;
  const at = "/response/body/context_info/errors/0/name";
  session.find({ rule: "error-consistent", message, contract, at, exchange });
}

/** `/lock/expires_at` and `lock.expiresAt` have the same words. Positions in lists, ids and types name no value. */
function wordsOf(text: string): string[] {
  return text
    .split(/[/.[\]\s]+/)
    .map((word) => word.replace(/[-_$]/g, "").toLowerCase())
    .filter((word) => !/^(\d*|id|type)$/.test(word));
}

function knownNames(contract: Contract, operation: Operation, body: string | undefined): ReadonlySet<string> {
  const schema = operation.requestMedia?.schema;
  const json = parseJson(body);
  const properties = schema === undefined ? [] : contract.propertiesOf(schema, isJsonObject(json) ? json : {}).keys();
  return new Set([...operation.parameters.map(({ name }) => name), ...properties].flatMap(wordsOf));
}

function nameOf(at: string): string {
  return at.split("/").slice(3).join(".");
}
