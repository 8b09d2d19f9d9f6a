import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** The body is there when it must be, absent when there is none, readable, and fits its schema. */
export const requestBody: Rule<RequestContext> = ({ contract, operation, request }) => {
  const { body, media } = request;
  const documented = operation.requestBody;
  if (body.kind === "empty")
    return documented?.required ? [violation("The request has no body", documented.pointer)] : [];
  if (documented === undefined) return [violation("The operation takes no body", operation.pointer)];
  if (media === undefined) return [];
  if (body.kind === "broken") return [violation(`The request body is not JSON: ${body.reason}`, media.pointer)];
  if (media.schema === undefined || body.kind !== "value") return [];
  return contract.validate(media.schema, body.value).map((fault) => ({
    rule: "request-body",
    message: `The request body${fault.at === "" ? "" : ` at ${fault.at}`} ${fault.message}`,
    contract: fault.contract,
    at: `/request/body${fault.at}`,
  }));
};

function violation(message: string, contract: string): Violation {
  return { rule: "request-body", message, contract, at: "/request/body" };
}
