import { expect } from "vitest";
import { addLink, addTask, update } from "../../support/requests.js";
import { expectApiError } from "../../support/responses.js";
import { openSandbox, type Person, shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const ids: Readonly<Record<Person, string>> = {
  admin: "1001",
  "co-admin": "1002",
  owner: "1003",
  reviewer: "1004",
  member: "1005",
  service: "1009",
  partner: "1900",
};
// What is written above is what there is.
const people = Object.entries(ids) as [Person, string][];

test("a token acts as the user or service account that it was issued for [OP-24] [AU-2]", async ({ as }) => {
  for (const [person, id] of people) expect(await as(person).getCurrentUser()).toMatchObject({ type: "user", id });
  expect(await as("service").getCurrentUser()).toEqual({
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

test.each(["admin", "co-admin", "service"] as const)(
  "with As-User a call of the %s acts as another user, and sees itself so [BE-19] [AU-3]",
  async (person) => {
    const { as } = await openSandbox();
    for (const id of Object.values(ids).filter((one) => one !== "1900"))
      expect(await as(person).asUser(id).getCurrentUser()).toMatchObject({ id });
    const task = await addTask(as(person).asUser("1004"), "4009");
    expect(task.created_by).toMatchObject({ id: "1004", login: "reviewer@example.com" });
    // The header of a single call does the same.
    expect(await as(person).getCurrentUser({ header: { "As-User": "1005" } })).toMatchObject({ id: "1005" });
    expect(await as(person).getCurrentUser()).toMatchObject({ id: ids[person] });
  },
);

test("an admin who acts as a member has only the permissions of the member [BE-19] [AU-3]", async ({ as }) => {
  const admin = as("admin");
  expect(await update(admin, "4004")).toMatchObject({ id: "4004" });
  const acting = admin.asUser("1005");
  await expectApiError(update(acting, "4004"), 404, "not_found");
  await expectApiError(acting.listFileVersionRetentions(), 403, "forbidden");
  await expectApiError(acting.deleteUser({ path: { user_id: "1004" } }), 403);
});

test("As-User is forbidden for a member but for itself, and changes nothing [ER-36]", async ({ as }) => {
  for (const id of ["1001", "1004", "1900", "not-a-user"]) {
    const acting = as("member").asUser(id);
    await expectApiError(acting.getCurrentUser(), 403, "forbidden");
    await expectApiError(update(acting, "4009", { name: "mine.txt" }), 403, "forbidden");
    await expectApiError(addLink(acting, "3009"), 403, "forbidden");
  }
  expect(await as("member").asUser("1005").getCurrentUser()).toMatchObject({ id: "1005" });
});

test("As-User gives the same 403 for users of other enterprises and for unknown users [ER-36]", async ({ as }) => {
  const responses: unknown[] = [];
  for (const person of ["admin", "co-admin", "service"] as const) {
    for (const id of ["1900", "4242"]) {
      const error = await expectApiError(as(person).asUser(id).getCurrentUser(), 403, "forbidden");
      responses.push({ ...error.body, request_id: undefined });
    }
  }
  for (const response of responses) expect(response).toEqual(responses[0]);
});

test("a new alias has to be confirmed by the user [OP-19] [BE-18]", async ({ as, sandbox }) => {
  const added = { path: { user_id: "1005" }, body: { email: "new.member@example.com" } };
  const alias = await as("admin").addEmailAlias(added);
  expect(alias).toEqual({
    type: "email_alias",
    id: expect.any(String),
    is_confirmed: false,
    email: "new.member@example.com",
  });
  const kept = sandbox.snapshot().email_aliases?.find(({ id }) => id === alias.id);
  expect(kept).toEqual({ id: alias.id, user_id: "1005", email: "new.member@example.com", is_confirmed: false });
});

test("an email address that is in use is rejected, in any letter case [OP-19]", async ({ as }) => {
  const admin = as("co-admin");
  await admin.addEmailAlias({ path: { user_id: "1005" }, body: { email: "new.member@example.com" } });
  for (const email of ["New.Member@example.com", "leases@example.com", "OWNER@example.com", "partner@example.org"]) {
    await expectApiError(admin.addEmailAlias({ path: { user_id: "1004" }, body: { email } }), 409, "conflict");
  }
});

test("an alias is rejected when it is invalid, and for users of other enterprises and unknown users [OP-19]", async () => {
  const add = (person: Person, user_id: string, email = "other@example.com") =>
    shared.as(person).addEmailAlias({ path: { user_id }, body: { email } });
  await expectApiError(add("admin", "1005", "no address"), 400, "bad_request");
  for (const id of ["1900", "4242"]) await expectApiError(add("admin", id), 404, "not_found");
  await expectApiError(add("partner", "1005"), 404, "not_found");
});
