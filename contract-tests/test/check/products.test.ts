import { createContract, type JsonObject, parseJson } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";

test("checks a service that takes fewer properties than its document, which lets a change write the id", async () => {
  const properties = {
    id: { type: "integer" },
    title: { type: "string" },
    address: { type: "string" },
    hours: { type: "integer" },
  };
  const whole = { required: ["title"], additionalProperties: false, properties };
  const { id: _, ...created } = properties;
  const content = (schema: JsonObject) => ({ "application/json": { schema: { type: "object", ...schema } } });
  const operation = (operationId: string, status: number, sent?: JsonObject, shown: JsonObject = whole) => ({
    operationId,
    ...(sent && { requestBody: { required: true, content: content(sent) } }),
    responses: { [status]: { description: "", ...(status === 204 ? {} : { content: content(shown) }) }, default: {} },
  });
  const contract = createContract({
    ...{ openapi: "3.0.3", info: { title: "Todos", version: "1" } },
    paths: {
      "/todos": { post: operation("createTodo", 200, { ...whole, properties: created }) },
      "/todos/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: properties.id }],
        get: operation("readTodo", 200),
        put: operation("replaceTodo", 204, whole),
        patch: operation("changeTodo", 204, { additionalProperties: false, properties }),
        delete: operation("deleteTodo", 204),
      },
    },
  });
  const [todos, changes] = [new Map<number, JsonObject>(), [] as JsonObject[]];
  const fetch = async (url: string, { method, body }: RequestInit) => {
    const key = Number(new URL(url).pathname.split("/")[2] ?? todos.size + 1);
    const sent = Object(parseJson(String(body ?? "{}"))) as JsonObject;
    const known = todos.get(key);
    const isWrong = /P[OU][ST]/.test(String(method)) && typeof sent["title"] !== "string";
    if (isWrong || (method === "POST" && "address" in sent)) return new Response(null, { status: isWrong ? 422 : 500 });
    if (method === "POST") todos.set(key, { id: key, hours: 1, ...sent });
    else if (known === undefined) return new Response(null, { status: 404 });
    if (method === "PATCH") todos.set(key, { ...known, ...sent, id: key });
    if (method === "PATCH") changes.push(sent);
    if (method === "PUT") todos.set(key, { ...sent, id: key });
    if (method === "DELETE") todos.delete(key);
    return /GET|POST/.test(String(method)) ? Response.json(todos.get(key)) : new Response(null, { status: 204 });
  };
  const target = { baseUrl: "http://127.0.0.1:9", token: "", fetch };
  const all = [
    "changeTodo/values-kept",
    "replaceTodo/values-kept",
    "replaceTodo/replaced-whole",
    "deleteTodo/removed-is-gone",
  ];
  const report = await runChecks(target, { contract, effects: "lasting", checks: ["createTodo/plan", ...all] });
  const outcomes = new Map(report.checks.map(({ id, outcome }) => [id, outcome]));
  // The creation with all properties is an error of the server.
  expect(all.map((id) => outcomes.get(id))).toEqual(all.map(() => "passed"));
  expect(outcomes.get("createTodo/plan")).toBe("failed");
  // The first change is of a number that another record may sum up, and the id is none.
  expect(changes[0]).toEqual({ hours: 8 });
});

