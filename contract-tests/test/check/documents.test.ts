import { createContract, type Json, type JsonObject, valueAt, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { passesAll, queriesBy } from "../../src/check/lists/filters.js";
import { listParameters } from "../../src/check/lists/list-parameters.js";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { describeResource } from "../../src/check/resources/operations.js";
import { planChecks } from "../../src/check/run-checks.js";
import { documentsDuplicates } from "../../src/check/sentences/conflicts.js";
import type { CheckReport } from "../../src/report/report.js";
import { boats } from "../support/boats.js";
import {
  check,
  checkApart,
  checkBooked,
  checkLinked,
  findingsOf,
  PEOPLE,
  withFact,
} from "../support/principle-runs.js";
import { createRooms, rooms } from "../support/rooms.js";
import { shelves } from "../support/shelves.js";
import { sites } from "../support/sites.js";

const BOOKING = "/paths/~1bookings~1{booking_id}";
const NEW_BOOKING = "/paths/~1rooms~1{room_id}~1bookings/post/requestBody/content/application~1json/schema/properties";
const CHANGE = `${BOOKING}/patch/description`;

const ARCHIVE = "/paths/~1rooms~1{room_id}/delete/description";
const CANCEL = `${BOOKING}~1cancel/post/description`;
const REOPEN = `${BOOKING}~1reopen/post/description`;
const CHANGED_ROOM = "/paths/~1rooms~1{room_id}/patch/requestBody/content/application~1json/schema";
const { version: _, ...changes } = valueAt(rooms.document, `${CHANGED_ROOM}/properties`) as JsonObject;
const versioned = (description: string, required: string[] = []) => {
  const version = { type: "integer", minimum: 0, description };
  return { type: "object", required, properties: { version, ...changes } };
};
const PARAMETERS = "/paths/~1bookings/get/parameters";
const byTwo = [{ enum: ["note"] }, { enum: ["asc", "desc"] }];
const isTwo = byTwo.map((schema, index) => ({ name: ["sort", "order"][index] ?? "", in: "query", schema }));
const pairs = { type: "array", items: { type: "string" }, default: ["note,asc"] };
const isPair = [{ name: "sort", in: "query", description: "property,(asc|desc). Properties: note", schema: pairs }];

const { parameters: __, ...bookings } = valueAt(rooms.document, "/paths/~1bookings/get") as JsonObject;
const sortable = {
  ...bookings,
  description: "Can be sorted by note.",
  parameters: [{ ...isPair[0], description: "" }],
};
const NAME = "/components/schemas/RoomInput/properties/name";
const inAnyCase = { type: "string", pattern: "^.", description: "Unique regardless of upper and lower case." };
const REMOVAL = `${BOOKING}/delete/description`;

test.each<[principle: string, defect: string, at: string, value: Json]>([
  ["barred-by-state", "reopens-booked-ones", REOPEN, "Reopens a canceled booking."],
  ["barred-by-state", "reopens-booked-ones", REOPEN, "canceled to booked. For a booked one, a 409 and no effect."],
  ["overlap-rejected", "sees-later-starts-alone", `${NEW_BOOKING}/host_id/description`, "Has the role host."],
  ["overlap-rejected", "sees-later-starts-alone", "/components/schemas/Person/properties/id/pattern", ".*"],
  ["overlap-rejected", "sees-later-starts-alone", `${NEW_BOOKING}/starts_at/description`, "When it starts."],
  ["order-respected", "reverses-ties", "/paths/~1bookings/get/parameters/1/description", "Equal ones oldest first."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Changes a booked booking (409 otherwise)."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Changes a booked booking. Any other status gives a 409."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "For the host only, while it is booked."],
  ["role-needed", "lets-cleaners-change-bookings", CHANGE, "Host of the booking and admins. Only while booked."],
  ["role-needed", "lets-cleaners-change-bookings", CHANGE, "Cleaners only themselves. Only while booked."],
  ["role-needed", "lets-cleaners-change-bookings", CHANGE, "Cleaners can change their own items only."],
  ["role-needed", "lets-cleaners-change-bookings", CHANGE, "Only while booked. Cleaners have no access to bookings."],
  [
    "values-derived",
    "keeps-the-total",
    "/components/schemas/Booking/properties/total/description",
    "Sum of `price` over the items.",
  ],
  [
    "role-needed",
    "lets-cleaners-change-bookings",
    CHANGE,
    "Admins and hosts only, cleaners may not. Only while booked.",
  ],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Booked ones only, never by the person who canceled it."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "All must be bookings which are not canceled."],
  ["barred-by-state", "changes-canceled-ones", CHANGE, "Only possible while the booking is still booked."],
  ["cascade-takes-effect", "keeps-bookings", ARCHIVE, "Booked bookings of the room are canceled."],
  ["precondition-respected", "ignores-versions", CHANGED_ROOM, versioned("The version that you have read last.")],
  ["precondition-respected", "ignores-versions", CHANGED_ROOM, versioned("Version as it was last read.", ["version"])],
  ["role-needed", "lets-all-delete-bookings", REMOVAL, "Allowed for administrators only."],
  ["role-needed", "lets-all-delete-bookings", REMOVAL, "By an admin or by the host who created it."],
  ["once", "tells-cases-apart", NAME, inAnyCase],
  ["order-respected", "sorts-one-way", "/paths/~1bookings/get", sortable],
  ["order-respected", "sorts-one-way", PARAMETERS, isTwo],
  ["order-respected", "sorts-one-way", PARAMETERS, isPair],
])("finds by %s a service in plain REST that %s, with %s: %s", async (principle, defect, at, value) => {
  const own = createContract(withValue(rooms.document, at, value));
  expect(findingsOf(await checkBooked(undefined, own))).toEqual([]);
  const found = findingsOf(await checkBooked(defect, own));
  expect(found.filter((one) => one.includes(`/${principle}: `)).length, found.join("\n")).toBeGreaterThan(0);
});

test.each<[at: string, value: string, defect?: string]>([
  [REOPEN, "Reopens a canceled booking. A booked one is returned as it is.", "reopens-booked-ones"],
  [REOPEN, "A canceled booking can be reopened for 14 days, then 409."],
  [CANCEL, "After its start a booking can no longer be changed, only canceled."],
  [ARCHIVE, "Its bookings are canceled, open otherwise.", "keeps-bookings"],
  [CHANGE, "Fails with 409 if it is booked while its room is closed."],
  [CHANGE, "Fails with 409 for the status of a booked booking."],
  [CHANGE, "Fails with 409 if the room has not enough chairs booked."],
  [CHANGE, "Hosts cannot write internal notes."],
  [CHANGE, "Cleaners may only send the note."],
  [CHANGE, "Only while booked. Cleaners have no access to internal notes.", "lets-cleaners-change-bookings"],
  [CHANGE, "Cleaners can update their own bookings."],
  [CHANGE, "A field is not allowed for cleaners."],
])("finds nothing in a service in plain REST, with %s: %s", async (at, value, defect) => {
  expect(findingsOf(await checkBooked(defect, createContract(withValue(rooms.document, at, value))))).toEqual([]);
});

/** The document of the rooms as frameworks make it from code: a slash behind collections, and a choice of a value or null. */
function checkFromCode(defect?: string): Promise<CheckReport> {
  const { status, ...others } = valueAt(rooms.document, "/components/schemas/Booking/properties") as JsonObject;
  const properties = { ...others, status: { anyOf: [{ $ref: "#/components/schemas/Status" }, { type: "null" }] } };
  const paths = Object.entries(rooms.document["paths"] ?? {}).map(([path, one]) => [path.replace(/s$/, "s/"), one]);
  const facts = { "/paths": Object.fromEntries(paths), "/components/schemas/Status": status };
  const places = Object.entries({ ...facts, "/components/schemas/Booking/properties": properties });
  const respond = createRooms(defect);
  const fetch = async (address: string, init: RequestInit) => {
    const url = new URL(address);
    if (url.pathname.endsWith("s")) return new Response(null, { status: 404 });
    url.pathname = url.pathname.replace(/\/$/, "");
    return respond(url.href, init);
  };
  const own = createContract(
    places.reduce<Json>((document, [at, value]) => withValue(document, at, value) ?? null, rooms.document),
  );
  return check(defect, own, { fetch, callers: PEOPLE });
}

test("finds defects of a service whose document is made from code, and nothing in a healthy one", async () => {
  expect(findingsOf(await checkFromCode())).toEqual([]);
  expect(findingsOf(await checkFromCode("renames-to-a-taken-name")).join()).toContain("updateRoom/once");
  const found = findingsOf(await checkFromCode("changes-canceled-ones"));
  expect(found.join()).toContain("updateBooking/barred-by-state");
});

test("reports which operations of a resource worked, and what a rejection says of the others", async () => {
  const respond = createRooms();
  const fetch = async (url: string, init: RequestInit) =>
    init.method === "POST" && url.endsWith("/rooms")
      ? Response.json({ error: "full", message: "There is no room left" }, { status: 409 })
      : respond(url, init);
  const { resources = [] } = await check(undefined, rooms, { fetch, callers: PEOPLE });
  const problemsOf = (name: string) =>
    resources.find(({ collection }) => collection === name)?.operations.map(({ role, problem }) => [role, problem]);
  expect(problemsOf("/people")?.map(([, problem]) => problem)).toEqual([undefined, undefined, undefined, undefined]);
  expect(problemsOf("/rooms")).toEqual([
    ["created", "409 There is no room left"],
    ["read", "there was no record"],
    ["listed", undefined],
    ["changed", "there was no record"],
    ["deleted", "there was no record"],
  ]);
});

const ARCHIVING = "/paths/~1sites~1{id}~1archive/post/description";
const NEW_TOOL = "/paths/~1sites~1{id}~1tools/post/responses/409/description";
const READ_ONLY = { [ARCHIVING]: "Archives the site, which makes it read-only.", [NEW_TOOL]: "The code is taken." };
const WITH_SOME = {
  "/paths/~1boats~1{boat_id}/delete/description": "Deletes the boat with its sails, entries and race marks.",
};
const WITH_ALL = { "/paths/~1boats~1{boat_id}/delete/description": "Deletes the boat with everything in it." };

test.each([
  ["createTool/barred-by-state", "adds-tools-to-archived-sites", sites, READ_ONLY, checkApart],
  ["deleteBoat/removed-is-gone", "leaves-entries", boats, WITH_ALL, checkLinked],
  ["deleteBoat/removed-is-gone", "leaves-entries", boats, WITH_SOME, checkLinked],
])("finds by %s what %s, where a sentence is about all", async (id, defect, { document }, texts, run) => {
  const texted = Object.entries(texts).reduce<Json>((all, [at, text]) => withValue(all, at, text) ?? all, document);
  const own = createContract(texted);
  expect(findingsOf(await run(undefined, own))).toEqual([]);
  expect(findingsOf(await run(defect, own)).join()).toContain(id);
});

const RELEASE = "/paths/~1notes~1{id}~1release/post/description";

test("finds a time that an action keeps, where its description says that it is cleared", async () => {
  const own = createContract(withValue(sites.document, RELEASE, "The `pinned_at` is cleared."));
  const found = findingsOf(await checkApart("keeps-the-time-of-pinning", own));
  expect(found.join()).toContain("releaseNote/action-takes-effect");
});

test("finds a deleted record that is shown with a mark, where a 404 is documented for deleted ones", async () => {
  const gone = { description: "Not found, or deleted." };
  const own = createContract(withValue(sites.document, "/paths/~1notes~1{id}/get/responses/404", gone));
  expect(findingsOf(await checkApart(undefined, own)).join()).toContain("deleteNote/removed-is-gone");
});

test("changes no record that is there, where callers choose the ids", async () => {
  const kept = { id: 1, name: "ours" };
  const changed: string[] = [];
  const thing = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
  const json = { "application/json": { schema: thing } };
  const ok = { description: "The thing.", content: json };
  const responses = { "200": ok, "404": { description: "None." } };
  const parameters = [{ name: "thing_id", in: "path", required: true, schema: { type: "integer" }, example: 1 }];
  const item = {
    parameters,
    get: { operationId: "readThing", responses },
    put: { operationId: "putThing", requestBody: { content: json }, responses },
  };
  const own = createContract({ openapi: "3.1.0", paths: { "/things/{thing_id}": item } });
  const fetch = async (_: string, { method = "GET" }: RequestInit) => {
    if (method !== "GET") changed.push(method);
    return Response.json(kept);
  };
  await check(undefined, own, { fetch });
  expect(changed).toEqual([]);
});

test("leaves a record that it did not create in its state, where a rejection wants another one", async () => {
  const policy = { id: "pol_1", status: "suspended" };
  const schema = { type: "object", properties: { id: { type: "string" }, status: { enum: ["active", "suspended"] } } };
  const json = (shown: JsonObject) => ({ "application/json": { schema: shown } });
  const shown = { "200": { description: "The policy.", content: json(schema) } };
  const listed = { "200": { description: "All.", content: json({ type: "array", items: schema }) } };
  const parameters = [{ name: "policy_id", in: "path", required: true, schema: { type: "string" } }];
  const named = { type: "object", required: ["policy_id"], properties: { policy_id: { type: "string" } } };
  const rejected = { "201": { description: "The claim." }, "409": { description: "The policy is not active." } };
  const own = createContract({
    openapi: "3.1.0",
    paths: {
      "/policies": { get: { operationId: "listPolicies", responses: listed } },
      "/policies/{policy_id}": { parameters, get: { operationId: "readPolicy", responses: shown } },
      "/policies/{policy_id}/resume": { parameters, post: { operationId: "resumePolicy", responses: shown } },
      "/claims": { post: { operationId: "createClaim", requestBody: { content: json(named) }, responses: rejected } },
      "/claims/{claim_id}": {
        parameters: [{ ...parameters[0], name: "claim_id" }],
        delete: { operationId: "deleteClaim", responses: { "204": { description: "Deleted." } } },
      },
    },
  });
  const written: string[] = [];
  const fetch = async (url: string, { method = "GET" }: RequestInit) => {
    const { pathname } = new URL(url);
    if (method !== "GET") written.push(pathname);
    if (pathname === "/policies") return Response.json([policy]);
    return method === "GET"
      ? Response.json(policy)
      : Response.json({ error: "The policy is not active" }, { status: 409 });
  };
  await check(undefined, own, { fetch });
  expect(written).toContain("/claims");
  expect(written).not.toContain("/policies/pol_1/resume");
});

test("finds a list that nobody adds to and that shows all tenants and roles what its description hides", async () => {
  const schema = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
  const responses = { "200": { description: "All.", content: { "application/json": { schema } } }, "403": {} };
  const get = {
    operationId: "listMoves",
    description: "Those of the own company. Not available to cleaners.",
    responses,
  };
  const own = createContract({ ...rooms.document, paths: { "/moves": { get } } });
  const findingsWhere = async (isOpen: boolean) => {
    const fetch = async (_: string, { headers }: RequestInit) => {
      const caller = new Headers(headers).get("authorization")?.slice("Bearer ".length);
      if (caller === "cleaner" && !isOpen) return Response.json({}, { status: 403 });
      return Response.json(caller === "stranger" && !isOpen ? [] : [{ id: 1 }]);
    };
    return findingsOf(await check(undefined, own, { fetch, callers: PEOPLE })).map((one) => one.replace(/:.*/s, ""));
  };
  expect(await findingsWhere(false)).toEqual([]);
  expect(await findingsWhere(true)).toEqual(["listMoves/hidden-from-others", "listMoves/role-needed"]);
});

test.each([
  ["updated_to", "date", "Last day (UTC), inclusive.", [true]],
  // Where a day of another place ends is unknown.
  ["updated_to", "date", "Last day, inclusive.", []],
  ["updated_from", "date-time", "At this time or later.", [true, true, false]],
  // The time itself may be left out.
  ["updated_from", "date-time", "After this time.", [undefined, true, false]],
])("compares times to the filter %s by a %s that is described as: %s", (name, format, description, expected) => {
  const to = { name, in: "query", description, schema: { type: "string", format } };
  const own = createContract(withValue(sites.document, "/paths/~1tools/get/parameters", [to]));
  const { filters } = listParameters(own, own.operation("listTools"));
  const record = { updated_at: "2027-01-05T23:30:00Z" };
  const queries = filters.flatMap((filter) => queriesBy(own, filter, [record]));
  expect(queries.map((query) => passesAll(query, { record }))).toEqual(expected);
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
