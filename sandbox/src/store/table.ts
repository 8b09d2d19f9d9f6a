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

/** A record with its place in insertion order. A replaced record keeps its number. */
export interface Numbered<Record> {
  readonly record: Record;
  readonly number: number;
}

/** A record that was added, replaced or removed. */
export interface Change<Record> {
  readonly key: string;
  /** Undefined for an added record. */
  readonly before: Record | undefined;
  /** Undefined for a removed record. */
  readonly after: Record | undefined;
  /** The new record, or the removed one. */
  readonly record: Record;
}

/** Creates a table. Indexes and groups must be added while the table is empty. */
export function createTable<Record>(keyOf: (record: Record) => string) {
  let changes = 0;
  const records = new Map<string, Record>();
  const watches: ((change: Change<Record>) => void)[] = [];
  const table: Table<Record> = {
    keyOf,
    get: (key) => records.get(key),
    put(record) {
      const key = keyOf(record);
      const before = records.get(key);
      records.set(key, record);
      for (const watch of watches) watch({ key, before, after: record, record });
      changes += 1;
    },
    remove(key) {
      const before = records.get(key);
      if (before === undefined) return;
      records.delete(key);
      for (const watch of watches) watch({ key, before, after: undefined, record: before });
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
    watch: (watch: (change: Change<Record>) => void): void => void watches.push(watch),
    indexBy(valuesOf: (record: Record) => readonly string[]) {
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
      watches.push(({ key, before, after }) => {
        const values = after === undefined ? [] : valuesOf(after);
        // A value that stays keeps its position.
        for (const value of before === undefined ? [] : valuesOf(before))
          if (!values.includes(value)) remove(value, key);
        for (const value of values) add(value, key);
      });
      return {
        /** The keys of the records with a value, in insertion order. */
        keys(value: string): ReadonlySet<string> {
          const found = keys.get(value);
          return typeof found === "string" ? new Set([found]) : (found ?? NONE);
        },
      };
    },
    /** Groups the records by a value that never changes, each group in insertion order. */
    groupBy(nameOf: (record: Record) => string) {
      const groups = new Map<string, Map<string, Numbered<Record>>>();
      let count = 0;
      const groupOf = (value: string) => {
        const group = groups.get(value) ?? new Map<string, Numbered<Record>>();
        groups.set(value, group);
        return group;
      };
      watches.push(({ key, after, record }) => {
        const group = groupOf(nameOf(record));
        if (after === undefined) group.delete(key);
        else group.set(key, { record, number: group.get(key)?.number ?? ++count });
      });
      return {
        /** The records with a value, by key. */
        of: (value: string): ReadonlyMap<string, Numbered<Record>> => groupOf(value),
      };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
