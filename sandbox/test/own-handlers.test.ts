import { createSandbox, defineHandlers, type Handlers } from "content-service-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";

interface Note {
  readonly id: string;
  readonly file_id: string;
  readonly text: string;
  readonly at: string;
}

/** As `content-service-codegen` writes it. */
interface operations {
  createNote: {
    parameters: { path: { file_id: string } };
    requestBody: { content: { "application/json": { text: string }; "multipart/form-data": { text: string } } };
    responses: { 201: { content: { "application/json": Note } } };
  };
  listNotes: {
    parameters: { path: { file_id: string }; query?: { limit?: number; marker?: string; usemarker?: boolean } };
    responses: { 200: { content: { "application/json": object } } };
  };
}

const id = { name: "file_id", in: "path", required: true, schema: { type: "string" } };
const json = (schema: object) => ({ "application/json": { schema } });
const text = { type: "string", minLength: 1 };
const noFile = { value: { type: "error", status: 404, code: "not_found", message: "No file." } };
const missing = { schema: { $ref: "#/components/schemas/Error" }, examples: { no_file: noFile } };
const created = { type: "object", required: ["id", "text"], properties: { id: text, file_id: text, text, at: text } };
const pins = { type: "array", items: { type: "string", format: "password" } };
const form = {
  schema: { type: "object", required: ["text"], additionalProperties: false, properties: { text, pins } },
};
const pageTypes = { limit: "integer", usemarker: "boolean", marker: "string" };
const security = [{ accessToken: [] }];
const notes = {
  parameters: [id],
  post: {
    operationId: "createNote",
    security,
    requestBody: { required: true, content: { "application/json": form, "multipart/form-data": form } },
    responses: {
      201: { description: "Created.", content: json(created) },
      404: { description: "Missing.", content: { "application/json": missing } },
    },
  },
  get: {
    operationId: "listNotes",
    security,
    parameters: Object.entries(pageTypes).map(([name, type]) => ({ name, in: "query", schema: { type } })),
    responses: { 200: { description: "A page.", content: json({ type: "object" }) } },
  },
  delete: { operationId: "removeNotes", security, responses: { 204: { description: "Removed." } } },
};
const overlay = {
  overlay: "1.0.0",
  info: { title: "Notes", version: "1" },
  actions: [{ target: "$.paths", update: { "/files/{file_id}/notes": notes } }],
};

const handlers = defineHandlers<operations>({
  async createNote({ path, body, records, visible, nextId, now, error }) {
    if (visible("file", path.file_id) === undefined) throw error("no_file");
    await Promise.resolve();
    const text = body instanceof FormData ? String(body.get("text")) : body.text;
    return records<Note>("notes").put({ id: nextId(), file_id: path.file_id, text, at: now });
  },
  listNotes: ({ path, records, page }) =>
    page(
      records<Note>("notes")
        .list()
        .filter(({ file_id }) => file_id === path.file_id),
      ({ id, text }) => ({ id, text }),
    ),
});

const OWNER = { authorization: "Bearer token-owner" };

async function start(own: Handlers = handlers) {
  const failures: unknown[] = [];
  const sandbox = await createSandbox({
    overlays: [overlay],
    handlers: own,
    now: () => Date.UTC(2026, 10, 20, 8),
    onRequest: ({ failure }) => failure !== undefined && failures.push(failure),
  });
  onTestFinished(() => sandbox.close());
  const { baseUrl, fetch } = sandbox;
  const send = (query = "", init: RequestInit = {}, id = "4001") =>
    fetch(`${baseUrl}/files/${id}/notes${query}`, { ...init, headers: { ...OWNER, ...init.headers } });
  const post = (body: object, id?: string) =>
    send("", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }, id);
  return { sandbox, failures, send, post };
}

