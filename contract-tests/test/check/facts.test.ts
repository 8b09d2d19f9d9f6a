import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContract, type Json, type JsonObject, loadContract, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { requireFacts } from "../../src/check/document/facts.js";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import { readContract } from "../../src/cli/contract-file.js";
import { PEOPLE } from "../support/principle-runs.js";
import { createRooms } from "../support/rooms.js";
import { shelves } from "../support/shelves.js";

const BOOKS = "/paths/~1shelves~1{shelf_id}~1books";
const LEND = `${BOOKS}~1{book_id}~1lend/post`;
const GENRE = `${BOOKS}/get/parameters/2`;
const TITLE = "/components/schemas/BookChange/properties/title";
const TOTAL = `${BOOKS}/get/responses/200/content/application~1json/schema/properties/total`;
const TYPES = {
  ...{ create: "createBook", list: "listBooks", key: { a: "b" }, kinds: { a: "text" } },
  fields: { property: "fields", name: "name", type: "type", options: "options", option: "key" },
  errors: { name: "a", type: "b", option: "c" },
};
const UNLISTED = { types: { ...TYPES, list: "a" } };
const UNION = { of: "a", parts: "b", lists: { a: "/id" }, entry: "/id" };
const cause = { gone: { value: {}, "x-cause": { genre: "prose" } } };
const gone = { description: "Gone.", content: { "application/json": { examples: cause } } };
const access = (record: Json) => ({ records: { "$request.path.book_id": record } });
const named = { gone: { value: {} }, held: { value: {} } };
const errors = { description: "Gone or held.", content: { "application/json": { examples: named } } };
const unnamed = { description: "Gone.", content: { "application/json": { example: {} } } };
const links = (...rows: [string, JsonObject][]) =>
  rows.map(([message, link]): [string, string, Json] => [
    `link book in createBook: ${message}`,
    `${BOOKS}/post/responses/201/links`,
    { book: { ...(link["operationRef"] === undefined ? { operationId: "readBook" } : {}), ...link } },
  ]);
const unknownErrors = (...rows: [message: string, access: JsonObject, error?: JsonObject][]) =>
  rows.map(([message, own, error = errors]): [string, string, Json] => [
    `x-access in readBook: no error has an example ${message}`,
    `${BOOKS}~1{book_id}/get`,
    { operationId: "readBook", responses: { 204: { description: "Read." }, 404: error }, "x-access": own },
  ]);
const withFact = (at: string, value: Json) => createContract(withValue(shelves.document, at, value));

const names = (at: string, ...all: string[]) => all.map((name) => [name, at] as const);

test.each([
  ...names(LEND, "access", "order", "sets", "infer", "changes", "removes", "takes", "instance", "query", "partial"),
  ...names(GENRE, "access", "filter", "infer"),
  ...names(TITLE, "unique", "shows", "default", "rejected", "record", "avoid", "open"),
  ...names(TITLE, "changes-with", "may-reject", "admits"),
  ...names("/components/schemas/Book/properties/expires_at", "expires"),
  ["access", ""] as const,
])("rejects x-%s of another type at %s", (name, at) => {
  const plan = () => planChecks(withFact(`${at}/x-${name}`, 7), { baseUrl: "http://127.0.0.1:9", token: "t" });
  expect(plan).toThrow(TypeError);
  expect(plan).toThrow(new RegExp(`^Invalid x-${name}( .*)?: it must`));
});

