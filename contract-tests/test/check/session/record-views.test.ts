import { isJsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { replaces, responses, runOn } from "../../support/defects.js";

const CHECKS = ["listFileVersionRetentions/succeeds", "findSharedItem/succeeds", "getTaskAssignment/succeeds"];

test.each([
  ["name", { name: "another.pdf" }],
  ["etag", { etag: "77" }],
  ["sha1", { sha1: "0".repeat(40) }],
])("finds a record with another %s in a second response", async (attribute, change) => {
  const misbehave = responses(
    ({ item, ...body }) => (isJsonObject(item) ? { ...body, item: { ...item, ...change } } : undefined),
    ({ ok }, { path }) => ok && path.startsWith("/task_assignments/"),
  );
  const { checks } = await runOn(CHECKS, misbehave);
  const found = checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === "consistent-records");
  expect(found[0]).toMatchObject({ operation: "getTaskAssignment", at: `/response/body/item/${attribute}` });
  expect(found[0]?.message).toMatch(/^Expected the `\w+` ".+" of file \d+, as in \w+; received ".+"$/);
});

test("accepts a record that somebody changes during the run", async () => {
  let left = 12;
  const renamed = replaces(
    ({ ok }) => ok && left-- > 0,
    async (_, response) =>
      new Response((await response.text()).replaceAll("lease.pdf", "renamed.pdf"), { headers: response.headers }),
  );
  const { messages } = await runOn(["findSharedItem/*", "getTaskAssignment/*"], renamed, { effects: "none" });
  expect(left).toBeLessThan(0);
  expect(messages).toEqual([]);
});
