import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

const expected = [
  {
    rule: "response-content-type",
    contract: "/paths/~1crates~1{crate_id}/get/responses/200/content",
    at: "/response/headers/content-type",
  },
];

test("holds for the documented media type, with parameters", () => {
  expect(check(get(), answer(crate, 200, { "content-type": "application/json; charset=utf-8" }))).toEqual([]);
});

test("reports another media type and none", () => {
  expect(found(check(get(), answer(crate, 200, { "content-type": "text/html" })))).toEqual(expected);
  expect(found(check(get(), { status: 200, headers: {}, body: "{}" }))).toEqual(expected);
});
