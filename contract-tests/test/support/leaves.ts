import { isJsonObject, type JsonObject } from "content-service-contract";
import { contractIn, serve } from "./service.js";

export const leaves = contractIn("leaves.yaml");

export function createLeaves(defect?: string) {
  const records = new Map<string, JsonObject>();
  const has = (one: string) => defect === one;
  const today = () => new Date().toISOString().slice(0, 10);
  let last = 0;

  return serve(leaves, ({ method, pathname, query, token = "", sent, isValid }) => {
    const [, type = "", id = "", action] = pathname.split("/");
    const found = records.get(`${type} ${id}`);
    const isSeen = (one: JsonObject) => one["type"] !== "leaves" || token !== "other" || one["author"] === token;
    const isOpen = action === "approve" && has("approves-unseen");
    if (id !== "" && (found === undefined || !(isSeen(found) || isOpen))) return new Response(null, { status: 404 });
    if (!isValid) return new Response(null, { status: 400 });
    const listed = [...records.values()].filter((one) => one["type"] === type && isSeen(one));
    const [status, year] = [query.get("status") ?? "all", query.get("year") ?? new Date().getFullYear()];
    const isAsked = (one: JsonObject) =>
      type === "people" ? one["year"] === Number(year) : status === "all" || one["status"] === status;
    if (method === "GET" && query.has("capacity")) {
      const preview = { ...found, code: null, capacity: Number(query.get("capacity")) };
      return has("saves-previews") ? save(preview) : Response.json(preview);
    }
    if (method === "GET") return Response.json(found ?? listed.filter((one) => type === "teams" || isAsked(one)));
    if (method === "DELETE") return remove(type, id);
    if (action === "approve") {
      if (found?.["author"] === token && !has("approves-own")) return new Response(null, { status: 403 });
      return has("approves-nothing") ? Response.json(found) : save({ ...found, status: "approved" });
    }
    if (action === "copy") return create({ ...found, code: "c-2" });
    if (type === "leaves") return createLeave({ ...sent, type, author: sent["person_id"] ?? token, status: "pending" });
    const isLax = has(method === "PATCH" ? "moves-into-full-teams" : "overfills-teams");
    if (type === "people" && isFull(sent["team_id"], id) && !isLax) return new Response(null, { status: 409 });
    return found === undefined ? create({ ...defaults[type], ...sent, type }) : save({ ...found, ...sent });
  });

  /** A code is shown once. Nobody sees the city of a private person, and phones are shown in a form of their own. */
  function create({ id: _, code, ...record }: JsonObject): Response {
    const { type, tags, phones = [], is_private: isPrivate, city = null } = record;
    const lower = Array.isArray(tags) ? { tags: tags.map((one) => String(one).toLowerCase()) } : {};
    const shown = Array.isArray(phones) ? phones.filter(isJsonObject) : [];
    const inOwnForm = shown.map(({ kind = "home", number = "" }, index) => ({ id: String(index), kind, text: number }));
    const person = { ...record, city: isPrivate === true ? null : city, phones: inOwnForm };
    return save(type === "people" ? person : { ...record, ...lower, code: null }, code);
  }

  function createLeave(leave: JsonObject): Response {
    const [from, to] = [String(leave["from"]), String(leave["to"])];
    if (from < today()) return Response.json({ detail: "from is in the past" }, { status: 422 });
    if (to < from) return new Response(null, { status: 422 });
    const own = [...records.values()].filter(({ author }) => author === leave["author"]);
    const begins = (one: JsonObject) => (has("shares-a-day") ? String(one["to"]) > from : String(one["to"]) >= from);
    const isTaken = own.some((one) => String(one["from"]) <= to && begins(one));
    return isTaken ? new Response(null, { status: 409 }) : save(leave);
  }

  function isFull(team: unknown, person: string): boolean {
    const { capacity = 1 } = records.get(`teams ${team}`) ?? {};
    const people = [...records.values()].filter((one) => one["team_id"] === team && one["id"] !== person);
    return typeof team === "string" && people.length >= Number(capacity);
  }

  function save(record: JsonObject, code = record["code"]): Response {
    const saved = { id: String(++last), ...record };
    records.set(`${record["type"]} ${saved.id}`, saved);
    return Response.json({ ...saved, code }, { status: "id" in record ? 200 : 201 });
  }

  function remove(type: string, id: string): Response {
    records.delete(`${type} ${id}`);
    for (const one of has("keeps-teams") ? [] : [...records.values()].filter(({ team_id: team }) => team === id))
      save({ ...one, team_id: null });
    return new Response(null, { status: 204 });
  }
}

const defaults: Readonly<Record<string, JsonObject>> = {
  teams: { capacity: 50, code: "c-1" },
  people: { team_id: null },
};
