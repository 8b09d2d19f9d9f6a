import type { Client } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { addLink, file, folder, group, type Invitation, invite, move, update, user } from "../../support/requests.js";
import { apiErrorOf, errorNames, expectApiError, expectBadRequest, unchecked } from "../../support/responses.js";
import { openSandbox, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();
const everything = shareSandbox(() => ({ seed: defaultSeed() }));
const member = user("1005");

type Collaborator = Invitation["accessible_by"];

const leases = folder("3002");
const toLeases = (client: Client, who: Collaborator, rest: Partial<Invitation> = {}) =>
  invite(client, leases, who, "editor", rest);
const lookAtLease = (client: Client) => update(client, "4001");

describe("an invitation", () => {
  test.each([
    ["a user by id", member],
    ["a user by login", { type: "user", login: "member@example.com" }],
    ["a user by login, in whatever case", { type: "user", login: "Member@EXAMPLE.com" }],
  ] as const)("of %s opens the item to them at once [OP-08] [BE-08]", async (_, who) => {
    const { as } = await openSandbox();
    await expectApiError(lookAtLease(as("member")), 404);
    const made = await toLeases(as("owner"), who);
    expect(made).toMatchObject({ type: "collaboration", role: "editor", status: "accepted" });
    expect(made.accessible_by).toEqual({ type: "user", id: "1005", name: "New Member", login: "member@example.com" });
    expect(made).toMatchObject({ item: { type: "folder", id: "3002", name: "Leases" }, created_by: { id: "1003" } });
    expect(made).toMatchObject({ expires_at: null, acknowledged_at: "2026-11-20T08:00:00+00:00" });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });

  test("of a group by id opens the item to its members [OP-08] [BE-08]", async ({ as }) => {
    const edit = () => update(as("reviewer"), "4002", { name: "bill.pdf" });
    await expectApiError(edit(), 404);
    const made = await toLeases(as("owner"), group("2001"), { item: folder("3001") });
    expect(made).toMatchObject({ accessible_by: { type: "group", id: "2001", name: "Legal" }, status: "accepted" });
    expect(await edit()).toMatchObject({ name: "bill.pdf" });
    await expectApiError(lookAtLease(as("member")), 404);
  });

  test("of a confirmed alias finds its user, and of an unconfirmed one is pending [BE-08] [BE-18]", async ({
    as,
    sandbox,
  }) => {
    const add = (email: string) => as("admin").addEmailAlias({ path: { user_id: "1005" }, body: { email } });
    const { id } = await add("second@example.org");
    await add("third@example.org");
    sandbox.actions.confirmEmailAlias(id);
    const made = await toLeases(as("owner"), { type: "user", login: "Second@EXAMPLE.org" });
    expect(made).toMatchObject({ status: "accepted", accessible_by: { id: "1005" } });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
    await expectApiError(toLeases(as("owner"), member), 409, "conflict");
    const invited = await toLeases(as("owner"), { type: "user", login: "third@example.org" });
    expect(invited).toMatchObject({ status: "pending", invite_email: "third@example.org" });
  });

  test("of an alias that was confirmed after the invitation is a second one [BE-08] [BE-18]", async ({
    as,
    sandbox,
  }) => {
    const email = "second@example.org";
    const { id } = await as("admin").addEmailAlias({ path: { user_id: "1005" }, body: { email } });
    await toLeases(as("owner"), { type: "user", login: email });
    sandbox.actions.confirmEmailAlias(id);
    for (const who of [{ type: "user", login: email } as const, member])
      await expectApiError(toLeases(as("owner"), who), 409, "conflict");
  });

  test.each([
    ["both id and login", { type: "user", id: "1005", login: "member@example.com" }],
    ["neither id nor login", { type: "user" }],
    ["a group with a login", { type: "group", login: "member@example.com" }],
  ])("with %s is rejected [BE-08]", async (_, who) => {
    const error = await expectApiError(toLeases(shared.as("owner"), unchecked(who)), 400, "bad_request");
    expect(errorNames(error).every((name) => name.startsWith("accessible_by"))).toBe(true);
  });

  test("of an unknown login is pending, and its response shows neither the item nor a collaborator [BE-08]", async ({
    as,
  }) => {
    const made = await toLeases(as("owner"), { type: "user", login: "new@example.org" });
    expect(made).toMatchObject({ status: "pending", invite_email: "new@example.org", acknowledged_at: null });
    expect(made).toMatchObject({ item: null, accessible_by: null });
    const twice = toLeases(as("owner"), { type: "user", login: "NEW@example.org" });
    await expectApiError(twice, 409, "conflict");
  });

  test("of an external user needs a domain on the allowlist [BE-08]", async ({ as }) => {
    const made = await toLeases(as("owner"), { type: "user", login: "partner@example.org" });
    expect(made).toMatchObject({ status: "accepted", accessible_by: { id: "1900" } });
    expect(await lookAtLease(as("partner"))).toMatchObject({ id: "4001" });
  });

  const rejected: readonly [what: string, who: Collaborator, status: number, code: string][] = [
    ["a group that is not open to it", group("2002"), 403, "forbidden"],
    ["a domain that is not allowed", { type: "user", login: "a@unlisted.example" }, 403, "forbidden_by_policy"],
    ["a domain below one that is", { type: "user", login: "a@sub.example.org" }, 403, "forbidden_by_policy"],
    // People of this domain may invite, and may not be invited.
    ["a domain with an inbound entry", { type: "user", login: "a@example.net" }, 403, "forbidden_by_policy"],
    ["an id that no user has", user("1999"), 404, "not_found"],
    ["an id that no group has", group("2999"), 404, "not_found"],
    ["the owner", user("1003"), 409, "conflict"],
    ["a user as if it were a group", group("1005"), 404, "not_found"],
    ["a user who is invited already", user("1004"), 409, "conflict"],
    ["a user who is invited already, by login", { type: "user", login: "reviewer@example.com" }, 409, "conflict"],
  ];

  test.each(rejected)("of %s is rejected, and nothing is changed [BE-08]", async (_, who, status, code) => {
    expect(await apiErrorOf(toLeases(shared.as("owner"), who))).toMatchObject({ status, code });
  });

  test("by a guest needs a domain that the enterprise of the item allows [BE-08]", async ({ as }) => {
    const exchange = { item: folder("3006") } as const;
    const outside = toLeases(as("partner"), { type: "user", login: "a@unlisted.example" }, exchange);
    await expectApiError(outside, 403, "forbidden_by_policy");
    expect(await toLeases(as("partner"), member, exchange)).toMatchObject({ status: "accepted" });
  });

  test("by a guest of a group of the guest's own enterprise is rejected [BE-08]", async () => {
    const seed = defaultSeed();
    seed.groups?.push({ id: "2900", name: "Partners", enterprise_id: "7002", member_ids: ["1900"] });
    const { as } = await openSandbox({ seed });
    const invited = toLeases(as("partner"), group("2900"), { item: folder("3006") });
    await expectApiError(invited, 404, "not_found");
  });
});

describe("a collaboration gives no access", () => {
  test.each([
    ["while it is pending", { status: "pending" }],
    ["after it was rejected", { status: "rejected" }],
    ["after it has ended", { expires_at: "-PT1S" }],
    ["when it is on another folder", { item: folder("3006") }],
    ["when it is a group's that the caller is not in", { accessible_by: group("2001") }],
  ] as const)("%s [BE-08] [BE-10]", async (_, difference) => {
    const { as, sandbox } = await openSandbox();
    const seed = sandbox.snapshot();
    const whole = { id: "9050", item: leases, accessible_by: member, role: "editor", created_by: "1003" } as const;
    sandbox.restore({ ...seed, collaborations: [...(seed.collaborations ?? []), { ...whole, ...difference }] });
    await expectApiError(lookAtLease(as("member")), 404);
    sandbox.restore({ ...seed, collaborations: [...(seed.collaborations ?? []), whole] });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });
});

describe("a collaboration with an end", () => {
  const expires_at = "2026-11-20T09:00:00+00:00";

  test("expires at its time, and can be created again [BE-10]", async ({ as, sandbox }) => {
    expect(await toLeases(as("owner"), member, { expires_at })).toMatchObject({ expires_at });
    sandbox.clock.advance(3_599_999);
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
    await expectApiError(toLeases(as("owner"), member), 409, "conflict");
    sandbox.clock.advance(1);
    await expectApiError(lookAtLease(as("member")), 404);
    expect(await toLeases(as("owner"), member)).toMatchObject({ expires_at: null });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });

  test("is rejected when the enterprise does not allow it [ER-22]", async ({ as }) => {
    const item = folder("3900");
    const error = await expectApiError(toLeases(as("partner"), member, { item, expires_at }), 400, "bad_request");
    expect(error.body).toMatchObject({ context_info: { errors: [{ name: "expires_at", reason: "not_enabled" }] } });
    expect(await toLeases(as("partner"), member, { item })).toMatchObject({ status: "accepted" });
  });

  test("is rejected when its end is in the past [BE-10]", async ({ as }) => {
    await expectBadRequest(toLeases(as("owner"), member, { expires_at: "2026-11-20T08:00:00+00:00" }), "expires_at");
  });
});

describe("the allowlist", () => {
  test("an entry has a domain and a direction [OP-20]", async () => {
    const page = await everything.as("co-admin").listCollaborationAllowlistEntries({ query: { limit: 2 } });
    const entry = { type: "collaboration_whitelist_entry", enterprise: { type: "enterprise", id: "7001" } };
    expect(page).toEqual({
      entries: [
        { ...entry, id: "9501", domain: "example.org", direction: "both", created_at: "2026-01-08T12:00:00+00:00" },
        { ...entry, id: "9502", domain: "example.net", direction: "inbound", created_at: "2026-01-08T12:05:00+00:00" },
      ],
      offset: 0,
      limit: 2,
      total_count: 122,
      next_marker: expect.any(String),
    });
  });

  test("an admin sees the entries of the own enterprise only [OP-20]", async () => {
    const seed = defaultSeed();
    seed.allowlist_entries?.push({ id: "9590", enterprise_id: "7002", domain: "example.com" });
    const { as } = await openSandbox({ seed });
    const page = await as("partner").listCollaborationAllowlistEntries();
    expect(page).toMatchObject({ entries: [{ id: "9590", domain: "example.com" }], total_count: 1 });
  });
});

describe("can_view_path", () => {
  const toLease = (client: Client, can_view_path: boolean) =>
    invite(client, file("4001"), member, "editor", { can_view_path });

  /** The names of the folders above the lease that a user is shown. */
  async function pathOf(client: Client): Promise<string[] | undefined> {
    const query = { fields: ["path_collection"] } as const;
    const file = await client.updateFile({ path: { file_id: "4001" }, query, body: {} });
    return file.path_collection?.entries.map(({ name }) => name);
  }

  test("can_view_path shows the folders above an item, which are hidden without it [BE-11]", async () => {
    for (const can_view_path of [false, true]) {
      const { as } = await openSandbox();
      await toLease(as("owner"), can_view_path);
      const above = can_view_path ? ["Contracts", "Leases"] : [];
      expect(await pathOf(as("member"))).toEqual(["All Files", ...above]);
    }
  });

  test("can_view_path opens nothing above the item or next to it [BE-11]", async ({ as }) => {
    await toLease(as("owner"), true);
    const guest = as("member");
    for (const id of ["3001", "3002"]) {
      for (const call of [() => addLink(guest, id), () => invite(guest, folder(id), user("1009"), "viewer")])
        expect([403, 404]).toContain((await apiErrorOf(call())).status);
      await expectApiError(move(guest, "4001", id === "3002" ? "3001" : "0"), 403);
    }
    await expectApiError(update(guest, "4002"), 404);
  });

  test("more than 1,000 collaborations of one user with can_view_path are accepted [LM-03]", async () => {
    const seed = structuredClone(smallSeed);
    const numbers = Array.from({ length: 1000 }, (_, index) => String(60_000 + index));
    for (const id of numbers) {
      seed.files?.push({ id, name: id, parent_id: "3007", versions: [{ id: `v${id}` }] });
      const guest = { accessible_by: member, role: "viewer", can_view_path: true, created_by: "1003" } as const;
      seed.collaborations?.push({ id, item: file(id), ...guest });
    }
    const { as } = await openSandbox({ seed });
    expect(await toLease(as("owner"), true)).toMatchObject({ status: "accepted" });
    expect(await pathOf(as("member"))).toEqual(["All Files", "Contracts", "Leases"]);
  });
});
