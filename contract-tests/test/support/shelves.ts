import { isJsonObject, type Json, type JsonObject, parseJson } from "content-service-contract";

/** The contract of a small library: shelves, and books on them. No annotation says what belongs together. */
export const shelves = `
openapi: 3.1.0
info: { title: Shelves, version: "1" }
security: [{ token: [] }]
paths:
  /shelves:
    get:
      operationId: listShelves
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shelf" } } } } } }
    post:
      operationId: createShelf
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], additionalProperties: false, properties: { label: { type: string } } }, example: { label: Poetry } } } }
      responses: { "201": { description: The shelf., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }, default: { description: Rejected. } }
  /shelves/{shelf_id}:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }]
    get: { operationId: readShelf, responses: { "200": { description: The shelf., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }, default: { description: Rejected. } } }
    delete: { operationId: deleteShelf, responses: { "204": { description: Deleted. }, default: { description: Rejected. } } }
  /shelves/{shelf_id}/clear:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }]
    post: { operationId: clearShelf, x-removes: listBooks, responses: { "204": { description: Cleared. }, default: { description: Rejected. } } }
  /shelves/{shelf_id}/hold:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }]
    post:
      operationId: holdBooks
      x-takes: { from: listBooks, seconds: 60 }
      responses:
        default: { description: Rejected. }
        "200":
          description: Books that nobody else can hold for a minute, with the codes to collect them.
          content: { application/json: { schema: { type: object, properties: { holds: { type: array, items: { type: object } } } } } }
          links:
            collect:
              operationId: collectBook
              parameters: { shelf_id: $request.path.shelf_id, book_id: "$response.body#/holds/0/book/id" }
              requestBody: { code: "$response.body#/holds/0/code" }
  /shelves/{shelf_id}/books/{book_id}/collect:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }, { $ref: "#/components/parameters/book_id" }]
    post:
      operationId: collectBook
      x-removes: readBook
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [code], properties: { code: { type: string } } }, example: { code: h1 } } } }
      responses: { "204": { description: Collected. }, default: { description: Rejected. } }
  /shelves/{shelf_id}/books:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }]
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: genre, in: query, schema: { type: string } }
        - { name: thick, in: query, schema: { type: integer } }
        - { name: q, in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string, enum: [pages, -pages] } }
      responses: { "200": { description: A page., content: { application/json: { schema: { type: object, required: [total, books], properties: { total: { type: integer }, books: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } } }, default: { description: Rejected. } }
    post:
      operationId: createBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" }, example: { title: Odes, genre: verse, pages: 90, size: { width: 12, height: 20 } } } } }
      responses: { "201": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, "409": { description: The shelf has a book with this title already. }, default: { description: Rejected. } }
  /shelves/{shelf_id}/books/{book_id}:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }, { $ref: "#/components/parameters/book_id" }]
    get: { operationId: readBook, responses: { "200": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, default: { description: Rejected. } } }
    patch:
      operationId: changeBook
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/BookChange" }, example: { title: Epodes } } } }
      responses: { "200": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, default: { description: Rejected. } }
    put:
      operationId: replaceBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" }, example: { title: Satires } } } }
      responses: { "200": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }, default: { description: Rejected. } }
    delete: { operationId: deleteBook, responses: { "204": { description: Deleted. }, default: { description: Rejected. } } }
  /shelves/{shelf_id}/books/{book_id}/lend:
    parameters: [{ $ref: "#/components/parameters/shelf_id" }, { $ref: "#/components/parameters/book_id" }]
    post: { operationId: lendBook, responses: { "204": { description: Lent. }, default: { description: Rejected. } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    shelf_id: { name: shelf_id, in: path, required: true, schema: { type: integer } }
    book_id: { name: book_id, in: path, required: true, schema: { type: integer } }
  schemas:
    Shelf: { type: object, required: [id, label], properties: { id: { type: integer }, label: { type: string }, book_count: { type: integer }, first_book: { type: [object, "null"], properties: { id: { type: integer }, title: { type: string } } } } }
    BookChange:
      type: object
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1 }
        genre: { type: string, default: prose }
        pages: { type: integer, minimum: 1 }
        note: { type: [string, "null"] }
        size: { type: object, additionalProperties: false, properties: { width: { type: integer }, height: { type: integer } } }
    NewBook: { allOf: [{ $ref: "#/components/schemas/BookChange" }], type: object, required: [title] }
    Book:
      type: object
      required: [id, title]
      properties: { id: { type: integer }, title: { type: string }, genre: { type: string }, pages: { type: [integer, "null"] }, note: { type: [string, "null"] }, size: {}, state: { type: string, enum: [free, lent] }, expires_at: { type: string, format: date-time, x-expires: true } }
`;

