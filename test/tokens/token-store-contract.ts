import type { DisposableTokenStore } from "content-service-client/file-token-store";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, expectTypeOf, test } from "vitest";

type Test = (title: string, run: () => Promise<void>) => void;

/** The tests of every token store. `makeStore` opens a new empty store; `it` can be a test function that skips. */
export function tokenStoreContract(name: string, makeStore: () => Promise<TokenStore>, it: Test = test): void {
  describe(`${name}, as every token store,`, () => {
    it("is empty at first", async () => {
      const store = await makeStore();
      expectTypeOf(store.load).returns.resolves.toEqualTypeOf<Tokens | undefined>();
      expect(await store.load()).toBeUndefined();
    });

    it("returns the last saved tokens, not merged", async () => {
      const store = await makeStore();
      const tokens = { accessToken: "access-1", refreshToken: "refresh-1", obtainedAtMs: 1, expiresAtMs: 2 };
      await store.save(tokens);
      expect(await store.load()).toEqual(tokens);
      await store.save({ refreshToken: "refresh-2" });
      expect(await store.load()).toEqual({ refreshToken: "refresh-2" });
    });

    it("keeps one of several concurrent saves, and all of them resolve", async () => {
      const store = await makeStore();
      const numbers = Array.from({ length: 20 }, (_, index) => `${index}`);
      const saves = numbers.map((number) => ({ accessToken: `access-${number}`, refreshToken: number }));
      await Promise.all(saves.map((tokens) => store.save(tokens)));
      expect(saves).toContainEqual(await store.load());
    });

    describe("if it has a lock,", () => {
      it("gives it to one holder at a time, and to the next after its release", async () => {
        const { tryLock } = await makeStore();
        if (!tryLock) return;
        const taken = await Promise.all([1, 2, 3].map(() => tryLock()));
        const holders = taken.filter((lock) => lock !== undefined);
        expect(holders).toHaveLength(1);
        expect(await tryLock()).toBeUndefined();
        await holders[0]?.release();
        await (await tryLock())?.release();
        expect(await tryLock()).toBeDefined();
      });

      it("releases it when the store is disposed of, and the holder can save no more", async () => {
        const store = await makeStore();
        const lock = await store.tryLock?.();
        if (!lock) return;
        expect(await store.tryLock?.()).toBeUndefined();
        // Every store with a lock has this method.
        await (store as DisposableTokenStore)[Symbol.asyncDispose]();
        await expect(lock.save({ refreshToken: "late" })).rejects.toThrow(/lock/);
        expect(await store.tryLock?.()).toBeDefined();
      });

      it("lets its holder save repeatedly", async () => {
        const store = await makeStore();
        const lock = await store.tryLock?.();
        if (!lock) return;
        for (const refreshToken of ["refresh-1", "refresh-2"]) {
          await lock.save({ refreshToken });
          expect(await store.load()).toEqual({ refreshToken });
        }
        await lock.release();
      });

      it("shuts out a holder that released it, and leaves the lock to its successor", async () => {
        const store = await makeStore();
        const first = await store.tryLock?.();
        if (!first) return;
        await first.release();
        const second = await store.tryLock?.();
        await second?.save({ refreshToken: "refresh-2" });
        await expect(first.save({ refreshToken: "refresh-1" })).rejects.toThrow("the lock passed to another process");
        await first.release();
        expect(await store.tryLock?.()).toBeUndefined();
        expect(await store.load()).toEqual({ refreshToken: "refresh-2" });
      });

      it("gives way to a login: the new tokens stay, and the holder of the lock is shut out", async () => {
        const store = await makeStore();
        const holder = await store.tryLock?.();
        if (!holder) return;
        await store.save({ refreshToken: "refresh-of-login" });
        await expect(holder.save({ refreshToken: "refresh-1" })).rejects.toThrow("the lock passed to another process");
        await holder.release();
        expect(await store.load()).toEqual({ refreshToken: "refresh-of-login" });
        expect(await store.tryLock?.()).toBeDefined();
      });
    });
  });
}
