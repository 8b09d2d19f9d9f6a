import type { ErrorObject, Options, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { explainErrors, type SchemaViolation } from "./explain-errors.js";
import { quickFormats, strictFormats } from "./formats.js";
import type { Json, JsonObject } from "./json.js";
import { type SchemaDocument, schemaDocument } from "./schema-document.js";

/** Validates a value against the schema at a JSON pointer. Returns an empty list for a valid value. */
export type SchemaValidator = (schema: string, value: Json, shape?: Shape) => SchemaViolation[];

/** Whether a value matches the schema at a JSON pointer. */
export type SchemaTest = (schema: string, value: Json, shape?: Shape) => boolean;

/**
 * Creates a validator for the schemas of a contract. Schemas are compiled on first use.
 *
 * The validator throws an `Error` for an unknown pointer and for a schema that Ajv's strict mode rejects.
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

/** Creates the quick test of a validator. It throws the same errors. */
export function createSchemaTest(
  document: JsonObject,
  schemasIn: (shape: Shape) => CompiledSchemas = compiledSchemas(document),
): SchemaTest {
  return (schema, value, shape = "open") => schemasIn(shape).quick(schema)(value) === true;
}

/** Whether undocumented properties and unknown enum values are valid (`open`) or not (`closed`). */
export type Shape = "open" | "closed";

/** The schemas of a contract in one shape, compiled on first use. */
export interface CompiledSchemas {
  /** Stops at the first violation, without details. */
  readonly quick: (schema: string) => ValidateFunction;
  /** Finds every violation, with details. Several times slower. */
  readonly full: (schema: string) => ValidateFunction;
  /** The origins of the schemas in its errors. */
  readonly places: SchemaDocument["places"];
}

/** Compiles the schemas of a contract on first use. Throws the errors of `createSchemaValidator`. */
export function compiledSchemas(document: JsonObject): (shape: Shape) => CompiledSchemas {
  const byShape = new Map<Shape, CompiledSchemas>();
  return (shape) => {
    const found = byShape.get(shape);
    if (found !== undefined) return found;
    const { document: copy, places } = schemaDocument(document, shape);
    const made = { quick: compilerOf(copy, QUICK, quickFormats), full: compilerOf(copy, FULL, strictFormats), places };
    byShape.set(shape, made);
    return made;
  };
}

const KEY = "contract.json";
/** Keys of the copied document, and the OpenAPI keywords beside JSON Schema. */
const VOCABULARY = ["paths", "components", "parts", "discriminator", "externalDocs", "xml"];
// A branch is also compiled by itself, without the type of its parent schema, which strictTypes rejects.
const STRICT = { strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true } as const;
const QUICK: Options = { ...STRICT, messages: false };
const FULL: Options = { ...STRICT, allErrors: true, verbose: true };

function compilerOf(copy: JsonObject, options: Options, formats: typeof strictFormats) {
  // Cached, since `getSchema` parses the pointer each time.
  const compiled = new Map<string, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  return (at: string): ValidateFunction => {
    const known = compiled.get(at);
    if (known !== undefined) return known;
    ajv ??= prepare(copy, options, formats);
    const fragment = at.split("/").map(encodeURIComponent).join("/");
    const validate = ajv.getSchema(`${KEY}#${fragment}`);
    if (validate === undefined) throw new Error(`The contract has no schema at ${at}`);
    compiled.set(at, validate);
    return validate;
  };
}

function prepare(copy: JsonObject, options: Options, formats: typeof strictFormats): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  ajv.addVocabulary(VOCABULARY);
  ajv.addSchema(copy, KEY);
  return ajv;
}
