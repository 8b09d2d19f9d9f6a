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
  function own(name: string): Collection<OwnRecord, object> {
    const table = store.ownTable(name);
    return {
      get: table.get,
      list: () => [...table.values()],
      put(given) {
        const record = plainJson(given);
        if (!isOwnRecord(record)) throw new TypeError(`A record of ${name} must have an id`);
        logged(() => table.put(record));
        return record;
      },
      remove(id) {
        const isKnown = table.get(id) !== undefined;
        logged(() => table.remove(id));
        return isKnown;
      },
    };
  }

  function ofSeed(list: ListName): Collection<object, object> {
    return {
      get: (id) => recordIn(store, list, id),
      list: () => recordsIn(store, list),
      put(given) {
        const { type, ...item } = Object(plainJson(given));
        // A seed has no `type` of an item.
        const isItem = ITEM_TYPES[list] !== undefined || type === undefined;
        const record = completeRecord(store, list, isItem ? item : { type, ...item }, nowMs());
        // The record is one of the list.
        logged(() => store.lists[list].put(record as never));
        return record;
      },
      remove(id) {
        const isKnown = recordIn(store, list, id) !== undefined;
        logged(() => removeRecord(store, list, id));
        return isKnown;
      },
    };
  }

  // The name selects the type of the records. An own property: a collection may have any name.
  return ((name: string) => (Object.hasOwn(store.lists, name) ? ofSeed(name as ListName) : own(name))) as Records;
}

function isOwnRecord(record: unknown): record is OwnRecord {
  return typeof Reflect.get(Object(record), "id") === "string";
}
