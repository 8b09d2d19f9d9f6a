import type { FieldType } from "../query/condition.js";
import { compareKeys, type Key, keyReader } from "../query/keys.js";
import type { KeyRange } from "../query/range-of.js";
import type { InstanceRecord } from "../store/records.js";
import { type Store, templateName } from "../store/store.js";

/** An instance of a template. */
export interface Row {
  readonly instance: InstanceRecord;
  /** Tells which of two instances came first. */
  readonly number: number;
  /** What the index has it by. */
  readonly key: Key;
}

/** The instances of a template in the order in which they came. Their number is their key. */
export function rowsOf(store: Store, template: string): readonly Row[] {
  return indexNamed(store, template, template, (_, number) => number);
}

/** The instances of a template that have a value for a field, sorted by it. */
export function rowsByField(store: Store, template: string, field: string, type: FieldType): readonly Row[] {
  const keyOf = keyReader(type);
  return indexNamed(store, `${template} ${type} ${field}`, template, ({ values }) => keyOf(values[field]));
}

/** The part of an index that lies in a range. */
export function withinRange(index: readonly Row[], { lower, upper }: KeyRange): readonly Row[] {
  const start =
    lower === undefined ? 0 : firstAt(index, (key) => isAbove(compareKeys(key, lower.value), lower.inclusive));
  const end =
    upper === undefined
      ? index.length
      : firstAt(index, (key) => isAbove(compareKeys(key, upper.value), !upper.inclusive));
  return index.slice(start, end);
}

/** The indexes of a world, each made when it is first asked for. From then on it follows the instances. */
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
      const at = firstAt(index, (key) => compareKeys(key, row.key) > 0);
      index.splice(at, 0, row);
    },
    removed(instance) {
      if (templateName(instance) !== template) return;
      const at = index.findIndex((row) => row.instance === instance);
      if (at !== -1) index.splice(at, 1);
    },
  });
  return index;
}

function isAbove(compared: number, orEqual: boolean): boolean {
  return compared > 0 || (orEqual && compared === 0);
}

/** The first position whose key fulfils a condition that all keys behind it fulfil too. */
export function firstAt(index: readonly Row[], fulfils: (key: Key) => boolean): number {
  let low = 0;
  let high = index.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const key = index[middle]?.key;
    if (key !== undefined && fulfils(key)) high = middle;
    else low = middle + 1;
  }
  return low;
}
