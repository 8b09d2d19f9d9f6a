import { expect, test } from "vitest";
import { seededRandom } from "../../src/faults/seeded-random.js";
import { type Order, orderBy, type Place, shuffledBy } from "../../src/metadata-query/order.js";
import { search } from "../../src/metadata-query/search.js";
import { compileCondition } from "../../src/query/compile-condition.js";
import type { FieldType } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { loadSeed } from "../../src/seed/load-seed.js";
import type { FileRecord, FolderRecord, ItemRecord, RecordOf, Seed } from "../../src/store/records.js";
import type { Store } from "../../src/store/store.js";

const fields = new Map<string, FieldType>([
  ["amount", "float"],
  ["party", "string"],
]);
const TEMPLATE = "enterprise_7001.contract";

const conditions = [
  undefined,
  "amount >= 10",
  "amount > 180",
  "amount < 150 AND party LIKE '%1'",
  "amount = 7",
  "amount IS NULL OR amount > 20",
  "party >= 'b' AND amount >= 0",
  "party = 'nobody'",
];
const orders: readonly Order[] = [
  orderBy([]),
  orderBy([{ key: "amount", type: "float", descending: false }]),
  orderBy([{ key: "amount", type: "float", descending: true }]),
  orderBy([
    { key: "party", type: "string", descending: true },
    { key: "amount", type: "float", descending: false },
  ]),
  shuffledBy(3),
];
const cases = conditions.flatMap((query) => orders.map((order) => ({ query, order })));

test("finds page by page the sorted matching instances", () => {
  const store = storeOf(sampleInstances());
  for (const one of cases) expectPages(store, one);
});

test("follows instances that are added, changed and removed", () => {
  const store = storeOf(sampleInstances());
  for (const one of cases) pages(store, one, 50);
  const random = seededRandom(5);
  for (const instance of [...store.metadata_instances.values()]) {
    const chance = random();
    if (chance < 0.2) store.metadata_instances.remove(instance.id);
    else if (chance < 0.6)
      store.metadata_instances.put({ ...instance, values: { amount: Math.floor(random() * 200) } });
    else if (chance < 0.8) store.metadata_instances.put({ ...instance, id: `new-${instance.id}` });
  }
  for (const one of cases) expectPages(store, one);
});

test("checks the visibility only of rows that may be on the page", () => {
  const store = storeOf(sampleInstances());
  const asked: string[] = [];
  const find = search(store, searching({ query: undefined, order: orderBy([]) }));
  const isVisible = (item: ItemRecord): item is FileRecord => asked.push(item.id) > 0;
  expect(find({ after: undefined, count: 5, isVisible })).toHaveLength(5);
  expect(asked.length).toBeLessThan(50);
});

/** Compares as text: a deep comparison of all places takes seconds. */
function expectPages(store: Store, one: Case): void {
  if (JSON.stringify(pages(store, one, 7)) === JSON.stringify(expectedPlaces(store, one))) return;
  expect(pages(store, one, 7), one.query).toEqual(expectedPlaces(store, one));
}

interface Case {
  readonly query: string | undefined;
  readonly order: Order;
}

/** Files with an odd number are hidden. */
function isShown(item: ItemRecord | undefined): item is FileRecord | FolderRecord {
  return item?.type === "file" && Number(item.id) % 2 === 0;
}

function searching({ query, order }: Case) {
  const condition = query === undefined ? undefined : parseQuery(query);
  return { template: TEMPLATE, fields, condition, parameters: {}, order };
}

/** The places of all that is found, page after page. */
function pages(store: Store, one: Case, count: number): Place[] {
  const find = search(store, searching(one));
  const places: Place[] = [];
  for (;;) {
    const found = find({ after: places.at(-1), count, isVisible: isShown });
    if (found.length > count) expect.fail(`Expected at most ${count} rows; received ${found.length}`);
    places.push(...found.map(({ place }) => place));
    if (found.length < count) return places;
  }
}

function expectedPlaces(store: Store, { query, order }: Case): Place[] {
  const fulfils = query === undefined ? () => true : compileCondition(parseQuery(query), fields, {});
  return [...store.instancesByTemplate.of(TEMPLATE).values()]
    .filter(({ record }) => fulfils(record.values) && isShown(store.items.get(record.item.id)))
    .map(order.placeOf)
    .sort(order.compare);
}

/** Some have no amount, some no party, and many of both are alike. */
function sampleInstances(): Pick<RecordOf<"metadata_instances">, "id" | "item" | "values">[] {
  const random = seededRandom(11);
  return Array.from({ length: 200 }, (_, index) => ({
    id: `i${index}`,
    item: { type: "file", id: String(5000 + index) },
    values: {
      ...(random() < 0.15 ? {} : { amount: Math.floor(random() * 200) }),
      ...(random() < 0.15 ? {} : { party: `${"abc"[index % 3]}${Math.floor(random() * 20)}` }),
    },
  }));
}

function storeOf(instances: ReturnType<typeof sampleInstances>): Store {
  const seed: Seed = {
    enterprises: [{ id: "7001" }],
    users: [{ id: "1", name: "Owner", login: "owner@example.com", enterprise_id: "7001" }],
    files: instances.map(({ item }) => ({
      id: item.id,
      name: item.id,
      owner_id: "1",
      versions: [{ id: `v${item.id}` }],
    })),
    metadata_templates: [{ id: "contract", scope: "enterprise_7001", templateKey: "contract" }],
    metadata_instances: instances.map((one) => ({ ...one, scope: "enterprise_7001", templateKey: "contract" })),
  };
  return loadSeed(seed, 0).store;
}
