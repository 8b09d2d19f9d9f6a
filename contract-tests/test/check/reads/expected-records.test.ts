import type { Json } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../../src/check/run-checks.js";
import type { ExpectedRecord } from "../../../src/check/session/check.js";
import { shelves } from "../../support/shelves.js";

const records: Readonly<Record<string, Json>> = {
  "/shelves/7": { id: 7, label: "Poetry" },
  "/shelves/7/books?limit=2": { total: 1, books: [{ id: 1, title: "Odes", pages: 90, size: { width: 12 } }] },
};

const run = (...expected: ExpectedRecord[]) =>
  runChecks(
    {
      ...{ baseUrl: "http://127.0.0.1:9", token: "t", expect: expected, parameters: { shelf_id: "7" } },
      fetch: async (url) => {
        const record = records[url.replace("http://127.0.0.1:9", "")];
        return Response.json(record ?? {}, { status: record === undefined ? 404 : 200 });
      },
    },
    { contract: shelves, checks: expected.map(({ operation }, index) => `${operation}/shows-record-${index + 1}`) },
  );

const shelf = (shows: ExpectedRecord["shows"], shelf_id = 7) => ({
  ...{ operation: "readShelf", parameters: { shelf_id } },
  shows,
});
const books = (shows: ExpectedRecord["shows"]) => ({ operation: "listBooks", parameters: { limit: 2 }, shows });

test("passes where the responses show the members, in objects and in entries of lists too", async () => {
  const { checks } = await run(shelf({ label: "Poetry" }), books({ total: 1, books: [{ size: { width: 12 } }] }));
  expect(checks.map(({ outcome }) => outcome).includes("failed")).toBe(false);
  expect(checks.flatMap(({ findings }) => findings.filter(({ rule }) => rule === "expected-record"))).toEqual([]);
});

test.each<[record: ExpectedRecord, at: string, message: string]>([
  [shelf({ label: "Prose" }), "/response/body/label", 'Expected "Prose", as the operator knows; received "Poetry"'],
  [shelf({ size: 3 }), "/response/body/size", "Expected 3, as the operator knows; received nothing"],
  [shelf({ label: "Poetry" }, 8), "/response/status", "Expected a 2xx response for the expected record; received 404"],
  [books({ books: [{ pages: 1 }] }), "/response/body/books", 'Expected an entry {"pages":1}; received none like it'],
])("finds a response without the record: %j", async (record, at, message) => {
  const { checks } = await run(record);
  const found = checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === "expected-record");
  expect(found).toMatchObject([{ operation: record.operation, at, message }]);
});

test.each<[record: ExpectedRecord, message: string]>([
  [{ operation: "readBok", shows: {} }, "expect: the contract has no operation readBok"],
  [{ operation: "createShelf", shows: {} }, "expect: createShelf does not only read"],
  [{ operation: "readShelf", parameters: { id: 7 }, shows: {} }, "expect: readShelf has no parameter id"],
])("rejects %j", async (record, message) => {
  await expect(run(record)).rejects.toThrow(message);
});
