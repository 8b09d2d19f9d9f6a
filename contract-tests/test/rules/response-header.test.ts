import { expect, test } from "vitest";
import { answer, check, found, get } from "../support/small-exchange.js";

const HEADER = "/components/responses/TooMany/headers/Retry-After";
const at = "/response/headers/retry-after";

function tooMany(headers: Record<string, string>) {
  return found(check(get(), answer({ code: "slow_down" }, 429, headers)));
}

test("holds for a header that fits", () => {
  expect(tooMany({ "retry-after": "2" })).toEqual([]);
});

test("reports a required header that is missing", () => {
  expect(tooMany({})).toEqual([{ rule: "response-header", contract: HEADER, at }]);
});

test("reports a value of the wrong type and one out of range", () => {
  expect(tooMany({ "Retry-After": "soon" })).toEqual([
    { rule: "response-header", contract: `${HEADER}/schema/type`, at },
  ]);
  expect(tooMany({ "Retry-After": "0" })).toEqual([
    { rule: "response-header", contract: `${HEADER}/schema/minimum`, at },
  ]);
});
