import type { Seed } from "../store/records.js";
import { files, folders, instances, templates, webLinks } from "./content.js";
import { people } from "./people.js";
import { rules } from "./rules.js";

/**
 * The world that a sandbox starts with: two enterprises, their people, a tree of folders, and something of everything
 * that the contract knows. `docs/sandbox.md` shows it. Change a copy of it to get a world of your own.
 *
 * @example
 * const seed = defaultSeed();
 * seed.users?.push({ id: "1020", name: "New Member", login: "new@example.com", enterprise_id: "7001" });
 * const sandbox = await createSandbox({ seed });
 */
export function defaultSeed(): Seed {
  return structuredClone({
    ...people,
    folders,
    files,
    web_links: webLinks,
    metadata_templates: templates,
    metadata_instances: instances,
    ...rules,
  });
}
