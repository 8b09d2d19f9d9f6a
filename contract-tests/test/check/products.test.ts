import type { JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { contractOf, inPath, operation, runOn, serve, toldBy } from "../support/service.js";

const text = { type: "string" };

test("checks a service that takes fewer properties than its document, which lets a change write the id", async () => {
  const properties = { id: { type: "integer" }, title: text, address: text, hours: { type: "integer" } };
  const whole = { type: "object", required: ["title"], additionalProperties: false, properties };
  const { id, ...created } = properties;
  const contract = contractOf({
    "/todos": { post: operation("createTodo", { sent: { ...whole, properties: created }, shown: whole }) },
    "/todos/{id}": {
      parameters: inPath(id, "id"),
      get: operation("readTodo", { shown: whole }),
      put: operation("replaceTodo", { status: 204, sent: whole }),
      patch: operation("changeTodo", { status: 204, sent: { ...whole, required: [] } }),
      delete: operation("deleteTodo", { status: 204 }),
    },
  });
  const [todos, changes] = [new Map<number, JsonObject>(), [] as JsonObject[]];
  const fetch = serve(contract, ({ method, pathname, sent }) => {
    const key = Number(pathname.split("/")[2] ?? todos.size + 1);
    const known = todos.get(key);
    const isWrong = /P[OU][ST]/.test(method) && typeof sent["title"] !== "string";
    if (isWrong || (method === "POST" && "address" in sent)) return new Response(null, { status: isWrong ? 422 : 500 });
    if (method === "POST") todos.set(key, { id: key, hours: 1, ...sent });
    else if (known === undefined) return new Response(null, { status: 404 });
    if (method === "PATCH") todos.set(key, { ...known, ...sent, id: key });
    if (method === "PATCH") changes.push(sent);
    if (method === "PUT") todos.set(key, { ...sent, id: key });
    if (method === "DELETE") todos.delete(key);
    return /GET|POST/.test(method) ? Response.json(todos.get(key)) : new Response(null, { status: 204 });
  });
  const all = [
    "changeTodo/values-kept",
    "replaceTodo/values-kept",
    "replaceTodo/replaced-whole",
    "deleteTodo/removed-is-gone",
  ];
  const report = await runOn(contract, fetch, ["createTodo/plan", ...all]);
  // The creation with all properties is an error of the server.
  expect(toldBy(report, all)).toEqual(Object.fromEntries(all.map((one) => [one, "passed"])));
  expect(report.checks.find((one) => one.id === "createTodo/plan")?.outcome).toBe("failed");
  // The first change is of a number that another record may sum up, and the id is none.
  expect(changes[0]).toEqual({ hours: 8 });
});

test("checks a product with a login, pages of its own, a switch for all of it, and lists by one property", async () => {
  const tag = { type: "object", required: ["type", "value"], properties: { type: text, value: text } };
  const account = { type: "object", required: ["user", "password"], example: { user: "u", password: "p" } };
  const [shown, listed] = [{ $ref: "#/components/schemas/Tag" }, { $ref: "#/components/schemas/Tags" }];
  const list = { type: "object", properties: { tags: { type: "array", items: shown } } };
  const paths = {
    "/health": { get: operation("readHealth") },
    "/login": { post: operation("login", { sent: account }) },
    "/maintenance": {
      post: operation("switch", { sent: { type: "object", properties: { enabled: { type: "boolean" } } } }),
    },
    "/tags": { get: operation("listTags", { shown: listed }), post: operation("createTag", { sent: tag, shown }) },
    "/tags/{type}": { parameters: inPath(text, "type"), get: operation("listTagsByType", { shown: listed }) },
    "/tags/{type}/{value}": { parameters: inPath(text, "type", "value"), delete: operation("deleteTag") },
  };
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
  const contract = contractOf(paths, {
    ...{
      openapi: "3.0.3",
      security: [{ key: [] }],
      components: { schemas: { Tag: tag, Tags: list }, securitySchemes },
    },
  });
  let isOff = false;
  let tags: JsonObject[] = [1, 2].map((value) => ({ type: "simple", value: String(value) }));
  const fetch = serve(contract, ({ method, pathname, sent }) => {
    const [collection, type, value, ...others] = pathname.slice(1).split("/");
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
  });
  const told = {
    "readHealth/rejects/url/an-unknown-path":
      "The service shows a web page under addresses that the contract does not have",
    "login/succeeds": "passed",
    "switch/succeeds": "passed",
    "listTags/entries-once": "The calls showed nothing to compare",
    "createTag/values-kept": "passed",
  };
  expect(toldBy(await runOn(contract, fetch, Object.keys(told)), Object.keys(told))).toEqual(told);
});

test("checks hidden values, keys that no record shows, names that are addresses, and records below those of a list", async () => {
  const record = { type: "object", required: ["name"], properties: { name: text, url: text } };
  const resource = (name: string, above = "") => {
    const id = name.slice(0, -1);
    const parameters = inPath(text, ...(above && [above]), id);
    const collection = `${above && `/projects/{${above}}`}/${name}`;
    const create = operation(`${name}/create`, { status: 201, sent: record, shown: record });
    const [read, remove] = [operation(`${name}/read`, { shown: record }), operation(`${name}/delete`, { status: 204 })];
    return {
      [collection]: { parameters: parameters.slice(0, -1), post: create },
      [`${collection}/{${id}}`]: { parameters, get: read, delete: remove },
    };
  };
  const projects = { type: "array", items: { type: "object", properties: { id: text } } };
  const contract = contractOf({
    "/projects": { get: operation("listProjects", { shown: projects }) },
    ...{ ...resource("hooks"), ...resource("flags", "project_id") },
  });
  const records = new Map<string, JsonObject>([["/other", { name: "text" }]]);
  const fetch = serve(contract, ({ method, pathname: path, sent }) => {
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
  });
  const told = {
    "hooks/create/values-kept": "passed",
    "hooks/read/right-record": "The calls showed nothing to compare",
    "flags/create/values-kept": "passed",
    "flags/delete/removed-is-gone": "passed",
  };
  expect(toldBy(await runOn(contract, fetch, Object.keys(told)), Object.keys(told))).toEqual(told);
});

test("changes only records of its own where examples name others, and learns from a rejection what a record needs", async () => {
  const id = {
    oneOf: [
      { type: "integer", example: 1 },
      { type: "string", example: "8cbb43fe" },
    ],
  };
  const properties = { id: { type: "integer", example: 1 }, title: text, pages: { type: "integer" } };
  const { id: _, ...written } = properties;
  const [shown, sent] = [
    { type: "object", properties },
    { type: "object", properties: written },
  ];
  const contract = contractOf({
    "/notes": {
      get: operation("listNotes", { shown: { type: "array", items: shown } }),
      post: operation("createNote", { sent, shown }),
      patch: operation("changeNotes", { sent: shown }),
      delete: operation("deleteNotes"),
    },
    "/notes/{id}": {
      parameters: inPath(id, "id"),
      get: operation("readNote", { shown }),
      patch: operation("changeNote", { sent, shown }),
      delete: operation("deleteNote"),
    },
    "/secrets": { get: operation("listSecrets") },
  });
  const notes = new Map<string, JsonObject>([["1", { id: 1, title: "ours", pages: 3 }]]);
  const created: string[][] = [];
  const fetch = serve(contract, ({ method, pathname, sent }) => {
    const [collection, key] = pathname.slice(1).split("/");
    if (collection === "secrets") return new Response(null, { status: 403 });
    if (key === undefined && /PATCH|DELETE/.test(method)) notes.clear();
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
  });
  const report = await runOn(contract, fetch);
  // What the service accepted against the contract is deleted too.
  expect([[...notes.values()], report.leftBehind]).toEqual([[{ id: 1, title: "ours", pages: 3 }], []]);
  expect(toldBy(report, ["deleteNotes/succeeds", "changeNote/rest-kept"])).toEqual({
    "deleteNotes/succeeds": "deleteNotes changes records that the run did not create",
    "changeNote/rest-kept": "passed",
  });
  created.length = 0;
  await runOn(contract, fetch, ["createNote/plan"]);
  expect(created.filter((names) => names.length === 0)).toEqual([[]]);
  const note = /^2 operations rejected calls without a token \(401 or 403\), and the contract /;
  expect(report.notes?.join()).toMatch(note);
});

test.each([
  ["no record", () => ({}), expect.arrayContaining(["/authors/a1"])],
  ["a list with the record", (record: JsonObject) => [record], ["/authors/a1"]],
])("deletes only what it created where a creation returns %s", async (_, shownOf, left) => {
  const properties = { id: text, name: text, author_id: text };
  const paths = ["authors", "notes"].flatMap((name) => {
    const { id: _id, author_id, ...own } = properties;
    const sent = { type: "object", required: ["name"], properties: { ...own, ...(name === "notes" && { author_id }) } };
    const shown = { type: "object", properties };
    const list = operation(`list-${name}`, { shown: { type: "array", items: shown } });
    const item = { get: operation(`read-${name}`, { shown }), delete: operation(`delete-${name}`, { shown }) };
    return [
      [`/${name}`, { get: list, post: operation(`create-${name}`, { sent, shown }) }],
      [`/${name}/{id}`, { parameters: inPath(text, "id"), ...item }],
    ] as const;
  });
  const contract = contractOf(Object.fromEntries(paths));
  const records = new Map<string, JsonObject>([["/authors/a1", { id: "a1", name: "Ann" }]]);
  let last = 1;
  const fetch = serve(contract, ({ method, pathname, sent }) => {
    const record = { id: `a${++last}`, ...sent };
    const known = records.get(pathname);
    if (method === "POST") records.set(`${pathname}/${record.id}`, record);
    if (method === "POST") return Response.json(shownOf(record));
    if (method === "DELETE") records.delete(pathname);
    if (/^\/\w+$/.test(pathname))
      return Response.json([...records].flatMap(([path, one]) => (path.startsWith(pathname) ? one : [])));
    return Response.json(known ?? {}, { status: known === undefined ? 404 : 200 });
  });
  await runOn(contract, fetch, ["create-notes/plan"]);
  expect([...records.keys()]).toEqual(left);
});
