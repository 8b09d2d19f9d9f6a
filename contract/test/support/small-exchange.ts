import type { Exchange, ExchangeRequest, ExchangeResponse } from "../../src/exchange/exchange.js";
import type { RuleId, Violation } from "../../src/exchange/violation.js";
import type { Json } from "../../src/model/json.js";
import { type CheckOptions, checkExchange } from "../../src/rules/check-exchange.js";
import { smallContract } from "./small-contract.js";

/** A valid crate with all standard attributes. */
export const crate = { type: "crate", id: "7", name: "lid", owner: { type: "user", id: "1" } };

/** The token of calls to the base address. */
export const token = { authorization: "Bearer abc" };

const JSON_TYPE = { "content-type": "application/json" };

/** A request for a crate. */
export function get(path = "/crates/7", headers: Record<string, string> = {}): ExchangeRequest {
  return { method: "GET", path, headers: { ...token, "crate-key": "k", ...headers } };
}

/** A request that sends JSON. */
export function put(body: Json, path = "/crates/7"): ExchangeRequest {
  return { method: "PUT", path, headers: { ...token, ...JSON_TYPE }, body: JSON.stringify(body) };
}

/** A response with JSON. */
export function response(body: Json, status = 200, headers: Record<string, string> = {}): ExchangeResponse {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** The violations of an exchange under the small contract. */
export function check(request: ExchangeRequest, received: ExchangeResponse, options: CheckOptions = {}): Violation[] {
  const exchange: Exchange = { request, response: received };
  return checkExchange(exchange, { contract: smallContract, ...options });
}

/** The violations without their messages, whose wording may change. */
export function found(violations: readonly Violation[]): Omit<Violation, "message">[] {
  return violations.map(({ rule, contract, at }) => ({ rule, contract, at }));
}

/** The one violation that a test expects, as `found` returns it. */
export function expected(rule: RuleId, contract: string, at: string): ReturnType<typeof found> {
  return [{ rule, contract, at }];
}
