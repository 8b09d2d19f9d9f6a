import { pointer } from "../contract/json-pointer.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";
import { mustBeEmpty } from "./response-empty.js";

/** Checks that the media type of a response body is documented for the status. */
export const responseContentType: Rule<RuleContext> = (context) => {
  const { response } = context;
  const { body, documented, media } = response;
  if (documented === undefined || body.kind === "empty" || media !== undefined || mustBeEmpty(context)) return [];
  if (documented.content.length === 0) return [];
  const known = documented.content.map(({ type }) => type).join(", ");
  const message = `Expected a response body of type ${known}; received ${body.type ?? "no media type"}`;
  const contract = pointer(documented.pointer, "content");
  return [{ rule: "response-content-type", message, contract, at: "/response/headers/content-type" }];
};
