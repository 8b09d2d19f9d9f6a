import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { storedFile } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

describe("a file that moves into a folder of somebody else", () => {
  test("belongs to them from then on, and is closed to its former owner", async () => {
    const { as, sandbox } = await startSandbox();
    const file = await as("admin").updateFile({ path: { file_id: "4002" }, body: { parent: { id: "3005" } } });
    expect(file).toMatchObject({ owned_by: { id: "1001" }, parent: { id: "3005" } });
    expect(storedFile(sandbox, "4002")).toMatchObject({ owner_id: "1001", created_by: "1003" });
    const refusal = await apiErrorOf(as("owner").updateFile({ path: { file_id: "4002" }, body: {} }));
    expect(refusal).toMatchObject({ status: 404 });
  });

  test("needs no more than a role that may add to the folder", async () => {
    const { as } = await startSandbox();
    await as("reviewer").createCollaboration({
      body: { item: { type: "folder", id: "3009" }, accessible_by: { type: "user", id: "1003" }, role: "uploader" },
    });
    const file = await as("owner").updateFile({ path: { file_id: "4002" }, body: { parent: { id: "3009" } } });
    expect(file).toMatchObject({ owned_by: { id: "1004" } });
  });
});

describe("the root folder", () => {
  const toRoot = { parent: { id: "0" } };

  test("has the id 0, and takes a file from its owner alone [CO-2]", async () => {
    const { as } = await startSandbox();
    const file = await as("owner").updateFile({ path: { file_id: "4001" }, body: toRoot });
    expect(file).toMatchObject({ parent: { id: "0" }, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
    const refusal = await apiErrorOf(as("partner").updateFile({ path: { file_id: "4007" }, body: toRoot }));
    expect(refusal).toMatchObject({ status: 403, code: "access_denied_insufficient_permissions" });
  });

  test("has room for the same name once for each owner", async () => {
    const { as } = await startSandbox();
    const owner = as("owner");
    const named = { ...toRoot, name: "same.pdf" };
    await owner.updateFile({ path: { file_id: "4001" }, body: named });
    await as("reviewer").updateFile({ path: { file_id: "4009" }, body: named });
    const second = await apiErrorOf(owner.updateFile({ path: { file_id: "4002" }, body: named }));
    expect(second).toMatchObject({ status: 409, code: "item_name_in_use" });
  });
});

describe("the names in a folder", () => {
  test.each(["budget.xlsx", "Leases", "Land register"])("are each there once, so that %s is taken", async (name) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").updateFile({ path: { file_id: "4002" }, body: { name } }));
    expect(refusal).toMatchObject({ status: 409, code: "item_name_in_use" });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("are free again when what had them is in the trash, is renamed, or has left", async () => {
    const { as } = await startSandbox();
    const owner = as("owner");
    const rename = (file_id: string, name: string) => owner.updateFile({ path: { file_id }, body: { name } });
    // A folder in the trash is called so.
    expect(await rename("4002", "Archive")).toMatchObject({ name: "Archive" });
    expect(await rename("4006", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
    await owner.updateFile({ path: { file_id: "4006" }, body: { parent: { id: "3006" } } });
    expect(await rename("4002", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
  });
});
