import { createContract, isJsonObject, type Json, type JsonObject, withValue } from "content-service-contract";
import { contractIn, serve } from "./service.js";

export const rooms = contractIn("rooms.yaml");

export const ROLES = ["admin", "host", "cleaner"];

export const roomsWith = (at: string, value: Json) => createContract(withValue(rooms.document, at, value));

const INITIAL: Readonly<Record<string, JsonObject>> = {
  people: { active: true },
  rooms: { note: "", archived_at: null },
  bookings: { minutes: 30, note: "", status: "booked", items: [] },
};
const PREFIXES: Readonly<Record<string, string>> = { people: "psn", rooms: "rom", bookings: "bkg", passes: "pas" };

/** The service in memory, as a fetch function, with a defect. Its callers have the roles admin, host and cleaner. */
export function createRooms(defect?: string) {
  const records = new Map<string, JsonObject>();
  const costs = new Map<string, number>();
  const versions = new Map<string, number>();
  /** The bookings that moved away from a room. */
  const left = new Map<string, Set<Json | undefined>>();
  const has = (one: string) => defect === one;
  let last = 0;

  return serve(rooms, ({ method, pathname, query, headers, token: caller = "", sent, isValid }) => {
    const [, type = "", id = "", below, inner = ""] = pathname.split("/");
    if (type === "passes" && method === "POST" && caller !== "host") return reply(403);
    const isNote = has("lets-cleaners-change-notes") && Object.keys(sent).join() === "note";
    const mayChange = type !== "bookings" || caller !== "cleaner" || isNote || has("lets-cleaners-change-bookings");
    if (method === "PATCH" && !mayChange) return reply(403);
    if (id === "bulk" || id === "cancel-many")
      return !isValid ? reply(400) : id === "bulk" ? createMany(sent, caller) : cancelMany(sent);
    const record = records.get(id);
    if (id !== "" && record?.["tenant"] !== tenantOf(caller)) return reply(404);
    if (!isValid) return reply(400);
    const tenant = tenantOf(caller);
    if (record === undefined) return method === "POST" ? create(type, { ...sent, tenant }) : list(type, query, caller);
    if (below === "bookings") return create("bookings", { ...sent, tenant, room_id: id, maker: caller });
    if (below === "cancel" || below === "reopen") return setStatus(record, below, caller);
    if (below === "items") return method === "POST" ? addItem(record, sent) : removeItem(record, inner);
    if (method === "PATCH") return update(type, record, sent, headers.get("if-match"));
    if (method === "DELETE" && type === "rooms") return archive(record);
    const mayDelete = caller === "admin" || record["maker"] === caller || has("lets-all-delete-bookings");
    if (method === "DELETE" && type === "bookings" && !mayDelete) return reply(403);
    if (method === "DELETE") return reply(records.delete(id) ? 204 : 404);
    return reply(200, record);
  });

  function create(type: string, sent: JsonObject): Response {
    last += 1;
    const id = `${PREFIXES[type]}_${1000 + last}`;
    const longer = has("longer-bookings") && type === "bookings" ? { minutes: 45 } : {};
    return save(type, { ...INITIAL[type], ...longer, ...sent, id }, 201, sent);
  }

  function createMany({ rooms: all }: JsonObject, caller: string): Response {
    const before = new Map(records);
    for (const one of Array.isArray(all) ? all : []) {
      const created = create("rooms", { ...Object(one), tenant: tenantOf(caller) });
      if (created.ok) continue;
      if (!has("keeps-the-first-rooms")) records.clear();
      for (const [id, record] of before) records.set(id, record);
      return created;
    }
    return reply(201);
  }

  function cancelMany({ ids }: JsonObject): Response {
    const all = (Array.isArray(ids) ? ids : []).map((id) => records.get(String(id)));
    if (all.includes(undefined)) return reply(404);
    for (const one of has("cancels-the-first-alone") ? all.slice(0, 1) : all)
      save("bookings", { ...one, status: "canceled" }, 200, {});
    return reply(200);
  }

  function update(type: string, record: JsonObject, { version, ...sent }: JsonObject, etag: string | null): Response {
    const isOld = version !== undefined && version !== versions.get(String(record["id"]));
    if (isOld && !has("ignores-versions")) return reply(409);
    if (type === "bookings" && etag === null) return reply(428);
    if (type === "bookings" && etag !== `"${versions.get(String(record["id"]))}"`) return reply(412);
    if (type === "bookings" && record["status"] !== "booked" && !has("changes-canceled-ones")) return reply(409);
    const room = String(record["room_id"]);
    if ("room_id" in sent) left.set(room, (left.get(room) ?? new Set()).add(record["id"]));
    return save(type, { ...record, ...(has("forgets-notes") ? { note: "" } : {}), ...sent }, 200, sent);
  }

  function save(type: string, record: JsonObject, status: number, sent: JsonObject): Response {
    const id = String(record["id"]);
    const others = [...records.values()].filter((one) => one["id"] !== id);
    if (type === "rooms" && !(has("renames-to-a-taken-name") && status === 200)) {
      const isTaken = (one: JsonObject) =>
        key(one["name"]) === key(record["name"]) &&
        (one["archived_at"] === null || (has("keeps-names") && "archived_at" in one));
      if (others.some(isTaken)) return reply(409);
    }
    if (type === "bookings") {
      const host = records.get(String(record["host_id"]));
      if (
        host?.["role"] !== "host" ||
        host["tenant"] !== record["tenant"] ||
        !(host["active"] === true || has("books-inactive-hosts"))
      )
        return json(422, { error: "host_id" }, undefined);
      if (!records.has(String(record["room_id"]))) return json(422, { error: "room_id" }, undefined);
      if ("starts_at" in sent && startOf(record) < Date.now()) return json(422, { error: "starts_at" }, undefined);
      const isLonger = has("extends-into-others") && !("starts_at" in sent);
      const isFree = (has("moves-into-others") || isLonger) && status === 200;
      if (record["status"] === "booked" && !isFree && others.some((one) => overlaps(one, record))) return reply(409);
    }
    records.set(id, record);
    versions.set(id, (versions.get(id) ?? 0) + 1);
    return reply(status, record);
  }

  function key(name: Json | undefined): string {
    return has("tells-cases-apart") ? String(name) : String(name).toLowerCase();
  }

  function overlaps(one: JsonObject, other: JsonObject): boolean {
    const isOpen = one["status"] === "booked" || has("keeps-canceled-times");
    if (one["host_id"] !== other["host_id"] || !isOpen) return false;
    const isWithin = startOf(other) >= startOf(one) && startOf(other) < endOf(one);
    return (
      isWithin || (!has("sees-later-starts-alone") && startOf(other) < startOf(one) && endOf(other) > startOf(one))
    );
  }

  function setStatus(record: JsonObject, verb: string, caller: string): Response {
    const [from, to] = verb === "cancel" ? ["booked", "canceled"] : ["canceled", "booked"];
    if (record["status"] !== from && !(verb === "reopen" && has("reopens-booked-ones"))) return reply(409);
    if (verb === "reopen" && caller === "cleaner" && !has("lets-cleaners-reopen")) return reply(403);
    return save("bookings", { ...record, status: to }, 200, {});
  }

  function archive(record: JsonObject): Response {
    records.set(String(record["id"]), { ...record, archived_at: "2027-01-05T00:00:00Z" });
    for (const [id, one] of has("keeps-bookings") ? [] : records)
      if (one["room_id"] === record["id"]) records.set(id, { ...one, status: "canceled" });
    return reply(204);
  }

  function addItem(record: JsonObject, sent: JsonObject): Response {
    if (itemsOf(record).length === 3 && !has("takes-a-fourth-item")) return reply(409);
    last += 1;
    return save("bookings", { ...record, items: [...itemsOf(record), { id: `i${last}`, ...sent }] }, 201, {});
  }

  function removeItem(record: JsonObject, id: string): Response {
    const place = itemsOf(record).findIndex((one) => one["id"] === id);
    if (place < 0) return reply(404);
    const items = itemsOf(record).toSpliced(place, has("removes-later-items") ? MANY : 1);
    records.set(String(record["id"]), { ...record, items, ...(has("keeps-the-total") && { kept: totalOf(record) }) });
    return reply(204);
  }

  function list(type: string, query: URLSearchParams, caller: string): Response {
    const [q, to, sort, order] = ["q", "to", "sort", "order"].map((name) => query.get(name));
    const isSeen = ({ tenant }: JsonObject) =>
      tenant === tenantOf(caller) || (has("searches-everywhere") && q !== null);
    const texts = has("searches-names-alone") ? ["name"] : ["name", "note"];
    const all = [...records.values()]
      .filter(
        (one) =>
          isSeen(one) && String(one["id"]).startsWith(PREFIXES[type] ?? "") && (one["archived_at"] ?? null) === null,
      )
      .filter((one) => q == null || texts.some((name) => String(one[name]).includes(q)))
      .filter((one) => to == null || startOf(one) < Date.parse(to) + (has("includes-the-end") ? 1 : 0));
    const isDown = order === "desc" || /^-|,desc$/.test(sort ?? "");
    const compare = (one: JsonObject, other: JsonObject) => {
      const order = String(one["note"]).localeCompare(String(other["note"])) * (isDown ? -1 : 1);
      return order || String(one["id"]).localeCompare(String(other["id"])) * (isDown && has("reverses-ties") ? -1 : 1);
    };
    if (sort != null) all.sort(compare);
    return json(200, all.map(shown), undefined);
  }

  function reply(status: number, record?: JsonObject): Response {
    const version = record && versions.get(String(record["id"]));
    return json(status, record && shown(record), version === undefined ? undefined : `"${version}"`);
  }

  function costOf(id: string, { minutes }: JsonObject): Json {
    const cost = 2 * Number(minutes);
    costs.set(id, costs.get(id) ?? cost);
    return has("keeps-the-cost") ? (costs.get(id) ?? null) : cost;
  }

  function shown({ pin, kept, tenant: _, maker, ...record }: JsonObject): JsonObject {
    const id = String(record["id"]);
    if (id.startsWith("pas")) return { ...record, ...(has("shows-pins") && { pin: pin ?? null }) };
    if (id.startsWith("bkg"))
      return {
        ...record,
        ends_at: new Date(endOf(record) + (has("ends-later") ? 60_000 : 0)).toISOString(),
        opened_by: has("names-the-admin") ? "t" : (maker ?? ""),
        keeper: has("keeps-for-the-admin") ? "t" : (maker ?? ""),
        cost: costOf(id, record),
        created_at: createdAt(id),
        total: kept ?? totalOf(record),
      };
    const isHere = (one: JsonObject) =>
      one["room_id"] === id || (has("counts-moved") && left.get(id)?.has(one["id"]) === true);
    const own = [...records.values()].filter(isHere);
    return id.startsWith("rom") ? { ...record, version: versions.get(id) ?? 0, booking_count: own.length } : record;
  }
}

const MANY = 9;

function tenantOf(caller: string): string {
  return caller === "stranger" ? "south" : "north";
}

function startOf(record: JsonObject): number {
  return Date.parse(String(record["starts_at"]));
}

/** A minute apart, since many are created in the same millisecond. */
function createdAt(id: string): string {
  return new Date(Date.UTC(2026, 0, 1) + Number(id.slice(4)) * 60_000).toISOString();
}

function endOf(record: JsonObject): number {
  return startOf(record) + Number(record["minutes"]) * 60_000;
}

function itemsOf({ items }: JsonObject): JsonObject[] {
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

function totalOf(record: JsonObject): number {
  return itemsOf(record).reduce((sum, { price }) => sum + Number(price), 0);
}

function json(status: number, body: JsonObject | JsonObject[] | undefined, etag: string | undefined): Response {
  const headers = { "content-type": "application/json", ...(etag !== undefined && { etag }) };
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}
