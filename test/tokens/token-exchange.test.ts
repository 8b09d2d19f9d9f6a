import { type RefreshingAuthOptions, refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { authUrl, authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { tokenService } from "../support/token-service.js";

describe("the request for a new token", () => {
  it("is a form to the token server's own address, and carries no access token [CO-6] [AU-1]", async () => {
    const fetch = scriptedFetch(() => json({ access_token: "access-2" }));
    const { token } = authWith({ fetch, authUrl: "https://auth.content.example/tenant/", clientSecret: "a&b =ä" });
    await token("access-1");
    const [sent] = fetch.sent;
    expect(fetch.sent).toHaveLength(1);
    expect(sent).toMatchObject({ method: "POST", url: "https://auth.content.example/tenant/oauth2/token" });
    expect(sent?.init.redirect).toBe("manual");
    expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(sent?.headers.has("authorization")).toBe(false);
    expect([...new URLSearchParams(sent?.body ?? "")]).toEqual([
      ["grant_type", "refresh_token"],
      ["client_id", "client-id"],
      ["client_secret", "a&b =ä"],
      ["refresh_token", "refresh-1"],
    ]);
  });

  it("carries no access token when it is made through the client either [AU-1]", async () => {
    const service = tokenService();
    const fetch = scriptedFetch(() => json({ access_token: "access-2" }));
    const { client } = clientWith(fetch, { authUrl, auth: "access-1" });
    const body = { client_id: "client-id", client_secret: "client-secret", refresh_token: "refresh-1" };
    const asOther = client.asUser("1004");
    for (const each of [client, asOther])
      await each.refreshAccessToken({ body: { grant_type: "refresh_token", ...body } });
    for (const { headers } of fetch.sent) expect([...headers.keys()]).not.toContain("authorization");
    for (const { headers } of fetch.sent) expect([...headers.keys()]).not.toContain("as-user");
    expect(service.refused).toEqual([]);
  });
});

describe("the answer", () => {
  it("is read tolerantly: what is missing is left as it was, or unknown", async () => {
    for (const rest of [{}, { refresh_token: 7, expires_in: "3600" }, { refresh_token: "" }]) {
      const { token, store, clock } = authWith({
        fetch: scriptedFetch(() => json({ access_token: "access-2", ...rest })),
      });
      expect(await token("access-1")).toBe("access-2");
      const obtainedAtMs = clock.now();
      expect(await store.load()).toEqual({
        accessToken: "access-2",
        refreshToken: "refresh-1",
        obtainedAtMs,
        expiresAtMs: undefined,
      });
    }
  });

  it.each<[string, Response, string]>([
    ["no access token", json({ expires_in: 3600 }), "the token server's answer holds no access token"],
    [
      "no tokens at all",
      new Response("", { status: 503 }),
      "the token server gave no tokens, which may pass: try again later",
    ],
  ])("is said to hold %s where that is so", async (_, answer, message) => {
    const { token } = authWith({ fetch: scriptedFetch(() => answer) });
    expect(await caught(token("access-1"))).toMatchObject({ code: "token_server_unavailable", message });
  });

  it("may hold long tokens, up to 64 KiB in all", async () => {
    const access_token = "x".repeat(65_000);
    const { token } = authWith({ fetch: scriptedFetch(() => json({ access_token })) });
    expect(await token("access-1")).toBe(access_token);
  });

  it("counts the token's life from before the request, so that a slow answer makes it no longer", async () => {
    const service = tokenService(100);
    const { token, store, clock } = authWith({ service, tokens: { accessToken: undefined } });
    const startMs = clock.now();
    service.tokenReplies.push(async (rotate) => {
      await clock.advance(20_000);
      return rotate();
    });
    await token();
    expect(await store.load()).toMatchObject({ obtainedAtMs: startMs, expiresAtMs: startMs + 100_000 });
  });
});

describe("refreshingAuth", () => {
  const { store } = authWith();
  const good = { authUrl, clientId: "client-id", clientSecret: "client-secret", store };
  it.each<[string, object]>([
    ["authUrl", { authUrl: undefined }],
    ["authUrl", { authUrl: "http://auth.content.example" }],
    ["clientId", { clientId: "" }],
    ["clientId", { clientId: 7 }],
    ["clientSecret", { clientSecret: undefined }],
    ["store", { store: undefined }],
    ["store", { store: { load: store.load } }],
    ["store", { store: { save: store.save } }],
    ["refreshEarlyMs", { refreshEarlyMs: Number.NaN }],
    ["refreshEarlyMs", { refreshEarlyMs: -1 }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["timeoutMs", { timeoutMs: 0 }],
  ])("refuses a %s that cannot work: %j", (name, wrong) => {
    // As a caller without types would.
    const options = { ...good, ...wrong } as RefreshingAuthOptions;
    expect(() => refreshingAuth(options)).toThrow(TypeError);
    expect(() => refreshingAuth(options)).toThrow(new RegExp(`^${name} must `));
  });

  it("takes plain http to another machine only where allowInsecure says so", () => {
    const authUrl = "http://auth.content.example";
    expect(refreshingAuth({ ...good, authUrl, allowInsecure: true })).toBeTypeOf("function");
  });

  it("works with the platform's fetch and clock by default", async () => {
    const { accessToken, refreshToken } = { accessToken: "access-1", refreshToken: "refresh-1" };
    await store.save({ accessToken, refreshToken, expiresAtMs: Date.now() + 3_600_000 });
    expect(await refreshingAuth(good)({})).toBe("access-1");
  });
});
