import { describe, expect } from "vitest";
import {
  addLink,
  addTask,
  type FileUpdate,
  file,
  folder,
  invite,
  move,
  restore,
  update,
  user,
} from "../../support/requests.js";
import {
  apiErrorOf,
  expectApiError,
  expectApiErrors,
  expectBadRequest,
  expectDenied,
} from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { openSandbox, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

describe("an update of a file", () => {
  const locked = { created_by: "1002", created_at: "2026-11-20T08:00:01+00:00", expires_at: null };
  const changes: readonly [what: string, body: FileUpdate, changed: object][] = [
    ["renames", { name: "rent.pdf" }, { name: "rent.pdf" }],
    ["moves", { parent: { id: "3006" } }, { parent_id: "3006" }],
    ["describes", { description: "Ended" }, { description: "Ended" }],
    ["tags", { tags: ["rent", "lease", "rent"] }, { tags: ["rent", "lease"] }],
    ["untags", { tags: [] }, { tags: [] }],
    ["limits downloads of", { permissions: { can_download: "company" } }, { can_download: "company" }],
    [
      "locks",
      { lock: { access: "lock", is_download_prevented: true } },
      { lock: { id: expect.stringMatching(/^\d+$/), ...locked, is_download_prevented: true } },
    ],
    [
      "changes the shared link of",
      { shared_link: { access: "open", password: null, permissions: { can_edit: true } } },
      { shared_link: { access: "open", password: null, can_edit: true } },
    ],
    [
      "changes all at once of",
      { name: "rent.pdf", parent: { id: "3006" }, tags: [], lock: { access: "lock" }, shared_link: { access: "open" } },
      {
        ...{ name: "rent.pdf", parent_id: "3006", tags: [], shared_link: { access: "open" } },
        lock: { id: expect.stringMatching(/^\d+$/), ...locked, is_download_prevented: false },
      },
    ],
    ["ends the shared link of", { shared_link: null }, { shared_link: null }],
  ];

  test.each(changes)("an update %s a file, and changes nothing else [OP-03] [BE-03]", async (_, body, changed) => {
    const { as, sandbox } = await openSandbox();
    const { shared_link, ...rest } = storedFile(sandbox, "4001");
    sandbox.clock.advance(1000);
    await update(as("co-admin"), "4001", body);
    const link =
      "shared_link" in changed ? changed.shared_link && { ...shared_link, ...changed.shared_link } : shared_link;
    const traces = { etag: "4", sequence_id: "4", modified_at: "2026-11-20T08:00:01+00:00", modified_by: "1002" };
    expect(storedFile(sandbox, "4001")).toEqual({ ...rest, ...changed, shared_link: link, ...traces });
    expect(sandbox.requests()).toMatchObject([{ changes: [{ type: "file", id: "4001" }] }]);
  });

  test("an update creates a shared link, by default open and without limits [OP-03] [BE-03]", async ({ as }) => {
    const { shared_link } = await update(as("owner"), "4005", { shared_link: {} });
    expect(shared_link).toMatchObject({ access: "open", is_password_enabled: false, unshared_at: null });
    expect(shared_link).toMatchObject({ effective_permission: "can_download", vanity_name: null, download_count: 0 });
  });

  test("the etag stays the same for a read, a rejected update, a task and an empty update", async ({ as, sandbox }) => {
    const owner = as("owner");
    const before = storedFile(sandbox, "4001");
    await update(owner, "4001");
    await update(owner, "4001", { name: "lease.pdf", tags: ["lease", "ground floor"], lock: null });
    await update(owner, "4001", { parent: { id: null }, shared_link: { access: "company" } });
    await apiErrorOf(move(owner, "4001", "3005"));
    await addTask(owner, "4001");
    expect(storedFile(sandbox, "4001")).toEqual(before);
  });

  test("a path of a file has no id but a number [ER-07]", async () => {
    for (const id of ["lease", "40.01", "4001x", "-4001"])
      await expectApiError(update(shared.as("owner"), id), 405, "method_not_allowed");
  });
});

describe("an update that fails in part", () => {
  const withVanityName = shareSandbox(() => {
    const seed = structuredClone(smallSeed);
    for (const file of seed.files ?? []) if (file.id === "4002") file.shared_link = { slug: "a", vanity_name: "taken" };
    return { seed };
  });
  const rejected: readonly [what: string, body: FileUpdate, status: number, code?: string][] = [
    ["a name in use", { name: "budget.xlsx", parent: { id: "3001" } }, 409, "item_name_in_use"],
    ["a closed destination", { parent: { id: "3005" } }, 403, "access_denied_insufficient_permissions"],
    ["a missing destination", { parent: { id: "3999" } }, 404, "not_found"],
    ["a destination in the trash", { parent: { id: "3004" } }, 404, "not_found"],
    ["a vanity name that is taken", { shared_link: { vanity_name: "taken" } }, 400],
    ["a link that has expired", { shared_link: { unshared_at: "2026-11-20T08:00:00+00:00" } }, 400],
    ["a lock that has expired", { lock: { access: "lock", expires_at: "2026-11-20T09:00:00+01:00" } }, 400],
    ["too short a password", { shared_link: { password: "short12" } }, 400],
    ["too long a description", { description: "x".repeat(257) }, 400],
    ["101 tags", { tags: Array.from({ length: 101 }, (_, index) => `${index}`) }, 400],
  ];

  test.each(rejected)(
    "%s keeps the rest of an update from happening too [BE-03] [ER-05]",
    async (_, body, status, code = "bad_request") => {
      const good: FileUpdate = {
        name: "rent.pdf",
        description: "Ended",
        parent: { id: "3006" },
        tags: ["rent"],
        permissions: { can_download: "company" },
        lock: { access: "lock" },
        shared_link: { access: "open" },
      };
      await expectApiError(update(withVanityName.as("owner"), "4001", { ...good, ...body }), status, code);
    },
  );
});

describe("the place of a file", () => {
  test("a file belongs to the owner of its new folder, and is closed to its former owner", async ({ as, sandbox }) => {
    const file = await move(as("admin"), "4002", "3005");
    expect(file).toMatchObject({ owned_by: { id: "1001" }, parent: { id: "3005" } });
    expect(storedFile(sandbox, "4002")).toMatchObject({ owner_id: "1001", created_by: "1003" });
    await expectApiError(update(as("owner"), "4002"), 404);
  });

  test("a move to another owner needs only a role that may add to the folder", async ({ as }) => {
    await invite(as("reviewer"), folder("3009"), user("1003"), "uploader");
    expect(await move(as("owner"), "4002", "3009")).toMatchObject({ owned_by: { id: "1004" } });
  });

  test.each([
    ["an editor does not bring", "editor", 403],
    ["a co-owner brings", "co-owner", "1900"],
  ] as const)("%s content into another enterprise [ER-05]", async (_, role, outcome) => {
    const seed = seedWithTrash();
    const accessible_by = { type: "user", id: "1900" } as const;
    for (const item of [file("4001"), folder("3008")])
      seed.collaborations?.push({ id: `9050-${item.id}`, item, accessible_by, role, created_by: "1003" });
    const partner = (await openSandbox({ seed })).as("partner");
    const parent = { parent: { id: "3900" } };
    for (const call of [move(partner, "4001", "3900"), restore(partner, "3008", parent)]) {
      const { owned_by } = await call.catch(({ status }) => ({ owned_by: { id: status } }));
      expect(owned_by?.id).toBe(outcome);
    }
  });

  test("the root folder has the id 0, and accepts a file only from its owner [CO-2]", async ({ as }) => {
    const file = await move(as("owner"), "4001", "0");
    expect(file).toMatchObject({ parent: { id: "0" }, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
    await expectDenied(move(as("partner"), "4007", "0"));
  });

  test.each(["budget.xlsx", "Leases", "Land register"])("the name %s is taken in its folder", async (name) => {
    const owner = shared.as("owner");
    const calls = [update(owner, "4002", { name }), addLink(owner, "3001", { name }), restore(owner, "3003", { name })];
    await expectApiErrors(calls, 409, "item_name_in_use");
  });

  test("a name is free again when its item is in the trash, renamed or moved away", async ({ as }) => {
    const rename = (id: string, name: string) => update(as("owner"), id, { name });
    // A folder in the trash has this name.
    expect(await rename("4002", "Archive")).toMatchObject({ name: "Archive" });
    expect(await rename("4006", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
    await move(as("owner"), "4006", "3006");
    expect(await rename("4002", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
  });
});

describe("the name of a file or folder", () => {
  const rejected = ["", ".", "..", "a/b", "a\\b", "a\0", "a\u0007b", "a ", " ", "../x", "a".repeat(256)];
  const accepted = ["...", ".env", "a.", "a b", "ü.pdf", "x:y?", "a..b", " a", "a".repeat(255)];

  test.each(rejected)("cannot be %j [BE-03] [BE-14]", async (name) => {
    const { as } = await openSandbox();
    await expectBadRequest(update(as("owner"), "4002", { name }), "name");
    await expectBadRequest(restore(as("owner"), "3003", { name }), "name");
  });

  test.each(accepted)("can be %j [BE-03] [BE-14]", async (name) => {
    const { as } = await openSandbox();
    expect((await update(as("owner"), "4002", { name })).name).toBe(name);
    expect((await restore(as("owner"), "3003", { name: `${name.slice(0, 254)}x` })).item_status).toBe("active");
  });
});
