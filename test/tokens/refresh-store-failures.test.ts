import { memoryTokenStore, type TokenLock, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";

describe("a store that fails", () => {
  it("is found before the refresh token is sent, when it cannot be written", async () => {
    const { kept, broken } = breakable();
    const { token, clock, service, outcomes } = authWith({ store: kept });
    broken.save = true;
    const error = await caught(clock.run(token("access-1")));
    expect(error).toMatchObject({
      code: "token_store_failed",
      message: "the token store could not be written: the refresh token was not sent",
      cause: new Error("save failed"),
    });
    expect(broken.tries).toBe(3);
    expect(service.exchanges).toEqual([]);
    broken.save = false;
    expect(await token("access-1")).toBe("access-2");
    expect(outcomes).toEqual(["failed", "started", "renewed"]);
  });

  it("keeps the new tokens in memory when it cannot save, tries three times, and again with the next call", async () => {
    const { token, clock, service, outcomes, broken, saved } = unsaved();
    const error = await caught(clock.run(token("access-1")));
    const message =
      "the token store could not be written: the new tokens are kept in memory, and saved with the next call";
    expect(error).toMatchObject({ code: "token_store_failed", message, cause: new Error("save failed") });
    expect(broken.tries).toBe(3);
    await caught(clock.run(token("access-1")));
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

  it("that comes back at once costs the call nothing but a moment", async () => {
    const { token, clock, service, outcomes, broken } = unsaved();
    broken.times = 2;
    const startMs = clock.now();
    expect(await clock.run(token("access-1"))).toBe("access-2");
    expect(clock.now() - startMs).toBe(50 + 100);
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(outcomes).toEqual(["started", "renewed"]);
  });

  it("loses nothing either when it has become empty meanwhile", async () => {
    const { token, clock, broken, saved } = unsaved();
    await caught(clock.run(token("access-1")));
    Object.assign(broken, { save: false, empty: true });
    expect(await token()).toBe("access-2");
    expect(saved).toHaveLength(1);
  });

  it("drops what it could not save when another login was saved since", async () => {
    const { kept, token, clock, service, outcomes, broken } = unsaved();
    await caught(clock.run(token("access-1")));
    broken.save = false;
    await kept.save(service.login());
    expect(await token()).toBe("access-3");
    expect(await kept.load()).toMatchObject({ refreshToken: "refresh-3" });
    broken.load = true;
    expect(await token()).toBe("access-3");
    expect(outcomes).toEqual(["started", "failed", "adopted"]);
  });

  it("ends calls with an AuthError while it cannot be read, or locked", async () => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    broken.load = true;
    const message = (problem: string) => ({
      code: "token_store_failed",
      message: `the token store could not be ${problem}`,
    });
    expect(await caught(token())).toMatchObject(message("read"));
    const locked = { ...breakable().kept, tryLock: () => Promise.reject(new Error("no lock")) };
    expect(await caught(authWith({ store: locked }).token("access-1"))).toMatchObject(message("locked"));
    expect(service.exchanges).toEqual([]);
  });

  it.each(["load", "tryLock", "lock.save", "release"])(
    "that never answers is left after a minute: %s",
    async (part) => {
      const { kept } = breakable();
      const never = () => new Promise<never>(() => {});
      const lock = {
        save: part === "lock.save" ? never : kept.save,
        release: part === "release" ? never : async () => {},
      };
      const store = {
        ...kept,
        ...(part === "load" && { load: never }),
        tryLock: part === "tryLock" ? never : async () => lock,
      };
      const { token, clock } = authWith({ store });
      const startMs = clock.now();
      const outcome = await clock.run(token("access-1").catch((error: unknown) => error));
      if (part === "release") expect(outcome).toBe("access-2");
      else expect(outcome).toMatchObject({ code: "token_store_failed", cause: new Error("no answer within 60000 ms") });
      expect(clock.now() - startMs).toBe(60_000);
      expect(clock.pending()).toBe(0);
    },
  );

  it("lets a lock go that comes after its minute", async () => {
    const { kept } = breakable();
    let give = (_lock: TokenLock) => {};
    let released = false;
    const store: TokenStore = {
      ...kept,
      tryLock: () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    };
    const { token, clock } = authWith({ store });
    await caught(clock.run(token("access-1")));
    give({
      save: kept.save,
      async release() {
        released = true;
      },
    });
    await clock.advance(0);
    expect(released).toBe(true);
  });

  it("does not make a refused refresh token forgotten", async () => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    service.revoke();
    service.tokenReplies.push((rotate) => {
      broken.load = true;
      return rotate();
    });
    expect(await caught(token("access-1"))).toMatchObject({ code: "token_store_failed" });
    broken.load = false;
    expect(await caught(token("access-1"))).toMatchObject({ code: "invalid_grant" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it.each([
    ["is empty", undefined],
    // As a store without types might answer.
    ["holds no refresh token", { refreshToken: undefined as unknown as string }],
    ["holds an empty one", { accessToken: "access-0", refreshToken: "", expiresAtMs: 0 }],
  ])("ends calls with an AuthError when it %s", async (_, tokens) => {
    const { token, service, outcomes } = authWith({ store: memoryTokenStore(tokens) });
    expect(await caught(token())).toMatchObject({ name: "AuthError", code: "no_token" });
    expect(service.exchanges).toEqual([]);
    expect(outcomes).toEqual(["failed"]);
  });
});

/** A store whose parts can be broken. */
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
      if (broken.save) {
        broken.tries += 1;
        if (broken.tries <= broken.times) throw new Error("save failed");
      }
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
  made.service.tokenReplies.push((rotate) => {
    broken.save = true;
    return rotate();
  });
  return { ...made, kept, broken, saved };
}
