import type { Contract } from "../../contract.js";
import { isJsonObject, type Json, type JsonObject } from "../../json.js";
import { pointer } from "../../json-pointer.js";

/** Adds a property that the contract does not know to each record of an answer. */
export function withUnknownField(body: Json): Json {
  if (Array.isArray(body)) return body.map(withUnknownField);
  if (!isJsonObject(body)) return body;
  const inside = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withUnknownField(value)]));
  return { ...inside, unheard_of: "a property that the contract does not have" };
}

/**
 * Replaces each value for which the contract lists the known ones and allows others, by one that it does not know. A
 * constant such as `type` stays.
 */
export function withUnknownEnumValue(contract: Contract, schema: string, body: Json): Json {
  const node = contract.schemaAt(schema);
  const at = contract.pointerOf(schema);
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((key) =>
    Array.isArray(node[key]) ? node[key].map((_, index) => pointer(at, key, index)) : [],
  );
  if (typeof body === "string")
    return branches.some((branch) => isEnum(contract.schemaAt(branch))) ? "unheard_of" : body;
  if (Array.isArray(body)) {
    return "items" in node ? body.map((item) => withUnknownEnumValue(contract, pointer(at, "items"), item)) : body;
  }
  if (!isJsonObject(body)) return body;
  const own = isJsonObject(node["properties"]) ? node["properties"] : {};
  const changed = mapValues(body, (value, key) =>
    key in own ? withUnknownEnumValue(contract, pointer(at, "properties", key), value) : value,
  );
  return branches.reduce<Json>((found, branch) => withUnknownEnumValue(contract, branch, found), changed);
}

function isEnum(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]);
}

function mapValues(record: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
