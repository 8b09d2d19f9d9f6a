import { type components, paginate } from "content-service-client";
import { expect, test } from "vitest";
import { expectBadRequest } from "../../support/responses.js";
import * as records from "../../support/seeds.js";
import { openSandbox, shareSandbox } from "../../support/start-sandbox.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];
const { findRecords, recordFile, recordOf, recordQuery, seedWithRecords } = records;

const numbers = (length: number) => Array.from({ length }, (_, index) => index);
/** Each amount comes often, and every fourth record has none. Names fall and differ. */
const repeating = (length: number) =>
  numbers(length).map((index): records.RecordValues => {
    const name = `name ${String(length - index).padStart(3, "0")}`;
    return index % 4 === 3 ? { name } : { name, amount: index % 4 };
  });
const up = (field_key: string) => ({ field_key, direction: "asc" as const });
const down = (field_key: string) => ({ field_key, direction: "desc" as const });
/** The numbers that leave these rests when divided by four: all of the first rest, then all of the next. */
const byRest = (length: number, ...rests: number[]) =>
  rests.flatMap((rest) => numbers(length).filter((index) => index % 4 === rest));

const shared = shareSandbox(() => ({ seed: seedWithRecords(repeating(105)) }));

test("a page without a limit has 20 items, and says so [LM-04]", async () => {
  const page = await shared.as("owner").queryMetadata({ body: recordQuery() });
  expect(page).toMatchObject({ limit: 20, next_marker: expect.stringMatching(/.+/), entries: { length: 20 } });
});

test("all pages have each item that stays once, also when others go and come in front [PG-3]", async () => {
  for (const order_by of [[up("amount")], []]) {
    const { as } = await openSandbox({ seed: seedWithRecords([...repeating(30), undefined, undefined]) });
    const owner = as("owner");
    const on = (at: number) => ({ path: { file_id: recordFile(at), scope: "enterprise", template_key: "record" } });
    const found: number[] = [];
    for await (const page of paginate(owner.queryMetadata, { body: recordQuery({ order_by, limit: 5 }) }).pages()) {
      const here = page.entries.map(recordOf);
      found.push(...here);
      // The marker stands for the last item; the first one moves all others.
      for (const gone of [here[0], here[4]]) if (gone !== undefined) await owner.deleteFileMetadata(on(gone));
      const fresh = 30 + Math.floor(found.length / 5) - 1;
      if (fresh < 32) await owner.createFileMetadata({ ...on(fresh), body: { amount: -1 } });
    }
    const old = found.filter((index) => index < 30);
    expect(old).toEqual(order_by.length > 0 ? byRest(30, 0, 1, 2, 3) : numbers(30));
    expect(new Set(found).size).toBe(found.length);
  }
});

test("pages without order_by come in another order for a fault, the same on all pages [LM-07] [PG-3]", async () => {
  const { as, sandbox } = await openSandbox({ seed: seedWithRecords(repeating(40)) });
  const orders = new Set<string>();
  for (const seed of [1, 2]) {
    sandbox.faults.add({ kind: "shuffled_order", operation: "queryMetadata", times: null, seed });
    const found = await findRecords(as("owner"), { limit: 7 });
    orders.add(found.join());
    expect(await findRecords(as("owner"), { limit: 100 })).toEqual(found);
    expect(found.sort((left, right) => left - right)).toEqual(numbers(40));
    expect(await findRecords(as("owner"), { order_by: [down("name")] })).toEqual(numbers(40));
    sandbox.faults.clear();
  }
  expect(orders.add(numbers(40).join()).size).toBe(3);
});

test.each<[MetadataQuery["order_by"], number[]]>([
  [[{ field_key: "amount", direction: "DESC" }], byRest(105, 2, 1, 0, 3)],
  [[up("amount"), up("name")], byRest(105, 3, 2, 1, 0).reverse()],
])("items are sorted by %j, without a value last and equal ones as they came [BE-23]", async (order = [], all) => {
  expect(await findRecords(shared.as("owner"), { order_by: order, limit: 50 })).toEqual(all);
});

test("floats are sorted as numbers, dates as instants, and text by its characters [BE-23]", async () => {
  const { as } = await openSandbox({
    seed: seedWithRecords([
      { amount: 9, due: "2026-03-01T00:30:00+01:00", name: "b" },
      { amount: 10, due: "2026-02-28T23:45:00Z", name: "B" },
      { amount: -3.5, due: "2026-03-01T00:00:00+02:00", name: "ä" },
      { amount: 1e21, due: "2025-12-31T00:00:00Z", name: "" },
    ]),
  });
  const sorted = (field: string) => findRecords(as("owner"), { order_by: [up(field)] });
  expect(await sorted("amount")).toEqual([2, 0, 1, 3]);
  expect(await sorted("due")).toEqual([3, 2, 0, 1]);
  expect(await sorted("name")).toEqual([3, 1, 0, 2]);
});

test.each(["state", "colors", "color", "constructor"])("items cannot be sorted by %s [BE-23]", async (field_key) => {
  const body = recordQuery({ order_by: [up("amount"), down(field_key)] });
  await expectBadRequest(shared.as("owner").queryMetadata({ body }), "order_by[1].field_key");
});

test("a marker belongs to its query, and not to another one [PG-3]", async () => {
  const query = { query: "amount >= :least", query_params: { least: 0 }, order_by: [up("name")] };
  const { next_marker } = await shared.as("owner").queryMetadata({ body: recordQuery({ ...query, limit: 5 }) });
  const marker = next_marker ?? "";
  for (const other of [
    { query: "amount > :least" },
    { ancestor_folder_id: "0" },
    { from: "enterprise_7001.contract", order_by: [up("amount")] },
    { marker: "nonsense" },
    { marker: Buffer.from("[]").toString("base64url") },
  ]) {
    const body = recordQuery({ ...query, marker, ...other });
    await expectBadRequest(shared.as("owner").queryMetadata({ body }), "marker");
  }
  const body = recordQuery({ ...query, marker, limit: 3, fields: ["etag"] });
  expect((await shared.as("owner").queryMetadata({ body })).entries.map(recordOf)).toEqual([97, 96, 94]);
});
