import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox, defineHandlers, type Handlers, type SandboxOptions } from "content-service-sandbox";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { readDocument, readHandlers } from "../src/read-files.js";

interface Note {
  readonly id: string;
  readonly file_id: string;
  readonly text: string;
  readonly at: string;
}
interface Content {
  readonly id: string;
  readonly base64: string;
}

/** As `content-service-codegen` writes it. */
interface operations {
  createNote: {
    parameters: { path: { file_id: string } };
    requestBody: { content: { "application/json": { text: string } } };
    responses: { 201: { content: { "application/json": Note } } };
  };
  listNotes: {
    parameters: { path: { file_id: string }; query?: { limit?: number; marker?: string; usemarker?: boolean } };
    responses: { 200: { content: { "application/json": object } } };
  };
  uploadFile: {
    requestBody: { content: { "multipart/form-data": { attributes: { name: string }; file: string } } };
    responses: { 201: { content: { "application/json": object } } };
  };
  replaceContent: {
    parameters: { path: { file_id: string } };
    requestBody: { content: { "application/octet-stream": string } };
    responses: { 204: object };
  };
  downloadFile: {
    parameters: { path: { file_id: string }; query?: { signed?: boolean } };
    responses: { 200: object; 206: object; 302: object };
  };
  deleteFile: { parameters: { path: { file_id: string } }; responses: { 204: object } };
}

const id = { name: "file_id", in: "path", required: true, schema: { type: "string", pattern: "^\\d+$" } };
const json = (schema: object) => ({ "application/json": { schema } });
const bytes = { "application/octet-stream": {} };
const text = { type: "string", minLength: 1 };
const properties = { id: text, file_id: text, text, at: text };
const operation = (operationId: string, responses: object, content?: object) => ({
  operationId,
  security: [{ accessToken: [] }],
  responses,
  ...(content && { requestBody: { required: true, content } }),
});
const noFile = { value: { type: "error", status: 404, code: "not_found", message: "No file." } };
const missing = {
  "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: { no_file: noFile } },
};
const attributes = { type: "object", required: ["name"], properties: { name: text } };
const file = { type: "string", format: "binary" };
const pageTypes = { limit: "integer", offset: "integer", usemarker: "boolean", marker: "string" };
const overlay = {
  overlay: "1.0.0",
  info: { title: "Files", version: "1" },
  actions: [
    {
      target: "$.paths",
      update: {
        "/files/{file_id}/notes": {
          parameters: [id],
          post: operation(
            "createNote",
            {
              201: { description: "Created.", content: json({ type: "object", required: ["id", "text"], properties }) },
              404: { description: "Missing.", content: missing },
            },
            json({ type: "object", required: ["text"], additionalProperties: false, properties: { text } }),
          ),
          get: {
            ...operation("listNotes", { 200: { description: "A page.", content: json({ type: "object" }) } }),
            parameters: Object.entries(pageTypes).map(([name, type]) => ({ name, in: "query", schema: { type } })),
          },
        },
        "/files/content": {
          servers: [{ url: "https://upload.content.example/2.0" }],
          post: operation(
            "uploadFile",
            { 201: { description: "Created.", content: json({ type: "object" }) } },
            {
              "multipart/form-data": {
                schema: { type: "object", required: ["attributes", "file"], properties: { attributes, file } },
              },
            },
          ),
        },
        "/files/{file_id}/content": {
          parameters: [id],
          get: {
            ...operation("downloadFile", {
              200: { description: "All bytes.", content: bytes },
              206: { description: "A range.", content: bytes },
              302: { description: "The bytes are elsewhere." },
            }),
            parameters: [{ name: "signed", in: "query", schema: { type: "boolean" } }],
          },
          put: operation("replaceContent", { 204: { description: "Replaced." } }, bytes),
        },
        "/collaborations/{id}": {
          delete: {
            ...operation("removeCollaboration", { 204: { description: "Removed." } }),
            parameters: [{ ...id, name: "id" }],
          },
        },
      },
    },
    {
      target: "$.paths['/files/{file_id}']",
      update: {
        delete: { ...operation("deleteFile", { 204: { description: "Deleted." } }), parameters: [id] },
      },
    },
  ],
};

