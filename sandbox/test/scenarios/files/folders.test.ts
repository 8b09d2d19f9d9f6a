import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse } from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

const archive = { path: { folder_id: "3003" } };
// The folder that it was in is gone for good.
const drafts = { path: { folder_id: "3008" } };

describe("a folder that is restored", () => {
  test("is active again, where it was, and is out of the trash [OP-10] [ST-1]", async () => {
    const { as } = await startSandbox();
    const folder = await as("owner").restoreFolder(archive);
    expect(folder).toMatchObject({ type: "folder", id: "3003", name: "Archive", size: 548_074 });
    expect(folder).toMatchObject({ item_status: "active", trashed_at: null, parent: { id: "3001" } });
    expect(folder).toMatchObject({ etag: "2", sequence_id: "2", modified_by: { id: "1003" } });
  });

  test("brings back what is in it, at any depth [OP-10] [ST-1]", async () => {
    const { as } = await startSandbox({ seed: seedWithTrash() });
    const owner = as("owner");
    const rename = (file_id: string) => owner.updateFile({ path: { file_id }, body: { name: `${file_id}.pdf` } });
    for (const file_id of ["4003", "4011"]) expect(await apiErrorOf(rename(file_id))).toMatchObject({ status: 404 });
    await owner.restoreFolder(archive);
    for (const file_id of ["4003", "4011"]) expect(await rename(file_id)).toMatchObject({ item_status: "active" });
  });

  test("leaves in it what had been thrown away before", async () => {
    const { as, sandbox } = await startSandbox({ seed: seedWithTrash() });
    await as("owner").restoreFolder(archive);
    const inside = sandbox.snapshot().folders?.filter(({ parent_id }) => parent_id === "3003");
    expect(inside?.map(({ id, trashed_at }) => [id, trashed_at])).toEqual([
      ["3004", null],
      ["3011", "2026-11-19T08:00:00+00:00"],
    ]);
    expect(await as("owner").restoreFolder({ path: { folder_id: "3011" } })).toMatchObject({ parent: { id: "3003" } });
  });

  test("takes a new name when it is given one [BE-14]", async () => {
    const { as } = await startSandbox();
    expect(await as("owner").restoreFolder({ ...archive, body: { name: "Old" } })).toMatchObject({ name: "Old" });
  });

  test("needs a name that is free [BE-14]", async () => {
    const { as, sandbox } = await startSandbox();
    const owner = as("owner");
    const before = sandbox.snapshot();
    const taken = owner.restoreFolder({ ...archive, body: { name: "Leases" } });
    expect(await apiErrorOf(taken)).toMatchObject({ status: 409, code: "item_name_in_use" });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("goes back where it was even when another parent is given [BE-14]", async () => {
    const { as } = await startSandbox();
    const folder = await as("owner").restoreFolder({ ...archive, body: { parent: { id: "3006" } } });
    expect(folder).toMatchObject({ parent: { id: "3001" } });
  });

  test("goes to the parent that is given when its own is gone [BE-14]", async () => {
    const { as } = await startSandbox();
    const folder = await as("owner").restoreFolder({ ...drafts, body: { parent: { id: "3006" }, name: "Plans" } });
    expect(folder).toMatchObject({ name: "Plans", parent: { id: "3006" } });
  });

  test("goes to the parent that is given when its own is in the trash [BE-14]", async () => {
    const { as } = await startSandbox({ seed: seedWithTrash() });
    const call = { path: { folder_id: "3011" }, body: { parent: { id: "0" } } };
    expect(await as("owner").restoreFolder(call)).toMatchObject({ parent: { id: "0" } });
  });

  test.each([
    ["none is given", {}],
    ["the given one is gone too", { parent: { id: "3999" } }],
    ["the given one is in the trash", { parent: { id: "3003" } }],
  ])("has nowhere to go when its parent is gone and %s [BE-14]", async (_, body) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").restoreFolder({ ...drafts, body }));
    expect(refusal).toMatchObject({ status: 404, code: "not_found" });
    expect(refusal.body).toMatchObject({ context_info: { errors: [{ name: "parent.id" }] } });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("belongs to the owner of the folder that it goes to, with all that is in it", async () => {
    const { as, sandbox } = await startSandbox();
    const folder = await as("admin").restoreFolder({ ...drafts, body: { parent: { id: "3005" } } });
    expect(folder).toMatchObject({ owned_by: { id: "1001" } });
    expect(storedFile(sandbox, "4008")).toMatchObject({ owner_id: "1001" });
  });
});

describe("a folder cannot be restored", () => {
  const code = "access_denied_insufficient_permissions";

  test("by whoever may only look at it [ER-19]", async () => {
    const { as, sandbox } = await startSandbox();
    await as("owner").createCollaboration({
      body: { item: { type: "folder", id: "3001" }, accessible_by: { type: "user", id: "1005" }, role: "viewer" },
    });
    const before = sandbox.snapshot();
    expect(await apiErrorOf(as("member").restoreFolder(archive))).toMatchObject({ status: 403, code });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("into a folder that is closed to the caller [ER-19]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const closed = as("owner").restoreFolder({ ...drafts, body: { parent: { id: "3005" } } });
    expect(await apiErrorOf(closed)).toMatchObject({ status: 403, code });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("into the root folder of somebody else [ER-19]", async () => {
    const { as } = await startSandbox();
    const moved = as("admin").restoreFolder({ ...drafts, body: { parent: { id: "0" } } });
    expect(await apiErrorOf(moved)).toMatchObject({ status: 403, code });
  });

  test.each([
    ["is not in the trash", "owner", "3001"],
    ["only lies in one that is", "owner", "3004"],
    ["is hidden from the caller", "member", "3003"],
    ["is a file", "owner", "4003"],
    ["is the root folder", "owner", "0"],
  ] as const)("when it %s: then it looks as if there were none [ER-20]", async (_, person, folder_id) => {
    const world = await startSandbox();
    const client = world.as(person);
    const refusal = await apiErrorOf(client.restoreFolder({ path: { folder_id } }));
    expect(refusal).toMatchObject({ status: 404, code: "not_found" });
    const answer = lastResponse(world);
    await apiErrorOf(client.restoreFolder({ path: { folder_id: "3999" } }));
    expect(lastResponse(world)).toEqual(answer);
  });

  test("twice [ER-20]", async () => {
    const { as } = await startSandbox();
    await as("owner").restoreFolder(archive);
    expect(await apiErrorOf(as("owner").restoreFolder(archive))).toMatchObject({ status: 404, code: "not_found" });
  });
});
