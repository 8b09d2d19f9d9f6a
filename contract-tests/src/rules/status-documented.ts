import { pointer } from "../contract/json-pointer.js";
import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

/** The contract documents the status. `default` stands for errors alone: it makes no 2xx and no 3xx right. */
export const statusDocumented: Rule<RuleContext> = ({ operation, response }) => {
  if (response.documented !== undefined) return [];
  const known = operation.responses.map(({ status }) => status).join(", ");
  const message = `${operation.id} does not document status ${response.status}, it documents ${known}`;
  const contract = pointer(operation.pointer, "responses");
  return [{ rule: "status-documented", message, contract, at: "/response/status" }];
};
