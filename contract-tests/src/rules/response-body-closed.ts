import { readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/**
 * Checks a body for undocumented properties and enum values.
 *
 * Runs only with `closed`, and only on a body that matches the open schema.
 */
export const responseBodyClosed: Rule<RuleContext> = ({ closed, contract, response }) => {
  const { body, media } = response;
  const value = readValue(body);
  if (!closed || media?.schema === undefined || value === undefined) return [];
  if (!response.fits(media.schema) || response.fits(media.schema, "closed")) return [];
  return contract.validate(media.schema, value, "closed").map((found) => ({
    rule: "response-body-closed",
    message: `The response body at ${found.at} ${found.message}`,
    contract: found.contract,
    at: `/response/body${found.at}`,
  }));
};
