import type { Client } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

type Invitation = Parameters<Client["createCollaboration"]>[0]["body"];
type Collaborator = Invitation["accessible_by"];

const leases = { type: "folder", id: "3002" } as const;
const contracts = { type: "folder", id: "3001" } as const;
const member = { type: "user", id: "1005" } as const;
const invite = (client: Client, accessible_by: Collaborator, rest: Partial<Invitation> = {}) =>
  client.createCollaboration({ body: { item: leases, role: "editor", accessible_by, ...rest } });
const lookAtLease = (client: Client) => client.updateFile({ path: { file_id: "4001" }, body: {} });

describe("an invitation", () => {
  test.each([
    ["a user by id", member],
    ["a user by login", { type: "user", login: "member@example.com" }],
    ["a user by login, in whatever case", { type: "user", login: "Member@EXAMPLE.com" }],
  ] as const)("of %s opens the item to them at once [OP-08] [BE-08]", async (_, who) => {
    const { as } = await startSandbox();
    expect(await apiErrorOf(lookAtLease(as("member")))).toMatchObject({ status: 404 });
    const made = await invite(as("owner"), who);
    expect(made).toMatchObject({ type: "collaboration", role: "editor", status: "accepted", invite_email: null });
    expect(made.accessible_by).toEqual({ type: "user", id: "1005", name: "New Member", login: "member@example.com" });
    expect(made).toMatchObject({ item: { type: "folder", id: "3002", name: "Leases" }, created_by: { id: "1003" } });
    expect(made).toMatchObject({ expires_at: null, acknowledged_at: "2026-11-20T08:00:00+00:00" });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });

  test("of a group by id opens the item to its members [OP-08] [BE-08]", async () => {
    const { as } = await startSandbox();
    const edit = () => as("reviewer").updateFile({ path: { file_id: "4002" }, body: { name: "bill.pdf" } });
    expect(await apiErrorOf(edit())).toMatchObject({ status: 404 });
    const made = await invite(as("owner"), { type: "group", id: "2001" }, { item: contracts });
    expect(made).toMatchObject({ accessible_by: { type: "group", id: "2001", name: "Legal" }, status: "accepted" });
    expect(await edit()).toMatchObject({ name: "bill.pdf" });
    expect(await apiErrorOf(lookAtLease(as("member")))).toMatchObject({ status: 404 });
  });

  test("of a login that nobody has waits for somebody to take it [BE-08]", async () => {
    const { as } = await startSandbox();
    const made = await invite(as("owner"), { type: "user", login: "new@example.org" });
    expect(made).toMatchObject({ status: "pending", invite_email: "new@example.org", acknowledged_at: null });
    const twice = invite(as("owner"), { type: "user", login: "NEW@example.org" });
    expect(await apiErrorOf(twice)).toMatchObject({ status: 409, code: "conflict" });
  });

  test("of somebody outside is made where the allowlist has their domain [BE-08]", async () => {
    const { as } = await startSandbox();
    const made = await invite(as("owner"), { type: "user", login: "partner@example.org" });
    expect(made).toMatchObject({ status: "accepted", accessible_by: { id: "1900" } });
    expect(await lookAtLease(as("partner"))).toMatchObject({ id: "4001" });
  });

  const refused: readonly [what: string, who: Collaborator, status: number, code: string][] = [
    ["a group that is not open to it", { type: "group", id: "2002" }, 403, "forbidden"],
    ["a domain that is not allowed", { type: "user", login: "a@unlisted.example" }, 403, "forbidden_by_policy"],
    ["a domain below one that is", { type: "user", login: "a@sub.example.org" }, 403, "forbidden_by_policy"],
    ["an id that no user has", { type: "user", id: "1999" }, 404, "not_found"],
    ["an id that no group has", { type: "group", id: "2999" }, 404, "not_found"],
    ["the owner", { type: "user", id: "1003" }, 409, "conflict"],
    ["a user as if it were a group", { type: "group", id: "1005" }, 404, "not_found"],
    ["somebody who is invited already", { type: "user", id: "1004" }, 409, "conflict"],
    ["somebody who is invited already, by login", { type: "user", login: "reviewer@example.com" }, 409, "conflict"],
  ];

  test.each(refused)("of %s is refused, and nothing is changed [BE-08]", async (_, who, status, code) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    expect(await apiErrorOf(invite(as("owner"), who))).toMatchObject({ status, code });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("of a user whose domain the enterprise of the item does not allow is refused to a guest too [BE-08]", async () => {
    const { as } = await startSandbox();
    const exchange = { item: { type: "folder", id: "3006" } } as const;
    const outside = invite(as("partner"), { type: "user", login: "a@unlisted.example" }, exchange);
    expect(await apiErrorOf(outside)).toMatchObject({ status: 403, code: "forbidden_by_policy" });
    expect(await invite(as("partner"), member, exchange)).toMatchObject({ status: "accepted" });
  });

  test("of a group of the guest's own enterprise, past the allowlist, is refused to a guest [BE-08]", async () => {
    const seed = defaultSeed();
    seed.groups?.push({ id: "2900", name: "Partners", enterprise_id: "7002", member_ids: ["1900"] });
    const { as } = await startSandbox({ seed });
    const invited = invite(as("partner"), { type: "group", id: "2900" }, { item: { type: "folder", id: "3006" } });
    expect(await apiErrorOf(invited)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("of somebody who said no before is made anew", async () => {
    const { as, sandbox } = await startSandbox();
    const seed = sandbox.snapshot();
    const rejected = { id: "9050", item: leases, accessible_by: member, role: "viewer", status: "rejected" } as const;
    sandbox.restore({ ...seed, collaborations: [...(seed.collaborations ?? []), { ...rejected, created_by: "1003" }] });
    expect(await invite(as("owner"), member)).toMatchObject({ status: "accepted" });
  });

  test.each([
    ["a hidden item", "3005"],
    ["an item in the trash", "3003"],
    ["the root folder", "0"],
  ])("to %s looks to the byte as to one that is not there", async (_, id) => {
    const world = await startSandbox();
    const to = (folder: string) => invite(world.as("owner"), member, { item: { type: "folder", id: folder } });
    expect(await apiErrorOf(to(id))).toMatchObject({ status: 404, code: "not_found" });
    const answer = lastResponse(world);
    await apiErrorOf(to("3999"));
    expect(lastResponse(world)).toEqual(answer);
  });
});

describe("a collaboration gives no access", () => {
  test.each([
    ["while it is pending", { status: "pending" }],
    ["after it was rejected", { status: "rejected" }],
    ["after it has ended", { expires_at: "-PT1S" }],
    ["when it is on another folder", { item: { type: "folder", id: "3006" } }],
    ["when it is a group's that the caller is not in", { accessible_by: { type: "group", id: "2001" } }],
  ] as const)("%s [BE-08] [BE-10]", async (_, difference) => {
    const { as, sandbox } = await startSandbox();
    const seed = sandbox.snapshot();
    const whole = { id: "9050", item: leases, accessible_by: member, role: "editor", created_by: "1003" } as const;
    sandbox.restore({ ...seed, collaborations: [...(seed.collaborations ?? []), { ...whole, ...difference }] });
    expect(await apiErrorOf(lookAtLease(as("member")))).toMatchObject({ status: 404 });
    sandbox.restore({ ...seed, collaborations: [...(seed.collaborations ?? []), whole] });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });
});

describe("a collaboration with an end", () => {
  const expires_at = "2026-11-20T09:00:00+00:00";

  test("is over when its time has come, and can be made anew [BE-10]", async () => {
    const { as, sandbox } = await startSandbox();
    expect(await invite(as("owner"), member, { expires_at })).toMatchObject({ expires_at });
    sandbox.clock.advance(3_599_999);
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
    expect(await apiErrorOf(invite(as("owner"), member))).toMatchObject({ status: 409, code: "conflict" });
    sandbox.clock.advance(1);
    expect(await apiErrorOf(lookAtLease(as("member")))).toMatchObject({ status: 404 });
    expect(await invite(as("owner"), member)).toMatchObject({ expires_at: null });
    expect(await lookAtLease(as("member"))).toMatchObject({ id: "4001" });
  });

  test("is refused where the enterprise does not allow it, and nothing is changed [ER-22]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const item = { type: "folder", id: "3900" } as const;
    const refusal = await apiErrorOf(invite(as("partner"), member, { item, expires_at }));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
    expect(refusal.body).toMatchObject({ context_info: { errors: [{ name: "expires_at", reason: "not_enabled" }] } });
    expect(sandbox.snapshot()).toEqual(before);
    expect(await invite(as("partner"), member, { item })).toMatchObject({ status: "accepted" });
  });

  test("is refused when that end has passed already [BE-10]", async () => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(invite(as("owner"), member, { expires_at: "2026-11-20T08:00:00+00:00" }));
    expect(refusal).toMatchObject({ status: 400, body: { context_info: { errors: [{ name: "expires_at" }] } } });
  });
});
