/** Records by key, in insertion order. A record is never changed, only replaced. */
export interface Table<Record> {
  keyOf(record: Record): string;
  get(key: string): Record | undefined;
  /** Adds a record, or replaces the record with its key. */
  put(record: Record): void;
  remove(key: string): void;
  values(): IterableIterator<Record>;
  readonly size: number;
  /** The number of changes so far. */
  readonly changes: number;
}

/** Finds the keys of records by another value. */
export interface Index {
  /** The keys of the records with a value, in insertion order. */
  keys(value: string): ReadonlySet<string>;
}

/** A record with its place in insertion order. A replaced record keeps its number. */
export interface Numbered<Record> {
  readonly record: Record;
  readonly number: number;
}

/** Groups of records, each in insertion order. */
export interface Groups<Record> {
  /** The records with a value, by key. */
  of(value: string): ReadonlyMap<string, Numbered<Record>>;
}

/** Listens to the changes of a table. */
export interface Watch<Record> {
  readonly added: (record: Record) => void;
  readonly removed: (record: Record) => void;
  readonly replaced: (before: Record, after: Record) => void;
}

/** Creates a table. Indexes and groups must be added while the table is empty. */
export function createTable<Record>(keyOf: (record: Record) => string) {
  let changes = 0;
  const records = new Map<string, Record>();
  const watches: Watch<Record>[] = [];
  const table: Table<Record> = {
    keyOf,
    get: (key) => records.get(key),
    put(record) {
      const key = keyOf(record);
      const before = records.get(key);
      records.set(key, record);
      for (const watch of watches) {
        if (before === undefined) watch.added(record);
        else watch.replaced(before, record);
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
    watch: (watch: Watch<Record>): void => void watches.push(watch),
    /** Indexes the records by their values. */
    indexBy(valuesOf: (record: Record) => readonly string[]): Index {
      // Most values have one key. A set for each value would take most of the memory of a large store.
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
        // A value that stays keeps its position.
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
    /** Groups the records by a value that never changes. */
    groupBy(nameOf: (record: Record) => string): Groups<Record> {
      const groups = new Map<string, Map<string, Numbered<Record>>>();
      let count = 0;
      const groupOf = (value: string) => {
        const group = groups.get(value) ?? new Map<string, Numbered<Record>>();
        groups.set(value, group);
        return group;
      };
      const set = (record: Record, number: number) => groupOf(nameOf(record)).set(keyOf(record), { record, number });
      watches.push({
        added: (record) => set(record, ++count),
        removed: (record) => groupOf(nameOf(record)).delete(keyOf(record)),
        replaced: (before, after) => set(after, groupOf(nameOf(before)).get(keyOf(before))?.number ?? ++count),
      });
      return { of: groupOf };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
