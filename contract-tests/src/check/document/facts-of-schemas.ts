import {
  arrayAt,
  type Contract,
  isJsonObject,
  type Json,
  type Operation,
  pointer,
  stringsAt,
  valueAt,
} from "content-service-contract";
import { successSchema } from "../resources/payload.js";

/** A fact at a place of the contract, also beside a `$ref`; else in what it refers to. */
export function factAt({ document, schemaAt }: Contract, at: string, fact: string): Json | undefined {
  const node = valueAt(document, at);
  return (isJsonObject(node) ? node[fact] : undefined) ?? schemaAt(at)[fact];
}

export function isNullable(contract: Contract, schema: string): boolean {
  const node = contract.schemaAt(schema);
  const types = [node, ...arrayAt(node, "anyOf").filter(isJsonObject)];
  return types.some((one) => one["type"] === "null" || stringsAt(one, "type").includes("null"));
}

/** The schema of an object: of a choice, the one with the most properties. */
export function objectSchema(contract: Contract, schema: string): string {
  const at = contract.pointerOf(schema);
  const choices = arrayAt(contract.schemaAt(schema), "anyOf").map((_, index) => pointer(at, "anyOf", index));
  const sizes = choices.map((one) => contract.propertiesOf(one).size);
  return choices[sizes.indexOf(Math.max(...sizes))] ?? schema;
}

/** The properties with which one changes (`x-changes-with`): `*` is any, `$use` none, `$view` the operation that shows it. */
export function changesWith(contract: Contract, schema: string): readonly string[] {
  const fact = factAt(contract, schema, "x-changes-with");
  if (Array.isArray(fact)) return fact.map(String);
  return isJsonObject(fact) ? Object.keys(fact) : [];
}

/** The attributes that an operation documents for `fields`, without `type` and `id`. Undefined for one without `fields`. */
export function fieldsOf(contract: Contract, operation: Operation): readonly string[] | undefined {
  if (!operation.parameters.some((one) => one.in === "query" && one.name === "fields")) return undefined;
  const schema = successSchema(operation);
  if (schema === undefined || !Array.isArray(contract.schemaAt(schema)["anyOf"])) return undefined;
  const properties = contract.propertiesOf(pointer(contract.pointerOf(schema), "anyOf", 1));
  const entries = properties.get("entries");
  const items = entries === undefined ? undefined : contract.itemsOf(entries);
  const known = items === undefined ? properties : contract.propertiesOf(items);
  return [...known.keys()].filter((name) => !["type", "id"].includes(name));
}
