import { hash } from "node:crypto";
import { readTime } from "../clock/read-time.js";
import { formatTime } from "../clock/time.js";
import { isAddressTaken, TOO_LONG_ADDRESS } from "../store/access.js";
import { findInvalidValue, templateErrors } from "../store/metadata-rules.js";
import { jsonProblem } from "../store/plain-json.js";
import type { FileRecord, ItemRecord, ListName, RecordOf, Seed } from "../store/records.js";
import { folderById, ITEM_TYPES, linkNames, recordsIn, type Store, templateName } from "../store/store.js";
import { MAX_ENTERPRISE_TAGS, tagsOf } from "../store/tags.js";
import { RESULTS } from "../store/tasks.js";
import { INVALID_NAME, isNameTaken } from "../store/tree.js";
import { repeatCheck } from "./only-one.js";
import { checkReferences } from "./references.js";
import { SeedError, type SeedIssue, validateSeed } from "./validate-seed.js";

/** The message for a time that does not exist, or that a sandbox cannot have. */
export const INVALID_TIME = "must be an existing time before the year 9999";

/** A function that completes the records of a seed with the defaults that its schema cannot describe, but for owners. */
export function createCompletion(startMs: number, issues: SeedIssue[]) {
  const setTimes = timeSetter(startMs, issues);
  return (list: ListName, record: object, at: string): void => {
    setTimes(record, () => at);
    // An object of a validated seed.
    const parts = record as SeedParts;
    for (const one of [parts, ...(parts.versions ?? [])])
      if (HAS_MODIFIED.has(list) && one.created_at !== undefined) one.modified_at ??= one.created_at;
    for (const version of parts.versions ?? []) version.sha1 ??= hash("sha1", version.id);
    if (parts.templateKey !== undefined && list === "metadata_templates") {
      parts.displayName ??= parts.templateKey;
      for (const field of parts.fields ?? []) field.displayName ??= field.key;
    }
    if (parts.values !== undefined) checkJson(parts.values, `${at}.values`, issues);
    const type = ITEM_TYPES[list];
    if (type !== undefined) parts.type = type;
  };
}

/** What is filled in, of any kind of record. */
type SeedParts = Partial<
  NonNullable<Seed["files"]>[number] &
    NonNullable<Seed["metadata_templates"]>[number] &
    NonNullable<Seed["metadata_instances"]>[number]
> & { type?: ItemRecord["type"] };

const HAS_MODIFIED: ReadonlySet<ListName> = new Set([
  "users",
  "folders",
  "files",
  "web_links",
  "collaborations",
  "terms_of_services",
]);

type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] };

/** Fills in the owner of an item, by default that of the topmost folder above it, and missing creators and modifiers. */
export function fillOwner(store: Store, item: Writable<ItemRecord>, at: string, issues: SeedIssue[]): void {
  // Missing until it is filled in.
  const given = item.owner_id as string | undefined;
  const above = new Set<ItemRecord>();
  let folder = folderById(store, item.parent_id);
  for (; folder !== undefined && !above.has(folder); folder = folderById(store, folder.parent_id)) above.add(folder);
  const inherited = folder === undefined ? ([...above].at(-1)?.owner_id as string | undefined) : undefined;
  const issue = (name: string, message: string) => issues.push({ at: `${at}.${name}`, message });
  if (folder !== undefined) issue("parent_id", "is part of a cycle of folders");
  else if (inherited === undefined && given === undefined) issue("owner_id", "is missing");
  if (inherited !== undefined && given !== undefined && given !== inherited)
    issue("owner_id", `must be ${inherited}, the owner of the folder ${item.parent_id}`);
  const owner = inherited ?? given ?? "";
  item.owner_id = owner;
  item.created_by ??= owner;
  item.modified_by ??= owner;
  // The record belongs to the store, which may complete it.
  const versions = (item.type === "file" ? item.versions : []) as Writable<FileRecord["versions"][number]>[];
  for (const version of versions) version.modified_by ??= owner;
}

/**
 * Completes a record of a list of the seed with its defaults, as `loadSeed` does, for a store that has the others. Throws a
 * `SeedError` for a record that a snapshot could not restore.
 */
export function completeRecord<Name extends ListName>(
  store: Store,
  list: Name,
  given: object,
  nowMs: number,
): RecordOf<Name> {
  const issues: SeedIssue[] = [];
  const at = `${list}[0]`;
  // The list has one record.
  const record = validateSeed({ [list]: [structuredClone(given)] })[list]?.[0] as object;
  createCompletion(nowMs, issues)(list, record, at);
  if (ITEM_TYPES[list] !== undefined) {
    const item = record as ItemRecord;
    fillOwner(store, item, at, issues);
    const other = store.items.get(item.id);
    if (other !== undefined && other.type !== item.type)
      issues.push({ at: `${at}.id`, message: "is the id of another record" });
  }
  checkRecord(store, list, record, at, issues);
  const checkRepeat = repeatCheck(list, nowMs, issues);
  const { keyOf } = store.lists[list];
  // A list holds records of its own kind.
  const isOther = (other: object) => keyOf(other as never) !== keyOf(record as never);
  // Items can be many, and none of them is the only one of its kind.
  const others = ITEM_TYPES[list] === undefined ? recordsIn(store, list).filter(isOther) : [];
  for (const one of [...others, record]) checkRepeat(one, at);
  if (issues.length > 0) throw new SeedError(issues);
  // It has its defaults.
  return record as RecordOf<Name>;
}

