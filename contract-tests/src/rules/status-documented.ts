import { pointer } from "../contract/json-pointer.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** Checks that the contract documents the status: with `closed` this one, otherwise any 2xx. `default` covers only 4xx and 5xx. */
export const statusDocumented: Rule<RuleContext> = ({ operation, response }) => {
  if (response.documented !== undefined) return [];
  const known = operation.responses.map(({ status }) => status).join(", ");
  const message = `${operation.id} does not document status ${response.status}; expected ${known}`;
  const contract = pointer(operation.pointer, "responses");
  return [{ rule: "status-documented", message, contract, at: "/response/status" }];
};
