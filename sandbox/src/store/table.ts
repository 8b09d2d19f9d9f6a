/** Records by their key, in the order in which they came. A record is never changed, only replaced. */
export interface Table<Record> {
  get(key: string): Record | undefined;
  /** Adds a record, or puts it in the place of the one with its key. */
  put(record: Record): void;
  remove(key: string): void;
  values(): IterableIterator<Record>;
  readonly size: number;
  /** How often a record was put or removed. */
  readonly changes: number;
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

/** Is told of what happens to a table. A record that is replaced is removed first. */
export interface Watch<Record> {
  readonly added: (record: Record) => void;
  readonly removed: (record: Record) => void;
  /** For a record in the place of another one; without it, that one is removed and this one added. */
  readonly replaced?: (before: Record, after: Record) => void;
}

/** Makes a table, and the means to index it. */
export function createTable<Record>(keyOf: (record: Record) => string) {
  let changes = 0;
  const records = new Map<string, Record>();
  const watches: Watch<Record>[] = [];
  const table: Table<Record> = {
    get: (key) => records.get(key),
    put(record) {
      const key = keyOf(record);
      const before = records.get(key);
      records.set(key, record);
      for (const watch of watches) {
        if (before === undefined) watch.added(record);
        else if (watch.replaced !== undefined) watch.replaced(before, record);
        else {
          watch.removed(before);
          watch.added(record);
        }
      }
      changes += 1;
    },
    remove(key) {
      const before = records.get(key);
      if (before === undefined) return;
      records.delete(key);
      for (const watch of watches) watch.removed(before);
      changes += 1;
    },
    values: () => records.values(),
    get size() {
      return records.size;
    },
    get changes() {
      return changes;
    },
  };
  return {
    table,
    /** Tells somebody of what happens from now on. */
    watch(watch: Watch<Record>): void {
      watches.push(watch);
    },
    /** Indexes the table by the values that a record has. Made while the table is empty. */
    indexBy(valuesOf: (record: Record) => readonly string[]): Index {
      // Most values have one key. A set for each of them would be most of the memory of a large world.
      const keys = new Map<string, string | Set<string>>();
      const add = (value: string, key: string) => {
        const found = keys.get(value);
        if (found === undefined) keys.set(value, key);
        else if (typeof found !== "string") found.add(key);
        else if (found !== key) keys.set(value, new Set([found, key]));
      };
      const remove = (value: string, key: string) => {
        const found = keys.get(value);
        if (found === key) keys.delete(value);
        else if (typeof found === "object" && found.delete(key) && found.size === 0) keys.delete(value);
      };
      watches.push({
        added(record) {
          for (const value of valuesOf(record)) add(value, keyOf(record));
        },
        removed(record) {
          for (const value of valuesOf(record)) remove(value, keyOf(record));
        },
        // A value that stays keeps its place, so that a change does not move a record behind all others.
        replaced(before, after) {
          const values = valuesOf(after);
          for (const value of valuesOf(before)) if (!values.includes(value)) remove(value, keyOf(before));
          for (const value of values) add(value, keyOf(after));
        },
      });
      return {
        keys(value) {
          const found = keys.get(value);
          return typeof found === "string" ? new Set([found]) : (found ?? NONE);
        },
      };
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
        replaced: () => {},
      });
      return { of: (key) => numbers.get(key) ?? 0 };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
