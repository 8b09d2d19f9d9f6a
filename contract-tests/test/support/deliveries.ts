import type { JsonObject } from "content-service-contract";
import { contractIn, serve } from "./service.js";

/** The contract of a service for deliveries between depots. */
export const deliveries = contractIn("deliveries.yaml");

interface Stored extends JsonObject {
  readonly id: string;
  readonly tenant: string;
}

const STEPS: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  price: [["draft"], "priced"],
  pay: [["priced"], "paid"],
  cancel: [["draft", "priced", "paid"], "canceled"],
};

const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  depots: { gate: null, closed: false },
  deliveries: { status: "draft", paid_at: null },
  claims: { reason: null },
};

/** The service in memory, as a fetch function, with a defect. Each token has records of its own. */
export function createDeliveries(defect?: string) {
  const tables: Readonly<Record<string, Map<string, Stored>>> = {
    depots: new Map(),
    deliveries: new Map(),
    claims: new Map(),
  };
  let last = 0;

  return serve(deliveries, ({ method, pathname, query, token: tenant = "", sent, isValid }) => {
    const [, kind = "", id, action] = pathname.split("/");
    if (!isValid) return error(422, "Invalid.");
    const table = tables[kind] ?? new Map<string, Stored>();
    if (id === undefined) return method === "POST" ? create(kind, tenant, sent) : list(kind, tenant, query);
    const record = table.get(id);
    if (record?.tenant !== tenant) return error(404, "No such record.");
    if (method === "GET") return shown(record);
    if (method === "DELETE") return remove(kind, record);
    if (action !== undefined) return act(record, action);
    return save(kind, { ...record, ...(defect === "resets-the-gate" && { gate: null }), ...sent });
  });

  function create(kind: string, tenant: string, sent: JsonObject): Response {
    const depots = [sent["from"], sent["to"]].map((one) => tables["depots"]?.get(String(one)));
    const isOwn = (one: Stored | undefined) =>
      one !== undefined && (one.tenant === tenant || defect === "takes-foreign-depots");
    if (kind === "deliveries" && (!depots.every(isOwn) || sent["from"] === sent["to"]))
      return error(422, "No such depot.");
    const delivery = tables["deliveries"]?.get(String(sent["delivery"]));
    if (kind === "claims" && delivery === undefined) return error(422, "No such delivery.");
    if (kind === "claims" && (delivery?.["paid_at"] === null || delivery?.["status"] !== "canceled"))
      return error(409, "Only a delivery that was paid and then canceled can be claimed.");
    last += 1;
    const prefix = { depots: "dep_", deliveries: "del_" }[kind] ?? "";
    const values = defect === "forgets-reasons" ? { ...sent, reason: null } : sent;
    return save(
      kind,
      { ...DEFAULTS[kind], created: last, ...values, id: prefix + String(last).padStart(8, "0"), tenant },
      201,
    );
  }

  function save(kind: string, record: Stored, status = 200): Response {
    tables[kind]?.set(record.id, record);
    return shown(record, status);
  }

  function act(record: Stored, action: string): Response {
    const [from, status] = STEPS[action] ?? [[], ""];
    const isOpen = from.includes(String(record["status"])) || (defect === "pays-twice" && record["status"] === status);
    if (!isOpen) return error(409, `A delivery that is ${record["status"]} takes no ${action}.`);
    return save("deliveries", { ...record, status, paid_at: status === "paid" ? 1 : (record["paid_at"] ?? null) });
  }

  function remove(kind: string, { id }: Stored): Response {
    const names = defect === "deletes-destinations" ? ["from"] : ["from", "to"];
    const isUsed = [...(tables["deliveries"]?.values() ?? [])].some((one) => names.some((name) => one[name] === id));
    if (kind === "depots" && isUsed) return error(409, "A delivery uses it.");
    tables[kind]?.delete(id);
    return new Response(null, { status: 204 });
  }

  function list(kind: string, tenant: string, asked: URLSearchParams): Response {
    const wanted = asked.get("closed") ?? (defect === "lists-closed-depots" ? undefined : "false");
    const isListed = (one: Stored) => kind !== "depots" || wanted === undefined || String(one["closed"]) === wanted;
    const all = [...(tables[kind]?.values() ?? [])].filter((one) => one.tenant === tenant && isListed(one));
    if (defect !== "lists-the-oldest-first") all.reverse();
    const start = all.findIndex(({ id }) => id === asked.get("starting_after")) + 1;
    const data = all.slice(start, start + Number(asked.get("limit") ?? 100));
    const isEnd = start + data.length >= all.length;
    const has_more = !isEnd || (defect === "promises-more" && data.length > 0);
    return Response.json({ data: data.map(({ tenant: _, ...one }) => one), has_more });
  }
}

function shown({ tenant: _, ...record }: Stored, status = 200): Response {
  return Response.json(record, { status });
}

function error(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
