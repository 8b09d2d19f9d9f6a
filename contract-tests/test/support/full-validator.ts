import type { ErrorObject } from "ajv";
import { explainErrors } from "../../src/contract/explain-errors.js";
import type { JsonObject } from "../../src/contract/json.js";
import { arrayAt, objectAt } from "../../src/contract/json.js";
import { placeAt, pointer } from "../../src/contract/json-pointer.js";
import type { SchemaValidator } from "../../src/contract/schema-validator.js";
import { compiledSchemas } from "../../src/contract/schema-validator.js";
import type { Contract } from "../../src/index.js";

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

/** What `schemaProperties` answers, read from the document for each record anew. */
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
