import { type Client, sharedLink } from "content-service-client";
import { expect, test } from "vitest";
import { addLink, addTask, file, folder, invite, restore, update, user } from "../../support/requests.js";
import { apiErrorOf, expectApiError, lastResponse } from "../../support/responses.js";
import { seedWithTrash } from "../../support/seeds.js";
import { type Person, shareSandbox } from "../../support/start-sandbox.js";

/** The items of `seedWithTrash`, with a link into the trash, and tasks on files that are hidden or in the trash. */
const shared = shareSandbox(() => {
  const seed = seedWithTrash();
  for (const file of seed.files ?? []) if (file.id === "4011") file.shared_link = { slug: "old" };
  seed.tasks?.push({ id: "9104", file_id: "4003", created_by: "1003" });
  seed.task_assignments?.push(
    { id: "9203", task_id: "9102", assigned_to: "1005", assigned_by: "1001" },
    { id: "9204", task_id: "9104", assigned_to: "1003", assigned_by: "1001" },
  );
  return { seed };
});

const contract = (file_id: string) => ({ path: { file_id, scope: "enterprise_7001", template_key: "contract" } });
const find = (client: Client, slug: string, password?: string) =>
  client.findSharedItem({ header: sharedLink({ url: `https://content.example/s/${slug}`, password }) });

const calls = {
  update: (client, id) => update(client, id, { name: "found.pdf" }),
  task: addTask,
  apply: (client, id) => client.createFileMetadata({ ...contract(id), body: {} }),
  read: (client, id) => client.getFileMetadata(contract(id)),
  remove: (client, id) => client.deleteFileMetadata(contract(id)),
  link: addLink,
  invite: (client, id) => invite(client, folder(id), user("1005")),
  restore,
  search: (client, id) => client.queryMetadata({ body: { from: "enterprise_7001.contract", ancestor_folder_id: id } }),
  assignment: (client, task_assignment_id) => client.getTaskAssignment({ path: { task_assignment_id } }),
  alias: (client, user_id) => client.addEmailAlias({ path: { user_id }, body: { email: "new@example.com" } }),
  delete: (client, user_id) => client.deleteUser({ path: { user_id }, query: { force: true } }),
  hold: (client, policy_id) => client.assignLegalHoldPolicy({ body: { policy_id, assign_to: file("4001") } }),
  assignments: (client, policy_id) => client.listLegalHoldPolicyAssignments({ query: { policy_id } }),
  held: (client, policy_id) => client.listFileVersionLegalHolds({ query: { policy_id } }),
  "held files": (client, id) => client.listFilesOnHold({ path: { legal_hold_policy_assignment_id: id } }),
  "held versions": (client, id) => client.listFileVersionsOnHold({ path: { legal_hold_policy_assignment_id: id } }),
  find,
  "find with a wrong password": (client, slug) => find(client, slug, "Correct-horse"),
} satisfies Record<string, (client: Client, id: string) => Promise<unknown>>;

/** Hidden, in the trash, in a folder in the trash, further down there, and a folder. */
const files = ["4004", "4010", "4003", "4011", "3001"];
/** Hidden, in the trash, in a folder in the trash, and a file. */
const folders = ["3005", "3003", "3004", "4001"];

test.each<[call: keyof typeof calls, ids: string, missing: string, hidden: readonly string[], person?: Person]>([
  ["update", "[ER-06]", "4999", files],
  ["task", "[ER-25]", "4999", files],
  ["apply", "[ER-10]", "4999", files],
  ["read", "[ER-16]", "4999", files],
  ["remove", "[ER-16]", "4999", files],
  // A file of another enterprise.
  ["read", "[ER-10]", "4999", ["4001"], "partner"],
  ["link", "[OP-07]", "3999", folders],
  ["invite", "[OP-08] [CO-2]", "3999", [...folders, "0"]],
  // Not in the trash, only in a folder that is, a file, and the root folder.
  ["restore", "[ER-20] [CO-2]", "3999", ["3001", "3004", "4003", "0"]],
  ["restore", "[ER-20]", "3999", ["3003"], "member"],
  ["search", "[BE-22]", "3999", folders],
  // On a hidden file, also that of the assignee, and on one in the trash.
  ["assignment", "[ER-26]", "9999", ["9201"], "partner"],
  ["assignment", "[ER-26]", "9999", ["9203"], "member"],
  ["assignment", "[ER-26]", "9999", ["9204"]],
  // Of another enterprise.
  ["alias", "[OP-19]", "4242", ["1900"], "admin"],
  ["alias", "[OP-19]", "4242", ["1005"], "partner"],
  ["delete", "[OP-21]", "4242", ["1900"], "admin"],
  ["delete", "[OP-21]", "4242", ["1005"], "partner"],
  ["hold", "[OP-14]", "8099", ["8001"], "partner"],
  ["assignments", "[OP-15]", "8099", ["8001"], "partner"],
  ["held files", "[OP-16]", "8199", ["8101"], "partner"],
  ["held versions", "[OP-17]", "8199", ["8101"], "partner"],
  ["held", "[OP-18]", "8099", ["8001"], "partner"],
  // Without its password, expired, and into the trash.
  ["find", "[ER-35]", "never-was", ["lease", "flyer", "old"]],
  ["find with a wrong password", "[ER-35]", "never-was", ["lease"]],
])(
  "%s of what the caller may not know of gets exactly the response for a missing record %s [GC-15]",
  async (name, _, missing, hidden, person = "owner") => {
    await apiErrorOf(calls[name](shared.as(person), missing));
    const response = lastResponse(shared);
    for (const id of hidden) {
      await expectApiError(calls[name](shared.as(person), id), 404, "not_found");
      expect(lastResponse(shared)).toEqual(response);
    }
  },
);
