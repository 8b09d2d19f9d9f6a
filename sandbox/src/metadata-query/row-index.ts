import type { FieldType } from "../query/condition.js";
import { compareKeys, type Key, keyReader } from "../query/keys.js";
import type { KeyRange } from "../query/range-of.js";
import type { InstanceRecord } from "../store/records.js";
import { type Store, templateName } from "../store/store.js";

/** An instance of a template. */
export interface Row {
  readonly instance: InstanceRecord;
  /** The position in insertion order. */
  readonly number: number;
  /** The key in the index. */
  readonly key: Key;
}

/** The instances of a template in insertion order. The number is the key. */
export function rowsOf(store: Store, template: string): readonly Row[] {
  return indexNamed(store, template, template, (_, number) => number);
}

/** The instances of a template with a value for a field, sorted by the value. */
export function rowsByField(store: Store, template: string, field: string, type: FieldType): readonly Row[] {
  const keyOf = keyReader(type);
  return indexNamed(store, `${template} ${type} ${field}`, template, ({ values }) => keyOf(values[field]));
}

/** The rows of an index in a range. */
export function withinRange(index: readonly Row[], { lower, upper }: KeyRange): readonly Row[] {
  const start = lower === undefined ? 0 : firstAbove(index, lower.value, lower.inclusive);
  const end = upper === undefined ? index.length : firstAbove(index, upper.value, !upper.inclusive);
  return index.slice(start, end);
}

/** The indexes of each store, created when first used and then kept up to date. */
const indexes = new WeakMap<Store, Map<string, Row[]>>();

function indexNamed(
  store: Store,
  name: string,
  template: string,
  keyOf: (instance: InstanceRecord, number: number) => Key | undefined,
): readonly Row[] {
  const ofStore = indexes.get(store) ?? new Map<string, Row[]>();
  indexes.set(store, ofStore);
  const known = ofStore.get(name);
  if (known !== undefined) return known;

  const rowOf = (instance: InstanceRecord): Row | undefined => {
    const number = store.instanceOrder.of(instance.id);
    const key = keyOf(instance, number);
    return key === undefined ? undefined : { instance, number, key };
  };
  const index: Row[] = [];
  for (const id of store.instancesByTemplate.keys(template)) {
    const instance = store.instances.get(id);
    const row = instance === undefined ? undefined : rowOf(instance);
    if (row !== undefined) index.push(row);
  }
  index.sort((left, right) => compareKeys(left.key, right.key));
  ofStore.set(name, index);
  store.watchInstances({
    added(instance) {
      const row = templateName(instance) === template ? rowOf(instance) : undefined;
      if (row === undefined) return;
      index.splice(firstAbove(index, row.key), 0, row);
    },
    removed(instance) {
      if (templateName(instance) !== template) return;
      const at = index.findIndex((row) => row.instance === instance);
      if (at !== -1) index.splice(at, 1);
    },
  });
  return index;
}

/** The first position in an index with a key above `limit`, or at `limit` with `orEqual`. */
export function firstAbove(index: readonly Row[], limit: Key, orEqual = false): number {
  return firstAt(index, ({ key }) => (orEqual ? compareKeys(key, limit) >= 0 : compareKeys(key, limit) > 0));
}

/** Binary search: the first position that passes the test, if all later positions pass, too. */
export function firstAt<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
