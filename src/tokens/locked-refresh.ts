import { AuthError } from "../core/errors.js";
import type { TokenRequest } from "../core/options.js";
import type { KnownTokens } from "./known-tokens.js";
import { type Backoff, isCurrent, type RefreshState, revertedIn, type Unsaved } from "./refresh-state.js";
import type { AccessOptions, StoreAccess } from "./store-access.js";
import { type ExchangeOptions, exchangeToken } from "./token-exchange.js";
import type { TokenLock, Tokens } from "./token-store.js";

export interface RefreshOptions extends ExchangeOptions, AccessOptions {
  readonly known: KnownTokens;
  readonly random: () => number;
  readonly revokesOnReuse: boolean;
}

interface RefreshParts extends RefreshOptions {
  readonly access: StoreAccess;
  readonly state: RefreshState;
  readonly backoff: Backoff;
  readonly request: TokenRequest;
  readonly mustWait: (stored: Tokens) => boolean;
}

/** Creates the part of a refresh under the store's lock. It returns no token if the refresh token must not be sent now. */
export function createLockedRefresh(parts: RefreshParts): (lock: TokenLock) => Promise<string | undefined> {
  const { store, access, state, backoff, known, clock, request } = parts;
  return refresh;

  async function refresh(lock: TokenLock): Promise<string | undefined> {
    const stored = await access.load();
    // Tokens of another store object are not saved in an empty store: they can be of a login with the same key by mistake.
    if (!stored && state.unsaved?.store !== store) checkedTokens(stored);
    if (state.unsaved && isCurrent(stored, state.unsaved)) return save(lock, state.unsaved);
    state.unsaved = undefined;
    const reverted = revertedIn(stored, state);
    if (reverted) {
      await access.save(lock, reverted);
      return refresh(lock);
    }
    const adopted = known.adopt(stored, request);
    if (adopted) return adopted;
    const tokens = checkedTokens(stored);
    if (parts.mustWait(tokens)) return undefined;
    backoff.check(tokens.refreshToken);
    // Finds a store that cannot be written, or a lost lock, before the refresh token is spent.
    state.sentAtMs = clock.now();
    const record = { tokens: { ...tokens, sentAtMs: state.sentAtMs }, replaces: tokens };
    await access.save(lock, record, "be written: the refresh token was not sent");
    request.onEvent?.({ type: "refresh", outcome: "started" });
    await requestTokens(lock, tokens);
    // Read the store again: a login that was saved meanwhile must not be overwritten.
    return refresh(lock);
  }

  /** Exchanges the refresh token. Does not throw if it was rejected because another process had replaced it. */
  async function requestTokens(lock: TokenLock, stored: Tokens): Promise<void> {
    access.startStep(parts.timeoutMs);
    const { tokens, error, retryAfterMs } = await exchangeToken(parts, stored);
    if (tokens) state.unsaved = { tokens, replaces: stored, error, store };
    if (!error) return backoff.succeeded();
    const isRejected = error.code === "invalid_grant";
    const why = stored.sentAtMs ? `it ${sentBefore(stored.sentAtMs)}` : "it is spent, expired or revoked";
    const failure = isRejected
      ? new AuthError(`the refresh token was rejected: ${why}. Log in again.`, error.code, { cause: error })
      : error;
    backoff.failed(failure, (tokens ?? stored).refreshToken, retryAfterMs);
    // New tokens are saved first, even if none of them is an access token.
    if (tokens) return;
    if (isRejected) {
      if (!(await clearSent(lock, stored))) return;
    } else if (parts.revokesOnReuse || error.code !== "token_server_unavailable") {
      // After a transient failure the token may be spent, so `sentAtMs` stays, unless it would stop the other processes:
      // if the token is spent, its successor is lost, and reuse revokes nothing else.
      await clearSent(lock, stored).catch(() => {});
    }
    throw failure;
  }

  /** Removes the new `sentAtMs`, since the response is known; false when the store has other tokens now. */
  async function clearSent(lock: TokenLock, stored: Tokens): Promise<boolean> {
    const record = { tokens: stored, replaces: stored };
    const isSame = isCurrent(await access.load(), record);
    // If this fails, only a later error message is wrong: it mentions a lost response.
    if (isSame) await access.save(lock, record).catch(() => {});
    return isSame;
  }

  async function save(lock: TokenLock, unsaved: Unsaved): Promise<string> {
    await access.save(lock, unsaved);
    state.unsaved = undefined;
    state.saved = unsaved;
    known.remember(unsaved.tokens, true);
    if (unsaved.error) throw unsaved.error;
    request.onEvent?.({ type: "refresh", outcome: "renewed" });
    return unsaved.tokens.accessToken ?? "";
  }
}

/** Returns tokens that can be refreshed. Throws `no_token` for an empty store. */
export function checkedTokens(stored: Tokens | undefined): Tokens {
  // A store without types can hold anything.
  if (typeof stored?.refreshToken === "string" && stored.refreshToken !== "") return stored;
  const problem = stored ? "holds no refreshToken" : "is empty";
  throw new AuthError(`the token store ${problem}: log in and save tokens first`, "no_token");
}

export function sentBefore(sentAtMs: number): string {
  return `was sent before, at ${new Date(sentAtMs).toJSON()}, and the response was lost or could not be saved`;
}
