import type { RefreshingAuthOptions, TokenLock, Tokens } from "content-service-client/refreshing-auth";
import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { authWith, tokenService } from "../support/token-service.js";

const storeError = (problem: string, cause: string) => ({
  code: "token_store_failed",
  message: `the token store could not be ${problem} (${cause})`,
  cause: new Error(cause),
});
const keptInMemory = "written: the new tokens are kept in memory, and saved with the next call";

describe("a store that fails", () => {
  it("is detected before the refresh token is sent, if it cannot be written", async () => {
    const { kept, broken } = breakable();
    const { token, clock, service, outcomes } = authWith({ store: kept });
    broken.save = true;
    const notSent = storeError("written: the refresh token was not sent", "save failed");
    expect(await errorOf(clock.run(token("access-1")))).toMatchObject(notSent);
    expect(broken.tries).toBe(3);
    expect(service.exchanges).toEqual([]);
    broken.save = false;
    expect(await token("access-1")).toBe("access-2");
    expect(outcomes).toEqual(["failed", "started", "renewed"]);
  });

  it("keeps the new tokens in memory when it cannot save, tries three times, and again with the next call", async () => {
    const { token, clock, service, outcomes, broken, saved } = unsaved();
    expect(await errorOf(clock.run(token("access-1")))).toMatchObject(storeError(keptInMemory, "save failed"));
    expect(broken.tries).toBe(3);
    await errorOf(clock.run(token("access-1")));
    expect(broken.tries).toBe(6);
    expect(saved).toEqual([]);
    broken.save = false;
    expect(await token()).toBe("access-2");
    expect(saved).toEqual([expect.objectContaining({ accessToken: "access-2", refreshToken: "refresh-2" })]);
    broken.load = true;
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(outcomes).toEqual(["started", "failed", "failed", "renewed"]);
  });

  it("that recovers at once only delays the call", async () => {
    const { token, clock, service, outcomes, broken } = unsaved();
    broken.times = 2;
    expect(await clock.run(token("access-1"))).toBe("access-2");
    expect(clock.elapsedMs()).toBe(50 + 100);
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(outcomes).toEqual(["started", "renewed"]);
  });

  it("drops unsaved tokens when another login was saved since", async () => {
    const { kept, token, clock, service, outcomes, broken } = unsaved();
    await errorOf(clock.run(token("access-1")));
    broken.save = false;
    await kept.save(service.login());
    expect(await token()).toBe("access-3");
    expect(await kept.load()).toMatchObject({ refreshToken: "refresh-3" });
    broken.load = true;
    expect(await token()).toBe("access-3");
    expect(outcomes).toEqual(["started", "failed", "adopted"]);
  });

  it("rejects calls with an AuthError while it cannot be read or locked", async () => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    broken.load = true;
    expect(await errorOf(token())).toMatchObject(storeError("read", "load failed"));
    const locked = { ...breakable().kept, tryLock: () => Promise.reject(new Error("no lock")) };
    expect(await errorOf(authWith({ store: locked }).token("access-1"))).toMatchObject(storeError("locked", "no lock"));
    expect(service.exchanges).toEqual([]);
  });

  it.each(["load", "tryLock", "lock.save", "release"])("that never settles times out in a minute: %s", async (part) => {
    const { kept } = breakable();
    const never = () => new Promise<never>(() => {});
    const hanging = (name: string) => part === name && { [name.replace("lock.", "")]: never };
    const lock = { save: kept.save, release: async () => {}, ...hanging("lock.save"), ...hanging("release") };
    const store = { ...kept, tryLock: async () => lock, ...hanging("load"), ...hanging("tryLock") };
    const { token, clock } = authWith({ store });
    const late = { code: "token_store_failed", cause: new Error("timed out after 60000 ms") };
    const [outcome] = await clock.run(Promise.allSettled([token("access-1")]));
    expect(outcome).toMatchObject(part === "release" ? { value: "access-2" } : { reason: late });
    expect(clock.elapsedMs()).toBe(60_000);
    expect(clock.pending()).toBe(0);
  });

  it("releases a lock that arrives after the timeout", async () => {
    const { kept } = breakable();
    const late = deferred<TokenLock>();
    const released: string[] = [];
    const { token, clock } = authWith({ store: { ...kept, tryLock: () => late.promise } });
    await errorOf(clock.run(token("access-1")));
    late.resolve({ save: kept.save, release: async () => void released.push("late lock") });
    await clock.advance(0);
    expect(released).toEqual(["late lock"]);
  });
});

function breakable() {
  const memory = memoryTokenStore({ accessToken: "access-1", refreshToken: "refresh-1" });
  const broken = { load: false, save: false, empty: false, tries: 0, times: Number.POSITIVE_INFINITY };
  const saved: Tokens[] = [];
  const kept = {
    async load() {
      if (broken.load) throw new Error("load failed");
      return broken.empty ? undefined : memory.load();
    },
    async save(tokens: Tokens) {
      if (broken.save && ++broken.tries <= broken.times) throw new Error("save failed");
      if (tokens.sentAtMs === undefined) saved.push(tokens);
      await memory.save(tokens);
    },
  };
  return { kept, broken, saved };
}

