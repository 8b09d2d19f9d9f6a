import { formatTime, readTime } from "../time.js";
import { checkReferences } from "./check-references.js";
import { fillItems, fillVersionsAndNames } from "./fill-items.js";
import type { ItemRecord, ListName } from "./records.js";
import { SeedError, type SeedIssue } from "./seed-error.js";
import type { Table } from "./table.js";
import { validateSeed } from "./validate-seed.js";
import { createWorld, type World } from "./world.js";

/** A world, and the time at which it starts. */
export interface LoadedSeed {
  readonly world: World;
  readonly startMs: number;
}

/**
 * Makes a world of a seed: checks it, fills in what it leaves out, and looks after every reference. Times become
 * date-times. It starts at `nowMs` unless the seed says when.
 *
 * Throws a `SeedError` that names everything that is wrong.
 */
export function loadSeed(given: unknown, nowMs: number): LoadedSeed {
  const { now, next_id, ...lists } = validateSeed(given);
  const startMs = now === undefined ? nowMs : readTime(now, nowMs);
  const issues: SeedIssue[] = [];
  for (const [name, records] of Object.entries(lists)) setTimes(records, name, startMs, issues);
  fillVersionsAndNames(lists);
  fillItems(lists, issues);
  const world = createWorld(next_id ?? nextIdAfter(lists));
  for (const [list, table] of tablesOf(world)) fill(table, list, lists[list] ?? [], issues);
  checkReferences(world, lists, issues);
  if (issues.length > 0) throw new SeedError(issues);
  return { world, startMs };
}

/** The tables of a world, by the lists of a seed. Items are three lists and one table. */
export function tablesOf(world: World): [ListName, Table<never>][] {
  // Each list holds the records of its table; the pairs below are what says so.
  return [
    ["enterprises", world.enterprises],
    ["users", world.users],
    ["email_aliases", world.emailAliases],
    ["groups", world.groups],
    ["folders", world.items],
    ["files", world.items],
    ["web_links", world.items],
    ["collaborations", world.collaborations],
    ["allowlist_entries", world.allowlistEntries],
    ["metadata_templates", world.templates],
    ["metadata_instances", world.instances],
    ["tasks", world.tasks],
    ["task_assignments", world.taskAssignments],
    ["terms_of_services", world.termsOfServices],
    ["legal_hold_policies", world.legalHoldPolicies],
    ["legal_hold_policy_assignments", world.legalHoldPolicyAssignments],
    ["retention_policies", world.retentionPolicies],
    ["file_version_retentions", world.fileVersionRetentions],
    ["clients", world.clients],
    ["access_tokens", world.accessTokens],
    ["refresh_tokens", world.refreshTokens],
  ] as [ListName, Table<never>][];
}

/** The `type` that the items of a list have in the world. */
export const itemTypes: Readonly<Partial<Record<ListName, ItemRecord["type"]>>> = {
  folders: "folder",
  files: "file",
  web_links: "web_link",
};

const TIMES = /_at$/;
const FIRST_NEW_ID = 100_001;

/** Turns the times of a record, at any depth, into date-times. The values of metadata are left alone. */
function setTimes(node: unknown, at: string, startMs: number, issues: SeedIssue[]): void {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) setTimes(item, `${at}[${index}]`, startMs, issues);
  else if (typeof node === "object" && node !== null) {
    // A copy that is ours alone.
    const record = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(record)) {
      if (key === "values") continue;
      if (typeof value !== "string") setTimes(value, `${at}.${key}`, startMs, issues);
      else if (TIMES.test(key)) {
        const ms = readTime(value, startMs);
        if (Number.isNaN(ms)) issues.push({ at: `${at}.${key}`, message: "is no time that there is" });
        else record[key] = formatTime(ms);
      }
    }
    if ("created_at" in record) record["modified_at"] ??= record["created_at"];
  }
}

function fill(table: Table<never>, list: ListName, records: readonly object[], issues: SeedIssue[]): void {
  const type = itemTypes[list];
  for (const [index, record] of records.entries()) {
    const before = table.size;
    // See `tablesOf`.
    table.put((type === undefined ? record : { ...record, type }) as never);
    if (table.size === before) issues.push({ at: `${list}[${index}]`, message: "has the id of another record" });
  }
}

function nextIdAfter(lists: object): number {
  let highest = FIRST_NEW_ID - 1;
  for (const records of Object.values(lists)) {
    for (const { id } of records as { id?: string }[]) {
      if (id !== undefined && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id));
    }
  }
  return highest + 1;
}