const CHUNK = 65_536;

const handlers = defineHandlers<operations>({
  async createNote({ path, body, records, visible, nextId, now, error }) {
    if (visible("file", path.file_id) === undefined) throw error("no_file");
    await Promise.resolve();
    return records<Note>("notes").put({ id: nextId(), file_id: path.file_id, text: body.text, at: now });
  },
  listNotes: ({ path, records, page }) =>
    page(
      records<Note>("notes")
        .list()
        .filter(({ file_id }) => file_id === path.file_id),
      ({ id, text }) => ({ id, text }),
    ),
  async uploadFile({ body, caller, records, nextId, now, serialize }) {
    expectTypeOf(body).toEqualTypeOf<FormData>();
    const { name } = JSON.parse(String(body.get("attributes")));
    const part = body.get("file");
    const bytes = Buffer.from(part instanceof Blob ? await part.arrayBuffer() : new ArrayBuffer());
    const version = { id: nextId(), size: bytes.length, sha1: createHash("sha1").update(bytes).digest("hex") };
    const file = { id: nextId(), name, owner_id: caller.id, created_at: now, versions: [version] };
    records<Content>("contents").put({ id: file.id, base64: bytes.toString("base64") });
    return serialize(records("files").put(file));
  },
  replaceContent({ path, body, records }) {
    expectTypeOf(body).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    records<Content>("contents").put({ id: path.file_id, base64: Buffer.from(body).toString("base64") });
    return undefined;
  },
  downloadFile({ path, query, url, headers, records, error }) {
    const content = records<Content>("contents").get(path.file_id);
    if (content === undefined) throw error(404, "not_found", "The file has no content.");
    if (!query.signed) return Response.redirect(`${url}?signed=true`);
    const bytes = new Uint8Array(Buffer.from(content.base64, "base64"));
    const from = Number(/^bytes=(\d+)-$/.exec(headers.get("range") ?? "")?.[1] ?? 0);
    let at = from;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + CHUNK));
        at += CHUNK;
      },
    });
    const range = from === 0 ? {} : { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
    const length = { "content-type": "application/octet-stream", "content-length": String(bytes.length - from) };
    return new Response(stream, { status: from === 0 ? 200 : 206, headers: { ...length, ...range } });
  },
  deleteFile({ path, visible, records, error }) {
    if (!visible("file", path.file_id)?.access.change) throw error(404, "not_found", "Missing.");
    records("files").remove(path.file_id);
    return undefined;
  },
});

const OWNER = { authorization: "Bearer token-owner" };
const BYTES = new Uint8Array(200_001).map((_, index) => (index * 7 + (index >> 8)) % 256);

const failures: unknown[] = [];
const create = (own: Handlers) =>
  createSandbox({
    overlays: [overlay],
    handlers: own,
    now: () => Date.UTC(2026, 10, 20, 8),
    onRequest: ({ failure }) => failure !== undefined && failures.push(failure),
  });
// To compile a document takes most of the time of a test.
let standard: ReturnType<typeof create> | undefined;

