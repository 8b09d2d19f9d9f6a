import type { ItemRecord, ListName } from "../store/records.js";
import { ROOT_ID } from "../store/records.js";
import { folderById, type Store } from "../store/store.js";
import { checkReferences } from "./check-seed.js";
import { fillVersionsAndNames } from "./fill-seed.js";
import { fillModified, itemTypes, timeSetter } from "./load-seed.js";
import { SeedError, type SeedIssue, validateSeed } from "./validate-seed.js";

/**
 * Completes a record of a list of the seed with its defaults, as `loadSeed` does, for a store that has the others. Throws a
 * `SeedError` for a record that a snapshot could not restore.
 */
export function completeRecord(store: Store, list: ListName, given: object, nowMs: number): object {
  const issues: SeedIssue[] = [];
  const seed = validateSeed({ [list]: [structuredClone(given)] });
  // The list has one record.
  const record = seed[list]?.[0] as object;
  timeSetter(nowMs, issues)(record, () => list);
  fillModified(seed);
  fillVersionsAndNames(seed);
  if (itemTypes[list] !== undefined) fillItem(store, list, record as ItemRecord & { owner_id?: string }, issues);
  checkReferences(store, seed, issues);
  if (issues.length > 0) throw new SeedError(issues);
  return itemTypes[list] === undefined ? record : { type: itemTypes[list], ...record };
}

/** Fills in the owner, and checks what the items of a store share: ids, versions, and names of links. */
function fillItem(store: Store, list: ListName, item: Writable<ItemRecord>, issues: SeedIssue[]): void {
  const issue = (name: string, message: string) => issues.push({ at: `${list}[0].${name}`, message });
  const parent = folderById(store, item.parent_id);
  if (parent === undefined && item.parent_id !== ROOT_ID && item.trashed_at === null)
    issue("parent_id", `refers to a missing folder ${item.parent_id}`);
  const owner = parent?.owner_id ?? item.owner_id;
  if (owner === undefined) issue("owner_id", "is missing");
  else if (item.owner_id !== undefined && item.owner_id !== owner)
    issue("owner_id", `must be ${owner}, the owner of the folder ${item.parent_id}`);
  item.owner_id = owner;
  item.created_by ??= owner;
  item.modified_by ??= owner;
  const other = store.items.get(item.id);
  if (other !== undefined && other.type !== itemTypes[list]) issue("id", "is the id of another record");
  const isTaken = (keys: ReadonlySet<string>) => [...keys].some((id) => id !== item.id);
  for (const version of "versions" in item ? item.versions : []) {
    if (isTaken(store.filesByVersion.keys(version.id)))
      issue("versions", `has the version ${version.id} of another file`);
    Object.assign(version, { modified_by: version.modified_by ?? owner });
  }
  const { slug, vanity_name } = item.shared_link ?? {};
  for (const name of [`slug ${slug}`, `vanity ${vanity_name}`])
    if (isTaken(store.itemsByLink.keys(name))) issue("shared_link", `has the ${name} of another link`);
}

type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] };
