import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** There is no body where none may be: after HEAD, with 204 and 304, and where the contract documents none. */
export const responseEmpty: Rule<RuleContext> = ({ response }) => {
  const { body, documented } = response;
  if (documented === undefined || body.kind === "empty" || !mustBeEmpty(response)) return [];
  const message = `A response to ${response.method.toUpperCase()} with status ${response.status} has no body`;
  return [{ rule: "response-empty", message, contract: documented.pointer, at: "/response/body" }];
};

/** Tells whether a response may not have a body (RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5). */
export function mustBeEmpty({ method, status, documented }: RuleContext["response"]): boolean {
  return method === "head" || status === 204 || status === 304 || documented?.content.length === 0;
}
