import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

test("holds for a body that can be parsed", () => {
  expect(check(get(), answer(crate))).toEqual([]);
});

test("reports a body that says it is JSON and is not", () => {
  const response = { ...answer(crate), body: "<html>" };
  expect(found(check(get(), response))).toEqual([
    {
      rule: "response-json",
      contract: "/paths/~1crates~1{crate_id}/get/responses/200/content/application~1json",
      at: "/response/body",
    },
  ]);
});
