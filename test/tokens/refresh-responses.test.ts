import { createClient, TimeoutError } from "content-service-client";
import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, type Reply, reply, scriptedFetch, status } from "../support/scripted-fetch.js";
import { authUrl, authWith, lostResponse, type TokenResponder, tokenService } from "../support/token-service.js";

const HOUR_MS = 3_600_000;
const tokens = { access_token: "access-2", refresh_token: "refresh-2", expires_in: 3600 };

it.each<[unknown, number | undefined]>([
  [3600, HOUR_MS],
  ["3600", HOUR_MS],
  [0, 0],
  [1e300, 1e12],
  ["9".repeat(400), 1e12],
  [-1, undefined],
  ["1e3", undefined],
  [null, undefined],
])("the lifetime in a token response is a number of seconds, or unknown: %j", async (expires_in, lifetimeMs) => {
  const { token, store, clock } = authWith({ fetch: async () => json({ ...tokens, expires_in }) });
  expect(await token("access-1")).toBe("access-2");
  const expiresAtMs = lifetimeMs === undefined ? undefined : clock.now() + lifetimeMs;
  expect(await store.load()).toHaveProperty("expiresAtMs", expiresAtMs);
});

it("the response counts the token's lifetime from before the request, so a slow response does not extend it", async () => {
  const service = tokenService(100);
  const { token, store, clock } = authWith({ service, tokens: { accessToken: undefined } });
  const startMs = clock.now();
  service.duringExchange(() => clock.advance(20_000));
  await token();
  expect(await store.load()).toMatchObject({ obtainedAtMs: startMs, expiresAtMs: startMs + 100_000 });
});

describe("a token response whose access token cannot be used", () => {
  const long = "x".repeat(2 ** 20);
  const rest = `"refresh_token" : "refresh-2", "token_type": "bearer"`;
  const text = (body: string) => new Response(body);
  const noToken = "the token response has no access token";
  const noTokens = "the token server gave no tokens: try again later.";
  const type = (received: string) =>
    `the token response has an unknown token_type: expected bearer, received ${received}`;

  it.each<[string, Response, string]>([
    ["is missing", json({ ...tokens, access_token: undefined }), noToken],
    ["has a space", json({ ...tokens, access_token: "two words" }), noToken],
    ["has a line break", json({ ...tokens, access_token: "a\r\nb" }), noToken],
    ["is a number", json({ ...tokens, access_token: 7 }), noToken],
    ["is of the type mac", json({ ...tokens, token_type: "mac" }), type("mac")],
    ["is of the type null", json({ ...tokens, token_type: null }), type("object")],
    ["is of a type that has a line break", json({ ...tokens, token_type: "bearer\n" }), type("7 characters")],
    ["is of a type that is a token", json({ ...tokens, token_type: "a-token-of-20-chars-" }), type("20 characters")],
    ["is too long, after the refresh token", text(`{${rest}, "access_token": "${long}"}`), noTokens],
    ["is in JSON that ends too early", text(`{${rest}, "access_token": "acc`), noTokens],
    ["comes with an escaped refresh token", text(`{"refresh_token":"refresh\\u002d2", "a": "${long}`), noTokens],
    ["comes with a code", json({ ...tokens, error: "temporarily_unavailable" }), noTokens],
  ])("keeps the new refresh token and the old access token: the access token %s", async (_, response, message) => {
    const expiresAtMs = Date.UTC(2027, 0);
    const { token, clock, service, store, outcomes } = authWith({ tokens: { expiresAtMs } });
    service.tokenResponses.push(() => response);
    expect(await errorOf(token("access-1"))).toMatchObject({ code: "token_server_unavailable", message });
    expect(await store.load()).toEqual({ accessToken: "access-1", refreshToken: "refresh-2", expiresAtMs });
    expect(outcomes).toEqual(["started", "failed"]);
    expect(await token()).toBe("access-1");
    const again = expect.stringContaining(`${message.replace(/\.$/, "")}. No request is sent before 20`);
    expect(await errorOf(token("access-1"))).toMatchObject({ message: again });
    await clock.advance(1000);
    service.tokenResponses.push(() => json({ access_token: "access-3", refresh_token: "refresh-3" }));
    expect(await token("access-1")).toBe("access-3");
    expect(service.exchanges).toEqual(["refresh-1", "refresh-2"]);
  });

  it.each([
    ["is repeated in it", '{"refresh_token":"refresh-1", "access_token": "'],
    ["is cut off", `{"access_token": "", "refresh_token": "${long}`],
    ["is quoted in another string", '{"note": "\\"refresh_token\\": \\"refresh-9\\"", "access_token": "'],
  ])("keeps the stored tokens when the refresh token %s", async (_, start) => {
    const { token, service, store, clock } = authWith();
    service.tokenResponses.push(() => text(start + long));
    await errorOf(token("access-1"));
    expect(await store.load()).toEqual({ ...service.tokens, sentAtMs: clock.now() });
  });
});

