import { expect, it } from "vitest";
import { read } from "../../support/repository.js";

it("lists every assumption that the contract marks, and no other", () => {
  const marked = [...read("generated/openapi.json").matchAll(/"x-assumed": "(D\d\d)"/g)].map(([, id]) => id);
  const listed = [...read("docs/assumptions.md").matchAll(/^\| (D\d\d) /gm)].map(([, id]) => id);
  expect(listed).toEqual([...new Set(marked)].toSorted());
});
