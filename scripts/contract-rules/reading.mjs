/*
 * Ways to read a document that its author is still writing: what is missing, or of the wrong kind, reads as empty, because a
 * rule that throws hides what all the others have to say.
 */

/** Says whether a value is an object with keys, not an array and not null. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Answers a list as it is, and an empty one for anything else. */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** Answers the keys and values of an object, and none for anything else. */
export function entriesOf(value) {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Says whether a value is a text with more in it than white space. */
export function isText(value) {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Follows a `$ref` to what it names, and answers `{ node, location }`.
 * A node without `$ref` is answered as it is. The node is undefined where the reference leads nowhere.
 */
export function follow(node, location, resolve) {
  if (!isRecord(node) || typeof node.$ref !== "string") return { node, location };
  const found = resolve(node, location.source.absoluteRef);
  return { node: found.node, location: found.location ?? location };
}

/** Answers the parameters of an operation, those of its path included, with every `$ref` followed. */
export function parametersOf(operation, location, pathItem, pathLocation, resolve) {
  const shared = listOf(pathItem.parameters).map((parameter) => follow(parameter, pathLocation, resolve).node);
  const own = listOf(operation.parameters).map((parameter) => follow(parameter, location, resolve).node);
  return [...shared, ...own].filter(isRecord);
}
