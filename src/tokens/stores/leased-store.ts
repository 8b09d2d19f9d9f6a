import { checkText, checkWhole, type Defaults, known } from "../../checks.js";
import { type Clock, systemClock } from "../../core/clock.js";
import { remember, safely, type TokenLock, type TokenStore, type Tokens } from "../token-store.js";

/**
 * A token store with a lock that only its owner can renew and release, so that one process refreshes at a time. The lock of
 * a dead holder expires after `leaseMs`, and a holder that was paused for longer cannot overwrite the tokens of the next
 * one. Disposing the store releases the lock, so that no other process waits for it and no timer keeps this one alive.
 */
export type DisposableTokenStore = Required<TokenStore> & AsyncDispose;

/** Without a member where the types of the platform do not know `Symbol.asyncDispose`. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : unknown;

/** Where a store keeps its tokens and its lock, which expires unless its holder renews it. */
interface LeasedStorage {
  readonly key: string;
  load(): Promise<Tokens | undefined>;
  save(tokens: Tokens): Promise<void>;
  tryLock(): Promise<Lease | undefined>;
}

/** A lock that this process has taken. `renew` and `save` return false when another holder has it now. */
export interface Lease {
  renew(): Promise<boolean>;
  save(tokens: Tokens): Promise<boolean>;
  release(): Promise<unknown>;
}

/** Settings of every store with a lock. */
export interface LeaseOptions {
  /** How long the lock of a dead process stays valid, in milliseconds. A live one renews it three times. @default 10000 */
  leaseMs?: number | undefined;
  /** The clock that times the renewals, for tests. The lease is by that of the storage. @default the system's clock */
  clock?: Clock | undefined;
}

/** Creates a token store. It renews a lock until it is released or lost, and its errors contain no tokens. */
export function leasedStore(
  options: LeaseOptions,
  own: Defaults,
  open: (leaseMs: number) => LeasedStorage,
): DisposableTokenStore {
  const { leaseMs = 10_000, clock = systemClock } = known(options, { ...own, leaseMs: 0, clock: systemClock });
  checkWhole("leaseMs", leaseMs);
  const storage = open(leaseMs);
  const secrets: string[] = [];
  const held = new Set<TokenLock>();

  const hold = (lease: Lease): TokenLock => {
    let cancel = () => {};
    const lock: TokenLock = {
      save: (tokens) =>
        safely(secrets, async () => {
          if (!(await lease.save(remember(secrets, tokens))))
            throw new Error("the lock passed to another process: this one was paused too long, or a login came");
        }),
      async release() {
        held.delete(lock);
        cancel();
        // If this fails, the lock expires by itself.
        await lease.release().catch(() => {});
      },
    };
    const keepAlive = () => {
      // Continue after a failure: the storage may be back before the lease expires.
      const renew = () => lease.renew().then((isMine) => isMine && keepAlive(), keepAlive);
      if (held.has(lock)) cancel = clock.timer(leaseMs / 3, renew);
    };
    held.add(lock);
    keepAlive();
    return lock;
  };

  return {
    key: storage.key,
    load: () => safely(secrets, async () => remember(secrets, await storage.load())),
    async save(tokens) {
      checkText("refreshToken", tokens?.refreshToken);
      await safely(secrets, () => storage.save(remember(secrets, tokens)));
    },
    async tryLock() {
      const lease = await safely(secrets, () => storage.tryLock());
      return lease && hold(lease);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...held].map((lock) => lock.release()));
    },
  };
}
