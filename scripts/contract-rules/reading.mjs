/*
 * Readers for an unfinished document: a missing value or one of the wrong type reads as empty, because a rule that throws
 * hides the results of all other rules.
 */

/** Whether a value is an object with keys, not an array and not null. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a list unchanged, and an empty one for anything else. */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** Returns the keys and values of an object, and none for anything else. */
export function entriesOf(value) {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Yields every object within a value as `{ record, path }`, the value itself included. */
export function* recordsIn(value, path) {
  if (isRecord(value)) yield { record: value, path };
  const members = Array.isArray(value) ? value.entries() : entriesOf(value);
  for (const [key, member] of members) yield* recordsIn(member, [...path, key]);
}

/** Whether a value is a text that is not blank. */
export function isText(value) {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Resolves a `$ref` and returns `{ node, location }`. A node without `$ref` is returned unchanged. The node of an unresolved
 * reference is undefined.
 */
export function follow(node, location, resolve) {
  if (!isRecord(node) || typeof node.$ref !== "string") return { node, location };
  const found = resolve(node, location.source.absoluteRef);
  return { node: found.node, location: found.location ?? location };
}

/** Returns the parameters of an operation, those of its path included, with every `$ref` followed. */
export function parametersOf(operation, location, pathItem, pathLocation, resolve) {
  const shared = listOf(pathItem.parameters).map((parameter) => follow(parameter, pathLocation, resolve).node);
  const own = listOf(operation.parameters).map((parameter) => follow(parameter, location, resolve).node);
  return [...shared, ...own].filter(isRecord);
}
