import { AuthError, type AuthErrorCode, createClient } from "content-service-client";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect, expectTypeOf, it } from "vitest";
import { errorOf } from "../support/client-with.js";
import { json, type Reply, reply, scriptedFetch, status } from "../support/scripted-fetch.js";
import { authWith } from "../support/token-service.js";

const endpoint = "https://auth.content.example/oauth2/token";

describe("an AuthError", () => {
  it.each<[AuthErrorCode, boolean, boolean]>([
    ["invalid_grant", true, false],
    ["no_token", true, false],
    ["login_required", true, false],
    ["invalid_client", false, false],
    ["invalid_auth_url", false, false],
    ["a_code_of_tomorrow", false, false],
    ["token_server_unavailable", false, true],
    ["token_store_failed", false, true],
    ["temporarily_unavailable", false, true],
  ])("says whether to log in again or to try later: %s", (code, loginRequired, retryable) => {
    const error = new AuthError("no token", code);
    expect(error).toMatchObject({ loginRequired, retryable });
    expectTypeOf(error).toExtend<{ readonly loginRequired: boolean; readonly retryable: boolean }>();
  });

  it("shows name, code, message and cause as JSON, without secrets", async () => {
    const { token, store, service } = authWith({
      fetch: scriptedFetch(() => json({ error: "invalid_client", error_description: "No client-secret." }, 400)),
    });
    expect(JSON.parse(JSON.stringify({ error: await errorOf(token("access-1")) }))).toEqual({
      error: {
        name: "AuthError",
        code: "invalid_client",
        loginRequired: false,
        retryable: false,
        message: expect.stringContaining(
          "the token server rejected the refresh: refreshAccessToken: 400: invalid_client",
        ),
        cause: expect.objectContaining({
          name: "ApiError",
          message: "refreshAccessToken: 400: invalid_client: No [secret]. (POST /oauth2/token)",
        }),
      },
    });
    expect(await store.load()).toEqual(service.tokens);
    expect(JSON.parse(JSON.stringify(new AuthError("none", "no_token")))).not.toHaveProperty("cause");
  });
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
    const message = `no token server at ${endpoint}: received ${received}. ${fix}`;
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
    const options = { authUrl: `${endpoint}${rest}`, clientId: "id", clientSecret: "s", store: authWith().store };
    const message = "authUrl must not end with /oauth2/token: use https://auth.content.example";
    expect(() => refreshingAuth(options)).toThrow(new TypeError(message));
    const { authUrl } = options;
    expect(() => createClient({ baseUrl: "https://api.content.example/2.0", auth: "t", authUrl })).toThrow(message);
  });
});
