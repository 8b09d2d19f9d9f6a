import { describe, expect } from "vitest";
import * as requests from "../../support/requests.js";
import { apiErrorOf, expectApiError, expectApiErrors, expectBadRequest } from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { openSandbox, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const { addLink, addTask, file, folder, invite, move, restore, update, user } = requests;
type FileUpdate = requests.FileUpdate;

const shared = shareSandbox(() => {
  const seed = structuredClone(smallSeed);
  for (const file of seed.files ?? []) if (file.id === "4002") file.shared_link = { slug: "a", vanity_name: "taken" };
  return { seed };
});

describe("an update of a file", () => {
  const locked = { created_by: "1002", created_at: "2026-11-20T08:00:01+00:00", expires_at: null };
  const lock = { id: expect.stringMatching(/^\d+$/), ...locked, is_download_prevented: false };
  const at = { name: "rent.pdf", description: "Ended", tags: ["rent"] };
  const lockAndShare = { lock: { access: "lock" }, shared_link: { access: "open" } } as const;
  const changes: readonly [body: FileUpdate, changed: object][] = [
    [{ name: "rent.pdf" }, { name: "rent.pdf" }],
    [{ tags: ["rent", "lease", "rent"] }, { tags: ["rent", "lease"] }],
    [{ lock: { access: "lock", is_download_prevented: true } }, { lock: { ...lock, is_download_prevented: true } }],
    [
      { shared_link: { access: "open", password: null, permissions: { can_edit: true } } },
      { shared_link: { access: "open", password: null, can_edit: true } },
    ],
    [
      { ...at, ...{ parent: { id: "3006" }, permissions: { can_download: "company" } }, ...lockAndShare },
      { ...at, parent_id: "3006", can_download: "company", lock, shared_link: { access: "open" } },
    ],
    [{ shared_link: null }, { shared_link: null }],
  ];

  test.for(changes)("with %j changes nothing else [OP-03] [BE-03]", async ([body, changed], { as, sandbox }) => {
    const seed = sandbox.snapshot();
    for (const one of seed.files ?? []) one.etag = "9".repeat(30);
    sandbox.restore(seed);
    const { shared_link, ...rest } = storedFile(sandbox, "4001");
    sandbox.clock.advance(1000);
    await update(as("co-admin"), "4001", body);
    const link =
      "shared_link" in changed ? changed.shared_link && { ...shared_link, ...changed.shared_link } : shared_link;
    const traces = {
      etag: `1${"0".repeat(30)}`,
      sequence_id: "4",
      modified_at: "2026-11-20T08:00:01+00:00",
      modified_by: "1002",
    };
    expect(storedFile(sandbox, "4001")).toEqual({ ...rest, ...changed, shared_link: link, ...traces });
    expect(sandbox.requests()).toMatchObject([{ changes: [{ type: "file", id: "4001" }] }]);
  });

  test("without a change, a rejected one and a task keep the etag [BE-03]", async ({ as, sandbox }) => {
    const owner = as("owner");
    const before = storedFile(sandbox, "4001");
    await update(owner, "4001", { name: "lease.pdf", tags: ["lease", "ground floor"], lock: null });
    await update(owner, "4001", { parent: { id: null }, shared_link: { access: "company" } });
    await apiErrorOf(move(owner, "4001", "3005"));
    await addTask(owner, "4001");
    expect(storedFile(sandbox, "4001")).toEqual(before);
  });

  test("has a number as the id of the file [ER-07]", async () => {
    const calls = ["lease", "40.01", "4001x", "-4001"].map((id) => update(shared.as("owner"), id));
    await expectApiErrors(calls, 405, "method_not_allowed");
  });

  test.for<[what: string, body: FileUpdate, status: number, code?: string]>([
    ["a name in use", { name: "budget.xlsx", parent: { id: "3001" } }, 409, "item_name_in_use"],
    ["a closed destination", { parent: { id: "3005" } }, 403, "access_denied_insufficient_permissions"],
    ["a missing destination", { parent: { id: "3999" } }, 404, "not_found"],
    ["a destination in the trash", { parent: { id: "3004" } }, 404, "not_found"],
    ["a vanity name that is taken", { shared_link: { vanity_name: "taken" } }, 400],
    ["a link that never expires", { shared_link: { unshared_at: "9999-12-31T23:59:60Z" } }, 400],
    ["a link that has expired", { shared_link: { unshared_at: "2026-11-20T08:00:00+00:00" } }, 400],
    ["a lock that has expired", { lock: { access: "lock", expires_at: "2026-11-20T09:00:00+01:00" } }, 400],
  ])("with %s changes nothing [GC-1] [BE-03] [ER-05]", async ([, body, status, code = "bad_request"]) => {
    const good: FileUpdate = { ...at, parent: { id: "3006" }, ...lockAndShare };
    await expectApiError(update(shared.as("owner"), "4001", { ...good, ...body }), status, code);
  });
});

describe("the place of a file", () => {
  test("decides about its owner, and closes it to the former one", async ({ as, sandbox }) => {
    const moved = await move(as("admin"), "4002", "3005");
    expect(moved).toMatchObject({ owned_by: { id: "1001" }, parent: { id: "3005" } });
    expect(storedFile(sandbox, "4002")).toMatchObject({ owner_id: "1001", created_by: "1003" });
    await expectApiError(update(as("owner"), "4002"), 404);
    // A role that may add to the folder is enough.
    await invite(as("reviewer"), folder("3009"), user("1003"), "uploader");
    expect(await move(as("owner"), "4006", "3009")).toMatchObject({ owned_by: { id: "1004" } });
  });

  test.for([
    ["an editor does not bring", "editor", 403],
    ["a co-owner brings", "co-owner", "1900"],
  ] as const)("%s content into another enterprise [ER-05]", async ([, role, outcome]) => {
    const seed = seedWithTrash();
    for (const item of [file("4001"), folder("3008")])
      seed.collaborations?.push({ id: `9050-${item.id}`, item, accessible_by: user("1900"), role, created_by: "1003" });
    const partner = (await openSandbox({ seed })).as("partner");
    const parent = { parent: { id: "3900" } };
    for (const call of [move(partner, "4001", "3900"), restore(partner, "3008", parent)]) {
      const { owned_by } = await call.catch((error) => {
        expect(error.message).toContain("can put an item into a folder of another enterprise");
        return { owned_by: { id: error.status } };
      });
      expect(owned_by?.id).toBe(outcome);
    }
  });

  test("is the root folder 0 only for its owner, and that folder has no etag [GC-11] [CO-2]", async ({ as }) => {
    const root = { type: "folder", id: "0", sequence_id: null, etag: null, name: "All Files" };
    const moved = await move(as("owner"), "4001", "0");
    expect([moved.parent, moved.path_collection?.entries]).toEqual([root, [root]]);
    for (const person of ["partner", "admin"] as const) {
      const error = await expectApiError(move(as(person), "4007", "0"), 403, "access_denied_insufficient_permissions");
      expect(error.message).toContain("Only its owner can put an item into the root folder");
    }
  });
});

describe("the name of a file or folder", () => {
  test.for(["budget.xlsx", "Leases", "Land register"])("%s is taken in its folder", async (name) => {
    const owner = shared.as("owner");
    const calls = [update(owner, "4002", { name }), addLink(owner, "3001", { name }), restore(owner, "3003", { name })];
    await expectApiErrors(calls, 409, "item_name_in_use");
  });

  test("is free again when its item is in the trash, renamed or moved away", async ({ as }) => {
    const rename = (id: string, name: string) => update(as("owner"), id, { name });
    // A folder in the trash has this name.
    expect(await rename("4002", "Archive")).toMatchObject({ name: "Archive" });
    expect(await rename("4006", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
    await move(as("owner"), "4006", "3006");
    expect(await rename("4002", "invoice.pdf")).toMatchObject({ name: "invoice.pdf" });
  });

  test("has no slash, control character or space at its end, and is not . or .. [BE-03] [BE-14]", async ({ as }) => {
    for (const name of [".", "..", "a/b", "a\\b", "a\0", "a\u0007b", "a ", " ", "../x"]) {
      await expectBadRequest(update(as("owner"), "4002", { name }), "name");
      await expectBadRequest(restore(as("owner"), "3003", { name }), "name");
    }
    for (const name of ["...", ".env", "a.", "a b", "ü.pdf", "x:y?", "a..b", " a", "a".repeat(255)])
      expect((await update(as("owner"), "4002", { name })).name).toBe(name);
  });
});
