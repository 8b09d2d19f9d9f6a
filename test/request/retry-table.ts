import { json, never, type Reply, reset, status } from "../support/scripted-fetch.js";

/** What comes back for a request, and how often the request is sent then. */
export interface RetryRow {
  readonly failure: string;
  readonly reply: Reply;
  /** Requests that change nothing twice: GET, PUT, DELETE, and a POST that only reads. */
  readonly harmless: 1 | 4;
  /** POST and PATCH. */
  readonly other: 1 | 4;
}

const conflict =
  (body: string): Reply =>
  () =>
    new Response(body, { status: 409 });
const cut: Reply = () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new Error("cut")) }));

const rows: [failure: string, reply: Reply, harmless: 1 | 4, other: 1 | 4][] = [
  ["a connection reset", reset, 4, 1],
  ["no answer in time", never, 4, 1],
  ["a success whose body is cut", cut, 4, 1],
  ["408", status(408), 4, 1],
  ["429", status(429), 4, 4],
  ["429 with Retry-After", status(429, { "retry-after": "1" }), 4, 4],
  ["429 with a Retry-After beyond the cap", status(429, { "retry-after": "61" }), 1, 1],
  ["500", status(500), 4, 1],
  ["500 with Retry-After", status(500, { "retry-after": "1" }), 4, 1],
  ["502", status(502), 4, 1],
  ["503", status(503), 4, 1],
  ["503 with Retry-After", status(503, { "retry-after": "1" }), 4, 4],
  ["503 with a Retry-After that says nothing", status(503, { "retry-after": "soon" }), 4, 1],
  ["503 with a Retry-After beyond the cap", status(503, { "retry-after": "61" }), 1, 1],
  ["504", status(504), 4, 1],
  ["409 operation_blocked_temporary", conflict('{"code":"operation_blocked_temporary"}'), 4, 4],
  ["409 with that code, spaced out", conflict('{ "code" : "operation_blocked_temporary" }'), 4, 4],
  ["409 with another code", conflict('{"code":"item_name_in_use"}'), 1, 1],
  ["409 with null for a body", conflict("null"), 1, 1],
  ["409 with a page of HTML", conflict("<p>operation_blocked_temporary</p>"), 1, 1],
  ["400 with that code", () => json({ code: "operation_blocked_temporary" }, 400), 1, 1],
  ["302", status(302, { location: "/elsewhere" }), 1, 1],
  ["400 with Retry-After", status(400, { "retry-after": "1" }), 1, 1],
  ["401", status(401), 1, 1],
  ["403", status(403), 1, 1],
  ["404", status(404), 1, 1],
  ["412", status(412), 1, 1],
  ["501", status(501), 1, 1],
  ["505", status(505), 1, 1],
];

/** The rules of repeating, as a table: the page `docs/retries.md` has the same rows. */
export const retryTable: RetryRow[] = rows.map(([failure, reply, harmless, other]) => ({
  failure,
  reply,
  harmless,
  other,
}));
