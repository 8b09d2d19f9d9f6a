import { createContract, type Json, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { describeResource, inferResources } from "../../src/check/resources/resources.js";
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
  expect([tool?.parent, site?.actions.map(({ id }) => id)]).toEqual([site, ["archiveSite", "restoreSite"]]);
  const list = { operationId: "listToolsOfSite", responses: { "200": { $ref: "#/paths/~1tools/get/responses/200" } } };
  const both = inferred("/paths/~1sites~1{id}~1tools/get", list, sites).map(describeResource);
  expect(both).toContain(`/sites/{id}/tools: ${tools.replace("listTools", "listToolsOfSite")}`);
  expect(both).toContain("/tools: listed by listTools");
});