// `examples/test` has uploads, downloads, ranges and redirects.
describe("handlers of your own", () => {
  test("keep records that the journal, a snapshot and a reset have, like those of the service", async () => {
    const { sandbox, post, send } = await start();
    const before = sandbox.snapshot();
    const response = await post({ text: "first" });
    const note = await response.json();
    const kept = { file_id: "4001", text: "first", at: "2026-11-20T08:00:00+00:00" };
    expect([response.status, note]).toEqual([201, { id: expect.stringMatching(/^\d+$/), ...kept }]);
    expect(sandbox.requests()[0]).toMatchObject({
      operation: "createNote",
      user_id: "1003",
      violations: [],
      changes: [{ kind: "added", type: "notes", id: note.id, after: { text: "first" } }],
    });
    await post({ text: "second" });
    const taken = sandbox.snapshot();
    expect(taken.records).toMatchObject({ notes: [{ text: "first" }, { text: "second" }] });
    const page = await (await send("?limit=1&usemarker=true")).json();
    expect(page).toMatchObject({ entries: [{ text: "first" }] });
    const next = await (await send(`?usemarker=true&marker=${page.next_marker}`)).json();
    expect(next).toMatchObject({ entries: [{ text: "second" }], next_marker: null });
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(before);
    sandbox.restore(taken);
    expect(sandbox.snapshot()).toEqual(taken);
    expect((await (await post({ text: "third" })).json()).id).not.toBe(note.id);
  });

  test("keep records whose secrets the journal does not show, also in lists", async () => {
    const { sandbox, post } = await start({
      createNote: ({ body, records, nextId }) => records("notes").put({ id: nextId(), ...Object(body) }),
    });
    await post({ text: "first", pins: ["1234", "open-sesame"] });
    expect(sandbox.requests()[0]).toMatchObject({
      request: { body: '{"text":"first","pins":["***","***"]}' },
      response: { body: expect.stringContaining('"pins":["***","***"]') },
      changes: [{ kind: "added", after: { text: "first", pins: "***" } }],
    });
  });

  test("can have every fault, except by another order; an operation without one has none", async () => {
    const { faults } = (await start()).sandbox;
    faults.add({ kind: "empty_page", operation: "listNotes" });
    faults.add({ kind: "cut_body", only_status: 203, operation: "listNotes" });
    expect(() => faults.add({ kind: "shuffled_order", operation: "listNotes" })).toThrow("listNotes does not sort");
    expect(() => faults.add({ kind: "html", operation: "removeNotes" })).toThrow("removeNotes has no handler");
  });

  test("get requests that match the document, and throw the documented errors", async () => {
    const { sandbox, failures, send, post } = await start();
    const outcome = async (response: Response) => [response.status, (await response.json()).code];
    expect(await outcome(await post({ text: "" }))).toEqual([400, "bad_request"]);
    expect(await outcome(await send("", { method: "POST", body: new FormData() }))).toEqual([400, "bad_request"]);
    expect(await outcome(await send("?color=red"))).toEqual([400, "bad_request"]);
    expect(await outcome(await send("?marker=x"))).toEqual([400, "bad_request"]);
    expect(await outcome(await post({ text: "x" }, "999"))).toEqual([404, "not_found"]);
    const wrong = { headers: { authorization: "Bearer x" } };
    expect(await outcome(await send("", wrong))).toEqual([401, "unauthorized"]);
    expect([failures, sandbox.snapshot().records]).toEqual([[], undefined]);
  });

  test("have their responses checked by the journal, and are 501 where there is none", async () => {
    const { sandbox, send, post } = await start({ createNote: () => ({ id: 7 }) });
    expect((await post({ text: "x" })).status).toBe(201);
    expect(sandbox.requests()[0]?.violations.map(({ at }) => at)).toEqual(["/response/body/text", "/response/body/id"]);
    const response = await send("", { method: "DELETE" });
    const message = "The sandbox does not model DELETE /files/{file_id}/notes.";
    expect([response.status, await response.json()]).toMatchObject([501, { code: "not_modeled", message }]);
    expect(sandbox.requests({ operation: "removeNotes" })).toMatchObject([{ status: 501, violations: [] }]);
  });

  test.each<[name: string, handler: Handlers[string], status: number, failure: RegExp]>([
    ["an error that it returns instead of throwing", ({ error }) => error(418, "teapot", "Tea."), 418, /undefined/],
    ["the error of fetch", () => Response.error(), 500, /received one without a status/],
    ["a response that was read", (_, used = new Response("")) => used.text().then(() => used), 500, /that was read/],
  ])("respond with a status to %s", async (_, handler, status, failure) => {
    const { failures, send } = await start({ listNotes: handler });
    expect((await send()).status).toBe(status);
    expect(String(failures.pop())).toMatch(failure);
  });

  const stored = { id: "1", name: "x", owner_id: "1003", versions: [{ id: "1" }] };
  test("cannot write what a snapshot could not restore", async () => {
    let record: object = stored;
    const put: Handlers = { listNotes: ({ records }) => records("files").put(record as never) };
    const { sandbox, failures, send } = await start(put);
    const before = sandbox.snapshot();
    for (const [change, message] of [
      [{ parent_id: "99" }, /parent_id refers to a missing folder/],
      [{ parent_id: "3005" }, /owner_id must be 1001/],
      [{ versions: [{ id: "5003" }] }, /versions\[0\]\.id is the version of another file/],
      [{ versions: [{ id: "1" }, { id: "1" }] }, /versions\[1\]\.id is the version of another file/],
      [{ id: "3001" }, /id is the id of another record/],
      [{ versions: [{ id: "1", size: Number.POSITIVE_INFINITY }] }, /Infinity/],
      [{ versions: [{ id: "1", created_at: new Date() }] }, /of a class/],
    ] as const) {
      record = { ...stored, ...change };
      expect((await send()).status).toBe(500);
      expect(String(failures.pop())).toMatch(message);
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("remove a record of any list with all that refers to it", async () => {
    const { sandbox, send } = await start({
      listNotes: ({ records }) => [
        records("files").put({ ...stored, parent_id: "3002" }).id === stored.id,
        records("folders").remove("3002"),
        records("enterprises").remove("7002"),
        records("retention_policies").remove("8502"),
        records("files").remove("3001"),
      ],
    });
    const before = sandbox.snapshot();
    expect(await (await send()).json()).toEqual([true, true, true, true, false]);
    const after = sandbox.snapshot();
    sandbox.restore(after);
    expect(sandbox.snapshot()).toEqual(after);
    const ids = (list: "files" | "users" | "tasks" | "file_version_retentions") => after[list]?.map(({ id }) => id);
    for (const gone of ["1", "4001", "4900"]) expect(ids("files")).not.toContain(gone);
    expect([ids("users"), ids("tasks")]).toEqual([expect.not.arrayContaining(["1900"]), ["9102"]]);
    // The other policy keeps the retention of a file that is not removed.
    expect(ids("file_version_retentions")).toEqual(["8602"]);
    expect(before.folders).toHaveLength((after.folders?.length ?? 0) + 2);
  });

  test("receive forms and send streams, which faults damage, too", async () => {
    const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
    const { sandbox, send } = await start({ ...handlers, listNotes: () => new Response(bytes) });
    const body = new FormData();
    body.set("text", "by form");
    expect(await (await send("", { method: "POST", body })).json()).toMatchObject({ text: "by form" });
    const { baseUrl } = await sandbox.listen();
    for (const via of [sandbox.fetch, fetch]) {
      const get = () => via(`${baseUrl}/files/4001/notes`, { headers: OWNER });
      expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true);
      sandbox.faults.add({ kind: "cut_body" });
      const received: Uint8Array[] = [];
      const read = async () => {
        for await (const chunk of (await get()).body ?? []) received.push(chunk);
      };
      await expect(read()).rejects.toThrow();
      expect(Buffer.concat(received).equals(bytes.subarray(0, 100_000))).toBe(true);
    }
    const [posted, got] = sandbox.requests();
    expect([posted?.request.body, got?.response.body]).toEqual([expect.stringMatching(/^\[\d+ bytes\]$/), "[stream]"]);
  });
});
