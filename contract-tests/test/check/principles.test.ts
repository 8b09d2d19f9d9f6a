import { createContract, type Json, type JsonObject, valueAt, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { planChecks } from "../../src/check/run-checks.js";
import type { CheckReport } from "../../src/report/report.js";
import { chores, createChores } from "../support/chores.js";
import { leaves } from "../support/leaves.js";
import { services } from "../support/planted-defects.js";
import {
  check,
  checkAsked,
  checkBooked,
  checkChores,
  checkLinked,
  findingsOf,
  START_MS,
  withFact,
} from "../support/principle-runs.js";
import { rooms } from "../support/rooms.js";
import { createShelves, shelves } from "../support/shelves.js";

test("finds nothing in a service that keeps its records, and leaves none behind", async () => {
  const reports: CheckReport[] = [];
  for (const { run } of services) reports.push(await run());
  expect(reports.flatMap(findingsOf)).toEqual([]);
  const left = reports.flatMap(({ leftBehind }) => leftBehind);
  // Visits, notes, refunds and leaves cannot be deleted.
  expect(left.filter((one) => !/visits_create|createNote|createRefund|createLeave/.test(one))).toEqual([]);
  const passed = reports.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === "passed");
  const compared = new Set(passed.map(({ id }) => id.split("/").at(-1)));
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !compared.has(id))).toEqual([]);
});

test("finds nothing where the id of a new record stands in Location alone, and still follows it", async () => {
  const titleOnly = withFact("/components/schemas/Book/required", ["title"]);
  expect(findingsOf(await check("hides-ids", titleOnly))).toEqual([]);
  expect(findingsOf(await check("hides-ids ignores-patch", titleOnly)).join()).toContain("changeBook/values-kept");
});

const PATCH = "/paths/~1shelves~1{shelf_id}~1books~1{book_id}/patch";
const NOTES = { type: "object", additionalProperties: false, properties: { note: { type: "string" } } };
const noteOnly = { "application/json": { schema: NOTES, example: { note: "Read." } } };

test.each<[service: string, defect: string, at: string, value: Json | undefined]>([
  ["whose links have a cursor in place of the filters", "links-by-cursor", "/info/version", "2"],
  ["whose PATCH cannot change what is unique", "renames-to-a-taken-title", `${PATCH}/requestBody/content`, noteOnly],
  [
    "that keeps a time as history",
    "keeps-lent-at",
    "/paths/~1shelves~1{shelf_id}~1books~1{book_id}~1unlend/post/description",
    undefined,
  ],
])("finds nothing in a service %s", async (_, defect, at, value) => {
  const found = findingsOf(await check(defect, withFact(at, value)));
  expect(found.filter((one) => !one.startsWith("replaceBook/once"))).toEqual([]);
});

test("finds nothing where a caller approves what that caller asked for on behalf of another person", async () => {
  const text = { type: "string" };
  const body = `/paths/~1leaves/post/requestBody/content/${"application/json".replace("/", "~1")}/schema`;
  const [asked, person] = [valueAt(leaves.document, body), "/components/schemas/Person/properties/email"];
  const forAnother = { ...Object(asked), required: ["from", "to", "person_id"] };
  forAnother.properties = { ...forAnother.properties, person_id: text };
  const own = createContract(withValue(withValue(leaves.document, body, forAnother) ?? {}, person, text));
  expect(findingsOf(await checkAsked(undefined, own, ["createLeave/plan", "approveLeave/own-barred"]))).toEqual([]);
});

const rows = services.flatMap(({ what, run, all }) =>
  Object.entries(all).flatMap(([id, own]) => own.map((defect) => [id, what, defect, run] as const)),
);

test.each(rows)("finds by %s %s that %s", async (id, _, defect, run) => {
  expect(findingsOf(await run(defect, undefined, [id]))).not.toEqual([]);
});

test.each([
  ["resets-notes", "updateBoat/rest-kept", "/response/body/data/attributes/note"],
  ["ignores-another-club", "updateBoat/values-kept", "/response/body/data/relationships/club/data"],
  ["includes-old-boats", "updateBoat/views-agree", "/response/body/included/0/attributes/fee"],
])("finds that a service with resource objects %s, by %s at %s", async (defect, id, at) => {
  const { checks } = await checkLinked(defect);
  const [finding] = checks.find((one) => one.id === id)?.findings ?? [];
  expect(finding?.at).toBe(at);
  expect(finding?.exchange?.response.body).toContain('"attributes":{');
});

test("searches for the text of a property that the search looks into", async () => {
  const { name = null, note = null } = Object(valueAt(rooms.document, "/components/schemas/RoomInput/properties"));
  const noteFirst = withValue(rooms.document, "/components/schemas/RoomInput/properties", { note, name }) ?? {};
  const own = withValue(noteFirst, "/paths/~1rooms/get/parameters/0/description", "Rooms with this text in the name.");
  const checks = ["listRooms/search-finds"];
  expect(findingsOf(await checkBooked("searches-names-alone", createContract(own as JsonObject), checks))).toEqual([]);
});

test("restores what is always there", async () => {
  const fetch = createChores();
  const url = "http://127.0.0.1:9/settings";
  const before = await (await fetch(url, {})).json();
  const report = await check(undefined, chores, { fetch, checks: ["changeSettings/plan"] });
  expect([await (await fetch(url, {})).json(), report.leftBehind]).toEqual([before, []]);
  expect(report.exchanges).toBeGreaterThan(0);
});

