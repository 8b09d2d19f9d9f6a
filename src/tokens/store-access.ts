import { type Clock, elapsedMs, withTimeout } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import { line } from "../request/call.js";
import { isCurrent, type RefreshState, type Write } from "./refresh-state.js";
import { remember, safely, type TokenLock, type TokenStore } from "./token-store.js";

export interface AccessOptions {
  readonly store: TokenStore;
  /** The last tokens, which no error may quote. */
  readonly secrets: string[];
  readonly clock: Clock;
  readonly maxWaitMs: number;
}

/** A refresh is lost, and another call takes over, when its step has not ended this long after its own timeout. */
const LOST_MS = 1000;

/** Accesses a token store with a timeout. Failures are `AuthError`s with the code `token_store_failed`. */
export function storeAccess({ store, secrets, clock, maxWaitMs }: AccessOptions, state: RefreshState) {
  const unlocked: TokenLock = { save: (tokens) => store.save(tokens), release: async () => {} };

  const failed = (problem: string, cause?: Error): AuthError => {
    if (state.unsaved) problem += ": the new tokens are kept in memory, and saved with the next call";
    // Its secrets are removed.
    if (cause) problem += ` (${line(cause.message)})`;
    return new AuthError(`the token store could not ${problem}`, "token_store_failed", { cause });
  };

  const startStep = (limitMs: number) => {
    state.lostAtMs = elapsedMs(clock) + limitMs + LOST_MS;
  };

  const inTime = async <T>(problem: string, step: () => T | Promise<T>, onLate?: (late: T) => unknown): Promise<T> => {
    startStep(maxWaitMs);
    const result = safely(secrets, step);
    try {
      return await withTimeout(result, maxWaitMs, clock, () => {
        throw new Error(`timed out after ${maxWaitMs} ms`);
      });
    } catch (cause) {
      result.then(onLate).catch(() => {});
      // A copy by `safely`, or that of the timeout.
      throw failed(problem, cause as Error);
    }
  };

  const load = async () => remember(secrets, await store.load());
  return {
    failed,
    /** Starts a step of the refresh that times out by itself: a refresh whose step does not is lost. */
    startStep,
    load: () => inTime("be read", load),
    async save(lock: TokenLock, write: Write, problem = "be written"): Promise<void> {
      try {
        await inTime(problem, async () => {
          // Without a lock, this is the last moment to find the tokens of a login, or of another process.
          if (!store.tryLock && !isCurrent(await load(), write)) throw new Error("other tokens were saved meanwhile");
          await lock.save(remember(secrets, write.tokens));
        });
      } catch (error) {
        state.writeError = error;
        throw error;
      }
    },
    /** Takes the lock; undefined when another holder has it. Releases one that arrives after the timeout. */
    tryLock: () =>
      inTime<TokenLock | undefined>(
        "be locked",
        () => (store.tryLock ? store.tryLock() : unlocked),
        (lock) => lock?.release(),
      ),
    /** Releases a lock. Never rejects: a lock that is not released expires. */
    release: (lock: TokenLock) => inTime("be unlocked", () => lock.release()).catch(() => {}),
  };
}

export type StoreAccess = ReturnType<typeof storeAccess>;
