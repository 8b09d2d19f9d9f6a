import type { JsonObject } from "content-service-contract";
import { contractIn, type Received, serve } from "./service.js";

export const exhibits = contractIn("exhibits.yaml");

interface Stored extends JsonObject {
  readonly name: string;
}

export function createExhibits(nowMs: () => number, defect?: string) {
  const records = new Map<string, Stored>();
  const has = (one: string) => defect === one;
  let last = 0;

  return serve(exhibits, async (received) => {
    const response = respond(received);
    if (received.token !== "guest" || has("shows-curators-to-guests")) return response;
    return new Response((await response.text()).replaceAll(/,"curator":"[^"]*"/g, ""), response);
  });

  function respond({ method, pathname, query, sent, isValid }: Received): Response {
    const [path = "", action] = pathname.replace("/v1/", "").split(":");
    if (!isValid) return error(400, "Invalid.");
    const parts = path.split("/");
    const above = parts.slice(0, parts.length - (parts.length % 2 === 0 ? 2 : 1)).join("/");
    const parent = records.get(above);
    if (above !== "" && (parent === undefined || parent["deleteTime"] !== undefined)) return error(404, "Not found.");
    if (parts.length % 2 === 1) return method === "POST" ? create(path, sent) : list(path, query);
    const record = records.get(path);
    if (record === undefined) return error(404, "Not found.");
    if (method === "GET") return Response.json(record);
    const etag = method === "DELETE" ? query.get("etag") : sent["etag"];
    const isOld = (etag ?? undefined) !== undefined && etag !== record["etag"];
    if (isOld && !has("ignores-etags") && !(method === "DELETE" && has("deletes-at-any-etag")))
      return error(409, "The etag is not the current one.");
    if (action !== undefined) return act(record, action);
    if (record["deleteTime"] !== undefined) return error(404, "Deleted.");
    return method === "DELETE" ? remove(record) : update(record, sent, query.get("updateMask") ?? "");
  }

  function create(path: string, sent: JsonObject): Response {
    if (path === "halls" && isTaken(sent["displayName"])) return error(409, "The name exists.");
    if (path.endsWith("exhibits")) {
      if (!records.has(String(sent["lender"]))) return error(400, "No such lender.");
      if (below(path).length >= (has("takes-a-fourth-exhibit") ? 4 : 3)) return error(429, "The hall is full.");
    }
    last += 1;
    const base = path.endsWith("exhibits") ? { state: "DRAFT" } : path === "halls" ? { note: "", floor: 0 } : {};
    // Later records have later times, whose order no language changes.
    const times = path === "lenders" ? { createTime: new Date(nowMs() + 1000 * last).toISOString() } : {};
    return save({ ...base, ...times, ...sent, name: `${path}/n${String(last).padStart(6, "0")}` });
  }

  function isTaken(displayName: unknown, except = ""): boolean {
    const key = (one: unknown) => (has("names-halls-alike") ? String(one) : String(one).toLowerCase());
    return below("halls").some((one) => one.name !== except && key(one["displayName"]) === key(displayName));
  }

  function update(record: Stored, sent: JsonObject, mask: string): Response {
    const isNamed = (name: string) => mask.split(",").includes(name) || (has("writes-beyond-the-mask") && name in sent);
    const data = Object.fromEntries(Object.entries(sent).filter(([name]) => name !== "etag" && isNamed(name)));
    const isHall = record.name.startsWith("halls/") && !record.name.includes("exhibits");
    if (isHall && "displayName" in data && isTaken(data["displayName"], record.name)) return error(409, "It exists.");
    const kept = has("keeps-the-update-time") ? { updateTime: record["updateTime"] ?? "" } : {};
    return save({ ...record, ...data }, kept);
  }

  function act(record: Stored, action: string): Response {
    if (action === "undelete") {
      if (record["deleteTime"] === undefined) return error(400, "The hall is not deleted.");
      const { deleteTime: _, note = "", ...rest } = record;
      return save(has("loses-the-note") ? rest : { ...rest, note });
    }
    if (action === "withdraw") return save({ ...record, state: "WITHDRAWN" });
    const isOpen = record["state"] === "DRAFT" || has("shows-withdrawn-exhibits");
    if (!isOpen) return error(400, `The exhibit is ${record["state"]}.`);
    if (below(`${record.name}/labels`).length === 0) return error(400, "The exhibit has no label.");
    return record["curator"] === undefined
      ? error(400, "The exhibit has no curator.")
      : save({ ...record, state: "SHOWN" });
  }

  function remove(record: Stored): Response {
    const isOpen = ({ name }: Stored) => records.get(name.replace(/\/exhibits.*/, ""))?.["deleteTime"] === undefined;
    const isUsed = [...records.values()].some((one) => one["lender"] === record.name && isOpen(one));
    if (isUsed && !has("deletes-used-lenders")) return error(400, "An exhibit refers to the lender.");
    if (/^halls\/\w+$/.test(record.name)) return save({ ...record, deleteTime: time() });
    for (const name of records.keys())
      if (name === record.name || name.startsWith(`${record.name}/`)) records.delete(name);
    return Response.json({});
  }

  function save(record: Stored, more: JsonObject = {}): Response {
    last += 1;
    const isVersioned = /^halls\/\w+(\/exhibits\/\w+)?$/.test(record.name);
    const stored = { ...record, ...(isVersioned && { etag: String(last), updateTime: time(), ...more }) };
    records.set(record.name, stored);
    return Response.json(stored);
  }

  function below(path: string): Stored[] {
    const isWithin = ({ name }: Stored) => name.replace(/\/\w+$/, "") === path;
    const isAny = ({ name }: Stored) => has("lists-all-exhibits") && /\/exhibits\/\w+$/.test(name);
    return [...records.values()].filter((one) => isWithin(one) || (path.endsWith("/exhibits") && isAny(one)));
  }

  function list(path: string, asked: URLSearchParams): Response {
    const shown = asked.get("showDeleted") === "true" || has("lists-deleted-halls");
    const open = below(path).filter((one) => shown || one["deleteTime"] === undefined);
    const state = asked.get("state");
    const all = open.filter((one) => state === null || one["state"] === state);
    const [order = "", direction] = (asked.get("orderBy") ?? "").split(" ");
    const key = (one: Stored) => String(one[order] ?? "") + one.name;
    if (order !== "") all.sort((one, other) => (key(one) < key(other) ? -1 : 1));
    if (direction === "desc" && !has("sorts-one-way")) all.reverse();
    const start = Number(asked.get("pageToken") ?? 0);
    const end = start + Number(asked.get("pageSize") ?? 20);
    const isMore = end < all.length || (end === all.length && has("gives-a-last-token"));
    const nextPageToken = isMore ? { nextPageToken: String(end) } : {};
    const totalSize = (has("counts-beyond-the-filter") ? open : all).length;
    return Response.json({ [path.split("/").at(-1) ?? ""]: all.slice(start, end), ...nextPageToken, totalSize });
  }

  function time(): string {
    return new Date(nowMs()).toISOString();
  }
}

function error(status: number, message: string): Response {
  return Response.json({ error: { code: status, message } }, { status });
}
