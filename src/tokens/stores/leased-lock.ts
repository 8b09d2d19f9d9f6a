import type { Clock } from "../../core/clock.js";
import type { TokenLock, Tokens } from "../token-store.js";

/** The steps of a lock that its owner has for a time. They return whether the owner still has it. */
interface LeaseSteps {
  renew(): Promise<boolean>;
  save(tokens: Tokens): Promise<boolean>;
  release(): Promise<unknown>;
}

/** Creates a lock whose lease is renewed three times in `leaseMs`, until it is released or lost. */
export function leasedLock({ renew, save, release }: LeaseSteps, leaseMs: number, clock: Clock): TokenLock {
  let released = false;
  let cancel = () => {};
  const keepAlive = () => {
    // Continue after a failure: the storage may be back before the lease expires.
    const next = () => renew().then((isMine) => isMine && keepAlive(), keepAlive);
    if (!released) cancel = clock.timer(leaseMs / 3, next);
  };
  keepAlive();
  return {
    async save(tokens) {
      if (!(await save(tokens)))
        throw new Error("the lock passed to another process: this one was paused too long, or a login came");
    },
    async release() {
      released = true;
      cancel();
      // If this fails, the lock expires by itself.
      await release().catch(() => {});
    },
  };
}

/** Checks the settings that all stores with a lease have. */
export function checkLease(key: unknown, leaseMs: unknown): void {
  if (typeof key !== "string" || key === "") throw new TypeError("key must be a non-empty string");
  if (!(Number.isInteger(leaseMs) && Number(leaseMs) > 0))
    throw new TypeError("leaseMs must be a whole number above 0");
}
