import type { CallInput, Json } from "content-service-contract";
import { curlText, quoted } from "../../codegen/samples/curl-command.js";
import { JSON_TYPE, type SampleOperation } from "../../codegen/samples/http-request.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import type { JournalEntry } from "./sandbox-access.js";
import { parsed as parsedJson } from "./values.js";

/** An operation of the contract. `bundle-inspector.ts` writes them into the page. */
export interface OperationSummary extends SampleOperation {
  /** The types of the query parameters that are not texts. */
  readonly types: Readonly<Record<string, string>>;
  readonly headers: readonly string[];
  /** A request that succeeds with the default seed. */
  readonly example: {
    readonly path: string;
    /** Without its token and media type. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
  };
}

declare const OPERATIONS: readonly OperationSummary[];

export const operations = OPERATIONS;

/** Where a copied request is sent, and with which token. */
export interface Target {
  readonly url: string;
  readonly basePath: string;
  /** Empty for a request without a user. */
  readonly token: string;
}

/** The request as a command of curl for `sh`. */
export function curlOf({ method, path, query, request: { headers, body } }: JournalEntry, { url, token }: Target) {
  const sent = { ...(token !== "" && { Authorization: `Bearer ${token}` }), ...ownHeaders(headers) };
  const data = body === "" ? [] : [`--data-raw ${quoted(body)}`];
  return curlText(method, `${url}${path}${query === "" ? "" : `?${query}`}`, Object.entries(sent), data);
}

/** The request of an operation as a program with the client. Undefined for an operation that the contract lacks. */
export function programOf(entry: JournalEntry, { basePath, url, token }: Target): string | undefined {
  const operation = operations.find(({ id }) => id === entry.operation);
  if (operation === undefined) return undefined;
  const { path, query, request } = entry;
  const { headers, body } = request;
  const segments = path.slice(operation.server === "base" ? basePath.length : 0).split("/");
  const values = operation.path.split("/").flatMap((part, at): [string, string][] => {
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decoded(segments[at] ?? "")]];
  });
  const places = {
    path: values,
    query: [...new URLSearchParams(query)].map(([name, text]) => [name, typed(text, operation.types[name])] as const),
    header: operation.headers.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, value] as const];
    }),
  };
  const filled = Object.entries(places).filter(([, entries]) => entries.length > 0);
  const input: CallInput = {
    ...Object.fromEntries(filled.map(([place, entries]) => [place, Object.fromEntries(entries)])),
    ...(body === ""
      ? {}
      : { body: operation.bodyType === JSON_TYPE ? parsed(body) : Object.fromEntries(new URLSearchParams(body)) }),
  };
  return typescriptProgram(operation, input, { baseUrl: url + basePath, authUrl: url, token });
}

/** The headers that a caller chooses, by their usual names. */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !AUTOMATIC.test(name)));
}

/** Headers that clients add themselves. */
const AUTOMATIC =
  /^(authorization|host|connection|content-length|accept(-encoding|-language)?|user-agent|origin|referer|cookie|cache-control|pragma|priority|transfer-encoding|sec-.*)$/;

// What is parsed is JSON, or the text.
const parsed = (text: string) => parsedJson(text) as Json;

function typed(text: string, type: string | undefined): Json {
  if (type === "array") return text.split(",");
  return type === undefined ? text : parsed(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
