import { completeRecord } from "../seed/complete-record.js";
import { removeRecord } from "../seed/remove-record.js";
import { plainJson } from "../store/plain-json.js";
import type { ListName, OwnRecord, RecordOf, Seed } from "../store/records.js";
import { ITEM_TYPES, recordIn, recordsIn, type Store } from "../store/store.js";

/** Finds the records of a list of the seed, or of a collection of your own. */
export interface Records {
  <Name extends ListName>(list: Name): Collection<RecordOf<Name>, NonNullable<Seed[Name]>[number]>;
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

/** Creates the collections of a request. `logged` adds their changes to the journal, also those after an `await`. */
export function createRecords(store: Store, nowMs: () => number, logged: <T>(work: () => T) => T): Records {
  const find = (name: string) =>
    // An own property: a collection may have any name.
    Object.hasOwn(store.lists, name) ? ofSeed(name as ListName) : own(name);

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

  function ofSeed(list: ListName): Collection<unknown, object> {
    return {
      get: (id) => recordIn(store, list, id),
      list: () => recordsIn(store, list),
      put(given) {
        // A seed has no `type` of an item.
        const { type, ...item } = Object(plainJson(given)) as { type?: unknown };
        const isItem = ITEM_TYPES[list] !== undefined || type === undefined;
        const record = completeRecord(store, list, isItem ? item : { type, ...item }, nowMs());
        // The record is one of the list.
        logged(() => store.lists[list].put(record as never));
        return record;
      },
      remove(id) {
        if (recordIn(store, list, id) === undefined) return false;
        logged(() => removeRecord(store, list, id));
        return true;
      },
    };
  }

  // The name selects the type of the records.
  return find as Records;
}
