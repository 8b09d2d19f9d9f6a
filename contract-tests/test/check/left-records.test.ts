import { createContract, type JsonObject, parseJson } from "content-service-contract";
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

  test("are created and acted on with what the service says that they need", async () => {
    const id = { type: "integer" };
    const number = { type: "integer", minimum: -9, maximum: 200_000 };
    const content = (schema: JsonObject) => ({ description: "", content: { "application/json": { schema } } });
    const rejected = { 404: { description: "" }, 409: { description: "" }, 422: { description: "" } };
    const act = (operationId: string, status: number, sent: JsonObject | undefined, more: JsonObject = {}) => ({
      operationId,
      ...(sent && { requestBody: { required: true, ...content(sent) } }),
      responses: { [status]: content({ type: "object", properties: { id, ...more } }), ...rejected },
    });
    const list = (operationId: string, more: JsonObject = {}) => ({
      operationId,
      responses: { 200: content({ type: "array", items: { type: "object", properties: { id, ...more } } }) },
    });
    const body = (properties: JsonObject) => ({ type: "object", required: Object.keys(properties), properties });
    const path = (name: string) => ({ name, in: "path", required: true, schema: id });
    const tags = { type: "array", items: { type: "object", properties: { label: { type: "string" } } } };
    const parts = body({ title: { type: "string" }, tags: { type: "array", items: { type: "string" }, minItems: 1 } });
    const contract = createContract({
      ...{ openapi: "3.1.0", info: { title: "Shipments", version: "1" } },
      paths: {
        "/items": { get: list("listItems"), post: act("createItem", 201, body({ title: { type: "string" } })) },
        "/items/{item_id}": { parameters: [path("item_id")], get: act("readItem", 200, undefined) },
        "/carriers": {
          get: list("listCarriers"),
          post: act("createCarrier", 201, body({ title: { type: "string" } })),
        },
        "/movements": {
          get: list("listMovements"),
          post: act(
            "move",
            201,
            body({ item_id: id, quantity: { ...number, description: "Positive for an issue too." } }),
          ),
        },
        "/movements/{movement_id}": { parameters: [path("movement_id")], get: act("readMovement", 200, undefined) },
        "/shipments": { get: list("listShipments"), post: act("createShipment", 201, body({ item_id: id })) },
        "/shipments/{shipment_id}": { parameters: [path("shipment_id")], get: act("readShipment", 200, undefined) },
        "/shipments/{shipment_id}/send": { parameters: [path("shipment_id")], post: act("send", 200, undefined) },
        "/shipments/{shipment_id}/receive": {
          parameters: [path("shipment_id")],
          post: act("receive", 200, body({ line_id: id })),
        },
        "/shipments/{shipment_id}/carriers/{carrier_id}": {
          parameters: [path("shipment_id"), path("carrier_id")],
          patch: act("setCarrier", 200, body({ note: { type: "string" } })),
        },
        "/shipments/{shipment_id}/labels": {
          parameters: [path("shipment_id")],
          get: list("listLabels", { tags }),
          post: act("createLabel", 201, parts, { tags }),
        },
        "/labels/{label_id}/print": { parameters: [path("label_id")], post: act("print", 200, undefined) },
      },
    });
    const records: { kind: string; id: number; above: number; item: number; quantity: number; tags: string[] }[] = [];
    const fetch = async (url: string, { method, body: text }: RequestInit) => {
      const [collection = "", one, action = "", other] = new URL(url).pathname.slice(1).split("/");
      const sent = Object(parseJson(String(text ?? "{}")));
      const of = (kind: string) => records.filter((record) => record.kind === kind);
      const show = ({ id: own, quantity, tags }: (typeof records)[number]) => ({
        ...{ id: own, quantity: -quantity, tags: tags.map((label) => ({ label })), lines: [{ id: 7 * own }] },
      });
      const known = of(collection).find((record) => record.id === Number(one));
      const reply = (status: number, message: string) => Response.json({ message }, { status });
      if (one !== undefined && known === undefined) return reply(404, "Not found");
      const kind = action === "labels" ? action : collection;
      if (method === "GET" && (one === undefined || action !== "")) return Response.json(of(kind).map(show));
      if (known !== undefined && action !== "labels") {
        const stock = of("movements").filter(({ item }) => item === known.item);
        if (action === "send" && stock.every(({ quantity }) => quantity < 1000)) return reply(409, "Not enough stock");
        if (action === "receive" && sent.line_id !== 7 * known.id) return reply(422, "No such line");
        if (action === "carriers" && of("carriers").every((carrier) => carrier.id !== Number(other)))
          return reply(404, "No such carrier");
        return Response.json(show(known));
      }
      const [above, item, quantity] = [Number(one), sent.item_id ?? 0, sent.quantity ?? 1];
      if (item !== 0 && of("items").every((record) => record.id !== item)) return reply(422, "No such item");
      if (quantity < 1) return reply(422, "The amount must be positive");
      const isShipped = kind === "shipments" && of(kind).some((record) => record.item === item);
      if (isShipped) return reply(409, "The item already has a shipment");
      if (kind === "labels" && of(kind).filter((record) => record.above === above).length > 1)
        return reply(409, "A shipment has at most two labels");
      const made = { kind, id: records.length + 1, above, item, quantity, tags: sent.tags ?? [] };
      records.push(made);
      return Response.json(show(made), { status: 201 });
    };
    const target = { baseUrl: "http://127.0.0.1:9", token: "", fetch };
    const plans = ["createItem", "move", "createShipment", "createLabel"].map((one) => `${one}/plan`);
    const checks = [...plans, "move/values-kept", "createLabel/values-kept"];
    const { resources = [], ...report } = await runChecks(target, { contract, effects: "lasting", checks });
    // An issue is shown as a number below zero, and a tag as an object.
    expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
    const blocked = resources.flatMap(({ operations }) => operations.filter(({ problem }) => problem !== undefined));
    expect(blocked).toEqual([]);
  });
});
