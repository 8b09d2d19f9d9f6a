import { memoryTokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";

interface Options {
  random?: () => number;
  maxWaitMs?: number;
  tokens?: Tokens;
}

/** An auth whose store is locked by another process for good, and the times at which it looked, from its first look on. */
function lockedOut({ tokens = { refreshToken: "refresh-1" }, ...options }: Options) {
  const looksMs: number[] = [];
  const made = authWith({
    ...options,
    store: {
      ...memoryTokenStore(tokens),
      async tryLock() {
        looksMs.push(made.clock.now() - startMs);
        return undefined;
      },
    },
  });
  const startMs = made.clock.now();
  return { ...made, looksMs };
}

describe("the wait for a lock that another process holds", () => {
  it.each([
    [0, [0, 50, 150, 350, 750]],
    [0.5, [0, 37.5, 112.5, 262.5, 562.5]],
    [0.8, [0, 30, 90, 210, 450]],
  ])("doubles each time, and is shorter by up to a half, as each process draws: %d", async (drawn, expected) => {
    const { token, clock, looksMs } = lockedOut({ random: () => drawn });
    await caught(clock.run(token()));
    expect(looksMs.slice(0, expected.length)).toEqual(expected.map((ms) => expect.closeTo(ms)));
  });

  it("is not begun once maxWaitMs has passed", async () => {
    const { token, clock, looksMs } = lockedOut({ maxWaitMs: 150 });
    const error = await caught(clock.run(token()));
    expect(error).toMatchObject({ message: expect.stringContaining("be locked within 150 ms") });
    expect(looksMs).toEqual([0, 50, 150]);
  });
});

describe("a refresh token that another process has just sent", () => {
  /** A store with a lock, whose tokens were sent so long ago. */
  function sent(agoMs: number, tokens: object = {}) {
    let tries = 0;
    const kept = memoryTokenStore();
    const made = authWith({
      store: {
        ...kept,
        async tryLock() {
          tries += 1;
          return { save: kept.save, release: async () => {} };
        },
      },
    });
    const sentAtMs = made.clock.now() - agoMs;
    return { ...made, tries: () => tries, begin: () => kept.save({ refreshToken: "refresh-1", sentAtMs, ...tokens }) };
  }

  it.each([
    [0, 750],
    [499, 50],
    [500, 0],
    [-1, 0],
  ])("is not sent again for half a second, so that a server in trouble is spared: %d ms ago", async (agoMs, waitMs) => {
    const { token, clock, service, tries, begin } = sent(agoMs);
    await begin();
    const startMs = clock.now();
    expect(await clock.run(token())).toBe("access-2");
    // The looks are 50, 100, 200 and 400 ms apart.
    expect(clock.now() - startMs).toBe(waitMs);
    expect(tries()).toBe(1);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("is waited for by nobody whose access token still works", async () => {
    const { token, clock, tries, begin } = sent(0, {
      accessToken: "access-1",
      expiresAtMs: Date.UTC(2026, 0, 1, 0, 0, 9),
    });
    await begin();
    await clock.advance(100);
    expect(await token()).toBe("access-1");
    expect(clock.pending()).toBe(0);
    expect(tries()).toBe(0);
  });

  it("may be what a call waits for in vain: it is told of the token server, and not of a lock", async () => {
    const { token, clock } = lockedOut({ tokens: { refreshToken: "refresh-1", sentAtMs: 1 } });
    expect(await caught(clock.run(token()))).toMatchObject({
      code: "token_server_unavailable",
      message: "other processes have sent the refresh token for 60000 ms, and saved no new tokens",
    });
  });

  it("is sent at once where one process has the store for itself", async () => {
    const { token, clock } = authWith({ tokens: { accessToken: undefined, sentAtMs: Date.UTC(2026, 0, 1) } });
    expect(await token()).toBe("access-2");
    expect(clock.pending()).toBe(0);
  });
});
