import type { TokenStore, Tokens } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";

/** What every token store holds to, whatever keeps its tokens. Each `makeStore` opens an empty one of its own. */
export function tokenStoreContract(name: string, makeStore: () => Promise<TokenStore>): void {
  describe(`${name}, as every token store,`, () => {
    it("is empty at first", async () => {
      const store = await makeStore();
      expectTypeOf(store.load).returns.resolves.toEqualTypeOf<Tokens | undefined>();
      expect(await store.load()).toBeUndefined();
    });

    it("gives back what the last save stored, whole and not merged", async () => {
      const store = await makeStore();
      const tokens = { accessToken: "access-1", refreshToken: "refresh-1", obtainedAtMs: 1, expiresAtMs: 2 };
      await store.save(tokens);
      expect(await store.load()).toEqual(tokens);
      await store.save({ refreshToken: "refresh-2" });
      expect(await store.load()).toEqual({ refreshToken: "refresh-2" });
    });

    it("holds one of the saves where several come at once, and each of them resolves", async () => {
      const store = await makeStore();
      const saves = Array.from({ length: 20 }, (_, index) => ({
        accessToken: `access-${index}`,
        refreshToken: `${index}`,
      }));
      await Promise.all(saves.map((tokens) => store.save(tokens)));
      expect(saves).toContainEqual(await store.load());
    });

    it("runs one exclusive task at a time, if it can, and gives back what each returns or throws", async () => {
      const store = await makeStore();
      if (!store.exclusively) return;
      const exclusively = store.exclusively.bind(store);
      let inside = 0;
      const task = async (number: number) => {
        inside += 1;
        expect(inside).toBe(1);
        await store.save({ refreshToken: `refresh-${number}` });
        expect(await store.load()).toEqual({ refreshToken: `refresh-${number}` });
        inside -= 1;
        if (number === 1) throw new Error("task 1 failed");
        return number;
      };
      const results = await Promise.allSettled([0, 1, 2].map((number) => exclusively(() => task(number))));
      expect(results).toEqual([
        { status: "fulfilled", value: 0 },
        { status: "rejected", reason: new Error("task 1 failed") },
        { status: "fulfilled", value: 2 },
      ]);
    });
  });
}
