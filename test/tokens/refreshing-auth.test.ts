import { memoryTokenStore, refreshingAuth, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { authWith, tokenService } from "../support/token-service.js";

const minuteMs = 60_000;

describe("the token that is handed out", () => {
  it("is the stored one, and one read serves all calls", async () => {
    const loads: string[] = [];
    const kept = memoryTokenStore({ accessToken: "access-1", refreshToken: "refresh-1" });
    const store = { ...kept, load: () => kept.load().finally(() => loads.push("load")) };
    const { token, service } = authWith({ store });
    expectTypeOf(token).returns.resolves.toEqualTypeOf<string>();
    expect([await token(), await token(), await token()]).toEqual(["access-1", "access-1", "access-1"]);
    expect(loads).toHaveLength(1);
    expect(service.exchanges).toEqual([]);
  });

  it.each([
    ["there is none yet", undefined],
    ["the stored one cannot be sent", "two words"],
    ["the stored one is empty", ""],
  ])("is a new one when %s", async (_, accessToken) => {
    const { token, service } = authWith({ tokens: { accessToken } });
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

describe("sharing", () => {
  it("sends a refresh token once when five concurrent calls are rejected with 401 [AU-5]", async () => {
    const service = tokenService();
    const { auth } = authWith({ service });
    const { client, events, waitsMs } = clientWith(service.fetch, { auth });
    service.expire();
    const users = await Promise.all(Array.from({ length: 5 }, () => client.getCurrentUser()));
    expect(users.map((user) => user.id)).toEqual(Array(5).fill("1004"));
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(service.rejected).toHaveLength(5);
    expect(service.served).toHaveLength(5);
    expect(waitsMs()).toEqual([]);
    const outcomes = events.flatMap((event) => (event.type === "refresh" ? [event.outcome] : []));
    expect(outcomes).toEqual(["started", "renewed"]);
  });

  it("does not refresh for a late 401 to a token that was replaced since", async () => {
    const { token, service } = authWith();
    await token("access-1");
    expect(await token("access-1")).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("continues for the others when the caller that started it aborts", async () => {
    const service = tokenService();
    const exchange = deferred();
    service.duringExchange(() => exchange.promise);
    const { auth, clock } = authWith({ service, tokens: { accessToken: undefined } });
    const { client } = clientWith(service.fetch, { auth, clock });
    const controller = new AbortController();
    const first = client.getCurrentUser({ signal: controller.signal });
    const second = client.getCurrentUser();
    await clock.advance(0);
    controller.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    exchange.resolve();
    expect(await second).toMatchObject({ id: "1004" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("keeps the store's lock from reading to saving, and writes before the token is spent", async () => {
    const order: string[] = [];
    const kept = memoryTokenStore({ refreshToken: "refresh-1" });
    const service = tokenService();
    service.duringExchange(() => order.push("exchange"));
    const store: TokenStore = {
      load: () => kept.load().finally(() => order.push("load")),
      save: () => Promise.reject(new Error("only the lock saves")),
      async tryLock() {
        order.push("lock");
        const save = (tokens: Tokens) => kept.save(tokens).finally(() => order.push("save"));
        return { save, release: async () => void order.push("unlock") };
      },
    };
    const { token } = authWith({ store, service });
    expect(await token()).toBe("access-2");
    expect(order.join(" ")).toBe("load lock load save exchange load save unlock");
  });

  it("stops waiting for the lock once its holder's tokens are in the store", async () => {
    const kept = memoryTokenStore({ refreshToken: "refresh-1" });
    const { token, clock, service, outcomes } = authWith({ store: { ...kept, tryLock: async () => undefined } });
    const waiting = token();
    await clock.advance(60);
    await kept.save({ accessToken: "access-of-holder", refreshToken: "refresh-2" });
    expect(await clock.run(waiting)).toBe("access-of-holder");
    expect(service.exchanges).toEqual([]);
    expect(outcomes).toEqual(["adopted"]);
  });

  it("does not wait for the lock with a valid token, and tries again after five seconds", async () => {
    let held = true;
    let tries = 0;
    const kept = memoryTokenStore({ accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 });
    const tryLock = async () => {
      tries += 1;
      return held ? undefined : { save: kept.save, release: async () => {} };
    };
    const { token, clock } = authWith({ store: { ...kept, tryLock } });
    await kept.save({ accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: clock.now() + minuteMs });
    expect([await token(), await token()]).toEqual(["access-1", "access-1"]);
    expect(tries).toBe(1);
    held = false;
    await clock.advance(4999);
    expect(await token()).toBe("access-1");
    await clock.advance(1);
    expect(await token()).toBe("access-2");
    expect(tries).toBe(2);
  });
});

describe("a call that joins the refresh of another call", () => {
  it("starts its own refresh if the joined one returns the rejected token", async () => {
    const { token, service } = authWith();
    expect(await Promise.all([token(), token("access-1")])).toEqual(["access-1", "access-2"]);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("uses the new token even if it has expired by then: one refresh is enough for all", async () => {
    const service = tokenService(0);
    const { token } = authWith({ service });
    expect(await Promise.all([token("access-1"), token("access-1")])).toEqual(["access-2", "access-2"]);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

const store = memoryTokenStore({ refreshToken: "refresh-1" });
const options = { authUrl: "https://auth.content.example", clientId: "app", clientSecret: "s3cret", store };

it.each([
  [{ refreshEarly: 5 }, "unknown option refreshEarly: the options are authUrl, clientId"],
  [{ clientId: "" }, "clientId must be a non-empty string"],
  [{ clientSecret: 7 }, "clientSecret must be a string"],
  [{ store: undefined }, "store must have load() and save()"],
  [{ store: { load: store.load } }, "store must have load() and save()"],
  [{ waitUntil: 1 }, "waitUntil must be a function"],
  [{ random: 1 }, "random must be a function"],
  [{ clock: { now: Date.now } }, "clock must have now() and timer()"],
  [{ authUrl: "http://auth.content.example" }, "authUrl must be an https: URL"],
])("the options are checked, and %j says what is right", (own, message) => {
  // Plain JavaScript can pass anything.
  const make = () => refreshingAuth({ ...options, ...own } as typeof options);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
  expect(make).not.toThrow("s3cret");
});

it("the defaults of the options are the platform's fetch and clock, and plain http needs allowInsecure", async () => {
  const expiresAtMs = Date.now() + 60 * minuteMs;
  const own = { ...options, store: memoryTokenStore({ accessToken: "access-1", refreshToken: "r", expiresAtMs }) };
  for (const other of [{}, { authUrl: "http://auth.content.example", allowInsecure: true }])
    expect(await refreshingAuth({ ...own, ...other })({})).toBe("access-1");
});
