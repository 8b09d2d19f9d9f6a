import type { Client } from "content-service-client";
import { describe, expect } from "vitest";
import { apiErrorOf, expectApiError, unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const FILE = "4002";
const on = (file_id: string, scope = "enterprise_7001", template_key = "contract") => ({
  path: { file_id, scope, template_key },
});
const PARTNERSHIP = { scope: "enterprise_7002", templateKey: "partnership" };

describe("an instance", () => {
  test("can be created, read and deleted [OP-04] [OP-05] [OP-06] [BE-05] [ST-5]", async ({ as }) => {
    const owner = as("owner");
    expect(await apiErrorOf(owner.getFileMetadata(on(FILE)))).toMatchObject({ code: "instance_not_found" });
    const values = { status: "signed", amount: 12, signed_at: "2026-01-01T10:00:00+02:00", party: "", tags: ["lease"] };
    const made = await owner.createFileMetadata({ ...on(FILE), body: values });
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
    expect(await owner.getFileMetadata(on(FILE))).toEqual(made);
    expect(await owner.deleteFileMetadata(on(FILE))).toBeUndefined();
    expect(await apiErrorOf(owner.getFileMetadata(on(FILE)))).toMatchObject({ code: "instance_not_found" });
    expect((await owner.createFileMetadata({ ...on(FILE), body: {} })).$id).not.toBe(made.$id);
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
  test("`enterprise` means another one for a partner [CO-3] [ER-11] [ER-14]", async ({ as }) => {
    const [owner, partner] = [as("owner"), as("partner")];
    await owner.createFileMetadata({ ...on("4007"), body: { amount: 5 } });
    const made = await partner.createFileMetadata({ ...on("4007", "enterprise", "partnership"), body: {} });
    expect(made).toMatchObject({ $scope: PARTNERSHIP.scope, $template: PARTNERSHIP.templateKey, $canEdit: true });
    expect(await partner.getFileMetadata(on("4007", "enterprise_7002", "partnership"))).toEqual(made);

    for (const [client, ...foreign] of [
      [owner, "enterprise_7002", "partnership"],
      [owner, "enterprise", "partnership"],
      [partner, "enterprise_7001", "contract"],
      [partner, "enterprise", "contract"],
    ] as const) {
      await expectApiError(
        client.createFileMetadata({ ...on("4007", ...foreign), body: {} }),
        404,
        "instance_tuple_not_found",
      );
      for (const call of [client.getFileMetadata, client.deleteFileMetadata]) {
        await expectApiError(call(on("4007", ...foreign)), 404, "instance_not_found");
      }
    }
    for (const [client, seen] of [
      [owner, "enterprise_7001"],
      [partner, "enterprise_7002"],
    ] as const) {
      const file = await client.updateFile({ path: { file_id: "4007" }, query: { fields: ["metadata"] }, body: {} });
      expect(Object.keys(file.metadata ?? {})).toEqual([seen]);
    }
  });

  test("global is for everybody, whatever the enterprise [CO-3]", async ({ as }) => {
    const place = on("4007", "global", "properties");
    const made = await as("partner").createFileMetadata({ ...place, body: { any: "thing" } });
    expect(made).toMatchObject({ $scope: "global", $template: "properties", $type: "properties", any: "thing" });
    expect(await as("owner").getFileMetadata(place)).toEqual(made);
  });
});

describe("a call about an instance is rejected", () => {
  const calls: readonly ((client: Client, place: ReturnType<typeof on>) => PromiseLike<unknown>)[] = [
    (client, place) => client.createFileMetadata({ ...place, body: {} }),
    (client, place) => client.getFileMetadata(place),
    (client, place) => client.deleteFileMetadata(place),
  ];

  test.each([
    ["enterprise_7001", "parcel"],
    ["enterprise", "properties"],
    ["global", "contract"],
    ["enterprise_7777", "contract"],
  ])("when there is no template %s.%s [ER-11] [ER-14] [ER-16]", async (scope, key) => {
    const owner = shared.as("owner");
    const create = owner.createFileMetadata({ ...on(FILE, scope, key), body: {} });
    await expectApiError(create, 404, "instance_tuple_not_found");
    for (const call of [owner.getFileMetadata, owner.deleteFileMetadata])
      await expectApiError(call(on(FILE, scope, key)), 404, "instance_not_found");
  });

  test.each([
    ["company", "contract"],
    ["enterprise_", "contract"],
    ["enterprise_7001x", "contract"],
    ["Global", "properties"],
    ["global", "k".repeat(65)],
  ])("when scope or key cannot be: %s and %s [ER-13] [ER-15]", async (scope, key) => {
    for (const call of calls) {
      const error = await expectApiError(call(shared.as("owner"), on("4001", scope, key)), 400, "bad_request");
      expect(Object.keys(error.body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
    }
  });

  test("with 405 and the methods that there are, when it is another one [ER-17]", async () => {
    const url = `${shared.server.baseUrl}/files/4001/metadata/global/properties`;
    for (const method of ["PUT", "PATCH", "HEAD"]) {
      const response = await shared.fetch(url, { method, headers: { authorization: "Bearer token-owner" } });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    }
  });

  test("with 405 and no method when the id of the file is no number [ER-17]", async () => {
    for (const call of calls) {
      const error = await expectApiError(call(shared.as("owner"), on("4001x")), 405, "method_not_allowed");
      expect(error.response?.headers.get("allow")).toBe("");
    }
  });
});

const CONTRACT = { path: { file_id: "4002", scope: "enterprise", template_key: "contract" } };
const PROPERTIES = { path: { file_id: "4002", scope: "global", template_key: "properties" } };

describe("a template rejects", () => {
  test.each([
    ["color", { color: "red" }],
    ["constructor", { constructor: "A" }],
    ["party", { party: 5 }],
    ["party", { party: null }],
    ["amount", { amount: "12" }],
    ["signed_at", { signed_at: "2026-02-27T10:00:00" }],
    ["signed_at", { signed_at: "2026-02-30T10:00:00Z" }],
    ["status", { status: "lost" }],
    ["status", { status: ["open"] }],
    ["tags", { tags: "lease" }],
    ["tags", { tags: ["lease", "rent"] }],
    ["amount", { party: "right", amount: {} }],
    ["$version", { $version: 7 }],
  ])("by the name of %s what does not fit: %j [BE-06] [ER-09]", async (name, values) => {
    const error = await expectApiError(
      shared.as("owner").createFileMetadata({ ...CONTRACT, body: unchecked(values) }),
      400,
      "schema_validation_failed",
    );
    expect(error.message).toContain(` ${name}`);
    expect(Object.keys(error.body ?? {}).sort()).toEqual(["code", "message", "request_id"]);
  });
});

describe("global.properties", () => {
  test("accepts any keys with any values [BE-06]", async ({ as }) => {
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

  test("accepts the key __proto__ [BE-06]", async ({ as }) => {
    const body: Record<string, unknown> = JSON.parse('{"__proto__":{"$id":"forged"},"toString":"text"}');
    const made = await as("owner").createFileMetadata({ ...PROPERTIES, body });
    expect(Object.getOwnPropertyDescriptor(made, "__proto__")?.value).toEqual({ $id: "forged" });
    expect(made.$id).not.toBe("forged");
  });

  test("leaves the attributes of the system to the service [BE-05] [ER-09]", async () => {
    await expectApiError(
      shared.as("owner").createFileMetadata({ ...PROPERTIES, body: { $id: "forged" } }),
      400,
      "schema_validation_failed",
    );
  });
});
