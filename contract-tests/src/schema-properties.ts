import type { Contract } from "./contract.js";
import { arrayAt, isJsonObject, type JsonObject, objectAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

/**
 * The properties that a schema documents for a record, by name, each with the pointer to its schema.
 *
 * References and parts of `allOf` are followed. Of a choice, only branches count whose constants the record has.
 */
export function schemaProperties(contract: Contract, schema: string, record: JsonObject): Map<string, string> {
  const { document } = contract;
  const place = placeAt(document, schema);
  const found = new Map<string, string>();
  for (const name of Object.keys(objectAt(place.node, "properties"))) {
    found.set(name, pointer(place.pointer, "properties", name));
  }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    for (const index of arrayAt(place.node, key).keys()) {
      const properties = schemaProperties(contract, pointer(place.pointer, key, index), record);
      if (key === "allOf" || constantsFit(document, properties, record)) {
        for (const [name, at] of properties) found.set(name, at);
      }
    }
  }
  return found;
}

function constantsFit(document: JsonObject, properties: Map<string, string>, record: JsonObject): boolean {
  return [...properties].every(([name, at]) => {
    const { node } = placeAt(document, at);
    return node["const"] === undefined || record[name] === undefined || node["const"] === record[name];
  });
}

/** The records of a body: its entries when it is a collection, else the body itself. Each with its pointer. */
export function recordsOf(body: JsonObject): [at: string, record: JsonObject][] {
  if (!Array.isArray(body["entries"])) return [["", body]];
  return body["entries"].flatMap((entry, index): [string, JsonObject][] =>
    isJsonObject(entry) ? [[pointer("/entries", index), entry]] : [],
  );
}