test.each([
  ["one-too-many", "/response/body/content"],
  ["ends-too-early", "/response/body"],
])("says where a list that %s is wrong, by the members that it has: %s", async (defect, at) => {
  const { checks } = await checkChores(defect, undefined, ["listChores/pages-complete"]);
  expect(checks.flatMap(({ findings }) => findings.map((one) => one.at))).toEqual([at]);
});

test("each principle finds a defect", () => {
  const covered = new Set(rows.map(([id]) => id.split("/").at(-1)));
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
});

test("finds a PUT that merges in a service without PATCH", async () => {
  const withoutPatch = withFact("/paths/~1shelves~1{shelf_id}~1books~1{book_id}/patch", undefined);
  expect(findingsOf(await check(undefined, withoutPatch))).toEqual([]);
  expect(findingsOf(await check("put-merges", withoutPatch)).join()).toContain("replaceBook/replaced-whole");
});

test("permits a PUT that merges where the body of the PATCH is its own, patched", async () => {
  const change = valueAt(shelves.document, "/components/schemas/BookChange");
  const twin = withValue(shelves.document, "/components/schemas/PatchedNewBook", change) ?? {};
  const at = `${PATCH}/requestBody/content/application~1json/schema/$ref`;
  const named = withValue(twin, at, "#/components/schemas/PatchedNewBook") as JsonObject;
  const checks = ["replaceBook/replaced-whole"];
  expect(findingsOf(await check("put-merges", createContract(named), { checks }))).toEqual([]);
  expect(findingsOf(await check("put-merges", shelves, { checks }))).not.toEqual([]);
});

test("finds a record that a caller can read, but does not find in the list, nor to delete it", async () => {
  const others = { callers: [{ name: "another user", token: "south" }] };
  expect(findingsOf(await check(undefined, shelves, others))).toEqual([]);
  const found = findingsOf(await check("reads-single-ones", shelves, others));
  expect(found.join()).toContain("readShelf/hidden-from-others: Expected a 403 or 404 response of readShelf");
  const listed = withFact(
    "/paths/~1shelves~1{shelf_id}/get/description",
    "Found only by those who see it in the list.",
  );
  expect(findingsOf(await check("reads-single-ones", listed, others)).join()).toContain("readShelf/hidden-from-others");
  const silent = withFact("/paths/~1shelves~1{shelf_id}/get/description", undefined);
  expect(findingsOf(await check("reads-single-ones", silent, others))).toEqual([]);
});

test("shows two long texts from where they differ", async () => {
  const found = findingsOf(await check("cuts-texts"));
  expect(found.join("\n")).toMatch(/written, …[^;]+ \(259 characters\); received …[^;]+" \(257 characters\)/);
});

test("blames the caller for whom a deletion removes what that caller may not see", async () => {
  const found = findingsOf(await check("deletes-for-others"));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((one) => !/delete(Book|Label|Shelf) to delete nothing for another tenant/.test(one))).toEqual([]);
});

test("cannot say that a record is hidden from a caller whose token the service rejects", async () => {
  const fetch = createShelves();
  const rejecting = async (url: string, init: RequestInit) =>
    new Headers(init.headers).get("authorization") === "Bearer south"
      ? new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } })
      : fetch(url, init);
  const report = await check(undefined, shelves, { fetch: rejecting });
  const errored = report.checks.filter(({ outcome }) => outcome === "errored");
  expect([...new Set(errored.map(({ reason }) => reason))]).toEqual([
    "The service rejected the token of another tenant (401)",
  ]);
});

test("has checks of a principle only for what the contract can show", () => {
  const ids = planChecks(shelves, { baseUrl: "http://127.0.0.1:9", token: "t" }, "undone").map(({ id }) => id);
  const onBooks = [
    "listBooks/search-finds",
    "listBooks/filter-selects",
    "listBooks/order-respected",
    "createBook/once",
  ];
  const some = ["changeBook/precondition-respected", "listBooks/pages-complete", "createBook/action-takes-effect"];
  expect([...onBooks, ...some].filter((id) => !ids.includes(id))).toEqual([]);
  const onShelves = ["search-finds", "filter-selects", "order-respected", "pages-complete"];
  const none = [...onShelves.map((id) => `listShelves/${id}`), "createShelf/once", "addLabel/action-takes-effect"];
  expect(none.filter((id) => ids.includes(id))).toEqual([]);
});

test("lets no more time pass than the operator permits", async () => {
  const advance = () => expect.fail("Expected no wait");
  const report = await check("holds-forever", shelves, { clock: { advance, longestMs: 1000 } });
  expect(findingsOf(report)).toEqual([]);
  const skipped = report.checks.find(({ id }) => id === "readBook/time-takes-effect");
  expect(skipped?.reason).toBe("No time passed: give as many seconds with --wait as the service needs");
});

test("sends the credentials in headers of the operator with every call, also with invalid bodies", async () => {
  const key = { type: "apiKey", in: "header", name: "X-Api-Key" };
  const open = withFact("/components/securitySchemes", { key }).document;
  const secured = createContract(withValue(open, "/security", [{ key: [] }]));
  const respond = createShelves(undefined, () => START_MS);
  let rejected = 0;
  const fetch = async (url: string, init: RequestInit) => {
    if (new Headers(init.headers).get("x-api-key") === "k") return respond(url, init);
    rejected += 1;
    return new Response("{}", { status: 401 });
  };
  const clock = { advance: () => expect.fail("Expected no wait"), longestMs: 0 };
  const given = { token: "", callers: [], clock, headers: { "X-Api-Key": "k" }, fetch };
  expect([findingsOf(await check(undefined, secured, given)), rejected]).toEqual([[], 0]);
});