test("checks a product with a login, pages of its own, a switch for all of it, and lists by one property", async () => {
  const text = { type: "string" };
  const content = (schema: JsonObject) => ({ "application/json": { schema } });
  const tag = { type: "object", required: ["type", "value"], properties: { type: text, value: text } };
  const account = { type: "object", required: ["user", "password"] };
  const list = { type: "object", properties: { tags: { type: "array", items: { $ref: "#/components/schemas/Tag" } } } };
  const operation = (operationId: string, sent?: JsonObject, shown?: JsonObject) => ({
    operationId,
    ...(sent && { requestBody: { required: true, content: content(sent) } }),
    responses: { 200: { description: "", ...(shown && { content: content(shown) }) }, default: { description: "" } },
  });
  const parameters = (...names: string[]) => names.map((name) => ({ name, in: "path", required: true, schema: text }));
  const own = createContract({
    ...{ openapi: "3.0.3", info: { title: "Flags", version: "1" }, security: [{ key: [] }] },
    paths: {
      "/health": { get: operation("readHealth") },
      "/login": { post: operation("login", { ...account, example: { user: "u", password: "p" } }) },
      "/maintenance": { post: operation("switch", { type: "object", properties: { enabled: { type: "boolean" } } }) },
      "/tags": {
        get: operation("listTags", undefined, { $ref: "#/components/schemas/Tags" }),
        post: operation("createTag", tag, { $ref: "#/components/schemas/Tag" }),
      },
      "/tags/{type}": {
        parameters: parameters("type"),
        get: operation("listTagsByType", undefined, { $ref: "#/components/schemas/Tags" }),
      },
      "/tags/{type}/{value}": { parameters: parameters("type", "value"), delete: operation("deleteTag") },
    },
    components: {
      schemas: { Tag: tag, Tags: list },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    },
  });
  let isOff = false;
  let tags: JsonObject[] = [1, 2].map((value) => ({ type: "simple", value: String(value) }));
  const fetch = async (url: string, { method, body }: RequestInit) => {
    const [collection, type, value, ...others] = new URL(url).pathname.slice(1).split("/");
    const sent = Object(parseJson(String(body ?? "{}"))) as JsonObject;
    const isPage = [type, value, ...others].includes("no-such-path");
    if (isPage) return new Response("<html>", { headers: { "content-type": "text/html" } });
    if (isOff && method !== "GET") return new Response(null, { status: 503 });
    if (collection === "login") return new Response(null, { status: 401 });
    if (collection === "maintenance") isOff = true;
    if (method === "POST" && collection === "tags") {
      if (typeof sent["type"] !== "string" || typeof sent["value"] !== "string")
        return new Response(null, { status: 400 });
      tags.push(sent);
    }
    if (method === "DELETE") tags = tags.filter((one) => one["type"] !== type || one["value"] !== value);
    if (method !== "GET") return method === "POST" && collection === "tags" ? Response.json(sent) : new Response(null);
    return Response.json({ tags: tags.filter((one) => type === undefined || one["type"] === type) });
  };
  const checks = [
    "readHealth/rejects/url/an-unknown-path",
    "login/succeeds",
    "switch/succeeds",
    "listTags/entries-once",
    "createTag/values-kept",
  ];
  const report = await runChecks(
    { baseUrl: "http://127.0.0.1:9", token: "t", fetch },
    { contract: own, effects: "lasting", checks },
  );
  const told = report.checks.map(({ id, outcome, reason, findings }) => [
    id,
    reason ?? findings[0]?.message ?? outcome,
  ]);
  expect(Object.fromEntries(told)).toEqual({
    "readHealth/rejects/url/an-unknown-path":
      "The service shows a web page under addresses that the contract does not have",
    "login/succeeds": "passed",
    "listTags/entries-once": "The calls showed nothing to compare",
    "createTag/values-kept": "passed",
    "switch/succeeds": "passed",
  });
});

