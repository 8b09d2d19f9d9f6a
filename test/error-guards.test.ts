import {
  ApiError,
  AuthError,
  isApiError,
  isAuthError,
  isNetworkError,
  isTimeoutError,
  NetworkError,
  TimeoutError,
} from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { never, scriptedFetch } from "./support/scripted-fetch.js";

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
  ])("%s takes its own kind and no other", (_, guard, kind) => {
    expect(Object.entries(errors).filter(([, error]) => guard(error))).toEqual([[kind, expect.anything()]]);
  });

  it("isApiError takes one code where a code is given", () => {
    expect(isApiError(errors.api, "not_found")).toBe(true);
    expect(isApiError(errors.api, "precondition_failed")).toBe(false);
    expect(isApiError(errors.auth, "no_token")).toBe(false);
  });

  it("tell the compiler what they know", () => {
    const error: unknown = errors.api;
    if (isApiError(error)) expectTypeOf(error).toEqualTypeOf<ApiError>();
    if (isAuthError(error)) expectTypeOf(error).toEqualTypeOf<AuthError>();
    if (isNetworkError(error)) expectTypeOf(error).toEqualTypeOf<NetworkError>();
    if (isTimeoutError(error)) expectTypeOf(error.scope).toEqualTypeOf<"attempt" | "call">();
  });

  it("go with names that a printed error shows", async () => {
    expect(Object.values(errors).map((error) => error?.name)).toEqual([
      "ApiError",
      "AuthError",
      "NetworkError",
      "TimeoutError",
      "Error",
      undefined,
    ]);
    const { client, clock } = clientWith(scriptedFetch(never), { retry: false });
    await expect(clock.run(client.getCurrentUser())).rejects.toBeInstanceOf(TimeoutError);
  });
});
