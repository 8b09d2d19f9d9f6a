import type { Clock } from "../clock.js";
import { AuthError } from "../errors.js";
import type { TokenRequest } from "../options.js";
import type { KnownTokens } from "./known-tokens.js";
import type { TokenLock, TokenStore, Tokens } from "./token-store.js";

interface Parts {
  readonly store: TokenStore;
  readonly exchange: (refreshToken: string) => Promise<Tokens>;
  readonly known: KnownTokens;
  readonly clock: Clock;
  readonly random: () => number;
  readonly maxWaitMs: number;
}

/** How long nobody sends a refresh token again after it was sent in vain, so that a token server in trouble is spared. */
const PACE_MS = 500;

/** How often a write that failed is tried at once: after a pause another holds the lock, or a store comes back. */
const WRITES = 3;

/**
 * Makes the function that brings a new access token: from the store, where another process has put one, or else from
 * the token server, under the store's lock. New tokens are saved before they are handed out.
 */
export function createRefresh({ store, exchange, known, clock, random, maxWaitMs }: Parts) {
  /** New tokens that are not saved yet: the only copy there is. */
  let unsaved: { readonly tokens: Tokens; readonly replaces: string } | undefined;
  /** The error of the last write that failed. */
  let unwritten: unknown;
  let refused: { readonly refreshToken: string; readonly error: AuthError } | undefined;
  const unlocked: TokenLock = { save: (tokens) => store.save(tokens), release: async () => {} };

  return {
    hasUnsaved: () => unsaved !== undefined,

    async run(request: TokenRequest): Promise<string> {
      const giveUpAtMs = clock.now() + maxWaitMs;
      let failure: unknown;
      for (let tries = 0, writes = 0; ; tries += 1) {
        // Whoever waits for the lock looks here first: the holder's new tokens end the wait of all.
        const stored = unsaved ? undefined : await load();
        const found = adopted(stored, request);
        if (found) return found;
        // Another process has just sent the token: whether it waits for the answer or had none, a crowd must not follow.
        const lock = store.tryLock && isRecent(stored?.sentAtMs) ? undefined : await tryLock();
        try {
          if (lock) return await transact(lock, request);
        } catch (error) {
          writes += 1;
          if (!(unsaved || error === unwritten) || writes === WRITES) throw error;
          failure = error;
        } finally {
          if (lock) await answered(lock.release(), "be unlocked").catch(() => {});
        }
        const valid = known.valid(request);
        // Another process is renewing a token that still works: no need to wait for it.
        if (!lock && valid) {
          known.pause();
          return valid;
        }
        if (clock.now() >= giveUpAtMs) throw failure ?? tooLate(stored);
        const waitMs = Math.min(1000, 50 * 2 ** tries) * (1 - random() / 2);
        await new Promise<void>((resolve) => clock.timer(waitMs, resolve));
      }
    },
  };

  /** What a call is told that has waited for others in vain: that they had no answer, or that one holds the lock. */
  function tooLate(stored: Tokens | undefined): AuthError {
    if (stored?.sentAtMs === undefined) return failed(`be locked within ${maxWaitMs} ms: another process holds it`);
    const problem = `other processes have sent the refresh token for ${maxWaitMs} ms, and saved no new tokens`;
    return new AuthError(problem, "token_server_unavailable");
  }

  /** Whether a time is less than half a second ago; one to come is the clock of another machine. */
  function isRecent(timeMs = Number.NEGATIVE_INFINITY): boolean {
    const agoMs = clock.now() - timeMs;
    return agoMs >= 0 && agoMs < PACE_MS;
  }

  /** The access token in the store, where it is good and need not be renewed yet. */
  function adopted(stored: Tokens | undefined, request: TokenRequest): string | undefined {
    const isNew = stored && known.note(stored);
    const token = known.isDue() ? undefined : stored && known.valid(request);
    if (token && isNew) request.onEvent?.({ type: "refresh", outcome: "adopted" });
    return token;
  }

  /** Runs while no other process does: whatever is read here stays true until it ends, except for a new login. */
  async function transact(lock: TokenLock, request: TokenRequest): Promise<string> {
    const stored = await load();
    if (unsaved && (!stored || stored.refreshToken === unsaved.replaces)) return save(lock, unsaved.tokens, request);
    unsaved = undefined;
    if (!stored) throw new AuthError("the token store is empty: log in and save tokens in it first", "no_token");
    const found = adopted(stored, request);
    if (found) return found;
    if (typeof stored.refreshToken !== "string" || stored.refreshToken === "") {
      throw new AuthError("the token store holds no refreshToken: log in and save tokens in it first", "no_token");
    }
    if (refused?.refreshToken === stored.refreshToken) throw refused.error;
    // A store that cannot be written is found before the token is spent, and so is a lock that was lost.
    await write(lock, { ...stored, sentAtMs: clock.now() }, "be written: the refresh token was not sent");
    request.onEvent?.({ type: "refresh", outcome: "started" });
    const tokens = await spend(stored, lock);
    if (tokens) unsaved = { tokens, replaces: stored.refreshToken };
    // The store is read again: a login that was saved meanwhile must not be overwritten.
    return transact(lock, request);
  }

  /** Exchanges a refresh token; undefined when it was refused because another process had been faster. */
  async function spend(stored: Tokens, lock: TokenLock): Promise<Tokens | undefined> {
    try {
      return await exchange(stored.refreshToken);
    } catch (error) {
      const code = error instanceof AuthError ? error.code : undefined;
      // Nobody knows whether the token is spent: the note stays.
      if (code === "token_server_unavailable") throw error;
      if (code !== "invalid_grant") {
        await forget(stored, lock).catch(() => {});
        throw error;
      }
      const before = stored.sentAtMs && new Date(stored.sentAtMs).toJSON();
      const why = before
        ? `it was sent before, at ${before}, and the answer was lost or could not be saved`
        : "it is spent, expired or revoked";
      const message = `the refresh token was refused: ${why}. Log in again.`;
      refused = { refreshToken: stored.refreshToken, error: new AuthError(message, code, { cause: error }) };
      if (!(await forget(stored, lock))) return undefined;
      throw refused.error;
    }
  }

  /** Takes back the note of a token that was refused, so that nobody takes it for a lost answer; false if others came. */
  async function forget(stored: Tokens, lock: TokenLock): Promise<boolean> {
    const isSame = (await load())?.refreshToken === stored.refreshToken;
    // If that cannot be done, an error says too much later.
    if (isSame) await answered(lock.save(stored), "be written").catch(() => {});
    return isSame;
  }

  async function save(lock: TokenLock, tokens: Tokens, request: TokenRequest): Promise<string> {
    await write(lock, tokens, "be written");
    unsaved = undefined;
    known.note(tokens);
    request.onEvent?.({ type: "refresh", outcome: "renewed" });
    return tokens.accessToken ?? "";
  }

  async function write(lock: TokenLock, tokens: Tokens, problem: string): Promise<void> {
    await answered(lock.save(tokens), problem).catch((error: unknown) => {
      unwritten = error;
      throw error;
    });
  }

  function load(): Promise<Tokens | undefined> {
    return answered(store.load(), "be read");
  }

  async function tryLock(): Promise<TokenLock | undefined> {
    if (!store.tryLock) return unlocked;
    const taken = store.tryLock();
    try {
      return await answered(taken, "be locked");
    } catch (error) {
      // A lock that comes too late must not stay taken.
      taken.then((lock) => lock?.release()).catch(() => {});
      throw error;
    }
  }

  /** What the store answers, if it does in time. */
  async function answered<T>(answer: Promise<T>, problem: string): Promise<T> {
    let stop = () => {};
    try {
      return await new Promise<T>((resolve, reject) => {
        stop = clock.timer(maxWaitMs, () => reject(new Error(`no answer within ${maxWaitMs} ms`)));
        answer.then(resolve, reject);
      });
    } catch (cause) {
      throw failed(problem, cause);
    } finally {
      stop();
    }
  }

  function failed(problem: string, cause?: unknown): AuthError {
    const kept = unsaved ? ": the new tokens are kept in memory, and saved with the next call" : "";
    return new AuthError(`the token store could not ${problem}${kept}`, "token_store_failed", { cause });
  }
}
