import { type Clock, systemClock } from "./clock.js";
import type { ClientEvent, OnEvent } from "./events.js";

/** Settings of `createClient`. */
export interface ClientOptions {
  /**
   * The service's base URL, with its version segment: `https://api.content.example/2.0`. Must be `https:` or loopback.
   */
  baseUrl: string;
  /** The token server's base URL. Only `client.refreshAccessToken` needs it; `refreshingAuth` has its own. */
  authUrl?: string;
  /** An access token, a function that returns one (called before each request and after a 401), or `refreshingAuth`. */
  auth: string | TokenSource;
  /**
   * The timeout of one attempt, including the whole response body, in milliseconds.
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * The timeout of a call with all its attempts, waits and token refreshes, in milliseconds. A wait that would exceed it
   * does not start.
   * @default 300000
   */
  totalTimeoutMs?: number;
  /** How failed requests are retried; `false` makes one attempt only. */
  retry?: RetryOptions | false;
  /**
   * The maximum size of a response body, in bytes after decompression. A larger one is an `ApiError`.
   * @default 67108864
   */
  maxBodyBytes?: number;
  /**
   * The name under which the contract's `ServiceApi` header is sent, since deployments give it their own.
   * @default "ServiceApi"
   */
  brandHeader?: string;
  /** Receives an event for each request, response, failure, wait, retry and refresh. */
  onEvent?: OnEvent;
  /**
   * Allows plain `http:` to a host that is not loopback. Tokens are then sent unencrypted.
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

/** Whether a request was sent. A transport that knows sets it in the `progress` of a request's init. */
export interface SendProgress {
  /** False from the start, true when the first byte may have been written; undefined when the transport cannot tell. */
  sent?: boolean;
}

/** What an `auth` function receives. */
export interface TokenRequest {
  /** The token that the service has just rejected with 401; undefined when the call starts. */
  readonly rejected?: string | undefined;
  /** The client's event hook, for an `auth` function that emits refresh events. */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Returns the access token to send. The client calls it before every request, so keep the token in memory. After a 401
 * the client calls it once more, with the rejected token: a newer token retries the request, the same token ends the call
 * with the 401.
 */
export type TokenSource = (request: TokenRequest) => string | Promise<string>;

/** How failed requests are retried. */
export interface RetryOptions {
  /**
   * The maximum number of attempts, including the first.
   * @default 4
   */
  maxAttempts?: number;
  /**
   * The upper limit of the first random wait, in milliseconds; it doubles with each attempt, up to `maxDelayMs`.
   * @default 250
   */
  baseDelayMs?: number;
  /**
   * The longest wait that the client chooses itself, in milliseconds.
   * @default 8000
   */
  maxDelayMs?: number;
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds. A longer one ends the call with its `ApiError`,
   * whose `retryAfterMs` is the requested wait.
   * @default 60000
   */
  maxRetryAfterMs?: number;
  /**
   * The retry budget that all calls of a client share. Each retry takes one, each call returns a fifth: a failing service
   * gets at most 20% more requests than there are calls. A retry at the time that the service asked for (`Retry-After`)
   * takes nothing.
   * @default 100
   */
  budget?: number;
  /**
   * Returns the random numbers, from 0 up to but not including 1, that spread the waits.
   * @default Math.random
   */
  random?: () => number;
}

/** The options with their defaults. */
export type Settings = Readonly<ReturnType<typeof toSettings>>;

/**
 * Checks the options and adds the defaults.
 *
 * @throws TypeError for an option that is missing or invalid.
 */
export function toSettings(options: ClientOptions) {
  const { auth, authUrl, onEvent } = options;
  const settings = {
    ...numbers,
    clock: systemClock,
    random: Math.random,
    ...options,
    ...(options.retry === false ? { maxAttempts: 1 } : options.retry),
    baseUrl: checkedUrl("baseUrl", options.baseUrl, options.allowInsecure),
    authUrl: authUrl && checkedUrl("authUrl", authUrl, options.allowInsecure),
    onEvent:
      onEvent &&
      ((event: ClientEvent) => {
        try {
          onEvent(event);
        } catch {
          // An error of the event hook must not fail the call.
        }
      }),
  };
  if (typeof auth !== "function" && !isToken(auth)) throw new TypeError("auth must be an access token or a function");
  for (const name in numbers) {
    if (!(settings[name as keyof typeof numbers] >= 0)) throw new TypeError(`${name} must be 0 or more`);
  }
  return settings;
}

/** The defaults of the options that are numbers. */
const numbers = {
  timeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  maxBodyBytes: 2 ** 26,
  maxAttempts: 4,
  baseDelayMs: 250,
  maxDelayMs: 8000,
  maxRetryAfterMs: 60_000,
  budget: 100,
};

/**
 * Checks a base URL and returns it without a trailing slash.
 *
 * @throws TypeError when it is not an absolute URL, has credentials, a query or a fragment, or would send a token over
 * plain `http:` to another machine.
 */
export function checkedUrl(option: string, value: string, allowInsecure?: boolean): string {
  const url = URL.canParse(value) ? new URL(value).href : "";
  const safe = /^https:|^http:\/\/(\[::1\]|127(\.\d+){3}|localhost)[:/]/;
  const notPlain = /^\w+:\/\/[^/]*@|[?#]/;
  if ((allowInsecure ? /^https?:/ : safe).test(url) && !notPlain.test(url)) return url.replace(/\/+$/, "");
  throw new TypeError(`${option} must be a plain https: URL (http: needs loopback or allowInsecure)`);
}

/** Whether a value can be a bearer token: the characters of RFC 6750 section 2.1, and any other visible ASCII. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}
