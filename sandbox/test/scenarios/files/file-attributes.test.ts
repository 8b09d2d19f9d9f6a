import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { addTask, type FileUpdate, file, folder, invite, move, update, user } from "../../support/requests.js";
import { expectApiError, expectBadRequest } from "../../support/responses.js";
import { seedWithTags, storedFile } from "../../support/seeds.js";
import { openSandbox, type Person, smallSeed, type TestSandbox, test } from "../../support/start-sandbox.js";

// The owner of the contracts has locked it, without an end.
const budget = { path: { file_id: "4005" } };
const invoice = { path: { file_id: "4002" } };
const HOUR_MS = 3_600_000;

const changes: readonly [what: string, body: FileUpdate][] = [
  ["renamed", { name: "plan.xlsx" }],
  ["moved", { parent: { id: "3007" } }],
  ["described", { description: "Plan" }],
  ["tagged", { tags: ["plan"] }],
  ["shared", { shared_link: { access: "open" } }],
  ["kept from download", { permissions: { can_download: "company" } }],
  ["locked again", { lock: { access: "lock" } }],
  ["unlocked with another change", { lock: null, name: "plan.xlsx" }],
  ["unlocked and put where it is", { lock: null, parent: { id: null } }],
];

test.each(changes)("a locked file can be %s by the creator of the lock, and by nobody else [ST-3]", async (_, body) => {
  const { as } = await openSandbox();
  await expectApiError(as("admin").updateFile({ ...budget, body }), 403, "access_denied_item_locked");
  expect(await as("owner").updateFile({ ...budget, body })).toMatchObject({ etag: "1" });
});

test("a lock of another user also blocks the owner of the file [ST-3]", async ({ as }) => {
  await update(as("co-admin"), "4002", { lock: { access: "lock" } });
  await expectApiError(update(as("owner"), "4002", { name: "mine.pdf" }), 403, "access_denied_item_locked");
});

test("after the creator removes the lock, others can change and lock the file [ST-3] [ST-4]", async ({
  as,
  sandbox,
}) => {
  const query = { fields: ["lock"] } as const;
  expect(await as("owner").updateFile({ ...budget, query, body: { lock: null } })).toMatchObject({ lock: null });
  expect(storedFile(sandbox, "4005")).toMatchObject({ lock: null });
  expect(await as("admin").updateFile({ ...budget, body: { name: "plan.xlsx" } })).toMatchObject({ name: "plan.xlsx" });
  const body = { lock: { access: "lock", is_download_prevented: null } } as const;
  const { lock } = await as("co-admin").updateFile({ ...budget, query, body });
  expect(lock).toMatchObject({
    type: "lock",
    created_by: { id: "1002" },
    is_download_prevented: false,
    app_type: null,
  });
  expect(lock).toMatchObject({ created_at: "2026-11-20T08:00:00+00:00", expires_at: null });
  // Other services send this in place of `expires_at`.
  expect(lock).not.toHaveProperty("expired_at");
});

