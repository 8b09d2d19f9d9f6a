import type { TokenStore } from "content-service-client/refreshing-auth";
import { expect } from "vitest";
import { type ManualClock, manualClock } from "../../support/manual-clock.js";

/** A store with a lock whose lease takes 10 seconds, and its lock as another program sees it. */
interface LeasedStore {
  /** Opens the store, as each process does. */
  open(clock: ManualClock): TokenStore;
  /** The rest of the lease in milliseconds. */
  leftMs(): Promise<number>;
  /** Shortens the lease of the holder, as the time without a renewal does. */
  age(ms: number): Promise<unknown>;
}

/** Registers the tests of a lock that expires unless its holder renews it. */
export function leaseContract(
  test: (title: string, run: () => Promise<void>) => unknown,
  setUp: () => Promise<LeasedStore>,
): void {
  /** A store in two processes. */
  const twoProcesses = async () => {
    const { open, ...setup } = await setUp();
    const [clock, otherClock] = [manualClock(), manualClock()];
    return { ...setup, clock, otherClock, one: open(clock), other: open(otherClock) };
  };

  test("holds its lock for a lease, and renews it while its holder lives", async () => {
    const { one, other, clock, leftMs, age } = await twoProcesses();
    const lock = await one.tryLock?.();
    expect(await leftMs()).toBeGreaterThan(5000);
    expect(await leftMs()).toBeLessThanOrEqual(10_500);
    await age(8000);
    expect(await other.tryLock?.()).toBeUndefined();
    await clock.advance(10_000 / 3);
    await expect.poll(leftMs).toBeGreaterThan(5000);
    expect(await other.tryLock?.()).toBeUndefined();
    await lock?.release();
    expect(clock.pending()).toBe(0);
  });

  test("shuts out a holder that was paused beyond its lease, and leaves its successor alone", async () => {
    const { one, other, clock, otherClock, leftMs, age } = await twoProcesses();
    const sleeper = await one.tryLock?.();
    await age(11_000);
    const successor = await other.tryLock?.();
    await successor?.save({ refreshToken: "refresh-of-successor" });
    await age(8000);
    await expect(sleeper?.save({ refreshToken: "late" })).rejects.toThrow("the lock passed to another process");
    // The renewal of the sleeper finds another holder, and is its last one. It is over before these reads.
    await clock.advance(10_000 / 3);
    for (let reads = 0; reads < 10; reads += 1) await one.load();
    expect(clock.pending()).toBe(0);
    expect(await leftMs()).toBeLessThan(5000);
    await otherClock.advance(10_000 / 3);
    await expect.poll(leftMs).toBeGreaterThan(5000);
    await sleeper?.release();
    expect(await one.tryLock?.()).toBeUndefined();
    expect(await one.load()).toEqual({ refreshToken: "refresh-of-successor" });
  });
}

/** Keeps what a function makes for each key: a store that is opened again is on the same server. */
export function once<T>(make: () => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const one = made.get(key) ?? make();
    made.set(key, one);
    return one;
  };
}
