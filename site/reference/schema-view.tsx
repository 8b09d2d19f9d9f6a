import { type Contract, isJsonObject, type Json, type JsonObject } from "content-service-contract-tests";
import {
  arrayAt,
  objectAt,
  placeAt,
  pointer,
  stringAt,
  stringsAt,
  valueAt,
} from "content-service-contract-tests/contract";
import type { Child } from "hono/jsx";

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

/** The type of a value in words, with a link to each schema that has a name. */
export function SchemaType({ contract, schema }: { contract: Contract; schema: SchemaView }): Child {
  const { node, name } = schema;
  if (name !== undefined) return <a href={`schemas.html#${name}`}>{name}</a>;
  const choices = choicesOf(contract, schema);
  if (choices.length > 0) return <Choices contract={contract} choices={choices} />;
  const items = itemsOf(contract, schema);
  const types = stringsAt(node, "type");
  if (items !== undefined) {
    return (
      <>
        list of <SchemaType contract={contract} schema={items} />
        {types.includes("null") && " or null"}
      </>
    );
  }
  const format = stringAt(node, "format");
  const shown = format === undefined || format.startsWith("int") || format === "double" ? "" : ` (${format})`;
  const [first = "any value", ...others] = types.length > 0 || node["allOf"] === undefined ? types : ["object"];
  return [`${first}${shown}`, ...others].join(" or ");
}

function Choices({ contract, choices }: { contract: Contract; choices: SchemaView[] }) {
  // A list of known values beside "any text" says the same type twice.
  const known = new Set<string>();
  const different = choices.filter(({ name, node }) => {
    const key = name ?? JSON.stringify([node["type"], node["items"] ?? null]);
    return !known.has(key) && known.add(key);
  });
  return different.map((choice, index) => (
    <>
      {index > 0 && " or "}
      <SchemaType contract={contract} schema={choice} />
    </>
  ));
}

/** What a value is held to beyond its type, one phrase each. */
export function limitsOf(contract: Contract, schema: SchemaView): string[] {
  const { node } = schema;
  const at = (key: string): Json | undefined => node[key];
  const counted = (count: Json, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const limits = [
    at("minLength") === undefined ? "" : `${counted(at("minLength") ?? 0, "character")} or more`,
    at("maxLength") === undefined ? "" : `${counted(at("maxLength") ?? 0, "character")} at most`,
    at("minItems") === undefined ? "" : `${counted(at("minItems") ?? 0, "item")} or more`,
    at("maxItems") === undefined ? "" : `${counted(at("maxItems") ?? 0, "item")} at most`,
    at("minimum") === undefined ? "" : `${at("minimum")} or more`,
    at("maximum") === undefined ? "" : `${at("maximum")} at most`,
    at("pattern") === undefined ? "" : `has the form \`${at("pattern")}\``,
    at("const") === undefined ? "" : `always ${code(at("const") ?? null)}`,
    at("enum") === undefined ? "" : `one of ${arrayAt(node, "enum").map(code).join(", ")}`,
    at("default") === undefined ? "" : `${code(at("default") ?? null)} unless given`,
  ];
  const ofChoices = choicesOf(contract, schema)
    .filter(({ name }) => name === undefined)
    .flatMap((choice) => limitsOf(contract, choice))
    .map((bound) => bound.replace(/^one of /, "known values: "));
  return [...limits.filter((bound) => bound !== ""), ...ofChoices];
}

function code(value: Json): string {
  return value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
