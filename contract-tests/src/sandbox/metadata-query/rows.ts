import { compareKeys, type Key } from "../query/compare-keys.js";
import type { FieldType } from "../query/field-type.js";
import { keyReader } from "../query/key-reader.js";
import type { KeyRange } from "../query/range-of.js";
import type { FileRecord, FolderRecord, InstanceRecord } from "../world/records.js";
import { isInTrash } from "../world/tree.js";
import type { World } from "../world/world.js";

/** An instance with the item that it is on. */
export interface Row {
  readonly instance: InstanceRecord;
  readonly item: FileRecord | FolderRecord;
  /** Tells which of two instances came first. */
  readonly number: number;
}

/** The instances of a template on items that are not in the trash, in the order in which they came. */
export function rowsOf(world: World, template: string): readonly Row[] {
  return world.memo(`rows of ${template}`, () => {
    const rows: Row[] = [];
    for (const id of world.instancesByTemplate.keys(template)) {
      const instance = world.instances.get(id);
      const item = instance === undefined ? undefined : world.items.get(instance.item.id);
      if (instance === undefined || item === undefined || item.type === "web_link" || isInTrash(world, item)) continue;
      rows.push({ instance, item, number: world.instanceOrder.of(id) });
    }
    return rows;
  });
}

/** A row with the key by which an index has it. */
export interface IndexedRow {
  readonly row: Row;
  readonly key: Key;
}

/** The rows that have a value for a field, sorted by it. */
export function indexOf(world: World, template: string, field: string, type: FieldType): readonly IndexedRow[] {
  return world.memo(`index of ${template} by ${field}`, () => {
    const keyOf = keyReader(type);
    const indexed: IndexedRow[] = [];
    for (const row of rowsOf(world, template)) {
      const key = keyOf(row.instance.values[field]);
      if (key !== undefined) indexed.push({ row, key });
    }
    return indexed.sort((left, right) => compareKeys(left.key, right.key));
  });
}

/** The part of an index that lies in a range. */
export function withinRange(index: readonly IndexedRow[], { lower, upper }: KeyRange): readonly IndexedRow[] {
  const start =
    lower === undefined ? 0 : firstAt(index, (key) => isAbove(compareKeys(key, lower.value), lower.inclusive));
  const end =
    upper === undefined
      ? index.length
      : firstAt(index, (key) => isAbove(compareKeys(key, upper.value), !upper.inclusive));
  return index.slice(start, end);
}

function isAbove(compared: number, orEqual: boolean): boolean {
  return compared > 0 || (orEqual && compared === 0);
}

/** The first position whose key fulfils a condition that all keys behind it fulfil too. */
function firstAt(index: readonly IndexedRow[], fulfils: (key: Key) => boolean): number {
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
