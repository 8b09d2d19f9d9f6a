import { type Exchange, isJsonObject, type Json, type JsonObject, pointer, recordsOf } from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import { jsonOf, objectOf, type Session } from "./check.js";

export interface Expectation {
  /** @default "state-kept" */
  readonly rule?: ConductRule;
  /** The `operationId` of the finding. @default the operation that was called */
  readonly operation?: string;
  /** JSON pointer to the violated statement. @default the documented responses */
  readonly contract?: string;
}

export const PRECONDITION = { rule: "precondition-respected" } as const;

export function expectSuccess(session: Session, exchange: Exchange): boolean {
  const { status } = exchange.response;
  const message = `Expected ${session.operationOf(exchange)} to succeed; received ${status}`;
  if (!isSuccess(status)) session.find({ rule: "call-succeeds", message, exchange });
  return isSuccess(status);
}

/** The same for a call with ids that may not exist (`known` is false): a 4xx response is valid then. */
export function expectSuccessIfKnown(session: Session, exchange: Exchange, known: boolean): boolean {
  return (known || !isClientError(exchange.response.status)) && expectSuccess(session, exchange);
}

/** Finds a violation unless the status is an expected one. `what` names what it was expected for. */
export function expectStatus(
  session: Session,
  exchange: Exchange,
  expected: number | "2xx" | "4xx" | readonly number[],
  what: string,
  expectation: Expectation = {},
): boolean {
  const { status } = exchange.response;
  const statuses: readonly (number | string)[] = [expected].flat();
  if (statuses.includes(status) || statuses.includes(`${Math.floor(status / 100)}xx`)) return true;
  const operation = expectation.operation ?? session.operationOf(exchange);
  const documented = pointer(session.contract.operation(operation).pointer, "responses");
  const contract = typeof expected === "number" ? pointer(documented, expected) : documented;
  const message = `Expected a ${statuses.join(" or ")} response for ${what}; received ${status}`;
  session.find({ rule: "state-kept", contract, ...expectation, operation, message, exchange });
  return false;
}

/** Expects one success, and the status of a second request for the other. Returns the success, if both are as expected. */
export function expectOneOfTwo(
  session: Session,
  both: readonly Exchange[],
  status: number,
  { what = "requests at once", ...expectation }: Expectation & { readonly what?: string } = {},
): Exchange | undefined {
  const [winner, other] = both.filter(({ response }) => isSuccess(response.status));
  const loser = other ?? both.find((one) => one !== winner);
  if (loser === undefined) return undefined;
  const [expected, which] = winner === undefined ? (["2xx", "one"] as const) : ([status, "the second"] as const);
  return expectStatus(session, loser, expected, `${which} of two ${what}`, expectation) ? winner : undefined;
}

/** Returns whether the response has all of the values. */
export function expectValues(
  session: Session,
  exchange: Exchange,
  values: JsonObject,
  expected = "the response to contain the values of the request",
  rule: ConductRule = "state-kept",
): boolean {
  const operation = session.operationOf(exchange);
  const missing = Object.entries(values).filter(([name, value]) => !matches(objectOf(exchange)[name], value));
  for (const [name] of missing) {
    const message = `Expected ${expected}; received a different \`${name}\``;
    const contract = placeOf(session, operation, exchange.response.status, name);
    session.find({ rule, message, contract, at: pointer("/response/body", name), exchange });
  }
  return missing.length === 0;
}

/** Whether a value has the expected properties and items, in any order; times with any offset, `7.50` as `7.5`, e-mail addresses in any case. */
export function matches(value: Json | undefined, expected: Json): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return false;
    return expected.every((item) => value.some((one) => matches(one, item)));
  }
  if (isJsonObject(expected))
    return isJsonObject(value) && Object.entries(expected).every(([name, inner]) => matches(value[name], inner));
  if (typeof value === "string" && typeof expected === "string")
    return [Object.is, sameTime, isPadded, sameEmail, isMasked].some((agree) => agree(value, expected));
  return value === expected;
}

/** Whether one of two texts hides the other one, such as `*****` for a key. */
function isMasked(one: string, other: string): boolean {
  return [one, other].some((text) => /[*•]{3,}/.test(text));
}

/** Whether a text is a number with more zeros at its end. */
function isPadded(value: string, number: string): boolean {
  const zeros = number.includes(".") ? /^0+$/ : /^\.0+$/;
  return /^-?\d+(\.\d+)?$/.test(number) && value.startsWith(number) && zeros.test(value.slice(number.length));
}

/** The records of a success with their places: the entries of a list, or the body. */
export function recordsShown(exchange: Exchange): ReturnType<typeof recordsOf> {
  const body = isSuccess(exchange.response.status) ? jsonOf(exchange) : undefined;
  return isJsonObject(body) ? recordsOf(body) : [];
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

export function textIn(exchange: Exchange, name: string): string | undefined {
  const value = objectOf(exchange)[name];
  return typeof value === "string" ? value : undefined;
}

/** The contract's schema of a response property; the response itself where the schema is a choice of several. */
export function placeOf({ contract }: Session, operation: string, status: number, name: string): string {
  const response = contract.operation(operation).responses.find((one) => one.status === String(status));
  const schema = response?.content[0]?.schema;
  const fallback = response?.pointer ?? contract.operation(operation).pointer;
  if (schema === undefined) return fallback;
  const { properties } = contract.schemaAt(schema);
  if (isJsonObject(properties) && name in properties) return pointer(contract.pointerOf(schema), "properties", name);
  return fallback;
}

/** RFC 3339, section 5.6: the same instant can be written with another offset, or with more digits. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function sameTime(left: string, right: string): boolean {
  return DATE_TIME.test(left) && DATE_TIME.test(right) && Date.parse(left) === Date.parse(right);
}

/** Services commonly store an email address in lower case. */
function sameEmail(left: string, right: string): boolean {
  return /^\S+@\S+\.\S+$/.test(left) && left.toLowerCase() === right.toLowerCase();
}