describe("the lock of another user", () => {
  const unlock = { ...budget, body: { lock: null } };
  const denied = "access_denied_insufficient_permissions";

  test.each(["admin", "co-admin"] as const)("is removed by the %s, who may change the file [ST-7]", async (person) => {
    const { as, sandbox } = await openSandbox();
    const opened = await as(person).updateFile({ ...unlock, query: { fields: ["lock", "etag"] } });
    expect(opened).toMatchObject({ lock: null, etag: "1" });
    expect(storedFile(sandbox, "4005")).toMatchObject({ lock: null });
  });

  test("is removed by an editor, and not by a viewer [ST-7]", async ({ as }) => {
    await invite(as("owner"), file("4005"), user("1005"), "viewer");
    await expectApiError(as("member").updateFile(unlock), 403, denied);
    await invite(as("owner"), file("4005"), user("1004"), "editor");
    expect(await as("reviewer").updateFile(unlock)).toMatchObject({ etag: "1" });
  });

  test("stays when the etag is outdated [ST-7] [ER-08]", async ({ as, sandbox }) => {
    const call = as("admin").updateFile({ ...unlock, header: { "If-Match": "7" } });
    await expectApiError(call, 412, "precondition_failed");
    expect(storedFile(sandbox, "4005").lock).toMatchObject({ created_by: "1003" });
  });

  test("keeps the metadata of the file until it expires [ST-8] [ER-38]", async ({ as, sandbox }) => {
    const lock = { access: "lock", expires_at: "2026-11-20T09:00:00+00:00" } as const;
    const properties = { scope: "global", template_key: "properties" };
    await as("owner").createFileMetadata({ path: { ...invoice.path, ...properties }, body: { reviewed: "no" } });
    await as("owner").updateFile({ ...invoice, body: { lock } });
    const contract = { path: { ...invoice.path, scope: "enterprise", template_key: "contract" } };
    const changes = [
      () => as("admin").deleteFileMetadata({ path: { ...invoice.path, ...properties } }),
      () => as("admin").createFileMetadata({ ...contract, body: { amount: 5 } }),
    ];
    for (const change of changes) await expectApiError(change(), 403, "access_denied_item_locked");
    expect(await as("admin").getFileMetadata({ path: { ...invoice.path, ...properties } })).toMatchObject({
      reviewed: "no",
    });
    sandbox.clock.advance(HOUR_MS);
    for (const change of changes) await change();
  });

  test("does not keep its creator from changing the metadata [ST-8]", async ({ as }) => {
    const path = { ...budget.path, scope: "global", template_key: "properties" };
    await as("owner").createFileMetadata({ path, body: { reviewed: "no" } });
    await as("owner").deleteFileMetadata({ path });
  });

  test("has a new id after the last one expired, and is then removed without a change [ST-3]", async ({
    as,
    sandbox,
  }) => {
    const lock = { access: "lock", expires_at: "2026-11-20T09:00:00+00:00" } as const;
    const change = async (body: FileUpdate) =>
      await as("owner").updateFile({ ...invoice, body, query: { fields: ["lock", "etag"] } });
    const first = await change({ lock });
    expect((await change({ lock: { ...lock, is_download_prevented: true } })).lock?.id).toBe(first.lock?.id);
    sandbox.clock.advance(HOUR_MS);
    const before = sandbox.snapshot();
    expect(await change({ lock: null })).toMatchObject({ lock: null, etag: "2" });
    expect(sandbox.snapshot()).toEqual(before);
    const second = await change({ lock: { access: "lock" } });
    expect([second.etag, second.lock?.id === first.lock?.id]).toEqual(["3", false]);
  });

  test("ends at a leap second, and cannot begin after it [ST-3]", async ({ as, sandbox }) => {
    const lock = { access: "lock", expires_at: "2026-11-20T23:59:60Z" } as const;
    const change = () => as("owner").updateFile({ ...invoice, body: { lock }, query: { fields: ["lock"] } });
    expect((await change()).lock).not.toBeNull();
    sandbox.clock.advance(16 * HOUR_MS);
    expect((await update(as("admin"), "4002", { name: "x.pdf" })).name).toBe("x.pdf");
    await expectBadRequest(change(), "lock.expires_at");
  });

  test("does not prevent a task [ST-8]", async ({ as }) => {
    expect(await addTask(as("admin"), "4005")).toMatchObject({ item: { id: "4005" }, created_by: { id: "1001" } });
  });
});

describe("a lock that prevents downloads", () => {
  const found = { header: { ServiceApi: "shared_link=https://content.example/s/invoice" } };
  const body = {
    lock: { access: "lock", expires_at: "2026-11-20T09:00:00+00:00", is_download_prevented: true },
  } as const;

  test("allows downloads only to its creator until it expires [ST-3]", async ({ as, sandbox }) => {
    await as("owner").updateFile({ ...invoice, body });
    const link = async (who: "owner" | "admin" | "partner") => (await as(who).findSharedItem(found))?.shared_link;
    for (const other of ["admin", "partner"] as const) {
      expect(await link(other)).toMatchObject({ effective_permission: "can_preview", download_url: null });
    }
    const open = { effective_permission: "can_download", download_url: "https://content.example/d/invoice.pdf" };
    expect(await link("owner")).toMatchObject(open);
    sandbox.clock.advance(HOUR_MS);
    for (const other of ["admin", "partner"] as const) expect(await link(other)).toMatchObject(open);
  });

  test("differs from a plain lock [ST-3]", async ({ as }) => {
    await as("owner").updateFile({ ...invoice, body: { lock: { access: "lock" } } });
    const item = await as("partner").findSharedItem(found);
    expect(item?.shared_link).toMatchObject({ effective_permission: "can_download" });
  });
});

