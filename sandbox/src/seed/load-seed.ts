import { isClockTime, readTime } from "../clock/read-time.js";
import type { ItemRecord, TemplateRecord } from "../store/records.js";
import { createStore, ITEM_TYPES, listNames, type Store } from "../store/store.js";
import type { Table } from "../store/table.js";
import { checkJson, checkRecord, createCompletion, fillOwner, INVALID_TIME } from "./complete-record.js";
import { repeatCheck } from "./only-one.js";
import { SeedError, type SeedIssue, validateSeed } from "./validate-seed.js";

/**
 * Creates a store from a seed. Validates the seed, fills in its defaults, replaces durations with date-times and checks
 * the references. `startMs` is the time of the seed, by default `nowMs`. The store keeps the records of the seed, so the
 * caller must not use the seed again: copying a large seed would take longer than all the rest.
 *
 * Throws a `SeedError`: with every violation of the schema, or without one, with every other issue.
 */
export function loadSeed(ownedSeed: unknown, nowMs: number): { readonly store: Store; readonly startMs: number } {
  const { now, next_id, records = {}, ...lists } = validateSeed(ownedSeed);
  const issues: SeedIssue[] = [];
  const seedMs = now === undefined ? nowMs : readTime(now, nowMs);
  const startMs = isClockTime(seedMs) ? seedMs : nowMs;
  if (startMs !== seedMs) issues.push({ at: "now", message: INVALID_TIME });
  const highest = highestId({ ...records, ...lists });
  if (next_id !== undefined && next_id <= highest)
    issues.push({ at: "next_id", message: `must be above ${highest}, the id of a record; received ${next_id}` });
  const store = createStore(next_id ?? Math.max(FIRST_NEW_ID, highest + 1));
  const complete = createCompletion(startMs, issues);
  // Each list of the store has the records of its list in the seed.
  const added = listNames(store).map((list) => [list, (lists[list] ?? []) as object[]] as const);
  for (const [list, ofList] of added) {
    for (const [index, record] of ofList.entries()) complete(list, record, `${list}[${index}]`);
    fill(store.lists[list], list, ofList, issues);
  }
  if (store.metadata_templates.get("global.properties") === undefined) store.metadata_templates.put(GLOBAL_PROPERTIES);
  for (const [list, items] of added) {
    if (ITEM_TYPES[list] === undefined) continue;
    // Such lists have items.
    for (const [index, item] of (items as ItemRecord[]).entries()) fillOwner(store, item, `${list}[${index}]`, issues);
  }
  for (const [name, own] of Object.entries(records)) {
    checkJson(own, `records.${name}`, issues);
    if (name in store.lists) issues.push({ at: `records.${name}`, message: "has the name of a list of the seed" });
    else fill(store.ownTable(name), `records.${name}`, own, issues);
  }
  for (const [list, ofList] of added) {
    const checkRepeat = repeatCheck(list, startMs, issues);
    for (const [index, record] of ofList.entries()) {
      checkRecord(store, list, record, `${list}[${index}]`, issues);
      checkRepeat(record, `${list}[${index}]`);
    }
  }
  if (issues.length > 0) throw new SeedError(issues);
  return { store, startMs };
}

const FIRST_NEW_ID = 100_001;

/** Every service has this template. */
const GLOBAL_PROPERTIES: TemplateRecord = {
  id: "properties",
  scope: "global",
  templateKey: "properties",
  displayName: "Custom metadata",
  hidden: false,
  copyInstanceOnItemCopy: false,
  fields: [],
};

function fill(
  table: Pick<Table<never>, "put" | "size">,
  list: string,
  records: readonly object[],
  issues: SeedIssue[],
) {
  for (const [index, record] of records.entries()) {
    const before = table.size;
    // The table is that of the list.
    table.put(record as never);
    if (table.size === before) issues.push({ at: `${list}[${index}]`, message: "has the id of another record" });
  }
}

function highestId(lists: object): number {
  let highest = 0;
  for (const records of Object.values(lists)) {
    for (const { id } of records as { id?: string }[]) {
      if (id !== undefined && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id));
    }
  }
  return highest;
}
