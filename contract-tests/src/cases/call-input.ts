import { isJsonObject, type Json, type JsonObject } from "../contract/json.js";
import type { MediaType, NamedExample, Operation, Parameter } from "../contract/operation.js";
import type { ExchangeRequest } from "../exchange/exchange.js";

/** The input of a call, as the methods of the client take it. */
export interface CallInput {
  /** The parameters in the path, by name. */
  readonly path?: Readonly<Record<string, Json>>;
  /** The parameters of the query, by name. */
  readonly query?: Readonly<Record<string, Json>>;
  /** The headers, by name. */
  readonly header?: Readonly<Record<string, Json>>;
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
  const places = { path: values("path"), query: values("query"), header: values("header") };
  const filled = Object.entries(places).filter(([, record]) => Object.keys(record).length > 0);
  return { ...Object.fromEntries(filled), ...(body === undefined ? {} : { body }) };
}

/** The media type of requests of an operation: the first documented one. */
export function requestMedia(operation: Operation): MediaType | undefined {
  return operation.requestBody?.content[0];
}

/** Converts the input of a call to a request below the base address, with a token where the operation requires one. */
export function inputRequest(
  operation: Operation,
  input: CallInput,
  token: string,
): ExchangeRequest & { path: string } {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(text(input.path?.[name])),
  );
  const query = operation.parameters
    .filter((one) => one.in === "query")
    .flatMap((one) => queryPairs(one, input.query ?? {}));
  const media = input.body === undefined ? undefined : requestMedia(operation);
  const headers = Object.entries(input.header ?? {}).map(([name, value]) => [name.toLowerCase(), text(value)]);
  return {
    method: operation.method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: Object.fromEntries([
      ...headers,
      ...(operation.secured ? [["authorization", `Bearer ${token}`]] : []),
      ...(media === undefined ? [] : [["content-type", media.type]]),
    ]),
    body: media === undefined ? undefined : serializeBody(media.type, input.body ?? null),
  };
}

/** Serializes a body as a form or as JSON, by its media type. */
export function serializeBody(type: string, body: Json): string {
  if (type !== "application/x-www-form-urlencoded" || !isJsonObject(body)) return JSON.stringify(body);
  return new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, text(value)]),
  ).toString();
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
  if (parameter.example === undefined) {
    throw new Error(`${operation.id} has no example for its ${parameter.in} parameter ${parameter.name}`);
  }
  return parameter.example;
}

function queryPairs({ name, explode }: Parameter, query: JsonObject | Readonly<Record<string, Json>>): string[] {
  const value = query[name];
  if (value === undefined) return [];
  const items = (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(text(item)));
  return (explode ? items : [items.join(",")]).map((item) => `${encodeURIComponent(name)}=${item}`);
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
