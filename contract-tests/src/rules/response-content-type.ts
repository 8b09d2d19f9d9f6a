import { pointer } from "../contract/json-pointer.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";
import { mustBeEmpty } from "./response-empty.js";

/** A body has a media type that the contract documents for the status. */
export const responseContentType: Rule<RuleContext> = ({ response }) => {
  const { body, documented, media } = response;
  if (documented === undefined || body.kind === "empty" || media !== undefined || mustBeEmpty(response)) return [];
  const known = documented.content.map(({ type }) => type).join(", ");
  const message = `The response body is ${body.type ?? "of no media type"}, the contract has ${known}`;
  const contract = pointer(documented.pointer, "content");
  return [{ rule: "response-content-type", message, contract, at: "/response/headers/content-type" }];
};
