import { indexOperations } from "./index-operations.js";
import { isJsonObject, type JsonObject } from "./json.js";
import { type Place, placeAt } from "./json-pointer.js";
import type { Operation } from "./operation.js";
import {
  compiledSchemas,
  createSchemaTest,
  createSchemaValidator,
  type SchemaTest,
  type SchemaValidator,
} from "./schema-validator.js";

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
  /** The JSON pointer to that schema, with its references followed. */
  readonly pointerOf: (schema: string) => string;
  /**
   * The operation with an `operationId`.
   *
   * Throws an `Error` when the contract has no such operation.
   */
  operation(id: string): Operation;
}

/**
 * Creates a contract from a bundled OpenAPI 3.1 document. Schemas are compiled on first use.
 *
 * Throws a `TypeError` when the document is not an object, and an `Error` when a reference has no target.
 */
export function createContract(document: unknown): Contract {
  if (!isJsonObject(document)) throw new TypeError("Expected a parsed OpenAPI document");
  const operations = indexOperations(document);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const places = new Map<string, Place>();
  const find = (schema: string): Place => {
    const place = places.get(schema) ?? placeAt(document, schema);
    places.set(schema, place);
    return place;
  };
  const schemasIn = compiledSchemas(document);
  return {
    document,
    operations,
    validate: createSchemaValidator(document, schemasIn),
    isValid: createSchemaTest(document, schemasIn),
    schemaAt: (schema) => find(schema).node,
    pointerOf: (schema) => find(schema).pointer,
    operation(id) {
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`The contract has no operation ${id}`);
      return operation;
    },
  };
}
