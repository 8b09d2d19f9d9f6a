import { expect, test } from "vitest";
import { checkBroken, foundIn } from "../../support/check-broken.js";

const operations = ["findSharedItem"];

test("an etag that has no effect is found", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.headers.get("if-none-match") !== "") sent.headers.delete("if-none-match");
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toEqual(["findSharedItem/not-modified precondition-respected"]);
});

test("a record that counts as unchanged with any etag is found", async () => {
  const report = await checkBroken(
    (sent, pass) =>
      (sent.headers.get("if-none-match") ?? "") === "" ? pass() : Promise.resolve(new Response(null, { status: 304 })),
    { operations },
  );
  expect(foundIn(report)).toEqual(["findSharedItem/modified precondition-respected"]);
});
