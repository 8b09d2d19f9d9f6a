import { memoryTokenStore, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { authWith, tokenService } from "../support/token-service.js";

/** A table with a row for each login. `open` makes a store object with `load` and `save` alone, as in each request. */
function table() {
  const rows = new Map<string, Tokens>();
  const broken = { save: false };
  const open = (key: string): TokenStore => ({
    key,
    async load() {
      await new Promise(setImmediate);
      return rows.get(key);
    },
    async save(tokens) {
      await new Promise(setImmediate);
      if (broken.save) throw new Error("no connection");
      rows.set(key, tokens);
    },
  });
  return { rows, broken, open };
}

/** A login in a table, and a function that requests a token with objects of its own. */
function login(made = table(), key = "user:1") {
  const service = tokenService();
  const clock = manualClock();
  made.rows.set(key, service.tokens);
  const token = (rejected?: string, store = made.open(key)) => authWith({ service, clock, store }).token(rejected);
  return { ...made, service, clock, key, token };
}

describe("store objects with one key, made again for each request,", () => {
  it("spend each refresh token once, with `load` and `save` alone [AU-7]", async () => {
    const users = table();
    const logins = Array.from({ length: 5 }, (_, index) => login(users, `user:once-${index}`));
    for (let round = 1; round <= 4; round += 1) {
      for (const { service } of logins) service.duringExchange(() => new Promise(setImmediate));
      const requests = logins.flatMap(({ token }) => Array.from({ length: 20 }, () => token(`access-${round}`)));
      expect(await Promise.all(requests)).toEqual(Array(100).fill(`access-${round + 1}`));
    }
    for (const { service, rows, key } of logins) {
      expect(service.exchanges).toEqual(["refresh-1", "refresh-2", "refresh-3", "refresh-4"]);
      expect(rows.get(key)).toMatchObject({ refreshToken: "refresh-5" });
    }
  });

  it("do not wait for the refresh of another login", async () => {
    const users = table();
    const [slow, fast] = [login(users, "user:slow"), login(users, "user:fast")];
    const response = deferred<void>();
    slow.service.duringExchange(() => response.promise);
    const waiting = slow.token("access-1");
    expect(await fast.token("access-1")).toBe("access-2");
    response.resolve();
    expect(await waiting).toBe("access-2");
  });

  it("save the new tokens that an earlier one could not save", async () => {
    const { token, service, clock, rows, broken, key } = login();
    service.duringExchange(() => Object.assign(broken, { save: true }));
    expect(await errorOf(clock.run(token("access-1")))).toMatchObject({ code: "token_store_failed" });
    broken.save = false;
    expect(await token()).toBe("access-2");
    expect(rows.get(key)).toMatchObject({ refreshToken: "refresh-2" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("never move tokens to the empty store of another login that has the same key by mistake", async () => {
    const { token, service, clock, broken } = login(undefined, "1");
    service.duringExchange(() => Object.assign(broken, { save: true }));
    await errorOf(clock.run(token("access-1")));
    const other: TokenStore = { ...memoryTokenStore(), key: "1" };
    expect(await errorOf(token(undefined, other))).toMatchObject({ code: "no_token" });
    expect(await other.load()).toBeUndefined();
    broken.save = false;
    expect(await token()).toBe("access-2");
  });
});

it.each([7, "", null])("refreshingAuth rejects %j as the key of a store", (key) => {
  // As a caller without types would.
  const store = { ...memoryTokenStore(), key } as unknown as TokenStore;
  expect(() => authWith({ store })).toThrow(new TypeError("store.key must be a non-empty string"));
});
