import { readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";
import { mustBeEmpty } from "./response-empty.js";

/** Checks that a documented body is present and matches its schema. */
export const responseBody: Rule<RuleContext> = (context) => {
  const { contract, response } = context;
  const { body, documented, media } = response;
  // A text or a file can be empty.
  const hasJson = documented?.content.some(({ type }) => /json$/.test(type)) ?? false;
  if (hasJson && documented !== undefined && body.kind === "empty" && !mustBeEmpty(context)) {
    const message = `The body of the ${response.status} response is missing`;
    return [{ rule: "response-body", message, contract: documented.pointer, at: "/response/body" }];
  }
  const value = readValue(body);
  if (media?.schema === undefined || value === undefined || response.fits(media.schema)) return [];
  return contract.validate(media.schema, value).map((found) => ({
    rule: "response-body",
    message: `The response body${found.at === "" ? "" : ` at ${found.at}`} ${found.message}`,
    contract: found.contract,
    at: `/response/body${found.at}`,
  }));
};
