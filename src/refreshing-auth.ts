import { checkedUrl } from "./base-url.js";
import { type Clock, systemClock } from "./clock.js";
import { AuthError } from "./errors.js";
import { isToken } from "./is-token.js";
import type { FetchLike, TokenRequest, TokenSource } from "./options.js";
import { createTokenExchange } from "./token-exchange.js";
import type { TokenStore, Tokens } from "./token-store.js";

/** Settings of `refreshingAuth`. */
export interface RefreshingAuthOptions {
  /** The token server's base address, without `/oauth2/token`. `https:`, or a loopback address. */
  authUrl: string;
  /** The application's client id. */
  clientId: string;
  /** The application's client secret. */
  clientSecret: string;
  /** Where the tokens are kept: `memoryTokenStore`, `fileTokenStore`, or your own. */
  store: TokenStore;
  /**
   * How long before its expiry a token is replaced, in milliseconds. At most a tenth of the token's life, where that is
   * known.
   * @default 60000
   */
  refreshEarlyMs?: number;
  /**
   * How long the token server may take, in milliseconds.
   * @default 30000
   */
  timeoutMs?: number;
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
}

const LOST = "it was probably spent by an earlier refresh whose answer was lost";

/** After an early refresh that failed, the token that still works is used for so long before the next try. */
const EARLY_PAUSE_MS = 5000;

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
  const { store, clock, refreshEarlyMs, exchange } = checked(options);
  /** What the store held when it was last read or written. */
  let current: Tokens | undefined;
  /** New tokens that are not saved yet: the only copy there is. */
  let unsaved: { readonly tokens: Tokens; readonly replaces: string } | undefined;
  let refused: { readonly refreshToken: string; readonly error: AuthError } | undefined;
  /** The refresh token of an exchange that brought no answer: it may be spent. */
  let unanswered: string | undefined;
  let pauseUntilMs = 0;
  let running: Promise<string> | undefined;

  const valid = (tokens: Tokens | undefined, { rejected }: TokenRequest): tokens is Tokens & { accessToken: string } =>
    isToken(tokens?.accessToken) && tokens.accessToken !== rejected && clock.now() < endMs(tokens);
  const fresh = (tokens: Tokens) =>
    clock.now() < pauseUntilMs || clock.now() < endMs(tokens) - earlyMs(tokens, refreshEarlyMs);

  return async (request) => {
    if (!unsaved && valid(current, request) && fresh(current)) return current.accessToken;
    running ??= renewed(request).finally(() => {
      running = undefined;
    });
    try {
      return await running;
    } catch (error) {
      // Whoever began the refresh: a token that was not refused to this caller is used until it expires.
      if (valid(current, request)) return current.accessToken;
      throw error;
    }
  };

  async function renewed(request: TokenRequest): Promise<string> {
    try {
      return await (store.exclusively ? store.exclusively(() => transact(request)) : transact(request));
    } catch (cause) {
      const error = cause instanceof AuthError ? cause : storeError("be locked", cause);
      request.onEvent?.({ type: "refresh", outcome: "failed", error });
      pauseUntilMs = clock.now() + EARLY_PAUSE_MS;
      throw error;
    }
  }

  /** Runs while no other process does: whatever is read here stays true until it ends. */
  async function transact(request: TokenRequest): Promise<string> {
    const stored = await load();
    if (unsaved && (!stored || stored.refreshToken === unsaved.replaces)) return save(unsaved.tokens, request);
    unsaved = undefined;
    if (!stored) throw new AuthError("the token store is empty: log in and save tokens in it first", "no_token");
    const adopted = current && current.accessToken !== stored.accessToken;
    current = stored;
    if (valid(stored, request) && fresh(stored)) {
      if (adopted) request.onEvent?.({ type: "refresh", outcome: "adopted" });
      return stored.accessToken;
    }
    if (typeof stored.refreshToken !== "string" || stored.refreshToken === "") {
      throw new AuthError("the token store holds no refreshToken: log in and save tokens in it first", "no_token");
    }
    if (refused?.refreshToken === stored.refreshToken) throw refused.error;
    request.onEvent?.({ type: "refresh", outcome: "started" });
    const tokens = await spend(stored.refreshToken);
    if (tokens) unsaved = { tokens, replaces: stored.refreshToken };
    // The store is read again: a login that was saved meanwhile must not be overwritten.
    return transact(request);
  }

  /** Exchanges a refresh token; undefined when it was refused because another process had been faster. */
  async function spend(refreshToken: string): Promise<Tokens | undefined> {
    try {
      return await exchange(refreshToken);
    } catch (error) {
      const code = error instanceof AuthError ? error.code : undefined;
      if (code === "token_server_unavailable") unanswered = refreshToken;
      if (code !== "invalid_grant") throw error;
      const why = unanswered === refreshToken ? LOST : "it is spent, expired or revoked";
      const message = `the refresh token was refused: ${why}. Log in again.`;
      refused = { refreshToken, error: new AuthError(message, code, { cause: error }) };
      if ((await load())?.refreshToken !== refreshToken) return undefined;
      throw refused.error;
    }
  }

  async function save(tokens: Tokens, request: TokenRequest): Promise<string> {
    try {
      await store.save(tokens);
    } catch (cause) {
      throw storeError("be written: the new tokens are kept in memory, and saved with the next call", cause);
    }
    unsaved = undefined;
    current = tokens;
    pauseUntilMs = 0;
    request.onEvent?.({ type: "refresh", outcome: "renewed" });
    return tokens.accessToken ?? "";
  }

  async function load(): Promise<Tokens | undefined> {
    try {
      return await store.load();
    } catch (cause) {
      throw storeError("be read", cause);
    }
  }
}

function endMs({ expiresAtMs }: Tokens): number {
  return expiresAtMs ?? Number.POSITIVE_INFINITY;
}

function earlyMs({ obtainedAtMs, expiresAtMs }: Tokens, refreshEarlyMs: number): number {
  if (obtainedAtMs === undefined || expiresAtMs === undefined) return refreshEarlyMs;
  return Math.min(refreshEarlyMs, (expiresAtMs - obtainedAtMs) / 10);
}

function storeError(problem: string, cause: unknown): AuthError {
  return new AuthError(`the token store could not ${problem}`, "token_store_failed", { cause });
}

function checked(options: RefreshingAuthOptions) {
  const { clientId, clientSecret, store, clock = systemClock, refreshEarlyMs = 60_000, timeoutMs = 30_000 } = options;
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a non-empty string`);
  }
  if (typeof store?.load !== "function" || typeof store.save !== "function") {
    throw new TypeError("store must have load() and save(), such as memoryTokenStore(tokens)");
  }
  if (!(refreshEarlyMs >= 0)) throw new TypeError("refreshEarlyMs must be a number, 0 or more");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be a number above 0");
  checkedUrl("authUrl", options.authUrl, options.allowInsecure);
  return {
    store,
    clock,
    refreshEarlyMs,
    exchange: createTokenExchange({ ...options, timeoutMs, clock }),
  };
}
