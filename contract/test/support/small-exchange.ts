import { describe, expect, test } from "vitest";
import type { ExchangeRequest, ExchangeResponse } from "../../src/exchange/exchange.js";
import type { RuleId, Violation } from "../../src/exchange/violation.js";
import type { Json } from "../../src/model/json.js";
import { type CheckOptions, checkExchange } from "../../src/rules/check-exchange.js";
import { smallContract } from "./small-contract.js";

/** A valid crate with all standard attributes. */
export const crate = { type: "crate", id: "7", name: "lid", owner: { type: "user", id: "1" } };

export const token = { authorization: "Bearer abc" };

const JSON_TYPE = { "content-type": "application/json" };

export function get(path = "/crates/7", headers: Record<string, string> = {}): ExchangeRequest {
  return { method: "GET", path, headers: { ...token, "crate-key": "k", ...headers } };
}

export function put(body: Json, path = "/crates/7"): ExchangeRequest {
  return { method: "PUT", path, headers: { ...token, ...JSON_TYPE }, body: JSON.stringify(body) };
}

export function response(body: Json, status = 200, headers: Record<string, string> = {}): ExchangeResponse {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

export function check(request: ExchangeRequest, received: ExchangeResponse, options: CheckOptions = {}): Violation[] {
  return checkExchange({ request, response: received }, { contract: smallContract, ...options });
}

/** What a rule reports of an exchange: the places in the contract and in the exchange, and nothing for an exchange that it accepts. */
export type Row = [
  title: string,
  request: ExchangeRequest,
  received: ExchangeResponse,
  places?: string | readonly string[],
  options?: CheckOptions,
];

/** Tests that exchanges violate a rule in the given places, and no other rule. */
export function testRule(rule: RuleId, rows: readonly Row[]): void {
  describe(rule, () => {
    test.each(rows)("%s", (_, request, received, places = [], options = {}) => {
      const found = check(request, received, options).map((one) => `${one.rule} ${one.contract} ${one.at}`);
      expect(found).toEqual([places].flat().map((place) => `${rule} ${place}`));
    });
  });
}
