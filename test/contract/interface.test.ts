import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Operation {
  readonly call: string;
  readonly parameters?: readonly string[];
  readonly body?: Readonly<Record<string, readonly string[]>>;
  readonly statuses: string;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
// Written from the interface and the decisions, not from the contract.
const pinned = parse(read("interface.yaml")) as Record<string, Operation>;
const document = JSON.parse(read("../../generated/openapi.json")) as Node;

/** A part of the document. */
interface Node {
  readonly [name: string]: unknown;
}

describe("the contract has the pinned interface", () => {
  const found = Object.entries(node(document["paths"])).flatMap(([path, item]) =>
    ["get", "put", "post", "delete", "patch", "head", "options"].flatMap((method) => {
      const operation = node(item)[method];
      return operation === undefined ? [] : [describeOperation(`${method.toUpperCase()} ${path}`, node(operation))];
    }),
  );
  const operations = new Map(found);

  it("with these operations", () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(pinned).sort());
  });

  it.each(Object.entries(pinned))("%s", (id, expected) => {
    expect(operations.get(id)).toEqual(expected);
  });
});

function describeOperation(call: string, operation: Node): [string, Operation] {
  const parameters = list(operation["parameters"]).map((one) => {
    const { in: place, name, required, style = place === "query" ? "form" : "simple", explode, schema } = one;
    const serialized = typesOf(node(schema)) === "array" ? ` ${style}${explode === false ? "" : " exploded"}` : "";
    return `${place} ${name}: ${typesOf(node(schema))}${required === true ? " required" : ""}${serialized}`;
  });
  const [media, content] = Object.entries(node(node(operation["requestBody"])["content"]))[0] ?? [];
  const body = media === undefined ? {} : { body: { [media]: properties(node(node(content)["schema"])) } };
  return [
    String(operation["operationId"]),
    {
      call,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...body,
      statuses: Object.keys(node(operation["responses"])).join(" "),
    },
  ];
}

/** Each property with its type, as `lock.expires_at: string or null`. */
function properties(schema: Node, prefix = ""): string[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(node(schema["properties"])).flatMap(([name, value]) => {
    const own = node(value);
    const line = `${prefix}${name}: ${typesOf(own)}${required.includes(name) ? " required" : ""}`;
    const inner = [own, ...alternatives(own), node(own["items"])].flatMap((one) =>
      properties(one, `${prefix}${name}.`),
    );
    return [line, ...new Set(inner)];
  });
}

function typesOf(schema: Node): string {
  const own = schema["const"] === undefined ? schema["type"] : typeof schema["const"];
  const types = [own, ...alternatives(schema).map(typesOf)].flat().filter((one) => one !== undefined);
  return [...new Set(types)].join(" or ");
}

function alternatives(schema: Node): Node[] {
  return [...list(schema["oneOf"]), ...list(schema["anyOf"])];
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(node) : [];
}

/** An object of the document, its reference followed. Empty for anything else. */
function node(value: unknown): Node {
  if (typeof value !== "object" || value === null) return {};
  // An object of a JSON document.
  const found = value as Node;
  const reference = found["$ref"];
  if (typeof reference !== "string") return found;
  const segments = reference.split("/").slice(1);
  return node(segments.reduce<unknown>((one, name) => node(one)[name], document));
}
