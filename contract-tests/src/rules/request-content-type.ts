import { pointer } from "../contract/json-pointer.js";
import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that the media type of a request body is documented. */
export const requestContentType: Rule<RequestContext> = ({ operation, request }) => {
  const { requestBody } = operation;
  if (requestBody === undefined || request.body.kind === "empty" || request.media !== undefined) return [];
  const known = requestBody.content.map(({ type }) => type).join(", ");
  const message = `Expected a request body of type ${known}; received ${request.body.type ?? "no media type"}`;
  const contract = pointer(requestBody.pointer, "content");
  return [{ rule: "request-content-type", message, contract, at: "/request/headers/content-type" }];
};
