import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { explainErrors, type SchemaFault } from "./explain-errors.js";
import type { Json, JsonObject } from "./json.js";
import { schemaDocument } from "./schema-document.js";
import { strictFormats } from "./strict-formats.js";

/** Whether undocumented properties and unknown enum values pass (`open`) or not (`closed`). */
export type Shape = "open" | "closed";

/** Validates a value against the schema at a JSON pointer of the contract. An empty list means that it holds. */
export type SchemaValidator = (schema: string, value: Json, shape?: Shape) => SchemaFault[];

/**
 * Makes a validator for the schemas of a contract. Schemas are compiled when first used, by their pointer.
 *
 * The validator throws an `Error` for a pointer that leads nowhere and for a schema that Ajv's strict mode refuses.
 */
export function createSchemaValidator(document: JsonObject): SchemaValidator {
  const shapes = new Map<Shape, SchemaValidator>();
  return (schema, value, shape = "open") => {
    const validate = shapes.get(shape) ?? compileShape(document, shape);
    shapes.set(shape, validate);
    return validate(schema, value);
  };
}

const KEY = "contract.json";
/** Keys of the copied document, and what OpenAPI adds to JSON Schema. */
const VOCABULARY = ["paths", "components", "parts", "discriminator", "externalDocs", "xml"];

function compileShape(document: JsonObject, shape: Shape): SchemaValidator {
  const { document: copy, places } = schemaDocument(document, shape);
  // A branch is also validated by itself, without the type that the schema around it gives: strictTypes refuses that.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, ...OPTIONS });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(strictFormats)) ajv.addFormat(name, format);
  ajv.addVocabulary(VOCABULARY);
  ajv.addSchema(copy, KEY);
  const compile = (at: string): ValidateFunction => {
    const fragment = at.split("/").map(encodeURIComponent).join("/");
    const validate = ajv.getSchema(`${KEY}#${fragment}`);
    if (validate === undefined) throw new Error(`The contract has no schema at ${at}`);
    return validate;
  };
  const errorsOf = (at: string, value: unknown): ErrorObject[] => {
    const validate = compile(at);
    return validate(value) === true ? [] : (validate.errors ?? []);
  };
  return (at, value) => {
    const errors = errorsOf(at, value);
    return errors.length === 0 ? [] : explainErrors(errors, { places, errorsOf });
  };
}

const OPTIONS = { allErrors: true, allowUnionTypes: true, strictRequired: false, verbose: true } as const;
