import { checkedUrl, checkNumber, checkText, invalid, known } from "../checks.js";
import { elapsedMs, systemClock, withTimeout } from "../core/clock.js";
import type { TokenClientOptions, TokenRequest, TokenSource } from "../core/options.js";
import { knownTokens } from "./known-tokens.js";
import { refreshTokens } from "./refresh.js";
import { stateOf } from "./refresh-state.js";
import type { TokenStore } from "./token-store.js";

export { memoryTokenStore, type TokenLock, type TokenStore, type Tokens } from "./token-store.js";

/** Settings of `refreshingAuth`. */
export interface RefreshingAuthOptions extends TokenClientOptions {
  /** The token server's base URL, without `/oauth2/token`. Must be `https:` or loopback. */
  authUrl: string;
  /** Where the tokens are kept: `memoryTokenStore`, `fileTokenStore`, `redisTokenStore`, `sqlTokenStore`, or your own. */
  store: TokenStore;
  /**
   * How long before its expiry a token is refreshed, in milliseconds: each process chooses a random time between this
   * and half of it. At most a tenth of the token's lifetime, if that is known.
   * @default 60000
   */
  refreshEarlyMs?: number | undefined;
  /** The timeout of a request to the token server, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
  /** The timeout for a lock of another process, and for each operation of the store, in milliseconds. @default 60000 */
  maxWaitMs?: number | undefined;
  /**
   * The token server revokes the login when a refresh token is sent twice (reuse detection, RFC 9700 section 4.14.2). No
   * process then sends a token that another one has sent and saved no successor of: calls wait for that process, up to
   * `maxWaitMs`, and reject with `invalid_grant`. See docs/crashes.md.
   * @default false: it is sent once more, since the process may have died before it sent the token
   */
  revokesOnReuse?: boolean | undefined;
  /**
   * Receives the promise of each refresh, which never rejects. A worker passes it to its runtime, as in
   * `(refresh) => context.waitUntil(refresh)`: dropped with the request, the refresh could lose the login. A server waits for
   * the promises before it closes its store. If it throws, nothing is sent, and the call rejects with a `TypeError`.
   * @default nothing waits for a refresh
   */
  waitUntil?: ((refresh: Promise<unknown>) => void) | undefined;
  /** Returns the random numbers, from 0 up to but not including 1, that spread refreshes and waits. @default Math.random */
  random?: (() => number) | undefined;
}

/** The maximum wait of a call with a valid token for the refresh that it started. */
const EARLY_WAIT_MS = 1000;
/** How long calls share a refresh. After that, one can take over a lost one. */
const SHARED_MS = 10_000;

/**
 * Refreshes an access token (RFC 6749 section 6) with single-use refresh tokens. Concurrent calls share one refresh, and
 * so do processes, through the store. New tokens are saved before they are used. Contract: `refreshAccessToken`.
 *
 * Calls reject with `AuthError` when there is no token. A transient failure never changes the saved tokens. After one, no
 * request is sent for 1 second, doubling to 60, minus up to half at random, or for the `Retry-After` of the token server,
 * up to an hour; calls without a token wait for it as for a retry (`RetryOptions`). After a final error (`invalid_grant`,
 * `invalid_client` and similar), none is sent with the same settings until the store has another refresh token.
 * @throws TypeError when an option is missing, unknown or invalid.
 * @example
 * const auth = refreshingAuth({
 *   authUrl: "https://auth.content.example",
 *   clientId: "my-app",
 *   clientSecret: process.env["CLIENT_SECRET"] ?? "",
 *   store: memoryTokenStore({ refreshToken: process.env["REFRESH_TOKEN"] ?? "" }),
 * });
 */
export function refreshingAuth(options: RefreshingAuthOptions): TokenSource {
  // Everything else is made for each refresh: an application can have thousands of users.
  const settings = checked(options);
  const { known, clock, waitUntil } = settings;
  let running: Promise<string> | undefined;
  let sharedUntilMs = 0;

  /** A token without a wait: only the call that starts an early refresh waits for it. */
  const immediate = (request: TokenRequest) =>
    stateOf(settings.store)?.unsaved || (known.isDue() && !running) ? undefined : known.valid(request);

  const start = (request: TokenRequest) => {
    let end = () => {};
    try {
      // Before the refresh: without it, the runtime could drop the new tokens.
      waitUntil?.(new Promise<void>((resolve) => (end = resolve)));
    } catch (cause) {
      const error = new TypeError("waitUntil threw: pass (work) => ctx.waitUntil(work)", { cause });
      // Not enumerable, so that no log shows it.
      throw Object.defineProperty(error, "isLast", { value: true });
    }
    sharedUntilMs = elapsedMs(clock) + SHARED_MS;
    const refresh = refreshTokens(settings, request)
      .catch((error: unknown) => {
        request.onEvent?.({ type: "refresh", outcome: "failed", error });
        known.pause();
        throw error;
      })
      .finally(() => {
        if (running === refresh) running = undefined;
        end();
      });
    running = refresh;
    return refresh;
  };

  const refreshed = async (request: TokenRequest): Promise<string> => {
    for (;;) {
      const valid = known.valid(request);
      const joined = running;
      const refresh = joined ?? start(request);
      const waitMs = valid ? EARLY_WAIT_MS : sharedUntilMs - elapsedMs(clock);
      try {
        const token = await (valid || joined ? withTimeout(refresh, waitMs, clock, () => valid) : refresh);
        if (!token && running === joined) running = undefined;
        // A refresh that another call started can return the token that was rejected for this call.
        if (token && (!joined || token !== request.rejected)) return token;
      } catch (error) {
        // A token that was not rejected for this call is used until it expires.
        const stillValid = known.valid(request);
        if (stillValid) return stillValid;
        throw error;
      }
      const found = immediate(request);
      if (found) return found;
    }
  };
  return (request) => immediate(request) ?? refreshed(request);
}

const OPTIONS = {
  ...{ authUrl: "", clientId: "", clientSecret: "", store: undefined, revokesOnReuse: false, waitUntil: undefined },
  ...{ refreshEarlyMs: 60_000, timeoutMs: 30_000, maxWaitMs: 60_000 },
  ...{ allowInsecure: false, fetch: undefined, clock: systemClock, random: Math.random },
};

function checked(given: RefreshingAuthOptions) {
  const options = { ...OPTIONS, ...known(given, OPTIONS) };
  const { clientId, clientSecret, store, clock, random, refreshEarlyMs, timeoutMs, maxWaitMs } = options;
  checkText("clientId", clientId);
  checkText("clientSecret", clientSecret);
  if (typeof store?.load !== "function" || typeof store.save !== "function") invalid("store", "have load() and save()");
  if (store.key !== undefined) checkText("store.key", store.key);
  checkNumber("timeoutMs", timeoutMs, 1);
  checkNumber("maxWaitMs", maxWaitMs, 1);
  checkedUrl("authUrl", options.authUrl, options.allowInsecure);
  return { ...options, known: knownTokens(clock, random, refreshEarlyMs), secrets: [] };
}
