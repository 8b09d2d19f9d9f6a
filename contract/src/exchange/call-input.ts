import { isJsonObject, type Json } from "../model/json.js";
import type { MediaType, NamedExample, Operation, Parameter } from "../model/operation.js";
import { type GivenCredentials, withCredentials } from "./credentials.js";
import type { ExchangeRequest } from "./exchange.js";
import { SEPARATORS } from "./read-values.js";

/** The input of a call, as the methods of the client take it. */
export interface CallInput {
  /** The parameters in the path, by name. */
  readonly path?: Readonly<Record<string, Json>>;
  /** The parameters of the query, by name. */
  readonly query?: Readonly<Record<string, Json>>;
  /** The headers, by name. */
  readonly header?: Readonly<Record<string, Json>>;
  /** The cookies, by name. */
  readonly cookie?: Readonly<Record<string, Json>>;
  /** The body, before it is serialized as JSON or as a form. */
  readonly body?: Json;
}

/** Selects the optional parameters of a call. */
export interface InputChoice {
  /** The example that gives the body. @default the first one */
  readonly requestExample?: NamedExample | undefined;
  /** The value of `fields`, or undefined to omit it. */
  readonly fields?: readonly string[] | undefined;
  /** How a list is paged: with `offset`, or with `usemarker` and `marker`. @default "offset" */
  readonly paging?: "offset" | "marker" | undefined;
  /** Whether optional parameters are sent. @default true */
  readonly optional?: boolean | undefined;
}

/**
 * Creates the input of a call from the examples of the contract.
 *
 * Throws an `Error` when a required parameter has no example.
 */
export function callInput(operation: Operation, choice: InputChoice = {}): CallInput {
  const sent = operation.parameters.filter((parameter) => isSent(operation, parameter, choice));
  const values = (place: Parameter["in"]): Record<string, Json> =>
    Object.fromEntries(
      sent.filter((one) => one.in === place).map((one) => [one.name, valueOfParameter(operation, one, choice)]),
    );
  const body = (choice.requestExample ?? requestMedia(operation)?.examples[0])?.value;
  const places = { path: values("path"), query: values("query"), header: values("header"), cookie: values("cookie") };
  const filled = Object.entries(places).filter(([, record]) => Object.keys(record).length > 0);
  return { ...Object.fromEntries(filled), ...(body === undefined ? {} : { body }) };
}

/** The media type of requests of an operation: JSON, a form, or the first documented one. */
export function requestMedia(operation: Operation): MediaType | undefined {
  return operation.requestMedia;
}

/** Converts the input of a call to a request below the base address, with credentials where the operation requires them. */
export function inputRequest(
  operation: Operation,
  input: CallInput,
  given: GivenCredentials,
): ExchangeRequest & { path: string } {
  const parameter = (place: Parameter["in"], name: string) =>
    operation.parameters.find((one) => one.in === place && one.name === name);
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(simpleText(input.path?.[name], parameter("path", name))),
  );
  const query = operation.parameters
    .filter((one) => one.in === "query")
    .flatMap((one) => queryPairs(one, input.query ?? {}));
  const media = input.body === undefined ? undefined : requestMedia(operation);
  const headers = Object.entries(input.header ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    simpleText(value, parameter("header", name)),
  ]);
  const cookies = Object.entries(input.cookie ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(simpleText(value, parameter("cookie", name)))}`,
  );
  if (cookies.length > 0) headers.push(["cookie", cookies.join("; ")]);
  const type = media === undefined ? undefined : sentType(media.type);
  const request = {
    method: operation.method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: Object.fromEntries([...headers, ...(type === undefined ? [] : [["content-type", type]])]),
    body: media === undefined ? undefined : serializeBody(media, input.body ?? null),
  };
  if (operation.security.some((all) => all.length > 0)) return withCredentials(request, operation, given);
  return typeof given === "string" ? request : withCredentials(request, operation, { ...given, token: "" });
}

/** Serializes a body by its media type: as JSON, as a form, or as it is. */
export function serializeBody(
  { type, brackets, files }: Pick<MediaType, "type" | "brackets" | "files">,
  body: Json,
): string {
  if (type === MULTIPART && isJsonObject(body)) {
    const parts = Object.entries(body).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => {
        const file = files.includes(name) ? '; filename="file"\r\nContent-Type: application/octet-stream' : "";
        const json = isJsonObject(one) ? "\r\nContent-Type: application/json" : "";
        return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file || json}\r\n\r\n${text(one)}\r\n`;
      }),
    );
    return `${parts.join("")}--${BOUNDARY}--\r\n`;
  }
  if (type !== FORM || !isJsonObject(body)) return /json$/.test(type) ? JSON.stringify(body) : text(body);
  const fields = Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (brackets) return bracketPairs(name, value);
    return (Array.isArray(value) ? value : [value]).map((one) => [name, text(one)]);
  });
  return new URLSearchParams(fields).toString();
}

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const BOUNDARY = "contract-check-boundary";

