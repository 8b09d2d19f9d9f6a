import type { ErrorObject } from "ajv";
import { type CompiledSchemas, compiledSchemas, type Shape } from "./compiled-schemas.js";
import { explainErrors, type SchemaFault } from "./explain-errors.js";
import type { Json, JsonObject } from "./json.js";

export type { Shape };

/** Validates a value against the schema at a JSON pointer of the contract. An empty list means that it holds. */
export type SchemaValidator = (schema: string, value: Json, shape?: Shape) => SchemaFault[];

/** Tells whether a value fits the schema at a JSON pointer of the contract, and not why. */
export type SchemaTest = (schema: string, value: Json, shape?: Shape) => boolean;

/**
 * Makes a validator for the schemas of a contract. Schemas are compiled when first used, by their pointer.
 *
 * The validator throws an `Error` for a pointer that leads nowhere and for a schema that Ajv's strict mode refuses.
 */
export function createSchemaValidator(
  document: JsonObject,
  schemasIn: (shape: Shape) => CompiledSchemas = compiledSchemas(document),
): SchemaValidator {
  return (schema, value, shape = "open") => {
    const { quick, full, places } = schemasIn(shape);
    if (quick(schema)(value)) return [];
    const errorsOf = (at: string, inner: unknown): ErrorObject[] => {
      const validate = full(at);
      return validate(inner) === true ? [] : (validate.errors ?? []);
    };
    return explainErrors(errorsOf(schema, value), { places, errorsOf });
  };
}

/** Makes the test that a validator makes first. It throws as the validator does. */
export function createSchemaTest(
  document: JsonObject,
  schemasIn: (shape: Shape) => CompiledSchemas = compiledSchemas(document),
): SchemaTest {
  return (schema, value, shape = "open") => schemasIn(shape).quick(schema)(value) === true;
}