test.each<[message: string, at: string, value: Json]>([
  ["x-filter of genre in listBooks: /property is missing", `${GENRE}/x-filter`, {}],
  ["x-filter of genre in listBooks: /by is not documented", `${GENRE}/x-filter`, { property: "genre", by: "genre" }],
  ["x-filter of genre in listBooks: the schema has no property kind", `${GENRE}/x-filter`, { property: "kind" }],
  ["x-filter of genre in listBooks: the schema has no property /a/id", `${GENRE}/x-filter`, { property: "/a/id" }],
  ["x-order in listBooks: the schema has no property kind", `${BOOKS}/get/x-order`, "-kind"],
  ["x-sets in lendBook: the schema has no property lent_to", `${LEND}/x-sets`, { lent_to: true }],
  ['x-counts in listBooks: the contract has no operation "books"', `${TOTAL}/x-counts`, "books"],
  ['x-removes in lendBook: the contract has no operation "books"', `${LEND}/x-removes`, "books"],
  ['x-takes in lendBook: the contract has no operation "a"', `${LEND}/x-takes`, { from: "a", seconds: 1 }],
  ['x-changes in lendBook: the contract has no operation "shelf"', `${LEND}/x-changes`, { shelf: ["label"] }],
  ['x-union in lendBook: the contract has no operation "a"', `${LEND}/x-union`, UNION],
  ['x-instance in lendBook: the contract has no operation "a"', `${LEND}/x-instance`, UNLISTED],
  ["x-instance in lendBook: the schema has no property b", `${LEND}/x-instance`, { types: TYPES }],
  ["x-cause of gone in readBook: it must match", `${BOOKS}~1{book_id}/get/responses/404`, gone],
  ["x-access in lendBook: /records/$request.path.book_id/hidden is missing", `${LEND}/x-access`, access({ type: "a" })],
  ...unknownErrors(
    ["gnoe; expected gone, held", access({ type: "book", hidden: "gone", locked: "held", unknown: "gnoe" })],
    ["forbidden; expected gone, held", { denied: "forbidden" }],
    ["gone; expected its name under examples", { denied: "gone" }, unnamed],
  ),
  ...links(
    ["the contract has no operation raedBook", { operationId: "raedBook" }],
    ["the contract has no operation #/paths/~1a/get", { operationRef: "#/paths/~1a/get" }],
    ["readBook has no parameter book", { parameters: { book: 1 } }],
    ["readBook has no parameter query.book_id", { parameters: { "query.book_id": 1 } }],
    ["the schema has no property /book/id", { parameters: { book_id: "$response.body#/book/id" } }],
    ["the schema has no property /nmae", { requestBody: { title: "of {$request.body#/nmae}" } }],
    ["the operation has no path parameter shelf", { parameters: { shelf_id: "$request.path.shelf" } }],
    ["$response.id is not a runtime expression", { parameters: { book_id: "$response.id" } }],
  ),
])("rejects: Invalid %s", (message, at, value) => {
  const plan = () => planChecks(withFact(at, value), { baseUrl: "http://127.0.0.1:9", token: "t" });
  expect(plan).toThrow(`Invalid ${message}`);
});

test("rejects roles of an operation that the root does not have", () => {
  const document = withValue(shelves.document, "/x-access", { roles: { writer: "Writes.", reader: "Reads." } });
  const contract = createContract(withValue(document, `${LEND}/x-access`, { roles: ["reader", "wrtier"] }));
  const message = "Invalid x-access in lendBook: the contract has no role wrtier; expected writer, reader";
  expect(() => requireFacts(contract)).toThrow(message);
});

test("takes the overlay of the README, with which a service is checked for its facts", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, overlay = ""] = /<!-- overlay: rooms -->\n```yaml\n(.*?)```/s.exec(readme) ?? [];
  const file = join(temporaryFolder(), "facts.yaml");
  writeFileSync(file, overlay);
  const document = fileURLToPath(new URL("../support/rooms.yaml", import.meta.url));
  const contract = await readContract({ contract: document, overlay: [file] });
  const fetch = createRooms();
  const init = { method: "POST", headers: { authorization: "Bearer admin" }, body: '{"name":"A"}' };
  const { id } = await (await fetch("http://127.0.0.1:9/rooms", init)).json();
  const parameters = { "createBooking.room_id": id };
  const target = { baseUrl: "http://127.0.0.1:9", token: "admin", callers: PEOPLE, fetch, parameters };
  const names = ["createPass/plan", "createPass/created-is-found", "createPass/requires-its-roles"];
  const more = ["createBooking/documented-errors", "cancelBooking/action-takes-effect", "listBookings/filter-selects"];
  const { checks } = await runChecks(target, { contract, effects: "lasting", checks: [...names, ...more] });
  const wrong = checks.filter(({ outcome }) => outcome !== "passed");
  expect(wrong.map((one) => [one.id, one.reason, ...one.findings.map(({ message }) => message)])).toEqual([]);
});

test.each<[keyword: string, value: Json]>([
  ["additionalProperties", true],
  ["patternProperties", { "^x-": {} }],
])("takes a link to a property that %s allows", (keyword, value) => {
  const [[, at, link] = []] = links(["", { parameters: { book_id: "$response.body#/x-id" } }]);
  const document = withValue(shelves.document, `/components/schemas/Book/${keyword}`, value);
  expect(() => requireFacts(createContract(withValue(document, at ?? "", link ?? null)))).not.toThrow();
});

test("takes the facts of this package's contract, and names of properties in any style", () => {
  expect(() => requireFacts(loadContract())).not.toThrow();
  expect(() => requireFacts(withFact(`${BOOKS}/get/parameters/3/x-filter`, { property: "Pages" }))).not.toThrow();
});
