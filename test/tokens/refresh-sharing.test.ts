import { AsyncLocalStorage } from "node:async_hooks";
import { memoryTokenStore, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { type ManualClock, manualClock } from "../../support/manual-clock.js";
import { clientWith, errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { json, scriptedFetch, user } from "../support/scripted-fetch.js";
import { authWith, type TokenResponder, tokenService } from "../support/token-service.js";

const slowly: TokenResponder = async (rotate) => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  return rotate();
};

/** Clients of one process that share a store object. */
function clients(count: number, options: object[] = []) {
  const service = tokenService();
  const clock = manualClock();
  const store = memoryTokenStore(service.tokens);
  const auths = Array.from({ length: count }, (_, index) => authWith({ service, store, clock, ...options[index] }));
  return { service, store, clock, auths };
}

/** A clock of a runtime that drops requests with their timers, as workers do. */
function droppingClock() {
  const requests = new AsyncLocalStorage<string>();
  const dropped = new Set<string | undefined>();
  const manual = manualClock();
  const clock: ManualClock = {
    ...manual,
    timer: (delayMs, callback) => {
      const request = requests.getStore();
      return manual.timer(delayMs, () => dropped.has(request) || callback());
    },
  };
  return { clock, during: requests.run.bind(requests), drop: (request: string) => dropped.add(request) };
}

describe("a refresh whose request the runtime drops before the token server responds", () => {
  /** Starts a refresh in a request that is then dropped. */
  async function dropped(isShared: boolean) {
    const { clock, during, drop } = droppingClock();
    const service = tokenService();
    const store = { key: crypto.randomUUID(), ...memoryTokenStore(service.tokens) };
    const first = authWith({ service, store, clock });
    const next = isShared ? first : authWith({ service, store, clock });
    service.tokenResponses.push(() => new Promise(() => {}));
    void during("first", () => first.token("access-1"));
    await clock.advance(0);
    expect(service.exchanges).toEqual(["refresh-1"]);
    drop("first");
    return { clock, service, next };
  }

  it.each([
    ["of the same client", true],
    ["of another client of the login", false],
  ])("is taken over by one of the waiting calls, after the timeout of its step: %s", async (_, isShared) => {
    const { clock, service, next } = await dropped(isShared);
    const calls = [1, 2, 3].map(() => next.token("access-1"));
    await clock.advance(30_999);
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(await clock.run(Promise.all(calls))).toEqual(Array(3).fill("access-2"));
    expect(clock.elapsedMs()).toBe(31_000);
    expect(service.exchanges).toEqual(["refresh-1", "refresh-1"]);
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
  });

  it("is not taken over while its step can still end", async () => {
    const { service, clock, store, auths } = clients(2);
    service.tokenResponses.push((rotate) => new Promise((resolve) => clock.timer(29_000, () => resolve(rotate()))));
    const calls = auths.flatMap(({ token }) => [token("access-1"), token("access-1")]);
    expect(await clock.run(Promise.all(calls))).toEqual(Array(4).fill("access-2"));
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(auths.map(({ outcomes }) => outcomes)).toEqual([["started", "renewed"], ["adopted"]]);
    expect(await store.load()).toMatchObject({ refreshToken: "refresh-2" });
  });

  it("survives it with waitUntil, which gets a promise that never rejects", async () => {
    const promises: Promise<unknown>[] = [];
    const auth = authWith({ waitUntil: (promise) => promises.push(promise) });
    const { service } = auth;
    service.tokenResponses.push((rotate) => rotate());
    service.tokenResponses.push(() => json({ error: "invalid_grant" }, 400));
    expect(await auth.token("access-1")).toBe("access-2");
    expect(await errorOf(auth.token("access-2"))).toMatchObject({ code: "invalid_grant" });
    expect(await Promise.all(promises)).toHaveLength(2);
  });

  it("sends and changes nothing if waitUntil throws, and says how to pass it, without a retry", async () => {
    /** Of a runtime that needs its context. */
    const context = {
      promises: [] as unknown[],
      waitUntil(this: unknown, promise: Promise<unknown>) {
        if (this !== context) throw new TypeError("Illegal invocation");
        context.promises.push(promise);
      },
    };
    const { waitUntil } = context;
    const store = memoryTokenStore({ refreshToken: "refresh-1" });
    const { auth, service } = authWith({ waitUntil, store });
    const before = await store.load();
    const fetch = scriptedFetch(user);
    const { client } = clientWith(fetch, { auth });
    const error = await errorOf(client.getCurrentUser());
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({
      message: "waitUntil threw: pass (work) => ctx.waitUntil(work)",
      cause: new TypeError("Illegal invocation"),
    });
    expect(Object.keys(Object(error))).toEqual([]);
    expect([service.exchanges, fetch.sent]).toEqual([[], []]);
    expect(await store.load()).toEqual(before);
    const bound = authWith({ waitUntil: (work) => context.waitUntil(work), service, store });
    expect(await bound.token("access-1")).toBe("access-2");
    expect(context.promises).toHaveLength(1);
  });
});

describe("clients of one process with one store without a lock", () => {
  it("take turns even if they have other credentials or another token server", async () => {
    const options = [{}, { clientId: "other" }, { clientSecret: "other" }, { authUrl: "https://two.content.example" }];
    const { service, auths } = clients(4, options);
    service.tokenResponses.push(slowly);
    expect(await Promise.all(auths.map(({ token }) => token("access-1")))).toEqual(Array(4).fill("access-2"));
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("do not wait longer than maxWaitMs for a client whose refresh hangs, and continue after it", async () => {
    const { service, clock, auths } = clients(2, [{ timeoutMs: 90_000 }, { maxWaitMs: 20_000 }]);
    const [first, second] = auths;
    service.tokenResponses.push(() => new Promise(() => {}));
    const hanging = errorOf(first?.token("access-1") ?? expect.fail());
    expect(await errorOf(clock.run(second?.token("access-1") ?? expect.fail()))).toMatchObject({
      code: "token_store_failed",
      message: "the token store could not be locked within 20000 ms: another refresh holds it",
    });
    expect(clock.elapsedMs()).toBe(20_000);
    await clock.advance(70_000);
    expect(await hanging).toMatchObject({ code: "token_server_unavailable" });
    await clock.advance(1000);
    expect(await second?.token("access-1")).toBe("access-2");
    expect(clock.pending()).toBe(0);
  });
});

it("clients that have no lock in common keep the new tokens, even if the one that is too late writes the old ones back", async () => {
  const service = tokenService();
  let row: Tokens = service.tokens;
  const late: (() => void)[] = [];
  /** A store object of its own for each client; the writes of the second arrive late. */
  const store = (isLate: boolean): TokenStore => ({
    load: async () => row,
    save: async (tokens) => {
      const write = () => {
        row = tokens;
      };
      if (isLate) late.push(write);
      else write();
    },
  });
  const clock = manualClock();
  const [first, second] = [false, true].map((isLate) => authWith({ service, clock, store: store(isLate) }));
  service.tokenResponses.push((rotate) => rotate(), slowly);
  const tokens = await Promise.all([first?.token("access-1"), second?.token("access-1")]);
  expect(tokens).toEqual(["access-2", "access-2"]);
  expect(service.exchanges).toEqual(["refresh-1", "refresh-1"]);
  for (const write of late) write();
  expect(row.refreshToken).toBe("refresh-1");
  expect(await first?.token("access-2")).toBe("access-3");
  expect(row.refreshToken).toBe("refresh-3");
  expect(await second?.token("access-2")).toBe("access-3");
});

describe("the tokens of a login that is saved during a refresh", () => {
  const login = { accessToken: "access-of-login", refreshToken: "refresh-of-login" };
  const failing = (error: string) => () => json({ error }, 400);
  const rotates: TokenResponder = (rotate) => rotate();

  /** The n-th load of a store without a lock returns the old tokens, and the login is saved right after. */
  function overtaken(atLoad: number, response: TokenResponder) {
    const service = tokenService();
    const kept = memoryTokenStore(service.tokens);
    let loads = 0;
    const load = async () => {
      const tokens = await kept.load();
      loads += 1;
      if (loads === atLoad) await kept.save(login);
      return tokens;
    };
    service.tokenResponses.push(response, failing("invalid_grant"));
    return { ...authWith({ service, store: { ...kept, load } }), kept, loads: () => loads };
  }

  it.each<[string, TokenResponder]>([
    ["new tokens arrive", rotates],
    ["the token is rejected", failing("invalid_grant")],
    ["the client is rejected", failing("invalid_client")],
  ])("are not overwritten, whenever they are saved before the last look at the store: %s", async (_, response) => {
    // The third and the fifth look are the last before a write: later, only a lock protects a login.
    for (const atLoad of [1, 2, 4]) {
      const { token, clock, kept, loads } = overtaken(atLoad, response);
      await clock.run(token("access-1").catch(() => {}));
      expect(await kept.load(), `login after load ${atLoad}`).toEqual(login);
      expect(loads()).toBeGreaterThan(atLoad);
    }
  });

  it.each<[string, Tokens | undefined]>([
    ["are new", login],
    ["have only a new access token", { accessToken: "access-of-login", refreshToken: "refresh-1" }],
    ["are deleted", undefined],
  ])("stay when the token server rejects the old ones, if they %s", async (_, saved) => {
    for (const code of ["invalid_client", "a_code_of_tomorrow"]) {
      const service = tokenService();
      let stored: Tokens | undefined = service.tokens;
      const store: TokenStore = {
        load: async () => stored,
        save: async (tokens) => {
          stored = tokens;
        },
      };
      service.tokenResponses.push(() => {
        stored = saved;
        return json({ error: code }, 400);
      });
      expect(await errorOf(authWith({ service, store }).token("access-1"))).toMatchObject({ code });
      expect(stored).toEqual(saved);
    }
  });
});

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
