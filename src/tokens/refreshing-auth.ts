import { type Clock, systemClock } from "../clock.js";
import type { FetchLike, TokenRequest, TokenSource } from "../options.js";
import { checkedUrl } from "../request/base-url.js";
import { knownTokens } from "./known-tokens.js";
import { createRefresh } from "./refresh.js";
import { createTokenExchange } from "./token-exchange.js";
import type { TokenStore } from "./token-store.js";

export { memoryTokenStore, type TokenLock, type TokenStore, type Tokens } from "./token-store.js";

/** Settings of `refreshingAuth`. */
export interface RefreshingAuthOptions {
  /** The token server's base address, without `/oauth2/token`. `https:`, or a loopback address. */
  authUrl: string;
  /** The application's client id. */
  clientId: string;
  /** The application's client secret. */
  clientSecret: string;
  /** Where the tokens are kept: `memoryTokenStore`, `fileTokenStore`, `redisTokenStore`, or your own. */
  store: TokenStore;
  /**
   * How long before its expiry a token is replaced, in milliseconds: each process draws a moment between this and half
   * of it, so that they do not all come at once. At most a tenth of the token's life, where that is known.
   * @default 60000
   */
  refreshEarlyMs?: number;
  /**
   * How long the token server may take, in milliseconds.
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * How long to wait for the lock that another process holds, and for each answer of the store, in milliseconds.
   * @default 60000
   */
  maxWaitMs?: number;
  /**
   * Allows plain `http:` to an address that is not loopback.
   * @default false
   */
  allowInsecure?: boolean;
  /**
   * Sends the request to the token server.
   * @default globalThis.fetch
   */
  fetch?: FetchLike;
  /** Replaces the system's clock, for tests. */
  clock?: Clock;
  /**
   * Gives the random numbers, from 0 up to but not including 1, that spread refreshes and waits.
   * @default Math.random
   */
  random?: () => number;
}

/** How long a call with a token that still works waits for the refresh that it began. */
const EARLY_WAIT_MS = 1000;

/**
 * Keeps an access token fresh (RFC 6749 section 6), for refresh tokens that work once. Any number of concurrent calls
 * share one refresh; processes share it through the store. New tokens are saved before they are used. Contract:
 * `refreshAccessToken`.
 *
 * Calls that wait for a token reject with `AuthError` when none can be had. A failure that may pass never empties the
 * store. A refresh token that the server refused is not sent again; save newer tokens in the store to go on.
 *
 * @throws TypeError when an option is missing or cannot work.
 * @example
 * const auth = refreshingAuth({
 *   authUrl: "https://auth.content.example",
 *   clientId: "my-app",
 *   clientSecret: process.env["CLIENT_SECRET"] ?? "",
 *   store: memoryTokenStore({ refreshToken: process.env["REFRESH_TOKEN"] ?? "" }),
 * });
 */
export function refreshingAuth(options: RefreshingAuthOptions): TokenSource {
  const settings = checked(options);
  const known = knownTokens(settings);
  const refresh = createRefresh({ ...settings, known });
  let running: Promise<string> | undefined;

  /** The token that a call need not wait for: while one that still works is being renewed, only who began it waits. */
  const atHand = (request: TokenRequest) =>
    refresh.hasUnsaved() || (known.isDue() && !running) ? undefined : known.valid(request);

  const renewed = async (request: TokenRequest): Promise<string> => {
    for (;;) {
      const valid = known.valid(request);
      const joined = running;
      running ??= refresh
        .run(request)
        .catch((error: unknown) => {
          request.onEvent?.({ type: "refresh", outcome: "failed", error });
          known.pause();
          throw error;
        })
        .finally(() => {
          running = undefined;
        });
      try {
        const token = await (valid ? within(EARLY_WAIT_MS, running, valid, settings.clock) : running);
        // A refresh that another call began may have found the very token that was refused to this one.
        if (!joined || token !== request.rejected) return token;
      } catch (error) {
        // Whoever began the refresh: a token that was not refused to this caller is used until it expires.
        const stillValid = known.valid(request);
        if (stillValid) return stillValid;
        throw error;
      }
      const found = atHand(request);
      if (found) return found;
    }
  };
  return (request) => atHand(request) ?? renewed(request);
}

/** What comes of a promise, or something else where it takes too long. */
async function within<T>(limitMs: number, promise: Promise<T>, otherwise: T, clock: Clock): Promise<T> {
  let stop = () => {};
  const late = new Promise<T>((resolve) => {
    stop = clock.timer(limitMs, () => resolve(otherwise));
  });
  return Promise.race([promise, late]).finally(() => stop());
}

function checked(options: RefreshingAuthOptions) {
  const { clientId, clientSecret, store, clock = systemClock, random = Math.random } = options;
  const { refreshEarlyMs = 60_000, timeoutMs = 30_000, maxWaitMs = 60_000 } = options;
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a non-empty string`);
  }
  if (typeof store?.load !== "function" || typeof store.save !== "function") {
    throw new TypeError("store must have load() and save(), such as memoryTokenStore(tokens)");
  }
  if (!(refreshEarlyMs >= 0)) throw new TypeError("refreshEarlyMs must be a number, 0 or more");
  for (const [name, value] of Object.entries({ timeoutMs, maxWaitMs })) {
    if (!(value > 0)) throw new TypeError(`${name} must be a number above 0`);
  }
  checkedUrl("authUrl", options.authUrl, options.allowInsecure);
  return {
    store,
    clock,
    random,
    refreshEarlyMs,
    maxWaitMs,
    exchange: createTokenExchange({ ...options, timeoutMs, clock }),
  };
}
