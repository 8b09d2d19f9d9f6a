import { type Clock, withTimeout } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import { isCurrent, type RefreshState, type Write } from "./refresh-state.js";
import { remember, safely } from "./safe-store.js";
import type { TokenLock, TokenStore } from "./token-store.js";

interface AccessOptions {
  readonly store: TokenStore;
  /** The last tokens, which no error may quote. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly maxWaitMs: number;
}

/** Accesses a token store with a timeout. Failures are `AuthError`s with the code `token_store_failed`. */
export function storeAccess({ store, secrets, clock, maxWaitMs }: AccessOptions, state: RefreshState) {
  const unlocked: TokenLock = { save: (tokens) => store.save(tokens), release: async () => {} };

  const failed = (problem: string, cause?: unknown): AuthError => {
    if (state.unsaved) problem += ": the new tokens are kept in memory, and saved with the next call";
    return new AuthError(`the token store could not ${problem}`, "token_store_failed", { cause });
  };

  const inTime = async <T>(problem: string, result: Promise<T>): Promise<T> => {
    try {
      return await withTimeout(result, maxWaitMs, clock, () => {
        throw new Error(`timed out after ${maxWaitMs} ms`);
      });
    } catch (cause) {
      throw failed(problem, cause);
    }
  };

  const loaded = () => safely(secrets, async () => remember(secrets, await store.load()));

  return {
    failed,
    load: () => inTime("be read", loaded()),
    async save(lock: TokenLock, write: Write, problem = "be written"): Promise<void> {
      const saved = async () => {
        // Without a lock, this is the last moment to find the tokens of a login, or of another process.
        if (!store.tryLock && !isCurrent(await loaded(), write)) throw new Error("other tokens were saved meanwhile");
        await safely(secrets, () => lock.save(remember(secrets, write.tokens)));
      };
      await inTime(problem, saved()).catch((error: unknown) => {
        state.writeError = error;
        throw error;
      });
    },
    async tryLock(): Promise<TokenLock | undefined> {
      if (!store.tryLock) return unlocked;
      const taken = safely(secrets, () => store.tryLock?.());
      try {
        return await inTime("be locked", taken);
      } catch (error) {
        // Release a lock that arrives after the timeout.
        taken.then((lock) => lock?.release()).catch(() => {});
        throw error;
      }
    },
    async release(lock: TokenLock): Promise<void> {
      // A lock that is not released expires.
      await inTime(
        "be unlocked",
        safely(secrets, () => lock.release()),
      ).catch(() => {});
    },
  };
}

export type StoreAccess = ReturnType<typeof storeAccess>;
