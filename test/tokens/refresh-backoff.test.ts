import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { jumpingClock, manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { json, reset, status } from "../support/scripted-fetch.js";
import { authUrl, authWith, type TokenResponder, tokenService } from "../support/token-service.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const unreachable: TokenResponder = (_, request) => reset({ ...request, method: "POST", init: {} }, 0);
const retryAfter = { "retry-after": "60" };
const withError = (error: string, code = 200) => json({ error, error_description: "No." }, code, retryAfter);

/** Rotates the refresh token, and sends no access token. */
const withRotation = (error: string): TokenResponder => {
  let count = 0;
  return () => json({ error, refresh_token: `rotated-${++count}` });
};

/** A token server in trouble, the code of the errors, and the requests in 65 seconds. */
const troubles: [string, TokenResponder, string, number][] = [
  ["503 with Retry-After", status(503, retryAfter), "token_server_unavailable", 2],
  ["a 429 with a code", () => withError("rate_limited", 429), "token_server_unavailable", 2],
  ["503 without Retry-After", status(503), "token_server_unavailable", 7],
  ["404", status(404), "invalid_auth_url", 7],
  ["a reset connection", unreachable, "token_server_unavailable", 7],
  ["200 without a token", () => json({ token_type: "bearer" }), "token_server_unavailable", 7],
  ["200 with a new refresh token and a code", withRotation("invalid_client"), "invalid_client", 1],
  ["200 with a new refresh token and slow_down", withRotation("slow_down"), "token_server_unavailable", 7],
  ["200 with slow_down", () => withError("slow_down"), "token_server_unavailable", 2],
  ["400 with server_error", () => withError("server_error", 400), "token_server_unavailable", 2],
  ["a code of tomorrow", () => withError("a_code_of_tomorrow", 400), "a_code_of_tomorrow", 2],
  ["401 with invalid_client", () => withError("invalid_client", 401), "invalid_client", 1],
  ["invalid_grant", () => withError("invalid_grant", 400), "invalid_grant", 1],
  ["invalid_scope", () => withError("invalid_scope", 400), "invalid_scope", 1],
  ["invalid_request", () => withError("invalid_request", 400), "invalid_request", 1],
  ["unauthorized_client", () => withError("unauthorized_client", 403), "unauthorized_client", 1],
  ["unsupported_grant_type", () => withError("unsupported_grant_type", 400), "unsupported_grant_type", 1],
];

/** The codes of the errors of two clients with one store that call once a second, and the requests that they cause. */
async function storm(trouble: TokenResponder, seconds: number) {
  const service = tokenService();
  const clock = manualClock();
  const store = memoryTokenStore(service.tokens);
  const auths = [1, 2].map(() => authWith({ service, store, clock }));
  const codes = new Set<unknown>();
  for (let second = 0; second < seconds; second += 1) {
    service.tokenResponses.splice(0, 9, ...Array(9).fill(trouble));
    for (const call of await Promise.allSettled(auths.map(({ token }) => token("access-1"))))
      codes.add(call.status === "rejected" ? call.reason.code : call.value);
    await clock.advance(1000);
  }
  return { requests: service.exchanges.length, codes: [...codes] };
}

describe("a token server in trouble", () => {
  it.each(troubles)("gets few requests while it responds with %s", async (_, trouble, code, requests) => {
    expect(await storm(trouble, 65)).toEqual({ requests, codes: [code] });
  });

  it("gets at most one request a minute from a process after the first minute, without any Retry-After", async () => {
    expect(await storm(unreachable, 600)).toMatchObject({ requests: 7 + 8 });
  });

  it.each([
    ["the time it asks for", "120", 2 * MINUTE_MS],
    ["at most an hour", "864000", HOUR_MS],
    ["at most an hour, however large the number is", "9".repeat(400), HOUR_MS],
    ["at least a second", "0", 1000],
    ["until the date that it gives", "Thu, 01 Jan 2026 00:10:00 GMT", 10 * MINUTE_MS],
  ])("is not asked again for %s", async (_, value, waitMs) => {
    const { token, clock, service } = authWith();
    service.tokenResponses.push(status(503, { "retry-after": value }));
    await errorOf(token("access-1"));
    await clock.advance(waitMs - 1);
    expect(await errorOf(token("access-1"))).toMatchObject({
      code: "token_server_unavailable",
      message: `the token server gave no tokens: try again later. No request is sent before ${new Date(clock.now() + 1).toJSON()}.`,
      cause: { code: "token_server_unavailable" },
    });
    expect(service.exchanges).toHaveLength(1);
    await clock.advance(1);
    expect(await token("access-1")).toBe("access-2");
  });

  it.each<[drawn: number, jumpMs: number, waitMs: number]>([
    [0, 0, 1000],
    [0.5, 0, 750],
    [0.999, 0, 500.5],
    [0, -HOUR_MS, 1000],
    [0, HOUR_MS, 1000],
  ])("is asked again at a random moment, which no clock moves: %d, %d ms", async (drawn, jumpMs, waitMs) => {
    const clock = jumpingClock();
    const { token, service } = authWith({ clock, random: () => drawn });
    service.tokenResponses.push(status(503));
    await errorOf(token("access-1"));
    clock.jump(jumpMs);
    await clock.advance(waitMs - 0.5);
    await errorOf(token("access-1"));
    expect(service.exchanges).toHaveLength(1);
    await clock.advance(0.5);
    expect(await token("access-1")).toBe("access-2");
  });

  it("is asked again as soon as at first once it has succeeded", async () => {
    const { token, clock, service } = authWith();
    for (const rejected of ["access-1", "access-2"]) {
      service.tokenResponses.push(status(503));
      await errorOf(token(rejected));
      await clock.advance(1000);
      await token(rejected);
    }
    expect(service.exchanges).toEqual(["refresh-1", "refresh-1", "refresh-2", "refresh-2"]);
  });

  it("does not stop the use of the tokens that another process saves", async () => {
    const { token, service, store } = authWith();
    service.tokenResponses.push(status(503, retryAfter));
    await errorOf(token("access-1"));
    await store.save(service.login());
    expect(await token("access-1")).toBe("access-2");
    expect(service.exchanges).toHaveLength(1);
  });
});

describe("a final error of the token server", () => {
  const rejected: TokenResponder = () => withError("invalid_client", 401);

  it("is remembered with its message and cause, however many clients use the store", async () => {
    const { token, service, store, clock } = authWith();
    service.tokenResponses.push(rejected);
    const first = await errorOf(token("access-1"));
    await clock.advance(24 * HOUR_MS);
    expect(await errorOf(authWith({ service, store, clock }).token("access-1"))).toBe(first);
    expect(service.exchanges).toHaveLength(1);
  });

  it.each<[string, object]>([
    ["clientId", { clientId: "other-client" }],
    ["clientSecret", { clientSecret: "other-secret" }],
    ["authUrl", { authUrl: `${authUrl}/tenant/..` }],
  ])("is over for a client with another %s", async (_, setting) => {
    const { token, service, store, clock } = authWith();
    service.tokenResponses.push(rejected);
    await errorOf(token("access-1"));
    expect(await authWith({ service, store, clock, ...setting }).token("access-1")).toBe("access-2");
    expect(await token("access-1")).toBe("access-2");
  });
});
