import { memoryTokenStore, type TokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";
import { reset } from "../support/scripted-fetch.js";
import { tokenService } from "../support/token-service.js";

describe("the note that a refresh token was sent", () => {
  it("is taken back when the token is refused: no other process takes that for a lost answer", async () => {
    const { service, store, processes } = sharing(3);
    const login = await store.load();
    service.revoke();
    for (const { token } of processes) {
      expect(await caught(token("access-1"))).toMatchObject({
        code: "invalid_grant",
        message: expect.stringContaining("it is spent, expired or revoked"),
      });
      expect(await store.load()).toEqual(login);
    }
  });

  it("keeps the time at which the answer was lost, for every process that tries again", async () => {
    const { service, processes } = sharing(3);
    service.tokenReplies.push((rotate, request) => {
      rotate();
      return reset({ ...request, method: "POST", init: {} }, 0);
    });
    const [first, ...others] = processes;
    await caught(first?.token("access-1") ?? expect.fail("no process"));
    for (const { token, clock } of others) {
      await clock.advance(90_000);
      const error = await caught(token("access-1"));
      expect(error).toHaveProperty("message", expect.stringContaining("sent before, at 2026-01-01T00:00:00.000Z,"));
    }
  });

  it("that comes too late, since the lock has passed to another, ends in the tokens of that one", async () => {
    const { token, clock, service, store, outcomes } = authWith();
    const passing: TokenStore = {
      ...store,
      async tryLock() {
        return {
          async save() {
            await store.save({ ...service.login() });
            throw new Error("the lock passed to another process");
          },
          async release() {},
        };
      },
    };
    const paused = authWith({ service, store: passing, clock });
    expect(await clock.run(paused.token("access-1"))).toBe("access-2");
    expect(service.exchanges).toEqual([]);
    expect([outcomes, paused.outcomes]).toEqual([[], ["adopted"]]);
    expect(await token("access-1")).toBe("access-2");
  });
});

describe("new tokens that a store does not take within its minute", () => {
  it("are said to be kept in memory, and nobody is blamed for holding the lock", async () => {
    const { service } = authWith();
    const store = memoryTokenStore(service.tokens);
    let hangs = true;
    const hanging: TokenStore = {
      ...store,
      save: (tokens) => (hangs && tokens.sentAtMs === undefined ? new Promise(() => {}) : store.save(tokens)),
    };
    const { token, clock } = authWith({ service, store: hanging });
    expect(await caught(clock.run(token("access-1")))).toMatchObject({
      message: expect.stringContaining("the new tokens are kept in memory, and saved with the next call"),
    });
    hangs = false;
    expect(await token("access-1")).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

/** Processes that share a store of tokens which no server accepts any more, or whatever the service says. */
function sharing(count: number) {
  const service = tokenService();
  const store = memoryTokenStore(service.tokens);
  return { service, store, processes: Array.from({ length: count }, () => authWith({ service, store })) };
}
