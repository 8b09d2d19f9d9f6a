import { expect, test } from "vitest";
import { answer, box, check, found, get, token } from "../../test/small-exchange.js";

const unknown = [{ rule: "operation-known", contract: "/paths", at: "/request/url" }];

test("holds for a path, and for a URL below the address of the contract or a given one", () => {
  const headers = { ...token, "box-key": "k" };
  const url = (address: string) => ({ method: "get", url: `${address}/boxes/7`, headers });
  expect(check(get("/boxes/7"), answer(box))).toEqual([]);
  expect(check(url("https://api.small.example/v1"), answer(box))).toEqual([]);
  expect(check(url("http://127.0.0.1:80/x"), answer(box), { baseUrl: "http://127.0.0.1:80/x/" })).toEqual([]);
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
  expect(found(check(get("/crates/7"), answer(box)))).toEqual(unknown);
  expect(found(check(get("/boxes/7/lid"), answer(box)))).toEqual(unknown);
  expect(found(check(get("/boxes/7/"), answer(box)))).toEqual(unknown);
  expect(found(check(get("/boxes%2F7"), answer(box)))).toEqual(unknown);
});

test("reports a path with a broken percent sign", () => {
  expect(found(check(get("/boxes/%E0"), answer(box)))).toEqual(unknown);
});

test("reports a URL on another host, and one that only begins like the address", () => {
  const at = (url: string) => found(check({ method: "GET", url, headers: token }, answer(box)));
  expect(at("https://elsewhere.example/v1/boxes/7")).toEqual(unknown);
  expect(at("https://api.small.example/v10/boxes/7")).toEqual(unknown);
});

test("does not repeat the query in its message, since it may hold a secret", () => {
  expect(check(get("/crates?key=hidden"), answer(box))[0]?.message).not.toContain("hidden");
});
