import { Ajv2020 } from "ajv/dist/2020.js";
import { bodiesOf, entriesOf, follow, isRecord, isText, nodeRule, schemasIn, takesType } from "./reading.mjs";

/** Every schema in its own file has a description, and so has every property: its own, or that of the referenced schema. */
export function schemasDescribed() {
  return {
    ...nodeRule("Schema", function* (schema, { location }) {
      if (location.pointer === "#/" && !isText(schema.description)) yield "The schema has no `description`.";
    }),
    ...nodeRule("SchemaProperties", function* (properties, { location, resolve }) {
      // A condition narrows properties that are described elsewhere.
      if (/\/(if|then|else|not)\//.test(location.pointer)) return;
      for (const [name, raw] of entriesOf(properties)) {
        if (isText(raw?.description) || isText(follow(raw, location, resolve).node?.description)) continue;
        yield { message: `\`${name}\` has no \`description\`.`, location: location.child(name).key() };
      }
    }),
  };
}

/**
 * Requests are strict and responses tolerant, at any depth: an object of a request is closed, an object of a response says
 * that it is open, an enum of a request accepts its values only, an enum of a response is in an `anyOf` with a plain string.
 */
export function requestsClosedResponsesOpen() {
  const eachSchema = (type, problemOf) => {
    const seen = new Set();
    return nodeRule(type, function* (holder, { location: at, resolve }) {
      for (const { mediaType, location } of bodiesOf(holder, at)) {
        for (const found of schemasIn(mediaType.schema, location.child("schema"), resolve, seen)) {
          const message = problemOf(found);
          if (message) yield { message, location: found.location };
        }
      }
    });
  };
  return { ...eachSchema("RequestBody", requestProblem), ...eachSchema("Response", responseProblem) };
}

function requestProblem({ schema, isOpened }) {
  if (schema.enum && isOpened) return "An enum of a request is closed: remove the plain string beside it.";
  if (!isObject(schema) || schema.additionalProperties === false || isMap(schema)) return undefined;
  return "An object of a request is closed: give it `additionalProperties: false`.";
}

function responseProblem({ schema, isOpened }) {
  if (schema.enum && takesType(schema, "string") && !isOpened)
    return "An enum of a response is open: put it in an `anyOf` with `type: string`.";
  const others = schema.additionalProperties;
  // Beside named properties, a schema for the others opens the object and describes them.
  if (!isObject(schema) || others === true || isRecord(others) || isMap(schema)) return undefined;
  return "An object of a response is open: give it `additionalProperties: true`.";
}

const isObject = (schema) => takesType(schema, "object") || schema.properties !== undefined;

// The caller chooses the keys of an object without named properties; its schema describes their values.
const isMap = (schema) => schema.properties === undefined && Boolean(schema.additionalProperties);

/** Checks the example of a response header against its schema, which no built-in rule does. */
export function headerExamplesValid() {
  // The schemas themselves are checked by other rules, and compiling the schema of schemas is slow.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  return nodeRule("Header", function* (header, { location, resolve }) {
    const { node: schema } = follow(header.schema, location, resolve);
    if (!isRecord(schema) || header.example === undefined || ajv.validate(schema, header.example)) return;
    const problem = ajv.errorsText(ajv.errors, { dataVar: "it" });
    yield { message: `The example does not match the schema: ${problem}.`, location: location.child("example") };
  });
}