/** What the service can do wrong. */
export type Defect =
  | "fails-on-long-text"
  | "creates-nothing"
  | "reads-first"
  | "trims-text"
  | "ignores-patch"
  | "other-default"
  | "patch-resets"
  | "patch-replaces-nested"
  | "put-merges"
  | "reads-alternate"
  | "stores-rejected"
  | "changes-rejected"
  | "patches-all"
  | "lists-old-values"
  | "deletes-nothing"
  | "keeps-books-of-deleted"
  | "ignores-parent"
  | "accepts-duplicates"
  | "same-id"
  | "lists-twice"
  | "lists-late"
  | "creates-two"
  | "stale-total"
  | "skips-entries"
  | "ignores-limit"
  | "ignores-filter"
  | "ignores-thick"
  | "search-misses"
  | "ignores-order"
  | "lists-alternate"
  | "keeps-etag"
  | "ignores-if-match"
  | "patch-frees"
  | "starts-in-any-case"
  | "lends-nothing"
  | "clears-nothing"
  | "collects-nothing"
  | "holds-again"
  | "holds-forever"
  | "takes-old-code"
  | "keeps-expired"
  | "counts-removed"
  | "counts-nothing"
  | "embeds-old-title"
  | "lists-others"
  | "reads-others"
  | "changes-others";

interface Stored {
  readonly shelf: number;
  readonly first: JsonObject;
  record: JsonObject;
  version: number;
  codes: readonly string[];
  heldUntilMs: number;
}

