import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that there is no body after HEAD, with 204 and 304, and where the contract documents none. */
export const responseEmpty: Rule<RuleContext> = (context) => {
  const { body, documented } = context.response;
  if (documented === undefined || body.kind === "empty" || !mustBeEmpty(context)) return [];
  const { response } = context;
  const message = `Expected no body in the ${response.status} response to ${response.method.toUpperCase()}`;
  return [{ rule: "response-empty", message, contract: documented.pointer, at: "/response/body" }];
};

/** Whether a response must not have a body (RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5). */
export function mustBeEmpty({ contract, closed, response }: RuleContext): boolean {
  const { method, status, documented } = response;
  if (method === "head" || status === 204 || status === 304) return true;
  // Many documents leave `content` out where they say nothing about the body.
  return documented?.content.length === 0 && (closed || contract.follows("errors"));
}
