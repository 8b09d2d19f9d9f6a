import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that a body labeled as JSON is JSON. */
export const responseJson: Rule<RuleContext> = ({ response }) => {
  const { body, media } = response;
  if (media === undefined || body.kind !== "broken") return [];
  const message = `The response body is not JSON: ${body.reason}`;
  return [{ rule: "response-json", message, contract: media.pointer, at: "/response/body" }];
};
