import { isJsonObject, type Json, type JsonObject, stringAt } from "./json.js";
import { pointer, valueAt } from "./json-pointer.js";

/**
 * Requires an OpenAPI document of version 3.0 or 3.1 whose references stay inside. Throws a `TypeError` for anything else. A
 * document without a version is not checked.
 */
export function requireOpenApi(document: unknown): asserts document is JsonObject {
  if (!isJsonObject(document)) throw new TypeError("Expected a parsed OpenAPI document");
  const version = stringAt(document, "openapi");
  const other = document["swagger"] ?? document["openapi"];
  if (version === undefined && other === undefined && isJsonObject(document["paths"])) return;
  if (version === undefined || !/^3\.[01](\.|$)/.test(version)) {
    const received = other === undefined ? "a document without a version" : `version ${JSON.stringify(other)}`;
    const convert =
      document["swagger"] === undefined ? "" : ". Convert it first: npx swagger2openapi <file> -o openapi.yaml";
    throw new TypeError(`Expected an OpenAPI document of version 3.0 or 3.1; received ${received}${convert}`);
  }
  requireReferences(document, document, "");
}

/** Their content is no part of the document. */
const VALUES = new Set(["example", "examples", "default", "enum", "const", "value"]);

function requireReferences(document: JsonObject, node: Json, at: string): void {
  if (Array.isArray(node))
    for (const [index, one] of node.entries()) requireReferences(document, one, pointer(at, index));
  if (!isJsonObject(node)) return;
  const reference = stringAt(node, "$ref");
  if (reference !== undefined) {
    if (!reference.startsWith("#")) {
      throw new TypeError(`The document is not bundled: ${reference} at ${at} is in another document`);
    }
    if (!isJsonObject(valueAt(document, decodeURIComponent(reference.slice(1))))) {
      throw new TypeError(`The reference ${reference} at ${at} has no target`);
    }
  }
  // The names of a map are no keywords.
  const isMap = /\/(properties|schemas|patternProperties|\$defs)$/.test(at);
  for (const [key, one] of Object.entries(node)) {
    // `examples` is a map of objects that can be references, except in schemas.
    const isExampleMap = key === "examples" && isJsonObject(one);
    const isValue = !isMap && (key.startsWith("x-") || (VALUES.has(key) && !isExampleMap));
    if (!isValue && typeof one === "object") requireReferences(document, one, pointer(at, key));
  }
}
