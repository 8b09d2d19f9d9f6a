import type { Contract, Json } from "content-service-contract-tests";
import { arrayAt, stringAt, stringsAt } from "content-service-contract-tests/contract";
import type { Child } from "hono/jsx";
import { choicesOf, itemsOf, type SchemaView } from "./schema-view.js";

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
export function boundsOf(contract: Contract, schema: SchemaView): string[] {
  const { node } = schema;
  const at = (key: string): Json | undefined => node[key];
  const counted = (count: Json, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const bounds = [
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
    .flatMap((choice) => boundsOf(contract, choice))
    .map((bound) => bound.replace(/^one of /, "known values: "));
  return [...bounds.filter((bound) => bound !== ""), ...ofChoices];
}

function code(value: Json): string {
  return value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
