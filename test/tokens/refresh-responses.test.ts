import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { json } from "../support/scripted-fetch.js";
import { authWith, tokenService } from "../support/token-service.js";

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
    const { token, clock, service, store, outcomes } = authWith({ tokens: { expiresAtMs: Date.UTC(2027, 0) } });
    service.tokenResponses.push(() => response);
    expect(await errorOf(token("access-1"))).toMatchObject({ code: "token_server_unavailable", message });
    const { accessToken, expiresAtMs, refreshToken, sentAtMs } = (await store.load()) ?? expect.fail("empty");
    expect({ accessToken, expiresAtMs, refreshToken, sentAtMs }).toEqual({
      accessToken: "access-1",
      expiresAtMs: Date.UTC(2027, 0),
      refreshToken: "refresh-2",
      sentAtMs: undefined,
    });
    expect(outcomes).toEqual(["started", "failed"]);
    expect(await token()).toBe("access-1");
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
