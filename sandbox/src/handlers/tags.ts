import type { SignedInCall } from "../http/call.js";
import type { FileRecord } from "../store/records.js";
import { invalid } from "./invalid.js";

/** How many different tags an enterprise may have. */
const MAX_ENTERPRISE_TAGS = 10_000;

/** The tags that a file will have, each once. Refuses those that would be too many for the enterprise. */
export function checkTags(
  { world, refuse }: SignedInCall<unknown>,
  file: FileRecord,
  tags: readonly string[],
): string[] {
  const wanted = [...new Set(tags)];
  const enterprise = world.users.get(file.owner_id)?.enterprise_id;
  const present = new Set<string>();
  for (const item of world.items.values()) {
    if (item.type !== "file" || item.id === file.id) continue;
    if (world.users.get(item.owner_id)?.enterprise_id === enterprise) for (const tag of item.tags) present.add(tag);
  }
  for (const tag of wanted) present.add(tag);
  if (present.size > MAX_ENTERPRISE_TAGS) {
    throw invalid(refuse, "bad_request", ["tags", `An enterprise may have ${MAX_ENTERPRISE_TAGS} different tags.`]);
  }
  return wanted;
}
