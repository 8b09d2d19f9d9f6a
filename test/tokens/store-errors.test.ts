import { inspect } from "node:util";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { outputs } from "../properties/support/check.js";
import { clientWith, errorOf } from "../support/client-with.js";
import { authWith } from "../support/token-service.js";

// With characters that JSON and URLs escape.
const tokens = { accessToken: 'acc"ess/1+&', refreshToken: "refresh-tök/1+&" };
const json = JSON.stringify(tokens);
const args = ["EVAL", "script", "2", "{tokens}:lock", "tokens", json];

/** Makes errors as Redis packages, databases and careless stores do. */
const failures: [string, (text: string) => unknown][] = [
  [
    "of ioredis",
    () =>
      Object.assign(new Error("READONLY You can't write against a read only replica."), {
        name: "ReplyError",
        command: { name: "eval", args },
      }),
  ],
  ["of node-redis", () => Object.assign(new Error("OOM command not allowed"), { args, reply: Buffer.from(json) })],
  ["that quotes the value", (text) => Object.assign(new Error(`cannot store ${text}`), { code: "E_VALUE" })],
  ["that quotes a token in a URL", () => new Error(`PUT /tokens?value=${encodeURIComponent(tokens.refreshToken)}`)],
  ["that quotes JSON in JSON", (text) => new TypeError(JSON.stringify({ sent: text }))],
  ["with causes", (text) => new Error("not saved", { cause: new Error(text, { cause: { message: text, text } }) })],
  ["that is a text", (text) => text],
  ["that is an object", (text) => ({ message: text, query: text })],
  ["that is an object without a message", (text) => ({ query: text })],
  ["of several", (text) => new AggregateError([new Error(text)], "all failed")],
  ["that is nothing", () => undefined],
];

/** The ways in which a function of a store can fail. */
const failing = (error: unknown): (() => Promise<never>)[] => [
  () => Promise.reject(error),
  () => {
    throw error;
  },
];

/** Everything that a log could print of an error. */
const printed = (error: unknown) => outputs(error).join("\n");

const spellings = [tokens.accessToken, tokens.refreshToken].flatMap((token) => [
  token,
  JSON.stringify(token).slice(1, -1),
  encodeURIComponent(token),
]);

function expectNoTokens(text: string): void {
  for (const spelling of spellings) expect(text).not.toContain(spelling);
  expect(text).not.toMatch(/acc.{0,4}ess\/1|refresh-t/);
}

describe("redisTokenStore, whose command", () => {
  it("fails: rejects with the name, the code and the message, without the command and the tokens", async () => {
    const error = Object.assign(new RangeError("READONLY replica"), { code: "READONLY", command: { args }, args });
    for (const command of failing(error)) {
      const store = redisTokenStore({ key: "tokens", command, clock: manualClock() });
      for (const step of [store.load(), store.save(tokens), store.tryLock()]) {
        const safe = await errorOf(step);
        expect(safe).toMatchObject({ name: "RangeError", code: "READONLY", message: "READONLY replica" });
        expectNoTokens(printed(safe));
      }
    }
  });

  it.each([1, 1n, "1"])("accepts %s as the reply of a save", async (reply) => {
    const command = async ([name]: readonly string[]) => (name === "SET" ? "OK" : reply);
    const lock = await redisTokenStore({ key: "tokens", command, clock: manualClock() }).tryLock?.();
    await expect(lock?.save(tokens)).resolves.toBeUndefined();
  });
});

describe("a store of the application", () => {
  const saves = async () => {};
  /** Stores with tokens, one of whose methods fails. The tokens are known after the first load. */
  const stores: Record<string, (fail: () => Promise<never>) => TokenStore> = {
    load(fail) {
      let loads = 0;
      return { load: () => (++loads > 1 ? fail() : expired()), save: saves };
    },
    save: (fail) => ({ load: expired, save: fail }),
    tryLock: (fail) => ({ load: expired, save: saves, tryLock: fail }),
    "lock.save": (fail) => ({ load: expired, save: saves, tryLock: async () => ({ save: fail, release: fail }) }),
  };
  const expired = async () => ({ ...tokens, expiresAtMs: 0 });

  const cases = Object.keys(stores).flatMap((method) =>
    failures.map(([kind], index) => [method, kind, index] as const),
  );
  it.each(cases)("whose %s fails with an error %s shows no token in errors and events", async (method, _, index) => {
    const [, make] = failures[index] ?? expect.fail();
    // One of the two ways in which a function fails.
    const fail = failing(make(json))[index % 2] ?? expect.fail();
    const { auth, service, clock } = authWith({ store: stores[method]?.(fail) ?? expect.fail() });
    const { client, events } = clientWith(service.fetch, { auth, clock });
    const error = await errorOf(clock.run(client.getCurrentUser()));
    expect(error).toMatchObject({ name: "AuthError", code: "token_store_failed" });
    expectNoTokens(printed(error) + inspect(events, { depth: 20, showHidden: true }) + JSON.stringify(events));
  });

  it("whose first load quotes a part of invalid JSON shows none of it", async () => {
    const load = async () => JSON.parse(`{"refreshToken":${tokens.refreshToken}}`);
    expect(printed(await errorOf(load()))).toContain("refresh-t");
    for (const read of [load, () => load().catch((cause) => Promise.reject(new Error("not read", { cause })))]) {
      const { token, clock } = authWith({ store: { load: read, save: saves } });
      const error = await errorOf(clock.run(token()));
      expectNoTokens(printed(error));
      expect(printed(error)).toContain("invalid JSON");
    }
  });
});
