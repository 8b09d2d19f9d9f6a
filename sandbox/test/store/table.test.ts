import { expect, test } from "vitest";
import { createTable } from "../../src/store/table.js";

interface Fruit {
  readonly id: string;
  readonly colors: readonly string[];
}

function createFruits() {
  const made = createTable<Fruit>(({ id }) => id);
  const byColor = made.indexBy(({ colors }) => colors);
  const order = made.numbered();
  return { table: made.table, byColor, order, changes: () => made.table.changes };
}

const apple: Fruit = { id: "apple", colors: ["red", "green"] };
const cherry: Fruit = { id: "cherry", colors: ["red"] };

test("keeps records by their key, in the order in which they came", () => {
  const { table } = createFruits();
  table.put(apple);
  table.put(cherry);
  table.put({ ...apple, colors: ["yellow"] });
  expect([...table.values()].map(({ id }) => id)).toEqual(["apple", "cherry"]);
  expect([table.size, table.get("apple")?.colors]).toEqual([2, ["yellow"]]);
});

test("an index follows what is added, replaced and removed", () => {
  const { table, byColor } = createFruits();
  table.put(apple);
  table.put(cherry);
  expect([...byColor.keys("red")]).toEqual(["apple", "cherry"]);
  table.put({ ...apple, colors: ["green"] });
  expect([[...byColor.keys("red")], [...byColor.keys("green")]]).toEqual([["cherry"], ["apple"]]);
  table.remove("cherry");
  table.remove("apple");
  expect([byColor.keys("red").size, byColor.keys("green").size]).toEqual([0, 0]);
});

test("an index has a value that a record names twice once", () => {
  const { table, byColor } = createFruits();
  table.put({ id: "plum", colors: ["blue", "blue"] });
  expect([...byColor.keys("blue")]).toEqual(["plum"]);
  table.remove("plum");
  expect(byColor.keys("blue").size).toBe(0);
});

test("a record keeps its number while it is there, and gets a new one when it comes back", () => {
  const { table, order } = createFruits();
  table.put(apple);
  table.put(cherry);
  const number = order.of("apple");
  table.put({ ...apple, colors: [] });
  expect(order.of("apple")).toBe(number);
  table.remove("apple");
  table.put(apple);
  expect(order.of("apple")).toBeGreaterThan(order.of("cherry"));
});

test("tells of each change, and of none where nothing was there to remove", () => {
  const { table, changes } = createFruits();
  table.put(apple);
  table.put(apple);
  table.remove("cherry");
  table.remove("apple");
  expect(changes()).toBe(3);
});

test("takes the names of what every object has as keys and values", () => {
  const { table, byColor } = createFruits();
  expect(table.get("__proto__")).toBeUndefined();
  expect(byColor.keys("constructor").size).toBe(0);
  table.put({ id: "__proto__", colors: ["constructor"] });
  expect([...byColor.keys("constructor")]).toEqual(["__proto__"]);
});
