import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { describeResource, inferResources } from "../../src/check/principles/resources.js";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import type { CheckReport } from "../../src/report/report.js";
import { createShelves, type Defect, shelves } from "../support/shelves.js";

const contract = createContract(parse(shelves));

async function check(defect?: Defect): Promise<CheckReport> {
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", fetch: createShelves(defect) };
  const ids = planChecks(contract, target, "undone").map(({ id }) => id);
  const checks = ids.filter((id) => id.endsWith("/plan") || PRINCIPLES.some((one) => id.endsWith(`/${one.id}`)));
  return runChecks(target, { contract, effects: "undone", checks });
}

const findingsOf = ({ checks }: CheckReport) =>
  checks.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`));

test("finds nothing in a service that keeps its records, and leaves none behind", async () => {
  const report = await check();
  expect(findingsOf(report)).toEqual([]);
  expect(report.leftBehind).toEqual([]);
  const compared = new Set(
    report.checks.filter(({ outcome }) => outcome === "passed").map(({ id }) => id.split("/").at(-1)),
  );
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !compared.has(id))).toEqual([]);
});

const defects: [principle: string, defect: Defect][] = [
  ["no-server-error", "fails-on-long-text"],
  ["created-is-found", "creates-nothing"],
  ["right-record", "reads-first"],
  ["values-kept", "trims-text"],
  ["values-kept", "ignores-patch"],
  ["defaults-shown", "other-default"],
  ["rest-kept", "patch-resets"],
  ["rest-kept", "patch-replaces-nested"],
  ["replaced-whole", "put-merges"],
  ["reads-alike", "reads-alternate"],
  ["rejected-changes-nothing", "changes-rejected"],
  ["others-kept", "patches-all"],
  ["views-agree", "lists-old-values"],
  ["removed-is-gone", "deletes-nothing"],
  ["removed-is-gone", "keeps-books-of-deleted"],
  ["unknown-is-not-found", "ignores-parent"],
  ["once", "accepts-duplicates"],
  ["ids-differ", "same-id"],
  ["entries-once", "lists-twice"],
  ["created-is-listed", "lists-late"],
  ["nothing-left-behind", "creates-two"],
  ["nothing-left-behind", "stores-rejected"],
  ["counted", "stale-total"],
  ["pages-complete", "skips-entries"],
  ["pages-complete", "ignores-limit"],
  ["filter-selects", "ignores-filter"],
  ["search-finds", "search-misses"],
  ["order-respected", "ignores-order"],
  ["lists-alike", "lists-alternate"],
  ["etag-changes", "keeps-etag"],
  ["precondition-respected", "ignores-if-match"],
  ["action-takes-effect", "lends-nothing"],
];

test.each(defects)("finds by %s a service that %s", async (principle, defect) => {
  const found = findingsOf(await check(defect));
  expect(found.filter((one) => one.includes(`/${principle}: `)).length, found.join("\n")).toBeGreaterThan(0);
});

test("each principle finds a defect", () => {
  const covered = new Set(defects.map(([principle]) => principle));
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
});

test("infers resources from paths and methods", () => {
  expect(inferResources(contract).map(describeResource)).toEqual([
    "/shelves: created by createShelf, read by readShelf, listed by listShelves, deleted by deleteShelf",
    "/shelves/{shelf_id}/books: created by createBook, read by readBook, listed by listBooks, changed by changeBook, replaced by replaceBook, deleted by deleteBook, acted on by lendBook",
  ]);
});
