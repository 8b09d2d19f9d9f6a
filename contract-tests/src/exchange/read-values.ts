import type { Contract } from "../contract/contract.js";
import { isJsonObject, type Json, type JsonObject, stringsAt } from "../contract/json.js";
import { placeAt, pointer } from "../contract/json-pointer.js";
import type { MediaType, Parameter } from "../contract/operation.js";

/** The parts of a request that carry parameters. */
export interface SentParameters {
  /** Values of the path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Every pair of the query, decoded, in the order of the URL. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Headers;
}

/** Every value that a request has for a parameter; empty when it was not sent. */
export function sentValues({ path, query, headers }: SentParameters, { in: place, name }: Parameter): string[] {
  if (place === "query") return query.filter(([key]) => key === name).map(([, value]) => value);
  const value = place === "path" ? path[name] : headers.get(name);
  return typeof value === "string" ? [value] : [];
}

/** Every pair of the query of a URL, decoded. */
export function queryOf(url: string): [name: string, value: string][] {
  const query = url.replace(/#.*$/s, "").split("?").slice(1).join("?");
  return [...new URLSearchParams(query)];
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
  if (!types.includes("array")) return sent.length > 1 ? [...sent] : readScalar(types, first);
  const itemTypes = typesAt(contract.document, pointer(contract.pointerOf(parameter.schema), "items"));
  const items = parameter.explode ? sent : sent.flatMap((value) => value.split(","));
  return items.map((item) => readScalar(itemTypes, item));
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
  const types = ofDocument.get(schema) ?? readTypes(document, schema);
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

/** Parses the text of a body by its media type. A repeated form field becomes a list. */
export function readBody(headers: Headers, text: string | undefined): ReadBody {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || undefined;
  if (text === undefined || text === "") return { kind: "empty", type };
  if (type === "application/x-www-form-urlencoded") return { kind: "value", type, value: readForm(text) };
  if (type === undefined || !/^application\/(.+\+)?json$/.test(type)) return { kind: "text", type };
  try {
    // JSON.parse can only return JSON values.
    return { kind: "value", type, value: JSON.parse(text) as Json };
  } catch (error) {
    return { kind: "broken", type, reason: error instanceof Error ? error.message : "not JSON" };
  }
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

function readForm(text: string): JsonObject {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]));
}
