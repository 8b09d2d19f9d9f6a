import { hasCredential } from "../exchange/credentials.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks that calls send the documented credentials, and a token only where the contract documents one. */
export const requestSecurity: Rule<RuleContext> = ({ contract, operation, request }) => {
  const header = request.headers.get("authorization");
  const violation = (message: string): Violation[] => [
    { rule: "request-security", message, contract: operation.securityPointer, at: "/request/headers/authorization" },
  ];
  if (!operation.secured) {
    const mayHave = header === null || operation.security.length > 0 || !contract.follows("content-service");
    return mayHave ? [] : violation("The operation documents no Authorization header");
  }
  if (operation.security.some((all) => all.every((one) => hasCredential(request, one, true)))) return [];
  const isBearer = operation.security.every((all) => all.every(({ kind }) => kind === "bearer"));
  if (isBearer && header === null) return violation("The Authorization header is missing");
  if (isBearer) return violation("The Authorization header is not a bearer token");
  const names = operation.security.map((all) => all.map(({ kind, name }) => `${name} (${kind})`).join(" and "));
  return violation(`Expected the credentials ${names.join(", or ")}; received none or others`);
};