test("checks hidden values, keys that no record shows, names that are addresses, and records below those of a list", async () => {
  const text = { type: "string" };
  const json = (schema: JsonObject) => ({ description: "", content: { "application/json": { schema } } });
  const record = { type: "object", required: ["name"], properties: { name: text, url: text } };
  const rejected = { 400: { description: "" }, 404: { description: "" }, 409: { description: "" } };
  const resource = (name: string, above = "") => {
    const id = name.slice(0, -1);
    const parameters = [...(above && [above]), id].map((one) => ({
      name: one,
      in: "path",
      required: true,
      schema: text,
    }));
    const collection = `${above && `/projects/{${above}}`}/${name}`;
    const create = { requestBody: { required: true, ...json(record) }, responses: { 201: json(record), ...rejected } };
    const read = { operationId: `${name}/read`, responses: { 200: json(record), ...rejected } };
    const remove = { operationId: `${name}/delete`, responses: { 204: { description: "" }, ...rejected } };
    return {
      [collection]: { parameters: parameters.slice(0, -1), post: { operationId: `${name}/create`, ...create } },
      [`${collection}/{${id}}`]: { parameters, get: read, delete: remove },
    };
  };
  const projects = { type: "array", items: { type: "object", properties: { id: text } } };
  const own = createContract({
    ...{ openapi: "3.0.3", info: { title: "Hooks", version: "1" } },
    paths: {
      "/projects": { get: { operationId: "listProjects", responses: { 200: json(projects) } } },
      ...{ ...resource("hooks"), ...resource("flags", "project_id") },
    },
  });
  const records = new Map<string, JsonObject>([["/other", { name: "text" }]]);
  const fetch = async (url: string, { method, body }: RequestInit) => {
    const path = new URL(url).pathname;
    const sent = Object(parseJson(String(body ?? "{}"))) as JsonObject;
    const known = records.get(path);
    if (path === "/projects") return Response.json([{ id: "p1" }]);
    if (path.startsWith("/projects/") && !path.startsWith("/projects/p1/")) return new Response(null, { status: 404 });
    const { name = "", url: shown = "" } = sent;
    const isTaken = [...records.values()].some((one) => one["name"] === name);
    if (method === "POST" && isTaken) return new Response(null, { status: 409 });
    if (method === "POST" && (typeof shown !== "string" || !/^"[a-z0-9-]+"$/.test(JSON.stringify(name))))
      return Response.json({ message: "name must be an address" }, { status: 400 });
    const location = `${path}/${records.size + 1}-key`;
    if (method === "POST") records.set(location, sent);
    if (method === "POST") return Response.json(sent, { status: 201, headers: { location } });
    if (method === "DELETE") records.delete(path);
    if (known === undefined || method === "DELETE") return new Response(null, { status: known ? 204 : 404 });
    return Response.json({ ...known, url: "*****" });
  };
  const checks = [
    "hooks/create/values-kept",
    "hooks/read/right-record",
    "flags/create/values-kept",
    "flags/delete/removed-is-gone",
  ];
  const target = { baseUrl: "http://127.0.0.1:9", token: "", fetch };
  const report = await runChecks(target, { contract: own, effects: "lasting", checks });
  const told = report.checks.map(({ id, outcome, reason, findings }) => [
    id,
    reason ?? findings[0]?.message ?? outcome,
  ]);
  expect(Object.fromEntries(told)).toEqual({
    ...Object.fromEntries(checks.map((id) => [id, "passed"])),
    "hooks/read/right-record": "The calls showed nothing to compare",
  });
});

