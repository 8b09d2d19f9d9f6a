import { checkedUrl, invalid } from "../checks.js";
import type { TokenSource } from "../core/options.js";
import type { OperationInfo, OperationRequest } from "../operations/operation.js";
import { isBelow, type PreparedRequest } from "../request/call.js";
import { type Send, tokenOf } from "../request/send.js";
import { addCookie } from "./parameter-styles.js";

/** Where a security scheme of a document sends its credential. */
export interface SecurityScheme {
  /** Its name in the document, and in `credentials`. */
  readonly scheme: string;
  /** The part of the request. In a cookie, spaces and `",;\` are percent-encoded. Browsers send no cookie of a program. */
  readonly in: "header" | "query" | "cookie";
  /** The name of the header, the query parameter or the cookie. */
  readonly name: string;
  /** The scheme in front of the credential in `Authorization`. */
  readonly prefix?: string;
}

/**
 * An API key, a bearer token, a function that returns one, such as `clientCredentials`, or a user name and a password
 * for Basic. A scheme of `Authorization` other than these takes what stands after its name; an API key there is `Bot abc`.
 */
export type Credential = Auth | { readonly username: string; readonly password: string };
type Auth = string | TokenSource;

/** What `credentials` got, by its `auth`: kept here, so that no printed client shows it, nor an error the passwords. */
const given = /* @__PURE__ */ new WeakMap<object, { sources: Map<string, Auth>; passwords: string[] }>();

const isKey = (value: unknown): value is string => typeof value === "string" && /^[!-~]+( +[!-~]+)*$/.test(value);

/**
 * Creates the `auth` of a client for operations that `content-service-codegen` made with security schemes: a credential
 * by the name of each scheme that the program can use. A call uses the first alternative of its operation whose
 * credentials are all there. An operation without a security requirement sends none.
 * @throws TypeError when a credential is empty or has characters that no request can carry.
 * @example
 * const auth = credentials({
 *   api_key: process.env["API_KEY"] ?? "",
 *   basicAuth: { username: "ann", password: process.env["PASSWORD"] ?? "" },
 *   oAuth2: clientCredentials({ tokenUrl: "https://auth.example/token", clientId: "my-app", clientSecret: "…" }),
 * });
 */
export function credentials(byScheme: Readonly<Record<string, Credential>>): TokenSource {
  const passwords: string[] = [];
  const checked = Object.entries(byScheme).map(([scheme, value]): [string, Auth] => {
    const isBasic = typeof value === "object" && value !== null;
    const text = isBasic ? basic(scheme, value.username, value.password) : value;
    if (isBasic) passwords.push(value.password);
    if (typeof text !== "function" && !isKey(text))
      invalid(`credentials.${scheme}`, "be visible ASCII, a function, or a username and a password");
    return [scheme, text];
  });
  const auth: TokenSource = (request) => {
    const [only, other] = checked.map(([, value]) => value);
    if (only === undefined || other !== undefined)
      throw Object.defineProperty(new TypeError("credentials must have one scheme for this operation"), "isLast", {
        value: true,
      });
    return typeof only === "string" ? only : only(request);
  };
  given.set(auth, { sources: new Map(checked), passwords });
  return auth;
}

