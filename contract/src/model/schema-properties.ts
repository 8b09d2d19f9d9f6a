import { NotCheckedError } from "./budget.js";
import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

/**
 * The properties that a schema documents for a record, by name, each with the pointer to its schema.
 *
 * References and parts of `allOf` are followed. Of `anyOf` and `oneOf`, only branches whose constants match the record count.
 */
export function schemaProperties(
  { document }: { readonly document: JsonObject },
  schema: string,
  record: JsonObject,
): ReadonlyMap<string, string> {
  const { deciding, known } = outlineOf(document, schema);
  // Records that have the same constants match the same branches.
  const key = deciding.map(([name, constants]) => record[name] !== undefined && constants.indexOf(record[name])).join();
  const properties = known.get(key) ?? propertiesFor(document, schema, record);
  known.set(key, properties);
  return properties;
}

function propertiesFor(document: JsonObject, schema: string, record: JsonObject): Map<string, string> {
  const { pointer: at, node } = placeAt(document, schema);
  const found = ownProperties(at, node);
  for (const { always, part } of partsOf(at, node)) {
    const properties = propertiesFor(document, part, record);
    const fits = [...properties].every(([name, place]) => {
      const { const: constant } = placeAt(document, place).node;
      return constant === undefined || record[name] === undefined || constant === record[name];
    });
    if (always || fits) for (const [name, place] of properties) found.set(name, place);
  }
  return found;
}

function ownProperties(at: string, node: JsonObject): Map<string, string> {
  return new Map(Object.keys(objectAt(node, "properties")).map((name) => [name, pointer(at, "properties", name)]));
}

function partsOf(at: string, node: JsonObject): { readonly always: boolean; readonly part: string }[] {
  return ["allOf", "anyOf", "oneOf"].flatMap((key) =>
    [...arrayAt(node, key).keys()].map((index) => ({ always: key === "allOf", part: pointer(at, key, index) })),
  );
}

/** What selects the branches of a schema, and the properties for what was selected before. */
interface Outline {
  readonly deciding: readonly (readonly [name: string, constants: readonly Json[]])[];
  readonly known: Map<string, ReadonlyMap<string, string>>;
}

const outlines = new WeakMap<JsonObject, Map<string, Outline>>();

function outlineOf(document: JsonObject, schema: string): Outline {
  const ofDocument = outlines.get(document) ?? new Map<string, Outline>();
  outlines.set(document, ofDocument);
  const before = ofDocument.get(schema);
  if (before !== undefined) return before;
  const deciding = new Map<string, Json[]>();
  let parts = 0;
  const visit = (part: string): void => {
    parts += 1;
    if (parts > MAX_PARTS) throw new NotCheckedError(`a schema with more than ${MAX_PARTS} nested choices`);
    const { pointer: at, node } = placeAt(document, part);
    for (const [name, place] of ownProperties(at, node)) {
      const { const: constant } = placeAt(document, place).node;
      if (constant !== undefined) deciding.set(name, [...(deciding.get(name) ?? []), constant]);
    }
    for (const inner of partsOf(at, node)) visit(inner.part);
  };
  visit(schema);
  const outline = { deciding: [...deciding], known: new Map() };
  ofDocument.set(schema, outline);
  return outline;
}

/** The most parts of a schema. Nested choices multiply. */
const MAX_PARTS = 10_000;

/** The records of a body with their pointers: the entries of a collection, or the body itself. */
export function recordsOf(body: JsonObject): [at: string, record: JsonObject][] {
  if (!Array.isArray(body["entries"])) return [["", body]];
  const records: [string, JsonObject][] = [];
  for (const [index, entry] of body["entries"].entries()) {
    if (isJsonObject(entry)) records.push([`/entries/${index}`, entry]);
  }
  return records;
}
