import type { Operation } from "../model/operation.js";
import type { Credential } from "../model/security.js";
import type { ExchangeRequest } from "./exchange.js";
import { cookiesOf, queryOf } from "./read-values.js";

/** Whether a request carries a documented credential. `isExact` also requires the form of its scheme. */
export function hasCredential(
  { headers, query }: { readonly headers: Headers; readonly query: readonly (readonly [string, string])[] },
  { kind, name }: Pick<Credential, "kind" | "name">,
  isExact = false,
): boolean {
  if (kind === "query") return query.some(([key]) => key === name);
  if (kind === "cookie") return cookiesOf(headers).some((pair) => pair.startsWith(`${name}=`));
  const header = headers.get(name);
  return header !== null && (!isExact || (FORMS[kind]?.test(header) ?? true));
}

/** RFC 6750, section 2.1, and RFC 7617, section 2. Tokens of some frameworks, such as `1|abc`, have other characters. */
const FORMS: Readonly<Record<string, RegExp>> = { bearer: /^Bearer +[\x21-\x2b\x2d-\x7e]+$/i, basic: /^Basic +\S+$/i };

type PathRequest = ExchangeRequest & { readonly path: string };

/** A token, or a token and headers of each request to the base address. A header can be a documented credential. */
export type GivenCredentials =
  | string
  | { readonly token: string; readonly headers?: Readonly<Record<string, string>> | undefined };

/**
 * The request without its documented credentials, or with the given ones in the places of an alternative: one that the
 * headers satisfy, one with Basic for a token such as `user:password`, otherwise the first one without. A token with headers
 * is one credential, the headers are the others; a token alone is all of them.
 */
export function withCredentials<Sent extends PathRequest>(
  request: Sent,
  operation: Operation,
  given?: GivenCredentials,
): Sent {
  const { token: value = "", headers: ofEach } = typeof given === "object" ? given : { token: given };
  const own = new Headers(operation.server === "base" ? ofEach : undefined);
  const ownCookies = cookiesOf(own);
  own.delete("cookie");
  const headers = new Headers(request.headers);
  const all = operation.security.flat();
  for (const { kind, name } of all) if (kind !== "query" && kind !== "cookie") headers.delete(name);
  const isCredential = (name: string) => all.some((one) => one.kind === "query" && one.name === name);
  const kept = queryOf(request.path).some(([name]) => isCredential(name))
    ? request.path.replace(/[?&]([^=&]*)(=[^&]*)?/g, (pair, name: string) => (isCredential(name) ? "" : pair))
    : request.path;
  let path = kept.includes("?") ? kept : kept.replace("&", "?");
  const cookies = cookiesOf(headers).filter((pair) => !all.some(({ name }) => pair.startsWith(`${name}=`)));
  const isUser = value.includes(":");
  const ownValue = ({ kind, name }: Credential): string | undefined => {
    if (kind === "cookie") return ownCookies.find((pair) => pair.startsWith(`${name}=`));
    return kind === "query" ? undefined : (own.get(name) ?? undefined);
  };
  const alternatives = operation.security.filter((some) => some.length > 0);
  const fitting =
    alternatives.find((some) => some.every((one) => ownValue(one) !== undefined)) ??
    alternatives.find((some) => some.some(({ kind }) => kind === "basic") === isUser);
  const chosen = given === undefined ? [] : (fitting ?? alternatives[0] ?? []);
  const open = chosen.filter((one) => ownValue(one) === undefined);
  const ofToken =
    typeof given === "string" ? open : [open.find(({ kind }) => (kind === "basic") === isUser) ?? open[0]];
  const isScheme = (name: string) => all.some((one) => one.name.toLowerCase() === name);
  for (const [name, one] of own) if (!isScheme(name)) headers.set(name, one);
  for (const pair of ownCookies) if (!isScheme(pair.replace(/=.*/s, "").toLowerCase())) cookies.push(pair);
  for (const credential of chosen) {
    const { kind, name } = credential;
    const found = ownValue(credential);
    if (found !== undefined) kind === "cookie" ? cookies.push(found) : headers.set(name, found);
    else if (value === "" || !ofToken.includes(credential)) continue;
    else if (kind === "query") path += `${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
    else if (kind === "cookie") cookies.push(`${name}=${encodeURIComponent(value)}`);
    else if (kind === "basic") headers.set(name, `Basic ${isUser ? btoa(value) : value}`);
    else headers.set(name, kind === "bearer" ? `Bearer ${value}` : value);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  else headers.delete("cookie");
  return { ...request, path, headers: Object.fromEntries(headers) };
}
