import { expect, test } from "vitest";
import type { ListName, Seed } from "../../src/store/records.js";
import { issuesOf } from "../support/seeds.js";
import { smallSeed } from "../support/start-sandbox.js";

/** The small seed, which has every kind of record, with one hold of each type first. */
const base: Seed = {
  ...smallSeed,
  legal_hold_policy_assignments: [
    { id: "1", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "file", id: "4001" } },
    { id: "2", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "file_version", id: "5001" } },
    { id: "3", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "folder", id: "3001" } },
    { id: "4", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "user", id: "1003" } },
  ],
};

/** Each reference of a seed, what it names, and an id of another kind of record where there is one. */
test.each<[list: ListName, at: string, kind: string, wrong?: string, message?: string]>([
  ["users", "[0].enterprise_id", "enterprise"],
  ["email_aliases", "[0].user_id", "user"],
  ["groups", "[0].enterprise_id", "enterprise"],
  ["groups", "[0].member_ids[0]", "user"],
  ["folders", "[0].owner_id", "user"],
  ["collaborations", "[0].item.id", "folder", "4001"],
  ["collaborations", "[2].accessible_by.id", "group", "1003"],
  ["allowlist_entries", "[0].enterprise_id", "enterprise"],
  ["metadata_templates", "[1].scope", "enterprise", "enterprise_99", "99"],
  ["metadata_instances", "[0].item.id", "file", "3001"],
  ["metadata_instances", "[0].templateKey", "template", "other", "enterprise_7001.other"],
  ["tasks", "[0].file_id", "file", "3001"],
  ["task_assignments", "[0].task_id", "task"],
  ["task_assignments", "[0].assigned_to", "user"],
  ["terms_of_services", "[0].enterprise_id", "enterprise"],
  ["legal_hold_policies", "[0].enterprise_id", "enterprise"],
  ["legal_hold_policy_assignments", "[0].policy_id", "legal hold policy"],
  ["legal_hold_policy_assignments", "[0].assigned_to.id", "file", "3001"],
  ["legal_hold_policy_assignments", "[1].assigned_to.id", "file version", "4001"],
  ["legal_hold_policy_assignments", "[2].assigned_to.id", "folder", "4001"],
  ["legal_hold_policy_assignments", "[3].assigned_to.id", "user", "2001"],
  ["retention_policies", "[0].enterprise_id", "enterprise"],
  ["file_version_retentions", "[0].file_version_id", "file version", "4001"],
  ["file_version_retentions", "[0].policy_id", "retention policy", "8001"],
  ["access_tokens", "[0].user_id", "user"],
  ["refresh_tokens", "[0].user_id", "user"],
  ["refresh_tokens", "[0].client_id", "client"],
])("rejects a seed in which %s%s names a missing %s", (list, at, kind, wrong = "missing", shown = wrong) => {
  const seed = structuredClone(base);
  const keys = `${list}${at}`.split(/[.[\]]+/).filter(Boolean);
  // Every step of the path leads to an object or a list.
  const holder = keys.slice(0, -1).reduce((node, key) => node[key] as Node, seed as Node);
  holder[keys.at(-1) ?? ""] = wrong;
  expect(issuesOf(seed)).toContain(`${list}${at} refers to a missing ${kind} ${shown}`);
});
type Node = { [key: string]: unknown };

const user = { id: "10", name: "Owner", login: "owner@example.com", enterprise_id: "7001" };
const file = { id: "30", name: "a.txt", owner_id: "1003", versions: [{ id: "40" }] };
const shared = (id: string, shared_link: object) => ({ id, name: id, owner_id: "1003", shared_link });
const field = (id: string) => ({ id, type: "string", key: "same" });
const item = { type: "file", id: "4001" };
const instance = { id: "i", item, scope: "global", templateKey: "properties" };
test.each<[string, object]>([
  ["files[1].versions[0].id is the version of another file", { files: [file, { ...file, id: "31", name: "b" }] }],
  ["users[1].login is the login of another user", { users: [user, { ...user, id: "11", login: "Owner@example.com" }] }],
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
    { metadata_templates: [{ id: "t", scope: "global", templateKey: "t", fields: [field("1"), field("2")] }] },
  ],
  [
    "metadata_instances[1] is a second instance of its template on its item",
    { metadata_instances: [instance, { ...instance, id: "j" }] },
  ],
])("rejects a seed with a duplicate: %s", (issue, change) => {
  expect(issuesOf({ ...base, ...change })).toContain(issue);
});

test("accepts a seed whose references all lead to records, and an invitation of an unknown user", () => {
  expect(base.collaborations?.map(({ status }) => status)).toContain("pending");
  expect(issuesOf(base)).toEqual([]);
});
