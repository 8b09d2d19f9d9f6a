import {
  type Contract,
  findMediaType,
  type Json,
  type JsonObject,
  type Operation,
  parseJson,
  pointer,
  schemaProperties,
  typesAt,
} from "content-service-contract";
import { dottedPath } from "../contract/documents.js";
import type { ErrorEntry } from "../responses/error-response.js";
import type { Bytes } from "../responses/plain-response.js";

/** Whether a body is read as text: JSON, forms, text, and a body without a media type. */
export function isText(mediaType: string | undefined): boolean {
  return mediaType === undefined || /json$|xml$|^text\/|urlencoded$/.test(mediaType);
}

/** The media type of a message, in lower case and without parameters. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || undefined;
}

/** Reads a body that is neither JSON nor an urlencoded form, and validates the fields of a multipart form. */
export async function readOwnBody(contract: Contract, operation: Operation, headers: Headers, bytes: Bytes) {
  const type = mediaTypeOf(headers);
  if (type?.startsWith("text/")) return { body: new TextDecoder().decode(bytes), errors: [] };
  if (type !== "multipart/form-data") return { body: bytes, errors: [] };
  try {
    const form = await new Response(bytes, { headers }).formData();
    const schema = findMediaType(operation.requestBody?.content ?? [], type)?.schema;
    return { body: form, errors: schema === undefined ? [] : await errorsOf(contract, schema, form) };
  } catch {
    const message = "The body is not a form of the boundary in its Content-Type.";
    return { body: bytes, errors: [{ reason: "invalid_parameter", name: "body", message }] };
  }
}

async function errorsOf(contract: Contract, schema: string, form: FormData): Promise<ErrorEntry[]> {
  const properties = schemaProperties(contract, schema, {});
  const fields: JsonObject = {};
  for (const name of new Set(form.keys())) {
    const place = properties.get(name);
    const isList = place !== undefined && typesAt(contract.document, place).includes("array");
    const types = place === undefined ? [] : typesAt(contract.document, isList ? pointer(place, "items") : place);
    const values = await Promise.all(form.getAll(name).map((value) => partValue(types, value)));
    const [only = ""] = values;
    fields[name] = isList || values.length > 1 ? values : only;
  }
  return contract.validate(schema, fields, "request").map(({ at, message }) => {
    const name = dottedPath(at);
    return { reason: "invalid_parameter", name: name === "" ? "body" : name, message: `The body ${message}.` };
  });
}

/** A part is JSON by its media type; otherwise text where the schema allows it, or JSON. Other files are not read. */
async function partValue(types: readonly string[], part: string | File): Promise<Json> {
  const isJson = typeof part !== "string" && /json$/.test(part.type);
  if (isJson) return parseJson(await part.text()) ?? "";
  const text = typeof part === "string" ? part : "";
  return types.length === 0 || types.includes("string") ? text : (parseJson(text) ?? text);
}
