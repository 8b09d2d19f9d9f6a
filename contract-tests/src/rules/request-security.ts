import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks that calls send a bearer token where the contract requires one, and only there. */
export const requestSecurity: Rule<RuleContext> = ({ operation, request }) => {
  const header = request.headers.get("authorization");
  const violation = (message: string): Violation[] => [
    { rule: "request-security", message, contract: operation.securityPointer, at: "/request/headers/authorization" },
  ];
  if (!operation.secured) return header === null ? [] : violation("The operation documents no Authorization header");
  if (header === null) return violation("The Authorization header is missing");
  return BEARER.test(header) ? [] : violation("The Authorization header is not a bearer token");
};

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +[-A-Za-z0-9._~+/]+=*$/i;
