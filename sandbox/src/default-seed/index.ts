import type { Seed } from "../store/records.js";
import { content } from "./content.js";
import { people } from "./people.js";
import { rules } from "./rules.js";

/**
 * Returns a copy of the default seed, which you may change: two enterprises with users and tokens, a tree of folders,
 * and records for every operation. `docs/sandbox-data.md` lists the records.
 *
 * @example
 * const seed = defaultSeed();
 * seed.users?.push({ id: "1020", name: "New Member", login: "new@example.com", enterprise_id: "7001" });
 * const sandbox = await createSandbox({ seed });
 */
export function defaultSeed(): Seed {
  return structuredClone({ ...people, ...content, ...rules });
}