/** Adds an issue for each reference of a record, at a path of a seed, to a missing one, and for each value that the service never gives it. */
export function checkRecord(store: Store, list: ListName, record: object, at: string, issues: SeedIssue[]): void {
  checkReferences(store, list, record, at, issues);
  // A record has the properties of its list.
  const parts = record as Partial<
    FileRecord & RecordOf<"users"> & RecordOf<"metadata_templates"> & { email: string; invite_email: string | null }
  >;
  const { id, login, email, invite_email, shared_link = null, versions = [], fields = [] } = parts;
  const issue = (place: string, message: string) => issues.push({ at: `${at}${place}`, message });
  const isTaken = ([holder = id]: Iterable<string>) => holder !== id;
  const versionIds = versions.map((version) => version.id);
  for (const [index, one] of versionIds.entries())
    if (versionIds.indexOf(one) < index || isTaken(store.filesByVersion.keys(one)))
      issue(`.versions[${index}].id`, "is the version of another file");
  for (const name of linkNames({ shared_link })) {
    const [property, title] = name.startsWith("slug ") ? ["slug", "slug"] : ["vanity_name", "vanity name"];
    if (isTaken(store.itemsByLink.keys(name)))
      issue(`.shared_link.${property}`, `is the ${title} of another shared link`);
  }
  for (const [name, address] of Object.entries({ login, email, invite_email }))
    if (address && TOO_LONG_ADDRESS.test(address)) issue(`.${name}`, "is too long for an email address");
  const address = login?.toLowerCase();
  if (
    address !== undefined &&
    (isTaken(store.usersByLogin.keys(address)) || store.aliasesByEmail.keys(address).size > 0)
  )
    issue(".login", "is the address of another user or alias");
  for (const [at, message] of templateErrors(fields)) issue(`.${at}`, `is invalid: ${message}`);
  if (ITEM_TYPES[list] !== undefined) {
    // It is an item.
    const { type, name, parent_id, owner_id, trashed_at } = record as ItemRecord;
    if (type !== "web_link" && INVALID_NAME.test(name))
      issue(".name", "has a slash, a control character or a space at its end, or is . or ..");
    if (trashed_at === null && isNameTaken(store, { parentId: parent_id, ownerId: owner_id }, name, id))
      issue(".name", "is the name of another item in its folder");
  }
  // The records below are of their lists.
  if (list === "email_aliases" && isAddressTaken(store, (record as RecordOf<"email_aliases">).email, id))
    issue(".email", "is the address of another user or alias");
  if (list === "terms_of_services") {
    const { status, text } = record as RecordOf<"terms_of_services">;
    if (status === "enabled" && text === "") issue(".text", "is missing");
  }
  if (list === "metadata_instances") {
    const { values, ...instance } = record as RecordOf<"metadata_instances">;
    const template = store.metadata_templates.get(templateName(instance));
    const invalid = template && findInvalidValue(template, values);
    if (invalid) issue(".values", `is invalid: ${invalid.message}`);
  }
  if (list === "task_assignments") {
    const { task_id, resolution_state } = record as RecordOf<"task_assignments">;
    const action = store.tasks.get(task_id)?.action;
    const results: readonly string[] = action === undefined ? [] : ["incomplete", ...RESULTS[action]];
    if (action !== undefined && !results.includes(resolution_state))
      issue(".resolution_state", `must be ${RESULTS[action].join(" or ")} for a task with the action ${action}`);
  }
  if (list === "enterprises" && id !== undefined && tagsOf(store, id).size > MAX_ENTERPRISE_TAGS)
    issue("", `has more than ${MAX_ENTERPRISE_TAGS} different tags`);
}

/** Adds an issue for a value that the schema of a seed leaves open, and that JSON cannot carry back. */
export function checkJson(value: unknown, at: string, issues: SeedIssue[]): void {
  const problem = jsonProblem(value, at);
  if (problem !== undefined) issues.push({ at, message: `must be JSON: ${problem}` });
}

/** Replaces the durations of a record, at any depth, with date-times. Skips the values of metadata. */
function timeSetter(startMs: number, issues: SeedIssue[]) {
  // A large seed repeats most of its times: compute and store each of them once.
  const known = new Map<string, string | undefined>();
  const formatted = (text: string): string | undefined => {
    if (known.has(text)) return known.get(text);
    const ms = readTime(text, startMs);
    // Only a duration has a P.
    const time = Number.isNaN(ms) ? undefined : text.includes("P") ? formatTime(ms) : text;
    known.set(text, time);
    return time;
  };
  // A function, so that the path is only built for an issue.
  return function setTimes(node: unknown, at: () => string): void {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) setTimes(item, () => `${at()}[${index}]`);
    else if (typeof node === "object" && node !== null) {
      // A JSON object, which belongs to the store.
      const record = node as Record<string, unknown>;
      for (const key of Object.keys(record)) {
        const value = record[key];
        if (key === "values") continue;
        if (typeof value === "object") setTimes(value, () => `${at()}.${key}`);
        else if (typeof value === "string" && key.endsWith("_at")) {
          const time = formatted(value);
          if (time === undefined) issues.push({ at: `${at()}.${key}`, message: INVALID_TIME });
          else record[key] = time;
        }
      }
    }
  };
}