test("changes only records of its own where examples name others, and learns from a rejection what a record needs", async () => {
  const id = {
    oneOf: [
      { type: "integer", example: 1 },
      { type: "string", example: "8cbb43fe" },
    ],
  };
  const properties = { id: { type: "integer", example: 1 }, title: { type: "string" }, pages: { type: "integer" } };
  const { id: _, ...written } = properties;
  const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
  const operation = (operationId: string, sent?: JsonObject, shown?: JsonObject) => ({
    operationId,
    ...(sent && { requestBody: content({ type: "object", properties: sent }) }),
    responses: { 200: { description: "", ...(shown && content(shown)) }, default: { description: "" } },
  });
  const note = { type: "object", properties };
  const own = createContract({
    ...{ openapi: "3.0.3", info: { title: "Notes", version: "1" } },
    paths: {
      "/notes": {
        get: operation("listNotes", undefined, { type: "array", items: note }),
        post: operation("createNote", written, note),
        patch: operation("changeNotes", properties),
        delete: operation("deleteNotes"),
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        get: operation("readNote", undefined, note),
        patch: operation("changeNote", written, note),
        delete: operation("deleteNote"),
      },
      "/secrets": { get: operation("listSecrets") },
    },
  });
  const notes = new Map<string, JsonObject>([["1", { id: 1, title: "ours", pages: 3 }]]);
  const created: string[][] = [];
  const fetch = async (url: string, { method, body }: RequestInit) => {
    const [collection, key] = new URL(url).pathname.slice(1).split("/");
    const sent = Object(parseJson(String(body ?? "{}"))) as JsonObject;
    if (collection === "secrets") return new Response(null, { status: 403 });
    if (key === undefined && /PATCH|DELETE/.test(String(method))) notes.clear();
    if (method === "POST") created.push(Object.keys(sent).toSorted());
    if (method === "POST" && "pages" in sent) return new Response(null, { status: 403 });
    const isIncomplete = method === "POST" && sent["title"] === undefined;
    if (isIncomplete)
      return Response.json({ error: 'Validation failed for "title". Value is required.' }, { status: 400 });
    const shown = String(key ?? notes.size + 1);
    if (method === "POST") notes.set(shown, { id: Number(shown), ...sent });
    const known = notes.get(shown);
    if (key === undefined && method === "GET") return Response.json([...notes.values()]);
    if (known === undefined) return new Response(null, { status: 404 });
    if (method === "PATCH") notes.set(shown, { ...known, ...sent });
    if (method === "DELETE") notes.delete(shown);
    return Response.json(notes.get(shown) ?? null);
  };
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", fetch };
  const report = await runChecks(target, { contract: own, effects: "lasting" });
  // What the service accepted against the contract is deleted too.
  expect([[...notes.values()], report.leftBehind]).toEqual([[{ id: 1, title: "ours", pages: 3 }], []]);
  const reasonOf = (id: string) => report.checks.find((one) => one.id === id)?.reason;
  expect(reasonOf("deleteNotes/succeeds")).toBe("deleteNotes changes records that the run did not create");
  expect(report.checks.find((one) => one.id === "changeNote/rest-kept")?.outcome).toBe("passed");
  created.length = 0;
  await runChecks(target, { contract: own, effects: "lasting", checks: ["createNote/plan"] });
  expect(created.filter((names) => names.length === 0)).toEqual([[]]);
  expect(report.notes?.join()).toMatch(
    /^2 operations rejected calls without a token \(401 or 403\), and the contract /,
  );
});

test.each([
  ["no record", () => ({}), expect.arrayContaining(["/authors/a1"])],
  ["a list with the record", (record: JsonObject) => [record], ["/authors/a1"]],
])("deletes only what it created where a creation returns %s", async (_, shownOf, left) => {
  const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
  const properties = { id: { type: "string" }, name: { type: "string" }, author_id: { type: "string" } };
  const paths = ["authors", "notes"].flatMap((name) => {
    const { id: _id, author_id, ...own } = properties;
    const sent = { type: "object", required: ["name"], properties: { ...own, ...(name === "notes" && { author_id }) } };
    const responses = { 200: { description: "", ...content({ type: "object", properties }) } };
    const listed = { 200: { description: "", ...content({ type: "array", items: { type: "object", properties } }) } };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    return [
      [`/${name}`, { get: { responses: listed }, post: { requestBody: content(sent), responses } }],
      [`/${name}/{id}`, { parameters, get: { responses }, delete: { responses } }],
    ] as const;
  });
  const contract = createContract({ openapi: "3.1.0", info: { title: "Notes" }, paths: Object.fromEntries(paths) });
  const records = new Map<string, JsonObject>([["/authors/a1", { id: "a1", name: "Ann" }]]);
  let last = 1;
  const fetch = async (url: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(url);
    const record = { id: `a${++last}`, ...Object(parseJson(String(body ?? "{}"))) };
    const known = records.get(pathname);
    if (method === "POST") records.set(`${pathname}/${record.id}`, record);
    if (method === "POST") return Response.json(shownOf(record));
    if (method === "DELETE") records.delete(pathname);
    if (/^\/\w+$/.test(pathname))
      return Response.json([...records].flatMap(([path, one]) => (path.startsWith(pathname) ? one : [])));
    return Response.json(known ?? {}, { status: known === undefined ? 404 : 200 });
  };
  await runChecks(
    { baseUrl: "http://127.0.0.1:9", token: "", fetch },
    { contract, effects: "lasting", checks: ["POST /notes/plan"] },
  );
  expect([...records.keys()]).toEqual(left);
});
