import { type AccessRules, readAccessRules } from "./access.js";
import { indexOperations } from "./index-operations.js";
import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { type Place, placeAt, pointer, valueAt } from "./json-pointer.js";
import type { Operation } from "./operation.js";
import { schemaProperties } from "./schema-properties.js";
import { createSchemas, type SchemaTest, type SchemaValidator } from "./schema-validator.js";

/** An indexed OpenAPI document with compiled schemas. */
export interface Contract {
  /** The bundled OpenAPI document. */
  readonly document: JsonObject;
  /** Every operation, in the order of the document. */
  readonly operations: readonly Operation[];
  /** Validates a value against the schema at a JSON pointer of the document. */
  readonly validate: SchemaValidator;
  /** Whether a value matches that schema. Faster than `validate` for an invalid value. */
  readonly isValid: SchemaTest;
  /** The schema at a JSON pointer, with its references followed. */
  readonly schemaAt: (schema: string) => JsonObject;
  /** Whether a value that matches a schema can have a type. */
  readonly hasType: (schema: string, type: string) => boolean;
  /** The texts that a schema lists (`enum`), also by branches which each list some. */
  readonly enumAt: (schema: string) => string[];
  /** The names of the properties that a schema requires. */
  readonly requiredAt: (schema: string) => string[];
  /** The JSON pointer to the schema of the items of an array. */
  readonly itemsOf: (schema: string) => string;
  /** Any other object at a JSON pointer, with its references followed. */
  readonly nodeAt: (at: string) => JsonObject;
  /** The member of it that is an object. Empty where there is none. */
  readonly objectIn: (at: string, name: string) => JsonObject;
  /** The properties that a schema documents for a record, by default for any, with the pointers to their schemas. */
  readonly propertiesOf: (schema: string, record?: JsonObject) => ReadonlyMap<string, string>;
  /** The JSON pointer to that schema, with its references followed. */
  readonly pointerOf: (schema: string) => string;
  /**
   * The operation with an `operationId`.
   *
   * Throws an `Error` when the contract has no such operation.
   */
  operation(id: string): Operation;
  /** Who may act for others, and which rights a role on a record gives (`x-access`). */
  readonly accessRules: AccessRules;
  /** Whether the service follows a convention, beyond what OpenAPI can say (`x-conventions`). */
  follows(convention: Convention): boolean;
}

/**
 * A convention that a document names in `x-conventions`:
 *
 * - `errors`: an error body has `status`, `code` and `request_id`; every error is documented, with its codes as examples; an
 *   unknown id gets a 404; a response without `content` is empty.
 * - `fields`: the query parameter `fields` selects attributes; the response is a choice of the whole and the selected form.
 * - `records`: an object with `type` and `id` is the same record in every response.
 * - `any-success`: another 2xx status with the documented body is right.
 */
export type Convention = "errors" | "fields" | "records" | "any-success";

/**
 * Creates a contract from any bundled OpenAPI document of version 3.0 or 3.1. Schemas are compiled on first use.
 *
 * Throws a `TypeError` for anything else, and for a reference without a target or to another document.
 */
export function createContract(document: unknown): Contract {
  requireOpenApi(document);
  const conventions = new Set(stringsAt(document, "x-conventions"));
  const operations = indexOperations(document);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const places = new Map<string, Place>();
  const find = (schema: string): Place => {
    const place = places.get(schema) ?? placeAt(document, schema);
    places.set(schema, place);
    return place;
  };
  return {
    document,
    operations,
    ...createSchemas(document),
    schemaAt: (schema) => find(schema).node,
    hasType: (schema, type) => stringsAt(find(schema).node, "type").includes(type),
    enumAt: (schema) => listedTexts(find, schema),
    requiredAt: (schema) => stringsAt(find(schema).node, "required"),
    itemsOf: (schema) => pointer(find(schema).pointer, "items"),
    nodeAt: (at) => find(at).node,
    objectIn: (at, name) => objectAt(find(at).node, name),
    propertiesOf: (schema, record = {}) => schemaProperties({ document }, schema, record),
    pointerOf: (schema) => find(schema).pointer,
    operation(id) {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`The contract has no operation ${id}`);
      return operation;
    },
    accessRules: readAccessRules(document),
    follows: (convention) => conventions.has(convention),
  };
}

/** The texts of an `enum`, or of the `enum` and `const` of all branches. */
function listedTexts(find: (schema: string) => Place, schema: string, depth = 0): string[] {
  const { pointer: at, node } = find(schema);
  const own = [...stringsAt(node, "enum"), ...(depth > 0 ? [node["const"]] : [])].filter(
    (one) => typeof one === "string",
  );
  if (own.length > 0 || depth > MAX_BRANCHES) return own;
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((key) =>
    arrayAt(node, key).map((_, index) => pointer(at, key, index)),
  );
  const open = branches.filter((one) => find(one).node["type"] !== "null");
  const listed = open.map((one) => listedTexts(find, one, depth + 1));
  return listed.some(({ length }) => length === 0) ? [] : listed.flat();
}

const MAX_BRANCHES = 3;

/** Throws a `TypeError` for anything but a bundled document of OpenAPI 3.0 or 3.1. One without a version is not checked. */
function requireOpenApi(document: unknown): asserts document is JsonObject {
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
    if (!reference.startsWith("#"))
      throw new TypeError(`The document is not bundled: ${reference} at ${at} is in another document`);
    if (!isJsonObject(valueAt(document, decodeURIComponent(reference.slice(1)))))
      throw new TypeError(`The reference ${reference} at ${at} has no target`);
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
