import {
  type Addresses,
  type CheckOptions,
  type Contract,
  checkedExchange,
  checkNames,
  type Exchange,
  type ExchangeRequest,
  loadContract,
} from "content-service-contract";
import { createRedaction } from "content-service-contract/redaction";
import { type Coverage, createCoverage } from "../coverage/coverage.js";
import { copiedBody, copiedRequest } from "./copy-messages.js";
import { ContractViolationError, type FoundViolation, foundIn } from "./describe-violations.js";

/** Options of `contractFetch`. */
export interface ContractFetchOptions extends CheckOptions {
  /** The fetch function that sends the requests. @default `globalThis.fetch` at the time of the call */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Reaction to violations. A function is called with the violations and the exchange, secrets included. With
   * `"throw"` the call waits for the whole response and rejects with a `ContractViolationError`.
   * @default `assertNoViolations` reports violations
   */
  readonly onViolation?: "throw" | ((found: readonly FoundViolation[], exchange: Exchange) => void) | undefined;
}

const FETCH_OPTIONS: Readonly<Record<keyof ContractFetchOptions, true>> = {
  ...{ baseUrl: true, authUrl: true, servers: true, brandHeader: true, timeoutMs: true, now: true },
  ...{ contract: true, closed: true, listed: true, fetch: true, onViolation: true },
};

/** A fetch function that checks each exchange. */
export interface CheckedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The violations since the last `assertNoViolations`. */
  readonly violations: readonly FoundViolation[];
  /** The number of checked exchanges. */
  readonly exchanges: number;
  /** The number of unchecked responses of the service: canceled, interrupted, redirected or longer than 16 MiB. */
  readonly unchecked: number;
  /** The coverage of the contract. */
  readonly coverage: Coverage;
  /**
   * Waits until all received responses are checked, and clears the violations. Rejects with a
   * `ContractViolationError` when there were any.
   */
  assertNoViolations(): Promise<void>;
}

/**
 * Creates a fetch function that checks every exchange with the service, for a whole test suite.
 *
 * Responses and errors are returned unchanged; copies are checked. Requests to other addresses are sent unchecked, so
 * it can replace `globalThis.fetch`.
 *
 * Throws a `TypeError` when an address is not a URL, and for an option in other letter case.
 *
 * @example
 * const checked = contractFetch({ baseUrl });
 * const client = createClient({ baseUrl, auth, fetch: checked });
 * afterEach(() => checked.assertNoViolations());
 */
export function contractFetch(options: ContractFetchOptions = {}): CheckedFetch {
  checkNames(options, FETCH_OPTIONS, { others: true });
  const { contract = loadContract(), closed, listed, brandHeader, timeoutMs, now, onViolation } = options;
  const send = options.fetch ?? globalThis.fetch;
  const { isOfService, ...addresses } = serviceAddresses(contract, options);
  const coverage = createCoverage(contract, { ...addresses, brandHeader });
  const redaction = createRedaction(contract);
  const checks = new Set<Promise<unknown>>();
  let violations: FoundViolation[] = [];
  let exchanges = 0;
  let unchecked = 0;

  const check = async (asked: Promise<ExchangeRequest>, response: Response): Promise<readonly FoundViolation[]> => {
    const isOwnResponse = !response.redirected && response.status !== 0;
    const body = isOwnResponse ? copiedBody(response) : ("not read" as const);
    const { status, headers } = response;
    const [request, copied] = await Promise.all([asked.catch(() => undefined), body]);
    if (request === undefined || copied === "not read") {
      unchecked += 1;
      return [];
    }
    const exchange: Exchange = { request, response: { status, headers: new Headers(headers), body: copied.text } };
    exchanges += 1;
    const checking = { contract, closed, listed, brandHeader, timeoutMs, now, ...addresses };
    const found = foundIn(exchange, checkedExchange(exchange, checking), redaction);
    coverage.record(exchange);
    violations.push(...found);
    if (found.length > 0 && typeof onViolation === "function") onViolation(found, exchange);
    return found;
  };

  const checked = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!isOfService(input)) return send(input, init);
    const { request, sent } = copiedRequest(input, init);
    // An unreadable copy counts as unchecked; `fetch` itself reports the error.
    request.catch(() => {});
    const response = await send(...sent);
    const checking = check(request, response);
    checks.add(checking);
    const done = () => checks.delete(checking);
    // `assertNoViolations` rejects with an error of the callback.
    checking.then(done, () => {});
    if (onViolation !== "throw") return response;
    const found = await checking;
    if (found.length === 0) return response;
    await response.body?.cancel();
    throw new ContractViolationError(found);
  };

  const assertNoViolations = async (): Promise<void> => {
    try {
      await Promise.all(checks);
    } finally {
      checks.clear();
    }
    const found = violations;
    violations = [];
    if (found.length > 0) throw new ContractViolationError(found);
  };

  return Object.defineProperties(Object.assign(checked, { coverage, assertNoViolations }), {
    violations: { get: () => violations, enumerable: true },
    exchanges: { get: () => exchanges, enumerable: true },
    unchecked: { get: () => unchecked, enumerable: true },
    // The type of Object.defineProperties omits the three properties above.
  }) as CheckedFetch;
}

/** Normalizes addresses as `Request` does, with a test whether a request goes there. Throws a `TypeError` for an invalid one. */
function serviceAddresses({ operations }: Contract, { baseUrl, authUrl }: Addresses) {
  const given = { base: normalized(baseUrl), auth: normalized(authUrl) };
  const own = operations.map(({ server, serverUrl }) => given[server] ?? absolute(serverUrl));
  const addresses = [...new Set(own)].flatMap((address) => (address === undefined ? [] : withoutSlash(address)));
  return {
    baseUrl: given.base,
    authUrl: given.auth,
    isOfService(input: string | URL | Request) {
      const url = input instanceof Request ? input.url : absolute(input);
      return url !== undefined && addresses.some((address) => url.startsWith(`${address}/`));
    },
  };
}

function normalized(address: string | undefined): string | undefined {
  return address === undefined ? undefined : withoutSlash(new URL(address).href);
}

/** The normalized URL, or undefined for a relative one: the server of a contract may be relative. */
function absolute(url: string | URL): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