/** The service in memory, as a fetch function. */
export function createShelves(defect?: Defect, now = () => 0) {
  const has = (one: Defect) => defect === one;
  const labels = new Map<number, string>();
  const books = new Map<number, Stored>();
  const removals = new Map<number, number>();
  let last = 0;
  let reads = 0;
  let total = 0;

  return async (url: string, init: RequestInit): Promise<Response> => {
    const isOver = ({ record }: Stored) => Date.parse(String(record["expires_at"])) <= now();
    for (const [id, one] of books) if (isOver(one) && !has("keeps-expired")) books.delete(id);
    const response = handle(url, init);
    response.headers.set("date", new Date(now()).toUTCString());
    return response;
  };

  function handle(url: string, { method = "GET", headers, body }: RequestInit): Response {
    const { pathname, searchParams } = new URL(url);
    const [, , shelfText = "", kind, bookText = "", action] = pathname.split("/");
    const [shelf, id] = [Number(shelfText), Number(bookText)];
    const sent = parseJson(String(body ?? ""));
    if (shelfText === "" && method !== "GET" && method !== "POST") return error(405);
    const isOther = new Headers(headers).get("authorization") === "Bearer south" && !has("reads-others");
    const isOpen =
      (has("lists-others") && kind !== undefined && bookText === "") || (has("changes-others") && method === "PATCH");
    if (isOther && !isOpen) return shelfText === "" ? Response.json([]) : error(404);
    if (shelfText === "") return method === "POST" ? createShelf(sent) : Response.json([...labels].map(shelfOf));
    const isKept = has("keeps-books-of-deleted") && bookText !== "" && books.has(id);
    if (!labels.has(shelf) && !isKept) return error(404);
    if (kind === undefined)
      return method === "DELETE" ? deleteShelf(shelf) : Response.json(shelfOf([shelf, labels.get(shelf) ?? ""]));
    if (kind === "hold") return hold(shelf);
    if (kind === "clear") {
      for (const [id, one] of books) if (one.shelf === shelf && !has("clears-nothing")) books.delete(id);
      return new Response(null, { status: 204 });
    }
    if (bookText === "") return method === "POST" ? createBook(shelf, sent) : listBooks(shelf, searchParams);
    const book = books.get(id);
    if (book === undefined || (book.shelf !== shelf && !has("ignores-parent"))) return error(404);
    if (action === "lend") {
      if (!has("lends-nothing")) book.record = { ...book.record, state: "lent" };
      return new Response(null, { status: 204 });
    }
    if (action === "collect") {
      const code = isJsonObject(sent) ? String(sent["code"]) : "";
      const isLast = book.codes.at(-1) === code && book.heldUntilMs > now();
      if (!isLast && !(has("takes-old-code") && book.codes.includes(code))) return error(409);
      if (!has("collects-nothing")) books.delete(id);
      return new Response(null, { status: 204 });
    }
    if (method === "DELETE") {
      if (!has("deletes-nothing")) books.delete(id);
      removals.set(shelf, (removals.get(shelf) ?? 0) + 1);
      return new Response(null, { status: 204 });
    }
    if (method !== "GET") return changeBook(book, method, sent, new Headers(headers).get("if-match"));
    reads += 1;
    const shown = has("reads-first") ? ([...books.values()][0] ?? book) : book;
    return respond(
      has("reads-alternate") && reads % 2 === 0 ? { ...shown, record: { ...shown.record, pages: 1 } } : shown,
    );
  }

  function hold(shelf: number): Response {
    const free = [...books.values()].filter((one) => one.shelf === shelf && one.heldUntilMs <= now());
    const holds = free.map((one) => {
      last += 1;
      one.codes = [...one.codes, `h${last}`];
      if (!has("holds-again")) one.heldUntilMs = has("holds-forever") ? Number.POSITIVE_INFINITY : now() + 60_000;
      return { code: `h${last}`, book: one.record };
    });
    return Response.json({ holds });
  }

  function shelfOf([id, label]: [number, string]): JsonObject {
    const own = [...books.values()].filter(({ shelf }) => shelf === id);
    const first = has("embeds-old-title") ? own[0]?.first : own[0]?.record;
    const removed = has("counts-removed") ? (removals.get(id) ?? 0) : 0;
    const book_count = has("counts-nothing") ? 0 : own.length + removed;
    return {
      id,
      label,
      book_count,
      first_book: first ? { id: first["id"] ?? 0, title: first["title"] ?? "" } : null,
    };
  }

  function createShelf(sent: Json | undefined): Response {
    if (!isJsonObject(sent) || typeof sent["label"] !== "string") return error(400);
    last += 1;
    labels.set(last, sent["label"]);
    return Response.json(shelfOf([last, sent["label"]]), { status: 201 });
  }

  function deleteShelf(shelf: number): Response {
    labels.delete(shelf);
    for (const [id, one] of books) if (one.shelf === shelf && !has("keeps-books-of-deleted")) books.delete(id);
    return new Response(null, { status: 204 });
  }

  function createBook(shelf: number, sent: Json | undefined): Response {
    const isRejected = !isBook(sent) || !("title" in sent);
    if (isRejected && !has("stores-rejected")) return error(400);
    const data = isJsonObject(sent) ? sent : {};
    if (String(data["title"]).length > 300 && has("fails-on-long-text")) return error(500);
    const isTaken = [...books.values()].some((one) => one.shelf === shelf && one.record["title"] === data["title"]);
    if (isTaken && !isRejected && !has("accepts-duplicates")) return error(409);
    if (!(has("same-id") && last > 3)) last += 1;
    const record = { ...whole(data), id: last, expires_at: new Date(now() + 3_600_000).toISOString() };
    if (has("trims-text")) record.title = String(record.title).trim();
    if (has("other-default") && !("genre" in data)) record.genre = "other";
    const stored = { shelf, first: record, record, version: 1, codes: [], heldUntilMs: 0 };
    if (!has("creates-nothing")) books.set(last, stored);
    if (isRejected) return error(400);
    if (has("creates-two")) {
      last += 1;
      books.set(last, { ...stored, record: { ...record, id: last } });
    }
    total += 1;
    return respond(stored, 201);
  }

  function listBooks(shelf: number, query: URLSearchParams): Response {
    reads += 1;
    let found = [...books.values()]
      .filter((one) => one.shelf === shelf)
      .map((one) => (has("lists-old-values") ? one.first : one.record));
    const genre = query.get("genre");
    if (genre !== null && !has("ignores-filter")) found = found.filter((one) => one["genre"] === genre);
    const thick = Number(query.get("thick") ?? 0);
    if (!has("ignores-thick")) found = found.filter((one) => Number(one["pages"] ?? 0) >= thick);
    const text = query.get("q");
    if (text !== null && has("starts-in-any-case"))
      found = found.filter((one) => String(one["title"]).toLowerCase().startsWith(text.toLowerCase()));
    else if (text !== null) found = found.filter((one) => String(one["title"]).includes(text) && !has("search-misses"));
    const order = query.get("sort");
    const sign = order === "-pages" ? -1 : 1;
    if (order !== null && !has("ignores-order"))
      found.sort((one, other) => sign * (Number(one["pages"]) - Number(other["pages"])));
    if (has("lists-twice")) found = [...found, ...found.slice(0, 1)];
    if (has("lists-late")) found = found.slice(0, -1);
    if (has("lists-alternate") && reads % 2 === 0) found = found.toReversed();
    const limit = has("ignores-limit") ? 100 : Number(query.get("limit") ?? 100);
    const from = Number(query.get("offset") ?? 0);
    const start = has("skips-entries") && from > 0 ? from + 1 : from;
    return Response.json({
      total: has("stale-total") ? total + 1 : found.length,
      books: found.slice(start, start + limit),
    });
  }

  function changeBook(book: Stored, method: string, sent: Json | undefined, etag: string | null): Response {
    const isRejected = !isBook(sent) || (method === "PUT" && !("title" in sent));
    if (isRejected && has("changes-rejected") && isJsonObject(sent)) book.record = { ...book.record, note: "rejected" };
    if (isRejected) return error(400);
    if (etag !== null && etag !== tagOf(book) && !has("ignores-if-match")) return error(412);
    if (has("ignores-patch")) return respond({ ...book, record: { ...book.record, ...sent } });
    const { id = 0, expires_at = "" } = book.record;
    const isWhole = method === "PUT" && !has("put-merges");
    const size = {
      ...(isJsonObject(book.record["size"]) ? book.record["size"] : {}),
      ...(isJsonObject(sent["size"]) ? sent["size"] : {}),
    };
    const nested = "size" in sent && !has("patch-replaces-nested") ? { size } : {};
    book.record = isWhole
      ? { ...whole(sent), id, expires_at }
      : {
          ...book.record,
          ...(has("patch-frees") ? { state: "free" } : {}),
          ...(has("patch-resets") ? { note: null, pages: null } : {}),
          ...sent,
          ...nested,
        };
    if (!has("keeps-etag")) book.version += 1;
    if (has("patches-all")) for (const one of books.values()) one.record = { ...one.record, ...sent };
    return respond(book);
  }

  function respond(book: Stored, status = 200): Response {
    return Response.json(book.record, { status, headers: { etag: tagOf(book) } });
  }
}

function whole(data: JsonObject): JsonObject & { title?: Json; genre?: Json } {
  return { genre: "prose", pages: null, note: null, size: {}, ...data, state: "free" };
}

function isBook(sent: Json | undefined): sent is JsonObject {
  if (!isJsonObject(sent)) return false;
  const { title = "x", genre = "", pages = 1, note = "", size = {}, ...others } = sent;
  const isText =
    typeof title === "string" &&
    title !== "" &&
    typeof genre === "string" &&
    (note === null || typeof note === "string");
  const isSize =
    isJsonObject(size) &&
    Object.entries(size).every(([name, one]) => ["width", "height"].includes(name) && Number.isInteger(one));
  return isText && isSize && Number.isInteger(pages) && Number(pages) > 0 && Object.keys(others).length === 0;
}

function tagOf({ record, version }: Stored): string {
  return `"${record["id"]}-${version}"`;
}

function error(status: number): Response {
  return Response.json({ error: status }, { status });
}
