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
  requestMedia,
  schemaProperties,
  stringAt,
} from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import { jsonOf, type Session } from "../session/check.js";
import { targetInput } from "../session/target-input.js";

/** Finds a rejection with the right kind of status, and a wrong status, a wrong name or a wrong `Allow` in it. */
export function expectCause(session: Session, negative: NegativeCase, exchange: Exchange): void {
  const { operation, kind, at } = negative;
  const { status, headers } = exchange.response;
  const what = `an invalid ${at.slice("/request/".length)}: ${kind}`;
  if (isOtherCause(session, negative, status)) {
    const message = `Expected a 400 response for ${what}; received ${status}`;
    session.find({ rule: "wrong-request-rejected", message, exchange });
  }
  const place = at.replace(/^\/request\/(query|body|path|headers)/, "");
  const named = otherNames(session.contract, operation, place, exchange);
  if (named.length > 0) {
    const message = `Expected the error to name ${nameOf(at)} for ${what}; received ${named.join(", ")}`;
    session.find({ rule: "error-consistent", message, at: "/response/body/context_info/errors/0/name", exchange });
  }
  if (session.listed && status === 400 && lacksNames(session.contract, operation, exchange)) {
    const message = `Expected the error to name ${nameOf(at)} for ${what}, as the documented one does; received no name`;
    session.find({ rule: "error-consistent", message, at: "/response/body/context_info", exchange });
  }
  if (negative.rule !== "method-allowed" || status !== 405) return;
  const received = new Headers(headers);
  const allow = received.get("allow") ?? "";
  const isListed = allow.split(",").some((one) => one.trim().toUpperCase() === exchange.request.method);
  const missing = missingMethods(session.contract, operation, received);
  if (missing.length === 0 && !isListed) return;
  const expected = isListed ? `not to list ${exchange.request.method}` : `to list ${missing.join(", ")}`;
  const message = `Expected Allow ${expected}; received ${allow}`;
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

function namesIn(body: Json | undefined): string[] {
  const errors = isJsonObject(body) ? arrayAt(objectAt(body, "context_info"), "errors") : [];
  return errors.flatMap((one) => (isJsonObject(one) ? [stringAt(one, "name") ?? ""] : []));
}

/** The names in an error, if all are names of the operation and none is that of the invalid value. */
export function otherNames(contract: Contract, operation: Operation, place: string, exchange: Exchange): string[] {
  const wrong = wordsOf(place);
  const body = jsonOf(exchange);
  if (wrong.length === 0 || !isJsonObject(body)) return [];
  const names = namesIn(body);
  const known = knownNames(contract, operation, exchange.request.body);
  const isOther = (name: string) => {
    const words = wordsOf(name);
    return words.some((word) => known.has(word)) && !words.some((word) => wrong.includes(word));
  };
  return names.length > 0 && names.every(isOther) ? names : [];
}

/** `/lock/expires_at` and `lock.expiresAt` have the same words. Positions in lists, ids and types name no value. */
function wordsOf(text: string): string[] {
  return text
    .split(/[/.[\]\s]+/)
    .map((word) => word.replace(/[-_$]/g, "").toLowerCase())
    .filter((word) => !/^(\d*|id|type)$/.test(word));
}

function knownNames(contract: Contract, operation: Operation, body: string | undefined): ReadonlySet<string> {
  const schema = requestMedia(operation)?.schema;
  const json = parseJson(body);
  const properties =
    schema === undefined ? [] : schemaProperties(contract, schema, isJsonObject(json) ? json : {}).keys();
  return new Set([...operation.parameters.map(({ name }) => name), ...properties].flatMap(wordsOf));
}

function nameOf(at: string): string {
  return at.split("/").slice(3).join(".");
}

/** The documented methods of the path that `Allow` does not list. RFC 9110, section 10.2.1: it lists all of them. */
function missingMethods(contract: Contract, { path }: Operation, headers: Headers): string[] {
  const allow = headers.get("allow");
  if (allow === null) return [];
  const listed = new Set(allow.split(",").map((one) => one.trim().toLowerCase()));
  const own = contract.operations.filter((one) => one.path === path).map(({ method }) => method);
  return own.filter((method) => !listed.has(method)).map((method) => method.toUpperCase());
}
