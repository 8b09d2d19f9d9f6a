import { describedValues } from "./applicable-schemas.mjs";
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
            for (const described of describedValues(example.value, exampleAt.child("value"), schemas, resolve))
              for (const problem of problemsOf(described)) report(problem);
          }
        }
      },
    },
  };
}

function* problemsOf({ value, location, schemas }) {
  if (isRecord(value)) {
    // If no schema defines properties, any object is valid.
    if (!schemas.some(({ node }) => isRecord(node.properties) || isRecord(node.additionalProperties))) return;
    for (const name of Object.keys(value)) {
      const isKnown = ({ node }) => Object.hasOwn(node.properties ?? {}, name) || isRecord(node.additionalProperties);
      if (schemas.some(isKnown)) continue;
      yield {
        message: `No schema documents \`${name}\`: document it, or remove it here.`,
        location: location.child(name).key(),
      };
    }
  } else if (!Array.isArray(value) && value !== null) {
    const known = new Set(schemas.flatMap(({ node }) => listOf(node.enum)));
    if (known.size === 0 || known.has(value)) return;
    yield { message: `\`${value}\` is not one of the documented values: ${[...known].join(", ")}.`, location };
  }
}
