import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

const at = "/request/headers/authorization";

function withAuthorization(value: string | undefined) {
  const headers = { "crate-key": "k", ...(value === undefined ? {} : { Authorization: value }) };
  return found(check({ method: "GET", path: "/crates/7", headers }, answer(crate)));
}

function refresh(headers: Record<string, string>) {
  const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
  return found(check({ method: "POST", path: "/token", headers: form, body: "grant_type=refresh_token" }, answer({})));
}

test("holds for a bearer token where one is needed, and for none where none is", () => {
  expect(withAuthorization("Bearer abc.def-_~+/==")).toEqual([]);
  expect(withAuthorization("bearer abc")).toEqual([]);
  expect(refresh({})).toEqual([]);
});

test("reports a missing token, another scheme, and a token that is none", () => {
  const expected = [{ rule: "request-security", contract: "/security", at }];
  expect(withAuthorization(undefined)).toEqual(expected);
  expect(withAuthorization("Basic YTpi")).toEqual(expected);
  expect(withAuthorization("Bearer")).toEqual(expected);
  expect(withAuthorization("Bearer a b")).toEqual(expected);
});

test("reports a token where the operation takes none", () => {
  expect(refresh({ authorization: "Bearer abc" })).toEqual([
    { rule: "request-security", contract: "/paths/~1token/post/security", at },
  ]);
});

test("does not repeat the token in its message", () => {
  const headers = { authorization: "Basic hidden", "crate-key": "k" };
  expect(check(get("/crates/7", headers), answer(crate))[0]?.message).not.toContain("hidden");
});
