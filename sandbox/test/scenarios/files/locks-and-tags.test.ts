import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { namesEtag } from "../../../src/handlers/entity-tags.js";
import { addTask, type FileUpdate, file, folder, invite, move, update, user } from "../../support/requests.js";
import { expectApiError, expectBadRequest, expectDenied } from "../../support/responses.js";
import { storedFile } from "../../support/seeds.js";
import { openSandbox, type Person, smallSeed, type TestSandbox, test } from "../../support/start-sandbox.js";

const HOUR_MS = 3_600_000;
const lockFor = { access: "lock", expires_at: "2026-11-20T09:00:00+00:00" } as const;
const LOCKED = "access_denied_item_locked";

/** Changes a file, and returns it with the lock. */
const change = ({ as }: Pick<TestSandbox, "as">, person: Person, file_id: string, body: FileUpdate, etag?: string) =>
  as(person).updateFile({
    path: { file_id },
    query: { fields: ["lock", "etag"] },
    ...(etag !== undefined && { header: { "If-Match": etag } }),
    body,
  });

describe("a lock of another user", () => {
  test.for<FileUpdate>([
    { name: "plan.xlsx" },
    { parent: { id: "3007" } },
    { lock: null, name: "plan.xlsx" },
    { lock: null, parent: { id: null } },
  ])("forbids the update %j, which its creator can make [ST-3]", async (body, { as }) => {
    // The owner of the contracts has locked the budget, without an end.
    await expectApiError(update(as("admin"), "4005", body), 403, LOCKED);
    expect(await update(as("owner"), "4005", body)).toMatchObject({ etag: "1" });
  });

  test("also binds the owner of the file, until its creator removes it [ST-3] [ST-4]", async ({ setup }) => {
    const { lock } = await change(setup, "co-admin", "4002", { lock: { access: "lock", is_download_prevented: null } });
    const [created_at, created_by] = ["2026-11-20T08:00:00+00:00", expect.objectContaining({ id: "1002" })];
    const rest = { created_at, expires_at: null, is_download_prevented: false, app_type: null };
    // Other services send `expired_at` in place of `expires_at`.
    expect(lock).toEqual({ type: "lock", id: expect.any(String), created_by, ...rest });
    await expectApiError(update(setup.as("owner"), "4002", { name: "mine.pdf" }), 403, LOCKED);
    expect(await change(setup, "co-admin", "4002", { lock: null })).toMatchObject({ lock: null, etag: "2" });
    expect(storedFile(setup.sandbox, "4002")).toMatchObject({ lock: null });
    expect(await update(setup.as("owner"), "4002", { name: "mine.pdf" })).toMatchObject({ name: "mine.pdf" });
  });

  test("is removed by all who may change the file, unless the etag is outdated [ST-7] [ER-08]", async ({ setup }) => {
    const { as, sandbox } = setup;
    await invite(as("owner"), file("4005"), user("1005"), "viewer");
    await invite(as("owner"), file("4005"), user("1004"), "editor");
    await expectDenied(change(setup, "member", "4005", { lock: null }));
    for (const person of ["admin", "co-admin", "reviewer"] as const) {
      await expectApiError(change(setup, person, "4005", { lock: null }, "7"), 412, "precondition_failed");
      expect(storedFile(sandbox, "4005").lock).toMatchObject({ created_by: "1003" });
      expect(await change(setup, person, "4005", { lock: null })).toMatchObject({ lock: null });
      await change(setup, "owner", "4005", { lock: { access: "lock" } });
    }
  });

  test("and a role without the right to change come before an outdated etag [ER-08]", async ({ setup }) => {
    await expectApiError(change(setup, "admin", "4005", { name: "plan.xlsx" }, "7"), 403, LOCKED);
    await expectDenied(change(setup, "reviewer", "4001", { name: "plan.xlsx" }, "7"));
  });

  test("protects the metadata of the file until it expires, and no tasks [ST-8] [ER-38]", async ({ as, sandbox }) => {
    const at = (scope: string, template_key: string) => ({ path: { file_id: "4002", scope, template_key } });
    const properties = at("global", "properties");
    await as("owner").updateFile({ path: properties.path, body: { lock: lockFor } });
    await as("owner").createFileMetadata({ ...properties, body: { reviewed: "no" } });
    const changes = [
      () => as("admin").deleteFileMetadata(properties),
      () => as("admin").createFileMetadata({ ...at("enterprise", "contract"), body: { amount: 5 } }),
    ];
    for (const one of changes) await expectApiError(one(), 403, LOCKED);
    expect(await as("admin").getFileMetadata(properties)).toMatchObject({ reviewed: "no" });
    expect(await addTask(as("admin"), "4002")).toMatchObject({ item: { id: "4002" }, created_by: { id: "1001" } });
    sandbox.clock.advance(HOUR_MS);
    for (const one of changes) await one();
  });

  test("has a new id after the last one expired, and is then removed without a change [ST-3]", async ({ setup }) => {
    const { sandbox } = setup;
    const first = await change(setup, "owner", "4002", { lock: lockFor });
    const prevented = { lock: { ...lockFor, is_download_prevented: true } };
    expect((await change(setup, "owner", "4002", prevented)).lock?.id).toBe(first.lock?.id);
    sandbox.clock.advance(HOUR_MS);
    const before = sandbox.snapshot();
    expect(await change(setup, "owner", "4002", { lock: null })).toMatchObject({ lock: null, etag: "2" });
    expect(sandbox.snapshot()).toEqual(before);
    const second = await change(setup, "owner", "4002", { lock: { access: "lock" } });
    expect([second.etag, second.lock?.id === first.lock?.id]).toEqual(["3", false]);
  });
});

