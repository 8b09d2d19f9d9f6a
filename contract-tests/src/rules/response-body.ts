import { readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";
import { mustBeEmpty } from "./response-empty.js";

/** The body is there when the contract documents one, and fits its schema. */
export const responseBody: Rule<RuleContext> = ({ contract, response }) => {
  const { body, documented, media } = response;
  if (documented !== undefined && body.kind === "empty" && !mustBeEmpty(response)) {
    const message = `A response with status ${response.status} has a body`;
    return [{ rule: "response-body", message, contract: documented.pointer, at: "/response/body" }];
  }
  const value = readValue(body);
  if (media?.schema === undefined || value === undefined || response.fits(media.schema)) return [];
  return contract.validate(media.schema, value).map((fault) => ({
    rule: "response-body",
    message: `The response body${fault.at === "" ? "" : ` at ${fault.at}`} ${fault.message}`,
    contract: fault.contract,
    at: `/response/body${fault.at}`,
  }));
};
