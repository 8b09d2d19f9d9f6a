import { entriesOf, follow, isRecord, listOf } from "./reading.mjs";

/**
 * Yields a schema and every schema below it, each once, with every `$ref` followed.
 * Each is `{ schema, location, isOpened }`. `isOpened` means that an `anyOf` around it accepts any other string as well.
 * Skips conditions (`if`, `then`, `else`, `not`): they only narrow what another schema describes.
 */
export function* schemasIn(start, startLocation, resolve, seen = new Set(), isOpened = false) {
  const { node: schema, location } = follow(start, startLocation, resolve);
  if (!isRecord(schema)) return;
  const key = `${location.absolutePointer} ${isOpened}`;
  if (seen.has(key)) return;
  seen.add(key);
  yield { schema, location, isOpened };
  for (const [path, part] of partsOf(schema)) {
    const opens = path[0] === "anyOf" && schema.anyOf.some((other) => isPlainString(other, location, resolve));
    yield* schemasIn(part, location.child(path), resolve, seen, opens);
  }
}

/** Whether a schema accepts values of a JSON type. */
export function takesType(schema, type) {
  return schema.type === type || listOf(schema.type).includes(type);
}

const SINGLES = ["items", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "dependentSchemas"];

function* partsOf(schema) {
  for (const key of SINGLES) yield [[key], schema[key]];
  for (const key of LISTS) for (const [index, part] of listOf(schema[key]).entries()) yield [[key, index], part];
  for (const key of MAPS) for (const [name, part] of entriesOf(schema[key])) yield [[key, name], part];
}

function isPlainString(schema, location, resolve) {
  const { node } = follow(schema, location, resolve);
  return isRecord(node) && takesType(node, "string") && node.enum === undefined && node.const === undefined;
}
