import type { Client } from "content-service-client";
import { describe, expect } from "vitest";
import { expectApiError, expectApiErrors, unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const on = (file_id: string, scope = "enterprise_7001", template_key = "contract") => ({
  path: { file_id, scope, template_key },
});
type Place = ReturnType<typeof on>;
const PROPERTIES = on("4002", "global", "properties");

const calls = (client: Client, place: Place) => [
  client.createFileMetadata({ ...place, body: {} }),
  client.getFileMetadata(place),
  client.deleteFileMetadata(place),
];

/** Expects that a caller can neither create, read nor delete an instance, since its template does not exist for the caller. */
async function expectNoTemplate(client: Client, place: Place) {
  const [create, ...others] = calls(client, place);
  if (create !== undefined) await expectApiError(create, 404, "instance_tuple_not_found");
  await expectApiErrors(others, 404, "instance_not_found");
}

describe("an instance", () => {
  test("can be created, read and deleted [OP-04] [OP-05] [OP-06] [BE-05] [ST-5]", async ({ as }) => {
    const owner = as("owner");
    const place = on("4002");
    await expectApiError(owner.getFileMetadata(place), 404, "instance_not_found");
    const values = { status: "signed", amount: 12, signed_at: "2026-01-01t10:00:00z", party: "", tags: ["lease"] };
    const made = await owner.createFileMetadata({ ...place, body: values });
    expect(made).toEqual({
      $type: "contract-b4a7c1e0-5d2f-4c3a-9e8b-1f0d2c3b4a55",
      $parent: "file_4002",
      $id: expect.any(String),
      $version: 0,
      $typeVersion: 0,
      $template: "contract",
      $scope: "enterprise_7001",
      $canEdit: true,
      ...values,
    });
    expect(await owner.getFileMetadata(place)).toEqual(made);
    expect(await owner.deleteFileMetadata(place)).toBeUndefined();
    await expectApiError(owner.getFileMetadata(place), 404, "instance_not_found");
    expect((await owner.createFileMetadata({ ...place, body: {} })).$id).not.toBe(made.$id);
  });

  test("is not changed by the creation of another one [ER-12] [ST-6]", async () => {
    for (const body of [{ status: "ended" }, {}])
      await expectApiError(shared.as("owner").createFileMetadata({ ...on("4001"), body }), 409, "tuple_already_exists");
  });

  test("has its version, and whether the caller may change it [BE-05] [ST-8]", async ({ as, sandbox }) => {
    const seed = sandbox.snapshot();
    for (const instance of seed.metadata_instances ?? []) if (instance.item.id === "4001") instance.version = 3;
    sandbox.restore(seed);
    const expectEditable = async (person: "owner" | "reviewer" | "admin", $canEdit: boolean) =>
      expect(await as(person).getFileMetadata(on("4001"))).toMatchObject({ $version: 3, $canEdit });
    await expectEditable("reviewer", false);
    await expectEditable("admin", true);
    await as("owner").updateFile({ path: { file_id: "4001" }, body: { lock: { access: "lock" } } });
    await expectEditable("admin", false);
    await expectEditable("owner", true);
  });
});

describe("the scope", () => {
  test("`enterprise` is that of the caller, and those of another are hidden [CO-3] [ER-11] [ER-14]", async ({ as }) => {
    const [owner, partner] = [as("owner"), as("partner")];
    await owner.createFileMetadata({ ...on("4007"), body: { amount: 5 } });
    const made = await partner.createFileMetadata({ ...on("4007", "enterprise", "partnership"), body: {} });
    expect(made).toMatchObject({ $scope: "enterprise_7002", $template: "partnership", $canEdit: true });
    expect(await partner.getFileMetadata(on("4007", "enterprise_7002", "partnership"))).toEqual(made);
    for (const scope of ["enterprise", "enterprise_7002"])
      await expectNoTemplate(owner, on("4007", scope, "partnership"));
    for (const scope of ["enterprise", "enterprise_7001"]) await expectNoTemplate(partner, on("4007", scope));
    for (const [client, seen] of [
      [owner, "enterprise_7001"],
      [partner, "enterprise_7002"],
    ] as const) {
      const file = await client.updateFile({ path: { file_id: "4007" }, query: { fields: ["metadata"] }, body: {} });
      expect(Object.keys(file.metadata ?? {})).toEqual([seen]);
    }
  });

  test("`global` is for everybody, whatever the enterprise [CO-3]", async ({ as }) => {
    const place = on("4007", "global", "properties");
    const made = await as("partner").createFileMetadata({ ...place, body: { any: "thing" } });
    expect(made).toMatchObject({ $scope: "global", $template: "properties", $type: "properties", any: "thing" });
    expect(await as("owner").getFileMetadata(place)).toEqual(made);
  });

  test("needs a template [ER-11] [ER-14] [ER-16]", async () => {
    for (const [scope, key] of [
      ["enterprise_7001", "parcel"],
      ["enterprise", "properties"],
      ["global", "contract"],
      ["enterprise_7777", "contract"],
    ] as const)
      await expectNoTemplate(shared.as("owner"), on("4002", scope, key));
  });

  test("is a text of the contract, with a key of up to 64 characters [ER-13] [ER-15]", async () => {
    for (const [scope, key] of [
      ["enterprise_7001x", "contract"],
      ["global", "k".repeat(65)],
    ] as const) {
      const errors = await expectApiErrors(calls(shared.as("owner"), on("4001", scope, key)), 400, "bad_request");
      for (const { body, message } of errors) {
        expect(Object.keys(body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
        // The short form of an error has its parts in the message.
        expect(message).toMatch(/The path parameter (scope|template_key) must/);
      }
    }
  });
});

test("another method is 405 with those that there are, and a file id that is no number 405 with none [ER-17]", async () => {
  const url = `${shared.server.baseUrl}/files/4001/metadata/global/properties`;
  for (const method of ["PUT", "PATCH", "HEAD"]) {
    const response = await shared.fetch(url, { method, headers: { authorization: "Bearer token-owner" } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  }
  const errors = await expectApiErrors(calls(shared.as("owner"), on("4001x")), 405, "method_not_allowed");
  for (const { response } of errors) expect(response?.headers.get("allow")).toBe("");
});

test.for([
  ["color", { color: "red" }],
  ["party", { party: 5 }],
  ["amount", { amount: "12" }],
  ["signed_at", { signed_at: "2026-02-30T10:00:00Z" }],
  ["signed_at", { signed_at: "2036-06-30T10:00:60Z" }],
  ["status", { status: "lost" }],
  ["tags", { tags: ["lease", "rent"] }],
  ["$version", { $version: 7 }],
])("a template rejects by the name of %s what does not fit: %j [BE-06] [ER-09]", async ([name, values]) => {
  const call = shared.as("owner").createFileMetadata({ ...on("4002"), body: unchecked<object>(values) });
  const error = await expectApiError(call, 400, "schema_validation_failed");
  expect(error.message).toContain(` ${name}`);
  expect(Object.keys(error.body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
});

test("global.properties accepts any key and value but those of the system [BE-05] [BE-06] [ER-09]", async ({ as }) => {
  const values: Record<string, unknown> = {
    text: "A",
    number: -1.5,
    yes: true,
    nothing: null,
    list: [1, "two", [null]],
    nested: { deeper: {} },
    "": "no name",
    "a key/with.odd $ characters": 1,
    ["k".repeat(1000)]: "v".repeat(10_000),
    ...JSON.parse('{"toString":"text","constructor":"not that one"}'),
  };
  // JSON.parse makes an own property of __proto__.
  Object.defineProperty(values, "__proto__", { value: { $id: "forged" }, enumerable: true });
  const owner = as("owner");
  const forged = owner.createFileMetadata({ ...PROPERTIES, body: { $id: "forged" } });
  await expectApiError(forged, 400, "schema_validation_failed");
  const made = await owner.createFileMetadata({ ...PROPERTIES, body: values });
  expect(Object.entries(made)).toEqual(expect.arrayContaining(Object.entries(values)));
  expect(made.$id).not.toBe("forged");
  expect(await owner.getFileMetadata(PROPERTIES)).toEqual(made);
});