/** RFC 7617 section 2. */
function basic(scheme: string, username: unknown, password: unknown): string {
  if (typeof username !== "string" || typeof password !== "string" || /[:\p{Cc}\p{Cs}]/u.test(username))
    invalid(`credentials.${scheme}`, "have a username without a colon, and a password");
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

/**
 * Sends the credentials of an operation (`security`): of the first alternative for which `auth` has all of them. Without
 * alternatives, or with an empty one, the operation needs none. An `auth` that is not by `credentials` is a bearer token.
 * After a 401, a function is asked once more, as every `auth` is.
 */
export function secured(
  ...alternatives: readonly (readonly SecurityScheme[])[]
): NonNullable<OperationInfo["security"]> {
  const queryKeys = alternatives.flat().flatMap((one) => (one.in === "query" ? [one.name] : []));
  const sendSecured = async (request: PreparedRequest, send: Send) => {
    const { call, headers, url } = request;
    const { auth } = call.settings;
    // Another address, which `client.http` was given.
    if (!isBelow(call.url, servers.get(call) ?? call.settings.baseUrl)) return send(request);
    const known = typeof auth === "function" ? given.get(auth) : undefined;
    const sourceOf = ({ scheme, prefix }: SecurityScheme) =>
      known ? known.sources.get(scheme) : prefix === "Bearer" ? auth : undefined;
    const chosen =
      alternatives.find((schemes) => schemes.length > 0 && schemes.every(sourceOf)) ??
      (alternatives.length === 0 ? [] : alternatives.find(({ length }) => length === 0));
    if (!chosen) {
      const needed = alternatives.map((schemes) => `{ ${schemes.map(({ scheme }) => scheme).join(", ")} }`);
      invalid("auth", `be credentials of ${needed.join(" or ")} for ${call.operation}`);
    }
    call.secrets.push(...(known?.passwords ?? []));
    const cookie = headers.get("cookie");
    const sendWith = async (values: readonly string[]) => {
      // A service can repeat a key without the word before it.
      call.secrets.push(...values.flatMap((value) => /(?<=[ "=])[^ "=]+=*(?="?$)/.exec(value) ?? []));
      for (const [index, scheme] of chosen.entries()) add(request, scheme, values[index] ?? "");
      try {
        return await send(request);
      } finally {
        // A retry starts with the same request.
        request.url = url;
        if (cookie === null) headers.delete("cookie");
        else headers.set("cookie", cookie);
      }
    };
    const tokenFor = async (one: SecurityScheme, before?: string) => {
      const source = sourceOf(one) ?? "";
      if (one.prefix === "Bearer") return tokenOf(call, source, before);
      // A token has no words, so that a key passes encoded.
      const encode = (key: string) => (isKey(key) ? encodeURIComponent(key) : key);
      const own: Auth = typeof source === "string" ? encode(source) : async (request) => encode(await source(request));
      return decodeURIComponent(await tokenOf(call, own, before));
    };
    const values = await Promise.all(chosen.map((one) => tokenFor(one)));
    const response = await sendWith(values);
    if (response.status !== 401 || call.isLast) return response;
    const newer = await Promise.all(chosen.map((one, index) => tokenFor(one, values[index])));
    return newer.every((value, index) => value === values[index]) ? response : sendWith(newer);
  };
  // `listPages` reads them.
  return Object.assign(sendSecured, { queryKeys });
}

/** The servers of requests that go to another one than `baseUrl`. */
const servers = /* @__PURE__ */ new WeakMap<object, string>();

/**
 * Creates a hook that sends an operation to a server of its own (`servers` of a path or an operation). A URL without a
 * host belongs to the host of `baseUrl`. Only `secured` sends credentials to such a server.
 */
export function atServer(server: string): (request: OperationRequest) => void {
  return (request) => {
    const { call } = request;
    const { baseUrl, allowInsecure } = call.settings;
    const url = checkedUrl("server", new URL(server, baseUrl).href, allowInsecure);
    if (!isBelow(request.url, baseUrl)) return;
    call.url = request.url = url + request.url.slice(baseUrl.length);
    servers.set(call, url);
  };
}

/** Creates a hook that sends the media types that an operation reads (`Accept`), where the call has no such header. */
export function accepting(types: string): (request: OperationRequest) => unknown {
  return ({ headers }) => headers.has("accept") || headers.set("accept", types);
}

function add(request: PreparedRequest, { in: place, name, prefix }: SecurityScheme, value: string): void {
  if (place === "header") request.headers.set(name, prefix ? `${prefix} ${value}` : value);
  const key = encodeURIComponent(name);
  if (place === "query") request.url += `${request.url.includes("?") ? "&" : "?"}${key}=${encodeURIComponent(value)}`;
  // RFC 6265 section 4.1.1: a cookie has no escapes, but no other form for a space, a comma or a quote.
  const cookie = /[ ",;\\]/.test(value) ? encodeURIComponent(value) : value;
  if (place === "cookie") addCookie(request.headers, `${key}=${cookie}`);
}
