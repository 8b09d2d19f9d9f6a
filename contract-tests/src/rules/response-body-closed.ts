import { readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/**
 * A body holds nothing that the contract does not document: no other property, no other value of an enum.
 *
 * Looked at only in the closed world, and only for a body that fits the open schema.
 */
export const responseBodyClosed: Rule<RuleContext> = ({ closed, contract, response }) => {
  const { body, media } = response;
  const value = readValue(body);
  if (!closed || media?.schema === undefined || value === undefined) return [];
  if (!response.fits(media.schema) || response.fits(media.schema, "closed")) return [];
  return contract.validate(media.schema, value, "closed").map((fault) => ({
    rule: "response-body-closed",
    message: `The response body at ${fault.at} ${fault.message}`,
    contract: fault.contract,
    at: `/response/body${fault.at}`,
  }));
};
