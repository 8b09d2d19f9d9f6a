import type { Contract } from "./contract.js";
import { decodePercent } from "./json.js";
import type { Operation } from "./operation.js";
import { remembered } from "./remembered.js";

/** The addresses of a service. */
export interface Addresses {
  /** The base address of the paths. @default the server in the contract */
  readonly baseUrl?: string | undefined;
  /** The address of the token server. @default the server of its operation in the contract */
  readonly authUrl?: string | undefined;
  /** The addresses of further servers, by their URL in the contract. @default those that the contract has on the base host */
  readonly servers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The address of the server of an operation, without a slash at its end. Undefined for a server that is not given, and that is
 * not on the host of the base address.
 */
export function addressOf(
  { server, serverUrls }: Pick<Operation, "server" | "serverUrls">,
  { baseUrl, authUrl, servers = {} }: Addresses,
): string | undefined {
  const named = serverUrls.map((url) => servers[url]).find((url) => url !== undefined);
  const given = server === "base" ? baseUrl : (named ?? authUrl);
  if (given !== undefined) return given.replace(/\/+$/, "");
  if (server === "base" || baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { host } = new URL(baseUrl);
  const own = serverUrls.flatMap((url) => (URL.canParse(url, baseUrl) ? [new URL(url, baseUrl)] : []));
  return own.find((url) => url.host === host)?.href.replace(/\/+$/, "");
}

/** The result of routing a method and a URL. */
export type Route =
  /** An operation, with its decoded path parameters. */
  | { readonly kind: "operation"; readonly operation: Operation; readonly path: Readonly<Record<string, string>> }
  /** A documented path without this method. */
  | { readonly kind: "method"; readonly method: string; readonly others: readonly Operation[] }
  /** No documented path. */
  | { readonly kind: "unknown"; readonly url: string };

/**
 * Finds the operation for a request.
 *
 * The URL is absolute, or a path below the base address. A literal segment takes precedence over a template, whatever
 * the method: `DELETE /users/me` is not `DELETE /users/{user_id}`.
 */
export function findRoute(contract: Contract, method: string, url: string, addresses: Addresses = {}): Route {
  const segmentsBelow = pathsBelow(url, addresses);
  const matches = templatesOf(contract).flatMap((template) => {
    const segments = segmentsBelow(template.operation);
    const values = segments === undefined ? undefined : matchPath(template.segments, segments);
    return values === undefined ? [] : [{ ...template, values }];
  });
  const best = matches.map(({ literalFirst }) => literalFirst).sort()[0];
  const closest = matches.filter(({ literalFirst }) => literalFirst === best);
  if (closest.length === 0) return { kind: "unknown", url };
  const found = closest.find(({ operation }) => operation.method === method.toLowerCase());
  if (found !== undefined) return { kind: "operation", operation: found.operation, path: found.values };
  return { kind: "method", method, others: closest.map(({ operation }) => operation) };
}

interface Template {
  readonly operation: Operation;
  readonly segments: readonly string[];
  /** `0` for a literal segment, `1` for a template in part and `2` for a template, so that literal paths sort first. */
  readonly literalFirst: string;
}

const templatesOf = remembered(({ operations }: Contract): readonly Template[] =>
  operations.map((operation) => {
    const segments = operation.path.split("/");
    return {
      operation,
      segments,
      literalFirst: segments.map((one) => (one.includes("{") ? (isTemplate(one) ? "2" : "1") : "0")).join(""),
    };
  }),
);

/** Splits a URL below the address of an operation. Cached by address, since most operations share one. */
function pathsBelow(url: string, addresses: Addresses): (operation: Operation) => readonly string[] | undefined {
  const withoutQuery = url.replace(/[?#].*$/s, "");
  const relative = withoutQuery.startsWith("/") ? withoutQuery.split("/") : undefined;
  const known = new Map<string, readonly string[] | undefined>();
  const below = (address: string): readonly string[] | undefined => {
    if (known.has(address)) return known.get(address);
    const base = address.replace(/\/+$/, "");
    // The address of a server can be a path of any host.
    const compared = URL.canParse(base) ? withoutQuery : withoutQuery.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "");
    const found = compared.startsWith(`${base}/`) ? compared.slice(base.length).split("/") : undefined;
    known.set(address, found);
    return found;
  };
  const given = new Map<readonly string[], string | undefined>();
  return ({ server, serverUrl, serverUrls }) => {
    if (relative !== undefined) return relative;
    if (!given.has(serverUrls)) given.set(serverUrls, addressOf({ server, serverUrls }, addresses));
    const address = given.get(serverUrls);
    if (address !== undefined || serverUrls.length < 2) return below(address ?? serverUrl);
    return serverUrls.map(below).find((segments) => segments !== undefined);
  };
}

function matchPath(template: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  if (template.length !== actual.length) return undefined;
  const values: Record<string, string> = {};
  for (let index = 0; index < template.length; index += 1) {
    const segment = template[index] ?? "";
    const sent = actual[index] ?? "";
    const value = sent.includes("%") ? decodePercent(sent) : sent;
    if (value === undefined) return undefined;
    if (isTemplate(segment)) values[segment.slice(1, -1)] = value;
    else if (segment.includes("{")) {
      const found = partsOf(segment, value);
      if (found === undefined) return undefined;
      Object.assign(values, found);
    } else if (segment !== value) return undefined;
  }
  return values;
}

/** A segment can be a template in part, such as `{id}.json` or `{base}...{head}`. */
function partsOf(segment: string, value: string): Record<string, string> | undefined {
  const parts = segment.split(/\{([^}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const source = parts.map((part, index) => (index % 2 === 1 ? "(.+?)" : literal(part))).join("");
  const match = new RegExp(`^${source}$`, "s").exec(value);
  return match === null ? undefined : Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
}

function isTemplate(segment: string): boolean {
  return segment.startsWith("{") && segment.indexOf("}") === segment.length - 1;
}
