import type { ErrorObject, Format, Options, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { cutViolations, interruptible, NotCheckedError, outsideTimeLimit, withBranchLimit } from "./budget.js";
import { explainErrors, type SchemaViolation } from "./explain-errors.js";
import type { Json, JsonObject } from "./json.js";
import { addLimitedKeywords, limitedPatterns } from "./limited-keywords.js";
import { type SchemaDocument, type Shape, schemaDocument } from "./schema-document.js";

/**
 * Validates a value against the schema at a JSON pointer. Returns an empty list for a valid value, and at most about 100
 * violations. Throws a `NotCheckedError` for a value that cannot be validated within the limits of time and depth.
 */
export type SchemaValidator = (schema: string, value: Json, shape?: Shape) => SchemaViolation[];

/** Whether a value matches the schema at a JSON pointer, by default as a value that a request may send. */
export type SchemaTest = (schema: string, value: Json, shape?: Shape) => boolean;

/** The validator and the quick test for the schemas of a contract, compiled on first use. Both throw for an unknown pointer. */
export function createSchemas(document: JsonObject): {
  readonly validate: SchemaValidator;
  readonly isValid: SchemaTest;
} {
  const schemasIn = compiledSchemas(document);
  return {
    validate(schema, value, shape = "open") {
      const { quick, full, first, places } = schemasIn(shape);
      if (isValidWithin(quick(schema), value)) return [];
      const errorsOf = (at: string, inner: unknown): ErrorObject[] => {
        const isExcessive = sizeOf(inner) === "excessive";
        const validate = (isExcessive ? first : full)(at);
        if (isValidWithin(validate, inner)) return [];
        if (isExcessive) cutViolations();
        return validate.errors ?? [];
      };
      return explainErrors(errorsOf(schema, value), { places, errorsOf });
    },
    isValid: (schema, value, shape = "request") => isValidWithin(schemasIn(shape).quick(schema), value),
  };
}

/** Calls a compiled schema. Only a large or deep value can take long. */
function isValidWithin(validate: ValidateFunction, value: unknown): boolean {
  const size = sizeOf(value);
  const run = () => withBranchLimit(MAX_BRANCHES[size], () => validate(value) === true);
  try {
    return size === "small" ? run() : interruptible(run);
  } catch (error) {
    if (error instanceof RangeError) throw new NotCheckedError("nested too deeply", { cause: error });
    throw error;
  }
}

/** How expensive a value may be: to validate, and to collect its errors. */
type Size = "small" | "large" | "excessive";

/** Limits time and memory: each branch that fails leaves an error. */
const MAX_BRANCHES = { small: 100_000, large: 1_000_000, excessive: 10_000_000 } as const;
const MAX_SMALL = { values: 20_000, depth: 8 };
const MAX_LARGE = { values: 100_000, depth: 64, width: 1_000 };

const sizes = new WeakMap<object, Size>();

function sizeOf(value: unknown): Size {
  if (typeof value !== "object" || value === null) return "small";
  const known = sizes.get(value) ?? measured(value);
  sizes.set(value, known);
  return known;
}

/** Measures level by level: recursion would overflow the stack. */
function measured(value: object): Size {
  let values = 0;
  let depth = 0;
  for (let level: object[] = [value]; level.length > 0; depth += 1) {
    if (depth > MAX_LARGE.depth) return "excessive";
    const next: object[] = [];
    for (const node of level) {
      const before = values;
      if (Array.isArray(node)) {
        values += node.length;
        for (const child of node) if (typeof child === "object" && child !== null) next.push(child);
      } else {
        // Parsed JSON inherits no enumerable properties. `Object.values` would make a list for each record.
        for (const name in node) {
          values += 1;
          const child: unknown = node[name as keyof typeof node];
          if (typeof child === "object" && child !== null) next.push(child);
        }
        if (values - before > MAX_LARGE.width) return "excessive";
      }
      if (values > MAX_LARGE.values) return "excessive";
    }
    level = next;
  }
  return values > MAX_SMALL.values || depth > MAX_SMALL.depth ? "large" : "small";
}

interface CompiledSchemas {
  /** Stops at the first violation, without details. */
  readonly quick: (schema: string) => ValidateFunction;
  /** Finds every violation, with details. Several times slower. */
  readonly full: (schema: string) => ValidateFunction;
  /** Stops at the first violation, with details. */
  readonly first: (schema: string) => ValidateFunction;
  /** The origins of the schemas in its errors. */
  readonly places: SchemaDocument["places"];
}

function compiledSchemas(document: JsonObject): (shape: Shape) => CompiledSchemas {
  const byShape = new Map<Shape, CompiledSchemas>();
  // Requests and responses of most contracts have the same schemas.
  let hasDirection: boolean | undefined;
  return (given) => {
    if (given === "request")
      hasDirection ??= outsideTimeLimit(() => /"(?:readOnly|writeOnly)":true/.test(JSON.stringify(document)));
    const shape = given === "request" && hasDirection === false ? "open" : given;
    const found = byShape.get(shape);
    if (found !== undefined) return found;
    const { document: copy, places, moved } = outsideTimeLimit(() => schemaDocument(document, shape));
    const made = {
      quick: compilerOf(copy, moved, QUICK),
      full: compilerOf(copy, moved, FULL),
      first: compilerOf(copy, moved, FIRST),
      places,
    };
    byShape.set(shape, made);
    return made;
  };
}

const KEY = "contract.json";
/** Keys of the copied document, and the OpenAPI keywords beside JSON Schema. */
const VOCABULARY = ["paths", "components", "parts", "discriminator", "externalDocs", "xml"];
// Documents have keywords and formats of their own. A number beyond 64 bits is parsed as `Infinity`.
const ANY: Options = { strict: false, strictNumbers: true, logger: false };
const QUICK: Options = { ...ANY, code: { regExp: limitedPatterns }, messages: false };
// These run on invalid values only. To optimize their code takes longer than it ever saves.
const FIRST: Options = { ...ANY, code: { regExp: limitedPatterns, optimize: false }, verbose: true };
const FULL: Options = { ...FIRST, allErrors: true };

function compilerOf(copy: JsonObject, moved: SchemaDocument["moved"], options: Options) {
  // Cached, since `getSchema` parses the pointer each time.
  const compiled = new Map<string, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  return (at: string): ValidateFunction => {
    const known = compiled.get(at);
    if (known !== undefined) return known;
    const fragment = (moved.get(at) ?? at).split("/").map(encodeURIComponent).join("/");
    const validate = outsideTimeLimit(() => {
      ajv ??= prepare(copy, options);
      return ajv.getSchema(`${KEY}#${fragment}`);
    });
    if (validate === undefined) throw new Error(`The contract has no schema at ${at}`);
    compiled.set(at, validate);
    return validate;
  };
}

function prepare(copy: JsonObject, options: Options): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(strictFormats)) ajv.addFormat(name, format);
  addLimitedKeywords(ajv);
  ajv.addVocabulary(VOCABULARY);
  ajv.addSchema(copy, KEY);
  return ajv;
}

/** Formats that are stricter here than in ajv-formats, by name. */
export const strictFormats: Record<string, Format> = {
  "date-time": { type: "string", validate: isDateTime },
  /** A signed 64-bit integer. ajv-formats accepts any integer. */
  int64: {
    type: "number",
    // JSON.parse rounds the maximum, 9223372036854775807, up to 2 ** 63.
    validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  },
};

/** The formats of addresses, for a validator of one's own. */
export const addressFormats: Record<"email" | "uri", Format> = { email: fullFormats.email, uri: fullFormats.uri };

/** Whether a text is a date-time (RFC 3339, section 5.6), also with a lowercase `t` and `z`. ajv-formats also accepts a space. */
export function isDateTime(text: string): boolean {
  return PLAIN_DATE_TIME.test(text) || (DATE_TIME.test(text) && formats.validate(text));
}

/** Most valid values, in less time: no fraction, days 1 to 28, no leap second. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

// The table of ajv-formats has the general format type.
const formats = fullFormats["date-time"] as { validate: (text: string) => boolean };
