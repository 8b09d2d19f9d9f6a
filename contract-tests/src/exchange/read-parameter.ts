import type { Contract } from "../contract/contract.js";
import { isJsonObject, type Json, type JsonObject, stringsAt } from "../contract/json.js";
import { placeAt, pointer } from "../contract/json-pointer.js";
import type { Parameter } from "../contract/operation.js";

/**
 * Turns what was sent for a parameter into the value that its schema describes.
 *
 * A value that does not read as its type stays text, so that the schema refuses it. A comma separates the items of
 * an array also when it was percent-encoded, since `URLSearchParams` writes it so.
 */
export function readParameter(contract: Contract, parameter: Parameter, sent: readonly string[]): Json {
  const types = typesAt(contract.document, parameter.schema);
  const first = sent[0] ?? "";
  if (!types.includes("array")) return sent.length > 1 ? [...sent] : readScalar(types, first);
  const itemTypes = typesAt(contract.document, pointer(contract.pointerOf(parameter.schema), "items"));
  const items = parameter.explode ? sent : sent.flatMap((value) => value.split(","));
  return items.map((item) => readScalar(itemTypes, item));
}

/** Reads a text as the first of the types that it fits; a text that fits none stays as it is. */
export function readScalar(types: readonly string[], text: string): Json {
  if (types.includes("integer") && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes("number") && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The types that a schema allows, through references and choices. */
export function typesAt(document: JsonObject, schema: string): readonly string[] {
  const ofDocument = known.get(document) ?? new Map<string, readonly string[]>();
  known.set(document, ofDocument);
  const types = ofDocument.get(schema) ?? readTypes(document, schema);
  ofDocument.set(schema, types);
  return types;
}

/** A contract is asked for the types of its parameters with every exchange. */
const known = new WeakMap<JsonObject, Map<string, readonly string[]>>();

function readTypes(document: JsonObject, schema: string): readonly string[] {
  const place = placeAt(document, schema);
  const own = stringsAt(place.node, "type");
  if (own.length > 0) return own;
  return ["anyOf", "oneOf", "allOf"].flatMap((key) => {
    const branches = place.node[key];
    if (!Array.isArray(branches)) return [];
    return branches.flatMap((branch, index) =>
      isJsonObject(branch) ? typesAt(document, pointer(place.pointer, key, index)) : [],
    );
  });
}
