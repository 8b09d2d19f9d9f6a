import { defaultSeed, type Seed } from "content-service-sandbox";
import { sandboxTarget } from "../src/check/writes/sandbox-target.js";
import type { CheckTarget } from "./kit.js";

/** When the sandboxes of the proof begin: what the examples of the contract speak of is still to come then. */
export const START_MS = Date.UTC(2026, 2, 10, 8);

/** What the caller of the kit knows of the service: all that it can be told of the default world. */
export const known: Pick<CheckTarget, "token" | "parameters" | "refresh" | "workspace"> = sandboxTarget();

export const TOKEN = known.token;

/** The default world with more old versions and more templates: a list of one or two does not show how it is paged. */
export function proofSeed(): Seed {
  const seed = defaultSeed();
  const files = (seed.files ?? []).map((file, index) => {
    if (file.parent_id !== "3007" || index % 25 !== 0) return file;
    const older = [1, 2].map((age) => ({ id: `old-${file.id}-${age}`, size: 500 + age }));
    return { ...file, versions: [...older, ...(file.versions ?? [])] };
  });
  const more = [1, 2, 3].map((number) => ({
    id: `template-${number}`,
    scope: "enterprise_7001",
    templateKey: `extra_${number}`,
    displayName: `Extra ${number}`,
  }));
  return { ...seed, files, metadata_templates: [...(seed.metadata_templates ?? []), ...more] };
}
