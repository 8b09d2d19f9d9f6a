import type { Seed } from "./records.js";
import type { SeedIssue } from "./seed-error.js";
import { templateName } from "./world.js";

/** Notes whatever the service would not have twice, beside the ids of records. */
export function checkDoubles(seed: Seed, issues: SeedIssue[]): void {
  const {
    users = [],
    files = [],
    folders = [],
    web_links = [],
    metadata_templates = [],
    metadata_instances = [],
  } = seed;

  const versions = onlyOnce("is the version of another file", issues);
  for (const [index, file] of files.entries())
    for (const [place, { id }] of file.versions.entries()) versions(id, `files[${index}].versions[${place}].id`);

  const logins = onlyOnce("is the login of another user", issues);
  for (const [index, { login }] of users.entries()) logins(login.toLowerCase(), `users[${index}].login`);

  const slugs = onlyOnce("is the slug of another shared link", issues);
  const vanities = onlyOnce("is the vanity name of another shared link", issues);
  for (const [list, items] of Object.entries({ folders, files, web_links })) {
    for (const [index, { shared_link: link }] of items.entries()) {
      if (link == null) continue;
      slugs(link.slug, `${list}[${index}].shared_link.slug`);
      if (link.vanity_name != null) vanities(link.vanity_name, `${list}[${index}].shared_link.vanity_name`);
    }
  }

  for (const [index, { fields = [] }] of metadata_templates.entries()) {
    const keys = onlyOnce("is the key of another field", issues);
    for (const [place, { key }] of fields.entries()) keys(key, `metadata_templates[${index}].fields[${place}].key`);
  }

  const instances = onlyOnce("is a second instance of its template on its item", issues);
  for (const [index, one] of metadata_instances.entries())
    instances(`${one.item.id} ${templateName(one)}`, `metadata_instances[${index}]`);
}

function onlyOnce(message: string, issues: SeedIssue[]) {
  const known = new Set<string>();
  return (value: string, at: string) => {
    if (known.has(value)) issues.push({ at, message });
    known.add(value);
  };
}
