import {
  arrayAt,
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  placeAt,
  pointer,
  stringAt,
  stringsAt,
  valueAt,
} from "content-service-contract";
import type { Child } from "hono/jsx";

/** A schema of the contract. */
export interface SchemaView {
  /** The pointer of the schema or of its reference. */
  readonly pointer: string;
  /** The schema. Keywords beside a reference override those of its target. */
  readonly node: JsonObject;
  /** The name of the schema, if the pointer is a reference. */
  readonly name: string | undefined;
}

/** A property of a schema. */
export interface PropertyView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
}

/** The schema at a pointer of the contract. */
export function schemaView(contract: Contract, at: string): SchemaView {
  const own = valueAt(contract.document, at);
  const place = placeAt(contract.document, at);
  if (!isJsonObject(own) || own["$ref"] === undefined) return { pointer: at, node: place.node, name: undefined };
  const { $ref, ...overrides } = own;
  return { pointer: at, node: { ...place.node, ...overrides }, name: String($ref).split("/").at(-1) };
}

/** The properties of a schema, and of the unnamed parts of its `allOf`. */
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

/** The alternatives of a schema. Empty if it has none. */
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

/** The type of a value, with links to named schemas. */
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
  // An open enum has two alternatives of the same type.
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

/** The limits of a value, in Markdown. */
export function limitsOf(contract: Contract, schema: SchemaView): string[] {
  const limits = Object.entries(LIMITS).flatMap(([keyword, limit]) => {
    const value = schema.node[keyword];
    return value === undefined ? [] : [limit(value)];
  });
  const ofChoices = choicesOf(contract, schema)
    .filter(({ name }) => name === undefined)
    .flatMap((choice) => limitsOf(contract, choice))
    .map((limit) => limit.replace(/^one of /, "known values: "));
  return [...limits, ...ofChoices];
}

const count = (value: Json, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;

/** The limits by keyword, in the order of the page. */
const LIMITS: Readonly<Record<string, (value: Json) => string>> = {
  minLength: (value) => `minimum ${count(value, "character")}`,
  maxLength: (value) => `maximum ${count(value, "character")}`,
  minItems: (value) => `minimum ${count(value, "item")}`,
  maxItems: (value) => `maximum ${count(value, "item")}`,
  minimum: (value) => `minimum ${value}`,
  maximum: (value) => `maximum ${value}`,
  pattern: (value) => `pattern \`${value}\``,
  const: (value) => `always ${code(value)}`,
  enum: (value) => `one of ${(Array.isArray(value) ? value : []).map(code).join(", ")}`,
  default: (value) => `default ${code(value)}`,
};

function code(value: Json): string {
  return value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
