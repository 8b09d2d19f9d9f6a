import { createContract, type Json, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { documentsDuplicates } from "../../src/check/principles/creation-calls.js";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { describeResource, inferResources } from "../../src/check/resources/resources.js";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import type { CheckTarget } from "../../src/check/session/check.js";
import type { CheckReport } from "../../src/report/report.js";
import { boats, createBoats } from "../support/boats.js";
import { createDeliveries, deliveries } from "../support/deliveries.js";
import { createExhibits, exhibits } from "../support/exhibits.js";
import { createRooms, rooms } from "../support/rooms.js";
import { createShelves, shelves } from "../support/shelves.js";
import { createSites, sites } from "../support/sites.js";

const callers = [
  { name: "the north", facts: { tenant: "north" } },
  { name: "another tenant", token: "south", facts: { tenant: "south" } },
];

const START_MS = Date.UTC(2027, 0, 5);

/** A service whose records are created below others, and read apart from them. */
const checkApart = (defect?: string) =>
  check(defect, sites, {
    fetch: createSites(defect),
    callers: [{ name: "the owner" }, { name: "another", token: "other" }],
  });

/** A service in the style of payment services. */
const checkPaid = (defect?: string) => check(defect, deliveries, { fetch: createDeliveries(defect) });

/** A service with resource names, custom methods and update masks. */
const GUEST = { name: "a guest", token: "guest", facts: { roles: ["guest"] } };
const checkNamed = (defect?: string) =>
  check(defect, exhibits, { callers: [{ name: "the director" }, GUEST] }, (nowMs) => createExhibits(nowMs, defect));

/** A service whose records are resource objects. */
const SAILOR = { name: "a sailor", token: "sailor", facts: { roles: ["sailor"] } };
const STEWARD = { name: "the steward", facts: { roles: ["steward"] } };
const checkLinked = (defect?: string) =>
  check(defect, boats, { fetch: createBoats(defect), callers: [STEWARD, SAILOR] });

/** A service in plain REST, whose rules stand in short descriptions. */
const PEOPLE = ["admin", "host", "cleaner", "stranger"].map((role) => {
  const facts = { tenant: role === "stranger" ? "south" : "north", roles: [role] };
  return { name: `the ${role}`, facts, ...(role === "admin" ? {} : { token: role }) };
});
const checkBooked = (defect?: string, own = rooms) =>
  check(defect, own, { fetch: createRooms(defect), callers: PEOPLE });

async function check(
  defect?: string,
  own = shelves,
  given: Partial<CheckTarget> = {},
  create = (nowMs: () => number) => createShelves(defect, nowMs),
): Promise<CheckReport> {
  let nowMs = START_MS;
  const clock = {
    advance(delayMs: number) {
      nowMs += delayMs;
    },
  };
  const fetch = create(() => nowMs);
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", callers, clock, fetch, ...given };
  const ids = planChecks(own, target, "undone").map(({ id }) => id);
  const checks = ids.filter((id) => id.endsWith("/plan") || PRINCIPLES.some((one) => id.endsWith(`/${one.id}`)));
  return runChecks(target, { contract: own, effects: "undone", checks });
}

const findingsOf = ({ checks }: CheckReport) =>
  checks.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`));

test("finds nothing in a service that keeps its records, and leaves none behind", async () => {
  const reports = [
    await check(),
    await checkApart(),
    await checkPaid(),
    await checkNamed(),
    await checkLinked(),
    await checkBooked(),
  ];
  expect(reports.flatMap(findingsOf)).toEqual([]);
  expect(reports.flatMap(({ leftBehind }) => leftBehind)).toEqual([]);
  const passed = reports.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === "passed");
  const compared = new Set(passed.map(({ id }) => id.split("/").at(-1)));
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !compared.has(id))).toEqual([]);
});

test("finds nothing where the id of a new record stands in Location alone, and still follows it", async () => {
  const titleOnly = withFact("/components/schemas/Book/required", ["title"]);
  expect(findingsOf(await check("hides-ids", titleOnly))).toEqual([]);
  const report = await check("hides-ids ignores-patch", titleOnly);
  expect(findingsOf(report).join()).toContain("changeBook/values-kept");
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

/** Defects by the principle that finds them. */
type Defects = Readonly<Record<string, readonly string[]>>;

/** One defect of each principle, or of each reason; `lab/services` plants a hundred. */
const defects: Defects = {
  "no-server-error": ["fails-on-long-text"],
  "created-is-found": ["creates-nothing", "forgets-labels"],
  "right-record": ["reads-first"],
  "values-kept": ["ignores-patch", "ignores-genre", "forgets-notes", "forgets-empty-notes", "forgets-zero"],
  "defaults-shown": ["other-default"],
  "rest-kept": ["patch-resets", "forgets-height", "puts-created-at"],
  "replaced-whole": ["put-merges"],
  "reads-alike": ["reads-alternate"],
  "rejected-changes-nothing": ["changes-rejected", "stores-valid-rest"],
  "invalid-is-rejected": ["accepts-invalid"],
  "others-kept": ["patches-all", "removes-labels-everywhere"],
  "views-agree": ["lists-old-values"],
  "removed-is-gone": ["deletes-nothing", "keeps-labels"],
  "unknown-is-not-found": ["ignores-parent", "changes-elsewhere", "deletes-unknown"],
  once: ["accepts-duplicates", "labels-twice", "renames-to-a-taken-title"],
  "key-creates-once": ["ignores-keys"],
  "ids-differ": ["same-id"],
  "entries-once": ["lists-twice"],
  "created-is-listed": ["lists-late"],
  "nothing-left-behind": ["stores-rejected"],
  counted: ["stale-total"],
  "pages-complete": ["skips-entries"],
  "filter-selects": ["ignores-filter", "excludes-the-minimum", "links-without-filter", "ignores-the-second-bound"],
  "search-finds": ["search-misses"],
  "order-respected": ["ignores-order", "sorts-each-page"],
  "lists-alike": ["lists-alternate"],
  "etag-changes": ["keeps-etag"],
  "change-is-timed": ["keeps-updated-at"],
  "precondition-respected": ["ignores-if-match", "deletes-old-version"],
  "action-takes-effect": ["lends-nothing", "lists-lent", "keeps-lent-at"],
  "children-counted": ["counts-removed"],
  "taken-once": ["holds-again", "holds-forever"],
  "time-takes-effect": ["keeps-expired"],
  "hidden-from-others": ["reads-others", "deletes-for-others"],
};

const defectsApart: Defects = {
  "listed-is-found": ["lists-loans-of-deleted-tools"],
  "state-restored": ["restores-without-tools"],
  "derived-follows": ["keeps-the-value", "keeps-the-last-day", "keeps-the-loan", "sums-up-old-prices"],
  "order-respected": ["loses-the-second-in-order", "loses-equal-prices", "sorts-prices-as-text"],
  "restored-as-before": ["restores-empty-notes"],
  "filter-selects": [
    "takes-the-first-code-alone",
    "excludes-the-last-day",
    "finds-moved-tools-in-the-old-site",
    "finds-every-city",
    "searches-all-sites",
  ],
  once: ["tells-cases-apart", "names-sites-alike"],
  "rejected-changes-nothing": ["stores-price-of-old-version"],
  "hidden-from-others": [
    "pins-for-others",
    "shows-tools-to-former-members",
    "finds-hidden-tools-by-site",
    "sums-up-for-all",
  ],
  "views-agree": ["lists-all-as-guests"],
  "replaced-whole": ["merges-loans"],
  "values-kept": ["keeps-the-responsible"],
  "role-needed": ["lets-guests-add-tools"],
  "barred-by-state": ["adds-tools-to-archived-sites", "restores-open-sites"],
  "search-finds": ["searches-in-one-case"],
  "range-kept": ["compares-the-years-sent-alone", "compares-years-in-changes-alone"],
  "action-takes-effect": ["keeps-the-time-of-pinning"],
  "others-kept": ["shows-one-price-for-all"],
};

const defectsPaid: Defects = {
  "rest-kept": ["resets-the-gate"],
  "pages-complete": ["promises-more"],
  "filter-selects": ["lists-closed-depots"],
  "order-respected": ["lists-the-oldest-first"],
  "barred-by-state": ["pays-twice"],
  "values-kept": ["forgets-reasons"],
  "used-is-kept": ["deletes-destinations"],
  "hidden-from-others": ["takes-foreign-depots"],
};

const defectsNamed: Defects = {
  "rest-kept": ["writes-beyond-the-mask"],
  "precondition-respected": ["ignores-etags", "deletes-at-any-etag"],
  "change-is-timed": ["keeps-the-update-time"],
  "removed-is-gone": ["lists-deleted-halls"],
  "restored-as-before": ["loses-the-note"],
  "limit-kept": ["takes-a-fourth-exhibit"],
  "order-respected": ["sorts-one-way"],
  "unknown-is-not-found": ["lists-all-exhibits"],
  "barred-by-state": ["shows-withdrawn-exhibits"],
  "used-is-kept": ["deletes-used-lenders"],
  once: ["names-halls-alike"],
  "value-hidden": ["shows-curators-to-guests"],
  "filter-selects": ["counts-beyond-the-filter"],
};

const defectsLinked: Defects = {
  "values-kept": ["ignores-another-club"],
  "rest-kept": ["resets-notes"],
  "removed-is-gone": ["leaves-entries"],
  "barred-by-state": ["reopens-entries"],
  "role-needed": ["lets-sailors-set-fees", "lets-sailors-delete-all"],
  "order-respected": ["sorts-by-one-key"],
  once: ["takes-sails-in-another-case", "takes-sails-of-others"],
  "filter-selects": ["ignores-the-club"],
  "views-agree": ["includes-old-boats"],
  "used-is-kept": ["deletes-clubs-of-boats"],
};

const defectsBooked: Defects = {
  "role-needed": ["lets-cleaners-change-bookings", "lets-cleaners-reopen"],
  "write-only-hidden": ["shows-pins"],
  once: ["renames-to-a-taken-name", "tells-cases-apart"],
  "values-freed": ["keeps-names"],
  "barred-by-state": ["books-inactive-hosts", "changes-canceled-ones"],
  "overlap-rejected": ["sees-later-starts-alone", "moves-into-others"],
  "cascade-takes-effect": ["keeps-bookings"],
  "children-counted": ["counts-moved"],
  "derived-follows": ["keeps-the-total"],
  "filter-selects": ["includes-the-end"],
  "search-finds": ["searches-names-alone"],
  "hidden-from-others": ["searches-everywhere"],
  "order-respected": ["reverses-ties"],
  "rest-kept": ["forgets-notes"],
  "defaults-shown": ["longer-bookings"],
  "limit-kept": ["takes-a-fourth-item"],
};

const services = [
  { what: "a service", run: (defect: string) => check(defect), all: defects },
  { what: "a service with records apart", run: checkApart, all: defectsApart },
  { what: "a service in the style of payments", run: checkPaid, all: defectsPaid },
  { what: "a service with resource names", run: checkNamed, all: defectsNamed },
  { what: "a service with resource objects", run: checkLinked, all: defectsLinked },
  { what: "a service in plain REST", run: checkBooked, all: defectsBooked },
];

const rows = services.flatMap(({ what, run, all }) =>
  Object.entries(all).flatMap(([principle, own]) => own.map((defect) => [principle, what, defect, run] as const)),
);

test.each(rows)("finds by %s %s that %s", async (principle, _, defect, run) => {
  const found = findingsOf(await run(defect));
  expect(found.filter((one) => one.includes(`/${principle}: `)).length, found.join("\n")).toBeGreaterThan(0);
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

const BOOKING = "/paths/~1bookings~1{booking_id}";
const NEW_BOOKING = "/paths/~1rooms~1{room_id}~1bookings/post/requestBody/content/application~1json/schema/properties";
const CHANGE = `${BOOKING}/patch/description`;

test.each([
  ["overlap-rejected", "sees-later-starts-alone", `${NEW_BOOKING}/host_id/description`, "Has the role host."],
  ["overlap-rejected", "sees-later-starts-alone", "/components/schemas/Person/properties/id/pattern", ".*"],
  ["overlap-rejected", "sees-later-starts-alone", `${NEW_BOOKING}/starts_at/description`, "When it starts."],
  ["order-respected", "reverses-ties", "/paths/~1bookings/get/parameters/1/description", "Equal ones oldest first."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Changes a booked booking (409 otherwise)."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Changes a booked booking. Any other status gives a 409."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "For the host only, while it is booked."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Booked ones only, never by the person who canceled it."],
])("finds by %s a service in plain REST that %s, with %s: %s", async (principle, defect, at, text) => {
  const own = createContract(withValue(rooms.document, at, text));
  expect(findingsOf(await checkBooked(undefined, own))).toEqual([]);
  const found = findingsOf(await checkBooked(defect, own));
  expect(found.filter((one) => one.includes(`/${principle}: `)).length, found.join("\n")).toBeGreaterThan(0);
});

test("each principle finds a defect", () => {
  const covered = new Set<string>(rows.map(([principle]) => principle));
  expect(PRINCIPLES.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
});

test("finds a PUT that merges in a service without PATCH", async () => {
  const withoutPatch = withFact("/paths/~1shelves~1{shelf_id}~1books~1{book_id}/patch", undefined);
  expect(findingsOf(await check(undefined, withoutPatch))).toEqual([]);
  expect(findingsOf(await check("put-merges", withoutPatch)).join()).toContain("replaceBook/replaced-whole");
});

test("finds a record that a caller can read, but does not find in the list, nor to delete it", async () => {
  const others = { callers: [{ name: "another user", token: "south" }] };
  expect(findingsOf(await check(undefined, shelves, others))).toEqual([]);
  const found = findingsOf(await check("reads-single-ones", shelves, others));
  expect(found.join()).toContain("readShelf/hidden-from-others: Expected a 403 or 404 response of readShelf");
  const silent = withFact("/paths/~1shelves~1{shelf_id}/get/description", undefined);
  expect(findingsOf(await check("reads-single-ones", silent, others))).toEqual([]);
});

test("takes a 409 without a reason for one about equal records where a property is unique", () => {
  const vague = { "201": { description: "The shelf." }, "409": { description: "A conflict." } };
  const create = "/paths/~1shelves/post";
  const plain = withValue(shelves.document, `${create}/responses`, vague);
  const label = `${create}/requestBody/content/application~1json/schema/properties/label/description`;
  const documents = (text: string) => {
    const own = createContract(withValue(plain, label, text));
    return documentsDuplicates(own, own.operation("createShelf"));
  };
  expect([documents("Shown on the shelf."), documents("Unique in the library.")]).toEqual([false, true]);
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

/** The contract with a member of the object at a pointer. */
function withFact(at: string, value: Json | undefined) {
  return createContract(withValue(shelves.document, at, value));
}

const BOOKS = "/paths/~1shelves~1{shelf_id}~1books";

const LEND = `${BOOKS}~1{book_id}~1lend/post`;
const COUNT = "/components/schemas/Shelf/properties/book_count";
const PREFIX = { property: "title", relation: "prefix", case: "same" };

test.each<[fact: string, at: string, value: Json, defect: string | undefined, finding: string]>([
  ["x-order", `${BOOKS}/get`, "id", "lists-alternate", "entries sorted by id"],
  ["x-filter", `${BOOKS}/get/parameters/3`, { property: "pages", relation: "least" }, "ignores-thick", "pass thick="],
  ["x-filter", `${BOOKS}/get/parameters/4`, PREFIX, "starts-in-any-case", "only entries that pass q="],
  ["x-counts", COUNT, "listBooks", "counts-nothing", "`book_count` of readShelf to change by 1"],
  ["x-changes", LEND, { readShelf: ["label"] }, undefined, "another `label` of readShelf after lendBook"],
  ["x-sets", LEND, { state: { const: "free" } }, undefined, "matches `x-sets` in `state`"],
])("reads %s in the contract, at %s", async (fact, at, value, defect, finding) => {
  expect(findingsOf(await check(defect)).filter((one) => one.includes(finding))).toEqual([]);
  expect(findingsOf(await check(defect, withFact(`${at}/${fact}`, value))).join("\n")).toContain(finding);
});

test("infers nothing from an operation or a parameter with x-infer: false, and nothing at all when told so", async () => {
  const withoutCreation = inferResources(withFact(`${BOOKS}/post/x-infer`, false)).map(describeResource);
  expect(withoutCreation[1]).not.toContain("createBook");
  const withoutFilter = withFact(`${BOOKS}/get/parameters/2/x-infer`, false);
  expect(findingsOf(await check("ignores-filter", withoutFilter))).toEqual([]);
  const target = { baseUrl: "http://127.0.0.1:9", token: "t" };
  const ids = planChecks(shelves, target, "undone", undefined, false, false).map(({ id }) => id);
  expect(ids.filter((id) => PRINCIPLES.some((one) => id.endsWith(`/${one.id}`)))).toEqual([]);
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
  const report = await check(undefined, secured, given);
  expect([findingsOf(report), rejected]).toEqual([[], 0]);
});
