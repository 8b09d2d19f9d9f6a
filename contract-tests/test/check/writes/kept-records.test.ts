import type { JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, requests, runOn, type Sent } from "../../support/defects.js";

const CHECK = ["updateFile/keeps-the-rest"];
const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+\?/.test(path);

/** An update of one property also changes another. */
const defects: [property: string, other: JsonObject][] = [
  ["name", { shared_link: null }],
  ["parent", { tags: [] }],
  ["lock", { description: "" }],
  ["shared_link", { lock: null }],
];

test.each(defects)("finds that an update of %s also sends %j", async (property, others) => {
  const misbehave = requests(
    (sent) => isUpdate(sent) && property in sent.json && { body: { ...others, ...sent.json } },
  );
  expect((await runOn(CHECK, misbehave)).rules).toContain("state-kept");
});

/** Another request after each rename. */
const afterRename =
  (method: string, path: (own: string) => string): Misbehave =>
  async (sent, sandbox) => {
    const response = await sent.forward();
    if (!isUpdate(sent) || !("name" in sent.json) || !response.ok) return response;
    const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
    const url = `${sandbox.baseUrl}${path(sent.path.replace(/\?.*/, ""))}`;
    const text = { description: String(sent.json["name"]) };
    await sandbox.fetch(url, { method, headers, ...(method === "DELETE" ? {} : { body: JSON.stringify(text) }) });
    return response;
  };

test.each([
  ["deletes the metadata", afterRename("DELETE", (own) => `${own}/metadata/global/properties`), "state-kept"],
  ["describes another file", afterRename("PUT", () => "/files/4001"), "consistent-records"],
])("finds that a rename %s", async (_, misbehave, rule) => {
  expect((await runOn(CHECK, misbehave)).rules).toEqual([rule]);
});

test("passes on a healthy sandbox, and when another user changes a file once", async () => {
  let isChanged = false;
  const { checks, leftBehind } = await runOn(CHECK, async (sent, sandbox) => {
    if (isChanged || !("name" in sent.json)) return sent.forward();
    isChanged = true;
    return afterRename("PUT", () => "/files/4001")(sent, sandbox);
  });
  expect(checks.map(({ outcome }) => outcome)).toEqual(["passed"]);
  expect(leftBehind).toEqual([]);
});
