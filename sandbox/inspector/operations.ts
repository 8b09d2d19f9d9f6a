/** An operation of the contract. `scripts/bundle-inspector.ts` writes them into the page. */
export interface OperationSummary {
  readonly id: string;
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  readonly server: "base" | "auth";
  /** The types of the query parameters that are not texts. */
  readonly types: Readonly<Record<string, string>>;
  /** The names of its headers. */
  readonly headers: readonly string[];
  /** A request that succeeds with the default seed. */
  readonly example: { readonly path: string; readonly type: string | undefined; readonly body: string | undefined };
}

declare const OPERATIONS: readonly OperationSummary[];

/** Every operation of the contract. */
export const operations = OPERATIONS;

/** A request that can be sent again, or written as a program. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Without `?`. It may be empty. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request as a command of curl for `sh`. Takes the token from a variable. */
export function curlOf({ method, path, query, headers, body }: SentRequest, url: string): string {
  const request = method === "GET" || (method === "POST" && body !== "") ? "" : ` -X ${method}`;
  const lines = [
    `curl -sS${request} ${quoted(`${url}${path}${query === "" ? "" : `?${query}`}`)}`,
    ...("authorization" in headers ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(ownHeaders(headers)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** The request as a program with the client; undefined for a request of no operation. Takes the token from a variable. */
export function programOf(
  { method, path, query, headers, body }: SentRequest,
  { url, basePath }: { url: string; basePath: string },
): string | undefined {
  const found = operations.flatMap((operation) => {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    const template = `${operation.server === "base" ? basePath : ""}${operation.path}`;
    const parts = template.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const values = new RegExp(`^${parts.join("([^/]+)")}$`).exec(path);
    if (operation.method !== method || values === null) return [];
    return [{ operation, values: Object.fromEntries(names.map((name, at) => [name, decoded(values[at + 1] ?? "")])) }];
  });
  // A path without parameters comes before `/users/{user_id}`.
  const [match] = found.toSorted((a, b) => Object.keys(a.values).length - Object.keys(b.values).length);
  if (match === undefined) return undefined;
  const { operation, values } = match;
  const queryValues = [...new URLSearchParams(query)].map(([name, text]) => [name, typed(text, operation.types[name])]);
  const { "content-type": type = "" } = headers;
  const sentHeaders = operation.headers.map((name) => [name, headers[name.toLowerCase()]] as const);
  const input = {
    path: values,
    query: Object.fromEntries(queryValues),
    header: Object.fromEntries(sentHeaders.filter(([, value]) => value !== undefined)),
    ...(body === ""
      ? {}
      : { body: type.startsWith(FORM) ? Object.fromEntries(new URLSearchParams(body)) : parsed(body) }),
  };
  const used = Object.entries(input).filter(
    ([, value]) => typeof value !== "object" || Object.keys(value ?? {}).length > 0,
  );
  const address = operation.server === "base" ? { baseUrl: url + basePath } : { baseUrl: url + basePath, authUrl: url };
  const options = Object.entries(address).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    'import { createClient } from "content-service-client";',
    "",
    `const client = createClient({ ${[...options, 'auth: process.env["TOKEN"] ?? ""'].join(", ")} });`,
    `const response = await client.${operation.id}(${used.length === 0 ? "" : source(Object.fromEntries(used))});`,
    "console.log(response);",
    "",
  ].join("\n");
}

/** The headers that a caller chooses, by their usual names. */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !AUTOMATIC.test(name)));
}

/** Headers that clients add themselves. */
const AUTOMATIC =
  /^(authorization|host|connection|content-length|accept(-encoding|-language)?|user-agent|origin|referer|cookie|cache-control|pragma|priority|transfer-encoding|sec-.*)$/;
const FORM = "application/x-www-form-urlencoded";

function typed(text: string, type: string | undefined): unknown {
  if (type === "array") return text.split(",");
  return type === undefined ? text : (parsed(text) ?? text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A value as source, with names without quotes where possible. */
function source(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
