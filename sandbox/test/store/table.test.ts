import fc from "fast-check";
import { expect, test } from "vitest";
import { createTable } from "../../src/store/table.js";

interface Fruit {
  readonly id: string;
  readonly colors: readonly string[];
}

const COLORS = ["red", "green", "constructor"];
const fruit = fc.record({
  id: fc.constantFrom("apple", "cherry", "__proto__"),
  colors: fc.array(fc.constantFrom(...COLORS), { maxLength: 3 }),
});

test("a table, its index and its groups follow what is added, replaced and removed", () => {
  const step = fc.oneof(
    { weight: 2, arbitrary: fruit },
    fruit.map(({ id }) => id),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { table, indexBy, groupBy } = createTable<Fruit>(({ id }) => id);
      const byColor = indexBy(({ colors }) => colors);
      const groups = groupBy(({ id }) => id.slice(0, 1));
      const known = new Map<string, Fruit>();
      const index = new Map<string, string[]>(COLORS.map((color) => [color, []]));
      let changes = 0;
      for (const one of steps) {
        const id = typeof one === "string" ? one : one.id;
        const colors = typeof one === "string" ? [] : one.colors;
        if (typeof one !== "string") table.put(one);
        else table.remove(one);
        if (typeof one !== "string" || known.has(id)) changes += 1;
        if (typeof one === "string") known.delete(id);
        else known.set(id, one);
        // A value that stays keeps its place.
        for (const [color, ids] of index) {
          const others = ids.filter((other) => other !== id);
          if (!colors.includes(color)) index.set(color, others);
          else if (!ids.includes(id)) index.set(color, [...ids, id]);
        }
      }
      expect([...table.values()]).toEqual([...known.values()]);
      expect([table.size, table.changes]).toEqual([known.size, changes]);
      for (const id of ["apple", "cherry", "__proto__"]) expect(table.get(id)).toBe(known.get(id));
      for (const [color, ids] of index) expect([...byColor.keys(color)]).toEqual(ids);
      for (const first of ["a", "c", "_"]) {
        const group = [...groups.of(first).values()];
        expect(group.map(({ record }) => record)).toEqual([...known.values()].filter(({ id }) => id.startsWith(first)));
      }
      const all = [...known.keys()].map((id) => groups.of(id.slice(0, 1)).get(id)?.number ?? 0);
      expect(all).toEqual([...new Set(all)].toSorted((left, right) => left - right));
    }),
  );
});
