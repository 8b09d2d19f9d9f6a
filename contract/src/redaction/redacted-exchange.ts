import type { Exchange, ExchangeRequest, ExchangeResponse, HeaderValues } from "../exchange/exchange.js";
import type { Contract } from "../model/contract.js";
import { decodePercent, isJsonObject, parseJson } from "../model/json.js";
import { replaceMembers } from "./json-members.js";
import { type IsSecretName, isTokenServerSecret, secretNames } from "./secret-names.js";
import { MAX_SECRET_CHARACTERS, REDACTED, secretRemover } from "./secret-text.js";

/** Options of the redaction. */
export interface RedactionOptions {
  /** Properties with `format: password` in this contract are secrets too. @default no contract */
  readonly contract?: Contract | undefined;
}

/**
 * Copies an exchange without its secrets, as plain data that can be stored and printed.
 *
 * `[redacted]` replaces credentials in headers, URLs and bodies, passwords of shared links, the given secrets, and the
 * values of token requests and responses, except status values. The function also replaces other occurrences of these
 * secrets in the exchange: percent-encoded, escaped for JSON, or in base64. A found secret with fewer than 8 characters
 * is replaced only in its own place.
 *
 * Headers become a list of pairs, since `JSON.stringify` drops `Headers`. Idempotent.
 *
 * @example
 * const { request } = redactedExchange(exchange, [token, clientSecret], { contract });
 */
export function redactedExchange(
  exchange: Exchange,
  secrets: readonly string[] = [],
  options: RedactionOptions = {},
): Exchange {
  return redaction(exchange, secrets, options).exchange;
}

/** An exchange without secrets, and a function that removes them from other texts. */
export interface Redacted {
  readonly exchange: Exchange;
  readonly clean: (text: string) => string;
}

/** Also returns a function that removes the secrets of this exchange from other texts. */
export function redaction(
  { request, response }: Exchange,
  secrets: readonly string[],
  { contract }: RedactionOptions,
): Redacted {
  const isSecret = isTokenServer(request, contract) ? isTokenServerSecret : secretNames(contract);
  const { parts, seen } = withoutOwn({ request, response }, contract, isSecret);
  const all = [...new Set([...secrets, ...seen.filter((secret) => secret.length >= MIN_REPEATED)])];
  const characters = all.reduce((sum, secret) => sum + secret.length, 0);
  // Too many secrets to search for: nothing of the exchange is shown.
  const clean = characters > MAX_SECRET_CHARACTERS ? () => REDACTED : secretRemover(all);
  const longest = all.reduce((most, { length }) => Math.max(most, length), 0);
  const cleanPairs = (pairs: [string, string][]) =>
    pairs.map(([name, value]): [string, string] => [name, clean(value)]);
  const address = clean(parts.address);
  const sent = {
    method: request.method,
    headers: cleanPairs(parts.sentHeaders),
    ...bodyOf(clean, parts.sentBody, longest),
  };
  const redactedResponse: ExchangeResponse = {
    status: response.status,
    headers: cleanPairs(parts.headers),
    ...bodyOf(clean, parts.body, longest),
  };
  const redactedRequest: ExchangeRequest =
    request.url === undefined ? { ...sent, path: address } : { ...sent, url: address };
  return { exchange: { request: redactedRequest, response: redactedResponse }, clean };
}

export function withoutOwn({ request, response }: Exchange, contract: Contract | undefined, inBodies: IsSecretName) {
  const seen: string[] = [];
  const own = secretHider(secretNames(contract), seen);
  const { inBody } = secretHider(inBodies, seen);
  const isAuth = inBodies === isTokenServerSecret;
  const parts = {
    address: own.inAddress(request.url ?? request.path),
    sentHeaders: own.inHeaders(request.headers),
    sentBody: inBody(request.body, isAuth),
    headers: own.inHeaders(response.headers),
    body: inBody(response.body, isAuth),
  };
  return { parts, seen };
}

/** Shorter values, such as the password `wrong`, are also ordinary words. */
export const MIN_REPEATED = 8;

/** The longest body of a redacted exchange. */
const MAX_BODY = 2_097_152;

/** The most characters that an encoded character has, such as `%255Cu00e4`. */
const MAX_SPELLING = 20;

function bodyOf(clean: (text: string) => string, body: string | undefined, longest: number): { body?: string } {
  if (body === undefined) return {};
  if (body.length <= MAX_BODY) return { body: clean(body) };
  // A secret at the cut could not be recognized.
  const kept = clean(body.slice(0, MAX_BODY)).slice(0, -longest * MAX_SPELLING || undefined);
  return { body: `${kept}… (${body.length - kept.length} more characters)` };
}

