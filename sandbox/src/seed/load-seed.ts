import { formatTime, isClockTime, isDuration, readTime } from "../clock/time.js";
import type { ItemRecord, ListName, Seed } from "../store/records.js";
import { createStore, type Store } from "../store/store.js";
import type { Table } from "../store/table.js";
import { checkReferences, checkUnique } from "./check-seed.js";
import { fillItems, fillVersionsAndNames } from "./fill-seed.js";
import { SeedError, type SeedIssue, validateSeed } from "./validate-seed.js";

/** A world, and the time at which it starts. */
export interface LoadedSeed {
  readonly store: Store;
  readonly startMs: number;
}

/**
 * Makes a world of a seed: checks it, fills in what it leaves out, and looks after every reference. Durations become
 * date-times. It starts at `nowMs` unless the seed says when. The seed becomes the world, so it must be nobody else's:
 * copying a large one takes longer than all the rest.
 *
 * Throws a `SeedError` that names everything that is wrong.
 */
export function loadSeed(owned: unknown, nowMs: number): LoadedSeed {
  const { now, next_id, ...lists } = validateSeed(owned);
  const wantedMs = now === undefined ? nowMs : readTime(now, nowMs);
  const issues: SeedIssue[] = [];
  const startMs = isClockTime(wantedMs) ? wantedMs : nowMs;
  if (startMs !== wantedMs) issues.push({ at: "now", message: NO_TIME });
  const setTimes = timeSetter(startMs, issues);
  for (const [name, records] of Object.entries(lists)) setTimes(records, () => name);
  fillModified(lists);
  fillVersionsAndNames(lists);
  fillItems(lists, issues);
  const highest = highestId(lists);
  if (next_id !== undefined && next_id <= highest)
    issues.push({ at: "next_id", message: `must be above ${highest}, which is the id of a record` });
  const store = createStore(next_id ?? Math.max(FIRST_NEW_ID, highest + 1));
  for (const [list, table] of tablesOf(store)) fill(table, list, lists[list] ?? [], issues);
  checkReferences(store, lists, issues);
  checkUnique(lists, issues);
  if (issues.length > 0) throw new SeedError(issues);
  return { store, startMs };
}

/** The tables of a world, by the lists of a seed. Items are three lists and one table. */
export function tablesOf(store: Store): [ListName, Table<never>][] {
  // Each list holds the records of its table; the pairs below are what says so.
  return [
    ["enterprises", store.enterprises],
    ["users", store.users],
    ["email_aliases", store.emailAliases],
    ["groups", store.groups],
    ["folders", store.items],
    ["files", store.items],
    ["web_links", store.items],
    ["collaborations", store.collaborations],
    ["allowlist_entries", store.allowlistEntries],
    ["metadata_templates", store.templates],
    ["metadata_instances", store.instances],
    ["tasks", store.tasks],
    ["task_assignments", store.taskAssignments],
    ["terms_of_services", store.termsOfServices],
    ["legal_hold_policies", store.legalHoldPolicies],
    ["legal_hold_policy_assignments", store.legalHoldPolicyAssignments],
    ["retention_policies", store.retentionPolicies],
    ["file_version_retentions", store.fileVersionRetentions],
    ["clients", store.clients],
    ["access_tokens", store.accessTokens],
    ["refresh_tokens", store.refreshTokens],
  ] as [ListName, Table<never>][];
}

/** The `type` that the items of a list have in the world. */
export const itemTypes: Readonly<Partial<Record<ListName, ItemRecord["type"]>>> = {
  folders: "folder",
  files: "file",
  web_links: "web_link",
};

const FIRST_NEW_ID = 100_001;
const NO_TIME = "is no time that there is, or none before the year 9999";

/**
 * Turns the durations of a record, at any depth, into date-times. Date-times stay as they are written, and the values of
 * metadata are left alone.
 */
function timeSetter(startMs: number, issues: SeedIssue[]) {
  // A large seed says most of its times many times over: each is worked out once, and kept in memory once.
  const known = new Map<string, string | undefined>();
  const formatted = (text: string): string | undefined => {
    if (known.has(text)) return known.get(text);
    const ms = readTime(text, startMs);
    let time: string | undefined;
    if (!Number.isNaN(ms)) time = isDuration(text) ? formatTime(ms) : text;
    known.set(text, time);
    return time;
  };
  // Where something stands is written out only when it is wrong.
  return function setTimes(node: unknown, at: () => string): void {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) setTimes(item, () => `${at()}[${index}]`);
    else if (typeof node === "object" && node !== null) {
      // The record is ours alone.
      const record = node as Record<string, unknown>;
      for (const key of Object.keys(record)) {
        const value = record[key];
        if (key === "values") continue;
        if (typeof value === "object") setTimes(value, () => `${at()}.${key}`);
        else if (typeof value === "string" && key.endsWith("_at")) {
          const time = formatted(value);
          if (time === undefined) issues.push({ at: `${at()}.${key}`, message: NO_TIME });
          else record[key] = time;
        }
      }
    }
  };
}

/** What can be changed was last changed when it was made, unless a seed says otherwise. */
function fillModified({ files = [], ...seed }: Seed): void {
  const { users = [], folders = [], web_links = [], collaborations = [], terms_of_services = [] } = seed;
  const versions = files.map((file) => file.versions);
  for (const list of [users, folders, files, web_links, collaborations, terms_of_services, ...versions]) {
    for (const record of list) if (record.created_at !== undefined) record.modified_at ??= record.created_at;
  }
}

function fill(table: Table<never>, list: ListName, records: readonly object[], issues: SeedIssue[]): void {
  const type = itemTypes[list];
  for (const [index, record] of records.entries()) {
    const before = table.size;
    // The record is ours alone, so it may as well be the one in the table.
    if (type !== undefined) (record as { type?: string }).type = type;
    // See `tablesOf`.
    table.put(record as never);
    if (table.size === before) issues.push({ at: `${list}[${index}]`, message: "has the id of another record" });
  }
}

/** The highest of the ids that are numbers as a new id would be. */
function highestId(lists: object): number {
  let highest = 0;
  for (const records of Object.values(lists)) {
    for (const { id } of records as { id?: string }[]) {
      if (id !== undefined && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id));
    }
  }
  return highest;
}
