import { isJsonObject, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Breaking, checkBroken, withBody } from "../../support/check-broken.js";

/** Changes a record inside of the responses of one path. */
const within =
  (path: string, name: string, change: object): Breaking =>
  (sent, pass) => {
    if (!sent.url.pathname.includes(path)) return pass();
    return withBody(pass(), (body) =>
      isJsonObject(body[name]) ? { ...body, [name]: { ...objectAt(body, name), ...change } } : body,
    );
  };

const operations = ["findSharedItem", "getTaskAssignment"];

test.each([
  ["name", { name: "another.pdf" }],
  ["etag", { etag: "77" }],
  ["sha1", { sha1: "0".repeat(40) }],
])("finds a record with another %s in a second response", async (attribute, change) => {
  const report = await checkBroken(within("/task_assignments/", "item", change), {
    operations: ["listFileVersionRetentions", ...operations],
  });
  const found = report.checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === "consistent-records");
  expect(found[0]).toMatchObject({ operation: "getTaskAssignment", at: `/response/body/item/${attribute}` });
  expect(found[0]?.message).toMatch(/^Expected the `\w+` ".+" of file \d+, as in \w+; received ".+"$/);
});

test("accepts a record that somebody changes during the run", async () => {
  let left = 12;
  const renamed: Breaking = async (_, pass) => {
    const response = await pass();
    if (left-- <= 0 || response.status !== 200) return response;
    const { status, headers } = response;
    return new Response((await response.text()).replaceAll("lease.pdf", "renamed.pdf"), { status, headers });
  };
  const report = await checkBroken(renamed, { operations });
  expect(left).toBeLessThan(0);
  expect(report.checks.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([]);
});
