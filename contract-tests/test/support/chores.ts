import type { Json, JsonObject } from "content-service-contract";
import { contractIn, serve } from "./service.js";

/** The contract of a service for chores and orders. */
export const chores = contractIn("chores.yaml");

const NOTHING = { description: "" };
const INITIAL: Readonly<Record<string, JsonObject>> = {
  chores: { due_on: null, status: "open", archived: false, finished_at: null },
  halls: { places_left: 5, closed: false, opened_at: null },
  visits: { status: "booked" },
};

/** The service in memory, as a fetch function, with a defect. Each caller has chores of their own. */
export function createChores(defect?: string) {
  const records = new Map<string, JsonObject>();
  const has = (one: string) => defect === one;
  let last = 0;
  let settings: JsonObject = { theme: "dark", motto: "Onward" };
  for (const [place, due_on] of ["2027-02-01", null].entries())
    create("chores", { title: `Seed ${place}`, points: 6 + 2 * place, due_on, archived: place === 0 }, "t");

  for (const name of ["small", "large"]) create("halls", { name }, "t");

  return serve(chores, ({ method, pathname, query, token = "", sent, isValid }) => {
    const [, type = "", id = "", verb] = pathname.split("/");
    if (type === "totals")
      return Response.json([{ currency: "eur", taken: 5, returned: 2, net: has("adds-up") ? 5 : 3 }]);
    if (type === "settings") return change(sent, isValid);
    if (id === "by-slug") return reply([...records.values()].find(({ slug }) => slug === verb));
    if (type === "teams") return isValid ? actOnTeam(method, pathname.split("/").slice(2), token, sent) : status(400);
    const record = records.get(`${type} ${id}`);
    const isSeen = record?.["owner"] === token || (method === "GET" && verb === undefined && has("shows-others"));
    const isGone = record?.["deleted"] === true;
    if (verb === "notes" && isGone && method === "GET" && has("lists-notes-of-deleted")) return Response.json([]);
    if (id !== "" && (!isSeen || isGone)) return reply();
    if (!isValid) return status(400);
    if (verb === "notes") return notes(method, id, record, sent);
    if (record === undefined) return method === "POST" ? create(type, sent, token) : list(type, query, token);
    if (verb === "open") return open(record);
    if (verb === "refunds") return refund(record, sent, token);
    if (verb !== undefined) return act(type, record, verb, sent);
    const isMoved = sent["hall_id"] !== undefined && sent["hall_id"] !== record["hall_id"];
    if (isMoved && records.get(`halls ${sent["hall_id"]}`)?.["closed"] === true && !has("moves-into-closed-halls"))
      return status(409);
    if (method === "PUT" && sent["title"] === record["title"] && has("rejects-the-same-put")) return status(409);
    if (method === "PUT" || method === "PATCH") return save(type, { ...record, ...sent }, 200);
    if (method !== "DELETE") return reply(record);
    if (record["status"] === "booked") giveBack(record);
    for (const [key, one] of has("keeps-refunds") ? [] : records)
      if (one["order"] === id) records.set(key, { ...one, deleted: true });
    records.set(`${type} ${id}`, { ...record, deleted: true, ...(!has("finds-deleted") && { slug: "" }) });
    return new Response(null, { status: 204 });
  });

  /** Who creates a team owns it. */
  function actOnTeam(
    method: string,
    [id, part, memberId]: readonly string[],
    token: string,
    sent: JsonObject,
  ): Response {
    const team = id ?? `t${++last}`;
    const members = [...records.values()].filter((one) => one["team"] === team && "email" in one);
    const save = (record: JsonObject, code: number) => {
      records.set(`of teams ${record["id"]}`, record);
      return part === undefined
        ? Response.json({ ...sent, id: team }, { status: code })
        : shownInTeam([record], isOwner, code);
    };
    const own = members.find(({ email }) => email === `${token}@example.com`);
    const isOwner = own?.["role"] === "owner";
    if (id === undefined) return save({ id: `m${team}`, team, email: `${token}@example.com`, role: "owner" }, 201);
    if (own === undefined) return status(404);
    if (part === undefined && method === "GET") return Response.json({ id });
    if (part === undefined) for (const one of members) records.delete(`of teams ${one["id"]}`);
    if (part === undefined) return new Response(null, { status: 204 });
    if (method === "GET") {
      const all = [...records.values()].filter(
        (one) => one["team"] === team && "email" in one === (part === "members"),
      );
      return shownInTeam(all, isOwner);
    }
    const isRemoval = method === "DELETE" && (own["id"] === memberId || has("guests-remove"));
    if (!isOwner && !isRemoval) return status(403);
    if (memberId === undefined)
      return save({ ...sent, ...(part === "lists" && { link: "x" }), id: `m${++last}`, team }, 201);
    const member = members.find((one) => one["id"] === memberId);
    const owners = members.filter(({ role }) => role === "owner");
    if (member === undefined) return status(404);
    if (owners.length === 1 && owners[0] === member && sent["role"] !== "owner" && !has(`${method}-last-owner`))
      return status(409);
    if (method === "PATCH") return save({ ...member, ...sent }, 200);
    records.delete(`of teams ${memberId}`);
    return new Response(null, { status: 204 });
  }

  function shownInTeam(all: readonly JsonObject[], isOwner: boolean, code?: number): Response {
    const shownTo = ({ team: _, link, ...one }: JsonObject) =>
      link === undefined ? one : { ...one, link: isOwner || has("links-for-guests") ? link : null };
    return Response.json(code === undefined ? all.map(shownTo) : shownTo(all[0] ?? {}), { status: code ?? 200 });
  }

  function change(sent: JsonObject, isValid: boolean): Response {
    if (!isValid) return status(400);
    settings = {
      ...settings,
      ...sent,
      ...(has("keeps-the-motto") && { motto: sent["motto"] ?? settings["motto"] ?? null }),
    };
    return Response.json(settings);
  }

  function create(type: string, sent: JsonObject, owner: string): Response {
    const id = `${type.slice(0, 1)}${++last}`;
    const slug =
      `${sent["title"]} ${sent["points"]}`.toLowerCase().replaceAll(/[^a-z\d]+/g, "") + (has("same-slug") ? "" : last);
    const made =
      type === "chores"
        ? { slug }
        : type === "halls"
          ? { key: id }
          : type === "orders"
            ? { status: sent["paid"] === false ? "open" : "paid" }
            : {};
    return save(type, { ...INITIAL[type], ...sent, ...made, id, owner }, 201);
  }

  function save(type: string, record: JsonObject, code: number): Response {
    const hall = records.get(`halls ${record["hall_id"]}`);
    if (type === "visits" && (hall === undefined || hall["deleted"] === true)) return status(422);
    if (Date.parse(String(record["starts_at"])) < Date.UTC(2026, 5, 1))
      return Response.json({ description: "The day has passed." }, { status: 422 });
    const others = [...records.values()].filter((one) => one["id"] !== record["id"]);
    const isFree = has("moves-into-others") && code === 200;
    if (type === "visits" && !isFree && others.some((one) => overlaps(one, record))) return status(409);
    if (hall !== undefined && code === 201) addPlaces(hall, -1);
    records.set(`${type} ${record["id"]}`, record);
    return reply(record, code);
  }

  function giveBack({ hall_id }: JsonObject): void {
    const hall = records.get(`halls ${hall_id}`);
    if (hall !== undefined) addPlaces(hall, 1);
  }

  function addPlaces(hall: JsonObject, by: number): void {
    records.set(`halls ${hall["id"]}`, { ...hall, places_left: Number(hall["places_left"]) + by });
  }

  function open(hall: JsonObject): Response {
    const isVisited = [...records.values()].some((one) => one["hall_id"] === hall["id"] && one["deleted"] !== true);
    if (!isVisited && !has("opens-without-visits"))
      return Response.json({ description: "The hall has no visit." }, { status: 409 });
    return save("halls", { ...hall, ...(!has("stays-closed") && { opened_at: "2027-01-05T00:00:00Z" }) }, 200);
  }

  function refund({ id = null, cents }: JsonObject, sent: JsonObject, owner: string): Response {
    const others = has("refunds-too-much") ? [] : [...records.values()].filter(({ order }) => order === id);
    const all = [sent, ...others].reduce((sum, one) => sum + Number(one["cents"]), 0);
    return all > Number(cents) ? status(409) : create("refunds", { ...sent, order: id }, owner);
  }

  function act(type: string, record: JsonObject, verb: string, { cents = 0, ship_at }: JsonObject): Response {
    const whole = { ship: "shipped", pack: "packed" }[verb];
    if (whole !== undefined) {
      if ([whole, "canceled"].includes(String(record["status"]))) return status(409);
      const to = ship_at !== undefined ? "scheduled" : cents !== 0 ? `partially_${whole}` : whole;
      return save(type, { ...record, status: to }, 200);
    }
    if (record["status"] === "booked" && !has("keeps-places")) giveBack(record);
    const isOpen = record["status"] === "open" || record["status"] === "booked";
    const isPaidAgain = verb === "pay" && record["status"] === "canceled" && has("pays-canceled");
    if (!isOpen && !isPaidAgain && !(verb === "finish" && has("finishes-twice"))) return status(409);
    if (Number(cents) > Number(record["cents"])) return status(400);
    const canceled = has("stays-uncanceled") ? "uncanceled" : "late_canceled";
    const to = { finish: "done", pay: "paid" }[verb] ?? (type === "visits" ? canceled : "canceled");
    const time = verb === "finish" && !has("forgets-the-time") ? { finished_at: "2027-01-05T00:00:00Z" } : {};
    const done = { ...record, status: to, ...time };
    records.set(`${type} ${record["id"]}`, done);
    return reply(done);
  }

  function notes(method: string, id: string, chore: JsonObject | undefined, sent: JsonObject): Response {
    if (method === "GET") return Response.json([...records.values()].filter((one) => one["chore"] === id).map(shown));
    if (chore?.["status"] !== "open" && !has("notes-on-done")) return status(409);
    const note = { ...sent, id: `n${++last}`, chore: id };
    records.set(`notes ${note.id}`, note);
    return reply(note, 201);
  }

  function list(type: string, query: URLSearchParams, owner: string): Response {
    const [due, by, order, state] = ["due_before", "sort_by", "order", "status"].map((name) => query.get(name));
    const text = query.get("q") ?? "";
    const isListed = (one: JsonObject) =>
      one["owner"] === owner &&
      one["deleted"] !== true &&
      (query.get("include_archived") === "true" || one["archived"] !== true || has("lists-archived")) &&
      (type !== "chores" || String(one["title"]).toLowerCase().includes(text.toLowerCase())) &&
      (state == null || one["status"] === state || (Number(query.get("page")) > 0 && has("filters-the-first-page"))) &&
      (due == null || (one["due_on"] === null ? has("lists-undated") : String(one["due_on"]) < due));
    const all = [...records].flatMap(([key, one]) => (key.startsWith(type) && isListed(one) ? [one] : []));
    const name = type === "halls" && !has("unsorted-halls") ? "name" : by;
    const compare = (one: Json = null, other: Json = null) =>
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : String(one) < String(other)
          ? -1
          : 1;
    if (name != null && !(text !== "" && has("sorts-no-search")))
      all.sort(({ [name]: one }, { [name]: other }) => compare(one, other));
    if (order === "desc" && !has("ignores-the-direction")) all.reverse();
    if (type !== "chores") return Response.json(all.map(shown));
    const [page, size] = [Number(query.get("page") ?? 0), Number(query.get("size") ?? 50)];
    const last = (page + (has("ends-too-early") ? 2 : 1)) * size >= all.length;
    const itemCount = all.length + (has("miscounts") ? 1 : 0);
    return Response.json({
      content: all.slice(page * size, (page + 1) * size + (has("one-too-many") ? 1 : 0)).map(shown),
      ...{ itemCount, last, totalPages: Math.ceil(all.length / size) + (has("adds-a-page") ? 1 : 0) },
    });
  }

  function shown({ owner: _, deleted: __, chore: ___, paid: ____, order: _____, ...all }: JsonObject): JsonObject {
    const points = Number(all["points"]);
    const { key, ...others } = all;
    const record = key === undefined || !has("shows-keys") ? others : all;
    return { ...record, ...("points" in record && { urgent: has("urgent-above") ? points > 8 : points >= 8 }) };
  }

  function reply(record?: JsonObject, code = 200): Response {
    if (record === undefined) return status(404);
    const once = record["key"] !== undefined && code === 201 ? { key: record["key"] } : {};
    return Response.json({ ...shown(record), ...once }, { status: code });
  }
}

function status(code: number): Response {
  return Response.json(NOTHING, { status: code });
}

function overlaps(one: JsonObject, other: JsonObject): boolean {
  if (one["hall_id"] !== other["hall_id"] || one["status"] !== "booked" || other["status"] !== "booked") return false;
  const times = [one, other].map(({ starts_at, minutes }) => {
    const startMs = Date.parse(String(starts_at));
    return [startMs, startMs + Number(minutes) * 60_000] as const;
  });
  const [[from = 0, to = 0] = [], [start = 0, end = 0] = []] = times;
  return from < end && start < to;
}
