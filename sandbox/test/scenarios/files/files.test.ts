import type { Client } from "content-service-client";
import type { Seed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse } from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

type FileUpdate = Parameters<Client["updateFile"]>[0]["body"];

const lease = { path: { file_id: "4001" } };
const link = {
  slug: "lease",
  access: "company",
  password: "correct-horse",
  vanity_name: "office-lease",
  unshared_at: "2027-11-20T08:00:00+00:00",
  can_download: true,
  can_preview: true,
  can_edit: false,
  download_count: 4,
  preview_count: 12,
};

const changes: readonly { what: string; body: FileUpdate; changed: object }[] = [
  { what: "renames", body: { name: "rent.pdf" }, changed: { name: "rent.pdf" } },
  { what: "moves", body: { parent: { id: "3006" } }, changed: { parent_id: "3006" } },
  { what: "describes", body: { description: "Ended" }, changed: { description: "Ended" } },
  { what: "tags", body: { tags: ["rent", "lease", "rent"] }, changed: { tags: ["rent", "lease"] } },
  { what: "untags", body: { tags: [] }, changed: { tags: [] } },
  {
    what: "limits downloads of",
    body: { permissions: { can_download: "company" } },
    changed: { can_download: "company" },
  },
  {
    what: "locks",
    body: { lock: { access: "lock", is_download_prevented: true } },
    changed: {
      lock: {
        id: expect.stringMatching(/^\d+$/),
        created_by: "1002",
        created_at: "2026-11-20T08:00:01+00:00",
        expires_at: null,
        is_download_prevented: true,
      },
    },
  },
  {
    what: "changes the shared link of",
    body: { shared_link: { access: "open", password: null, permissions: { can_edit: true } } },
    changed: { shared_link: { ...link, access: "open", password: null, can_edit: true } },
  },
  { what: "ends the shared link of", body: { shared_link: null }, changed: { shared_link: null } },
];

for (const { what, body, changed } of changes) {
  test(`an update ${what} a file, and changes nothing else [OP-03] [BE-03]`, async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const file = storedFile(sandbox, "4001");
    sandbox.clock.advance(1000);
    await as("co-admin").updateFile({ ...lease, body });
    const traces = { etag: "4", sequence_id: "4", modified_at: "2026-11-20T08:00:01+00:00", modified_by: "1002" };
    expect(storedFile(sandbox, "4001")).toEqual({ ...file, ...changed, ...traces });
    expect(allBut("4001", sandbox.snapshot())).toEqual(allBut("4001", before));
  });
}

test("an update makes a shared link where there was none, open to all and with nothing to hold people off [OP-03] [BE-03]", async () => {
  const { as } = await startSandbox();
  const { shared_link } = await as("owner").updateFile({ path: { file_id: "4005" }, body: { shared_link: {} } });
  expect(shared_link).toMatchObject({ access: "open", is_password_enabled: false, unshared_at: null });
  expect(shared_link).toMatchObject({ effective_permission: "can_download", vanity_name: null, download_count: 0 });
});

test("one update makes all changes at once, as one step of the etag [BE-03]", async () => {
  const { as } = await startSandbox();
  const file = await as("owner").updateFile({
    ...lease,
    query: { fields: ["etag", "description", "parent", "tags", "permissions", "lock", "shared_link"] },
    body: {
      name: "rent.pdf",
      description: "Ended",
      parent: { id: "3006" },
      tags: ["rent"],
      permissions: { can_download: "company" },
      lock: { access: "lock", expires_at: "2026-12-01T08:00:00+00:00" },
      shared_link: { access: "collaborators", vanity_name: "rent" },
    },
  });
  expect(file).toMatchObject({
    name: "rent.pdf",
    etag: "4",
    description: "Ended",
    parent: { id: "3006" },
    tags: ["rent"],
    permissions: { can_download: "company" },
    lock: { created_by: { id: "1003" }, expired_at: null, expires_at: "2026-12-01T08:00:00+00:00" },
    shared_link: { access: "collaborators", vanity_name: "rent", is_password_enabled: true },
  });
});

describe("the etag and the sequence id of a file", () => {
  test("rise with each change", async () => {
    const { as } = await startSandbox();
    const owner = as("owner");
    for (const step of ["4", "5", "6"]) {
      const file = await owner.updateFile({ ...lease, body: { description: `Version ${step}` } });
      expect(file).toMatchObject({ etag: step, sequence_id: step });
    }
  });

  test("stay where they are when a file is read, refused, asked for a task, or told what it is already", async () => {
    const { as, sandbox } = await startSandbox();
    const owner = as("owner");
    const before = storedFile(sandbox, "4001");
    await owner.updateFile({ ...lease, body: {} });
    await owner.updateFile({ ...lease, body: { name: "lease.pdf", tags: ["lease", "ground floor"], lock: null } });
    await owner.updateFile({ ...lease, body: { parent: { id: null }, shared_link: { access: "company" } } });
    await apiErrorOf(owner.updateFile({ ...lease, body: { parent: { id: "3005" } } }));
    await owner.createTask({ body: { item: { type: "file", id: "4001" } } });
    expect(storedFile(sandbox, "4001")).toEqual(before);
  });

  test("guard an update: an etag that is out of date gets 412 and changes nothing [ER-08]", async () => {
    const { as, sandbox } = await startSandbox();
    const owner = as("owner");
    await owner.updateFile({ ...lease, header: { "If-Match": "3" }, body: { name: "rent.pdf" } });
    const before = sandbox.snapshot();
    const stale = owner.updateFile({ ...lease, header: { "If-Match": "3" }, body: { name: "lost.pdf" } });
    expect(await apiErrorOf(stale)).toMatchObject({ status: 412, code: "precondition_failed" });
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe("an update of a file that cannot be", () => {
  test("goes into no folder that is closed to the caller [ER-05]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const closed = as("partner").updateFile({ path: { file_id: "4007" }, body: { parent: { id: "3001" } } });
    const code = "access_denied_insufficient_permissions";
    expect(await apiErrorOf(closed)).toMatchObject({ status: 403, code });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test.each([
    ["is hidden", "4004"],
    ["is in the trash", "4010"],
    ["lies in a folder in the trash", "4003"],
    ["lies further down in the trash", "4011"],
    ["is a folder", "3001"],
  ])("looks, when the file %s, to the byte as if there were none [ER-06]", async (_, file_id) => {
    const world = await startSandbox({ seed: seedWithTrash() });
    const owner = world.as("owner");
    const refusal = await apiErrorOf(owner.updateFile({ path: { file_id }, body: { name: "found.pdf" } }));
    expect(refusal).toMatchObject({ status: 404, code: "not_found" });
    const hidden = lastResponse(world);
    await apiErrorOf(owner.updateFile({ path: { file_id: "4999" }, body: { name: "found.pdf" } }));
    expect(lastResponse(world)).toEqual(hidden);
  });

  test.each(["lease", "40.01", "4001x", "-4001"])("is no path of a file when its id is %s [ER-07]", async (file_id) => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(as("owner").updateFile({ path: { file_id }, body: {} }));
    expect(refusal).toMatchObject({ status: 405, code: "method_not_allowed" });
  });
});

function allBut(id: string, seed: Seed): Seed {
  const { now: _now, next_id: _next, ...lists } = seed;
  return { ...lists, files: seed.files?.filter((file) => file.id !== id) ?? [] };
}
