import type { Exchange } from "../exchange/exchange.js";
import { type HeaderNames, type RuleContext, ruleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";
import type { TimeLimit } from "../model/budget.js";
import type { Contract } from "../model/contract.js";
import { loadContract } from "../model/load-contract.js";
import { type Addresses, findRoute, type Route } from "../model/route.js";
import { errorConsistent, errorDiscreet } from "./error-body.js";
import { limitedViolations, notChecked } from "./fully-checked.js";
import {
  methodAllowed,
  operationKnown,
  requestBody,
  requestContentType,
  requestParameter,
  requestSecurity,
} from "./request-rules.js";
import {
  messageHeaders,
  responseBody,
  responseBodyClosed,
  responseContentType,
  responseEmpty,
  responseHeader,
  responseJson,
  statusDocumented,
} from "./response-rules.js";
import { responseBodyListed, standardRepresentation } from "./standard-representation.js";

/** How an exchange is checked. */
export interface CheckOptions extends Addresses, HeaderNames, TimeLimit {
  /** The contract. @default the contract of the client */
  readonly contract?: Contract | undefined;
  /**
   * Whether undocumented properties, unknown enum values and undocumented 2xx statuses in responses are violations. Leave it off for a service
   * that may be newer than the contract; turn it on to find undocumented content. @default false
   */
  readonly closed?: boolean | undefined;
  /**
   * Whether a property that the interface lists, and some services omit, is a violation where it is missing. These are the
   * names in `x-listed` of the contract. @default false
   */
  readonly listed?: boolean | undefined;
}

/**
 * Checks one exchange against the contract and returns its violations, those of the request first: at most 100, and the
 * message of the last one says how many more there are.
 *
 * Pure and synchronous. A request with an unknown URL or method has that one violation. A part that cannot be checked
 * within the limits of time and depth has a violation of the rule `fully-checked`.
 *
 * Throws an `Error` when the contract itself is invalid.
 *
 * @example
 * const violations = checkExchange({
 *   request: { method: "GET", path: "/users/me", headers: { authorization: "Bearer token" } },
 *   response: { status: 418 },
 * });
 */
export function checkExchange(exchange: Exchange, options: CheckOptions = {}): Violation[] {
  const { contract = loadContract(), closed = false, listed = false } = options;
  const { request } = exchange;
  const route = findRoute(contract, request.method, request.url ?? request.path, options);
  return limitedViolations(options, (check) => {
    if (route.kind !== "operation") return check(ROUTE_RULES, route, { at: "/request", contract: "/paths" });
    const context = ruleContext(contract, route, exchange, { ...options, closed, listed });
    const { pointer } = route.operation;
    const ofRequest = check(REQUEST_RULES, context, { at: "/request", contract: pointer });
    return [...ofRequest, ...check(RESPONSE_RULES, context, { at: "/response", contract: pointer })];
  });
}

/** Checks an exchange of another program. An error of the check becomes a violation, so that the others are checked. */
export function checkedExchange(exchange: Exchange, options: CheckOptions): Violation[] {
  try {
    return checkExchange(exchange, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return limitedViolations({}, () => [notChecked(reason, { at: "/response", contract: "/paths" })]);
  }
}

const ROUTE_RULES: readonly Rule<Route>[] = [operationKnown, methodAllowed];

const REQUEST_RULES: readonly Rule<RuleContext>[] = [
  requestParameter,
  requestContentType,
  requestBody,
  requestSecurity,
];

const RESPONSE_RULES: readonly Rule<RuleContext>[] = [
  statusDocumented,
  responseContentType,
  responseHeader,
  messageHeaders,
  responseEmpty,
  responseJson,
  responseBody,
  responseBodyClosed,
  responseBodyListed,
  errorConsistent,
  errorDiscreet,
  standardRepresentation,
];
