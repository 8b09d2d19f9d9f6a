import { expect, test } from "vitest";
import { loadSeed } from "../../src/seed/load-seed.js";
import { SeedError } from "../../src/seed/validate-seed.js";
import type { Seed } from "../../src/store/records.js";

const at = "2026-01-01T00:00:00+00:00";
const user = { id: "10", name: "Owner", login: "owner@example.com", enterprise_id: "1" };
const item = { type: "file", id: "30" } as const;
/** One of everything that something else can name. */
const base = {
  enterprises: [{ id: "1" }],
  users: [user],
  files: [{ id: "30", name: "a.txt", owner_id: "10", versions: [{ id: "40" }] }],
  metadata_templates: [{ id: "t", scope: "enterprise_1", templateKey: "contract" }],
  tasks: [{ id: "50", file_id: "30", created_by: "10" }],
  legal_hold_policies: [{ id: "60", policy_name: "Hold", enterprise_id: "1" }],
  retention_policies: [{ id: "70", policy_name: "Keep", enterprise_id: "1" }],
  clients: [{ client_id: "app", client_secret: "secret" }],
} satisfies Seed;

const collaboration = {
  id: "c",
  item,
  accessible_by: { type: "user", id: "10" },
  role: "viewer",
  created_by: "10",
} as const;
const instance = { id: "i", item, scope: "enterprise_1", templateKey: "contract" };
const assignment = { id: "a", task_id: "50", assigned_to: "10", assigned_by: "10" };
const hold = { id: "h", policy_id: "60", assigned_by: "10" };
const retention = { id: "r", file_version_id: "40", policy_id: "70", applied_at: at, disposition_at: at };
const refresh = { token: "r", user_id: "10", client_id: "app" };

test.each<[string, Seed]>([
  ["users[0].enterprise_id there is no enterprise 2", { users: [{ ...user, enterprise_id: "2" }] }],
  [
    "email_aliases[0].user_id there is no user 9",
    { email_aliases: [{ id: "e", user_id: "9", email: "x@example.com" }] },
  ],
  ["groups[0].enterprise_id there is no enterprise 2", { groups: [{ id: "g", name: "G", enterprise_id: "2" }] }],
  [
    "groups[0].member_ids[1] there is no user 9",
    { groups: [{ id: "g", name: "G", enterprise_id: "1", member_ids: ["10", "9"] }] },
  ],
  [
    "files[0].owner_id there is no user 9",
    { files: [{ id: "30", name: "a", owner_id: "9", versions: [{ id: "40" }] }] },
  ],
  ["folders[0].owner_id there is no user 9", { folders: [{ id: "20", name: "F", owner_id: "9" }] }],
  [
    "web_links[0].owner_id there is no user 9",
    { web_links: [{ id: "20", name: "L", owner_id: "9", url: "https://x.example" }] },
  ],
  [
    "collaborations[0].item.id there is no folder 30",
    { collaborations: [{ ...collaboration, item: { type: "folder", id: "30" } }] },
  ],
  [
    "collaborations[0].accessible_by.id there is no group 10",
    { collaborations: [{ ...collaboration, accessible_by: { type: "group", id: "10" } }] },
  ],
  [
    "allowlist_entries[0].enterprise_id there is no enterprise 2",
    { allowlist_entries: [{ id: "l", enterprise_id: "2", domain: "x.example" }] },
  ],
  [
    "metadata_templates[0].scope there is no enterprise 2",
    { metadata_templates: [{ id: "t", scope: "enterprise_2", templateKey: "contract" }] },
  ],
  [
    "metadata_instances[0].item.id there is no file 31",
    { metadata_instances: [{ ...instance, item: { type: "file", id: "31" } }] },
  ],
  [
    "metadata_instances[0].templateKey there is no template enterprise_1.other",
    { metadata_instances: [{ ...instance, templateKey: "other" }] },
  ],
  ["tasks[0].file_id there is no file 31", { tasks: [{ id: "50", file_id: "31", created_by: "10" }] }],
  ["task_assignments[0].task_id there is no task 51", { task_assignments: [{ ...assignment, task_id: "51" }] }],
  ["task_assignments[0].assigned_to there is no user 9", { task_assignments: [{ ...assignment, assigned_to: "9" }] }],
  [
    "terms_of_services[0].enterprise_id there is no enterprise 2",
    { terms_of_services: [{ id: "s", enterprise_id: "2", status: "disabled" }] },
  ],
  [
    "legal_hold_policies[0].enterprise_id there is no enterprise 2",
    { legal_hold_policies: [{ id: "60", policy_name: "Hold", enterprise_id: "2" }] },
  ],
  [
    "legal_hold_policy_assignments[0].policy_id there is no legal hold policy 61",
    { legal_hold_policy_assignments: [{ ...hold, policy_id: "61", assigned_to: item }] },
  ],
  [
    "legal_hold_policy_assignments[0].assigned_to.id there is no user 9",
    { legal_hold_policy_assignments: [{ ...hold, assigned_to: { type: "user", id: "9" } }] },
  ],
  [
    "legal_hold_policy_assignments[0].assigned_to.id there is no folder 30",
    { legal_hold_policy_assignments: [{ ...hold, assigned_to: { type: "folder", id: "30" } }] },
  ],
  [
    "legal_hold_policy_assignments[0].assigned_to.id there is no file version 30",
    { legal_hold_policy_assignments: [{ ...hold, assigned_to: { type: "file_version", id: "30" } }] },
  ],
  [
    "retention_policies[0].enterprise_id there is no enterprise 2",
    { retention_policies: [{ id: "70", policy_name: "Keep", enterprise_id: "2" }] },
  ],
  [
    "file_version_retentions[0].file_version_id there is no file version 30",
    { file_version_retentions: [{ ...retention, file_version_id: "30" }] },
  ],
  [
    "file_version_retentions[0].policy_id there is no retention policy 71",
    { file_version_retentions: [{ ...retention, policy_id: "71" }] },
  ],
  ["access_tokens[0].user_id there is no user 9", { access_tokens: [{ token: "t", user_id: "9" }] }],
  ["refresh_tokens[0].user_id there is no user 9", { refresh_tokens: [{ ...refresh, user_id: "9" }] }],
  ["refresh_tokens[0].client_id there is no client other", { refresh_tokens: [{ ...refresh, client_id: "other" }] }],
])("refuses a seed in which %s", (fault, change) => {
  expect(issuesOf({ ...base, ...change })).toContain(fault);
});

