import { TimeoutError } from "content-service-client";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { clientWith, errorOf } from "../support/client-with.js";
import { json, reply, status } from "../support/scripted-fetch.js";
import { authWith, lostResponse, type TokenResponder, tokenService } from "../support/token-service.js";

it("the response counts the token's lifetime from before the request, so a slow response does not extend it", async () => {
  const service = tokenService(100);
  const { token, store, clock } = authWith({ service, tokens: { accessToken: undefined } });
  const startMs = clock.now();
  service.duringExchange(() => clock.advance(20_000));
  await token();
  expect(await store.load()).toMatchObject({ obtainedAtMs: startMs, expiresAtMs: startMs + 100_000 });
});

const unavailable = status(503);

describe("a refresh without new tokens", () => {
  it.each<[string, TokenResponder]>([
    ["an outage", unavailable],
    ["an outage with the code of a rejection", () => json({ error: "invalid_grant" }, 500)],
    ["a lost response", lostResponse],
    ["a 204", reply(null, 204)],
    ["an error whose code is not a string", () => json({ code: "x", error: { a: 1 } }, 400)],
    ["a response above 1 MiB", () => json({ access_token: "x".repeat(2 ** 20) })],
  ])("after %s sends the refresh token once, and keeps the stored ones with the time of sending", async (_, reply) => {
    const { token, service, store, outcomes, clock } = authWith();
    service.tokenResponses.push(reply);
    const error = { name: "AuthError", code: "token_server_unavailable" };
    expect(await errorOf(token("access-1"))).toMatchObject(error);
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(await store.load()).toEqual({ ...service.tokens, sentAtMs: clock.now() });
    expect(outcomes).toEqual(["started", "failed"]);
  });

  it("times out after 30 seconds, or timeoutMs", async () => {
    for (const [options, timeoutMs] of [
      [{}, 30_000],
      [{ timeoutMs: 700 }, 700],
      [{ timeoutMs: 400_000 }, 400_000],
    ] as const) {
      const service = tokenService();
      service.tokenResponses.push(() => new Promise(() => {}));
      const { token, clock } = authWith({ service, ...options });
      const error = await errorOf(clock.run(token("access-1")));
      expect(error).toMatchObject({ code: "token_server_unavailable", cause: { scope: "attempt", timeoutMs } });
      expect(error).toHaveProperty("cause", expect.any(TimeoutError));
      expect(clock.elapsedMs()).toBe(timeoutMs);
      expect(clock.pending()).toBe(0);
    }
  });

  it.each<[string, TokenResponder, object, object]>([
    ["a 503", unavailable, { type: "user" }, [1000]],
    ["a 503 with Retry-After", status(503, { "retry-after": "3" }), { type: "user" }, [3000]],
    ["a response that was lost with the new tokens", lostResponse, { code: "invalid_grant" }, [1000]],
    ["a wait above maxDelayMs", status(503, { "retry-after": "9" }), { retryAfterMs: 9000 }, []],
    ["a wrong address", status(404), { code: "invalid_auth_url" }, []],
  ])("after %s is tried again by the call, if that can help soon", async (_, trouble, end, waits) => {
    const service = tokenService();
    const clock = manualClock();
    const { auth } = authWith({ service, clock });
    const { client, waitsMs } = clientWith(service.fetch, { auth, clock });
    service.expire();
    service.tokenResponses.push(trouble);
    const call = client.createTask({ body: { item: { type: "file", id: "4001" }, action: "review" } });
    expect(await clock.run(call.catch((error) => error))).toMatchObject(end);
    expect(waitsMs()).toEqual(waits);
  });

  it("ends the calls after maxAttempts with the time left, without a share of the retry budget", async () => {
    const service = tokenService();
    const clock = manualClock();
    const { auth } = authWith({ service, clock });
    const { client, waitsMs } = clientWith(service.fetch, { auth, clock, retry: { budget: 0 } });
    service.expire();
    service.tokenResponses.push(...Array(9).fill(unavailable));
    const calls = Array.from({ length: 5 }, () => errorOf(client.getCurrentUser()));
    for (const error of await clock.run(Promise.all(calls)))
      expect(error).toMatchObject({ code: "token_server_unavailable", retryable: true, retryAfterMs: 8000 });
    expect(service.exchanges).toHaveLength(4);
    expect(new Set(waitsMs())).toEqual(new Set([1000, 2000, 4000]));
  });
});

it("a rejected refresh [ER-27] as invalid_grant is over once the store has the tokens of a new login", async () => {
  const { token, service, store } = authWith();
  service.revoke();
  await errorOf(token("access-1"));
  const { accessToken, ...login } = service.login();
  await store.save(login);
  expect(await token("access-1")).toBe("access-3");
  expect(service.exchanges).toEqual(["refresh-1", "refresh-2"]);
  expect(accessToken).toBe("access-2");
});
