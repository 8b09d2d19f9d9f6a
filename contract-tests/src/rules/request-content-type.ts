import { pointer } from "../contract/json-pointer.js";
import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** A body that was sent has a media type that the operation takes. */
export const requestContentType: Rule<RequestContext> = ({ operation, request }) => {
  const { requestBody } = operation;
  if (requestBody === undefined || request.body.kind === "empty" || request.media !== undefined) return [];
  const known = requestBody.content.map(({ type }) => type).join(", ");
  const message = `The request body is ${request.body.type ?? "of no media type"}, the operation takes ${known}`;
  const contract = pointer(requestBody.pointer, "content");
  return [{ rule: "request-content-type", message, contract, at: "/request/headers/content-type" }];
};
