import type { Clock } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import type { TokenRequest } from "../core/options.js";
import type { KnownTokens } from "./known-tokens.js";
import { type Backoff, isCurrent, type RefreshState, revertedIn, type Unsaved } from "./refresh-state.js";
import type { StoreAccess } from "./store-access.js";
import type { Exchange } from "./token-exchange.js";
import type { TokenLock, TokenStore, Tokens } from "./token-store.js";

/** The parts of a refresh. */
interface RefreshParts {
  readonly store: TokenStore;
  readonly access: StoreAccess;
  readonly state: RefreshState;
  readonly exchange: Exchange;
  readonly backoff: Backoff;
  readonly known: KnownTokens;
  readonly clock: Clock;
  readonly request: TokenRequest;
}

/** Gets an access token under the store's lock. Only a new login changes the store meanwhile. */
export async function lockedRefresh(parts: RefreshParts, lock: TokenLock): Promise<string> {
  const { store, access, state, backoff, known, clock, request } = parts;
  for (;;) {
    const stored = await access.load();
    // An empty store gets no tokens of another store object: with a key by mistake, that is another login.
    if (!stored && state.unsaved?.store !== store) checkedTokens(stored);
    if (state.unsaved && isCurrent(stored, state.unsaved)) return saveTokens(parts, lock, state.unsaved);
    state.unsaved = undefined;
    const reverted = revertedIn(stored, state);
    if (reverted) {
      await access.save(lock, reverted);
      continue;
    }
    const adopted = known.adopt(stored, request);
    if (adopted) return adopted;
    const tokens = checkedTokens(stored);
    backoff.check(tokens.refreshToken);
    // Finds a store that cannot be written, or a lost lock, before the refresh token is spent.
    const record = { tokens: { ...tokens, sentAtMs: clock.now() }, replaces: tokens };
    await access.save(lock, record, "be written: the refresh token was not sent");
    request.onEvent?.({ type: "refresh", outcome: "started" });
    await requestTokens(parts, lock, tokens);
    // Read the store again: a login that was saved meanwhile must not be overwritten.
  }
}

/** Saves new tokens, and returns the access token. */
async function saveTokens({ access, state, known, request }: RefreshParts, lock: TokenLock, unsaved: Unsaved) {
  await access.save(lock, unsaved);
  state.unsaved = undefined;
  state.saved = unsaved;
  known.remember(unsaved.tokens, true);
  if (unsaved.error) throw unsaved.error;
  request.onEvent?.({ type: "refresh", outcome: "renewed" });
  return unsaved.tokens.accessToken ?? "";
}

/** Exchanges the refresh token. Does not throw if it was rejected because another process had replaced it. */
async function requestTokens(parts: RefreshParts, lock: TokenLock, stored: Tokens): Promise<void> {
  const { store, access, state, exchange, backoff } = parts;
  const { tokens, error, retryAfterMs } = await exchange(stored);
  if (tokens) state.unsaved = { tokens, replaces: stored, error, store };
  if (!error) return backoff.succeeded();
  const isRejected = error.code === "invalid_grant";
  const failure = isRejected ? rejectedError(stored, error) : error;
  backoff.failed(failure, (tokens ?? stored).refreshToken, retryAfterMs);
  // New tokens are saved first, even if none of them is an access token.
  if (tokens) return;
  // After a transient failure the token may be spent, so `sentAtMs` stays.
  if (error.code === "token_server_unavailable") throw failure;
  const unsent = { tokens: stored, replaces: stored };
  const clearSent = async () => {
    const isSame = isCurrent(await access.load(), unsent);
    // If this fails, only a later error message is wrong: it mentions a lost response.
    if (isSame) await access.save(lock, unsent).catch(() => {});
    return isSame;
  };
  if (!isRejected) await clearSent().catch(() => {});
  else if (!(await clearSent())) return;
  throw failure;
}

/**
 * Returns tokens that can be refreshed.
 *
 * @throws AuthError `no_token` for an empty store.
 */
export function checkedTokens(stored: Tokens | undefined): Tokens {
  // A store without types can hold anything.
  if (typeof stored?.refreshToken === "string" && stored.refreshToken !== "") return stored;
  const problem = stored ? "holds no refreshToken" : "is empty";
  throw new AuthError(`the token store ${problem}: log in and save tokens in it first`, "no_token");
}

function rejectedError({ sentAtMs }: Tokens, cause: unknown): AuthError {
  const why = sentAtMs
    ? `it was sent before, at ${new Date(sentAtMs).toJSON()}, and the response was lost or could not be saved`
    : "it is spent, expired or revoked";
  return new AuthError(`the refresh token was rejected: ${why}. Log in again.`, "invalid_grant", { cause });
}