/** A type that a range such as `image/*` includes, and the boundary of a multipart form. */
function sentType(type: string): string {
  if (type === MULTIPART) return `${type}; boundary=${BOUNDARY}`;
  if (!type.endsWith("/*")) return type;
  return { "text/*": "text/plain", "image/*": "image/png" }[type] ?? "application/octet-stream";
}

/** As `deepObject`: `address[city]=Rome`. */
function bracketPairs(name: string, value: Json): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, text(value)]];
  return Object.entries(value).flatMap(([key, inner]) => bracketPairs(`${name}[${key}]`, inner));
}

/** The paging scheme of an example page; undefined for any other body. */
export function pagingOf(body: Json | undefined): InputChoice["paging"] {
  if (!isJsonObject(body) || !Array.isArray(body["entries"])) return undefined;
  if ("offset" in body) return "offset";
  return "next_marker" in body || "prev_marker" in body ? "marker" : undefined;
}

function isSent({ parameters }: Operation, parameter: Parameter, choice: InputChoice): boolean {
  const { fields, paging = "offset", optional = true } = choice;
  if (parameter.required) return true;
  if (!optional || parameter.example === undefined) return false;
  if (parameter.in !== "query") return true;
  if (parameter.name === "fields") return fields !== undefined;
  if (parameter.name === "offset") return paging === "offset";
  const hasOffset = parameters.some((one) => one.in === "query" && one.name === "offset");
  return !["marker", "usemarker"].includes(parameter.name) || paging === "marker" || !hasOffset;
}

function valueOfParameter(operation: Operation, parameter: Parameter, { fields }: InputChoice): Json {
  if (parameter.in === "query" && parameter.name === "fields" && fields !== undefined) return [...fields];
  if (parameter.example === undefined)
    throw new Error(`${operation.id} has no example for its ${parameter.in} parameter ${parameter.name}`);
  return parameter.example;
}

function queryPairs({ name, explode, style }: Parameter, query: Readonly<Record<string, Json>>): string[] {
  const value = query[name];
  if (value === undefined) return [];
  const pairs = (): [string, string][] => {
    if (style === "json") return [[name, JSON.stringify(value)]];
    if (style === "deepObject") return bracketPairs(name, value);
    if (isJsonObject(value)) {
      const entries = Object.entries(value);
      return explode ? entries.map(([key, one]) => [key, text(one)]) : [[name, entries.flat().map(text).join(",")]];
    }
    return (Array.isArray(value) ? value : [value]).map((item) => [name, text(item)]);
  };
  const encoded = pairs().map(([key, one]): [string, string] => [encodeURIComponent(key), encodeURIComponent(one)]);
  if (explode || !Array.isArray(value) || style === "json") return encoded.map((pair) => pair.join("="));
  return [`${encodeURIComponent(name)}=${encoded.map(([, one]) => one).join(SEPARATORS[style] ?? ",")}`];
}

function simpleText(value: Json | undefined, parameter: Parameter | undefined): string {
  if (parameter?.style === "json" || typeof value !== "object" || value === null) return text(value);
  if (Array.isArray(value)) return value.map(text).join(",");
  const entries = Object.entries(value);
  return entries.map(([key, one]) => `${key}${parameter?.explode ? "=" : ","}${text(one)}`).join(",");
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
