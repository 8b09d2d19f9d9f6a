import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import type { Operation } from "../contract/operation.js";
import { type Addresses, findRoute } from "../contract/route.js";
import type { ExchangeRequest } from "../exchange/exchange.js";
import type { CheckReport } from "../report/report.js";
import { createTraffic, isPreflight } from "../traffic/create-traffic.js";
import { exchangesOfHar, type HarExchange } from "./read-har.js";

/** How a recording is checked. */
export interface CheckHarOptions {
  /** The name of the recording, for the report. @default "recorded traffic" */
  readonly subject?: string | undefined;
  /** The base address of the service. @default the one that the recorded calls lead to, where that is clear */
  readonly baseUrl?: string | undefined;
  /** The address of its token server. @default the one that the recorded calls lead to, where that is clear */
  readonly authUrl?: string | undefined;
  /** The contract. @default the contract of the client */
  readonly contract?: Contract | undefined;
  /** Whether undocumented content is a violation. @default false */
  readonly closed?: boolean | undefined;
  /** The clock, in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** What a recording shows. */
export interface HarResult {
  /** What was found. */
  readonly report: CheckReport;
  /** The addresses that were looked for. */
  readonly addresses: { readonly baseUrl: string; readonly authUrl?: string | undefined };
  /** What was not checked, by the reason. */
  readonly skipped: {
    /** Calls of other services, and what a browser asks before a call. */
    readonly elsewhere: number;
    readonly withoutResponse: number;
    readonly multipart: number;
  };
  /** Responses of which only status and headers could be checked, since their body was not recorded. */
  readonly withoutBody: number;
  /** Whether the recorder has left out every `Authorization` header, so that nothing can be said of it. */
  readonly tokensRemoved: boolean;
}

/**
 * Checks recorded traffic (HAR 1.2) and says beside the report what of it was looked at.
 *
 * Calls that lead elsewhere are counted, and are no violations. Throws a `TypeError` when the value is no HAR, or when
 * no base address is given and the calls do not tell it.
 *
 * @example
 * const { report } = checkHar(JSON.parse(text), { baseUrl: "https://api.content.example/2.0" });
 * process.exitCode = exitCodeOf(report);
 */
export function checkHar(har: unknown, options: CheckHarOptions = {}): HarResult {
  const { subject = "recorded traffic", contract = loadContract(), closed, now } = options;
  const { exchanges, withoutResponse, multipart } = exchangesOfHar(har);
  const calls = exchanges.filter(({ request }) => !isPreflight(request)).map(withOrigin);
  const addresses = addressesOf(contract, calls, options);
  const own = calls.filter(({ request }) => isOwn(contract, request.method, request.url, addresses));
  const tokensRemoved = own.length > 0 && !own.some(hasToken);
  const traffic = createTraffic({ ...addresses, subject, source: "har", contract, closed, now });
  for (const { bodyRead, ...exchange } of own) {
    traffic.record(tokensRemoved ? withToken(contract, exchange, addresses) : exchange, { bodyRead });
  }
  return {
    report: traffic.report(),
    addresses,
    skipped: { elsewhere: exchanges.length - own.length, withoutResponse, multipart },
    withoutBody: own.filter(({ bodyRead }) => !bodyRead).length,
    tokensRemoved,
  };
}

function addressesOf(
  contract: Contract,
  calls: readonly HarExchange[],
  given: CheckHarOptions,
): HarResult["addresses"] {
  const guess = guessAddresses(
    contract,
    calls.map(({ request }) => request),
  );
  const authUrl = given.authUrl ?? (guess.authUrls.length === 1 ? guess.authUrls[0] : undefined);
  const [guessed, ...others] = guess.baseUrls;
  const baseUrl = given.baseUrl ?? (others.length === 0 ? guessed : undefined);
  if (baseUrl !== undefined) {
    return { baseUrl: normal(baseUrl), ...(authUrl === undefined ? {} : { authUrl: normal(authUrl) }) };
  }
  throw new TypeError(
    guessed === undefined
      ? "No recorded call fits the contract. Give the base address of the service."
      : `The recorded calls fit several base addresses: ${guess.baseUrls.join(", ")}. Give the one to check.`,
  );
}

/** A wrong call below the base address is one of the service; the token server may have pages that are nobody's business. */
function isOwn(contract: Contract, method: string, url: string, addresses: HarResult["addresses"]): boolean {
  const [withoutQuery = ""] = url.split("?");
  if (withoutQuery.startsWith(`${addresses.baseUrl}/`)) return true;
  return addresses.authUrl !== undefined && findRoute(contract, method, url, addresses).kind !== "unknown";
}

/** Hosts are written in any case, and ports may be left out. */
function withOrigin(exchange: HarExchange): HarExchange {
  const { url } = exchange.request;
  if (!URL.canParse(url)) return exchange;
  const { origin, pathname, search } = new URL(url);
  const request = { ...exchange.request, url: `${origin}${pathname}${search}` };
  return { ...exchange, request };
}

function normal(address: string): string {
  if (!URL.canParse(address)) throw new TypeError(`${address} is no address`);
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

function hasToken({ request }: HarExchange): boolean {
  return new Headers(request.headers).has("authorization");
}

/** Browsers remove tokens from what they export, so that a recording without any does not tell that none were sent. */
function withToken(
  contract: Contract,
  exchange: Omit<HarExchange, "bodyRead">,
  addresses: Addresses,
): Omit<HarExchange, "bodyRead"> {
  const { request, response } = exchange;
  const route = findRoute(contract, request.method, request.url, addresses);
  if (route.kind !== "operation" || !route.operation.secured) return exchange;
  const headers = new Headers(request.headers);
  headers.set("authorization", "Bearer removed-by-the-recorder");
  return { request: { ...request, headers }, response };
}

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
