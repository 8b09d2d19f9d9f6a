import { expect, test } from "vitest";
import { loadSeed } from "../../src/seed/load-seed.js";
import { SeedError } from "../../src/seed/validate-seed.js";
import type { Seed } from "../../src/store/records.js";

const at = "2026-01-01T00:00:00+00:00";
const owner = { id: "10", name: "Owner", login: "owner@example.com", enterprise_id: "1" };
const user = (id: string) => ({ type: "user", id }) as const;
const item = { type: "file", id: "30" } as const;
/** One record of each kind that a reference can name. */
const base = {
  enterprises: [{ id: "1" }],
  users: [owner],
  files: [{ id: "30", name: "a.txt", owner_id: "10", versions: [{ id: "40" }] }],
  metadata_templates: [{ id: "t", scope: "enterprise_1", templateKey: "contract" }],
  tasks: [{ id: "50", file_id: "30", created_by: "10" }],
  legal_hold_policies: [{ id: "60", policy_name: "Hold", enterprise_id: "1" }],
  retention_policies: [{ id: "70", policy_name: "Keep", enterprise_id: "1" }],
  clients: [{ client_id: "app", client_secret: "secret" }],
} satisfies Seed;

const collaboration = { id: "c", item, accessible_by: user("10"), role: "viewer", created_by: "10" } as const;
const instance = { id: "i", item, scope: "enterprise_1", templateKey: "contract" };
const assignment = { id: "a", task_id: "50", assigned_to: "10", assigned_by: "10" };
const hold = { id: "h", policy_id: "60", assigned_by: "10" };
const retention = { id: "r", file_version_id: "40", policy_id: "70", applied_at: at, disposition_at: at };
const refresh = { token: "r", user_id: "10", client_id: "app" };
const group = { id: "g", name: "G", enterprise_id: "1" };
const file = { id: "30", name: "a", owner_id: "10", versions: [{ id: "40" }] };
const template = { id: "t", scope: "enterprise_2", templateKey: "contract" };
const entry = { id: "l", enterprise_id: "2", domain: "x.example" };

/** The list of a record with one wrong reference, the place of the reference, what it names, and the record. */
const rows: readonly [list: keyof Seed, place: string, missing: string, record: object][] = [
  ["users", "enterprise_id", "enterprise 2", { ...owner, enterprise_id: "2" }],
  ["email_aliases", "user_id", "user 9", { id: "e", user_id: "9", email: "x@example.com" }],
  ["groups", "enterprise_id", "enterprise 2", { ...group, enterprise_id: "2" }],
  ["groups", "member_ids[1]", "user 9", { ...group, member_ids: ["10", "9"] }],
  ["files", "owner_id", "user 9", { ...file, owner_id: "9" }],
  ["collaborations", "item.id", "folder 30", { ...collaboration, item: { type: "folder", id: "30" } }],
  ["collaborations", "accessible_by.id", "group 10", { ...collaboration, accessible_by: { type: "group", id: "10" } }],
  ["allowlist_entries", "enterprise_id", "enterprise 2", entry],
  ["metadata_templates", "scope", "enterprise 2", template],
  ["metadata_instances", "item.id", "file 31", { ...instance, item: { type: "file", id: "31" } }],
  ["metadata_instances", "templateKey", "template enterprise_1.other", { ...instance, templateKey: "other" }],
  ["tasks", "file_id", "file 31", { id: "50", file_id: "31", created_by: "10" }],
  ["task_assignments", "task_id", "task 51", { ...assignment, task_id: "51" }],
  ["task_assignments", "assigned_to", "user 9", { ...assignment, assigned_to: "9" }],
  ["terms_of_services", "enterprise_id", "enterprise 2", { id: "s", enterprise_id: "2", status: "disabled" }],
  [
    "legal_hold_policy_assignments",
    "policy_id",
    "legal hold policy 61",
    { ...hold, policy_id: "61", assigned_to: item },
  ],
  ["legal_hold_policy_assignments", "assigned_to.id", "user 9", { ...hold, assigned_to: user("9") }],
  [
    "legal_hold_policy_assignments",
    "assigned_to.id",
    "folder 30",
    { ...hold, assigned_to: { type: "folder", id: "30" } },
  ],
  [
    "legal_hold_policy_assignments",
    "assigned_to.id",
    "file version 30",
    { ...hold, assigned_to: { type: "file_version", id: "30" } },
  ],
  ["file_version_retentions", "file_version_id", "file version 30", { ...retention, file_version_id: "30" }],
  ["file_version_retentions", "policy_id", "retention policy 71", { ...retention, policy_id: "71" }],
  ["access_tokens", "user_id", "user 9", { token: "t", user_id: "9" }],
  ["refresh_tokens", "user_id", "user 9", { ...refresh, user_id: "9" }],
  ["refresh_tokens", "client_id", "client other", { ...refresh, client_id: "other" }],
];

test.each(rows)("rejects a seed in which %s[0].%s names the missing %s", (list, place, missing, record) => {
  expect(issuesOf({ ...base, [list]: [record] })).toContain(`${list}[0].${place} refers to a missing ${missing}`);
});

test("accepts a seed whose references all lead to records, and an invitation of an unknown user", () => {
  const invitation = { ...collaboration, status: "pending", accessible_by: user("9") } as const;
  const seed: Seed = {
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
  };
  expect(issuesOf(seed)).toEqual([]);
});

const shared = (id: string, shared_link: object) => ({ id, name: id, owner_id: "10", shared_link });
const field = (id: string) => ({ id, type: "string", key: "same" });
test.each<[string, object]>([
  [
    "files[1].versions[0].id is the version of another file",
    { files: [...base.files, { ...file, id: "31", name: "b" }] },
  ],
  [
    "users[1].login is the login of another user",
    { users: [owner, { ...owner, id: "11", login: "Owner@example.com" }] },
  ],
  [
    "folders[1].shared_link.slug is the slug of another shared link",
    { folders: [shared("1", { slug: "s" }), shared("2", { slug: "s" })] },
  ],
  [
    "folders[1].shared_link.vanity_name is the vanity name of another shared link",
    { folders: [shared("1", { slug: "1", vanity_name: "v" }), shared("2", { slug: "2", vanity_name: "v" })] },
  ],
  [
    "metadata_templates[0].fields[1].key is the key of another field",
    { metadata_templates: [{ ...template, scope: "global", fields: [field("1"), field("2")] }] },
  ],
  [
    "metadata_instances[1] is a second instance of its template on its item",
    { metadata_instances: [instance, { ...instance, id: "j" }] },
  ],
])("rejects a seed with a duplicate: %s", (issue, change) => {
  expect(issuesOf({ ...base, ...change })).toContain(issue);
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
