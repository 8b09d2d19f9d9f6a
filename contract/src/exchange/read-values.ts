import type { Contract } from "../model/contract.js";
import { decodePercent, isJsonObject, type Json, type JsonObject, parseJson, stringsAt } from "../model/json.js";
import { placeAt, pointer } from "../model/json-pointer.js";
import type { MediaType, Operation, Parameter } from "../model/operation.js";

export interface SentParameters {
  readonly path: Readonly<Record<string, string>>;
  /** Every pair of the query, decoded, in the order of the URL. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Headers;
}

/** Every value that a request has for a parameter; empty when it was not sent. */
export function sentValues(
  { path, query, headers }: SentParameters,
  { in: place, name }: Pick<Parameter, "in" | "name">,
): string[] {
  if (place === "query") return query.filter(([key]) => key === name).map(([, value]) => value);
  if (place === "cookie") {
    const pair = cookiesOf(headers).find((one) => one.startsWith(`${name}=`));
    const value = pair?.slice(name.length + 1);
    return value === undefined ? [] : [decodePercent(value) ?? value];
  }
  const value = place === "path" ? path[name] : headers.get(name);
  return typeof value === "string" ? [value] : [];
}

/** The cookies of a request, each with its name. */
export function cookiesOf(headers: Headers): string[] {
  return (headers.get("cookie") ?? "").split(/; */).filter((pair) => pair !== "");
}

/** Every pair of the query of a URL, decoded. */
export function queryOf(url: string): [name: string, value: string][] {
  return [...new URLSearchParams(url.replace(/#.*$/s, "").split("?").slice(1).join("?"))];
}

/** The value of a parameter, by the types of its schema; undefined when it was not sent. */
export function parameterValue(contract: Contract, sent: SentParameters, parameter: Parameter): Json | undefined {
  const { name, schema, style, explode } = parameter;
  const isObject = style !== "json" && typesAt(contract.document, schema).includes("object");
  const isDeep = style === "deepObject";
  if (parameter.in === "query" && (isDeep || (isObject && explode))) {
    const properties = contract.propertiesOf(schema);
    const pairs = sent.query.filter(([key]) => (isDeep ? key.startsWith(`${name}[`) : properties.has(key)));
    const found = readForm(pairs);
    const value = isDeep ? found[name] : found;
    return pairs.length === 0 || value === undefined ? undefined : typed(contract, schema, value);
  }
  const values = sentValues(sent, parameter).map((value) => simple(contract, parameter, value));
  if (isObject && values[0] !== undefined && !typesAt(contract.document, schema).includes("string")) {
    const parts = values[0].split(",").flatMap((part) => (explode ? part.split("=") : [part]));
    const pairs = parts.flatMap((part, index): [string, string][] =>
      index % 2 ? [] : [[part, parts[index + 1] ?? ""]],
    );
    return typed(contract, schema, Object.fromEntries(pairs));
  }
  return values.length === 0 ? undefined : readParameter(contract, parameter, values);
}

/** A part of the path in the style `label` or `matrix` as one in the style `simple`. */
function simple(contract: Contract, { name, schema, style, explode }: Parameter, value: string): string {
  const mark = { label: ".", matrix: ";" }[style];
  if (mark === undefined || !value.startsWith(mark)) return value;
  const isMany = typesAt(contract.document, schema).some((type) => type === "array" || type === "object");
  const parts = isMany && explode ? value.slice(1).split(mark) : [value.slice(1)];
  return parts.map((part) => (mark === ";" && part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part)).join();
}

/**
 * Converts the text of a parameter to the type of its schema.
 *
 * Text that does not match the type stays text, so that the schema rejects it. A comma separates array items even when it
 * was percent-encoded, because `URLSearchParams` encodes it.
 */
export function readParameter(contract: Contract, parameter: Parameter, sent: readonly string[]): Json {
  const types = typesAt(contract.document, parameter.schema);
  const first = sent[0] ?? "";
  if (parameter.style === "json") return parseJson(first) ?? first;
  if (!types.includes("array")) return sent.length > 1 ? [...sent] : readScalar(types, first);
  // A choice of a text and a list: the text alone may be valid.
  if (types.includes("string") && sent.length === 1 && contract.isValid(parameter.schema, first)) return first;
  const separator = SEPARATORS[parameter.style] ?? ",";
  const items = parameter.explode && parameter.in === "query" ? sent : sent.flatMap((value) => value.split(separator));
  return typed(contract, parameter.schema, [...items]);
}

/** What separates the items of an array, by the style of the parameter. A comma for all others. */
export const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** Converts the texts in a form or in a parameter to the types of their schemas. */
function typed(contract: Contract, schema: string, value: Json): Json {
  const types = typesAt(contract.document, schema);
  const { node, pointer: at } = placeAt(contract.document, schema);
  if (typeof value === "string") {
    if (types.includes("array") && !types.includes("string")) return typed(contract, schema, [value]);
    return types.includes("object") && !types.includes("string")
      ? (parseJson(value) ?? value)
      : readScalar(types, value);
  }
  if (Array.isArray(value))
    return isJsonObject(node["items"]) ? value.map((item) => typed(contract, pointer(at, "items"), item)) : value;
  if (!isJsonObject(value)) return value;
  const items = Object.values(value);
  if (types.includes("array") && Object.keys(value).every((key) => /^\d+$/.test(key)))
    return typed(contract, schema, items);
  const properties = contract.propertiesOf(schema, value);
  const others = isJsonObject(node["additionalProperties"]) ? pointer(at, "additionalProperties") : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const place = properties.get(name) ?? others;
      return [name, place === undefined ? one : typed(contract, place, one)];
    }),
  );
}

/** Converts text to the first of the types that it matches; text that matches none stays text. */
export function readScalar(types: readonly string[], text: string): Json {
  if (types.includes("integer") && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes("number") && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The types that a schema allows, through references and choices. Cached: every exchange needs them. */
export function typesAt(document: JsonObject, schema: string): readonly string[] {
  const ofDocument = typesBySchema.get(document) ?? new Map<string, readonly string[]>();
  typesBySchema.set(document, ofDocument);
  const known = ofDocument.get(schema);
  if (known !== undefined) return known;
  // A schema can contain itself.
  ofDocument.set(schema, []);
  const types = [...new Set(readTypes(document, schema))];
  ofDocument.set(schema, types);
  return types;
}

const typesBySchema = new WeakMap<JsonObject, Map<string, readonly string[]>>();

function readTypes(document: JsonObject, schema: string): readonly string[] {
  const place = placeAt(document, schema);
  const own = stringsAt(place.node, "type");
  if (own.length > 0) return own;
  return ["anyOf", "oneOf", "allOf"].flatMap((key) => {
    const branches = place.node[key];
    if (!Array.isArray(branches)) return [];
    return branches.flatMap((branch, index) =>
      isJsonObject(branch) ? typesAt(document, pointer(place.pointer, key, index)) : [],
    );
  });
}

/** The content of a body. `type` is its media type in lower case, without parameters. */
export type ReadBody =
  | { readonly kind: "empty"; readonly type: string | undefined }
  /** JSON or a form, parsed. */
  | { readonly kind: "value"; readonly type: string; readonly value: Json }
  /** Labeled as JSON, but invalid. */
  | { readonly kind: "broken"; readonly type: string; readonly reason: string }
  /** Another media type, or none. */
  | { readonly kind: "text"; readonly type: string | undefined };

export function readBody(headers: Headers, text: string | undefined): ReadBody {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || undefined;
  if (text === undefined || text === "") return { kind: "empty", type };
  if (type === FORM) return { kind: "value", type, value: readForm([...new URLSearchParams(text)]) };
  if (type === undefined || !/^(application|text)\/(.+\+)?json$/.test(type)) return { kind: "text", type };
  try {
    // JSON.parse can only return JSON values.
    return { kind: "value", type, value: JSON.parse(text) as Json };
  } catch (error) {
    return { kind: "broken", type, reason: error instanceof Error ? error.message : "not JSON" };
  }
}

/** Parses the body of a request. The fields of a form get the types of its schema. */
export function readSent(contract: Contract, { requestBody }: Operation, headers: Headers, text: string | undefined) {
  const body = readBody(headers, text);
  const media = findMediaType(requestBody?.content ?? [], body.type);
  if (body.kind !== "value" || body.type !== FORM || media?.schema === undefined) return { body, media };
  return { body: { ...body, value: typed(contract, media.schema, body.value) }, media };
}

/** The parsed value of a body; undefined unless it is JSON or a form. */
export function readValue(body: ReadBody): Json | undefined {
  return body.kind === "value" ? body.value : undefined;
}

/** The documented media type for the one that was sent; the contract may use ranges such as `text/*`. */
export function findMediaType(content: readonly MediaType[], type: string | undefined): MediaType | undefined {
  if (type === undefined) return undefined;
  const ranges = [type, `${type.split("/")[0] ?? ""}/*`, "*/*"];
  return ranges.map((range) => content.find((media) => media.type === range)).find((media) => media !== undefined);
}

/** A repeated field becomes a list, and brackets nest: `item[price]=1`, `tags[]=a`. */
function readForm(pairs: readonly (readonly [name: string, value: string])[]): JsonObject {
  // Without a prototype, so that a field may be called `__proto__`.
  const empty = (): JsonObject => Object.create(null);
  const form = empty();
  for (const [name, value] of pairs) {
    const nested = /^[^[\]]+(\[[^[\]]*\])+$/.test(name) ? name.split(/\]?\[|\]$/).filter((key) => key !== "") : [name];
    const last = nested.pop() ?? name;
    let owner = form;
    for (const key of nested) {
      const inner = owner[key];
      const next = isJsonObject(inner) ? inner : empty();
      owner[key] = next;
      owner = next;
    }
    const before = owner[last];
    if (Array.isArray(before)) before.push(value);
    else if (before === undefined) owner[last] = name.endsWith("[]") ? [value] : value;
    else owner[last] = [before, value];
  }
  return form;
}

const FORM = "application/x-www-form-urlencoded";
