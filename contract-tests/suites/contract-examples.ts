import { pointer } from "content-service-contract";
import { type Contract, isJsonObject, type Json, type JsonObject } from "../src/index.js";

/** An example of the contract and the schema that it must fit. */
export interface ContractExample {
  /** Where the example stands. */
  readonly at: string;
  readonly schema: string;
  readonly value: Json;
}

/** Finds the examples of all parameters, request bodies, response headers and response bodies. */
export function messageExamples({ operations }: Contract): ContractExample[] {
  const found = operations.flatMap(({ parameters, requestBody, responses }) => [
    ...[...parameters, ...responses.flatMap(({ headers }) => headers)].flatMap(({ pointer: owner, schema, example }) =>
      example === undefined ? [] : [{ at: pointer(owner, "example"), schema, value: example }],
    ),
    ...[...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)].flatMap(
      ({ schema, examples }) =>
        schema === undefined ? [] : examples.map((example) => ({ at: example.pointer, schema, value: example.value })),
    ),
  ]);
  // A shared response is met once for each operation that has it.
  return [...new Map(found.map((example) => [example.at, example])).values()];
}

/** Finds the examples inside of the schemas. */
export function schemaExamples({ document }: Contract): ContractExample[] {
  return examplesBelow(document["components"] ?? {}, "/components");
}

/** Finds every record in the examples: an object with a `type` and an `id`, and where it stands. */
export function recordsIn({ at, value }: Pick<ContractExample, "at" | "value">): { at: string; record: JsonObject }[] {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const inner = members.flatMap(([key, member]) => recordsIn({ at: pointer(at, key), value: member }));
  const isRecord = isJsonObject(value) && typeof value["type"] === "string" && typeof value["id"] === "string";
  return isRecord ? [{ at, record: value }, ...inner] : inner;
}

function examplesBelow(node: Json, at: string): ContractExample[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => examplesBelow(item, pointer(at, index)));
  if (!isJsonObject(node)) return [];
  // A named example holds a body, in which `examples` would be a property like any other.
  const inner = Object.entries(node).flatMap(([key, value]) =>
    key === "examples" ? [] : examplesBelow(value, pointer(at, key)),
  );
  const own = Array.isArray(node["examples"]) ? node["examples"] : [];
  return [...own.map((value, index) => ({ at: pointer(at, "examples", index), schema: at, value })), ...inner];
}
