import { formatTime, isClockTime, isDuration, readTime } from "../clock/time.js";
import { plainJson } from "../store/plain-json.js";
import type { ItemRecord, ListName, Seed } from "../store/records.js";
import { createStore, type Store } from "../store/store.js";
import type { Table } from "../store/table.js";
import { checkReferences, checkUnique } from "./check-seed.js";
import { fillGlobalProperties, fillItems, fillVersionsAndNames } from "./fill-seed.js";
import { SeedError, type SeedIssue, validateSeed } from "./validate-seed.js";

/**
 * Creates a store from a seed. Validates the seed, fills in its defaults, replaces durations with date-times and checks
 * the references. `startMs` is the time of the seed, by default `nowMs`. The store keeps the records of the seed, so the
 * caller must not use the seed again: copying a large seed would take longer than all the rest.
 *
 * Throws a `SeedError` with every issue.
 */
export function loadSeed(ownedSeed: unknown, nowMs: number): { readonly store: Store; readonly startMs: number } {
  const { now, next_id, records = {}, ...lists } = validateSeed(ownedSeed);
  const issues: SeedIssue[] = [];
  const seedMs = now === undefined ? nowMs : readTime(now, nowMs);
  const startMs = isClockTime(seedMs) ? seedMs : nowMs;
  if (startMs !== seedMs) issues.push({ at: "now", message: INVALID_TIME });
  const setTimes = timeSetter(startMs, issues);
  for (const [at, values] of freeValues(lists, records)) {
    try {
      plainJson(values, at);
    } catch (error) {
      issues.push({ at, message: `must be JSON: ${error instanceof Error ? error.message : error}` });
    }
  }
  for (const [name, records] of Object.entries(lists)) setTimes(records, () => name);
  fillModified(lists);
  fillGlobalProperties(lists);
  fillVersionsAndNames(lists);
  fillItems(lists, issues);
  const highest = highestId({ ...records, ...lists });
  if (next_id !== undefined && next_id <= highest)
    issues.push({ at: "next_id", message: `must be above ${highest}, the id of a record; received ${next_id}` });
  const store = createStore(next_id ?? Math.max(FIRST_NEW_ID, highest + 1));
  for (const [list, table] of tablesOf(store)) fill(table, list, lists[list] ?? [], issues);
  for (const [name, own] of Object.entries(records)) {
    if (listTable(store, name) !== undefined)
      issues.push({ at: `records.${name}`, message: "has the name of a list of the seed" });
    // See `tablesOf`.
    else fill(store.ownTable(name) as Table<never>, `records.${name}`, own, issues);
  }
  checkReferences(store, lists, issues);
  checkUnique(lists, issues);
  if (issues.length > 0) throw new SeedError(issues);
  return { store, startMs };
}

/** The values that the schema of a seed leaves open. */
function freeValues({ metadata_instances = [] }: Seed, records: NonNullable<Seed["records"]>): [string, unknown][] {
  const ofInstances = metadata_instances.map(({ values }, at): [string, unknown] => [
    `metadata_instances[${at}].values`,
    values,
  ]);
  return [...ofInstances, ...Object.entries(records).map(([name, own]): [string, unknown] => [`records.${name}`, own])];
}

/** The table of each list of a seed. Three lists share the table of items. */
export function tablesOf(store: Store): [ListName, Table<never>][] {
  // Each list holds the records of its table.
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

/** The table of a list. Undefined for a name that is not that of a list. */
export function listTable(store: Store, name: string): Table<object> | undefined {
  const [, table] = tablesOf(store).find(([list]) => list === name) ?? [];
  // A caller puts only records of the list.
  return table as Table<object> | undefined;
}

/** The `type` of the items of a list. */
export const itemTypes: Readonly<Partial<Record<ListName, ItemRecord["type"]>>> = {
  folders: "folder",
  files: "file",
  web_links: "web_link",
};

const FIRST_NEW_ID = 100_001;
const INVALID_TIME = "must be an existing time before the year 9999";

/** Replaces the durations of a record, at any depth, with date-times. Skips the values of metadata. */
export function timeSetter(startMs: number, issues: SeedIssue[]) {
  // A large seed repeats most of its times: compute and store each of them once.
  const known = new Map<string, string | undefined>();
  const formatted = (text: string): string | undefined => {
    if (known.has(text)) return known.get(text);
    const ms = readTime(text, startMs);
    let time: string | undefined;
    if (!Number.isNaN(ms)) time = isDuration(text) ? formatTime(ms) : text;
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

/** Fills in `modified_at` with `created_at`. */
export function fillModified({ files = [], ...seed }: Seed): void {
  const { users = [], folders = [], web_links = [], collaborations = [], terms_of_services = [] } = seed;
  const versions = files.map((file) => file.versions);
  for (const list of [users, folders, files, web_links, collaborations, terms_of_services, ...versions]) {
    for (const record of list) if (record.created_at !== undefined) record.modified_at ??= record.created_at;
  }
}

function fill(table: Table<never>, list: string, records: readonly object[], issues: SeedIssue[]): void {
  const type = itemTypes[list as ListName];
  for (const [index, record] of records.entries()) {
    const before = table.size;
    // The record belongs to the store, so the store may change it.
    if (type !== undefined) (record as { type?: string }).type = type;
    // See `tablesOf`.
    table.put(record as never);
    if (table.size === before) issues.push({ at: `${list}[${index}]`, message: "has the id of another record" });
  }
}

/** The highest numeric id. */
function highestId(lists: object): number {
  let highest = 0;
  for (const records of Object.values(lists)) {
    for (const { id } of records as { id?: string }[]) {
      if (id !== undefined && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id));
    }
  }
  return highest;
}
