import { withSafeErrors } from "../safe-store.js";
import type { TokenLock, TokenStore } from "../token-store.js";

/**
 * A token store with a lock. `await using store = fileTokenStore(path)` releases the lock with the store, so that no other
 * process waits for it and no timer keeps this one alive.
 */
export type DisposableTokenStore = Required<TokenStore> & AsyncDispose;

/** Without a member where the types of the platform do not know `Symbol.asyncDispose`. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : unknown;

/** Adds safe errors and the release of held locks to a store. */
export function disposableStore(given: Required<TokenStore>): DisposableTokenStore {
  // Safe errors keep the methods of a store.
  const store = withSafeErrors(given) as Required<TokenStore>;
  let held: readonly TokenLock[] = [];
  return {
    key: given.key,
    load: store.load,
    save: store.save,
    async tryLock() {
      const lock = await store.tryLock();
      if (!lock) return undefined;
      const own: TokenLock = {
        save: lock.save,
        release: async () => {
          held = held.filter((one) => one !== own);
          await lock.release();
        },
      };
      held = [...held, own];
      return own;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(held.map((lock) => lock.release()));
    },
  };
}
