import type { ErrorObject } from "ajv";
import type { Contract } from "../../src/index.js";
import { explainErrors } from "../../src/model/explain-errors.js";
import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt } from "../../src/model/json.js";
import { placeAt, pointer } from "../../src/model/json-pointer.js";
import { compiledSchemas, type SchemaValidator } from "../../src/model/schema-validator.js";
/** The slow way: every value goes through the validator that finds all faults, and nothing is tested before. */
export function fullValidator(document: JsonObject): SchemaValidator {
  const schemasIn = compiledSchemas(document);
  return (schema, value, shape = "open") => {
    const { full, places } = schemasIn(shape);
    const errorsOf = (at: string, inner: unknown): ErrorObject[] => {
      const validate = full(at);
      return validate(inner) === true ? [] : (validate.errors ?? []);
    };
    const errors = errorsOf(schema, value);
    return errors.length === 0 ? [] : explainErrors(errors, { places, errorsOf });
  };
}

/** The same contract, asked the slow way. */
export function slowContract(contract: Contract): Contract {
  const validate = fullValidator(contract.document);
  return { ...contract, validate, isValid: (schema, value, shape) => validate(schema, value, shape).length === 0 };
}

/** What `schemaProperties` responses, read from the document for each record again. */
export function plainProperties(document: JsonObject, schema: string, record: JsonObject): Map<string, string> {
  const place = placeAt(document, schema);
  const found = new Map<string, string>();
  for (const name of Object.keys(objectAt(place.node, "properties")))
    found.set(name, pointer(place.pointer, "properties", name));
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    for (const index of arrayAt(place.node, key).keys()) {
      const properties = plainProperties(document, pointer(place.pointer, key, index), record);
      const fits = [...properties].every(([name, at]) => {
        const { const: constant } = placeAt(document, at).node;
        return constant === undefined || record[name] === undefined || constant === record[name];
      });
      if (key === "allOf" || fits) for (const [name, at] of properties) found.set(name, at);
    }
  }
  return found;
}

/** Gives whole numbers below a bound, the same ones for the same seed. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    // The lowest bits repeat after a few numbers.
    return (state >>> 8) % below;
  };
}

/** A copy of a body with one to three things in it changed, taken out or added. */
export function mutatedBody(body: Json, random: (below: number) => number): Json {
  let changed = structuredClone(body);
  for (let left = 1 + random(3); left > 0; left -= 1) changed = changeSomewhere(changed, random);
  return changed;
}

function changeSomewhere(value: Json, random: (below: number) => number): Json {
  const goesIn = typeof value === "object" && value !== null && random(5) > 0;
  if (Array.isArray(value) && goesIn && value.length > 0) {
    const at = random(value.length);
    if (random(8) === 0) return value.toSpliced(at, 1);
    return value.with(at, changeSomewhere(value[at] ?? null, random));
  }
  if (!isJsonObject(value) || !goesIn) return JUNK[random(JUNK.length)] ?? null;
  const names = Object.keys(value);
  const name = names[random(names.length)];
  const choice = random(4);
  if (name === undefined || choice === 0)
    return { ...value, [`extra_${random(2)}`]: JUNK[random(JUNK.length)] ?? null };
  if (choice > 1) return { ...value, [name]: changeSomewhere(value[name] ?? null, random) };
  const { [name]: _gone, ...others } = value;
  return others;
}

const JUNK: readonly Json[] = [
  ...[null, true, "", 0, -1, 1.5, 2 ** 63, "7", "x".repeat(300), [], {}, ["a", 1], { type: "file", id: "1" }],
  ...["2026-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-28t00:00:00Z", "2026-01-01T00:00:00.5+01:00"],
  ...["https://files.example/a", "https://a b", "mailto:x@y.example", "file", "folder", "enterprise", "user", "other"],
];