/** An auth whose store breaks while the refresh token is being spent. */
function unsaved() {
  const { kept, broken, saved } = breakable();
  const made = authWith({ store: kept });
  made.service.duringExchange(() => Object.assign(broken, { save: true }));
  return { ...made, kept, broken, saved };
}

const empty = "the token store is empty: log in and save tokens first";

describe("a token store without tokens", () => {
  it.each([
    ["nothing in it", undefined, empty],
    ["an empty refresh token", { refreshToken: "" }, empty.replace("is empty", "holds no refreshToken")],
  ])("rejects at once with the next step: %s", async (_, tokens, message) => {
    // Also when its lock is never free.
    for (const held of [{}, { tryLock: async () => undefined }]) {
      const { token, clock, service, outcomes } = authWith({ store: { ...memoryTokenStore(tokens), ...held } });
      expect(await errorOf(token())).toMatchObject({ name: "AuthError", code: "no_token", message });
      expect([service.exchanges, outcomes, clock.elapsedMs()]).toEqual([[], ["failed"], 0]);
    }
  });
});

it.each([
  ["empty", { empty: true }, { code: "no_token", message: empty }],
  ["unreadable", { load: true }, { code: "token_store_failed" }],
])(
  "a store that is %s by the rejection of its refresh token is reported, and the rejection kept",
  async (_, state, error) => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    service.revoke();
    service.duringExchange(() => Object.assign(broken, state));
    expect(await errorOf(token("access-1"))).toMatchObject(error);
    Object.assign(broken, { empty: false, load: false });
    expect(await errorOf(token("access-1"))).toMatchObject({ code: "invalid_grant" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  },
);

describe("the record that a refresh token was sent", () => {
  it("is removed when the token is rejected, so that no other process reports a lost response", async () => {
    const { service, store, processes } = sharing(3);
    const login = await store.load();
    service.revoke();
    for (const { token } of processes) {
      const message = expect.stringContaining("it is spent, expired or revoked");
      expect(await errorOf(token("access-1"))).toMatchObject({ code: "invalid_grant", message });
      expect(await store.load()).toEqual(login);
    }
  });

  describe("with revokesOnReuse", () => {
    const unanswered = "the refresh token was sent before, at 2026-01-01T00:00:00.000Z, and the response was lost";

    it("keeps the token from being sent again: calls wait for maxWaitMs, later ones fail at once, until a login", async () => {
      const { service, processes, store } = sharing(2, { revokesOnReuse: true, maxWaitMs: 20_000 });
      service.tokenResponses.push(() => new Promise(() => {}));
      const [killed, other] = processes;
      void killed?.token("access-1");
      await killed?.clock.advance(0);
      for (const elapsedMs of [20_000, 20_000]) {
        const error = await errorOf(other?.clock.run(other.token("access-1")) ?? expect.fail());
        expect(error).toMatchObject({ code: "invalid_grant", message: expect.stringContaining(unanswered) });
        expect(other?.clock.elapsedMs()).toBeGreaterThanOrEqual(elapsedMs);
        expect(other?.clock.elapsedMs()).toBeLessThan(elapsedMs + 1000);
      }
      await store.save(service.login());
      expect(await other?.token("access-1")).toBe("access-2");
      expect(service.exchanges).toEqual(["refresh-1"]);
    });

    it("is removed after a request without a response, so that any process may try again", async () => {
      const { service, processes, store } = sharing(2, { revokesOnReuse: true });
      service.tokenResponses.push(() => new Response("", { status: 503 }));
      const [first, other] = processes;
      await errorOf(first?.token("access-1") ?? expect.fail());
      expect(await store.load()).toEqual(service.tokens);
      expect(await other?.token("access-1")).toBe("access-2");
    });

    it("does not stop the process that wrote it, when it could not be removed", async () => {
      const { kept, broken } = breakable();
      const { token, clock, service } = authWith({ store: kept, revokesOnReuse: true });
      service.tokenResponses.push(() => {
        broken.save = true;
        return new Response("", { status: 503 });
      });
      expect(await errorOf(token("access-1"))).toMatchObject({ code: "token_server_unavailable" });
      broken.save = false;
      await clock.advance(1000);
      expect(await token("access-1")).toBe("access-2");
    });

    it("keeps a process from sending the token that found it only under the lock", async () => {
      const { service, store } = sharing(0);
      const note = { ...service.tokens, sentAtMs: Date.UTC(2026, 0, 1) };
      const tryLock = async () => {
        await store.save(note);
        return { save: store.save, release: async () => {} };
      };
      const late = authWith({ service, store: { ...store, tryLock }, revokesOnReuse: true });
      expect(await errorOf(late.clock.run(late.token("access-1")))).toMatchObject({ code: "invalid_grant" });
      expect(service.exchanges).toEqual([]);
    });
  });
});

/** Processes that share a token store, each with an object of its own. */
function sharing(count: number, options: Partial<RefreshingAuthOptions> = {}) {
  const service = tokenService();
  const store = memoryTokenStore(service.tokens);
  const processes = Array.from({ length: count }, () => authWith({ service, store: { ...store }, ...options }));
  return { service, store, processes };
}