describe("tags", () => {
  /** The small seed with its tags replaced by `count` different tags on new files. */
  function seedWithTags(count: number, parent_id = "3007") {
    const seed = structuredClone(smallSeed);
    for (const file of seed.files ?? []) file.tags = [];
    for (let start = 0; start < count; start += 100) {
      const id = String(70_000 + start);
      const tags = Array.from({ length: Math.min(100, count - start) }, (_, index) => `tag ${start + index}`);
      seed.files?.push({ id, name: id, parent_id, tags, versions: [{ id: `v${id}` }] });
    }
    return seed;
  }

  const query = { fields: ["tags"] } as const;
  const tagged = (as: TestSandbox["as"], file_id: string, ...tags: string[]) =>
    as(file_id === "4900" ? "partner" : "owner").updateFile({ path: { file_id }, query, body: { tags } });

  test("of an enterprise are up to 10,000, and up to 100 of a file [LM-02]", async () => {
    const { as } = await openSandbox({ seed: seedWithTags(9_900) });
    const tags = Array.from({ length: 101 }, (_, index) => `new ${index}`);
    await expectBadRequest(tagged(as, "4001", ...tags), "tags");
    expect((await tagged(as, "4001", ...tags.slice(1))).tags).toHaveLength(100);
    // What the file gives up makes room for what it gets.
    await tagged(as, "4001", ...tags.slice(0, 100));
    await expectBadRequest(tagged(as, "4002", "one too many"), "tags");
    // Another enterprise has its own 10,000, and a tag that was taken off everything makes room.
    expect(await tagged(as, "4900", "one too many")).toMatchObject({ tags: ["one too many"] });
    await tagged(as, "4001", "tag 0");
    expect(await tagged(as, "4002", "one too many")).toMatchObject({ tags: ["one too many"] });
  });

  test("come with a file to another enterprise, if they fit there [LM-02]", async () => {
    const seed = seedWithTags(10_000, "3900");
    const guest = { item: folder("3900"), accessible_by: user("1003") };
    seed.collaborations?.push({ id: "9050", ...guest, role: "editor", created_by: "1900" });
    const { as } = await openSandbox({ seed });
    await tagged(as, "4001", "one too many");
    await expectApiError(move(as("owner"), "4001", "3900"), 400, "bad_request");
    await tagged(as, "4001", "tag 7");
    expect(await move(as("owner"), "4001", "3900")).toMatchObject({ owned_by: { id: "1900" } });
  });
});

describe("the link of a file", () => {
  /** The shared link of the offer as a user sees it. */
  async function linkFor({ as }: TestSandbox, person: Person) {
    const item = await as(person).findSharedItem({ header: sharedLink({ url: "https://content.example/s/offer" }) });
    return item?.shared_link;
  }
  const open = { effective_permission: "can_download", download_url: "https://content.example/d/offer.pdf" };
  const closed = { effective_permission: "can_preview", download_url: null };

  test("has what it lets people do [OP-09]", async ({ setup }) => {
    for (const [can_download, can_preview, can_edit, effective_permission] of [
      [true, true, true, "can_edit"],
      [true, false, false, "can_download"],
      [false, true, true, "can_preview"],
      [false, false, false, "no_access"],
    ] as const) {
      const permissions = { can_download, can_preview, can_edit };
      await update(setup.as("owner"), "4007", { shared_link: { permissions } });
      expect(await linkFor(setup, "partner")).toMatchObject({ permissions, effective_permission });
    }
  });

  test("lets nobody but the creator of a lock download, if the lock prevents it [ST-3]", async ({ setup }) => {
    const expectLinks = async (expected: object) => {
      for (const person of ["admin", "partner"] as const) expect(await linkFor(setup, person)).toMatchObject(expected);
      expect(await linkFor(setup, "owner")).toMatchObject(open);
    };
    await change(setup, "owner", "4007", { lock: lockFor });
    await expectLinks(open);
    await change(setup, "owner", "4007", { lock: { ...lockFor, is_download_prevented: true } });
    await expectLinks(closed);
    setup.sandbox.clock.advance(HOUR_MS);
    await expectLinks(open);
  });

  test("of a file for the company alone lets co-owners from outside download, and no others [BE-04]", async () => {
    const setup = await openSandbox({ seed: { ...smallSeed, collaborations: [] } });
    const owner = setup.as("owner");
    await update(owner, "4007", { permissions: { can_download: "company" } });
    expect(await linkFor(setup, "partner")).toMatchObject(closed);
    await invite(owner, file("4007"), user("1900"), "editor");
    await update(owner, "4007", { shared_link: { permissions: { can_edit: true } } });
    expect(await linkFor(setup, "partner")).toMatchObject(closed);
    await invite(owner, folder("3006"), user("1900"), "co-owner");
    for (const person of ["owner", "member", "service", "partner"] as const)
      expect(await linkFor(setup, person)).toMatchObject({ ...open, effective_permission: "can_edit" });
  });
});

test.for<[condition: string, strong: boolean, weak: boolean]>([
  ["0", true, true],
  ["*", true, true],
  ['"7", "0"', true, true],
  [',"7",, "0" ,', true, true],
  ['W/"0"', false, true],
  ['"7",W/"0"', false, true],
  ["7", false, false],
  ['"0', false, false],
  ['w/"0"', false, false],
])("the etag 0 is named by %s as RFC 9110 says, or as it is [ER-08] [ER-18]", ([condition, strong, weak]) => {
  expect([namesEtag(condition, "0", "strong"), namesEtag(condition, "0", "weak")]).toEqual([strong, weak]);
});
