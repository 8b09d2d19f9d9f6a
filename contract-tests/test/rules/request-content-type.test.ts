import { expect, test } from "vitest";
import { answer, check, crate, found, put, token } from "../support/small-exchange.js";

const body = JSON.stringify({ name: "lid" });
const expected = [
  {
    rule: "request-content-type",
    contract: "/paths/~1crates~1{crate_id}/put/requestBody/content",
    at: "/request/headers/content-type",
  },
];

test("holds for the documented media type, with parameters and in any case", () => {
  expect(check(put({ name: "lid" }), answer(crate))).toEqual([]);
  const headers = { ...token, "Content-Type": "Application/JSON; charset=utf-8" };
  expect(check({ method: "PUT", path: "/crates/7", headers, body }, answer(crate))).toEqual([]);
});

test("reports another media type and none", () => {
  const send = (headers: Record<string, string>) =>
    check({ method: "PUT", path: "/crates/7", headers, body }, answer(crate));
  expect(found(send({ ...token, "content-type": "text/plain" }))).toEqual(expected);
  expect(found(send(token))).toEqual(expected);
});
