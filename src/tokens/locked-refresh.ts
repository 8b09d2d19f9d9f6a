import type { Clock } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import type { TokenRequest } from "../core/options.js";
import type { KnownTokens } from "./known-tokens.js";
import type { RefreshState, StoreAccess } from "./store-access.js";
import type { TokenLock, Tokens } from "./token-store.js";

type LockedRefresh = (lock: TokenLock, request: TokenRequest) => Promise<string>;

/** Creates the part of a refresh that runs under the store's lock. Only a new login changes the store meanwhile. */
export function createLockedRefresh(
  store: StoreAccess,
  state: RefreshState,
  exchange: (refreshToken: string) => Promise<Tokens>,
  known: KnownTokens,
  clock: Clock,
): LockedRefresh {
  const refresh: LockedRefresh = async (lock, request) => {
    const stored = await store.load();
    if (state.unsaved && (!stored || stored.refreshToken === state.unsaved.replaces)) {
      return save(lock, state.unsaved.tokens, request);
    }
    state.unsaved = undefined;
    if (!stored) throw new AuthError("the token store is empty: log in and save tokens in it first", "no_token");
    const adopted = known.adopt(stored, request);
    if (adopted) return adopted;
    if (typeof stored.refreshToken !== "string" || stored.refreshToken === "") {
      throw new AuthError("the token store holds no refreshToken: log in and save tokens in it first", "no_token");
    }
    if (state.rejected?.refreshToken === stored.refreshToken) throw state.rejected.error;
    // Finds a store that cannot be written, or a lost lock, before the refresh token is spent.
    await store.save(lock, { ...stored, sentAtMs: clock.now() }, "be written: the refresh token was not sent");
    request.onEvent?.({ type: "refresh", outcome: "started" });
    const tokens = await spend(lock, stored);
    if (tokens) state.unsaved = { tokens, replaces: stored.refreshToken };
    // Read the store again: a login that was saved meanwhile must not be overwritten.
    return refresh(lock, request);
  };
  return refresh;

  /** Exchanges the refresh token; undefined when it was rejected because another process had replaced it. */
  async function spend(lock: TokenLock, stored: Tokens): Promise<Tokens | undefined> {
    try {
      return await exchange(stored.refreshToken);
    } catch (error) {
      const code = error instanceof AuthError ? error.code : undefined;
      // The token may be spent, so `sentAtMs` stays.
      if (code === "token_server_unavailable") throw error;
      if (code !== "invalid_grant") {
        await clearSent(lock, stored).catch(() => {});
        throw error;
      }
      state.rejected = { refreshToken: stored.refreshToken, error: rejectedError(stored, error) };
      if (!(await clearSent(lock, stored))) return undefined;
      throw state.rejected.error;
    }
  }

  /** Removes the new `sentAtMs`, since the response is known; false when the store has other tokens now. */
  async function clearSent(lock: TokenLock, stored: Tokens): Promise<boolean> {
    const isSame = (await store.load())?.refreshToken === stored.refreshToken;
    // If this fails, only a later error message is wrong: it mentions a lost response.
    if (isSame) await store.save(lock, stored).catch(() => {});
    return isSame;
  }

  async function save(lock: TokenLock, tokens: Tokens, request: TokenRequest): Promise<string> {
    await store.save(lock, tokens);
    state.unsaved = undefined;
    known.remember(tokens);
    request.onEvent?.({ type: "refresh", outcome: "renewed" });
    return tokens.accessToken ?? "";
  }
}

function rejectedError({ sentAtMs }: Tokens, cause: unknown): AuthError {
  const why = sentAtMs
    ? `it was sent before, at ${new Date(sentAtMs).toJSON()}, and the response was lost or could not be saved`
    : "it is spent, expired or revoked";
  return new AuthError(`the refresh token was rejected: ${why}. Log in again.`, "invalid_grant", { cause });
}
