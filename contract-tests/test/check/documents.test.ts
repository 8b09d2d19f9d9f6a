import { createContract, type Json, type JsonObject, valueAt, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { passesAll, queriesBy } from "../../src/check/lists/filters.js";
import { listParameters } from "../../src/check/lists/list-parameters.js";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { describeResource } from "../../src/check/resources/operations.js";
import { planChecks } from "../../src/check/run-checks.js";
import type { CheckReport } from "../../src/report/report.js";
import { check, checkBooked, findingsOf, PEOPLE, withFact } from "../support/principle-runs.js";
import { createRooms, rooms } from "../support/rooms.js";
import { contractOf, inPath, operation } from "../support/service.js";
import { shelves } from "../support/shelves.js";
import { sites } from "../support/sites.js";

const NEW_BOOKING = "/paths/~1rooms~1{room_id}~1bookings/post/requestBody/content/application~1json/schema/properties";
const inAnyCase = { type: "string", pattern: "^.", description: "Unique regardless of upper and lower case." };

test.each<[id: string, defect: string, at: string, value: Json]>([
  [
    "createBooking/overlap-rejected",
    "sees-later-starts-alone",
    `${NEW_BOOKING}/host_id/description`,
    "Has the role host.",
  ],
  [
    "createBooking/overlap-rejected",
    "sees-later-starts-alone",
    "/components/schemas/Person/properties/id/pattern",
    ".*",
  ],
  [
    "createBooking/overlap-rejected",
    "sees-later-starts-alone",
    `${NEW_BOOKING}/starts_at/description`,
    "When it starts.",
  ],
  ["createRoom/once", "tells-cases-apart", "/components/schemas/RoomInput/properties/name", inAnyCase],
])("finds by %s a service in plain REST that %s, with %s: %s", async (id, defect, at, value) => {
  const own = createContract(withValue(rooms.document, at, value));
  expect(findingsOf(await checkBooked(undefined, own))).toEqual([]);
  expect(findingsOf(await checkBooked(defect, own, [id]))).not.toEqual([]);
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
  expect(findingsOf(await checkFromCode("changes-canceled-ones")).join()).toContain("updateBooking/barred-by-state");
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

test("lists with a query parameter without which no call succeeds", async () => {
  const version = { name: "api-version", in: "query", required: true, schema: { enum: ["2027-01-01"] } };
  const own = createContract(withValue(rooms.document, "/paths/~1rooms/parameters", [version]));
  const respond = createRooms();
  const fetch = async (url: string, init: RequestInit) =>
    /\/rooms$/.test(url) ? new Response(null, { status: 400 }) : respond(url.replace(/\?api-version=[^&]*/, "?"), init);
  const { resources = [] } = await check(undefined, own, { fetch, callers: PEOPLE });
  const { operations = [] } = resources.find(({ collection }) => collection === "/rooms") ?? {};
  expect(operations.filter(({ role }) => role === "listed").map(({ problem }) => problem)).toEqual([undefined]);
});

test("changes no record that is there, where callers choose the ids", async () => {
  const kept = { id: 1, name: "ours" };
  const changed: string[] = [];
  const shown = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
  const own = contractOf({
    "/things/{thing_id}": {
      parameters: inPath({ type: "integer", example: 1 }, "thing_id"),
      get: operation("readThing", { shown }),
      put: operation("putThing", { sent: shown, shown }),
    },
  });
  const fetch = async (_: string, { method = "GET" }: RequestInit) => {
    if (method !== "GET") changed.push(method);
    return Response.json(kept);
  };
  await check(undefined, own, { fetch });
  expect(changed).toEqual([]);
});

test("leaves a record that it did not create in its state, where a rejection wants another one", async () => {
  const policy = { id: "pol_1", status: "suspended" };
  const shown = { type: "object", properties: { id: { type: "string" }, status: { enum: ["active", "suspended"] } } };
  const sent = { type: "object", required: ["policy_id"], properties: { policy_id: { type: "string" } } };
  const create = operation("createClaim", { status: 201, sent });
  const own = contractOf({
    "/policies": { get: operation("listPolicies", { shown: { type: "array", items: shown } }) },
    "/policies/{policy_id}": {
      parameters: inPath({ type: "string" }, "policy_id"),
      get: operation("readPolicy", { shown }),
    },
    "/policies/{policy_id}/resume": {
      parameters: inPath({ type: "string" }, "policy_id"),
      post: operation("resumePolicy", { shown }),
    },
    "/claims": {
      post: { ...create, responses: { ...create.responses, 409: { description: "The policy is not active." } } },
    },
    "/claims/{claim_id}": {
      parameters: inPath({ type: "string" }, "claim_id"),
      delete: operation("deleteClaim", { status: 204 }),
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
  expect(inferResources(withFact(`${BOOKS}/post/x-infer`, false)).map(describeResource)[1]).not.toContain("createBook");
  expect(findingsOf(await check("ignores-filter", withFact(`${BOOKS}/get/parameters/2/x-infer`, false)))).toEqual([]);
  const target = { baseUrl: "http://127.0.0.1:9", token: "t" };
  const ids = planChecks(shelves, target, "undone", undefined, false, false).map(({ id }) => id);
  expect(ids.filter((id) => PRINCIPLES.some((one) => id.endsWith(`/${one.id}`)))).toEqual([]);
});
