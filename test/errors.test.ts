import { inspect } from "node:util";
import {
  ApiError,
  AuthError,
  type AuthErrorCode,
  type ErrorBody,
  type ErrorCode,
  type ErrorReason,
  isApiError,
  isAuthError,
  isLoginRequired,
  isNetworkError,
  isTimeoutError,
  NetworkError,
  TimeoutError,
} from "content-service-client";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { clientWith, errorOf, tokenRequest } from "./support/client-with.js";
import { json, type Reply, reset, scriptedFetch, status } from "./support/scripted-fetch.js";
import { authUrl, authWith } from "./support/token-service.js";

const notFound = {
  type: "error",
  status: 404,
  code: "not_found",
  message: "No such file.",
  context_info: null,
  help_url: "https://developer.content.example/errors/not_found",
  request_id: "r7k2m9qx",
};

/** The error of `updateFile` after a reply. */
async function errorAfter(reply: Reply, headers: Record<string, string> = {}): Promise<ApiError> {
  const { client, clock } = clientWith(scriptedFetch(reply), { retry: false });
  const call = client.updateFile({ path: { file_id: "4001" }, query: { fields: ["name"] }, header: headers, body: {} });
  const error = await errorOf(clock.run(call));
  if (!isApiError(error)) throw error;
  return error;
}

describe("an ApiError", () => {
  it("names the reasons of the service in its message, and lists them [CL-8]", async () => {
    const errors = [
      { reason: "missing_parameter", name: "displayName", message: "is missing" },
      { name: "tags", message: "/tags is not unique." },
      { reason: "invalid_value" },
      { message: `must be a time with an offset, ${"for example ".repeat(8)}2036-03-11T08:00:00+00:00` },
    ];
    const body = { code: "bad_request", message: "Bad Request.", context_info: { errors } };
    const error = await errorAfter(() => json(body, 400));
    const reasons = "displayName: is missing; /tags is not unique; invalid_value; must";
    expect(error.message).toContain(`400: bad_request: Bad Request: ${reasons}`);
    expect(error.message).toContain("2036-03-11T08:00:00+00:00 (PUT");
    expect(error.reasons).toEqual(errors);
    expectTypeOf(error.reasons[0]).toEqualTypeOf<ErrorReason | undefined>();
  });

  it("names the failed call, the reason and the request id, and hides request and response when printed [ER-34]", async () => {
    const error = await errorAfter(() => json(notFound, 404, { "retry-after": "2", "x-request-id": "other" }));
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toEqual({
      status: 404,
      code: "not_found",
      operation: "updateFile",
      requestId: "r7k2m9qx",
      retryAfterMs: 2000,
      attempts: 1,
      mayBeApplied: false,
      body: notFound,
      excerpt: undefined,
    });
    expect(String(error)).toBe("ApiError: updateFile: 404: not_found: No such file. (PUT /2.0/files/4001)");
    expectTypeOf(error.status).toBeNumber();
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode | undefined>();
    expectTypeOf(error.body).toEqualTypeOf<ErrorBody | undefined>();
    expectTypeOf(error.retryAfterMs).toEqualTypeOf<number | undefined>();
    expect(error.request).toEqual({ method: "PUT", path: "/2.0/files/4001" });
    expect(error.response?.headers.get("content-type")).toBe("application/json");
    expectTypeOf(error.response).toEqualTypeOf<Response | undefined>();
  });

  it.each(["invalid_grant", "temporarily_unavailable"])("is a 200 of a token server with %s", async (code) => {
    const tokens = { access_token: "s3cret-1", refresh_token: "s3cret-2" };
    const echo = { error: code, error_description: "No s3cret-0 for s3cret-2.", ...tokens };
    const { client } = clientWith(
      scriptedFetch(() => json(echo)),
      { authUrl },
    );
    const error = await errorOf(client.refreshAccessToken({ body: tokenRequest }));
    const body = { error: code, error_description: "No [secret] for [secret]." };
    expect(error).toMatchObject({ status: 200, code, body });
    expect(inspect(error, { depth: 9 })).not.toContain("s3cret");
  });

  it.each([
    ["a code that is a number", { code: 5, message: "odd" }, undefined],
    ["a code and an error", { code: 5, error: "odd" }, "odd"],
    ["two codes", { error: "other", code: "odd" }, "odd"],
    ["an array", [notFound], undefined],
    ["a number as the request id", { code: "odd", request_id: 7 }, "odd", "7"],
  ])("is made from %s as well", async (_, body, code, requestId = undefined) => {
    const error = await errorAfter(() => json(body, 400));
    expect(error).toMatchObject({ status: 400, code, requestId });
    expect(error.body).toEqual(code === undefined ? undefined : body);
  });
});

