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

export interface SchemaView {
  readonly contract: Contract;
  /** The pointer of the schema or of its reference. */
  readonly pointer: string;
  /** The schema. Keywords beside a reference override those of its target. */
  readonly node: JsonObject;
  /** The name of the schema, if the pointer is a reference. */
  readonly name: string | undefined;
}

export interface PropertyView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
}

export function schemaView(contract: Contract, at: string): SchemaView {
  const own = valueAt(contract.document, at);
  const { node } = placeAt(contract.document, at);
  if (!isJsonObject(own) || own["$ref"] === undefined) return { contract, pointer: at, node, name: undefined };
  const { $ref, ...overrides } = own;
  return { contract, pointer: at, node: { ...node, ...overrides }, name: String($ref).split("/").at(-1) };
}

/** The properties of a schema, and of the unnamed parts of its `allOf`. */
export function propertiesOf(schema: SchemaView): PropertyView[] {
  const { pointer: at, node } = placeAt(schema.contract.document, schema.pointer);
  const required = new Set(stringsAt(node, "required"));
  const own = Object.keys(objectAt(node, "properties")).map((name) => ({
    name,
    required: required.has(name),
    schema: schemaView(schema.contract, pointer(at, "properties", name)),
  }));
  const parts = viewsUnder(schema, "allOf").filter(({ name }) => name === undefined);
  return [...own, ...parts.flatMap(propertiesOf)];
}

/** The alternatives of a schema. Empty if it has none. */
export function choicesOf(schema: SchemaView): SchemaView[] {
  return [...viewsUnder(schema, "anyOf"), ...viewsUnder(schema, "oneOf")];
}

export function itemsOf({ contract, pointer: at }: SchemaView): SchemaView | undefined {
  const place = placeAt(contract.document, at);
  return place.node["items"] === undefined ? undefined : schemaView(contract, pointer(place.pointer, "items"));
}

/** The schemas in a list of a schema, such as the parts of its `allOf`. */
export function viewsUnder({ contract, pointer: at }: SchemaView, key: "allOf" | "anyOf" | "oneOf"): SchemaView[] {
  const place = placeAt(contract.document, at);
  return [...arrayAt(place.node, key).keys()].map((index) => schemaView(contract, pointer(place.pointer, key, index)));
}

/** The type of a value, with links to named schemas. */
export function SchemaType({ schema }: { schema: SchemaView }): Child {
  const { node, name } = schema;
  if (name !== undefined) return <a href={`schemas.html#${name}`}>{name}</a>;
  // An open enum has two alternatives of the same type.
  const choices = new Map(
    choicesOf(schema).map((one) => [one.name ?? JSON.stringify([one.node["type"], one.node["items"] ?? null]), one]),
  );
  if (choices.size > 0)
    return [...choices.values()].map((choice, index) => (
      <>
        {index > 0 && " or "}
        <SchemaType schema={choice} />
      </>
    ));
  const items = itemsOf(schema);
  const types = stringsAt(node, "type");
  if (items !== undefined)
    return (
      <>
        list of <SchemaType schema={items} />
        {types.includes("null") && " or null"}
      </>
    );
  const format = stringAt(node, "format");
  const shown = format === undefined || format.startsWith("int") || format === "double" ? "" : ` (${format})`;
  const [first = "any value", ...others] = types.length > 0 || node["allOf"] === undefined ? types : ["object"];
  return [`${first}${shown}`, ...others].join(" or ");
}

/** The limits of a value, in Markdown. */
export function limitsOf(schema: SchemaView): string[] {
  const own = Object.entries(LIMITS).flatMap(([keyword, limit]) => {
    const value = schema.node[keyword];
    return value === undefined ? [] : [limit(value)];
  });
  const ofChoices = choicesOf(schema)
    .filter(({ name }) => name === undefined)
    .flatMap(limitsOf)
    .map((limit) => limit.replace(/^(one of|always) /, "known values: "));
  return [...own, ...ofChoices];
}

const count = (value: Json, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;

const LIMITS: Readonly<Record<string, (value: Json) => string>> = {
  minLength: (value) => `minimum ${count(value, "character")}`,
  maxLength: (value) => `maximum ${count(value, "character")}`,
  minItems: (value) => `minimum ${count(value, "item")}`,
  maxItems: (value) => `maximum ${count(value, "item")}`,
  minimum: (value) => `minimum ${value}`,
  maximum: (value) => `maximum ${value}`,
  pattern: (value) => `pattern \`${value}\``,
  const: (value) => `always ${code(value)}`,
  enum: (value) => `${arrayOf(value).length === 1 ? "always" : "one of"} ${arrayOf(value).map(code).join(", ")}`,
  default: (value) => `default ${code(value)}`,
};

const arrayOf = (value: Json) => (Array.isArray(value) ? value : []);

function code(value: Json): string {
  return value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
