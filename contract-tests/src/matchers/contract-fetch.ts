import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import type { Addresses } from "../contract/route.js";
import { type Coverage, createCoverage } from "../coverage/coverage.js";
import type { Exchange, ExchangeRequest } from "../exchange/exchange.js";
import { type CheckOptions, checkExchange } from "../rules/check-exchange.js";
import { copiedBody, copiedRequest } from "./copy-messages.js";
import { ContractViolationError, type FoundViolation, foundIn } from "./describe-violations.js";

/** How exchanges are checked, and what happens when one does not hold. */
export interface ContractFetchOptions extends CheckOptions {
  /** What sends the requests. @default `globalThis.fetch`, as it is when `contractFetch` is called */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * What happens beside noting a violation. A function is told of it, with the exchange, secrets included. With
   * `"throw"` the call waits for the whole response and rejects with a `ContractViolationError`; what the application
   * makes of the response is then not seen. @default nothing: `assertNoViolations` reports them
   */
  readonly onViolation?: "throw" | ((found: readonly FoundViolation[], exchange: Exchange) => void) | undefined;
}

/** A fetch function that checks what passes through it. */
export interface CheckedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** What was found since the last `assertNoViolations`. */
  readonly violations: readonly FoundViolation[];
  /** How many exchanges were checked. */
  readonly exchanges: number;
  /**
   * How many responses of the service were not: those that the application gave up before their end, that broke off,
   * that came from another address after a redirect, or that are longer than 16 MiB.
   */
  readonly unchecked: number;
  /** What of the contract the exchanges have shown. */
  readonly coverage: Coverage;
  /**
   * Waits until the responses that have come are checked, and forgets what was found. Rejects with one
   * `ContractViolationError` when that was anything.
   */
  assertNoViolations(): Promise<void>;
}

/**
 * Makes a fetch function that checks every exchange with the service, for a whole test suite.
 *
 * Responses and failures are passed on as they are; what is checked are copies. A request to any other address is passed
 * on untouched, so it can stand in for `globalThis.fetch`.
 *
 * Throws a `TypeError` when an address is no URL.
 *
 * @example
 * const checked = contractFetch({ baseUrl });
 * const client = createClient({ baseUrl, auth, fetch: checked });
 * afterEach(() => checked.assertNoViolations());
 */
export function contractFetch(options: ContractFetchOptions = {}): CheckedFetch {
  const { fetch: send = globalThis.fetch, contract = loadContract(), closed, onViolation } = options;
  const { isOfService, ...addresses } = serviceAddresses(contract, options);
  const coverage = createCoverage(contract, addresses);
  const checks = new Set<Promise<unknown>>();
  let violations: FoundViolation[] = [];
  let exchanges = 0;
  let unchecked = 0;

  const check = async (asked: Promise<ExchangeRequest>, response: Response): Promise<readonly FoundViolation[]> => {
    const isAnswer = !response.redirected && response.status !== 0;
    const body = isAnswer ? copiedBody(response) : ("not read" as const);
    const { status, headers } = response;
    const [request, copied] = await Promise.all([asked.catch(() => undefined), body]);
    if (request === undefined || copied === "not read") {
      unchecked += 1;
      return [];
    }
    const exchange: Exchange = { request, response: { status, headers: new Headers(headers), body: copied.text } };
    exchanges += 1;
    coverage.record(exchange);
    const found = foundIn(exchange, checkExchange(exchange, { contract, closed, ...addresses }));
    violations.push(...found);
    if (found.length > 0 && typeof onViolation === "function") onViolation(found, exchange);
    return found;
  };

  const checked = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!isOfService(input)) return send(input, init);
    const { request, sent } = copiedRequest(input, init);
    // A copy that cannot be read counts as not checked; the call itself tells what is wrong.
    request.catch(() => {});
    const response = await send(...sent);
    const checking = check(request, response);
    checks.add(checking);
    const done = () => checks.delete(checking);
    // What a callback throws is for `assertNoViolations`, not for the process.
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
    // The three are defined in the lines above, which the type of Object.defineProperties does not tell.
  }) as CheckedFetch;
}

/** The addresses of a service as they stand in the URLs of requests, and the question whether a request goes there. */
export interface ServiceAddresses extends Addresses {
  readonly isOfService: (input: string | URL | Request) => boolean;
}

/** Writes addresses as a `Request` writes its URL. Throws a `TypeError` for what is no URL. */
export function serviceAddresses({ operations }: Contract, { baseUrl, authUrl }: Addresses): ServiceAddresses {
  const given = { base: normalized(baseUrl), auth: normalized(authUrl) };
  const own = operations.map(({ server, serverUrl }) => given[server] ?? absolute(serverUrl));
  const addresses = [...new Set(own)].flatMap((address) => (address === undefined ? [] : withoutSlash(address)));
  return {
    baseUrl: given.base,
    authUrl: given.auth,
    isOfService(input) {
      const url = input instanceof Request ? input.url : absolute(input);
      return url !== undefined && addresses.some((address) => url.startsWith(`${address}/`));
    },
  };
}

function normalized(address: string | undefined): string | undefined {
  return address === undefined ? undefined : withoutSlash(new URL(address).href);
}

/** The URL in full, or undefined when it is not one: the address of a contract may be relative. */
function absolute(url: string | URL): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
