import type { Contract } from "./contract.js";
import type { Operation } from "./operation.js";

/** Where the service is reached. */
export interface Addresses {
  /** Stands before the paths of the contract. @default the address of the server in the contract */
  readonly baseUrl?: string | undefined;
  /** The same for the operations that name their own server. @default their address in the contract */
  readonly authUrl?: string | undefined;
}

/** What a method and a URL lead to. */
export type Route =
  /** An operation, with the values of its path parameters, decoded. */
  | { readonly kind: "operation"; readonly operation: Operation; readonly path: Readonly<Record<string, string>> }
  /** A path of the contract that does not have the method. */
  | { readonly kind: "method"; readonly method: string; readonly others: readonly Operation[] }
  /** No path of the contract. */
  | { readonly kind: "unknown"; readonly url: string };

/**
 * Finds the operation for a request.
 *
 * The URL is absolute or, from a slash on, relative to the addresses. A literal segment of a path wins over a
 * template, and with it its methods: `DELETE /users/me` is not `DELETE /users/{user_id}`.
 */
export function findRoute(contract: Contract, method: string, url: string, addresses: Addresses = {}): Route {
  const matches = contract.operations.flatMap((operation) => {
    const path = pathBelow(url, operation, addresses);
    const values = path === undefined ? undefined : matchPath(operation.path, path);
    return values === undefined ? [] : [{ operation, values }];
  });
  const best = matches.map(({ operation }) => literalFirst(operation.path)).sort()[0];
  const closest = matches.filter(({ operation }) => literalFirst(operation.path) === best);
  if (closest.length === 0) return { kind: "unknown", url };
  const found = closest.find(({ operation }) => operation.method === method.toLowerCase());
  if (found !== undefined) return { kind: "operation", operation: found.operation, path: found.values };
  return { kind: "method", method, others: closest.map(({ operation }) => operation) };
}

function pathBelow(url: string, operation: Operation, addresses: Addresses): string | undefined {
  const withoutQuery = url.replace(/[?#].*$/s, "");
  if (withoutQuery.startsWith("/")) return withoutQuery;
  const given = operation.server === "auth" ? addresses.authUrl : addresses.baseUrl;
  const base = (given ?? operation.serverUrl).replace(/\/+$/, "");
  return withoutQuery.startsWith(`${base}/`) ? withoutQuery.slice(base.length) : undefined;
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = decode(actual[index] ?? "");
    if (value === undefined) return undefined;
    if (isTemplate(segment)) values[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return values;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Sorts before that of another path when its first differing segment is literal. */
function literalFirst(template: string): string {
  return template
    .split("/")
    .map((segment) => (isTemplate(segment) ? "1" : "0"))
    .join("");
}

function isTemplate(segment: string): boolean {
  return segment.startsWith("{") && segment.endsWith("}");
}
