import {
  type CheckOptions,
  type Contract,
  checkNames,
  findRoute,
  loadContract,
  type Operation,
  queryOf,
  type Route,
  withCredentials,
} from "content-service-contract";
import { hasToken } from "../coverage/coverage.js";
import type { CheckReport } from "../report/report.js";
import { createTraffic, isPreflight } from "../traffic/create-traffic.js";
import { exchangesOfHar, type HarExchange } from "./read-har.js";

/** Options of `checkHar`. */
export interface CheckHarOptions extends Pick<CheckOptions, "contract" | "brandHeader" | "closed" | "listed"> {
  /** The name of the recording, for the report. @default "recorded traffic" */
  readonly subject?: string | undefined;
  /** The base address of the service. @default guessed from the recorded calls */
  readonly baseUrl?: string | undefined;
  /** The address of its token server. @default guessed from the recorded calls, or none */
  readonly authUrl?: string | undefined;
  /** The clock, in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const HAR_OPTIONS: Readonly<Record<keyof CheckHarOptions, true>> = {
  ...{ subject: true, baseUrl: true, authUrl: true, contract: true, brandHeader: true },
  ...{ closed: true, listed: true, now: true },
};

/** The result of checking a recording. */
export interface HarResult {
  /** The report. */
  readonly report: CheckReport;
  /** The given or guessed addresses. */
  readonly addresses: { readonly baseUrl: string; readonly authUrl?: string | undefined };
  /** The numbers of unchecked calls, by reason. */
  readonly skipped: {
    /** Calls of other services, and preflight requests. */
    readonly elsewhere: number;
    readonly withoutResponse: number;
    readonly multipart: number;
  };
  /** The number of responses without a recorded body, of which only status and headers were checked. */
  readonly withoutBody: number;
  /** The number of requests without a recorded body. */
  readonly withoutRequestBody: number;
  /** Whether no call has an `Authorization` header. Then the recorder removed them, and tokens are not checked. */
  readonly tokensRemoved: boolean;
}

/**
 * Checks recorded traffic (HAR 1.2) against the contract. Calls of other services are counted and not checked.
 *
 * Throws a `TypeError` when the value is not a HAR, when the base address is missing and cannot be guessed, when no call is
 * below the given one, or for an unknown option.
 *
 * @example
 * const { report } = checkHar(JSON.parse(text), { baseUrl: "https://api.content.example/2.0" });
 * process.exitCode = exitCodeOf(report);
 */
export function checkHar(har: unknown, options: CheckHarOptions = {}): HarResult {
  checkNames(options, HAR_OPTIONS);
  const { subject = "recorded traffic", contract = loadContract(), closed, listed, brandHeader, now } = options;
  const { exchanges, withoutResponse, multipart } = exchangesOfHar(har);
  const calls = exchanges.filter(({ request }) => !isPreflight(request)).map(withOrigin);
  const guess = guessAddresses(contract, calls);
  const addresses = addressesOf(guess, options);
  const routed = calls.map((exchange) => {
    const { method, url } = exchange.request;
    return { exchange, route: findRoute(contract, method, url, addresses) };
  });
  // Every call below the base address belongs to the service. The token server may have other pages.
  const own = routed.filter(({ exchange, route }) => {
    const [withoutQuery = ""] = exchange.request.url.split("?");
    const isOfTokens = addresses.authUrl !== undefined && route.kind !== "unknown";
    return isOfTokens || withoutQuery.startsWith(`${addresses.baseUrl}/`);
  });
  if (own.length === 0 && calls.length > 0) {
    const [guessed] = guess.baseUrls;
    const hint = guessed === undefined ? "" : `; did you mean ${guessed}?`;
    throw new TypeError(`No recorded call is below ${addresses.baseUrl}${hint}`);
  }
  const tokensRemoved =
    own.length > 0 &&
    !own.some(({ exchange: { request }, route }) => {
      const sent = { headers: new Headers(request.headers), query: queryOf(request.url) };
      return hasToken(route.kind === "operation" ? route.operation.security : [], sent);
    });
  const traffic = createTraffic({ ...addresses, subject, source: "har", contract, closed, listed, brandHeader, now });
  for (const { exchange, route } of own) {
    const { bodyRead, requestBodyRead, request, response } = exchange;
    const complete = { request: tokensRemoved ? withToken(request, route) : request, response };
    traffic.record(complete, { bodyRead, requestBodyRead });
  }
  return {
    report: traffic.report(),
    addresses,
    skipped: { elsewhere: exchanges.length - own.length, withoutResponse, multipart },
    withoutBody: own.filter(({ exchange }) => !exchange.bodyRead).length,
    withoutRequestBody: own.filter(({ exchange }) => !exchange.requestBodyRead).length,
    tokensRemoved,
  };
}

function addressesOf(guess: ReturnType<typeof guessAddresses>, given: CheckHarOptions): HarResult["addresses"] {
  const authUrl = given.authUrl ?? (guess.authUrls.length === 1 ? guess.authUrls[0] : undefined);
  const [guessed, ...others] = guess.baseUrls;
  const baseUrl = given.baseUrl ?? (others.length === 0 ? guessed : undefined);
  if (baseUrl !== undefined)
    return { baseUrl: normal(baseUrl), ...(authUrl === undefined ? {} : { authUrl: normal(authUrl) }) };
  throw new TypeError(
    guessed === undefined
      ? "No recorded call matches the contract. Give the base address of the service (baseUrl, --base-url)."
      : `The recorded calls match several base addresses: ${guess.baseUrls.join(", ")}. Give one (baseUrl, --base-url).`,
  );
}

/** Normalizes the host and the port. */
function withOrigin(exchange: HarExchange): HarExchange {
  const { url } = exchange.request;
  if (!URL.canParse(url)) return exchange;
  const { origin, pathname, search } = new URL(url);
  return { ...exchange, request: { ...exchange.request, url: `${origin}${pathname}${search}` } };
}

function normal(address: string): string {
  if (!URL.canParse(address)) throw new TypeError(`Expected an address; received ${address}`);
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Browsers remove tokens from exported recordings, so calls get one here. */
function withToken(request: HarExchange["request"], route: Route): HarExchange["request"] {
  if (route.kind !== "operation" || !route.operation.secured) return request;
  const sent = { method: request.method, path: request.url, headers: request.headers };
  const { path, headers } = withCredentials(sent, route.operation, "removed-by-the-recorder");
  return { ...request, url: path, headers };
}

/** Guesses addresses from calls: the part of a URL before a documented path. That with the most operations called wins. */
function guessAddresses(contract: Contract, calls: readonly HarExchange[]) {
  const operationsAt = { base: new Map<string, Set<string>>(), auth: new Map<string, Set<string>>() };
  const patterns = contract.operations.map((operation) => ({ operation, pattern: patternOf(operation) }));
  for (const { method, url } of calls.map(({ request }) => request)) {
    for (const { operation, pattern } of patterns) {
      const [, address] = operation.method === method.toLowerCase() ? (pattern.exec(url.slice(0, MAX_URL)) ?? []) : [];
      if (address === undefined) continue;
      const found = operationsAt[operation.server];
      found.set(address, (found.get(address) ?? new Set()).add(operation.id));
    }
  }
  return { baseUrls: mostOf(operationsAt.base), authUrls: mostOf(operationsAt.auth) };
}

/** The beginning of a URL tells its address. */
const MAX_URL = 8_192;

function patternOf({ path }: Operation): RegExp {
  const asText = (segment: string) => segment.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : asText(segment)));
  return new RegExp(`^(https?://[^?#]*?)${segments.join("/")}(?:[?#].*)?$`, "s");
}

function mostOf(found: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const most = [...found.values()].reduce((largest, { size }) => Math.max(largest, size), 0);
  return [...found].filter(([, { size }]) => size === most).map(([address]) => address);
}
