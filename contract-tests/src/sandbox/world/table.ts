/** Records by their key, in the order in which they came. A record is never changed, only replaced. */
export interface Table<Record> {
  get(key: string): Record | undefined;
  /** Adds a record, or puts it in the place of the one with its key. */
  put(record: Record): void;
  remove(key: string): void;
  values(): IterableIterator<Record>;
  readonly size: number;
}

/** Finds the keys of records by something else that they have, in the order in which they came. */
export interface Index {
  /** The keys of the records that have this value. */
  keys(value: string): ReadonlySet<string>;
}

/** Numbers records in the order in which they came. */
export interface Order {
  /** The number of the record with a key; it stays the same as long as the record is there. */
  of(key: string): number;
}

interface Watch<Record> {
  readonly added: (record: Record) => void;
  readonly removed: (record: Record) => void;
}

/** Makes a table, and the means to index it. `changed` is called for each change. */
export function createTable<Record>(keyOf: (record: Record) => string, changed: () => void) {
  const records = new Map<string, Record>();
  const watches: Watch<Record>[] = [];
  const table: Table<Record> = {
    get: (key) => records.get(key),
    put(record) {
      const key = keyOf(record);
      const before = records.get(key);
      if (before !== undefined) for (const watch of watches) watch.removed(before);
      records.set(key, record);
      for (const watch of watches) watch.added(record);
      changed();
    },
    remove(key) {
      const before = records.get(key);
      if (before === undefined) return;
      records.delete(key);
      for (const watch of watches) watch.removed(before);
      changed();
    },
    values: () => records.values(),
    get size() {
      return records.size;
    },
  };
  return {
    table,
    /** Indexes the table by the values that a record has. Made while the table is empty. */
    indexBy(valuesOf: (record: Record) => readonly string[]): Index {
      const keys = new Map<string, Set<string>>();
      watches.push({
        added(record) {
          for (const value of valuesOf(record)) {
            const found = keys.get(value);
            if (found === undefined) keys.set(value, new Set([keyOf(record)]));
            else found.add(keyOf(record));
          }
        },
        removed(record) {
          for (const value of valuesOf(record)) {
            const found = keys.get(value);
            found?.delete(keyOf(record));
            if (found?.size === 0) keys.delete(value);
          }
        },
      });
      return { keys: (value) => keys.get(value) ?? NONE };
    },
    /** Numbers the records. Called while the table is empty. */
    numbered(): Order {
      const numbers = new Map<string, number>();
      let count = 0;
      watches.push({
        added(record) {
          count += 1;
          numbers.set(keyOf(record), count);
        },
        removed: (record) => numbers.delete(keyOf(record)),
      });
      return { of: (key) => numbers.get(key) ?? 0 };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
