import { type Contract, checkExchange, type Exchange, type NegativeCase, type Violation } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/** The status of a sandbox for an invalid request. Invalid requests are rejected before the store is read. */
export function rejectionStatus({ rule, at, operation }: NegativeCase): number {
  if (rule === "operation-known") return 501;
  // D45: a file id that is not a number makes the method not allowed.
  if (rule === "method-allowed" || at === "/request/path/file_id") return 405;
  if (rule === "request-security" && operation.secured) return 401;
  // The acting user is resolved before anything else is read.
  if (at === "/request/headers/as-user") return 403;
  return 400;
}

/**
 * The violations in the response to a method that is not allowed, which is checked against the operation of the case. The
 * contract does not have the code of an unknown path.
 */
export function rejectionViolations(
  contract: Contract,
  { rule, operation }: NegativeCase,
  { request, response }: Exchange,
  target: TargetAddress,
): Violation[] {
  // A response to HEAD has no body to check.
  if (request.method === "HEAD" || rule !== "method-allowed") return [];
  const documented = { ...request, method: operation.method };
  const violations = checkExchange({ request: documented, response }, { contract, ...target, closed: true });
  return violations.filter(({ at }) => at.startsWith("/response/"));
}
