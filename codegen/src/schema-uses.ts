import { arrayAt, isJsonObject, type JsonObject, objectAt } from "content-service-contract";
import type { OpenAPI3 } from "openapi-typescript";

/** The start of a reference to a named schema. */
export const START = "#/components/schemas/";

/** What is optional in the parts of a document and its operations: what only the other side sends. */
const MARKS = { requestBody: "readOnly", requestBodies: "readOnly", responses: "writeOnly" };

/** The named schemas of a document, by their names. */
export function schemasOf({ components }: OpenAPI3): Record<string, JsonObject> {
  return Object(components?.schemas ?? {});
}

/** The owners of the parts that are sent or received. The caller has validated the document. */
function ownersIn({ paths, components }: OpenAPI3): JsonObject[] {
  return [components, ...Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {}))].filter(isJsonObject);
}

/** The names of the schemas that a part refers to, also through others if they are given. */
export function namesIn(part: unknown, schemas: Record<string, JsonObject> = {}): Set<string> {
  const references = (one: unknown) => JSON.stringify(one ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  const found = new Set([...references(part)].map(([, name = ""]) => name));
  // A set also visits what is added meanwhile.
  for (const name of found) for (const [, other = ""] of references(schemas[name])) found.add(other);
  return found;
}

function namesUsed(contract: OpenAPI3, mark: string): Set<string> {
  const keys = Object.entries(MARKS).flatMap(([key, one]) => (one === mark ? key : []));
  const parts = ownersIn(contract).flatMap((owner) => keys.map((key) => owner[key] ?? null));
  return namesIn(parts, schemasOf(contract));
}

/** The names of the schemas that requests send and no response has. */
export function schemasOnlySent(contract: OpenAPI3): Set<string> {
  const received = namesUsed(contract, "writeOnly");
  return new Set([...namesUsed(contract, "readOnly")].filter((name) => !received.has(name)));
}

/** A schema, or the named one that it refers to; and its properties, with those of the schemas that it extends. */
function readerOf(schemas: Record<string, JsonObject>) {
  const named = (part: unknown): JsonObject => Object(schemas[String(Object(part).$ref).split(START)[1] ?? ""] ?? part);
  const propertiesOf = (node: JsonObject): JsonObject =>
    Object.assign({}, ...arrayAt(node, "allOf").map((part) => propertiesOf(named(part))), node["properties"]);
  return { named, propertiesOf };
}

/** The names of the schemas that extend one by `allOf`. */
function childrenOf(schemas: Record<string, JsonObject>, name: string): string[] {
  const extended = (one: JsonObject) => arrayAt(one, "allOf").some((part) => Object(part).$ref === START + name);
  return Object.entries(schemas).flatMap(([child, schema]) => (extended(schema) ? child : []));
}

/**
 * Makes a base with a `discriminator` the choice of the schemas that extend it by `allOf`, in place: a value of the base is
 * one of theirs. They extend its copy. Each choice then has its own value of the discriminator.
 */
export function withSubtypes(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  for (const [name, { discriminator, ...own }] of Object.entries(schemas)) {
    const below = new Set(childrenOf(schemas, name));
    if (!isJsonObject(discriminator) || own["oneOf"] || own["anyOf"] || below.size === 0) continue;
    for (const one of below) for (const child of childrenOf(schemas, one)) below.add(child);
    const base = freeName(schemas, `${name}Base`);
    for (const part of [...below].flatMap((one) => arrayAt(schemas[one] ?? {}, "allOf").map(Object)))
      if (part.$ref === START + name) part.$ref = START + base;
    const mapping = objectAt(discriminator, "mapping");
    const words = Object.keys(mapping).filter((word) => lastOf(mapping[word]) === name);
    for (const word of words) mapping[word] = base;
    const property = String(discriminator["propertyName"]);
    if (property in objectAt(own, "properties")) objectAt(own, "properties")[property] = { type: "string" };
    schemas[base] = own;
    // Without a word of its own, the base is no value.
    const oneOf = [...(words.length > 0 ? [base] : []), ...below].map((one) => ({ $ref: START + one }));
    schemas[name] = { description: own["description"] ?? "", oneOf, discriminator };
  }
  return withWords(contract);
}

/** The name at the end of a reference, which can be a name alone. */
function lastOf(reference: unknown): string {
  return String(reference).split("/").at(-1) ?? "";
}

/**
 * Gives each choice of a `discriminator` its own value of that property, in place: in its schema, unless other choices have
 * that with another value, or others extend it.
 */
function withWords(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  const { named, propertiesOf } = readerOf(schemas);
  const uses = new Map<string, { choices: JsonObject[]; index: number; part: JsonObject }[]>();
  JSON.stringify(contract, (_, value) => {
    const { discriminator, oneOf, anyOf } = Object(value);
    const choices: JsonObject[] | undefined = [oneOf, anyOf].find(Array.isArray);
    if (!isJsonObject(discriminator) || !choices) return value;
    delete value.discriminator;
    const property = String(discriminator["propertyName"]);
    const mapping = Object.entries(objectAt(discriminator, "mapping"));
    const mapped = (name: string) => mapping.flatMap(([word, to]) => (lastOf(to) === name ? word : []));
    const names = choices.map((choice) => lastOf(choice["$ref"]));
    for (const [index, name] of names.entries()) {
      const { const: word, enum: known = [word] } = named(propertiesOf(named(choices[index]))[property]);
      const others = names.flatMap((one) => (one === name ? [] : [one, ...mapped(one)]));
      const isKnown = [known].flat().every((one) => one !== undefined && !others.includes(String(one)));
      if (!schemas[name] || isKnown) continue;
      const words = { enum: mapped(name).length > 0 ? mapped(name) : [name] };
      const part = { type: "object", required: [property], properties: { [property]: words } };
      uses.set(name, [...(uses.get(name) ?? []), { choices, index, part }]);
    }
    return value;
  });
  for (const [name, all] of uses) {
    const schema = schemas[name] ?? {};
    const isOne = new Set(all.map(({ part }) => JSON.stringify(part))).size === 1;
    const isFinal = isOne && childrenOf(schemas, name).length === 0 && !schema["oneOf"] && !schema["anyOf"];
    if (isFinal) schema["allOf"] = [...arrayAt(schema, "allOf"), all[0]?.part ?? {}];
    else for (const { choices, index, part } of all) choices[index] = { allOf: [choices[index] ?? {}, part] };
  }
  return contract;
}

function freeName(schemas: object, name: string): string {
  return Object.hasOwn(schemas, name) ? freeName(schemas, `${name}_`) : name;
}

/**
 * Lets a request leave out what is `readOnly`, and a response what is `writeOnly`, in place. A schema of both with such a
 * required property gets a second one for requests, with `Input` after its name.
 */
export function withDirections(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  const { named, propertiesOf } = readerOf(schemas);
  const inputs = new Map<string, string>();
  const relaxed = (node: unknown, mark: string, outer = {}): unknown => {
    if (typeof node === "string") return (mark === "readOnly" && inputs.get(node)) || node;
    if (Array.isArray(node)) return node.map((one) => relaxed(one, mark, outer));
    if (!isJsonObject(node)) return node;
    const properties: JsonObject = { ...outer, ...propertiesOf(node) };
    const entries = Object.entries(node).map(([key, value]) => {
      const isNames = key === "required" && Array.isArray(value);
      if (!isNames) return [key, relaxed(value, mark, key === "allOf" ? properties : {})];
      return [key, value.filter((name) => named(properties[String(name)])[mark] !== true)];
    });
    return Object.fromEntries(entries);
  };
  const [sent, received] = [namesUsed(contract, "readOnly"), namesUsed(contract, "writeOnly")];
  const all = Object.entries(schemas);
  const text = (schema: JsonObject, mark: string) => JSON.stringify(relaxed(schema, mark));
  const changed = new Set(all.flatMap(([name, one]) => (text(one, "readOnly") === text(one, "writeOnly") ? [] : name)));
  const uses = all.map(([name, one]) => ({ name, others: namesIn(one) }));
  for (const one of changed) for (const { name, others } of uses) if (others.has(one)) changed.add(name);
  for (const name of changed)
    if (sent.has(name) && received.has(name)) inputs.set(START + name, START + freeName(schemas, `${name}Input`));
  for (const [name, schema] of all) {
    const input = inputs.get(START + name);
    if (input) schemas[input.slice(START.length)] = Object(relaxed(schema, "readOnly"));
    schemas[name] = Object(relaxed(schema, sent.has(name) && !received.has(name) ? "readOnly" : "writeOnly"));
  }
  for (const owner of ownersIn(contract))
    for (const [key, mark] of Object.entries(MARKS))
      if (owner[key] !== undefined) Object.assign(owner, { [key]: relaxed(owner[key], mark) });
  return contract;
}
