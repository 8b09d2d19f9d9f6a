import { expect, test } from "vitest";
import { answer, box, check, found, put, token } from "../../test/small-exchange.js";

const body = JSON.stringify({ name: "lid" });
const expected = [
  {
    rule: "request-content-type",
    contract: "/paths/~1boxes~1{box_id}/put/requestBody/content",
    at: "/request/headers/content-type",
  },
];

test("holds for the documented media type, with parameters and in any case", () => {
  expect(check(put({ name: "lid" }), answer(box))).toEqual([]);
  const headers = { ...token, "Content-Type": "Application/JSON; charset=utf-8" };
  expect(check({ method: "PUT", path: "/boxes/7", headers, body }, answer(box))).toEqual([]);
});

test("reports another media type and none", () => {
  const send = (headers: Record<string, string>) =>
    check({ method: "PUT", path: "/boxes/7", headers, body }, answer(box));
  expect(found(send({ ...token, "content-type": "text/plain" }))).toEqual(expected);
  expect(found(send(token))).toEqual(expected);
});
