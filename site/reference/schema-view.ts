import { type Contract, isJsonObject, type JsonObject } from "content-service-contract-tests";
import { arrayAt, objectAt, placeAt, pointer, stringsAt, valueAt } from "content-service-contract-tests/contract";

/** A schema as a reader sees it. */
export interface SchemaView {
  /** Where it stands, before its reference is followed. */
  readonly pointer: string;
  /** What stands there. A reference is followed, and what stands beside it replaces what it leads to. */
  readonly node: JsonObject;
  /** The name of the schema that a reference leads to. */
  readonly name: string | undefined;
}

/** A property of a schema. */
export interface PropertyView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
}

/** Views the schema at a pointer of the contract. */
export function schemaView(contract: Contract, at: string): SchemaView {
  const own = valueAt(contract.document, at);
  const place = placeAt(contract.document, at);
  if (!isJsonObject(own) || own["$ref"] === undefined) return { pointer: at, node: place.node, name: undefined };
  const { $ref, ...beside } = own;
  return { pointer: at, node: { ...place.node, ...beside }, name: String($ref).split("/").at(-1) };
}

/** The properties that a schema itself lists, and those of the parts of its `allOf` that have no name. */
export function propertiesOf(contract: Contract, schema: SchemaView): PropertyView[] {
  const { pointer: at, node } = placeAt(contract.document, schema.pointer);
  const required = new Set(stringsAt(node, "required"));
  const own = Object.keys(objectAt(node, "properties")).map((name) => ({
    name,
    required: required.has(name),
    schema: schemaView(contract, pointer(at, "properties", name)),
  }));
  const parts = partsOf(contract, schema).filter(({ name }) => name === undefined);
  return [...own, ...parts.flatMap((part) => propertiesOf(contract, part))];
}

/** The parts of a schema's `allOf`. */
export function partsOf(contract: Contract, schema: SchemaView): SchemaView[] {
  return viewsUnder(contract, schema, "allOf");
}

/** What a value can be, where a schema leaves a choice; an empty list where it does not. */
export function choicesOf(contract: Contract, schema: SchemaView): SchemaView[] {
  return [...viewsUnder(contract, schema, "anyOf"), ...viewsUnder(contract, schema, "oneOf")];
}

/** The schema of the items of a list. */
export function itemsOf(contract: Contract, { pointer: at }: SchemaView): SchemaView | undefined {
  const place = placeAt(contract.document, at);
  return place.node["items"] === undefined ? undefined : schemaView(contract, pointer(place.pointer, "items"));
}

function viewsUnder(contract: Contract, schema: SchemaView, key: "allOf" | "anyOf" | "oneOf"): SchemaView[] {
  const place = placeAt(contract.document, schema.pointer);
  return [...arrayAt(place.node, key).keys()].map((index) => schemaView(contract, pointer(place.pointer, key, index)));
}
