import {
  type Contract,
  checkExchange,
  type Exchange,
  type ExchangeRequest,
  type NegativeCase,
  type RuleId,
  type Violation,
} from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/** The status with which a sandbox refuses a wrong request: that of its fault, and not of what its world lacks. */
export function refusalStatus({ rule, at, operation }: NegativeCase): number {
  if (rule === "operation-known") return 404;
  // D45: a path with a file id that is no number counts as a path that does not take the method.
  if (rule === "method-allowed" || at === "/request/path/file_id") return 405;
  if (rule === "request-security" && operation.secured) return 401;
  // For whom a call acts is settled before anything else is read.
  if (at === "/request/headers/as-user") return 403;
  return 400;
}

/**
 * What is wrong with the form of a refusal that reached no operation, so that the contract has none for it. A method
 * that a path does not take is refused as its operation refuses, an unknown path with the error of any operation.
 */
export function faultsOfRefusal(
  contract: Contract,
  { rule, operation }: NegativeCase,
  { request, response }: Exchange,
  target: TargetAddress,
): Violation[] {
  // What answers to HEAD has no body, and so no form.
  if (request.method === "HEAD") return [];
  const reached: Partial<Record<RuleId, ExchangeRequest>> = {
    "method-allowed": { ...request, method: operation.method },
    "operation-known": { method: "GET", url: `${target.baseUrl}/users/me` },
  };
  const known = reached[rule];
  if (known === undefined) return [];
  const violations = checkExchange({ request: known, response }, { contract, ...target, closed: true });
  return violations.filter(({ at }) => at.startsWith("/response/"));
}
