import type { Contract } from "../contract/contract.js";
import type { Operation } from "../contract/operation.js";
import type { ExchangeRequest } from "../exchange/exchange.js";

/** The addresses that recorded calls lead to, as far as the calls tell. */
export interface GuessedAddresses {
  /** The base addresses under which most operations were called; more than one when nothing speaks for one of them. */
  readonly baseUrls: readonly string[];
  /** The same for the token server. */
  readonly authUrls: readonly string[];
}

/**
 * Guesses the addresses of a service from calls: what stands before the paths of the contract. The address under which
 * the most different operations were called wins, since a path such as `/tasks` may belong to anybody.
 */
export function guessAddresses(
  contract: Contract,
  requests: readonly Pick<ExchangeRequest, "method" | "url">[],
): GuessedAddresses {
  const operationsAt = { base: new Map<string, Set<string>>(), auth: new Map<string, Set<string>>() };
  const patterns = contract.operations.map((operation) => ({ operation, pattern: patternOf(operation) }));
  for (const { method, url = "" } of requests) {
    for (const { operation, pattern } of patterns) {
      const [, address] = operation.method === method.toLowerCase() ? (pattern.exec(url) ?? []) : [];
      if (address === undefined) continue;
      const found = operationsAt[operation.server];
      found.set(address, (found.get(address) ?? new Set()).add(operation.id));
    }
  }
  return { baseUrls: mostOf(operationsAt.base), authUrls: mostOf(operationsAt.auth) };
}

function patternOf({ path }: Operation): RegExp {
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : asText(segment)));
  return new RegExp(`^(https?://[^?#]*?)${segments.join("/")}(?:[?#].*)?$`, "s");
}

function asText(segment: string): string {
  return segment.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function mostOf(found: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const most = Math.max(0, ...[...found.values()].map(({ size }) => size));
  return [...found].filter(([, { size }]) => size === most).map(([address]) => address);
}
