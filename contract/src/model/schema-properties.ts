import { NotCheckedError } from "./budget.js";
import type { Contract } from "./contract.js";
import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

/**
 * The properties that a schema documents for a record, by name, each with the pointer to its schema.
 *
 * References and parts of `allOf` are followed. Of `anyOf` and `oneOf`, only branches whose constants match the record count.
 */
export function schemaProperties(contract: Contract, schema: string, record: JsonObject): ReadonlyMap<string, string> {
  const { parts, deciding, found } = outlineOf(contract.document, schema);
  let key = "";
  for (const [name, constants] of deciding) key += `${sortOf(record[name], constants)},`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const properties = propertiesFor(parts, record);
  found.set(key, properties);
  return properties;
}

/** The properties of a schema, read from the contract once. */
interface Outline {
  readonly parts: Parts;
  /** The properties whose constants select branches, with these constants. */
  readonly deciding: readonly (readonly [name: string, constants: readonly Json[]])[];
  /** The results, by the constants that a record has. */
  readonly found: Map<string, ReadonlyMap<string, string>>;
}

interface Parts {
  readonly own: ReadonlyMap<string, string>;
  readonly inner: readonly { readonly always: boolean; readonly parts: Parts }[];
  /** The constants of all properties, by the pointer to the property. */
  readonly constants: ReadonlyMap<string, Json>;
}

const outlines = new WeakMap<JsonObject, Map<string, Outline>>();

function outlineOf(document: JsonObject, schema: string): Outline {
  const ofDocument = outlines.get(document) ?? new Map<string, Outline>();
  outlines.set(document, ofDocument);
  const known = ofDocument.get(schema);
  if (known !== undefined) return known;
  const parts = partsOf(document, schema, { left: MAX_PARTS });
  const deciding = new Map<string, Json[]>();
  const visit = ({ own, inner, constants }: Parts): void => {
    for (const [name, at] of own) {
      const constant = constants.get(at);
      if (constant !== undefined) deciding.set(name, [...(deciding.get(name) ?? []), constant]);
    }
    for (const one of inner) visit(one.parts);
  };
  visit(parts);
  const outline = { parts, deciding: [...deciding], found: new Map() };
  ofDocument.set(schema, outline);
  return outline;
}

/** The most parts of a schema. Nested choices multiply. */
const MAX_PARTS = 10_000;

function partsOf(document: JsonObject, schema: string, limit: { left: number }): Parts {
  limit.left -= 1;
  if (limit.left < 0) throw new NotCheckedError(`a schema with more than ${MAX_PARTS} nested choices`);
  const place = placeAt(document, schema);
  const names = Object.keys(objectAt(place.node, "properties"));
  const own = new Map(names.map((name) => [name, pointer(place.pointer, "properties", name)]));
  const constants = new Map<string, Json>();
  for (const at of own.values()) {
    const constant = placeAt(document, at).node["const"];
    if (constant !== undefined) constants.set(at, constant);
  }
  const inner = ["allOf", "anyOf", "oneOf"].flatMap((key) =>
    [...arrayAt(place.node, key).keys()].map((index) => ({
      always: key === "allOf",
      parts: partsOf(document, pointer(place.pointer, key, index), limit),
    })),
  );
  for (const { parts } of inner) for (const [at, constant] of parts.constants) constants.set(at, constant);
  return { own, inner, constants };
}

function propertiesFor({ own, inner }: Parts, record: JsonObject): Map<string, string> {
  const found = new Map(own);
  for (const { always, parts } of inner) {
    const properties = propertiesFor(parts, record);
    if (!always && !constantsFit(parts, properties, record)) continue;
    for (const [name, at] of properties) found.set(name, at);
  }
  return found;
}

function constantsFit({ constants }: Parts, properties: ReadonlyMap<string, string>, record: JsonObject): boolean {
  return [...properties].every(([name, at]) => {
    const constant = constants.get(at);
    return constant === undefined || record[name] === undefined || constant === record[name];
  });
}

/** Records with equal results for every deciding property match the same branches. */
function sortOf(value: Json | undefined, constants: readonly Json[]): number {
  return value === undefined ? -2 : constants.indexOf(value);
}

/** The records of a body with their pointers: the entries of a collection, or the body itself. */
export function recordsOf(body: JsonObject): [at: string, record: JsonObject][] {
  if (!Array.isArray(body["entries"])) return [["", body]];
  const records: [string, JsonObject][] = [];
  for (const [index, entry] of body["entries"].entries()) {
    if (isJsonObject(entry)) records.push([`/entries/${index}`, entry]);
  }
  return records;
}