describe("a NetworkError", () => {
  it("names the reason without a code, as for a port that fetch forbids, also in a call with null", async () => {
    const { client } = clientWith(fetch, { baseUrl: "http://127.0.0.1:1", retry: false });
    const error = await errorOf(client.getCurrentUser(null as never));
    expect(error).toHaveProperty("message", "no response: bad port (GET /users/me)");
  });

  it("names the error code and keeps the cause", async () => {
    const { client } = clientWith(scriptedFetch(reset), { retry: false });
    const error = await errorOf(client.getCurrentUser());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      message: "no response: ECONNRESET (GET /2.0/users/me)",
      operation: "getCurrentUser",
      attempts: 1,
      request: { method: "GET", path: "/2.0/users/me" },
      cause: { message: "fetch failed", cause: { code: "ECONNRESET" } },
    });
    expect(Object.keys(Object(error))).toEqual(["operation", "attempts", "mayBeApplied"]);
  });

  it.each([
    ["an error without one", new Error("lost\r\nhttps://a/b?key=x"), "lost https://a/b", "lost\r\nhttps://a/b?key=x"],
    ["no error at all", "x", "x", "x"],
    ["an error without a message", new RangeError(), "RangeError", ""],
  ])("names %s by its code, its message or its name, and keeps the cause", async (_, thrown, reason, text) => {
    const { client, clock } = clientWith(scriptedFetch(() => Promise.reject(thrown)));
    const call = clock.run(client.getCurrentUser());
    const message = `no response: ${reason} (GET /2.0/users/me)`;
    await expect(call).rejects.toMatchObject({ message, attempts: 4, cause: { message: text } });
  });
});

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
        message: expect.stringMatching(/^the token server rejected the refresh: refreshAccessToken: 400: inv/),
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

describe("the guards", () => {
  const call = { operation: undefined, method: "GET", url: "https://api.content.example/", attempts: 1 };
  const errors = {
    api: new ApiError("no", call, { status: 404, code: "not_found" }),
    auth: new AuthError("no", "no_token"),
    network: new NetworkError("no", call),
    timeout: new TimeoutError("no", call, { scope: "call", timeoutMs: 1 }),
    other: new Error("no"),
    nothing: undefined,
  };
  it.each([
    ["isApiError", (error: unknown) => isApiError(error), "api"],
    ["isAuthError", isAuthError, "auth"],
    ["isNetworkError", isNetworkError, "network"],
    ["isTimeoutError", isTimeoutError, "timeout"],
  ])("%s is true for its own kind only", (_, guard, kind) => {
    expect(Object.entries(errors).filter(([, error]) => guard(error))).toEqual([[kind, expect.anything()]]);
  });

  it("know the errors of another copy of the package, and a call passes on its AuthError", async () => {
    vi.resetModules();
    const other = await import("content-service-client");
    expect(other.ApiError).not.toBe(ApiError);
    expect(Object.values(errors).map((error) => other.isApiError(error) || other.isNetworkError(error))).toEqual([
      ...[true, false, true, false, false, false],
    ]);
    expect([other.isAuthError(errors.auth), other.isTimeoutError(errors.timeout)]).toEqual([true, true]);
    const auth = async () => Promise.reject(new other.AuthError("signed out", "no_token"));
    const error = await errorOf(clientWith(scriptedFetch(status(401)), { auth }).client.getCurrentUser());
    expect(error).toBeInstanceOf(other.AuthError);
  });

  it("isApiError checks the code, if given", () => {
    expect(isApiError(errors.api, "not_found")).toBe(true);
    expect(isApiError(errors.api, "precondition_failed")).toBe(false);
    expect(isApiError(errors.auth, "not_found")).toBe(false);
    // @ts-expect-error: not a code of the contract
    expect(isApiError(errors.api, "not_fuond")).toBe(false);
  });

  it("isLoginRequired is true for a 401 and for an AuthError that only a login ends", async () => {
    const { client } = clientWith(scriptedFetch(status(401)));
    expect(isLoginRequired(await errorOf(client.getCurrentUser()))).toBe(true);
    expect(isLoginRequired(new AuthError("spent", "invalid_grant"))).toBe(true);
    expect(isLoginRequired(new AuthError("down", "token_server_unavailable"))).toBe(false);
    expect(isLoginRequired(errors.api)).toBe(false);
    expect(isLoginRequired(undefined)).toBe(false);
  });

  it("narrow the type", () => {
    const error: unknown = errors.api;
    if (isApiError(error)) expectTypeOf(error).toEqualTypeOf<ApiError>();
    if (isAuthError(error)) expectTypeOf(error).toEqualTypeOf<AuthError>();
    if (isNetworkError(error)) expectTypeOf(error).toEqualTypeOf<NetworkError>();
    if (isTimeoutError(error)) {
      expectTypeOf(error.scope).toEqualTypeOf<"attempt" | "call" | undefined>();
      expectTypeOf(error.mayBeApplied).toEqualTypeOf<boolean | undefined>();
    }
    if (isApiError(error, "not_found")) expectTypeOf(error.code).toEqualTypeOf<"not_found">();
  });
});
