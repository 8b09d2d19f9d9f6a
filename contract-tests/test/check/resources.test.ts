import { createContract, type Exchange, type Json, type JsonObject, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { createdId } from "../../src/check/resources/identity.js";
import { evaluate } from "../../src/check/resources/links.js";
import { describeResource } from "../../src/check/resources/operations.js";
import { collectionPath, idOfAbove, pathOf } from "../../src/check/resources/paths.js";
import { recordIn } from "../../src/check/resources/payload.js";
import { resourceNamed } from "../../src/check/resources/resources.js";
import { shelves } from "../support/shelves.js";
import { sites } from "../support/sites.js";

/** What is inferred from a document with a member of the object at a pointer. */
function inferred(at: string, value: Json, { document } = shelves) {
  return inferResources(createContract(withValue(document, at, value)));
}

test("infers resources from paths and methods", () => {
  expect(inferResources(shelves).map(describeResource)).toEqual([
    "/shelves: created by createShelf, read by readShelf, listed by listShelves, deleted by deleteShelf, acted on by clearShelf",
    "/shelves/{shelf_id}/books: created by createBook, read by readBook, listed by listBooks, changed by changeBook, replaced by replaceBook, deleted by deleteBook, acted on by collectBook, lendBook, unlendBook",
    "/shelves/{shelf_id}/labels: created by addLabel, read by readLabel, deleted by deleteLabel",
  ]);
});

test("takes a PUT for a partial update where its description says so", () => {
  const put = "/paths/~1shelves~1{shelf_id}~1books~1{book_id}/put/description";
  const [, book] = inferred(put, "Only the fields that are sent are changed.");
  expect([book?.patch?.id, book?.replace]).toEqual(["replaceBook", undefined]);
});

test("infers what is once below a record, and what only shows something about it", () => {
  const path = "/paths/~1shelves~1{shelf_id}~1sign";
  const shown = inferred(path, { get: { operationId: "readSign" }, put: { operationId: "writeSign" } });
  expect(shown.map(describeResource)).toContain(
    "/shelves/{shelf_id}/sign: created by writeSign, read by readSign, replaced by writeSign",
  );
  expect(shown.filter(({ isSingle }) => isSingle).map(({ name }) => name)).toEqual(["sign"]);
  const schema = { type: "object", properties: { length: { type: "integer" } } };
  const responses = { "200": { description: "The sign.", content: { "application/json": { schema } } } };
  const [shelf] = inferred(path, { get: { operationId: "readSign", responses } });
  expect(shelf?.views.map(({ id }) => id)).toEqual(["readSign"]);
});

test("infers records that stand apart from the collection below which they are created", () => {
  const tools =
    "created by createTool, read by readTool, listed by listTools, changed by changeTool, deleted by deleteTool, acted on by moveTool";
  const all = inferResources(sites);
  expect(all.map(describeResource)).toContain(`/sites/{id}/tools: ${tools}`);
  const [tool, site] = ["tools", "sites"].map((name) => all.find((one) => one.name === name));
  const path = tool && pathOf(tool, { id: "s1" }, "t1");
  expect(path && site && [idOfAbove(tool, site, path), collectionPath(tool, path)["id"]]).toEqual(["s1", "s1"]);
  expect([tool?.parent, site?.actions.map(({ id }) => id)]).toEqual([site, ["archiveSite", "restoreSite"]]);
  const list = { operationId: "listToolsOfSite", responses: { "200": { $ref: "#/paths/~1tools/get/responses/200" } } };
  const both = inferred("/paths/~1sites~1{id}~1tools/get", list, sites).map(describeResource);
  expect(both).toContain(`/sites/{id}/tools: ${tools.replace("listTools", "listToolsOfSite")}`);
  expect(both).toContain("/tools: listed by listTools");
});

test("takes the id of a new record as the record shows it, not as the text in its address", () => {
  const [shelf] = inferResources(shelves);
  const created = (location: string, body: string) =>
    shelf && createdId(shelf, { ...exchange, response: { status: 201, headers: { location }, body } });
  expect(created("/shelves/12", '{"id":12}')).toBe(12);
  expect(created("/shelves/12", '{"id":"job-1"}')).toBe("12");
  expect(created("shelves", '{"title":"Odes"}')).toBe(undefined);
  expect(created("", '{"id":"","uuid":"b-1"}')).toBe("b-1");
});

const exchange: Exchange = {
  request: { method: "POST", url: "http://127.0.0.1/shelves/7/books?draft=true", headers: { "If-Match": "1" } },
  response: { status: 201, headers: { "X-Book": "b-1" }, body: '{"book":{"id":12},"authors":["Ovid"]}' },
};
const input = { path: { shelf_id: 7 }, query: { draft: true }, body: { title: "Odes" } };

test.each<[expression: Json | undefined, value: Json | undefined]>([
  ["$url", exchange.request.url],
  ["$method", "POST"],
  ["$statusCode", 201],
  ["$request.path.shelf_id", 7],
  ["$request.query.draft", true],
  ["$request.header.if-match", "1"],
  ["$request.body", { title: "Odes" }],
  ["$request.body#/title", "Odes"],
  ["$response.header.x-book", "b-1"],
  ["$response.body#/book/id", 12],
  ["$response.body#/authors/0", "Ovid"],
  ["$response.body#/pages", undefined],
  ["$response.header.location", undefined],
  ["$request.path.id", undefined],
  ["$price", undefined],
  ["{$request.path.shelf_id}-{$response.header.X-Book}-{$response.body#/pages}", "7-b-1-"],
  ["Odes", "Odes"],
  [12, 12],
  [undefined, undefined],
])("the value of the runtime expression %j is %j", (expression, value) => {
  expect(evaluate(expression, { input, exchange })).toEqual(value);
});

test.each<[body: JsonObject, at: string | undefined]>([
  [{ id: 1, title: "Dune" }, ""],
  [{ data: { id: 1 }, meta: {} }, "/data"],
  [{ success: true, data: { id: 1 } }, "/data"],
  [{ status: "open", data: {}, id: 1 }, ""],
  [{ book: { id: 1 }, owner: { id: 2 } }, ""],
])("finds the record of the body %o at %o", (body, at) => {
  expect(recordIn(body)?.at).toBe(at);
});

test("names the resource of a reference by the end of its name", () => {
  const named = (name: string) => resourceNamed(inferResources(sites), name)?.name;
  expect([named("main_tool_id"), named("toToolId"), named("toolbox_id")]).toEqual(["tools", "tools", undefined]);
});
