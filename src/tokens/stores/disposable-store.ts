import { withSafeErrors } from "../safe-store.js";
import type { TokenLock, TokenStore } from "../token-store.js";

/** A token store whose lock is released with it: `await using store = fileTokenStore(path)`. */
export interface DisposableTokenStore extends Required<TokenStore> {
  /** Releases the lock that this store holds, so that no other process waits for it and no timer keeps this one alive. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Adds safe errors and the release of held locks to a store. */
export function disposableStore(given: Required<TokenStore>): DisposableTokenStore {
  // Safe errors keep the methods of a store.
  const store = withSafeErrors(given) as Required<TokenStore>;
  const held = new Set<TokenLock>();
  return {
    ...store,
    async tryLock() {
      const lock = await store.tryLock();
      if (!lock) return undefined;
      const own: TokenLock = {
        save: lock.save,
        release: async () => {
          held.delete(own);
          await lock.release();
        },
      };
      held.add(own);
      return own;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...held].map((lock) => lock.release()));
    },
  };
}
