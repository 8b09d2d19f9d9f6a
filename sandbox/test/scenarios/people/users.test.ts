import { expect } from "vitest";
import { addLink, addTask, update } from "../../support/requests.js";
import { expectApiError, expectApiErrors, expectBadRequest } from "../../support/responses.js";
import { type Person, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

test("a token acts as the user or service account that it was issued for [OP-24] [AU-2]", async () => {
  const tokens = smallSeed.access_tokens?.filter(({ token }) => token !== "token-expired") ?? [];
  expect(new Set(tokens.map(({ user_id }) => user_id)).size).toBe(7);
  for (const { token, user_id: id } of tokens)
    expect(await shared.as("owner", { auth: token }).getCurrentUser()).toMatchObject({ type: "user", id });
  expect(await shared.as("service").getCurrentUser()).toEqual({
    type: "user",
    id: "1009",
    name: "Service Account",
    login: "service@example.com",
    created_at: "2026-01-05T08:05:00+00:00",
    modified_at: "2026-01-05T08:05:00+00:00",
    language: "en",
    space_amount: 10_737_418_240,
    space_used: 0,
    max_upload_size: 2_147_483_648,
    status: "active",
    job_title: "",
    phone: "",
    address: "",
    avatar_url: "https://content.example/avatars/1009",
  });
});

test.for([
  ["admin", "1001"],
  ["co-admin", "1002"],
  ["service", "1009"],
] as const)(
  "with As-User a call of the %s acts as another user of the enterprise [BE-19] [AU-3] [ER-36]",
  async ([person, own], { as }) => {
    for (const id of ["1001", "1003", "1009"])
      expect(await as(person).asUser(id).getCurrentUser()).toMatchObject({ id });
    const task = await addTask(as(person).asUser("1004"), "4009");
    expect(task.created_by).toMatchObject({ id: "1004", login: "reviewer@example.com" });
    // The header of a single call does the same.
    expect(await as(person).getCurrentUser({ header: { "As-User": "1005" } })).toMatchObject({ id: "1005" });
    expect(await as(person).getCurrentUser()).toMatchObject({ id: own });
    // A user of another enterprise is like an unknown one.
    const calls = ["1900", "4242"].map((id) => as(person).asUser(id).getCurrentUser());
    const [other, unknown] = await expectApiErrors(calls, 403, "forbidden");
    expect({ ...other?.body, request_id: "" }).toEqual({ ...unknown?.body, request_id: "" });
  },
);

test("As-User is forbidden for a member, even with the own id, and changes nothing [ER-36]", async () => {
  for (const id of ["1001", "1004", "1005", "1900", "not-a-user"]) {
    const acting = shared.as("member").asUser(id);
    const calls = [acting.getCurrentUser(), update(acting, "4009", { name: "mine.txt" }), addLink(acting, "3009")];
    await expectApiErrors(calls, 403, "forbidden");
  }
});

test("a new alias is unused, in any letter case, and has to be confirmed [OP-19] [BE-18]", async ({ as, sandbox }) => {
  const add = (person: Person, user_id: string, email: string) =>
    as(person).addEmailAlias({ path: { user_id }, body: { email } });
  const email = "New.Member@example.com";
  const alias = await add("admin", "1005", email);
  expect(alias).toEqual({ type: "email_alias", id: expect.any(String), is_confirmed: false, email });
  const kept = sandbox.snapshot().email_aliases?.find(({ id }) => id === alias.id);
  expect(kept).toEqual({ id: alias.id, user_id: "1005", email, is_confirmed: false });
  const taken = ["new.member@EXAMPLE.com", "leases@example.com", "OWNER@example.com", "partner@example.org"];
  const again = taken.map((one) => add("co-admin", "1004", one));
  await expectApiErrors(again, 409, "conflict");
  await expectApiError(add("admin", "1005", "no address"), 400, "bad_request");
  const long = `${"a".repeat(64)}@${`${"b".repeat(63)}.`.repeat(2)}${"c".repeat(53)}.example`;
  for (const wrong of [`a${long}`, `${long}s`, `a@${"b".repeat(64)}.example`])
    await expectBadRequest(add("admin", "1005", wrong), "email");
  expect(await add("admin", "1005", long)).toMatchObject({ is_confirmed: false });
});