describe("a clock that differs from that of the token server", () => {
  const MINUTE_MS = 60_000;
  const ahead = [-HOUR_MS, -10 * MINUTE_MS, 0, 10 * MINUTE_MS, 3 * HOUR_MS];
  /** Machines whose clocks are ahead of the token server by these times, with one store. */
  function machines(...aheadMs: number[]) {
    const server = manualClock();
    const service = tokenService();
    const kept = memoryTokenStore(service.tokens);
    const fetch = async (url: string, init: RequestInit) => {
      const response = await service.fetch(url, init);
      response.headers.set("date", new Date(server.now()).toUTCString());
      return response;
    };
    const auths = aheadMs.map((ms) => {
      const clock = { ...server, now: () => server.now() + ms, monotonicMs: () => server.now() };
      // Each process has a store object of its own.
      return authWith({ service, store: { ...kept }, fetch, clock, refreshEarlyMs: 0 });
    });
    return { server, service, auths };
  }

  it.each(ahead)("does not change when its own machine replaces a token: %d ms", async (ms) => {
    const { server, service, auths } = machines(ms, ms);
    const [first, later] = auths;
    expect(await first?.token("access-1")).toBe("access-2");
    await server.advance(HOUR_MS - 1);
    // The second is a process that starts now.
    expect([await first?.token(), await later?.token()]).toEqual(["access-2", "access-2"]);
    await server.advance(1);
    expect([await later?.token(), await first?.token()]).toEqual(["access-3", "access-3"]);
    expect(service.exchanges).toEqual(["refresh-1", "refresh-2"]);
  });

  it.each(ahead)("does not change when another machine replaces a token: %d ms", async (ms) => {
    const { server, service, auths } = machines(ms, 0);
    const [first, second] = auths;
    // Each has refreshed once, so it knows how its clock differs.
    expect(await first?.token("access-1")).toBe("access-2");
    expect(await second?.token("access-2")).toBe("access-3");
    expect(await first?.token("access-2")).toBe("access-3");
    expect(await first?.token("access-3")).toBe("access-4");
    expect(await second?.token("access-3")).toBe("access-4");
    await server.advance(HOUR_MS - 1);
    expect([await second?.token(), await first?.token()]).toEqual(["access-4", "access-4"]);
    await server.advance(1);
    expect([await second?.token(), await first?.token()]).toEqual(["access-5", "access-5"]);
    expect(service.exchanges).toHaveLength(4);
  });

  it("is detected by a process that has not refreshed itself, when the tokens come from its future", async () => {
    const { server, auths } = machines(10 * MINUTE_MS, 0);
    await auths[0]?.token("access-1");
    expect(await auths[1]?.token("access-1")).toBe("access-2");
    await server.advance(HOUR_MS);
    expect(await auths[1]?.token()).toBe("access-3");
  });
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

describe("a wrong authUrl", () => {
  const html = { "content-type": "text/html; charset=utf-8" };
  const fix = "Set authUrl to the base URL of the token server, without /oauth2/token.";

  it.each<[string, Reply, string, retryable?: boolean]>([
    ["a 404 of the API", () => json({ type: "error", code: "not_found", message: "Not Found" }, 404), "404"],
    ["a page of HTML", reply("\n<!doctype html><p>Welcome</p>", 200, html), "200 with HTML", true],
    ["a page of HTML with 403", reply("<p>no</p>", 403), "403 with HTML", true],
    ["a method that is not allowed", status(405), "405"],
    ["a redirect", status(302, { location: "https://elsewhere.example/s3cret" }), "302", true],
  ])("is named, with what would be right, for %s", async (_, response, received, retryable = false) => {
    const { token, store, service, clock } = authWith({ fetch: scriptedFetch(response) });
    const error = await errorOf(token("access-1"));
    const code = retryable ? "token_server_unavailable" : "invalid_auth_url";
    const message = `no token server at ${authUrl}/oauth2/token: received ${received}. ${fix}`;
    expect(error).toMatchObject({ code, loginRequired: false, retryable, message });
    expect(JSON.stringify(error)).not.toContain("s3cret");
    expect(await store.load()).toMatchObject(service.tokens);
    // The next call rejects at once with the same reason.
    await clock.advance(400);
    expect(await errorOf(token("access-1"))).toMatchObject({
      message: expect.stringMatching(/^no token server at .* before 20/),
    });
  });

  it.each(["", "/", "//"])("is rejected with the right one if it ends with /oauth2/token%s", (rest) => {
    const wrong = { authUrl: `${authUrl}/oauth2/token${rest}` };
    const problem = new TypeError(`authUrl must be ${authUrl}`);
    expect(() => authWith(wrong)).toThrow(problem);
    expect(() => createClient({ baseUrl, auth: "t", ...wrong })).toThrow(problem);
  });
});
