import { type FileRecord, type ListName, ROOT_ID, type Seed } from "../store/records.js";
import { recordIn, type Store, templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/** A reference: the kind of record, the id, and the path of the id in the referring record. */
type Reference = readonly [kind: string, id: string, at: string];

type SeedRecord<Name extends ListName> = NonNullable<Seed[Name]>[number];

const ofEnterprise = ({ enterprise_id }: { enterprise_id: string }): Reference[] => [
  ["enterprise", enterprise_id, "enterprise_id"],
];
const ofUser = ({ user_id }: { user_id: string }): Reference[] => [["user", user_id, "user_id"]];
const ofItem = ({ owner_id = "", parent_id = ROOT_ID }: { owner_id?: string; parent_id?: string }): Reference[] => [
  // A missing owner has an issue of its own.
  ...(owner_id === "" ? [] : [["user", owner_id, "owner_id"] as const]),
  ...(parent_id === ROOT_ID ? [] : [["folder", parent_id, "parent_id"] as const]),
];

/** The records that a record needs. Fields such as `created_by` may name a deleted user. */
const REFERENCES: { readonly [Name in ListName]?: (record: SeedRecord<Name>) => Reference[] } = {
  users: ofEnterprise,
  email_aliases: ofUser,
  groups: ofEnterprise,
  folders: ofItem,
  files: ofItem,
  web_links: ofItem,
  collaborations: ({ item, accessible_by, invite_email }) => [
    [item.type, item.id, "item.id"],
    // A pending invitation refers to no user.
    ...(invite_email == null ? [[accessible_by.type, accessible_by.id, "accessible_by.id"] as const] : []),
  ],
  allowlist_entries: ofEnterprise,
  metadata_templates: ({ scope }) =>
    scope === "global" ? [] : [["enterprise", scope.replace("enterprise_", ""), "scope"]],
  metadata_instances: (one) => [
    [one.item.type, one.item.id, "item.id"],
    ["template", templateName(one), "templateKey"],
  ],
  tasks: ({ file_id }) => [["file", file_id, "file_id"]],
  task_assignments: ({ task_id, assigned_to }) => [
    ["task", task_id, "task_id"],
    ["user", assigned_to, "assigned_to"],
  ],
  terms_of_services: ofEnterprise,
  legal_hold_policies: ofEnterprise,
  legal_hold_policy_assignments: ({ policy_id, assigned_to: { type, id } }) => [
    ["legal hold policy", policy_id, "policy_id"],
    [type.replace("_", " "), id, "assigned_to.id"],
  ],
  retention_policies: ofEnterprise,
  file_version_retentions: ({ file_version_id, policy_id }) => [
    ["file version", file_version_id, "file_version_id"],
    ["retention policy", policy_id, "policy_id"],
  ],
  access_tokens: ofUser,
  refresh_tokens: (one) => [...ofUser(one), ["client", one.client_id, "client_id"]],
};

export function referencesOf(list: ListName, record: object): readonly Reference[] {
  // A list holds records of its own kind.
  return REFERENCES[list]?.(record as never) ?? [];
}

/** The lists of the records that references name. */
const LISTS: Readonly<Record<string, ListName>> = {
  enterprise: "enterprises",
  user: "users",
  group: "groups",
  folder: "folders",
  file: "files",
  template: "metadata_templates",
  task: "tasks",
  "legal hold policy": "legal_hold_policies",
  "retention policy": "retention_policies",
  client: "clients",
};

/** The references that lead to a record, as `<kind> <id>`. */
export function namesOf(list: ListName, key: string, record: object): string[] {
  const kind = Object.keys(LISTS).find((one) => LISTS[one] === list);
  // A record of another list has no versions.
  const { versions = [] } = record as Partial<FileRecord>;
  return [...(kind === undefined ? [] : [`${kind} ${key}`]), ...versions.map(({ id }) => `file version ${id}`)];
}

function exists(store: Store, kind: string, id: string): boolean {
  if (kind === "file version") return store.filesByVersion.keys(id).size > 0;
  const list = LISTS[kind];
  return list !== undefined && recordIn(store, list, id) !== undefined;
}

/** Adds an issue for each reference of a record, which is at a path of a seed, to a missing record. */
export function checkReferences(store: Store, list: ListName, record: object, at: string, issues: SeedIssue[]): void {
  // Groups have members, who can leave them.
  const { member_ids = [] } = record as Partial<SeedRecord<"groups">>;
  const members = member_ids.map((id, index): Reference => ["user", id, `member_ids[${index}]`]);
  for (const [kind, id, place] of [...referencesOf(list, record), ...members]) {
    // An item in the trash may outlive its folder.
    const isOptional = place === "parent_id" && "trashed_at" in record && record.trashed_at !== null;
    if (!isOptional && !exists(store, kind, id))
      issues.push({ at: `${at}.${place}`, message: `refers to a missing ${kind} ${id}` });
  }
}
