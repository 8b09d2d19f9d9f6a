import { expect, test } from "vitest";
import { createTable } from "../../src/store/table.js";

interface Fruit {
  readonly id: string;
  readonly colours: readonly string[];
}

function createFruits() {
  const made = createTable<Fruit>(({ id }) => id);
  const byColour = made.indexBy(({ colours }) => colours);
  const order = made.numbered();
  return { table: made.table, byColour, order, changes: () => made.table.changes };
}

const apple: Fruit = { id: "apple", colours: ["red", "green"] };
const cherry: Fruit = { id: "cherry", colours: ["red"] };

test("keeps records by their key, in the order in which they came", () => {
  const { table } = createFruits();
  table.put(apple);
  table.put(cherry);
  table.put({ ...apple, colours: ["yellow"] });
  expect([...table.values()].map(({ id }) => id)).toEqual(["apple", "cherry"]);
  expect([table.size, table.get("apple")?.colours]).toEqual([2, ["yellow"]]);
});

test("an index follows what is added, replaced and removed", () => {
  const { table, byColour } = createFruits();
  table.put(apple);
  table.put(cherry);
  expect([...byColour.keys("red")]).toEqual(["apple", "cherry"]);
  table.put({ ...apple, colours: ["green"] });
  expect([[...byColour.keys("red")], [...byColour.keys("green")]]).toEqual([["cherry"], ["apple"]]);
  table.remove("cherry");
  table.remove("apple");
  expect([byColour.keys("red").size, byColour.keys("green").size]).toEqual([0, 0]);
});

test("an index has a value that a record names twice once", () => {
  const { table, byColour } = createFruits();
  table.put({ id: "plum", colours: ["blue", "blue"] });
  expect([...byColour.keys("blue")]).toEqual(["plum"]);
  table.remove("plum");
  expect(byColour.keys("blue").size).toBe(0);
});

test("a record keeps its number while it is there, and gets a new one when it comes back", () => {
  const { table, order } = createFruits();
  table.put(apple);
  table.put(cherry);
  const number = order.of("apple");
  table.put({ ...apple, colours: [] });
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
  const { table, byColour } = createFruits();
  expect(table.get("__proto__")).toBeUndefined();
  expect(byColour.keys("constructor").size).toBe(0);
  table.put({ id: "__proto__", colours: ["constructor"] });
  expect([...byColour.keys("constructor")]).toEqual(["__proto__"]);
});
