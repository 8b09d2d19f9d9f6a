import type { Client } from "content-service-client";
import { describe, expect } from "vitest";
import { addLink, file, folder, group, type Invitation, invite, move, update, user } from "../../support/requests.js";
import { apiErrorOf, expectApiError, expectBadRequest } from "../../support/responses.js";
import { openSandbox, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();
const member = user("1005");

type Collaborator = Invitation["accessible_by"];

const leases = folder("3002");
const toLeases = (client: Client, who: Collaborator, rest: Partial<Invitation> = {}) =>
  invite(client, leases, who, "editor", rest);
const lookAtLease = (client: Client) => update(client, "4001");
const login = (address: string) => ({ type: "user", login: address }) as const;

describe("an invitation", () => {
  test.for<Collaborator>([member, login("Member@EXAMPLE.com")])(
    "of the user %j opens the item at once [OP-08] [BE-08]",
    async (who, { as }) => {
      await expectApiError(lookAtLease(as("member")), 404);
      expect(await toLeases(as("owner"), who)).toMatchObject({
        type: "collaboration",
        role: "editor",
        status: "accepted",
        created_by: { id: "1003" },
        accessible_by: { type: "user", id: "1005", name: "New Member", login: "member@example.com" },
        item: { type: "folder", id: "3002", name: "Leases" },
        expires_at: null,
        acknowledged_at: "2026-11-20T08:00:00+00:00",
      });
      expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
    },
  );

  test("of a group by id opens the item to its members [OP-08] [BE-08]", async ({ as }) => {
    const edit = () => update(as("reviewer"), "4002", { name: "bill.pdf" });
    await expectApiError(edit(), 404);
    const made = await toLeases(as("owner"), group("2001"), { item: folder("3001") });
    expect(made).toMatchObject({ accessible_by: { type: "group", id: "2001", name: "Legal" }, status: "accepted" });
    expect(await edit()).toMatchObject({ name: "bill.pdf" });
    await expectApiError(lookAtLease(as("member")), 404);
  });

  test("of an alias finds its user once it is confirmed [BE-08] [BE-18]", async ({ as, sandbox }) => {
    const address = "second@example.org";
    const { id } = await as("admin").addEmailAlias({ path: { user_id: "1005" }, body: { email: address } });
    const onFile = (who: Collaborator) => toLeases(as("owner"), who, { item: file("4002") });
    expect(await onFile(login(address))).toMatchObject({ status: "pending", invite_email: address });
    sandbox.actions.confirmEmailAlias(id);
    const made = await toLeases(as("owner"), login("Second@EXAMPLE.org"));
    expect(made).toMatchObject({ status: "accepted", accessible_by: { id: "1005" } });
    // The same user is not invited twice, also not by the address that is an alias by now.
    for (const who of [login(address), member]) await expectApiError(onFile(who), 409, "conflict");
    await expectApiError(toLeases(as("owner"), member), 409, "conflict");
  });

  test("of an unknown login is pending, and shows neither the item nor a collaborator [BE-08]", async ({ as }) => {
    const made = await toLeases(as("owner"), login("new@example.org"));
    expect(made).toMatchObject({ status: "pending", invite_email: "new@example.org", acknowledged_at: null });
    expect(made).toMatchObject({ item: null, accessible_by: null });
    await expectApiError(toLeases(as("owner"), login("NEW@example.org")), 409, "conflict");
  });

  test.for<[who: Collaborator, status: number, code: string]>([
    [group("2002"), 403, "forbidden"],
    [login(`${"a".repeat(65)}@example.org`), 400, "bad_request"],
    // Not allowed, below an allowed domain, and with an inbound entry: people of the domain may invite, not be invited.
    [login("a@unlisted.example"), 403, "forbidden_by_policy"],
    [login("a@sub.example.org"), 403, "forbidden_by_policy"],
    [login("a@example.net"), 403, "forbidden_by_policy"],
    [user("1999"), 404, "not_found"],
    [group("2999"), 404, "not_found"],
    // The owner, and a user who is invited already.
    [user("1003"), 409, "conflict"],
    [user("1004"), 409, "conflict"],
  ])("of %j is rejected with %i %s [BE-08]", async ([who, status, code]) => {
    await expectApiError(toLeases(shared.as("owner"), who), status, code);
  });

  test("of and by an outsider needs a domain and a group of the item's enterprise [BE-08]", async () => {
    const seed = structuredClone(smallSeed);
    seed.groups?.push({ id: "2900", name: "Partners", enterprise_id: "7002", member_ids: ["1900"] });
    const { as } = await openSandbox({ seed });
    const made = await toLeases(as("owner"), login("partner@example.org"));
    expect(made).toMatchObject({ status: "accepted", accessible_by: { id: "1900" } });
    const byGuest = (who: Collaborator) => toLeases(as("partner"), who, { item: folder("3006") });
    await expectApiError(byGuest(login("a@unlisted.example")), 403, "forbidden_by_policy");
    await expectApiError(byGuest(group("2900")), 404, "not_found");
    expect(await byGuest(member)).toMatchObject({ status: "accepted" });
  });

  test.for([
    ["inbound", "example.org", "accepted"],
    ["outbound", "example.org", "forbidden_by_policy"],
    ["both", "other.example", "forbidden_by_policy"],
  ] as const)(
    "by example.org to its own content, with the entry %s %s, is %s [BE-08]",
    async ([direction, domain, end]) => {
      const allowlist_entries = [{ id: "1", enterprise_id: "7001", domain, direction }];
      const { as } = await openSandbox({ seed: { ...smallSeed, allowlist_entries } });
      const invited = (id: string) => toLeases(as("partner"), member, { item: folder(id) });
      const status = invited("3900").then((made) => made.status);
      expect(await status.catch(({ code }) => code)).toBe(end);
      expect(await invited("3006")).toMatchObject({ status: "accepted" });
    },
  );
});

test.for(["pending", "rejected"] as const)(
  "a %s collaboration gives no access [BE-08]",
  async (status, { as, sandbox }) => {
    const seed = sandbox.snapshot();
    const rest = { item: leases, accessible_by: member, role: "editor", created_by: "1003" } as const;
    seed.collaborations?.push({ id: "9050", status, ...rest });
    sandbox.restore(seed);
    await expectApiError(lookAtLease(as("member")), 404);
  },
);

describe("a collaboration with an end", () => {
  const expires_at = "2026-11-20T09:00:00+00:00";

  test("expires at its time, and can be created again [BE-10]", async ({ as, sandbox }) => {
    await expectBadRequest(toLeases(as("owner"), member, { expires_at: "2026-11-20T08:00:00+00:00" }), "expires_at");
    expect(await toLeases(as("owner"), member, { expires_at })).toMatchObject({ expires_at });
    sandbox.clock.advance(3_599_999);
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
    await expectApiError(toLeases(as("owner"), member), 409, "conflict");
    sandbox.clock.advance(1);
    await expectApiError(lookAtLease(as("member")), 404);
    expect(await toLeases(as("owner"), member)).toMatchObject({ expires_at: null });
  });

  test("is rejected when the enterprise does not allow it [ER-22]", async ({ as }) => {
    const item = folder("3900");
    const error = await expectApiError(toLeases(as("partner"), member, { item, expires_at }), 400, "bad_request");
    expect(error.body).toMatchObject({ context_info: { errors: [{ name: "expires_at", reason: "not_enabled" }] } });
    expect(await toLeases(as("partner"), member, { item })).toMatchObject({ status: "accepted" });
  });
});

test("the allowlist is that of the own enterprise [OP-20]", async () => {
  const seed = structuredClone(smallSeed);
  seed.allowlist_entries?.push({ id: "9590", enterprise_id: "7002", domain: "example.com" });
  const { as } = await openSandbox({ seed });
  const page = await as("co-admin").listCollaborationAllowlistEntries({ query: { limit: 2 } });
  const entry = { type: "collaboration_whitelist_entry", enterprise: { type: "enterprise", id: "7001" } };
  expect(page).toEqual({
    entries: [
      { ...entry, id: "9501", domain: "example.org", direction: "both", created_at: "2026-01-08T12:00:00+00:00" },
      { ...entry, id: "9502", domain: "example.net", direction: "inbound", created_at: "2026-01-08T12:05:00+00:00" },
    ],
    offset: 0,
    limit: 2,
    total_count: 22,
    next_marker: expect.any(String),
  });
  expect(await as("partner").listCollaborationAllowlistEntries()).toMatchObject({ entries: [{ id: "9590" }] });
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

  test.for([
    [false, ["All Files"]],
    [true, ["All Files", "Contracts", "Leases"]],
  ] as const)("%s shows the folders %j above an item, and opens none [BE-11]", async ([canView, names], { as }) => {
    await toLease(as("owner"), canView);
    const guest = as("member");
    expect(await pathOf(guest)).toEqual(names);
    for (const id of ["3001", "3002"]) {
      for (const call of [() => addLink(guest, id), () => invite(guest, folder(id), user("1009"), "viewer")])
        expect([403, 404]).toContain((await apiErrorOf(call())).status);
      await expectApiError(move(guest, "4001", id === "3002" ? "3001" : "0"), 403);
    }
    await expectApiError(update(guest, "4002"), 404);
  });

  test("is accepted for more than 1,000 collaborations of one user [LM-03]", async () => {
    const seed = structuredClone(smallSeed);
    for (let number = 60_000; number < 61_000; number += 1) {
      const id = String(number);
      seed.files?.push({ id, name: id, parent_id: "3007", versions: [{ id: `v${id}` }] });
      const guest = { accessible_by: member, role: "viewer", can_view_path: true, created_by: "1003" } as const;
      seed.collaborations?.push({ id, item: file(id), ...guest });
    }
    const { as } = await openSandbox({ seed });
    expect(await toLease(as("owner"), true)).toMatchObject({ status: "accepted" });
    expect(await pathOf(as("member"))).toEqual(["All Files", "Contracts", "Leases"]);
  });
});
