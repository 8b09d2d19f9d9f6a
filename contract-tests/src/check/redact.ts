import type { Contract } from "../contract.js";
import type { Exchange, HeaderValues } from "../exchange.js";
import { isJsonObject, type Json, objectAt } from "../json.js";
import type { CheckTarget } from "./check.js";

/** Replaces the secrets of a run before anything of it is kept. */
export interface Redaction {
  /** The same exchange as plain data, without secrets. */
  exchange(exchange: Exchange): Exchange;
  /** The same text, without the secrets of the target. */
  text(text: string): string;
}

/**
 * Makes what replaces secrets: the token and the credentials of the target wherever they stand, what authorization and
 * cookies carry, passwords of shared links, and in bodies every property that the contract calls a password, and tokens.
 */
export function createRedaction(contract: Contract, target: CheckTarget): Redaction {
  const literals = secretsOf(target).flatMap((secret) => [secret, encodeURIComponent(secret)]);
  // The longest first: one secret may begin like another.
  const ordered = [...new Set(literals)].sort((one, other) => other.length - one.length);
  const names = [...new Set([...passwordNames(contract.document), ...TOKEN_NAMES])].join("|");
  const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, "g");
  const inForm = new RegExp(`(^|[?&])(${names})=[^&#]*`, "g");

  const text = (given: string) => ordered.reduce((rest, secret) => rest.replaceAll(secret, SECRET), given);
  const links = (given: string) => given.replace(/(shared_link_password=)[^&]*/g, `$1${SECRET}`);
  const body = (given: string | undefined) =>
    given === undefined ? undefined : text(given.replace(inJson, `$1"${SECRET}"`).replace(inForm, `$1$2=${SECRET}`));
  const headers = (given: HeaderValues | undefined) =>
    Object.fromEntries(
      [...new Headers(given)].map(([name, value]) => {
        if (name === "authorization") return [name, value.replace(/^(\S+ +)?.*$/s, `$1${SECRET}`)];
        return [name, COOKIES.has(name) ? SECRET : text(links(value))];
      }),
    );
  const url = (given: string) => text(given.replace(inForm, `$1$2=${SECRET}`));

  return {
    text: (given) => text(links(given)),
    exchange({ request, response }) {
      const { method } = request;
      const sent = { method, headers: headers(request.headers), body: body(request.body) };
      return {
        request: request.url === undefined ? { ...sent, path: url(request.path) } : { ...sent, url: url(request.url) },
        response: { status: response.status, headers: headers(response.headers), body: body(response.body) },
      };
    },
  };
}

const SECRET = "[secret]";

/** What OAuth 2.0 (RFC 6749) calls tokens and secrets, whatever format the contract gives them. */
const TOKEN_NAMES = ["access_token", "refresh_token", "client_secret", "password", "shared_link_password"];

const COOKIES = new Set(["cookie", "set-cookie", "proxy-authorization"]);

/** Shorter ones would be found inside of words. */
const SHORTEST = 4;

function secretsOf({ token, refresh, parameters = {} }: CheckTarget): string[] {
  const passwords = Object.values(parameters).flatMap((value) => {
    const [, password = ""] = /shared_link_password=([^&]*)/.exec(value) ?? [];
    return [password, decoded(password)];
  });
  const found = [token, refresh?.clientSecret, refresh?.refreshToken, ...passwords];
  return found.flatMap((secret) => (secret !== undefined && secret.length >= SHORTEST ? [secret] : []));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The names of all properties with the format `password`, anywhere in a document. */
function passwordNames(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(passwordNames);
  if (!isJsonObject(node)) return [];
  const own = Object.entries(objectAt(node, "properties")).flatMap(([name, schema]) =>
    isJsonObject(schema) && schema["format"] === "password" ? [name] : [],
  );
  return [...own, ...Object.values(node).flatMap(passwordNames)];
}
