import { completeRecord } from "../seed/complete-record.js";
import { itemTypes, listTable } from "../seed/load-seed.js";
import { plainJson } from "../store/plain-json.js";
import type {
  FileRecord,
  Filled,
  FolderRecord,
  ListName,
  OwnRecord,
  Seed,
  TemplateRecord,
  WebLinkRecord,
} from "../store/records.js";
import { removeRecord } from "../store/remove-records.js";
import type { Store } from "../store/store.js";
import type { Table } from "../store/table.js";

/** Finds the records of a list of the seed, or of a collection of your own. */
export interface Records {
  <Name extends ListName>(list: Name): Collection<SeedRecord<Name>, NonNullable<Seed[Name]>[number]>;
  <Own extends OwnRecord>(collection: string): Collection<Own, Own>;
}

/** Records by id. They are read-only: a change replaces the record. */
export interface Collection<Record, Input> {
  /** The record with an id; undefined without one. */
  get(id: string): Record | undefined;
  /** All records, the oldest first. */
  list(): Record[];
  /**
   * Adds a record, or replaces the record with its id, and returns it. Throws a `TypeError` for what a snapshot cannot hold;
   * in a list of the seed also for an invalid record. There, missing properties get their defaults.
   */
  put(record: Input | Record): Record;
  /** Removes a record and all that refers to it. Returns false for an unknown id. */
  remove(id: string): boolean;
}

type SeedRecord<Name extends ListName> = Name extends "files"
  ? FileRecord
  : Name extends "folders"
    ? FolderRecord
    : Name extends "web_links"
      ? WebLinkRecord
      : Name extends "metadata_templates"
        ? TemplateRecord
        : Filled<NonNullable<Seed[Name]>[number]>;

/** Creates the collections of a request. `logged` adds their changes to the journal, also those after an `await`. */
export function createRecords(store: Store, nowMs: () => number, logged: <T>(work: () => T) => T): Records {
  const find = (name: string): Collection<unknown, object> => {
    const table = listTable(store, name);
    return table === undefined ? own(name) : ofSeed(name as ListName, table);
  };

  function own(name: string): Collection<unknown, object> {
    const table = store.ownTable(name);
    return {
      get: (id) => table.get(id),
      list: () => [...table.values()],
      put(given) {
        const record = plainJson(given);
        if (typeof Reflect.get(Object(record), "id") !== "string")
          throw new TypeError(`A record of ${name} must have an id`);
        // It has an id.
        const owned = record as unknown as OwnRecord;
        logged(() => table.put(owned));
        return owned;
      },
      remove(id) {
        const known = table.get(id) !== undefined;
        logged(() => table.remove(id));
        return known;
      },
    };
  }

  /** Three lists share the table of items. */
  function ofSeed(list: ListName, table: Table<object>): Collection<unknown, object> {
    const type = itemTypes[list];
    const isOwn = (record: object | undefined) => type === undefined || Reflect.get(Object(record), "type") === type;
    const get = (id: string) => {
      const found = table.get(id);
      return isOwn(found) ? found : undefined;
    };
    return {
      get,
      list: () => [...table.values()].filter(isOwn),
      put(given) {
        const { type: _, ...input } = Object(plainJson(given)) as { type?: unknown };
        const record = completeRecord(
          store,
          list,
          type === undefined ? { ...Object(plainJson(given)) } : input,
          nowMs(),
        );
        logged(() => table.put(record));
        return record;
      },
      remove(id) {
        if (get(id) === undefined) return false;
        logged(() => removeRecord(store, list, table, id));
        return true;
      },
    };
  }

  // The name selects the type of the records.
  return find as Records;
}
