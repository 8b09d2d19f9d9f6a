import { entriesOf, follow, isRecord, listOf } from "./reading.mjs";

/**
 * Returns the schemas that apply to a value, as `{ node, location }`: the candidate and the parts it is composed of, without the
 * alternatives whose constants exclude the value.
 */
export function applicableSchemas(candidate, value, resolve) {
  const { node, location } = follow(candidate.node, candidate.location, resolve);
  if (!isRecord(node) || contradicts(node, value)) return [];
  const partsIn = (key) =>
    listOf(node[key]).map((part, index) =>
      applicableSchemas({ node: part, location: location.child([key, index]) }, value, resolve),
    );
  const required = partsIn("allOf");
  if (required.some((part) => part.length === 0)) return [];
  return [{ node, location }, ...required.flat(), ...partsIn("anyOf").flat(), ...partsIn("oneOf").flat()];
}

/** Yields a value and every value within it as `{ value, location, schemas }`, with the schemas that apply to each. */
export function* describedValues(value, location, candidates, resolve) {
  const schemas = candidates.flatMap((candidate) => applicableSchemas(candidate, value, resolve));
  yield { value, location, schemas };
  const below = (...path) => schemas.flatMap((schema) => schemaBelow(schema, ...path));
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* describedValues(item, location.child(index), below("items"), resolve);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const named = below("properties", name);
      const candidates = named.length > 0 ? named : below("additionalProperties");
      yield* describedValues(member, location.child(name), candidates, resolve);
    }
  }
}

/** Returns the schema at a path of keys inside another, as a list of one; an empty list when there is none. */
function schemaBelow({ node, location }, ...path) {
  const found = path.reduce((from, key) => (isRecord(from) && Object.hasOwn(from, key) ? from[key] : undefined), node);
  return isRecord(found) ? [{ node: found, location: location.child(path) }] : [];
}

function contradicts(schema, value) {
  if (!isRecord(value)) return false;
  return entriesOf(schema.properties).some(([name, property]) => {
    const constant = property?.const;
    return constant !== undefined && Object.hasOwn(value, name) && value[name] !== constant;
  });
}