function isTokenServer(request: ExchangeRequest, contract: Contract | undefined): boolean {
  const path = (request.url ?? request.path).replace(/[?#].*$/s, "");
  const ofContract = contract?.operations.some((one) => one.server === "auth" && path.endsWith(one.path)) ?? false;
  return ofContract || /\/(?:token|revoke|introspect)\/?$/.test(path) || /\bgrant_type\b/.test(request.body ?? "");
}

/** Replaces the values with the name of a secret, and adds them to `seen`. */
function secretHider(isSecret: IsSecretName, seen: string[]) {
  const hide = (value: string): string => {
    if (value === "" || value === REDACTED) return value;
    seen.push(value);
    const decoded = decode(value);
    if (decoded !== value) seen.push(decoded);
    return REDACTED;
  };
  /** Pairs as in a query or a form: `name=value&name=value`. */
  const inPairs = (text: string, isHidden = isSecret): string =>
    text
      .split("&")
      .map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return value.length === 0 || !isHidden(decode(name)) ? pair : `${name}=${hide(value.join("="))}`;
      })
      .join("&");
  const inAddress = (address: string, isHidden = isSecret): string => {
    const user = /^([a-z][a-z\d+.-]*:\/\/)([^/?#@]*)@/i;
    const hidden = address.replace(user, (_, scheme: string, name: string) => `${scheme}${hide(name)}@`);
    return hidden.replace(/[^?#]+/g, (part) => inPairs(part, isHidden));
  };
  const inCookie = (cookie: string): string => {
    const at = cookie.indexOf("=");
    return cookie.slice(0, at + 1) + hide(cookie.slice(at + 1));
  };
  const inHeader = (name: string, value: string): string => {
    if (name === "cookie") return value.split(";").map(inCookie).join(";");
    if (name === "set-cookie") {
      const [cookie = "", ...attributes] = value.split(";");
      return [inCookie(cookie), ...attributes].join(";");
    }
    if (/authorization$/.test(name)) {
      // Without a known scheme, the first word may be the secret.
      const scheme = /^(?:bearer|basic|digest|token|negotiate)(?: +|$)/i.exec(value)?.[0] ?? "";
      const credentials = value.slice(scheme.length);
      // A client secret in `Basic` is percent-encoded (RFC 6749, section 2.3.1). Without a password, the name is the key.
      const [user = "", ...password] = /^basic/i.test(scheme) ? fromBase64(credentials).split(":") : [];
      hide(password.join(":") || user);
      return scheme + hide(credentials);
    }
    return isSecret(name) || /(?:^|-)(?:token|api-?key|secret|password)$/.test(name)
      ? hide(value)
      : inAddress(value, inRedirect);
  };
  const inRedirect = (name: string) => isSecret(name) || /^(?:code|ticket|samlresponse|sig)$|signature$/i.test(name);
  const inJson = (text: string): string =>
    replaceMembers(
      text,
      (name) => isSecret(decodeJson(name)),
      (value) => `"${hide(value.startsWith('"') ? decodeJson(value) : value)}"`,
    );
  return {
    inAddress: (address: string) => inAddress(address),
    inHeaders: (headers: HeaderValues | undefined) =>
      headerPairs(headers).map(([name, value]): [string, string] => [name, inHeader(name.toLowerCase(), value)]),
    inBody(body: string | undefined, isTokenServer: boolean): string | undefined {
      if (body === undefined || body === "" || body === REDACTED) return body;
      const value = parseJson(body);
      const isForm = /^[^\s=&{}[\]"<>]+=[^\s]*$/.test(body);
      // The secrets of a token response that is neither JSON nor a form cannot be located.
      if (isTokenServer && !isForm && !isJsonObject(value)) return hide(body);
      return isForm ? inPairs(body) : inJson(body);
    },
  };
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}

function decodeJson(token: string): string {
  const value = parseJson(token.endsWith('"') && token.length > 1 ? token : `${token}"`);
  return typeof value === "string" ? value : token.replace(/^"|"$/g, "");
}

/** Decodes a percent-encoded text. A plus sign is a space in a form. */
export function decode(text: string): string {
  return decodePercent(text.replaceAll("+", " ")) ?? text;
}

/** Returns headers as pairs, unchanged: `new Headers()` rejects invalid headers, which a report shows. */
export function headerPairs(headers: HeaderValues | undefined): [name: string, value: string][] {
  if (headers === undefined) return [];
  if (headers instanceof Headers) return [...headers];
  return Array.isArray(headers) ? headers.map(([name, value]) => [name, value]) : Object.entries(headers);
}
