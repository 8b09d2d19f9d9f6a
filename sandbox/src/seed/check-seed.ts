import type { ListName, Seed } from "../store/records.js";
import { fileById, folderById, type Store, templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/** Where a record names another one: gives the path below the record, and the id that it has there. */
type Reference = readonly [at: string, id: string];

interface Check {
  readonly what: string;
  readonly exists: (id: string) => boolean;
}

/** Notes each reference of a seed that leads nowhere. Who once did something may have been deleted since. */
export function checkReferences(store: Store, seed: Seed, issues: SeedIssue[]): void {
  const user: Check = { what: "user", exists: (id) => store.users.get(id) !== undefined };
  const enterprise: Check = { what: "enterprise", exists: (id) => store.enterprises.get(id) !== undefined };
  const file: Check = { what: "file", exists: (id) => fileById(store, id) !== undefined };
  const folder: Check = { what: "folder", exists: (id) => folderById(store, id) !== undefined };
  const group: Check = { what: "group", exists: (id) => store.groups.get(id) !== undefined };
  const version: Check = { what: "file version", exists: (id) => store.filesByVersion.keys(id).size > 0 };
  const client: Check = { what: "client", exists: (id) => store.clients.get(id) !== undefined };
  const task: Check = { what: "task", exists: (id) => store.tasks.get(id) !== undefined };
  const holdPolicy: Check = {
    what: "legal hold policy",
    exists: (id) => store.legalHoldPolicies.get(id) !== undefined,
  };
  const policy: Check = { what: "retention policy", exists: (id) => store.retentionPolicies.get(id) !== undefined };
  const template: Check = { what: "template", exists: (name) => store.templates.get(name) !== undefined };
  const kinds: Readonly<Record<string, Check>> = { user, group, file, folder, file_version: version };

  function check<Name extends ListName>(
    list: Name,
    references: (record: NonNullable<Seed[Name]>[number]) => readonly (readonly [Check | undefined, ...Reference])[],
  ): void {
    // A list of a seed holds records of its own kind.
    const records = (seed[list] ?? []) as NonNullable<Seed[Name]>[number][];
    for (const [index, record] of records.entries()) {
      for (const [kind, at, id] of references(record)) {
        if (kind?.exists(id)) continue;
        issues.push({ at: `${list}[${index}].${at}`, message: `there is no ${kind?.what ?? "such thing"} ${id}` });
      }
    }
  }

  check("users", (one) => [[enterprise, "enterprise_id", one.enterprise_id]]);
  check("email_aliases", (one) => [[user, "user_id", one.user_id]]);
  check("groups", (one) => [
    [enterprise, "enterprise_id", one.enterprise_id],
    ...(one.member_ids ?? []).map((id, index) => [user, `member_ids[${index}]`, id] as const),
  ]);
  for (const list of ["folders", "files", "web_links"] as const) {
    // An owner that could not be found has been noted already.
    check(list, ({ owner_id = "" }) => (owner_id === "" ? [] : [[user, "owner_id", owner_id]]));
  }
  check("collaborations", (one) => [
    [kinds[one.item.type], "item.id", one.item.id],
    ...(one.invite_email == null
      ? [[kinds[one.accessible_by.type], "accessible_by.id", one.accessible_by.id] as const]
      : []),
  ]);
  check("allowlist_entries", (one) => [[enterprise, "enterprise_id", one.enterprise_id]]);
  check("metadata_templates", (one) =>
    one.scope === "global" ? [] : [[enterprise, "scope", one.scope.replace("enterprise_", "")]],
  );
  check("metadata_instances", (one) => [
    [kinds[one.item.type], "item.id", one.item.id],
    [template, "templateKey", templateName(one)],
  ]);
  check("tasks", (one) => [[file, "file_id", one.file_id]]);
  check("task_assignments", (one) => [
    [task, "task_id", one.task_id],
    [user, "assigned_to", one.assigned_to],
  ]);
  check("terms_of_services", (one) => [[enterprise, "enterprise_id", one.enterprise_id]]);
  check("legal_hold_policies", (one) => [[enterprise, "enterprise_id", one.enterprise_id]]);
  check("legal_hold_policy_assignments", (one) => [
    [holdPolicy, "policy_id", one.policy_id],
    [kinds[one.assigned_to.type], "assigned_to.id", one.assigned_to.id],
  ]);
  check("retention_policies", (one) => [[enterprise, "enterprise_id", one.enterprise_id]]);
  check("file_version_retentions", (one) => [
    [version, "file_version_id", one.file_version_id],
    [policy, "policy_id", one.policy_id],
  ]);
  check("access_tokens", (one) => [[user, "user_id", one.user_id]]);
  check("refresh_tokens", (one) => [
    [user, "user_id", one.user_id],
    [client, "client_id", one.client_id],
  ]);
}

/** Notes whatever the service would not have twice, beside the ids of records. */
export function checkUnique(seed: Seed, issues: SeedIssue[]): void {
  const {
    users = [],
    files = [],
    folders = [],
    web_links = [],
    metadata_templates = [],
    metadata_instances = [],
  } = seed;

  const versions = uniqueValues("is the version of another file", issues);
  for (const [index, file] of files.entries())
    for (const [place, { id }] of file.versions.entries()) versions(id, `files[${index}].versions[${place}].id`);

  const logins = uniqueValues("is the login of another user", issues);
  for (const [index, { login }] of users.entries()) logins(login.toLowerCase(), `users[${index}].login`);

  const slugs = uniqueValues("is the slug of another shared link", issues);
  const vanities = uniqueValues("is the vanity name of another shared link", issues);
  for (const [list, items] of Object.entries({ folders, files, web_links })) {
    for (const [index, { shared_link: link }] of items.entries()) {
      if (link == null) continue;
      slugs(link.slug, `${list}[${index}].shared_link.slug`);
      if (link.vanity_name != null) vanities(link.vanity_name, `${list}[${index}].shared_link.vanity_name`);
    }
  }

  for (const [index, { fields = [] }] of metadata_templates.entries()) {
    const keys = uniqueValues("is the key of another field", issues);
    for (const [place, { key }] of fields.entries()) keys(key, `metadata_templates[${index}].fields[${place}].key`);
  }

  const instances = uniqueValues("is a second instance of its template on its item", issues);
  for (const [index, one] of metadata_instances.entries())
    instances(`${one.item.id} ${templateName(one)}`, `metadata_instances[${index}]`);
}

function uniqueValues(message: string, issues: SeedIssue[]) {
  const known = new Set<string>();
  return (value: string, at: string) => {
    if (known.has(value)) issues.push({ at, message });
    known.add(value);
  };
}
