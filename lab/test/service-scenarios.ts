import {
  checkExchange,
  type Exchange,
  findRoute,
  type Json,
  recordExchange,
  withCredentials,
} from "content-service-contract";
import { contractOf } from "../services/service-app.js";
import type { Service } from "../services/services.js";

/** A call of a scenario, as the first caller and at once unless it says otherwise. */
type Call = readonly [
  request: string,
  body?: Json | undefined,
  how?: { readonly second?: true; readonly ifMatch?: string; readonly afterSeconds?: number },
];

const repeat = (call: Call, times: number): Call[] => Array.from({ length: times }, () => call);

/** Calls that show each defect of a service. The ids are those of the healthy service. */
const scenarios: Readonly<Record<string, readonly Call[]>> = {
  shop: [
    ["GET /products"],
    ["POST /products", { sku: "TEA-07", name: "Teapot", category: "kitchen", price: 27.45, description: "Glass" }],
    ["GET /products/prd_4"],
    ["PATCH /products/prd_4", { price: 9.75, dimensions: { height: 16 } }],
    ["PATCH /products/prd_4", { dimensions: { width: 8 } }],
    ["GET /products/prd_4"],
    ["GET /products/prd_1"],
    ["GET /products?category=office&sort=price"],
    ["GET /products?in_stock=true"],
    ["GET /products?per_page=3&page=2"],
    ["POST /products", { sku: "TEA-07", name: "Tea", category: "garden", price: 1 }],
    ["POST /products/prd_4/reviews", { rating: 4, text: "Pours well" }],
    ["GET /products/prd_1/reviews/rev_5"],
    ["POST /carts"],
    ["PUT /carts/crt_6/items/prd_1", { quantity: 2 }],
    ["POST /carts/crt_6/checkout"],
    ["GET /products/prd_1"],
    ...repeat(["POST /orders/ord_7/cancel"], 2),
    ["DELETE /products/prd_4"],
    ["GET /products/prd_4"],
    ["GET /products/prd_4/reviews"],
    ["GET /products"],
  ],
  calendar: [
    [
      "POST /calendars/cal00001/events",
      {
        ...{ title: "x".repeat(256), start: "2027-01-05T15:00:00+02:00", end: "2027-01-05T16:00:00+02:00" },
        ...{ description: " spaces ", location: "Hall", attendees: ["press@example.org"] },
      },
    ],
    ["GET /calendars/cal00001/events?page_size=2"],
    ["GET /calendars/cal00001/events?page_size=2&page_token=YXQ6Mg%3D%3D"],
    ["GET /calendars/cal00001/events?from=2027-01-11T00:00:00Z"],
    ["PATCH /calendars/cal00001/events/evt00005", { title: "Fair", location: null }],
    ["GET /calendars/cal00001"],
    ["PATCH /calendars/cal00001/events/evt00005", { title: "Late" }, { ifMatch: '"evt00005-1"' }],
    ["GET /calendars/cal00001/events/evt00005"],
    [
      "PUT /calendars/cal00001/events/evt00005",
      { title: "x", start: "2027-02-02T00:00:00Z", end: "2027-02-01T00:00:00Z" },
    ],
    ["GET /calendars/cal00001/events/evt00005"],
    [
      "PUT /calendars/cal00001/events/evt00005",
      { title: "x", start: "2027-02-02T00:00:00Z", end: "2027-02-03T00:00:00Z" },
    ],
    ["POST /calendars", { name: "Other" }],
    ["GET /calendars/cal00006/events/evt00005"],
    ["DELETE /calendars/cal00001/events/evt00002"],
    ["GET /calendars/cal00001/events/evt00002"],
    ["GET /calendars/cal00001/events/evt00003"],
    ["GET /calendars/cal00001"],
    ["DELETE /calendars/cal00001"],
    ["GET /calendars/cal00001/events/evt00005"],
  ],
  queue: [
    ["PUT /queues/Mail", { visibility_seconds: 10 }],
    ["PUT /queues/Mail", { visibility_seconds: 20, retention_seconds: 60 }],
    ["PUT /queues/Other", {}],
    ["GET /queues/Mail"],
    ["GET /queues?prefix=mail"],
    ["POST /queues/Mail/messages", { body: "Grüße", priority: 8, attributes: { lang: "de" } }],
    ["POST /queues/Mail/messages", { body: "two" }],
    ["GET /queues/Mail/messages/m-1"],
    ["GET /queues/Mail/messages/m-2"],
    ["GET /queues/Other/messages/m-1"],
    ["GET /queues/Mail/messages?limit=1"],
    ["GET /queues/Mail/messages?after=m-1"],
    ...repeat(["POST /queues/Mail/receive", { max: 1 }], 2),
    ["POST /queues/Mail/messages/m-1/ack", { receipt: "r-3" }],
    ["GET /queues/Mail/messages/m-1"],
    ["GET /queues/Mail/stats"],
    ["POST /queues/Mail/receive", {}, { afterSeconds: 21 }],
    ["POST /queues/Mail/messages/m-2/ack", { receipt: "r-4" }],
    ["GET /queues/Mail/messages", undefined, { afterSeconds: 60 }],
    ...repeat(["POST /queues/Mail/messages", { body: "more" }], 2),
    ["DELETE /queues/Mail"],
    ["PUT /queues/Mail", {}],
    ["GET /queues/Mail/messages"],
    ...repeat(["POST /queues/Mail/messages", { body: "more" }], 2),
    ["POST /queues/Mail/purge"],
    ["GET /queues/Mail/messages"],
  ],
  library: [
    [
      "POST /books",
      { isbn: "9780000000057", title: "Letters from the North", authors: ["Hill Walkers", "Root Kitchen"] },
    ],
    ["POST /books", { isbn: "9780000000019", title: "Another", authors: ["Root Kitchen"] }],
    ["GET /books?limit=2&offset=2"],
    ["GET /books?title=north&author=Coast+Survey"],
    ["PATCH /books/101", { pages: 7, title: "Rivers" }],
    ["POST /loans", { book_id: 103, days: 1 }],
    ["GET /books?available=true"],
    ["PATCH /books/103", { title: "Cooking" }],
    ["GET /loans/106"],
    ["GET /loans", undefined, { second: true }],
    ["POST /loans/106/renew", undefined, { second: true }],
    ["PUT /books/101/note", { text: "mine" }],
    ["GET /books/101/note", undefined, { second: true }],
    ["GET /loans/106", undefined, { afterSeconds: 90_000 }],
    ["POST /loans/106/return"],
    ["GET /loans/106"],
    ["DELETE /books/101"],
    ["GET /books"],
    ["GET /me"],
  ],
  tickets: [
    [
      "POST /tickets",
      {
        ...{ subject: "🥐 cold", body: "", priority: "high", labels: ["oven", "repair"] },
        requester: { name: "Bakery counter", email: "counter@example.net" },
      },
    ],
    ["POST /tickets", { subject: "Invoice", body: "", requester: { name: "Accounting" } }],
    ["GET /tickets?sort=-created_at"],
    ["GET /tickets?limit=1&priority=high"],
    ["GET /tickets?limit=1&priority=high&cursor=after-2"],
    ["POST /tickets", { subject: "Last", body: "", priority: "low", requester: { name: "Accounting" } }],
    ["GET /tickets?limit=2&sort=-priority&priority=normal&cursor=after-3"],
    ["PATCH /tickets/$2", { requester: { name: "Bakery office" }, labels: ["billing"] }],
    ...repeat(["GET /tickets/$2"], 2),
    ["GET /tickets/$2", undefined, { second: true }],
    ["PATCH /tickets/$2", { priority: "low" }, { second: true }],
    ["POST /tickets/$2/close"],
    ["PATCH /tickets/$2", { body: "Closed" }],
    ["POST /tickets/$2/reopen"],
    ...["a", "b", "c", "d", "e"].map((label): Call => [`PUT /tickets/$2/labels/${label}`]),
    ["GET /tickets/$2"],
    ["POST /tickets/$2/shares", { seconds: 60 }],
    ["GET /shared/s5"],
    ["GET /shared/s5", undefined, { afterSeconds: 61 }],
    ...repeat(["POST /tickets/$2/comments", { author: "workshop", text: "Today" }], 2),
    ["GET /tickets/$2"],
    ["GET /tickets/$3/comments/$6"],
    ["DELETE /tickets/$2/comments/$6"],
    ["GET /tickets/$2/comments"],
    ["DELETE /tickets/$2"],
    ["GET /tickets/$2/comments"],
  ],
};

