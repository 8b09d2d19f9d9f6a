import { isJsonObject, type Json, type JsonObject } from "../../contract/json.js";
import { pointer } from "../../contract/json-pointer.js";
import type { Exchange } from "../../exchange/exchange.js";
import type { ConductRule } from "../../report/report.js";
import { jsonOf, type Session } from "../check.js";
import { holds } from "./holds.js";

/** What an answer should have been. */
export interface Expectation {
  /** The `operationId` of the call. */
  readonly operation: string;
  /** The rule that does not hold otherwise. */
  readonly rule: ConductRule;
  /** What is wrong otherwise, as a sentence without its end; the status that came is added. */
  readonly otherwise: string;
}

/** Tells whether a call that must succeed did; notes a finding otherwise. */
export function expectSuccess(session: Session, operation: string, exchange: Exchange): boolean {
  return expectStatus(session, exchange, isSuccess, {
    operation,
    rule: "call-succeeds",
    otherwise: `${operation} must succeed`,
  });
}

/** Tells whether the status of an answer is a fitting one; notes a finding otherwise. */
export function expectStatus(
  session: Session,
  exchange: Exchange,
  fits: number | ((status: number) => boolean),
  { operation, rule, otherwise }: Expectation,
): boolean {
  const { status } = exchange.response;
  if (typeof fits === "number" ? status === fits : fits(status)) return true;
  const documented = pointer(session.contract.operation(operation).pointer, "responses");
  const contract = typeof fits === "number" ? pointer(documented, fits) : documented;
  const message = `${otherwise}, and was answered with ${status}`;
  session.find({ rule, message, operation, contract, at: "/response/status", exchange });
  return false;
}

/** Notes a finding for each value that an answer should hold and does not; tells whether all are there. */
export function expectValues(
  session: Session,
  exchange: Exchange,
  expected: JsonObject,
  { operation, otherwise, rule }: Expectation,
): boolean {
  const answer = jsonOf(exchange);
  const missing = Object.entries(expected).filter(
    ([name, value]) => !holds(isJsonObject(answer) ? answer[name] : undefined, value),
  );
  for (const [name] of missing) {
    session.find({
      rule,
      message: `${otherwise}: ${name} is another in the answer`,
      operation,
      contract: placeOf(session, operation, exchange.response.status, name),
      at: pointer("/response/body", name),
      exchange,
    });
  }
  return missing.length === 0;
}

/** Whether a status says that the call did what it was asked for. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a status says that the service refused the request, and did not fail. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** A text of the answer's JSON; undefined when there is none under the name. */
export function textIn(exchange: Exchange, name: string): string | undefined {
  const value = valueIn(exchange, name);
  return typeof value === "string" ? value : undefined;
}

/** A value of the answer's JSON. */
export function valueIn(exchange: Exchange, name: string): Json | undefined {
  const answer = jsonOf(exchange);
  return isJsonObject(answer) ? answer[name] : undefined;
}

/** Where the contract has a property of an answer: its schema, or the answer, where the schema chooses between several. */
function placeOf({ contract }: Session, operation: string, status: number, name: string): string {
  const answer = contract.operation(operation).responses.find((one) => one.status === String(status));
  const schema = answer?.content[0]?.schema;
  const fallback = answer?.pointer ?? contract.operation(operation).pointer;
  if (schema === undefined) return fallback;
  const { properties } = contract.schemaAt(schema);
  if (isJsonObject(properties) && name in properties) return pointer(contract.pointerOf(schema), "properties", name);
  return fallback;
}
