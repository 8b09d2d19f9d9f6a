import type { Json, JsonObject } from "content-service-contract";
import { contractIn, serve } from "./service.js";

/** The contract of a service for members and their plans. */
export const clubs = contractIn("clubs.yaml");

export function createClubs(defect?: string) {
  const records = new Map<string, JsonObject>();
  /** The members that left a plan for another one. */
  const left = new Map<Json | undefined, number>();
  const has = (one: string) => defect === one;
  let last = 0;

  return serve(clubs, ({ method, pathname, query, token = "", sent, isValid }) => {
    const [, , type = "", id = "", action] = pathname.split("/");
    const tenant = token === "south" ? "south" : "north";
    const found = records.get(`${type} ${id}`);
    const isSeen = found?.["tenant"] === tenant || (action === "end" && has("ends-foreign-visits"));
    if (id !== "" && !isSeen) return reply(404);
    if (!isValid) return reply(400);
    if (method === "POST" && found === undefined) return create(type, { ...sent, tenant });
    if (found === undefined) return list(type, tenant, query.get("ordering"));
    if (action === "end") return save(type, { ...found, ended: true }, 200);
    if (method === "DELETE") return remove(type, found);
    return method === "PATCH" ? update(type, found, sent) : reply(200, type, found);
  });

  function create(type: string, sent: JsonObject): Response {
    if (type === "visits" && named("members", sent["member"])?.["plan"] == null)
      return Response.json({ detail: "The member has no plan." }, { status: 409 });
    return save(type, { ...sent, id: ++last }, 201);
  }

  function update(type: string, record: JsonObject, sent: JsonObject): Response {
    const { plan } = record;
    if ("plan" in sent && plan !== sent["plan"] && has("counts-former-members"))
      left.set(plan, (left.get(plan) ?? 0) + 1);
    return save(type, { ...record, ...sent }, 200);
  }

  function save(type: string, record: JsonObject, status: number): Response {
    const isOther = (one: JsonObject) => one["id"] !== record["id"] || has("compares-names-with-its-own");
    const others = [...records.values()].filter((one) => one["type"] === type && isOther(one));
    const isTaken = ({ name, tenant }: JsonObject) => name === record["name"] && tenant === record["tenant"];
    if (type === "plans" && others.some(isTaken) && !(status === 200 && has("renames-to-a-taken-name")))
      return Response.json({ name: ["plan with this name already exists."] }, { status: 400 });
    const isForeign = (one: JsonObject | undefined) => one?.["tenant"] !== record["tenant"];
    const isLax = has("takes-foreign-plans") || (status === 200 && has("moves-to-foreign-plans"));
    if (record["plan"] != null && isForeign(named("plans", record["plan"])) && !isLax) return reply(400);
    if (type === "visits" && isForeign(named("members", record["member"]))) return reply(400);
    if (tagsOf(record).some((tag) => isForeign(named("tags", tag)))) return reply(400);
    const hasDefault = record["is_default"] === true && !has("keeps-the-old-default");
    for (const one of hasDefault ? others.filter((other) => !isForeign(other)) : [])
      records.set(`${type} ${one["id"]}`, { ...one, is_default: false });
    const saved = { ...record, type };
    records.set(`${type} ${record["id"]}`, saved);
    return reply(status, type, saved);
  }

  function remove(type: string, { id }: JsonObject): Response {
    if (type === "plans" && membersOf(id).length > 0 && !has("deletes-used-plans")) return reply(409);
    for (const [key, one] of type === "tags" && !has("keeps-tags") ? records : [])
      if (tagsOf(one).includes(id ?? null)) records.set(key, { ...one, tags: tagsOf(one).filter((tag) => tag !== id) });
    records.delete(`${type} ${id}`);
    return reply(204);
  }

  function list(type: string, tenant: string, ordering: string | null): Response {
    const all = [...records.values()].filter((one) => one["type"] === type && one["tenant"] === tenant);
    const results = all.map((one) => shown(type, one));
    const compare = ({ price: one }: JsonObject, { price: other }: JsonObject) =>
      has("sorts-prices-as-text") ? (String(one) < String(other) ? -1 : 1) : Number(one) - Number(other);
    if (ordering !== null) results.sort((one, other) => compare(one, other) * (ordering.startsWith("-") ? -1 : 1));
    return Response.json({ count: all.length, results });
  }

  function named(type: string, id: Json | undefined): JsonObject | undefined {
    return records.get(`${type} ${id}`);
  }

  function membersOf(id: Json | undefined): JsonObject[] {
    return [...records.values()].filter((one) => one["type"] === "members" && one["plan"] === id);
  }

  function shown(type: string, { tenant: _, type: __, ...record }: JsonObject): JsonObject {
    const { id, plan = null, ended = false } = record;
    if (type === "members") return { ...record, plan, tags: tagsOf(record), status: plan === null ? "away" : "active" };
    if (type === "visits") return { ...record, ended };
    if (type !== "plans") return record;
    const count = membersOf(id).length + (left.get(id) ?? 0);
    return { is_default: false, ...record, price: Number(record["price"]).toFixed(2), member_count: count };
  }

  function reply(status: number, type = "", record?: JsonObject): Response {
    if (record !== undefined) return Response.json(shown(type, record), { status });
    return status === 204 ? new Response(null, { status }) : Response.json({ detail: "Rejected." }, { status });
  }
}

function tagsOf({ tags }: JsonObject): Json[] {
  return Array.isArray(tags) ? tags : [];
}
