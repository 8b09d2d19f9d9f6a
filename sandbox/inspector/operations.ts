import type { CallInput, Json } from "content-service-contract";
import { curlText, quoted } from "../../codegen/samples/curl-command.js";
import { JSON_TYPE, type SampleOperation } from "../../codegen/samples/http-request.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import type { Credential, JournalEntry, OperationSummary } from "./sandbox-access.js";
import { parsed as parsedJson } from "./values.js";

/** An operation of the client. `bundle-inspector.ts` writes them into the page. */
export interface ClientOperation extends SampleOperation {
  /** The types of the query parameters that are not texts. */
  readonly types: Readonly<Record<string, string>>;
}

declare const OPERATIONS: readonly ClientOperation[];

/** The operation of the client that is the same as one of the sandbox. */
export function clientOperation(operation: OperationSummary | undefined): ClientOperation | undefined {
  const { id, method, path } = operation ?? {};
  return OPERATIONS.find((one) => one.id === id && one.method === method && one.path === path);
}

/** Where a copied request is sent, and with which token. */
export interface Target {
  readonly url: string;
  readonly basePath: string;
  /** Empty for a request without a credential. */
  readonly token: string;
}

const BEARER: Credential = { kind: "bearer", name: "Authorization", prefix: "Bearer" };

/** The credentials that a new request of an operation needs. */
export function credentialsOf(operation: OperationSummary | undefined): readonly Credential[] {
  return operation?.security.find((all) => all.length > 0) ?? [BEARER];
}

/** The credentials that a recorded request had. */
export function sentCredentials({ query, request: { headers } }: JournalEntry, operation?: OperationSummary) {
  const found = (operation?.security.flat() ?? []).filter(({ kind, name, prefix }) => {
    if (kind === "query") return new URLSearchParams(query).has(name);
    if (kind === "cookie") return headers["cookie"]?.includes(`${name}=`);
    return headers[name.toLowerCase()]?.toLowerCase().startsWith(prefix.toLowerCase());
  });
  return found.length > 0 || headers["authorization"] === undefined ? found : [BEARER];
}

export function withToken(path: string, headers: Record<string, string>, all: readonly Credential[], token: string) {
  const sent = { path, headers: { ...headers } };
  for (const { kind, name, prefix } of all) {
    delete sent.headers[name.toLowerCase()];
    if (kind === "query") {
      const [start = "", query = ""] = sent.path.split("?");
      const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
      sent.path = `${start}?${[...others, `${name}=${encodeURIComponent(token)}`].join("&")}`;
    } else if (kind === "cookie") sent.headers["cookie"] = `${name}=${token}`;
    else
      sent.headers[name] =
        kind === "basic" ? `Basic ${btoa(`${token}:`)}` : `${kind === "bearer" ? "Bearer" : prefix} ${token}`.trim();
  }
  return sent;
}

/** A recorded request as a command of curl for `sh`. */
export function curlOf({ method, request: { body } }: JournalEntry, url: string, sent: ReturnType<typeof withToken>) {
  const data = body === "" ? [] : [`--data-raw ${quoted(body)}`];
  return curlText(method, url + sent.path, Object.entries(sent.headers), data);
}

/** The request of an operation as a program with the client. */
export function programOf(
  { path, query, request }: JournalEntry,
  operation: ClientOperation,
  headerNames: readonly string[],
  { basePath, url, token }: Target,
): string {
  const { headers, body } = request;
  const segments = path.slice(operation.server === "base" ? basePath.length : 0).split("/");
  const values = operation.path.split("/").flatMap((part, at): [string, string][] => {
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decoded(segments[at] ?? "")]];
  });
  const places = {
    path: values,
    query: [...new URLSearchParams(query)].map(([name, text]) => [name, typed(text, operation.types[name])] as const),
    header: headerNames.flatMap((name) => {
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
