import type { ListName, Seed } from "../store/records.js";
import { fileById, folderById, type Store, templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/** A reference: the kind of record, the path of the id in the referring record, and the id. */
type Reference = readonly [kind: string, at: string, id: string];

/** Adds an issue for each reference to a missing record. Fields such as `created_by` may name a deleted user. */
export function checkReferences(store: Store, seed: Seed, issues: SeedIssue[]): void {
  const exists: Readonly<Record<string, (id: string) => boolean>> = {
    user: (id) => store.users.get(id) !== undefined,
    enterprise: (id) => store.enterprises.get(id) !== undefined,
    file: (id) => fileById(store, id) !== undefined,
    folder: (id) => folderById(store, id) !== undefined,
    group: (id) => store.groups.get(id) !== undefined,
    "file version": (id) => store.filesByVersion.keys(id).size > 0,
    client: (id) => store.clients.get(id) !== undefined,
    task: (id) => store.tasks.get(id) !== undefined,
    "legal hold policy": (id) => store.legalHoldPolicies.get(id) !== undefined,
    "retention policy": (id) => store.retentionPolicies.get(id) !== undefined,
    template: (name) => store.templates.get(name) !== undefined,
  };

  function check<Name extends ListName>(
    list: Name,
    references: (record: NonNullable<Seed[Name]>[number]) => readonly Reference[],
  ): void {
    // A list of a seed holds records of its own kind.
    const records = (seed[list] ?? []) as NonNullable<Seed[Name]>[number][];
    for (const [index, record] of records.entries()) {
      for (const [kind, at, id] of references(record)) {
        if (!exists[kind]?.(id))
          issues.push({ at: `${list}[${index}].${at}`, message: `refers to a missing ${kind} ${id}` });
      }
    }
  }

  check("users", (one) => [["enterprise", "enterprise_id", one.enterprise_id]]);
  check("email_aliases", (one) => [["user", "user_id", one.user_id]]);
  check("groups", ({ enterprise_id, member_ids = [] }) => [
    ["enterprise", "enterprise_id", enterprise_id],
    ...member_ids.map((id, index): Reference => ["user", `member_ids[${index}]`, id]),
  ]);
  for (const list of ["folders", "files", "web_links"] as const) {
    // A missing owner already has an issue.
    check(list, ({ owner_id = "" }) => (owner_id === "" ? [] : [["user", "owner_id", owner_id]]));
  }
  check("collaborations", ({ item, accessible_by, invite_email }) => [
    [item.type, "item.id", item.id],
    // A pending invitation refers to no user.
    ...(invite_email == null ? [[accessible_by.type, "accessible_by.id", accessible_by.id] as const] : []),
  ]);
  check("allowlist_entries", (one) => [["enterprise", "enterprise_id", one.enterprise_id]]);
  check("metadata_templates", ({ scope }) =>
    scope === "global" ? [] : [["enterprise", "scope", scope.replace("enterprise_", "")]],
  );
  check("metadata_instances", (one) => [
    [one.item.type, "item.id", one.item.id],
    ["template", "templateKey", templateName(one)],
  ]);
  check("tasks", (one) => [["file", "file_id", one.file_id]]);
  check("task_assignments", (one) => [
    ["task", "task_id", one.task_id],
    ["user", "assigned_to", one.assigned_to],
  ]);
  for (const list of ["terms_of_services", "legal_hold_policies", "retention_policies"] as const)
    check(list, (one) => [["enterprise", "enterprise_id", one.enterprise_id]]);
  check("legal_hold_policy_assignments", ({ policy_id, assigned_to: { type, id } }) => [
    ["legal hold policy", "policy_id", policy_id],
    [type.replace("_", " "), "assigned_to.id", id],
  ]);
  check("file_version_retentions", (one) => [
    ["file version", "file_version_id", one.file_version_id],
    ["retention policy", "policy_id", one.policy_id],
  ]);
  check("access_tokens", (one) => [["user", "user_id", one.user_id]]);
  check("refresh_tokens", (one) => [
    ["user", "user_id", one.user_id],
    ["client", "client_id", one.client_id],
  ]);
}

/** Adds an issue for each duplicate value that the service keeps unique. Ids are checked elsewhere. */
export function checkUnique(seed: Seed, issues: SeedIssue[]): void {
  const {
    users = [],
    files = [],
    folders = [],
    web_links = [],
    metadata_templates = [],
    metadata_instances = [],
  } = seed;
  const unique = (message: string) => {
    const known = new Set<string>();
    return (value: string, at: string) => {
      if (known.has(value)) issues.push({ at, message });
      known.add(value);
    };
  };

  const versions = unique("is the version of another file");
  for (const [index, file] of files.entries())
    for (const [place, { id }] of file.versions.entries()) versions(id, `files[${index}].versions[${place}].id`);

  const logins = unique("is the login of another user");
  for (const [index, { login }] of users.entries()) logins(login.toLowerCase(), `users[${index}].login`);

  const slugs = unique("is the slug of another shared link");
  const vanities = unique("is the vanity name of another shared link");
  for (const [list, items] of Object.entries({ folders, files, web_links })) {
    for (const [index, { shared_link: link }] of items.entries()) {
      if (link == null) continue;
      slugs(link.slug, `${list}[${index}].shared_link.slug`);
      if (link.vanity_name != null) vanities(link.vanity_name, `${list}[${index}].shared_link.vanity_name`);
    }
  }

  for (const [index, { fields = [] }] of metadata_templates.entries()) {
    const keys = unique("is the key of another field");
    for (const [place, { key }] of fields.entries()) keys(key, `metadata_templates[${index}].fields[${place}].key`);
  }

  const instances = unique("is a second instance of its template on its item");
  for (const [index, one] of metadata_instances.entries())
    instances(`${one.item.id} ${templateName(one)}`, `metadata_instances[${index}]`);
}
