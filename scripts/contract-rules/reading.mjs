/*
 * Readers for an unfinished document: a missing value or one of the wrong type reads as empty, because a rule that throws
 * hides the results of all other rules.
 */

/** Whether a value is an object with keys, not an array and not null. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list unchanged, and an empty one for anything else. */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** The keys and values of an object, and none for anything else. */
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

/** A rule about each node of a type. `problemsOf` yields messages, or problems with places of their own. */
export function nodeRule(type, problemsOf, when = "enter") {
  return { [type]: { [when]: (node, context) => reportEach(problemsOf(node, context), context) } };
}

function reportEach(problems, { location, report }) {
  for (const problem of problems) report(typeof problem === "string" ? { message: problem, location } : problem);
}

/**
 * A rule about each operation: `problemsOf` gets the operation, its parameters with those of its path, the bodies of its
 * request, the names of the properties at the top of them, the bodies of its responses as `{ status, mediaType, location }`,
 * and their named examples as `{ status, name, example, location }`.
 */
export function operationRule(problemsOf) {
  return {
    PathItem: {
      Operation: {
        enter(operation, context, { PathItem }) {
          const { key: method, location, parentLocations, resolve } = context;
          const followed = (owner, at) => listOf(owner.parameters).map((one) => follow(one, at, resolve).node);
          const all = [...followed(PathItem, parentLocations.PathItem), ...followed(operation, location)];
          const parameters = all.filter(isRecord);
          const requests = requestBodiesOf(operation, location, resolve);
          const body = requests.flatMap((one) => topProperties(one, resolve));
          const responses = [...responsesOf(operation, location, resolve)];
          const examples = responses.flatMap(({ status, mediaType, location: at }) =>
            [...examplesOf(mediaType, at, resolve)].map((found) => ({ status, ...found })),
          );
          const methods = Object.keys(PathItem);
          const own = { operation, method, methods, location, resolve, parameters };
          reportEach(problemsOf({ ...own, requests, body, responses, examples }), context);
        },
      },
    },
  };
}

/** Yields each media type of a request body or response that has a schema, as `{ mediaType, location }`. */
export function* bodiesOf(holder, location) {
  for (const [name, mediaType] of entriesOf(holder?.content)) {
    if (isRecord(mediaType?.schema)) yield { mediaType, location: location.child(["content", name]) };
  }
}

function* responsesOf(operation, operationLocation, resolve) {
  for (const [status, raw] of entriesOf(operation.responses)) {
    const { node, location } = follow(raw, operationLocation.child(["responses", status]), resolve);
    for (const body of bodiesOf(node, location)) yield { status, ...body };
  }
}

/** Yields each named example of a media type, with its `$ref` followed, as `{ name, example, location }`. */
export function* examplesOf(mediaType, mediaTypeLocation, resolve) {
  for (const [name, raw] of entriesOf(mediaType.examples)) {
    const { node: example, location } = follow(raw, mediaTypeLocation.child(["examples", name]), resolve);
    if (isRecord(example)) yield { name, example, location };
  }
}

function requestBodiesOf(operation, operationLocation, resolve) {
  const { node, location } = follow(operation.requestBody, operationLocation.child("requestBody"), resolve);
  return [...bodiesOf(node, location)];
}

function topProperties({ mediaType, location }, resolve) {
  const [first] = schemasIn(mediaType.schema, location.child("schema"), resolve);
  return entriesOf(first?.schema.properties).map(([name]) => name);
}

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

/**
 * Returns the schemas that apply to a value, as `{ node, location }`: the candidate and the parts it is composed of, without the
 * alternatives whose constants exclude the value.
 */
function applicableSchemas(candidate, value, resolve) {
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

/** The texts of a node, and those of its error codes. */
export function* textsOf(node, location) {
  for (const key of ["description", "summary"])
    if (isText(node[key])) yield { text: node[key], location: location.child(key) };
  for (const [code, texts] of entriesOf(node["x-codes"])) {
    for (const [key, text] of entriesOf(texts))
      if (isText(text)) yield { text, location: location.child(["x-codes", code, key]) };
  }
}

/** Yields each word of the names in backticks as `[name, word]`, without placeholders. */
export function* quotedWords(text) {
  for (const [, name] of text.matchAll(/`([^`]+)`/g)) {
    for (const word of name.replace(/<[\w. ]+>/g, "").split(/[^\w$-]+/)) if (/[A-Za-z]/.test(word)) yield [name, word];
  }
}

/** The words of a text or a name, in the singular and in lower case. */
export const wordsOf = (text) =>
  (text.match(/[A-Z]?[a-z]+/g) ?? []).map((word) =>
    word
      .toLowerCase()
      .replace(/ies$/, "y")
      .replace(/(?<=..[^s])s$/, ""),
  );
