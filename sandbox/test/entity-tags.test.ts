import { expect, test } from "vitest";
import { namesEtag } from "../src/handlers/entity-tags.js";

test.each<[condition: string, strong: boolean, weak: boolean]>([
  ["0", true, true],
  ["*", true, true],
  ['"0"', true, true],
  ['"7", "0"', true, true],
  [',"7",, "0" ,', true, true],
  ['W/"0"', false, true],
  ['"7",W/"0"', false, true],
  ["7", false, false],
  ['"7"', false, false],
  ["0, 7", false, false],
  ['"0', false, false],
  ['w/"0"', false, false],
])("the etag 0 is named by %s as RFC 9110 says, or as it is [ER-08] [ER-18]", (condition, strong, weak) => {
  expect([namesEtag(condition, "0", "strong"), namesEtag(condition, "0", "weak")]).toEqual([strong, weak]);
});
