import { pointer } from "../contract/json-pointer.js";
import { readParameter } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks required headers, and the values of documented headers. */
export const responseHeader: Rule<RuleContext> = ({ contract, response }) => {
  const headers = response.documented?.headers ?? [];
  return headers.flatMap((header): Violation[] => {
    const at = pointer("/response/headers", header.name);
    const value = response.headers.get(header.name);
    if (value === null) {
      if (!header.required) return [];
      const message = `The response header ${header.name} is missing`;
      return [{ rule: "response-header", message, contract: header.pointer, at }];
    }
    const parameter = { ...header, in: "header", explode: false, style: "simple" } as const;
    return contract.validate(header.schema, readParameter(contract, parameter, [value])).map((found) => ({
      rule: "response-header",
      message: `The response header ${header.name} ${found.message}`,
      contract: found.contract,
      at: at + found.at,
    }));
  });
};
