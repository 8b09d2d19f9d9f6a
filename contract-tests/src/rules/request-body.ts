import type { RequestContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks that a required body is present, that an undocumented one is absent, and the body against its schema. */
export const requestBody: Rule<RequestContext> = ({ contract, operation, request }) => {
  const { body, media } = request;
  const documented = operation.requestBody;
  if (body.kind === "empty")
    return documented?.required ? [violation("The request body is missing", documented.pointer)] : [];
  if (documented === undefined) return [violation("The operation documents no request body", operation.pointer)];
  if (media === undefined) return [];
  if (body.kind === "broken") return [violation(`The request body is not JSON: ${body.reason}`, media.pointer)];
  if (media.schema === undefined || body.kind !== "value") return [];
  return contract.validate(media.schema, body.value, "request").map((found) => ({
    rule: "request-body",
    message: `The request body${found.at === "" ? "" : ` at ${found.at}`} ${found.message}`,
    contract: found.contract,
    at: `/request/body${found.at}`,
  }));
};

function violation(message: string, contract: string): Violation {
  return { rule: "request-body", message, contract, at: "/request/body" };
}
