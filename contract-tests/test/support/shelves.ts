import { isJsonObject, type Json, type JsonObject, objectAt } from "content-service-contract";
import { contractIn, type Received, serve } from "./service.js";

export const shelves = contractIn("shelves.yaml");

interface Stored {
  readonly shelf: number;
  readonly first: JsonObject;
  record: JsonObject;
  version: number;
  code: string;
  heldUntilMs: number;
}

/** The response with the id of a new book in `Location` alone. */
async function withoutIds({ pathname }: Received, response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.includes("json")) return response;
  const body: unknown = await response.json();
  const { headers, status } = response;
  if (status === 201 && isJsonObject(body) && "title" in body) headers.set("location", `${pathname}/${body["id"]}`);
  const hide = (key: string, value: unknown) =>
    isJsonObject(value) && "title" in value ? { ...value, id: undefined } : key === "holds" ? [] : value;
  return Response.json(JSON.parse(JSON.stringify(body, hide)), { headers, status });
}

/** The service in memory, as a fetch function, with defects, separated by spaces. */
export function createShelves(defect?: string, now = () => 0) {
  const has = (one: string) => defect?.split(" ").includes(one) ?? false;
  const labels = new Map<number, string>();
  const books = new Map<number, Stored>();
  const texts = new Map<string, JsonObject>();
  const removals = new Map<number, number>();
  const keys = new Map<string, number>();
  let last = 0;
  let reads = 0;
  let total = 0;

  return serve(shelves, async (received) => {
    const isOver = ({ record }: Stored) => Date.parse(String(record["expires_at"])) <= now();
    for (const [id, one] of books) if (isOver(one) && !has("keeps-expired")) books.delete(id);
    const response = handle(received);
    response.headers.set("date", new Date(now()).toUTCString());
    return has("hides-ids") ? withoutIds(received, response) : response;
  });

  function handle({ method, pathname, query, headers, token, sent, isValid }: Received): Response {
    const [, , shelfText = "", kind, bookText = "", action] = pathname.split("/");
    const [shelf, id] = [Number(shelfText), Number(bookText)];
    if (shelfText === "" && method !== "GET" && method !== "POST") return error(405);
    const isRecord = kind === undefined ? shelfText !== "" : bookText !== "";
    const isRead = has("reads-others") || (has("reads-single-ones") && isRecord && method === "GET");
    const isShown = isRead || (has("deletes-for-others") && method === "DELETE");
    if (token === "south" && !isShown) return shelfText === "" ? Response.json([]) : error(404);
    if (shelfText === "" && method === "POST")
      return isValid ? createShelf(String(sent["label"]), headers.get("idempotency-key")) : error(400);
    if (shelfText === "") return Response.json([...labels].map(shelfOf));
    if (!labels.has(shelf)) return error(404);
    if (kind === undefined)
      return method === "DELETE" ? deleteShelf(shelf) : Response.json(shelfOf([shelf, labels.get(shelf) ?? ""]));
    if (kind === "hold") return hold(shelf);
    if (kind === "labels") return isValid ? label(`${shelf} ${bookText}`, method, sent) : error(400);
    if (kind === "clear") {
      for (const [id, one] of books) if (one.shelf === shelf) books.delete(id);
      return new Response(null, { status: 204 });
    }
    if (bookText === "") return method === "POST" ? createBook(shelf, sent, isValid) : listBooks(shelf, query);
    const book = books.get(id);
    const isAnywhere = has("ignores-parent") || (has("changes-elsewhere") && method !== "GET");
    if (book === undefined && has("deletes-unknown") && method === "DELETE") return new Response(null, { status: 204 });
    if (book === undefined || (book.shelf !== shelf && !isAnywhere)) return error(404);
    if (action === "lend") {
      const lent_at = new Date(now()).toISOString();
      if (!has("lends-nothing")) book.record = { ...book.record, state: "lent", lent_at };
      return new Response(null, { status: 204 });
    }
    if (action === "unlend") {
      book.record = { ...book.record, state: "free", ...(has("keeps-lent-at") ? {} : { lent_at: null }) };
      return new Response(null, { status: 204 });
    }
    if (action === "collect") {
      if (book.code !== sent["code"] || book.heldUntilMs <= now()) return error(409);
      books.delete(id);
      return new Response(null, { status: 204 });
    }
    const etag = headers.get("if-match");
    const isOutdated = etag !== null && etag !== tagOf(book);
    if (method === "DELETE") {
      if (isOutdated && !has("deletes-old-version")) return error(412);
      if (!has("deletes-nothing")) books.delete(id);
      removals.set(shelf, (removals.get(shelf) ?? 0) + 1);
      return new Response(null, { status: 204 });
    }
    if (method !== "GET" && !isValid) return rejectChange(book, sent);
    if (method !== "GET") return changeBook(book, method, sent, isOutdated);
    reads += 1;
    const shown = has("reads-first") ? ([...books.values()][0] ?? book) : book;
    const isOther = has("reads-alternate") && reads % 2 === 0;
    return respond(isOther ? { ...shown, record: { ...shown.record, pages: 1 } } : shown);
  }

  function label(key: string, method: string, sent: JsonObject): Response {
    const known = texts.get(key);
    if (method === "POST") {
      if (known !== undefined && !has("labels-twice")) return error(409);
      if (!has("forgets-labels")) texts.set(key, sent);
      return Response.json(sent, { status: 201 });
    }
    if (known === undefined) return error(404);
    if (method !== "DELETE") return Response.json(known);
    if (!has("keeps-labels")) texts.delete(key);
    const [, name] = key.split(" ");
    if (has("removes-labels-everywhere"))
      for (const other of texts.keys()) if (other.endsWith(` ${name}`)) texts.delete(other);
    return new Response(null, { status: 204 });
  }

  function hold(shelf: number): Response {
    const free = [...books.values()].filter((one) => one.shelf === shelf && one.heldUntilMs <= now());
    const holds = free.map((one) => {
      last += 1;
      one.code = `h${last}`;
      if (!has("holds-again")) one.heldUntilMs = has("holds-forever") ? Number.POSITIVE_INFINITY : now() + 60_000;
      return { code: `h${last}`, book: one.record };
    });
    return Response.json({ holds });
  }

  function shelfOf([id, label]: [number, string]): JsonObject {
    const own = [...books.values()].filter(({ shelf }) => shelf === id);
    const first = own[0]?.record;
    const removed = has("counts-removed") ? (removals.get(id) ?? 0) : 0;
    const book_count = has("counts-nothing") ? 0 : own.length + removed;
    return { id, label, book_count, first_book: first ? { id: first["id"] ?? 0, title: first["title"] ?? "" } : null };
  }

  function createShelf(label: string, key: string | null): Response {
    const known = key === null || has("ignores-keys") ? undefined : keys.get(key);
    if (known !== undefined) return Response.json(shelfOf([known, label]), { status: 201 });
    last += 1;
    labels.set(last, label);
    if (key !== null) keys.set(key, last);
    return Response.json(shelfOf([last, label]), { status: 201 });
  }

  function deleteShelf(shelf: number): Response {
    labels.delete(shelf);
    for (const [id, one] of books) if (one.shelf === shelf) books.delete(id);
    return new Response(null, { status: 204 });
  }

  function createBook(shelf: number, data: JsonObject, isValid: boolean): Response {
    const isRejected = !isValid && !has("accepts-invalid");
    if (isRejected && !has("stores-rejected")) return error(400);
    if (String(data["title"]).length > 300 && has("fails-on-long-text")) return error(500);
    if (isTaken(shelf, data["title"]) && !isRejected && !has("accepts-duplicates")) return error(409);
    if (!(has("same-id") && last > 3)) last += 1;
    const updated_at = new Date(now()).toISOString();
    const record = {
      ...whole(data),
      id: last,
      created_at: updated_at,
      updated_at,
      expires_at: new Date(now() + 3_600_000).toISOString(),
    };
    if (has("forgets-notes") || (has("forgets-empty-notes") && record.note === "")) record.note = null;
    if (has("cuts-texts")) record["title"] = String(record.title).slice(0, 255);
    if (has("forgets-zero") && objectAt(record, "size")["width"] === 0) record.size = { ...record.size, width: null };
    if (has("other-default") && !("genre" in data)) record.genre = "other";
    const stored = { shelf, first: record, record, version: 1, code: "", heldUntilMs: 0 };
    if (!has("creates-nothing")) books.set(last, stored);
    if (isRejected) return error(400);
    total += 1;
    return respond(stored, 201);
  }

  function listBooks(shelf: number, query: URLSearchParams): Response {
    const cursor = query.get("cursor");
    if (cursor !== null) return listBooks(shelf, new URLSearchParams(atob(cursor)));
    reads += 1;
    let found = [...books.values()]
      .filter((one) => one.shelf === shelf)
      .map((one) => (has("lists-old-values") ? one.first : one.record));
    if (query.get("include_lent") !== "true" && !has("lists-lent"))
      found = found.filter((one) => one["state"] !== "lent");
    const genre = query.get("genre");
    if (genre !== null && !has("ignores-filter")) found = found.filter((one) => one["genre"] === genre);
    const thick = Number(query.get("thick") ?? 0);
    if (!has("ignores-thick")) found = found.filter((one) => Number(one["pages"] ?? 0) >= thick);
    const least = Number(query.get("min_pages") ?? 0) + (has("excludes-the-minimum") ? 0.5 : 0);
    if (query.has("min_pages")) found = found.filter((one) => Number(one["pages"] ?? 0) >= least);
    const updatedMs = (one: JsonObject) => Date.parse(String(one["updated_at"]));
    const [from, to] = ["updated_after", "updated_before"].map((name) => Date.parse(query.get(name) ?? ""));
    if (from !== undefined && from > 0) found = found.filter((one) => updatedMs(one) > from);
    if (to !== undefined && to > 0 && !(has("ignores-the-second-bound") && from))
      found = found.filter((one) => updatedMs(one) < to);
    const text = query.get("q");
    if (text !== null && has("starts-in-any-case"))
      found = found.filter((one) => String(one["title"]).toLowerCase().startsWith(text.toLowerCase()));
    else if (text !== null) found = found.filter((one) => String(one["title"]).includes(text) && !has("search-misses"));
    const order = query.get("sort");
    const sign = order === "-pages" ? -1 : 1;
    const sort = (some: JsonObject[]) =>
      some.toSorted((one, other) => sign * (Number(one["pages"]) - Number(other["pages"])));
    if (order !== null && !has("ignores-order") && !has("sorts-each-page")) found = sort(found);
    if (has("lists-twice")) found = [...found, ...found.slice(0, 1)];
    if (has("lists-late")) found = found.slice(0, -1);
    if (has("lists-alternate") && reads % 2 === 0) found = found.toReversed();
    const limit = Number(query.get("limit") ?? 100);
    const offset = Number(query.get("offset") ?? 0);
    const start = has("skips-entries") && offset > 0 ? offset + 1 : offset;
    const count = has("stale-total") ? total + 1 : found.length;
    const page = found.slice(start, start + limit);
    const next = new URLSearchParams(query);
    next.set("offset", String(offset + limit));
    if (has("links-without-filter")) next.delete("genre");
    const more = has("links-by-cursor") ? new URLSearchParams({ cursor: btoa(String(next)) }) : next;
    const headers =
      start + limit < found.length ? { link: `<http://127.0.0.1:9/shelves/${shelf}/books?${more}>; rel="next"` } : {};
    const shown = order !== null && has("sorts-each-page") ? sort(page) : page;
    return Response.json({ total: count, books: shown }, { headers });
  }

  function isTaken(shelf: number, title: Json | undefined, own?: Stored): boolean {
    return [...books.values()].some((one) => one !== own && one.shelf === shelf && one.record["title"] === title);
  }

  function rejectChange(book: Stored, { title }: JsonObject): Response {
    if (has("changes-rejected")) book.record = { ...book.record, note: "rejected" };
    if (has("stores-valid-rest") && typeof title === "string") book.record = { ...book.record, title };
    return error(400);
  }

  function changeBook(book: Stored, method: string, sent: JsonObject, isOutdated: boolean): Response {
    if (isOutdated && !has("ignores-if-match")) return error(412);
    if (isTaken(book.shelf, sent["title"], book) && !has("renames-to-a-taken-title")) return error(409);
    if (has("ignores-patch")) return respond({ ...book, record: { ...book.record, ...sent } });
    const { id = 0, expires_at = "", genre = "", updated_at: former = "" } = book.record;
    const nowTime = new Date(now()).toISOString();
    const updated_at = has("keeps-updated-at") ? former : nowTime;
    const created_at = has("puts-created-at") ? nowTime : (book.record["created_at"] ?? "");
    const size = { ...objectAt(book.record, "size"), ...objectAt(sent, "size") };
    const kept = has("patch-resets") ? { ...book.record, note: null, pages: null } : book.record;
    book.record =
      method === "PUT" && !has("put-merges")
        ? { ...whole(sent), id, expires_at, updated_at, created_at }
        : { ...kept, ...sent, ...("size" in sent ? { size } : {}), ...(has("ignores-genre") && { genre }), updated_at };
    if (has("forgets-height") && "size" in sent)
      book.record = { ...book.record, size: { height: null, ...objectAt(sent, "size") } };
    if (!has("keeps-etag")) book.version += 1;
    if (has("patches-all")) for (const one of books.values()) one.record = { ...one.record, ...sent };
    return respond(book);
  }

  function respond(book: Stored, status = 200): Response {
    return Response.json(book.record, { status, headers: { etag: tagOf(book) } });
  }
}

function whole(data: JsonObject): JsonObject & { title?: Json; genre?: Json; note?: Json; size: JsonObject } {
  return {
    genre: "prose",
    pages: null,
    note: null,
    ...data,
    size: objectAt(data, "size"),
    state: "free",
    lent_at: null,
  };
}

function tagOf({ record, version }: Stored): string {
  return `"${record["id"]}-${version}"`;
}

function error(status: number): Response {
  return Response.json({ error: status }, { status });
}
