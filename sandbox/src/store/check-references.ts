import type { ListName, Seed } from "./records.js";
import type { SeedIssue } from "./seed-error.js";
import { fileById, folderById, templateName, type World } from "./world.js";

/** Where a record names another one: gives the path below the record, and the id that it has there. */
type Reference = readonly [at: string, id: string];

interface Check {
  readonly what: string;
  readonly exists: (id: string) => boolean;
}

/** Notes each reference of a seed that leads nowhere. Who once did something may have been deleted since. */
export function checkReferences(world: World, seed: Seed, issues: SeedIssue[]): void {
  const user: Check = { what: "user", exists: (id) => world.users.get(id) !== undefined };
  const enterprise: Check = { what: "enterprise", exists: (id) => world.enterprises.get(id) !== undefined };
  const file: Check = { what: "file", exists: (id) => fileById(world, id) !== undefined };
  const folder: Check = { what: "folder", exists: (id) => folderById(world, id) !== undefined };
  const group: Check = { what: "group", exists: (id) => world.groups.get(id) !== undefined };
  const version: Check = { what: "file version", exists: (id) => world.filesByVersion.keys(id).size > 0 };
  const client: Check = { what: "client", exists: (id) => world.clients.get(id) !== undefined };
  const task: Check = { what: "task", exists: (id) => world.tasks.get(id) !== undefined };
  const holdPolicy: Check = {
    what: "legal hold policy",
    exists: (id) => world.legalHoldPolicies.get(id) !== undefined,
  };
  const policy: Check = { what: "retention policy", exists: (id) => world.retentionPolicies.get(id) !== undefined };
  const template: Check = { what: "template", exists: (name) => world.templates.get(name) !== undefined };
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
