import { createContract, isJsonObject, type Json, parseJson } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";

const shows = (schema: Json) => ({ "200": { description: "It.", content: { "application/json": { schema } } } });
const takes = (schema: Json, example: Json) => ({
  required: true,
  content: { "application/json": { schema, example } },
});
const named = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const object = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } });
const [box, thing] = [object("name"), object("id")];
const gone = { "204": { description: "Gone." } };
const contract = createContract({
  ...{ openapi: "3.1.0", info: { title: "Boxes", version: "1" } },
  paths: {
    "/boxes": { get: { operationId: "listBoxes", responses: shows({ type: "array", items: box }) } },
    "/boxes/{name}": {
      parameters: [named("name")],
      put: { operationId: "putBox", requestBody: takes({ type: "object" }, {}), responses: shows(box) },
      get: { operationId: "readBox", responses: shows(box) },
      delete: { operationId: "deleteBox", responses: gone },
    },
    "/boxes/{name}/things": {
      parameters: [named("name")],
      get: { operationId: "listThings", responses: shows({ type: "array", items: thing }) },
      post: { operationId: "createThing", requestBody: takes({ type: "object" }, {}), responses: shows(thing) },
    },
    "/boxes/{name}/things/{id}": {
      parameters: [named("name"), named("id")],
      get: { operationId: "readThing", responses: shows(thing) },
      delete: { operationId: "deleteThing", responses: gone },
    },
  },
});

/** Boxes with names that callers choose, and things in them, which may be there again with a new box of the same name. */
function createBoxes(keepsThings: boolean) {
  const boxes = new Set<string>();
  const things = new Map<string, string>();
  let last = 0;
  return async (url: string, { method = "GET", body }: RequestInit): Promise<Response> => {
    const [, , name = "", kind, id] = new URL(url).pathname.split("/");
    if (name === "") return Response.json([...boxes].map((one) => ({ name: one })));
    if (body !== undefined && !isJsonObject(parseJson(String(body)))) return Response.json({}, { status: 400 });
    if (method === "PUT") boxes.add(name);
    if (!boxes.has(name) || (id !== undefined && things.get(id) !== name)) return Response.json({}, { status: 404 });
    if (method === "DELETE") {
      if (id !== undefined) things.delete(id);
      else boxes.delete(name);
      for (const [one, own] of things) if (id === undefined && own === name && !keepsThings) things.delete(one);
      return new Response(null, { status: 204 });
    }
    if (method === "POST") things.set(`thing-${++last}`, name);
    if (kind === undefined) return Response.json({ name });
    if (id === undefined && method === "GET")
      return Response.json([...things].flatMap(([one, own]) => (own === name ? [{ id: one }] : [])));
    return Response.json({ id: id ?? `thing-${last}` });
  };
}

test.each([
  [false, []],
  [true, ["deleteBox/removed-is-gone"]],
])("finds records that are below a new one of the same id: %s", async (keepsThings, expected) => {
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", fetch: createBoxes(keepsThings) };
  const { checks } = await runChecks(target, { contract, effects: "undone" });
  const failed = checks.filter(({ findings }) => findings.some(({ rule }) => rule === "state-kept"));
  expect(failed.map(({ id }) => id)).toEqual(expected);
});