/** Runs the scenario of a service. Returns its responses as text, and what violates its document. */
export async function playScenario({ name, target, create }: Service, defect?: string) {
  let nowMs = Date.UTC(2026, 8, 1, 9);
  const app = create({ defect, now: () => nowMs });
  const contract = contractOf(name);
  const exchanges: Exchange[] = [];
  const fetch = recordExchange(
    async (request) => app.fetch(request),
    (exchange) => exchanges.push(exchange),
  );
  for (const [line, body, { second = false, ifMatch, afterSeconds = 1 } = {}] of scenarios[name] ?? []) {
    nowMs += afterSeconds * 1000;
    const [method = "", path = ""] = line.replace(/\$(\d)/g, "7d0c5f3e-0000-4000-8000-00000000000$1").split(" ");
    const route = findRoute(contract, method, path);
    if (route.kind !== "operation") throw new Error(`No operation for ${line}`);
    const token = second ? target.secondToken : target.token;
    const sent = withCredentials({ method, path, headers: {} }, route.operation, token);
    const headers = new Headers(sent.headers);
    if (body !== undefined) headers.set("content-type", "application/json");
    if (ifMatch !== undefined) headers.set("if-match", ifMatch);
    await fetch(target.baseUrl + sent.path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
  return {
    responses: exchanges.map(({ request, response: { status, headers, body } }) =>
      [request.method, request.url, status, JSON.stringify([...new Headers(headers)]), body].join(" "),
    ),
    violations: exchanges.flatMap((one) =>
      checkExchange(one, { contract, closed: true }).map(({ message }) => message),
    ),
  };
}
