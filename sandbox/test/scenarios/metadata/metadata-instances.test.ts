import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const FILE = "4002";
const on = (file_id: string, scope = "enterprise_7001", template_key = "contract") => ({
  path: { file_id, scope, template_key },
});
const PARTNERSHIP = { scope: "enterprise_7002", templateKey: "partnership" };

describe("an instance", () => {
  test("has its values and the attributes of the system, and is there until it is deleted [OP-04] [OP-05] [OP-06] [BE-05] [ST-5]", async () => {
    const { as } = await startSandbox();
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

  test("stays as it is when another one is made, whatever that one says [ER-12] [ST-6]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    for (const body of [{ status: "ended" }, {}]) {
      const refusal = await apiErrorOf(as("owner").createFileMetadata({ ...on("4001"), body }));
      expect(refusal).toMatchObject({ status: 409, code: "tuple_already_exists" });
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("leaves the other instances of its file alone when it goes [OP-06] [ST-5]", async () => {
    const { as, sandbox } = await startSandbox();
    const idsOf = () => (sandbox.snapshot().metadata_instances ?? []).map(({ id }) => id);
    const { $id } = await as("owner").getFileMetadata(on("4001"));
    const before = idsOf();
    await as("owner").deleteFileMetadata(on("4001"));
    expect(idsOf()).toEqual(before.filter((id) => id !== $id));
  });

  test("tells its version, and whether the caller may change it [BE-05]", async () => {
    const { as, sandbox } = await startSandbox();
    const seed = sandbox.snapshot();
    for (const instance of seed.metadata_instances ?? []) if (instance.item.id === "4001") instance.version = 3;
    sandbox.restore(seed);
    expect(await as("owner").getFileMetadata(on("4001"))).toMatchObject({ $version: 3, $canEdit: true });
    expect(await as("reviewer").getFileMetadata(on("4001"))).toMatchObject({ $version: 3, $canEdit: false });
    expect(await as("admin").getFileMetadata(on("4001"))).toMatchObject({ $canEdit: true });
  });

  test("is neither made nor deleted by somebody who may only look [OP-04] [OP-06]", async () => {
    const { as, sandbox } = await startSandbox();
    await as("owner").deleteFileMetadata(on("4001"));
    const before = sandbox.snapshot();
    const reviewer = as("reviewer");
    const body = { cost_centre: "1" };
    for (const call of [
      () => reviewer.createFileMetadata({ ...on("4001"), body: {} }),
      () => reviewer.createFileMetadata({ ...on("4001", "global", "properties"), body }),
      () => reviewer.deleteFileMetadata(on("4001", "global", "properties")),
    ]) {
      expect(await apiErrorOf(call())).toMatchObject({ status: 403, code: "access_denied_insufficient_permissions" });
    }
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe("the scope", () => {
  test("enterprise stands for the caller's own: the same instance under both names [CO-3]", async () => {
    const { as } = await startSandbox();
    const written = await as("owner").getFileMetadata(on("4001"));
    expect(written.$scope).toBe("enterprise_7001");
    expect(await as("owner").getFileMetadata(on("4001", "enterprise"))).toEqual(written);
    expect(await as("admin").asUser("1003").getFileMetadata(on("4001", "enterprise"))).toEqual(written);
    await as("owner").deleteFileMetadata(on("4001", "enterprise"));
    expect(await apiErrorOf(as("owner").getFileMetadata(on("4001")))).toMatchObject({ code: "instance_not_found" });
    expect(await as("owner").createFileMetadata({ ...on("4001", "enterprise"), body: {} })).toMatchObject({
      $scope: "enterprise_7001",
    });
  });

  test("enterprise is another one for a partner on the same file, and neither sees the other's [CO-3] [ER-11] [ER-14]", async () => {
    const { as } = await startSandbox();
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
      expect(await apiErrorOf(client.createFileMetadata({ ...on("4007", ...foreign), body: {} }))).toMatchObject({
        status: 404,
        code: "instance_tuple_not_found",
      });
      for (const call of [client.getFileMetadata, client.deleteFileMetadata]) {
        expect(await apiErrorOf(call(on("4007", ...foreign)))).toMatchObject({
          status: 404,
          code: "instance_not_found",
        });
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

  test("global is for everybody, whatever the enterprise [CO-3]", async () => {
    const { as } = await startSandbox();
    const place = on("4007", "global", "properties");
    const made = await as("partner").createFileMetadata({ ...place, body: { any: "thing" } });
    expect(made).toMatchObject({ $scope: "global", $template: "properties", $type: "properties", any: "thing" });
    expect(await as("owner").getFileMetadata(place)).toEqual(made);
  });
});
