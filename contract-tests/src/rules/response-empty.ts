import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that there is no body after HEAD, with 204 and 304, and where the contract documents none. */
export const responseEmpty: Rule<RuleContext> = ({ response }) => {
  const { body, documented } = response;
  if (documented === undefined || body.kind === "empty" || !mustBeEmpty(response)) return [];
  const message = `Expected no body in the ${response.status} response to ${response.method.toUpperCase()}`;
  return [{ rule: "response-empty", message, contract: documented.pointer, at: "/response/body" }];
};

/** Whether a response must not have a body (RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5). */
export function mustBeEmpty({ method, status, documented }: RuleContext["response"]): boolean {
  return method === "head" || status === 204 || status === 304 || documented?.content.length === 0;
}
