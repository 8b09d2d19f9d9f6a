import { createContract, parseJson } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";
import { createLeaves, leaves } from "../support/leaves.js";
import { createShelves, shelves } from "../support/shelves.js";

/** Runs the checks on shelves, and lists the addresses that the service still has, less those that were there before. */
async function leftAfter(broken: (method: string, made: number) => boolean, signal?: AbortSignal) {
  const service = createShelves();
  const made: string[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    if (broken(String(init.method), made.length)) throw new TypeError("no response");
    const response = await service(url, init);
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const { id } = Object(body) as { id?: number };
    if (init.method === "POST" && response.status === 201 && /\/(shelves|books)$/.test(url)) made.push(`${url}/${id}`);
    return response;
  };
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", fetch };
  const report = await runChecks(target, { contract: shelves, effects: "undone", signal });
  const headers = { authorization: "Bearer t" };
  const reads = await Promise.all(made.map(async (url) => ({ url, now: await service(url, { headers }) })));
  return { report, made, left: reads.flatMap(({ url, now }) => (now.ok ? url : [])) };
}

describe("the records of a plan", () => {
  test.each([2, 5, 9, 14])("are deleted when the run is aborted after %i of them", async (most) => {
    const controller = new AbortController();
    const abort = (_: string, made: number) => {
      if (made === most) controller.abort();
      return false;
    };
    const { report, made, left } = await leftAfter(abort, controller.signal);
    expect(made.length).toBeGreaterThanOrEqual(most);
    expect([left, report.leftBehind]).toEqual([[], []]);
  });

  test("are named where their deletion gets no response, which ends no other check", async () => {
    const { report, left } = await leftAfter((method) => method === "DELETE");
    const errored = report.checks.filter(({ outcome }) => outcome === "errored");
    expect(errored).toEqual([]);
    const ids = left.map((url) => url.slice(url.lastIndexOf("/") + 1));
    expect(ids.filter((id) => !report.leftBehind.some((one) => one.endsWith(`: ${id}`)))).toEqual([]);
    const silent = report.checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === "response-complete");
    expect(new Set(silent.map(({ operation }) => operation))).toEqual(
      new Set(["deleteShelf", "deleteBook", "deleteLabel"]),
    );
  });

  test("are deleted with the copies that an action made", async () => {
    const service = createLeaves();
    const target = { baseUrl: "http://127.0.0.1:9", token: "t", fetch: service };
    const report = await runChecks(target, { contract: leaves, effects: "lasting", checks: ["createTeam/plan"] });
    expect([await (await service("http://127.0.0.1:9/teams", {})).json(), report.leftBehind]).toEqual([[], []]);
  });

  test.each([
    [2, []],
    [5, ["createTicket/limit-kept"]],
  ])("are closed where nobody can delete them, also to make room for others: at most %i", async (most, failed) => {
    const ticket = {
      description: "The ticket.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Ticket" } } },
    };
    const rejected = { description: "Rejected." };
    const ids = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const schema = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
    const contract = createContract({
      ...{ openapi: "3.1.0", info: { title: "Tickets", version: "1" } },
      paths: {
        "/tickets": {
          post: {
            operationId: "createTicket",
            description: "A user has at most two open tickets at a time, a further one gets a 409.",
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { "201": ticket, default: rejected },
          },
        },
        "/tickets/{id}": {
          parameters: ids,
          get: { operationId: "readTicket", responses: { "200": ticket, default: rejected } },
        },
        "/tickets/{id}/close": {
          parameters: ids,
          post: { operationId: "closeTicket", responses: { "200": ticket, default: rejected } },
        },
      },
      components: {
        schemas: {
          Ticket: {
            properties: { id: { type: "integer" }, title: { type: "string" }, status: { enum: ["open", "closed"] } },
          },
        },
      },
    });
    const tickets: { id: number; title: string; status: string }[] = [];
    const fetch = async (url: string, { method, body }: RequestInit) => {
      const [, id, action] = new URL(url).pathname.slice(1).split("/");
      const found = tickets.find((one) => one.id === Number(id));
      const { title } = Object(parseJson(String(body ?? ""))) as { title?: string };
      if (id === undefined && typeof title !== "string") return new Response(null, { status: 400 });
      if (id === undefined && tickets.filter(({ status }) => status === "open").length >= most)
        return new Response(null, { status: 409 });
      if (id === undefined) tickets.push({ id: tickets.length + 1, title: String(title), status: "open" });
      if (id !== undefined && found === undefined) return new Response(null, { status: 404 });
      if (found !== undefined && action === "close" && method === "POST") found.status = "closed";
      return Response.json(found ?? tickets.at(-1) ?? {}, { status: id === undefined ? 201 : 200 });
    };
    const target = { baseUrl: "http://127.0.0.1:9", token: "", fetch };
    const report = await runChecks(target, { contract, effects: "lasting" });
    const wrong = report.checks.filter(({ id, outcome }) => outcome === "failed" && id.startsWith("createTicket/"));
    expect(wrong.map(({ id }) => id)).toEqual(failed);
    expect(tickets.filter(({ title }) => /check-/i.test(title)).every(({ status }) => status === "closed")).toBe(true);
  });

  test("are deleted with their etag where the deletion requires it, also the one of a repeated key", async () => {
    const note = {
      description: "The note.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
    };
    const ids = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const header = (name: string, required: boolean) => [{ name, in: "header", required, schema: { type: "string" } }];
    const rejected = { description: "Rejected." };
    const contract = createContract({
      ...{ openapi: "3.1.0", info: { title: "Notes", version: "1" } },
      paths: {
        "/notes": {
          post: {
            operationId: "createNote",
            parameters: header("Idempotency-Key", false),
            responses: { "201": note, "200": note, default: rejected },
          },
        },
        "/notes/{id}": {
          parameters: ids,
          get: { operationId: "readNote", responses: { "200": note, default: rejected } },
          delete: {
            operationId: "deleteNote",
            parameters: header("If-Match", true),
            responses: { "204": { description: "Deleted." }, default: rejected },
          },
        },
      },
      components: { schemas: { Note: { type: "object", properties: { id: { type: "integer" } } } } },
    });
    const notes = new Set<number>();
    const keys = new Map<string, number>();
    const fetch = async (url: string, { method, headers }: RequestInit) => {
      const given = new Headers(headers);
      const [key, id] = [given.get("idempotency-key"), Number(url.slice(url.lastIndexOf("/") + 1))];
      const reply = (status: number, one: number) =>
        Response.json({ id: one }, { status, headers: { etag: `"${one}"` } });
      if (method === "POST") {
        const known = keys.get(key ?? "");
        if (known !== undefined) return Response.json({ id: known });
        const made = notes.size + keys.size + 100;
        notes.add(made);
        if (key !== null) keys.set(key, made);
        return reply(201, made);
      }
      if (!notes.has(id)) return new Response(null, { status: 404 });
      if (method !== "DELETE") return reply(200, id);
      if (given.get("if-match") !== `"${id}"`) return new Response(null, { status: 412 });
      return new Response(null, { status: notes.delete(id) ? 204 : 404 });
    };
    const report = await runChecks(
      { baseUrl: "http://127.0.0.1:9", token: "", fetch },
      { contract, effects: "lasting" },
    );
    expect([[...notes], report.leftBehind, report.checks.filter(({ outcome }) => outcome === "failed")]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
