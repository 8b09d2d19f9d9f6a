import { applicableSchemas, schemaBelow } from "./applicable-schemas.mjs";
import { bodiesOf, examplesOf } from "./bodies-of.mjs";
import { isRecord, listOf } from "./reading.mjs";

/**
 * Checks the examples of open responses against the documented properties and enum values. An undocumented one is a mistake
 * of the author.
 */
export function examplesDocumented() {
  return {
    Response: {
      enter(response, { location: at, resolve, report }) {
        for (const { mediaType, location } of bodiesOf(response, at)) {
          const schemas = [{ node: mediaType.schema, location: location.child("schema") }];
          for (const { example, location: exampleAt } of examplesOf(mediaType, location, resolve)) {
            for (const problem of problemsOf(example.value, exampleAt.child("value"), schemas, resolve))
              report(problem);
          }
        }
      },
    },
  };
}

function* problemsOf(value, location, candidates, resolve) {
  const schemas = candidates.flatMap((candidate) => applicableSchemas(candidate, value, resolve));
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => schemaBelow(schema, "items"));
    for (const [index, item] of value.entries()) yield* problemsOf(item, location.child(index), items, resolve);
  } else if (isRecord(value)) {
    yield* propertyProblems(value, location, schemas, resolve);
  } else {
    const known = new Set(schemas.flatMap(({ node }) => listOf(node.enum)));
    if (value === null || known.size === 0 || known.has(value)) return;
    yield { message: `\`${value}\` is not one of the documented values: ${[...known].join(", ")}.`, location };
  }
}

function* propertyProblems(value, location, schemas, resolve) {
  // If no schema defines properties, any object is valid.
  if (!schemas.some(({ node }) => isRecord(node.properties) || isRecord(node.additionalProperties))) return;
  for (const [name, member] of Object.entries(value)) {
    const named = schemas.flatMap((schema) => schemaBelow(schema, "properties", name));
    const others = schemas.flatMap((schema) => schemaBelow(schema, "additionalProperties"));
    const candidates = named.length > 0 ? named : others;
    const at = location.child(name);
    if (candidates.length > 0) yield* problemsOf(member, at, candidates, resolve);
    else yield { message: `No schema documents \`${name}\`: document it, or remove it here.`, location: at.key() };
  }
}
