import { type Clock, systemClock } from "./clock.js";
import type { ClientEvent, OnEvent } from "./events.js";
import { checkedUrl } from "./request/base-url.js";
import { isToken } from "./tokens/is-token.js";

/** Settings of `createClient`. */
export interface ClientOptions {
  /**
   * The service's base address, with its version segment: `https://api.content.example/2.0`. `https:`, or a loopback
   * address.
   */
  baseUrl: string;
  /**
   * The token server's base address. Only `client.refreshAccessToken` needs it; `refreshingAuth` has its own.
   */
  authUrl?: string;
  /** An access token, a function that gives one (it is asked before each request and after a 401), or `refreshingAuth`. */
  auth: string | TokenSource;
  /**
   * How long one attempt may take until its answer is read to the end, in milliseconds.
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * How long a call may take with all its attempts, waits and token refreshes, in milliseconds. A wait that would pass
   * it is not begun.
   * @default 300000
   */
  totalTimeoutMs?: number;
  /** How failed requests are repeated; `false` sends each once. */
  retry?: RetryOptions | false;
  /**
   * The longest answer that is read, in bytes after decompression. Beyond it the call ends with an `ApiError`.
   * @default 67108864
   */
  maxBodyBytes?: number;
  /**
   * The name under which the contract's `ServiceApi` header is sent, since deployments give it their own.
   * @default "ServiceApi"
   */
  brandHeader?: string;
  /** Is told of each request, answer, failure, wait, retry and refresh. */
  onEvent?: OnEvent;
  /**
   * Allows plain `http:` to an address that is not loopback. Tokens then travel in the clear.
   * @default false
   */
  allowInsecure?: boolean;
  /**
   * Sends the requests, as `fetch(url, init)`.
   * @default globalThis.fetch
   */
  fetch?: FetchLike;
  /** Replaces the system's clock, for tests. */
  clock?: Clock;
}

/** The part of `fetch` that the client uses: a URL and an init in, a `Response` out. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** What the client tells an `auth` function when it asks for a token. */
export interface TokenRequest {
  /** The token that the service has just refused with 401; undefined when the call starts. */
  readonly rejected?: string | undefined;
  /** The client's event hook, for a function that has refreshes to tell of. */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Gives the access token to send. It is asked before every request, so it should answer from memory where it can. After
 * a 401 it is asked once more, with the refused token: give a newer one to have the request repeated, or the same one to
 * let the 401 stand.
 */
export type TokenSource = (request: TokenRequest) => string | Promise<string>;

/** How failed requests are repeated. */
export interface RetryOptions {
  /**
   * How many times a request is sent at most, the first time included.
   * @default 4
   */
  maxAttempts?: number;
  /**
   * The bound of the first random wait, in milliseconds; it doubles with each attempt, up to `maxDelayMs`.
   * @default 250
   */
  baseDelayMs?: number;
  /**
   * The longest wait that the client chooses itself, in milliseconds.
   * @default 8000
   */
  maxDelayMs?: number;
  /**
   * The longest `Retry-After` that is waited for, in milliseconds. A longer one ends the call with its `ApiError`, whose
   * `retryAfterMs` says how long the service wants.
   * @default 60000
   */
  maxRetryAfterMs?: number;
  /**
   * How many repeats a client has in stock for all its calls. Each repeat takes one out, each call puts a fifth of one
   * back: a service in trouble gets at most a fifth more requests than there are calls. A repeat at the time that the
   * service asks for (`Retry-After`) takes none.
   * @default 100
   */
  budget?: number;
  /**
   * Gives the random numbers, from 0 up to but not including 1, that spread the waits.
   * @default Math.random
   */
  random?: () => number;
}

/** The options with their defaults. */
export type Settings = ReturnType<typeof checkedOptions>;

/** Fills in the defaults and checks every option. */
export function checkedOptions(options: ClientOptions) {
  const { auth, authUrl } = options;
  const settings = {
    ...limits,
    clock: systemClock,
    random: Math.random,
    /** Counts the calls of a client and of those made from it. */
    calls: 0,
    ...options,
    ...(options.retry === false ? { maxAttempts: 1 } : options.retry),
    baseUrl: checkedUrl("baseUrl", options.baseUrl, options.allowInsecure),
    authUrl: authUrl && checkedUrl("authUrl", authUrl, options.allowInsecure),
    /** What is left of the budget. */
    repeats: Infinity,
    onEvent:
      options.onEvent &&
      ((event: ClientEvent) => {
        try {
          options.onEvent?.(event);
        } catch {
          // A broken log line must not fail the call that it describes.
        }
      }),
  };
  if (typeof auth !== "function" && !isToken(auth)) throw new TypeError("auth must be an access token or a function");
  for (const name in limits) {
    if (!(settings[name as keyof typeof limits] >= 0)) throw new TypeError(`${name} must be 0 or more`);
  }
  return settings;
}

/** The options that are numbers, with their defaults. */
const limits = {
  timeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  maxBodyBytes: 2 ** 26,
  maxAttempts: 4,
  baseDelayMs: 250,
  maxDelayMs: 8000,
  maxRetryAfterMs: 60_000,
  budget: 100,
};
