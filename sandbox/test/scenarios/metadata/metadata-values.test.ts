import { describe, expect, test } from "vitest";
import { apiErrorOf, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const CONTRACT = { path: { file_id: "4002", scope: "enterprise", template_key: "contract" } };
const PROPERTIES = { path: { file_id: "4002", scope: "global", template_key: "properties" } };

describe("a template takes", () => {
  test.each([
    { party: "" },
    { party: "Übergrößenträger & Söhne \u{1f4c4} ' OR 1=1 --" },
    { amount: 0 },
    { amount: -1.5e-7 },
    { amount: 9_007_199_254_740_991 },
    { signed_at: "2026-02-28T23:59:59Z" },
    { signed_at: "2024-02-29T00:00:00.123+05:30" },
    { status: "ended" },
    { tags: [] },
    { tags: ["purchase", "lease"] },
    {},
  ])("%j as it is [BE-06]", async (values) => {
    const { as } = await startSandbox();
    const owner = as("owner");
    expect(await owner.createFileMetadata({ ...CONTRACT, body: values })).toMatchObject(values);
    expect(await owner.getFileMetadata(CONTRACT)).toMatchObject(values);
  });
});

describe("a template refuses", () => {
  test.each([
    ["colour", { colour: "red" }],
    ["Party", { Party: "A" }],
    ["constructor", { constructor: "A" }],
    ["party", { party: 5 }],
    ["party", { party: null }],
    ["party", { party: ["A"] }],
    ["amount", { amount: "12" }],
    ["amount", { amount: true }],
    ["amount", { amount: [1] }],
    ["signed_at", { signed_at: "2026-02-27" }],
    ["signed_at", { signed_at: "2026-02-27T10:00:00" }],
    ["signed_at", { signed_at: "2026-02-30T10:00:00Z" }],
    ["signed_at", { signed_at: 1_700_000_000 }],
    ["status", { status: "lost" }],
    ["status", { status: "Open" }],
    ["status", { status: "" }],
    ["status", { status: ["open"] }],
    ["tags", { tags: "lease" }],
    ["tags", { tags: ["lease", "rent"] }],
    ["tags", { tags: [1] }],
    ["amount", { party: "right", amount: {} }],
    ["$version", { $version: 7 }],
  ])("by the name of %s what does not fit: %j [BE-06] [ER-09]", async (name, values) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").createFileMetadata({ ...CONTRACT, body: unchecked(values) }));
    expect(refusal).toMatchObject({ status: 400, code: "schema_validation_failed" });
    expect(refusal.message).toContain(` ${name}`);
    expect(Object.keys(refusal.body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
    expect(sandbox.snapshot()).toEqual(before);
  });

  test.each([
    ["a list", "[]"],
    ["text", '"open"'],
    ["null", "null"],
    ["nothing", ""],
    ["broken JSON", '{"amount":'],
  ])("%s in place of values", async (_, body) => {
    const { fetch, server, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const answer = await fetch(`${server.baseUrl}/files/4002/metadata/enterprise/contract`, {
      method: "POST",
      headers: { authorization: "Bearer token-owner", "content-type": "application/json" },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "bad_request" });
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe("global.properties", () => {
  test("takes any keys with any values [BE-06]", async () => {
    const { as } = await startSandbox();
    const values = {
      text: "A",
      number: -1.5,
      yes: true,
      nothing: null,
      list: [1, "two", [null]],
      nested: { deeper: { still: {} } },
      "": "no name",
      "a key/with.odd $ characters": 1,
      ["k".repeat(1000)]: "v".repeat(10_000),
      constructor: "not that one",
    };
    const owner = as("owner");
    expect(await owner.createFileMetadata({ ...PROPERTIES, body: values })).toMatchObject(values);
    expect(await owner.getFileMetadata(PROPERTIES)).toMatchObject(values);
  });

  test("takes a key that JavaScript keeps for itself [BE-06]", async () => {
    const { as } = await startSandbox();
    const body: Record<string, unknown> = JSON.parse('{"__proto__":{"$id":"forged"},"toString":"text"}');
    const made = await as("owner").createFileMetadata({ ...PROPERTIES, body });
    expect(Object.getOwnPropertyDescriptor(made, "__proto__")?.value).toEqual({ $id: "forged" });
    expect(made.$id).not.toBe("forged");
  });

  test("leaves the attributes of the system to the service [BE-05] [ER-09]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").createFileMetadata({ ...PROPERTIES, body: { $id: "forged" } }));
    expect(refusal).toMatchObject({ status: 400, code: "schema_validation_failed" });
    expect(sandbox.snapshot()).toEqual(before);
  });
});