/** The sandbox in its initial state, or one with other handlers. */
async function start(own?: Handlers) {
  standard ??= create(handlers);
  const sandbox = await (own === undefined ? standard : create(own));
  sandbox.reset();
  failures.length = 0;
  const send = (path: string, init: RequestInit = {}, base = sandbox.baseUrl, to = sandbox.fetch) =>
    to(base + path, { ...init, headers: { ...OWNER, ...Object.fromEntries(new Headers(init.headers)) } });
  const post = (path: string, body: object) =>
    send(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  return { sandbox, send, post };
}

function upload(name?: string) {
  const form = new FormData();
  if (name !== undefined) form.set("attributes", JSON.stringify({ name }));
  form.set("file", new Blob([BYTES]), "local.bin");
  return { method: "POST", body: form };
}

describe("handlers of your own", () => {
  test("keep records that the journal, a snapshot and a reset have, like those of the service", async () => {
    const { sandbox, post, send } = await start();
    const before = sandbox.snapshot();
    const response = await post("/files/4001/notes", { text: "first" });
    const created = await response.json();
    expect([response.status, created]).toEqual([
      201,
      { id: expect.stringMatching(/^\d+$/), file_id: "4001", text: "first", at: "2026-11-20T08:00:00+00:00" },
    ]);
    expect(sandbox.requests()[0]).toMatchObject({
      operation: "createNote",
      user_id: "1003",
      violations: [],
      changes: [{ kind: "added", type: "notes", id: created.id, after: { text: "first" } }],
    });
    await post("/files/4001/notes", { text: "second" });
    const taken = sandbox.snapshot();
    expect(taken.records).toMatchObject({ notes: [{ text: "first" }, { text: "second" }] });
    const page = await (await send("/files/4001/notes?limit=1&usemarker=true")).json();
    expect(page).toMatchObject({ entries: [{ text: "first" }] });
    expect(await (await send(`/files/4001/notes?usemarker=true&marker=${page.next_marker}`)).json()).toMatchObject({
      entries: [{ text: "second" }],
      next_marker: null,
    });
    expect((await send("/files/4001/notes?marker=x")).status).toBe(400);
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(before);
    sandbox.restore(taken);
    expect(sandbox.snapshot()).toEqual(taken);
    const ids = [created.id, JSON.parse(await (await post("/files/4001/notes", { text: "third" })).text()).id];
    expect(new Set(ids).size).toBe(2);
  });

  test("get requests that match the document, and throw the documented errors", async () => {
    const { sandbox, send, post } = await start();
    const outcome = async (response: Response) => [response.status, (await response.json()).code];
    expect(await outcome(await post("/files/4001/notes", { text: "" }))).toEqual([400, "bad_request"]);
    expect(await outcome(await send("/files/4001/notes?color=red"))).toEqual([400, "bad_request"]);
    expect(await outcome(await post("/files/999/notes", { text: "x" }))).toEqual([404, "not_found"]);
    expect(await outcome(await send("/files/content", upload()))).toEqual([400, "bad_request"]);
    expect(await outcome(await send("/files/4001/notes", { headers: { authorization: "Bearer x" } }))).toEqual([
      401,
      "unauthorized",
    ]);
    expect(failures).toEqual([]);
    expect(sandbox.snapshot().records).toBeUndefined();
  });

  test("have their responses checked by the journal", async () => {
    const { sandbox, post } = await start({ createNote: () => ({ id: 7 }) });
    expect((await post("/files/4001/notes", { text: "x" })).status).toBe(201);
    expect(sandbox.requests()[0]?.violations.map(({ at }) => at)).toEqual(["/response/body/text", "/response/body/id"]);
  });

  test("of operations without one are 501, and the client is told which", async () => {
    const { sandbox, send } = await start();
    const response = await send("/collaborations/9001", { method: "DELETE" });
    expect([response.status, await response.json()]).toMatchObject([
      501,
      { code: "not_modeled", message: "The sandbox does not model DELETE /collaborations/{id}." },
    ]);
    expect(sandbox.requests({ operation: "removeCollaboration" })).toMatchObject([{ status: 501, violations: [] }]);
  });

  test("write valid records of the service, and remove them with all that refers to them", async () => {
    const { sandbox, send, post } = await start();
    const file = await (await send("/files/content", upload("new.bin"))).json();
    expect(file).toMatchObject({ type: "file", name: "new.bin", size: BYTES.length, owned_by: { id: "1003" } });
    // The built-in operations know the file.
    await post(`/files/${file.id}/metadata/global/properties`, { key: "value" });
    const taken = sandbox.snapshot();
    sandbox.restore(taken);
    expect(sandbox.snapshot()).toEqual(taken);
    expect((await send(`/files/${file.id}`, { method: "DELETE" })).status).toBe(204);
    sandbox.restore(sandbox.snapshot());
    expect(sandbox.snapshot().metadata_instances?.filter(({ item }) => item.id === file.id)).toEqual([]);
    expect(failures).toEqual([]);
  });

  const stored = { id: "1", name: "x", owner_id: "1003", versions: [{ id: "1" }] };
  test("cannot write what a snapshot could not restore", async () => {
    let record: object = stored;
    const { sandbox, send } = await start({ listNotes: ({ records }) => records("files").put(record as never) });
    const before = sandbox.snapshot();
    for (const [change, message] of [
      [{ parent_id: "99" }, /parent_id refers to a missing folder/],
      [{ parent_id: "3005" }, /owner_id must be 1001/],
      [{ versions: [{ id: "5003" }] }, /version 5003 of another file/],
      [{ shared_link: { slug: "invoice" } }, /slug invoice of another link/],
      [{ id: "3001" }, /id is the id of another record/],
      [{ versions: [{ id: "1", size: Number.POSITIVE_INFINITY }] }, /Infinity/],
      [{ versions: [{ id: "1", created_at: new Date() }] }, /of a class/],
    ] as const) {
      record = { ...stored, ...change };
      expect((await send("/files/4001/notes")).status).toBe(500);
      expect(String(failures.pop())).toMatch(message);
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("remove a record of any list with all that refers to it", async () => {
    const own: Handlers = {
      listNotes: ({ records }) => [
        records("folders").remove("3002"),
        records("enterprises").remove("7002"),
        records("retention_policies").remove("8502"),
        records("files").remove("3001"),
      ],
    };
    const { sandbox, send } = await start(own);
    const before = sandbox.snapshot();
    expect(await (await send("/files/4001/notes")).json()).toEqual([true, true, true, false]);
    const after = sandbox.snapshot();
    sandbox.restore(after);
    expect(sandbox.snapshot()).toEqual(after);
    const ids = (list: "files" | "users" | "tasks" | "file_version_retentions") => after[list]?.map(({ id }) => id);
    for (const gone of ["4001", "4900"]) expect(ids("files")).not.toContain(gone);
    expect([ids("users"), ids("tasks")]).toEqual([expect.not.arrayContaining(["1900"]), ["9102"]]);
    // The other policy keeps the retention of a file that is not removed.
    expect(ids("file_version_retentions")).toEqual(["8602"]);
    expect(before.folders).toHaveLength((after.folders?.length ?? 0) + 2);
  });

  describe.each(["in process", "over HTTP"])("carry bytes %s", (transport) => {
    async function startVia() {
      const setup = await start();
      if (transport === "in process") return setup;
      const { baseUrl, close } = await setup.sandbox.listen();
      onTestFinished(close);
      return { ...setup, send: (path: string, init?: RequestInit) => setup.send(path, init, baseUrl, fetch) };
    }

    test("up and down, as a redirect, a stream and a range", async () => {
      const { sandbox, send } = await startVia();
      const binary = { "content-type": "application/octet-stream" };
      expect((await send("/files/4001/content", { method: "PUT", body: BYTES, headers: binary })).status).toBe(204);
      const moved = await send("/files/4001/content", { redirect: "manual" });
      const location = moved.headers.get("location") ?? "";
      expect([moved.status, new URL(location).pathname]).toEqual([302, "/2.0/files/4001/content"]);
      const whole = await send("/files/4001/content?signed=true");
      expect(whole.headers.get("content-length")).toBe(String(BYTES.length));
      expect(Buffer.from(await whole.arrayBuffer()).equals(BYTES)).toBe(true);
      const rest = await send("/files/4001/content?signed=true", { headers: { range: "bytes=150000-" } });
      expect([rest.status, rest.headers.get("content-range")]).toEqual([206, "bytes 150000-200000/200001"]);
      expect(Buffer.from(await rest.arrayBuffer()).equals(BYTES.subarray(150_000))).toBe(true);
      const [put, , get] = sandbox.requests();
      expect([put?.request.body, put?.violations, get?.response.body]).toEqual(["[200001 bytes]", [], "[stream]"]);
    });

    test("and the faults of a body damage them", async () => {
      const { sandbox, send } = await startVia();
      await send("/files/4001/content", {
        method: "PUT",
        body: BYTES,
        headers: { "content-type": "application/octet-stream" },
      });
      sandbox.faults.add({ kind: "cut_body", operation: "downloadFile" });
      const response = await send("/files/4001/content?signed=true");
      const received: Uint8Array[] = [];
      const read = async () => {
        for await (const chunk of response.body ?? []) received.push(chunk);
      };
      await expect(read()).rejects.toThrow();
      expect(Buffer.concat(received).equals(BYTES.subarray(0, 100_000))).toBe(true);
    });
  });
});

describe("the contract and the handlers of a sandbox", () => {
  test.each<[string, SandboxOptions, string]>([
    ["an unknown operation", { handlers: { nothing: () => undefined } }, "the contract has no operation nothing"],
    ["no function", { handlers: { getCurrentUser: "x" as never } }, "handlers.getCurrentUser must be a function"],
    ["no document", { contract: { swagger: "2.0" }, handlers: {} }, "OpenAPI"],
    ["no overlay", { overlays: [{}] }, "overlays[0]: Expected an overlay of version 1.0"],
    [
      "a target that matches nothing",
      { overlays: [{ overlay: "1.0.0", actions: [{ target: "$.x" }] }] },
      "$.x matches nothing",
    ],
  ])("are rejected: %s", async (_, options, message) => {
    const made = createSandbox(options);
    await expect(made).rejects.toThrow(TypeError);
    await expect(made).rejects.toThrow(message);
  });

  test("can be another document, with its own path and without a token", async () => {
    const contract = {
      openapi: "3.1.0",
      info: { title: "Museum", version: "1" },
      servers: [{ url: "https://museum.example/v7" }],
      paths: {
        "/exhibits/{number}": {
          get: {
            operationId: "getCurrentUser",
            parameters: [{ name: "number", in: "path", required: true, schema: { type: "integer" } }],
            responses: { 200: { description: "An exhibit.", content: json({ type: "object" }) } },
          },
        },
        "/tickets": { get: { operationId: "listTickets", responses: { 200: { description: "Tickets." } } } },
      },
    };
    const sandbox = await createSandbox({
      contract,
      handlers: { getCurrentUser: ({ path }) => ({ number: path["number"] }) },
    });
    expect(sandbox.baseUrl).toBe("https://sandbox.invalid/v7");
    const response = await sandbox.fetch(`${sandbox.baseUrl}/exhibits/12`);
    expect([response.status, await response.json()]).toEqual([200, { number: 12 }]);
    expect((await sandbox.fetch(`${sandbox.baseUrl}/tickets`)).status).toBe(501);
    expect(sandbox.faults.add({ kind: "html", operation: "listTickets" }).remaining).toBe(1);
  });

  test("are read from files by the command", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const at = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    expect(await readDocument("--overlay", at("a.json", JSON.stringify(overlay)))).toEqual(overlay);
    expect(await readDocument("--overlay", at("a.yaml", "overlay: 1.0.0\nactions: []\n"))).toEqual({
      overlay: "1.0.0",
      actions: [],
    });
    await expect(readDocument("--contract", join(folder, "none.json"))).rejects.toThrow("Cannot read --contract");
    const module = at("handlers.mjs", "export default { getCurrentUser: () => ({ id: 'own' }) };");
    const sandbox = await createSandbox({ handlers: await readHandlers(module) });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/users/me`, { headers: OWNER });
    expect(await response.json()).toEqual({ id: "own" });
    await expect(readHandlers(at("empty.mjs", ""))).rejects.toThrow("must have handlers as its default export");
  });
});
