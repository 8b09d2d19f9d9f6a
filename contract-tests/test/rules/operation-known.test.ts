import { expect, test } from "vitest";
import { answer, check, crate, found, get, token } from "../support/small-exchange.js";

const unknown = [{ rule: "operation-known", contract: "/paths", at: "/request/url" }];

test("holds for a path, and for a URL below the address of the contract or a given one", () => {
  const headers = { ...token, "crate-key": "k" };
  const url = (address: string) => ({ method: "get", url: `${address}/crates/7`, headers });
  expect(check(get("/crates/7"), answer(crate))).toEqual([]);
  expect(check(url("https://api.small.example/v1"), answer(crate))).toEqual([]);
  expect(check(url("http://127.0.0.1:80/x"), answer(crate), { baseUrl: "http://127.0.0.1:80/x/" })).toEqual([]);
});

test("finds an operation with its own server below that server alone", () => {
  const refresh = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
  const body = "grant_type=refresh_token";
  const at = (url: string, options = {}) => found(check({ ...refresh, url, body }, answer({ token: "t" }), options));
  expect(at("https://auth.small.example/token")).toEqual([]);
  expect(at("http://auth.local/token", { authUrl: "http://auth.local" })).toEqual([]);
  expect(at("https://api.small.example/v1/token")).toEqual(unknown);
});

test("reports a path that no template fits, and an encoded slash does not make one fit", () => {
  expect(found(check(get("/shelves/7"), answer(crate)))).toEqual(unknown);
  expect(found(check(get("/crates/7/lid"), answer(crate)))).toEqual(unknown);
  expect(found(check(get("/crates/7/"), answer(crate)))).toEqual(unknown);
  expect(found(check(get("/crates%2F7"), answer(crate)))).toEqual(unknown);
});

test("reports a path with a broken percent sign", () => {
  expect(found(check(get("/crates/%E0"), answer(crate)))).toEqual(unknown);
});

test("reports a URL on another host, and one that only begins like the address", () => {
  const at = (url: string) => found(check({ method: "GET", url, headers: token }, answer(crate)));
  expect(at("https://elsewhere.example/v1/crates/7")).toEqual(unknown);
  expect(at("https://api.small.example/v10/crates/7")).toEqual(unknown);
});

test("does not repeat the query in its message, since it may hold a secret", () => {
  expect(check(get("/crates?key=hidden"), answer(crate))[0]?.message).not.toContain("hidden");
});
