import type { Sandbox, Seed } from "content-service-sandbox";
import { expect } from "vitest";
import { invite, update, user } from "../../support/requests.js";
import { expectApiError } from "../../support/responses.js";
import { seedWithoutHolds } from "../../support/seeds.js";
import { openSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const reviewer = { path: { user_id: "1004" } };
const byForce = { ...reviewer, query: { force: true } };

/** The small seed, in which the reviewer has a part in everything that there is. */
function seedWithReviewer(): Seed {
  const seed = structuredClone(smallSeed);
  const lock = { id: "4950", created_by: "1004" };
  const files = seed.files?.map((file) => (file.id === "4002" ? { ...file, lock } : file)) ?? [];
  seed.folders?.push(
    { id: "3109", name: "Old reviews", owner_id: "1004", trashed_at: "-P1D" },
    { id: "3110", name: "Details", parent_id: "3009" },
  );
  files.push({ id: "4109", name: "details.txt", parent_id: "3110", versions: [{ id: "5109" }, { id: "5110" }] });
  seed.web_links?.push({ id: "6109", name: "Rules", url: "https://example.com/rules", parent_id: "3110" });
  const guest = { accessible_by: user("1003"), role: "editor", created_by: "1004" } as const;
  seed.collaborations?.push({ id: "9109", item: { type: "folder", id: "3009" }, ...guest });
  seed.email_aliases?.push({ id: "9409", user_id: "1004", email: "reviews@example.com" });
  seed.tasks?.push({ id: "9109", file_id: "4109", created_by: "1003" });
  seed.task_assignments?.push({ id: "9209", task_id: "9109", assigned_to: "1003", assigned_by: "1004" });
  const properties = { scope: "global", templateKey: "properties", values: { of: "reviews" } };
  seed.metadata_instances?.push({ id: "9809", item: { type: "file", id: "4109" }, ...properties });
  // It holds nothing, since the folder has no files.
  seed.legal_hold_policy_assignments?.push(holdOf("folder", "3109"));
  const times = { applied_at: "PT0S", disposition_at: "P3650D" };
  seed.file_version_retentions?.push({ id: "8609", file_version_id: "5109", policy_id: "8501", ...times });
  return { ...seed, files };
}

type Hold = NonNullable<Seed["legal_hold_policy_assignments"]>[number];

function holdOf(type: Hold["assigned_to"]["type"], id: string): Hold {
  return { id: "hold", policy_id: "8001", assigned_to: { type, id }, assigned_by: "1001" };
}

function changesIn(sandbox: Sandbox): string[] {
  const [deletion] = sandbox.requests({ operation: "deleteUser" });
  return deletion?.changes.map(({ kind, type, id }) => `${kind} ${type} ${id}`).toSorted() ?? [];
}

test("a user who owns items is not deleted, even when all of them are in the trash [OP-21] [ER-28]", async () => {
  const seed = structuredClone(smallSeed);
  seed.folders?.push({ id: "3105", name: "Old", owner_id: "1005", trashed_at: "-P1D" });
  const { as } = await openSandbox({ seed });
  for (const user_id of ["1003", "1005"]) {
    for (const query of [{}, { force: false }, { notify: true }])
      await expectApiError(as("admin").deleteUser({ path: { user_id }, query }), 403, "user_owns_content");
  }
});

test("a user who owns nothing is deleted with the user's tokens, without force [OP-21]", async ({ as, sandbox }) => {
  expect(await as("co-admin").deleteUser({ path: { user_id: "1005" }, query: { notify: false } })).toBeUndefined();
  expect(changesIn(sandbox)).toEqual(["removed access_token ***", "removed refresh_token ***", "removed user 1005"]);
});

test("with force a user is deleted with everything the user owns, and nothing else [ER-28]", async () => {
  const { as, sandbox } = await openSandbox({ seed: seedWithReviewer() });
  const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };
  await expectApiError(as("owner").updateFile(rename), 403);
  await as("admin").deleteUser(byForce);
  expect(changesIn(sandbox)).toEqual([
    // A lock of the user, and a group that had the user.
    "changed file 4002",
    "changed group 2001",
    "removed access_token ***",
    ...["9001", "9109"].map((id) => `removed collaboration ${id}`),
    "removed email_alias 9409",
    ...["4009", "4109"].map((id) => `removed file ${id}`),
    "removed file_version_retention 8609",
    ...["3009", "3109", "3110"].map((id) => `removed folder ${id}`),
    "removed legal_hold_policy_assignment hold",
    "removed metadata_instance 9809",
    "removed refresh_token ***",
    "removed task 9109",
    ...["9201", "9209"].map((id) => `removed task_assignment ${id}`),
    "removed user 1004",
    "removed web_link 6109",
  ]);
  await expectApiError(as("reviewer").getCurrentUser(), 401, "unauthorized");
  await expectApiError(as("admin").deleteUser(byForce), 404, "not_found");
  // The lock is gone, and the email addresses are free.
  expect(await as("owner").updateFile(rename)).toMatchObject({ name: "renamed.pdf", etag: "2" });
  for (const email of ["reviewer@example.com", "reviews@example.com"])
    await as("admin").addEmailAlias({ path: { user_id: "1005" }, body: { email } });
});

test.for([
  ["user", "1004"],
  ["folder", "3009"],
  ["file", "4109"],
  ["file_version", "5109"],
] as const)("a user with content on hold by a %s is not deleted, even by force [ER-28] [BE-17]", async ([type, id]) => {
  const seed = { ...seedWithReviewer(), legal_hold_policy_assignments: [holdOf(type, id)] };
  const { as } = await openSandbox({ seed });
  await expectApiError(as("admin").deleteUser(byForce), 403, "user_owns_content");
});

test("items changed by a deleted user keep the id and lose the name [ER-28]", async () => {
  const { as } = await openSandbox({ seed: seedWithoutHolds });
  await invite(as("admin"), { type: "file", id: "4009" }, user("1003"), "editor");
  await update(as("owner"), "4009", { description: "Read it." });
  await as("admin").deleteUser({ path: { user_id: "1003" }, query: { force: true } });
  const modified_by = { type: "user", id: "1003", name: "" };
  expect(await update(as("reviewer"), "4009")).toMatchObject({ id: "4009", modified_by });
});