describe("tags", () => {
  const lease = { path: { file_id: "4001" } };

  test("a file has up to 100 tags, and the 101st is rejected [LM-02]", async ({ as, sandbox }) => {
    const owner = as("owner");
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    const file = await owner.updateFile({ ...lease, query: { fields: ["tags"] }, body: { tags: tags.slice(1) } });
    expect(file.tags).toHaveLength(100);
    await expectBadRequest(owner.updateFile({ ...lease, body: { tags } }), "tags");
    expect(storedFile(sandbox, "4001").tags).toEqual(tags.slice(1));
  });

  test("an enterprise has up to 10,000 different tags, and one more is rejected [LM-02]", async () => {
    const { as } = await openSandbox({ seed: seedWithTags(9_999) });
    const tagged = (file_id: string, ...tags: string[]) =>
      as(file_id === "4900" ? "partner" : "owner").updateFile({
        path: { file_id },
        query: { fields: ["tags"] },
        body: { tags },
      });
    expect(await tagged("4001", "the last one", "tag 0")).toMatchObject({ tags: ["the last one", "tag 0"] });
    // What the file gives up makes room for what it gets.
    expect(await tagged("4001", "another one", "tag 0")).toMatchObject({ tags: ["another one", "tag 0"] });
    await expectBadRequest(tagged("4002", "one too many"), "tags");
    // Another enterprise has its own 10,000, and a tag that was taken off everything makes room.
    expect(await tagged("4900", "one too many")).toMatchObject({ tags: ["one too many"] });
    await tagged("4001", "tag 0");
    expect(await tagged("4002", "one too many")).toMatchObject({ tags: ["one too many"] });
  });

  test("a file that moves to another enterprise brings its tags, and only as many as fit there [LM-02]", async () => {
    const seed = seedWithTags(10_000, "3900");
    const guest = { item: { type: "folder", id: "3900" }, accessible_by: { type: "user", id: "1003" } } as const;
    seed.collaborations?.push({ id: "9050", ...guest, role: "editor", created_by: "1900" });
    const { as } = await openSandbox({ seed });
    const owner = as("owner");
    await update(owner, "4001", { tags: ["one too many"] });
    await expectApiError(move(owner, "4001", "3900"), 400, "bad_request");
    await update(owner, "4001", { tags: ["tag 7"] });
    expect(await move(owner, "4001", "3900")).toMatchObject({ owned_by: { id: "1900" } });
  });
});

const open = { effective_permission: "can_download", download_url: "https://content.example/d/offer.pdf" };
const closed = { effective_permission: "can_preview", download_url: null };

/** The shared link of the offer as a user sees it. */
async function linkFor({ as }: TestSandbox, person: Person) {
  const item = await as(person).findSharedItem({ header: sharedLink({ url: "https://content.example/s/offer" }) });
  return item?.shared_link;
}

describe("a file for the company alone", () => {
  const body = { permissions: { can_download: "company" } } as const;

  test.each([
    ["an editor of the file", [["editor", "4007"]], closed],
    ["a viewer of the file", [["viewer", "4007"]], closed],
    ["somebody with the link alone", [], closed],
    ["a co-owner of the file", [["co-owner", "4007"]], open],
    [
      "a viewer of the file and co-owner of its folder",
      [
        ["viewer", "4007"],
        ["co-owner", "3006"],
      ],
      open,
    ],
  ] as const)("gives %s from outside the expected access [BE-04]", async (_, roles, expected) => {
    const setup = await openSandbox({ seed: { ...smallSeed, collaborations: [] } });
    for (const [role, id] of roles)
      await invite(setup.as("owner"), id === "4007" ? file(id) : folder(id), user("1900"), role);
    await update(setup.as("owner"), "4007", body);
    expect(await linkFor(setup, "partner")).toMatchObject(expected);
    for (const inside of ["owner", "member", "service"] as const)
      expect(await linkFor(setup, inside)).toMatchObject(open);
  });

  test("cannot be edited from outside either, though its link lets people edit [BE-04]", async ({ setup }) => {
    await update(setup.as("owner"), "4007", { ...body, shared_link: { permissions: { can_edit: true } } });
    expect(await linkFor(setup, "member")).toMatchObject({ effective_permission: "can_edit" });
    expect(await linkFor(setup, "partner")).toMatchObject(closed);
  });
});

test.each([
  [{ can_edit: true }, "can_edit"],
  [{ can_download: true }, "can_download"],
  [{ can_download: false }, "can_preview"],
  [{ can_download: false, can_preview: false }, "no_access"],
] as const)("a link with %o lets people do no more than %s", async (permissions, effective_permission) => {
  const setup = await openSandbox();
  await update(setup.as("owner"), "4007", { shared_link: { permissions } });
  expect(await linkFor(setup, "partner")).toMatchObject({ permissions, effective_permission });
});
