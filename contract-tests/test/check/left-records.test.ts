import type { JsonObject } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";
import { createLeaves, leaves } from "../support/leaves.js";
import { contractOf, inPath, operation, runOn, serve } from "../support/service.js";
import { createShelves, shelves } from "../support/shelves.js";

const ID = { type: "integer" };
const TEXT = { type: "string" };
const body = (properties: JsonObject) => ({ type: "object", required: Object.keys(properties), properties });

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
    expect(report.checks.filter(({ outcome }) => outcome === "errored")).toEqual([]);
    const ids = left.map((url) => url.slice(url.lastIndexOf("/") + 1));
    expect(ids.filter((id) => !report.leftBehind.some((one) => one.endsWith(`: ${id}`)))).toEqual([]);
    const silent = report.checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === "response-complete");
    expect(new Set(silent.map(({ operation }) => operation))).toEqual(
      new Set(["deleteShelf", "deleteBook", "deleteLabel"]),
    );
  });

  test("are deleted with the copies that an action made", async () => {
    const service = createLeaves();
    const report = await runOn(leaves, service, ["createTeam/plan"]);
    expect([await (await service("http://127.0.0.1:9/teams", {})).json(), report.leftBehind]).toEqual([[], []]);
  });

  test.each([
    [2, []],
    [5, ["createTicket/limit-kept"]],
  ])("are closed where nobody can delete them, also to make room for others: at most %i", async (most, failed) => {
    const properties = { id: ID, title: TEXT, status: { enum: ["open", "closed"] } };
    const [sent, shown] = [body({ title: TEXT }), { properties }];
    const description = "A user has at most two open tickets at a time, a further one gets a 409.";
    const parameters = inPath(ID, "id");
    const contract = contractOf({
      "/tickets": { post: operation("createTicket", { status: 201, sent, shown }, { description }) },
      "/tickets/{id}": { parameters, get: operation("readTicket", { shown }) },
      "/tickets/{id}/close": { parameters, post: operation("closeTicket", { shown }) },
    });
    const tickets: { id: number; title: string; status: string }[] = [];
    const fetch = serve(contract, ({ method, pathname, sent: { title } }) => {
      const [, id, action] = pathname.slice(1).split("/");
      const found = tickets.find((one) => one.id === Number(id));
      if (id === undefined && typeof title !== "string") return new Response(null, { status: 400 });
      if (id === undefined && tickets.filter(({ status }) => status === "open").length >= most)
        return new Response(null, { status: 409 });
      if (id === undefined) tickets.push({ id: tickets.length + 1, title: String(title), status: "open" });
      if (id !== undefined && found === undefined) return new Response(null, { status: 404 });
      if (found !== undefined && action === "close" && method === "POST") found.status = "closed";
      return Response.json(found ?? tickets.at(-1) ?? {}, { status: id === undefined ? 201 : 200 });
    });
    const report = await runOn(contract, fetch);
    const wrong = report.checks.filter(({ id, outcome }) => outcome === "failed" && id.startsWith("createTicket/"));
    expect(wrong.map(({ id }) => id)).toEqual(failed);
    expect(tickets.filter(({ title }) => /check-/i.test(title)).every(({ status }) => status === "closed")).toBe(true);
  });

  test("are deleted with their etag where the deletion requires it, also the one of a repeated key", async () => {
    const shown = { type: "object", properties: { id: ID } };
    const header = (name: string, required: boolean) => ({
      parameters: [{ name, in: "header", required, schema: TEXT }],
    });
    const create = operation("createNote", { status: 201, shown }, header("Idempotency-Key", false));
    const read = operation("readNote", { shown });
    const contract = contractOf({
      "/notes": { post: { ...create, responses: { ...read.responses, ...create.responses } } },
      "/notes/{id}": {
        parameters: inPath(ID, "id"),
        get: read,
        delete: operation("deleteNote", { status: 204 }, header("If-Match", true)),
      },
    });
    const notes = new Set<number>();
    const keys = new Map<string, number>();
    const fetch = serve(contract, ({ method, pathname, headers }) => {
      const [key, id] = [headers.get("idempotency-key"), Number(pathname.split("/").at(-1))];
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
      if (headers.get("if-match") !== `"${id}"`) return new Response(null, { status: 412 });
      return new Response(null, { status: notes.delete(id) ? 204 : 404 });
    });
    const { checks, leftBehind } = await runOn(contract, fetch);
    const failed = checks.filter(({ outcome }) => outcome === "failed");
    expect([[...notes], leftBehind, failed]).toEqual([[], [], []]);
  });

  test("are created and acted on with what the service says that they need", async () => {
    const number = { type: "integer", minimum: -9, maximum: 200_000 };
    const recordOf = (more: JsonObject) => ({ type: "object", properties: { id: ID, ...more } });
    const act = (operationId: string, status: number, sent?: JsonObject, more: JsonObject = {}) =>
      operation(operationId, { status, sent: sent && body(sent), shown: recordOf(more) });
    const list = (operationId: string, more: JsonObject = {}) =>
      operation(operationId, { shown: { type: "array", items: recordOf(more) } });
    const tags = { type: "array", items: { type: "object", properties: { label: TEXT } } };
    const parts = { title: TEXT, tags: { type: "array", items: TEXT, minItems: 1 } };
    const quantity = { ...number, description: "Positive for an issue too." };
    const shipment = inPath(ID, "shipment_id");
    const contract = contractOf({
      "/items": { get: list("listItems"), post: act("createItem", 201, { title: TEXT }) },
      "/items/{item_id}": { parameters: inPath(ID, "item_id"), get: act("readItem", 200) },
      "/carriers": { get: list("listCarriers"), post: act("createCarrier", 201, { title: TEXT }) },
      "/movements": { get: list("listMovements"), post: act("move", 201, { item_id: ID, quantity }) },
      "/movements/{movement_id}": { parameters: inPath(ID, "movement_id"), get: act("readMovement", 200) },
      "/shipments": { get: list("listShipments"), post: act("createShipment", 201, { item_id: ID }) },
      "/shipments/{shipment_id}": { parameters: shipment, get: act("readShipment", 200) },
      "/shipments/{shipment_id}/send": { parameters: shipment, post: act("send", 200) },
      "/shipments/{shipment_id}/receive": { parameters: shipment, post: act("receive", 200, { line_id: ID }) },
      "/shipments/{shipment_id}/carriers/{carrier_id}": {
        parameters: inPath(ID, "shipment_id", "carrier_id"),
        patch: act("setCarrier", 200, { note: TEXT }),
      },
      "/shipments/{shipment_id}/labels": {
        parameters: shipment,
        get: list("listLabels", { tags }),
        post: act("createLabel", 201, parts, { tags }),
      },
      "/labels/{label_id}/print": { parameters: inPath(ID, "label_id"), post: act("print", 200) },
    });
    const records: { kind: string; id: number; above: number; item: number; quantity: number; tags: string[] }[] = [];
    const fetch = serve(contract, ({ method, pathname, ...received }) => {
      const sent = Object(received.sent);
      const [collection = "", one, action = "", other] = pathname.slice(1).split("/");
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
    });
    const plans = ["createItem", "move", "createShipment", "createLabel"].map((one) => `${one}/plan`);
    const checks = [...plans, "move/values-kept", "createLabel/values-kept"];
    const { resources = [], ...report } = await runOn(contract, fetch, checks);
    // An issue is shown as a number below zero, and a tag as an object.
    expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
    const blocked = resources.flatMap(({ operations }) => operations.filter(({ problem }) => problem !== undefined));
    expect(blocked).toEqual([]);
  });
});