test("takes a seed whose references all lead somewhere, an invitation that nobody has taken included", () => {
  const invitation = { ...collaboration, status: "pending", accessible_by: { type: "user", id: "9" } } as const;
  expect(
    issuesOf({
      ...base,
      collaborations: [collaboration, { ...invitation, id: "d", invite_email: "new@example.com" }],
      metadata_instances: [instance],
      task_assignments: [assignment],
      legal_hold_policy_assignments: [
        { ...hold, assigned_to: { type: "file_version", id: "40" } },
        { ...hold, id: "k", assigned_to: item },
      ],
      file_version_retentions: [retention],
      refresh_tokens: [refresh],
    }),
  ).toEqual([]);
});

test.each<[string, Seed]>([
  [
    "files[1].versions[0].id is the version of another file",
    { files: [...base.files, { id: "31", name: "b", owner_id: "10", versions: [{ id: "40" }] }] },
  ],
  ["users[1].login is the login of another user", { users: [user, { ...user, id: "11", login: "Owner@example.com" }] }],
  [
    "folders[1].shared_link.slug is the slug of another shared link",
    { folders: ["1", "2"].map((id) => ({ id, name: id, owner_id: "10", shared_link: { slug: "s" } })) },
  ],
  [
    "folders[1].shared_link.vanity_name is the vanity name of another shared link",
    {
      folders: ["1", "2"].map((id) => ({ id, name: id, owner_id: "10", shared_link: { slug: id, vanity_name: "v" } })),
    },
  ],
  [
    "metadata_templates[0].fields[1].key is the key of another field",
    {
      metadata_templates: [
        {
          id: "t",
          scope: "global",
          templateKey: "k",
          fields: ["1", "2"].map((id) => ({ id, type: "string", key: "same" })),
        },
      ],
    },
  ],
  [
    "metadata_instances[1] is a second instance of its template on its item",
    { metadata_instances: [instance, { ...instance, id: "j" }] },
  ],
])("refuses a seed with something twice: %s", (fault, change) => {
  expect(issuesOf({ ...base, ...change })).toContain(fault);
});

function issuesOf(seed: Seed): string[] {
  try {
    loadSeed(structuredClone(seed), 0);
    return [];
  } catch (error) {
    if (error instanceof SeedError) return error.issues.map(({ at, message }) => `${at} ${message}`);
    throw error;
  }
}
