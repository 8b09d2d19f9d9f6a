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

/**
 * Makes a base with a `discriminator` the choice of the schemas that extend it by `allOf`, in place: a value of the base is
 * one of theirs. They extend its copy, and have their own value of the discriminator.
 */
export function withSubtypes(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  const partsOf = (name: string) => arrayAt(schemas[name] ?? {}, "allOf").map(Object);
  const childrenOf = (name: string) =>
    Object.keys(schemas).filter((one) => partsOf(one).some(({ $ref }) => $ref === START + name));
  for (const [name, { discriminator, ...own }] of Object.entries(schemas)) {
    const below = new Set(childrenOf(name));
    if (!isJsonObject(discriminator) || own["oneOf"] || own["anyOf"] || below.size === 0) continue;
    for (const one of below) for (const child of childrenOf(one)) below.add(child);
    const base = freeName(schemas, `${name}Base`);
    for (const part of [...below].flatMap(partsOf)) if (part.$ref === START + name) part.$ref = START + base;
    const property = String(discriminator["propertyName"]);
    const mapping = Object.entries(objectAt(discriminator, "mapping"));
    const members = [name, ...below].flatMap((one) => {
      const words = mapping.flatMap(([word, to]) => (String(to).split("/").at(-1) === one ? word : []));
      // Without a word of its own, the base is no value.
      if (one === name && words.length === 0) return [];
      const word = { enum: words.length > 0 ? words : [one] };
      const part = { type: "object", required: [property], properties: { [property]: word } };
      const member = { $ref: START + (one === name ? base : one) };
      // The word of a base is not that of what extends it.
      if (one === name || childrenOf(one).length > 0) return { allOf: [member, part] };
      arrayAt(schemas[one] ?? {}, "allOf").push(part);
      return member;
    });
    if (property in objectAt(own, "properties")) objectAt(own, "properties")[property] = { type: "string" };
    schemas[base] = own;
    schemas[name] = { ...(own["description"] !== undefined && { description: own["description"] }), oneOf: members };
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
  const named = (part: unknown): JsonObject => Object(schemas[String(Object(part).$ref).split(START)[1] ?? ""] ?? part);
  const propertiesOf = (node: JsonObject): JsonObject =>
    Object.assign({}, ...arrayAt(node, "allOf").map((part) => propertiesOf(named(part))), node["properties"]);
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
