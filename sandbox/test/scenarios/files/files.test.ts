import type { Client } from "content-service-client";
import type { Seed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { apiErrorOf, expectApiError, lastResponse } from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { shareSandbox, startSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

describe("an update of a file", () => {
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
    test(`an update ${what} a file, and changes nothing else [OP-03] [BE-03]`, async ({ as, sandbox }) => {
      const before = sandbox.snapshot();
      const file = storedFile(sandbox, "4001");
      sandbox.clock.advance(1000);
      await as("co-admin").updateFile({ ...lease, body });
      const traces = { etag: "4", sequence_id: "4", modified_at: "2026-11-20T08:00:01+00:00", modified_by: "1002" };
      expect(storedFile(sandbox, "4001")).toEqual({ ...file, ...changed, ...traces });
      expect(allBut("4001", sandbox.snapshot())).toEqual(allBut("4001", before));
    });
  }

  test("an update makes a shared link where there was none, open to all and with nothing to hold people off [OP-03] [BE-03]", async ({
    as,
  }) => {
    const { shared_link } = await as("owner").updateFile({ path: { file_id: "4005" }, body: { shared_link: {} } });
    expect(shared_link).toMatchObject({ access: "open", is_password_enabled: false, unshared_at: null });
    expect(shared_link).toMatchObject({ effective_permission: "can_download", vanity_name: null, download_count: 0 });
  });

  test("one update makes all changes at once, as one step of the etag [BE-03]", async ({ as }) => {
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
    test("rise with each change", async ({ as }) => {
      const owner = as("owner");
      for (const step of ["4", "5", "6"]) {
        const file = await owner.updateFile({ ...lease, body: { description: `Version ${step}` } });
        expect(file).toMatchObject({ etag: step, sequence_id: step });
      }
    });

    test("stay the same for a read, a rejected update, a new task, and an update without changes", async ({
      as,
      sandbox,
    }) => {
      const owner = as("owner");
      const before = storedFile(sandbox, "4001");
      await owner.updateFile({ ...lease, body: {} });
      await owner.updateFile({ ...lease, body: { name: "lease.pdf", tags: ["lease", "ground floor"], lock: null } });
      await owner.updateFile({ ...lease, body: { parent: { id: null }, shared_link: { access: "company" } } });
      await apiErrorOf(owner.updateFile({ ...lease, body: { parent: { id: "3005" } } }));
      await owner.createTask({ body: { item: { type: "file", id: "4001" } } });
      expect(storedFile(sandbox, "4001")).toEqual(before);
    });

    test("guard an update: an etag that is out of date gets 412 and changes nothing [ER-08]", async ({
      as,
      sandbox,
    }) => {
      const owner = as("owner");
      await owner.updateFile({ ...lease, header: { "If-Match": "3" }, body: { name: "rent.pdf" } });
      const before = sandbox.snapshot();
      const stale = owner.updateFile({ ...lease, header: { "If-Match": "3" }, body: { name: "lost.pdf" } });
      await expectApiError(stale, 412, "precondition_failed");
      expect(sandbox.snapshot()).toEqual(before);
    });
  });

  describe("an update of a file that cannot be", () => {
    test("goes into no folder that is closed to the caller [ER-05]", async () => {
      const { as } = shared();
      const closed = as("partner").updateFile({ path: { file_id: "4007" }, body: { parent: { id: "3001" } } });
      const code = "access_denied_insufficient_permissions";
      await expectApiError(closed, 403, code);
    });

    test.each([
      ["is hidden", "4004"],
      ["is in the trash", "4010"],
      ["lies in a folder in the trash", "4003"],
      ["lies further down in the trash", "4011"],
      ["is a folder", "3001"],
    ])("looks, when the file %s, exactly like a missing one [ER-06]", async (_, file_id) => {
      const setup = await startSandbox({ seed: seedWithTrash() });
      const owner = setup.as("owner");
      await expectApiError(owner.updateFile({ path: { file_id }, body: { name: "found.pdf" } }), 404, "not_found");
      const hidden = lastResponse(setup);
      await apiErrorOf(owner.updateFile({ path: { file_id: "4999" }, body: { name: "found.pdf" } }));
      expect(lastResponse(setup)).toEqual(hidden);
    });

    test.each(["lease", "40.01", "4001x", "-4001"])(
      "is no path of a file when its id is %s [ER-07]",
      async (file_id) => {
        const { as } = await startSandbox();
        await expectApiError(as("owner").updateFile({ path: { file_id }, body: {} }), 405, "method_not_allowed");
      },
    );
  });

  function allBut(id: string, seed: Seed): Seed {
    const { now: _now, next_id: _next, ...lists } = seed;
    return { ...lists, files: seed.files?.filter((file) => file.id !== id) ?? [] };
  }
});

describe("an update that fails in part", () => {
  type FileUpdate = Parameters<Client["updateFile"]>[0]["body"];

  const rejected: readonly { bad: string; body: FileUpdate; status: number; code: string }[] = [
    {
      bad: "a name in use",
      body: { name: "budget.xlsx", parent: { id: "3001" } },
      status: 409,
      code: "item_name_in_use",
    },
    {
      bad: "a destination that is closed",
      body: { parent: { id: "3005" } },
      status: 403,
      code: "access_denied_insufficient_permissions",
    },
    { bad: "a destination that is not there", body: { parent: { id: "3999" } }, status: 404, code: "not_found" },
    { bad: "a destination in the trash", body: { parent: { id: "3004" } }, status: 404, code: "not_found" },
    {
      bad: "a vanity name that is taken",
      body: { shared_link: { vanity_name: "taken" } },
      status: 400,
      code: "bad_request",
    },
    {
      bad: "a link that has ended",
      body: { shared_link: { unshared_at: "2026-11-20T08:00:00+00:00" } },
      status: 400,
      code: "bad_request",
    },
    {
      bad: "a lock that has ended",
      body: { lock: { access: "lock", expires_at: "2026-11-20T09:00:00+01:00" } },
      status: 400,
      code: "bad_request",
    },
    { bad: "too short a password", body: { shared_link: { password: "short12" } }, status: 400, code: "bad_request" },
    { bad: "too long a description", body: { description: "x".repeat(257) }, status: 400, code: "bad_request" },
    {
      bad: "101 tags",
      body: { tags: Array.from({ length: 101 }, (_, index) => `${index}`) },
      status: 400,
      code: "bad_request",
    },
  ];

  for (const { bad, body, status, code } of rejected) {
    test(`${bad} keeps the rest of an update from happening too [BE-03]`, async ({ as, sandbox }) => {
      const owner = as("owner");
      await owner.updateFile({ path: { file_id: "4002" }, body: { shared_link: { vanity_name: "taken" } } });
      const before = sandbox.snapshot();
      const good: FileUpdate = {
        name: "rent.pdf",
        description: "Ended",
        parent: { id: "3006" },
        tags: ["rent"],
        permissions: { can_download: "company" },
        lock: { access: "lock" },
        shared_link: { access: "open" },
      };
      expect(
        await apiErrorOf(owner.updateFile({ path: { file_id: "4001" }, body: { ...good, ...body } })),
      ).toMatchObject({
        status,
        code,
      });
      expect(sandbox.snapshot()).toEqual(before);
    });
  }
});

describe("the place of a file", () => {
  describe("a file that moves into a folder of another user", () => {
    test("belongs to them from then on, and is closed to its former owner", async ({ as, sandbox }) => {
      const file = await as("admin").updateFile({ path: { file_id: "4002" }, body: { parent: { id: "3005" } } });
      expect(file).toMatchObject({ owned_by: { id: "1001" }, parent: { id: "3005" } });
      expect(storedFile(sandbox, "4002")).toMatchObject({ owner_id: "1001", created_by: "1003" });
      await expectApiError(as("owner").updateFile({ path: { file_id: "4002" }, body: {} }), 404);
    });

    test("needs no more than a role that may add to the folder", async ({ as }) => {
      await as("reviewer").createCollaboration({
        body: { item: { type: "folder", id: "3009" }, accessible_by: { type: "user", id: "1003" }, role: "uploader" },
      });
      const file = await as("owner").updateFile({ path: { file_id: "4002" }, body: { parent: { id: "3009" } } });
      expect(file).toMatchObject({ owned_by: { id: "1004" } });
    });
  });

  describe("the root folder", () => {
    const toRoot = { parent: { id: "0" } };

    test("has the id 0, and accepts a file only from its owner [CO-2]", async ({ as }) => {
      const file = await as("owner").updateFile({ path: { file_id: "4001" }, body: toRoot });
      expect(file).toMatchObject({ parent: { id: "0" }, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
      await expectApiError(
        as("partner").updateFile({ path: { file_id: "4007" }, body: toRoot }),
        403,
        "access_denied_insufficient_permissions",
      );
    });

    test("has room for the same name once for each owner", async ({ as }) => {
      const owner = as("owner");
      const named = { ...toRoot, name: "same.pdf" };
      await owner.updateFile({ path: { file_id: "4001" }, body: named });
      await as("reviewer").updateFile({ path: { file_id: "4009" }, body: named });
      await expectApiError(owner.updateFile({ path: { file_id: "4002" }, body: named }), 409, "item_name_in_use");
    });
  });

  describe("the names in a folder", () => {
    test.each(["budget.xlsx", "Leases", "Land register"])("are each there once, so that %s is taken", async (name) => {
      const { as } = shared();
      await expectApiError(
        as("owner").updateFile({ path: { file_id: "4002" }, body: { name } }),
        409,
        "item_name_in_use",
      );
    });

    test("are free again when what had them is in the trash, is renamed, or has left", async ({ as }) => {
      const owner = as("owner");
      const rename = (file_id: string, name: string) => owner.updateFile({ path: { file_id }, body: { name } });
      // A folder in the trash is called so.
      expect(await rename("4002", "Archive")).toMatchObject({ name: "Archive" });
      expect(await rename("4006", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
      await owner.updateFile({ path: { file_id: "4006" }, body: { parent: { id: "3006" } } });
      expect(await rename("4002", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
    });
  });
});
