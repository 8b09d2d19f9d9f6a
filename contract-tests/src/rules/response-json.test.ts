import { expect, test } from "vitest";
import { answer, box, check, found, get } from "../../test/small-exchange.js";

test("holds for a body that can be parsed", () => {
  expect(check(get(), answer(box))).toEqual([]);
});

test("reports a body that says it is JSON and is not", () => {
  const response = { ...answer(box), body: "<html>" };
  expect(found(check(get(), response))).toEqual([
    {
      rule: "response-json",
      contract: "/paths/~1boxes~1{box_id}/get/responses/200/content/application~1json",
      at: "/response/body",
    },
  ]);
});
