import type { Seed } from "../store/records.js";
import { templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/** Adds an issue for each duplicate value that the service keeps unique. Ids are checked elsewhere. */
export function checkUnique({ files = [], folders = [], web_links = [], ...seed }: Seed, issues: SeedIssue[]): void {
  const { users = [], metadata_templates = [], metadata_instances = [] } = seed;
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
