import { type components, paginate } from "content-service-client";
import { describe, expect, test } from "vitest";
import { expectBadRequest, unchecked } from "../../support/responses.js";
import {
  findRecords,
  type RecordValues,
  recordFile,
  recordOf,
  recordQuery,
  seedWithRecords,
} from "../../support/seeds.js";
import { openSandbox, shareSandbox } from "../../support/start-sandbox.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];

const numbers = (length: number) => Array.from({ length }, (_, index) => index);
/** Each amount comes often, and every fourth record has none. Names fall and differ. */
const repeating = (length: number) =>
  numbers(length).map((index): RecordValues => {
    const name = `name ${String(length - index).padStart(3, "0")}`;
    return index % 4 === 3 ? { name } : { name, amount: index % 4 };
  });
const up = (field_key: string) => ({ field_key, direction: "asc" as const });
const down = (field_key: string) => ({ field_key, direction: "desc" as const });
/** The numbers that leave these rests when divided by four: all of the first rest, then all of the next. */
const byRest = (length: number, ...rests: number[]) =>
  rests.flatMap((rest) => numbers(length).filter((index) => index % 4 === rest));

describe("a page", () => {
  const shared = shareSandbox(() => ({ seed: seedWithRecords(repeating(105)) }));

  test.each([
    [undefined, 20],
    [1, 1],
    [99, 99],
    [100, 100],
    [101, 100],
    [Number.MAX_SAFE_INTEGER, 100],
  ])("with the limit %s has %i items, and says so [LM-04] [LM-05]", async (limit, used) => {
    const page = await shared.as("owner").queryMetadata({ body: recordQuery(limit === undefined ? {} : { limit }) });
    const next_marker = expect.stringMatching(/.+/);
    expect(page).toMatchObject({ limit: used, next_marker, entries: { length: used } });
  });
});

describe("all pages together", () => {
  test("have each item once, with the marker in the body [PG-3] [LM-04]", async () => {
    const { as, exchanges } = await openSandbox({ seed: seedWithRecords(repeating(40)) });
    const found = await findRecords(as("owner"), { limit: 7 });
    expect(found.sort((left, right) => left - right)).toEqual(numbers(40));
    expect(exchanges).toHaveLength(6);
    let marker: unknown;
    for (const { request, response } of exchanges) {
      expect(request.url).toMatch(/\/metadata_queries\/execute_read$/);
      const sent = marker === undefined ? { limit: 7 } : { limit: 7, marker };
      expect(JSON.parse(request.body ?? "")).toEqual(recordQuery(unchecked(sent)));
      marker = JSON.parse(response.body ?? "").next_marker;
    }
    expect(marker).toBeNull();
  });

  test("have each item that stays once, also when others go and come in front [PG-3]", async () => {
    for (const order_by of [[up("amount")], []]) {
      const { as } = await openSandbox({ seed: seedWithRecords([...repeating(30), undefined, undefined]) });
      const owner = as("owner");
      const on = (index: number) => ({
        path: { file_id: recordFile(index), scope: "enterprise", template_key: "record" },
      });
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

  test("come in another order each time when nobody asked for one, and yet have each item once [LM-07] [PG-3]", async () => {
    const { as, sandbox } = await openSandbox({ seed: seedWithRecords(repeating(40)) });
    const orders = new Set<string>();
    for (const seed of [1, 2, 3]) {
      sandbox.faults.add({ kind: "shuffled_order", operation: "queryMetadata", times: null, seed });
      const found = await findRecords(as("owner"), { limit: 7 });
      orders.add(found.join());
      expect(await findRecords(as("owner"), { limit: 100 })).toEqual(found);
      expect(found.sort((left, right) => left - right)).toEqual(numbers(40));
      expect(await findRecords(as("owner"), { order_by: [down("name")] })).toEqual(numbers(40));
      sandbox.faults.clear();
    }
    orders.add((await findRecords(as("owner"))).join());
    expect(orders.size).toBe(4);
  });
});

describe("items are sorted", () => {
  const shared = shareSandbox(() => ({ seed: seedWithRecords(repeating(24)) }));

  // Every order is tested with `search`.
  test.each<[MetadataQuery["order_by"], number[]]>([
    [[up("amount")], byRest(24, 0, 1, 2, 3)],
    [[{ field_key: "amount", direction: "DESC" }], byRest(24, 2, 1, 0, 3)],
    [[up("amount"), up("name")], byRest(24, 3, 2, 1, 0).reverse()],
    [[up("due"), { field_key: "amount", direction: "ASC" }], byRest(24, 0, 1, 2, 3)],
  ])(
    "by %j, those without a value last and equal ones as they came [BE-23] [PG-3]",
    async (order_by = [], expected) => {
      for (const limit of [5, 100])
        expect(await findRecords(shared.as("owner"), { order_by, limit })).toEqual(expected);
    },
  );

  test("floats as numbers, dates as instants, and text by its characters [BE-23]", async () => {
    const records: RecordValues[] = [
      { amount: 9, due: "2026-03-01T00:30:00+01:00", name: "b" },
      { amount: 10, due: "2026-02-28T23:45:00Z", name: "B" },
      { amount: -3.5, due: "2026-03-01T00:00:00+02:00", name: "ä" },
      { amount: 1e21, due: "2025-12-31T00:00:00Z", name: "" },
    ];
    const { as } = await openSandbox({ seed: seedWithRecords(records) });
    const sorted = (field: string) => findRecords(as("owner"), { order_by: [up(field)] });
    expect(await sorted("amount")).toEqual([2, 0, 1, 3]);
    expect(await sorted("due")).toEqual([3, 2, 0, 1]);
    expect(await sorted("name")).toEqual([3, 1, 0, 2]);
  });

  test.each(["state", "colors", "color", "$id", "constructor"])("by no field like %s [BE-23]", async (field_key) => {
    const body = recordQuery({ order_by: [up("amount"), down(field_key)] });
    await expectBadRequest(shared.as("owner").queryMetadata({ body }), "order_by[1].field_key");
  });
});

describe("a marker", () => {
  const query = { query: "amount >= :least", query_params: { least: 0 }, order_by: [up("name")] };

  const shared = shareSandbox(() => ({ seed: seedWithRecords(repeating(30)) }));

  test("belongs to its query, and not to another one [PG-3]", async () => {
    const { as } = shared;
    const { next_marker } = await as("owner").queryMetadata({ body: recordQuery({ ...query, limit: 5 }) });
    const marker = next_marker ?? "";
    for (const other of [
      { query: "amount > :least" },
      { query_params: { least: 1 } },
      { order_by: [down("name")] },
      { order_by: [] },
      { ancestor_folder_id: "0" },
      { from: "enterprise_7001.contract", order_by: [up("amount")] },
      { marker: "nonsense" },
      { marker: Buffer.from("[]").toString("base64url") },
    ]) {
      await expectBadRequest(
        as("owner").queryMetadata({ body: recordQuery({ ...query, marker, ...other }) }),
        "marker",
      );
    }
    const { entries } = await as("owner").queryMetadata({
      body: recordQuery({ ...query, marker, limit: 3, fields: ["etag"] }),
    });
    expect(entries.map(recordOf)).toEqual([22, 21, 20]);
  });
});
