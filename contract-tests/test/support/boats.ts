import { type Json, type JsonObject, objectAt, valueAt } from "content-service-contract";
import { contractIn, serve } from "./service.js";

/** The contract of a service for boats of clubs, whose records are resource objects. */
export const boats = contractIn("boats.yaml");

interface Stored {
  readonly type: string;
  readonly id: string;
  readonly attributes: JsonObject;
  /** The ids of other records. */
  readonly ids: Readonly<Record<string, string>>;
}

const HEADERS = { "content-type": "application/vnd.api+json" };
const INITIAL: Readonly<Record<string, JsonObject>> = {
  clubs: {},
  boats: { note: null, fee: 10 },
  entries: { status: "open" },
};
const WAYS = ["open paid", "open canceled", "paid sailed"];

export function createBoats(defect?: string) {
  const records = new Map<string, Stored>();
  const has = (one: string) => defect === one;
  let last = 0;

  return serve(boats, ({ method, pathname, query, token, sent, isValid }) => {
    const [, type = "", id] = pathname.split("/");
    if (!isValid) return error(400);
    if (id === undefined) return method === "POST" ? create(type, sent) : list(type, query);
    const record = records.get(id);
    if (record === undefined) return error(404);
    const isSailor = token === "sailor";
    if (method === "PATCH") return update(record, sent, isSailor);
    if (method === "DELETE" && type === "entries" && isSailor && !has("lets-sailors-delete-all")) return error(403);
    if (method === "DELETE") return remove(record);
    const boat = query.get("include") === "boat" ? records.get(record.ids["boat"] ?? "") : undefined;
    const included =
      boat && shown(has("includes-old-boats") ? { ...boat, attributes: { ...boat.attributes, fee: 10 } } : boat);
    return respond({ data: shown(record), ...(included && { included: [included] }) });
  });

  function create(type: string, sent: JsonObject): Response {
    const ids = idsIn(sent);
    if (Object.values(ids).some((one) => !records.has(one))) return error(422);
    const attributes = attributesIn(sent);
    if (type === "boats" && isTaken(ids["club"], attributes["sail"])) return error(409);
    last += 1;
    // In the order of neither their numbers nor their texts.
    const id = `${type[0]}${(last * 7919) % 100_000}x`;
    return save({ type, id, attributes: { ...INITIAL[type], ...attributes }, ids }, 201);
  }

  function isTaken(club: string | undefined, sail: Json | undefined, except = ""): boolean {
    const key = (one: Json | undefined) =>
      has("takes-sails-in-another-case") ? String(one) : String(one).toLowerCase();
    return [...records.values()].some(
      (one) => one.ids["club"] === club && one.id !== except && key(one.attributes["sail"]) === key(sail),
    );
  }

  function update(record: Stored, sent: JsonObject, isSailor: boolean): Response {
    const attributes = attributesIn(sent);
    if ("fee" in attributes && isSailor && !has("lets-sailors-set-fees")) return error(403);
    const ids = has("ignores-another-club") ? record.ids : { ...record.ids, ...idsIn(sent) };
    if (Object.values(ids).some((one) => !records.has(one))) return error(422);
    const next: JsonObject = { ...record.attributes, ...(has("resets-notes") ? { note: null } : {}), ...attributes };
    if (record.type === "boats" && !has("takes-sails-of-others") && isTaken(ids["club"], next["sail"], record.id))
      return error(409);
    const way = `${record.attributes["status"]} ${attributes["status"]}`;
    const isWay = WAYS.includes(way) || (has("reopens-entries") && way.startsWith("canceled"));
    if ("status" in attributes && !isWay) return error(409);
    return save({ ...record, attributes: next, ids });
  }

  function remove({ id }: Stored): Response {
    const below = [...records.values()].filter(({ ids }) => Object.values(ids).includes(id));
    if (below.some(({ type }) => type === "boats") && !has("deletes-clubs-of-boats")) return error(409);
    for (const one of has("leaves-entries") ? [] : below) records.delete(one.id);
    records.delete(id);
    return new Response(null, { status: 204 });
  }

  function list(type: string, query: URLSearchParams): Response {
    const [club, rig] = ["filter[club]", "filter[rig]"].map((name) => query.get(name));
    const keys = (query.get("sort") ?? "").split(",").filter(Boolean);
    const compare = (one: Stored, other: Stored) => {
      const by = (key: string) => {
        const [left = "", right = ""] = [one, other].map(({ attributes }) => attributes[key.replace("-", "")]);
        const order = Number(left ?? "") - Number(right ?? "") || String(left).localeCompare(String(right));
        return key.startsWith("-") ? -order : order;
      };
      return (
        keys
          .slice(0, has("sorts-by-one-key") ? 1 : 2)
          .map(by)
          .find((order) => order !== 0) ?? 0
      );
    };
    const all = [...records.values()]
      .filter((one) => one.type === type && (rig ?? one.attributes["rig"]) === one.attributes["rig"])
      .filter(({ ids }) => has("ignores-the-club") || (club ?? ids["club"]) === ids["club"])
      .toSorted(compare);
    const size = Number(query.get("page[size]") ?? 20);
    const start = (Number(query.get("page[number]") ?? 1) - 1) * size;
    return respond({ data: all.slice(start, start + size).map(shown), meta: { total: all.length } });
  }

  function save(record: Stored, status = 200): Response {
    records.set(record.id, record);
    return respond({ data: shown(record) }, status);
  }
}

const TARGETS: Readonly<Record<string, string>> = { club: "clubs", boat: "boats" };

function shown({ ids, ...record }: Stored): JsonObject {
  const entries = Object.entries(ids).map(([name, id]) => [name, { data: { type: TARGETS[name] ?? "", id } }]);
  return { ...record, ...(entries.length > 0 && { relationships: Object.fromEntries(entries) }) };
}

function attributesIn(sent: JsonObject): JsonObject {
  return objectAt(objectAt(sent, "data"), "attributes");
}

function idsIn(sent: JsonObject): Record<string, string> {
  const names = Object.keys(objectAt(objectAt(sent, "data"), "relationships"));
  return Object.fromEntries(names.map((name) => [name, String(valueAt(sent, `/data/relationships/${name}/data/id`))]));
}

function error(status: number): Response {
  return respond({ errors: [{ status: String(status) }] }, status);
}

function respond(body: JsonObject, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: HEADERS });
}
