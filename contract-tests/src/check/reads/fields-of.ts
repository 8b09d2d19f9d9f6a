import { type Contract, type Operation, pointer, schemaProperties } from "content-service-contract";
import { successSchema } from "../resources/payload.js";

/**
 * The attributes that an operation documents for `fields`, without `type` and `id`: those of the record, or of the entries
 * of its list. Undefined for an operation without `fields`.
 */
export function fieldsOf(contract: Contract, operation: Operation): readonly string[] | undefined {
  if (!operation.parameters.some((one) => one.in === "query" && one.name === "fields")) return undefined;
  const schema = successSchema(operation);
  if (schema === undefined || !Array.isArray(contract.schemaAt(schema)["anyOf"])) return undefined;
  const narrowed = pointer(contract.pointerOf(schema), "anyOf", 1);
  const properties = schemaProperties(contract, narrowed, {});
  const entries = properties.get("entries");
  const items = entries === undefined ? undefined : pointer(contract.pointerOf(entries), "items");
  const known = items === undefined ? properties : schemaProperties(contract, items, {});
  return [...known.keys()].filter((name) => !["type", "id"].includes(name));
}
