import type { Contract, FindingRule, Json, Operation } from "../kit.js";

/**
 * The rule that a success in this shape breaks, told by the schemas of the contract alone: that of its whole answer, that
 * of its standard representation, and that with nothing undocumented. Undefined when it fits all three.
 */
export function ruleForShape(contract: Contract, operation: Operation, body: Json): FindingRule | undefined {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined) return undefined;
  if (contract.validate(schema, body).length > 0) return "response-body";
  const takesFields = operation.parameters.some(({ in: place, name }) => place === "query" && name === "fields");
  const standard = `${contract.pointerOf(schema)}/anyOf/0`;
  const chooses = Array.isArray(contract.schemaAt(schema)["anyOf"]);
  if (takesFields && chooses && contract.validate(standard, body).length > 0) return "standard-representation";
  return contract.validate(schema, body, "closed").length > 0 ? "response-body-closed" : undefined;
}
