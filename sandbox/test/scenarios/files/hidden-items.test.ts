import { type Client, sharedLink } from "content-service-client";
import { expect, test } from "vitest";
import { addLink, addTask, folder, invite, restore, update, user } from "../../support/requests.js";
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

type Call = (client: Client, id: string) => Promise<unknown>;

const contract = (file_id: string) => ({ path: { file_id, scope: "enterprise_7001", template_key: "contract" } });
const find = (client: Client, slug: string, password?: string) =>
  client.findSharedItem({ header: sharedLink({ url: `https://content.example/s/${slug}`, password }) });
const readAssignment: Call = (client, task_assignment_id) => client.getTaskAssignment({ path: { task_assignment_id } });
const search: Call = (client, ancestor_folder_id) =>
  client.queryMetadata({ body: { from: "enterprise_7001.contract", ancestor_folder_id } });

/** Hidden, in the trash, in a folder in the trash, further down there, and a folder. */
const files = ["4004", "4010", "4003", "4011", "3001"];
/** Hidden, in the trash, in a folder in the trash, and a file. */
const folders = ["3005", "3003", "3004", "4001"];

// An item that a user must not know of, or that is of another type.
test.each<[what: string, ids: string, call: Call, missing: string, hidden: readonly string[], person?: Person]>([
  ["a file to update", "[ER-06]", (client, id) => update(client, id, { name: "found.pdf" }), "4999", files],
  ["a file for a task", "[ER-25]", addTask, "4999", files],
  [
    "a file for metadata",
    "[ER-10]",
    (client, id) => client.createFileMetadata({ ...contract(id), body: {} }),
    "4999",
    files,
  ],
  ["a file of an instance", "[ER-16]", (client, id) => client.getFileMetadata(contract(id)), "4999", files],
  ["a file of a deleted instance", "[ER-16]", (client, id) => client.deleteFileMetadata(contract(id)), "4999", files],
  [
    "a file of another enterprise",
    "[ER-10]",
    (client, id) => client.getFileMetadata(contract(id)),
    "4999",
    ["4001"],
    "partner",
  ],
  ["a folder for a web link", "[OP-07]", addLink, "3999", folders],
  [
    "a folder to share",
    "[OP-08] [CO-2]",
    (client, id) => invite(client, folder(id), user("1005")),
    "3999",
    [...folders, "0"],
  ],
  // Not in the trash, only in a folder that is, a file, and the root folder.
  ["a folder to restore", "[ER-20] [CO-2]", restore, "3999", ["3001", "3004", "4003", "0"]],
  ["a hidden folder to restore", "[ER-20]", restore, "3999", ["3003"], "member"],
  ["a folder to search", "[BE-22]", search, "3999", folders],
  ["an assignment on a hidden file", "[ER-26]", readAssignment, "9999", ["9201"], "partner"],
  ["an own assignment on a hidden file", "[ER-26]", readAssignment, "9999", ["9203"], "member"],
  ["an assignment on a file in the trash", "[ER-26]", readAssignment, "9999", ["9204"]],
  // Without its password, expired, and into the trash.
  ["a shared link", "[ER-35]", find, "never-was", ["lease", "flyer", "old"]],
  [
    "a link with another password",
    "[ER-35]",
    (client, slug) => find(client, slug, "Correct-horse"),
    "never-was",
    ["lease"],
  ],
])(
  "%s that the caller may not use gets exactly the response for a missing one %s",
  async (_, _ids, call, missing, hidden, person = "owner") => {
    await apiErrorOf(call(shared.as(person), missing));
    const response = lastResponse(shared);
    for (const id of hidden) {
      await expectApiError(call(shared.as(person), id), 404, "not_found");
      expect(lastResponse(shared)).toEqual(response);
    }
  },
);
