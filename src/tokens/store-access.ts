import { type Clock, withTimeout } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import { isCurrent, type RefreshState, type Write } from "./refresh-state.js";
import type { TokenLock, TokenStore } from "./token-store.js";

/** Accesses a token store with a timeout. Failures are `AuthError`s with the code `token_store_failed`. */
export function storeAccess(store: TokenStore, clock: Clock, maxWaitMs: number, state: RefreshState) {
  const unlocked: TokenLock = { save: (tokens) => store.save(tokens), release: async () => {} };

  const failed = (problem: string, cause?: unknown): AuthError => {
    if (state.unsaved) problem += ": the new tokens are kept in memory, and saved with the next call";
    return new AuthError(`the token store could not ${problem}`, "token_store_failed", { cause });
  };

  const inTime = async <T>(result: Promise<T>, problem: string): Promise<T> => {
    try {
      return await withTimeout(result, maxWaitMs, clock, () => {
        throw new Error(`timed out after ${maxWaitMs} ms`);
      });
    } catch (cause) {
      throw failed(problem, cause);
    }
  };

  return {
    failed,
    load: () => inTime(store.load(), "be read"),
    async save(lock: TokenLock, write: Write, problem = "be written"): Promise<void> {
      const saved = async () => {
        // Without a lock, this is the last moment to find the tokens of a login, or of another process.
        if (!store.tryLock && !isCurrent(await store.load(), write))
          throw new Error("other tokens were saved meanwhile");
        await lock.save(write.tokens);
      };
      await inTime(saved(), problem).catch((error: unknown) => {
        state.writeError = error;
        throw error;
      });
    },
    async tryLock(): Promise<TokenLock | undefined> {
      if (!store.tryLock) return unlocked;
      const taken = store.tryLock();
      try {
        return await inTime(taken, "be locked");
      } catch (error) {
        // Release a lock that arrives after the timeout.
        taken.then((lock) => lock?.release()).catch(() => {});
        throw error;
      }
    },
    async release(lock: TokenLock): Promise<void> {
      await inTime(lock.release(), "be unlocked").catch(() => {});
    },
  };
}

export type StoreAccess = ReturnType<typeof storeAccess>;
