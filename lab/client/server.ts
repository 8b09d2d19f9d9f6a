// The server of the benchmarks: plain node:http with prepared responses. A page below `/slow` takes `SERVER_MS`.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { startOnLoopback } from "../../support/local-server.js";
import { chunksOf } from "./chunks.js";
import { ITEMS_IN_PAGE, PAGES, SERVER_MS, USER_ID } from "./ways.js";

const me = JSON.stringify({
  type: "user",
  id: USER_ID,
  name: "Enterprise Admin",
  login: "admin@example.com",
  created_at: "2026-01-05T08:00:00+00:00",
  modified_at: "2026-02-20T09:30:00+00:00",
  language: "en",
  space_amount: 10_737_418_240,
  space_used: 730_118,
  max_upload_size: 2_147_483_648,
  status: "active",
  job_title: "Administrator",
  phone: "+1 202 555 0100",
  address: "1 Example Street",
  avatar_url: "https://content.example/avatars/1001",
});
const retention = (index: number) =>
  JSON.stringify({
    type: "file_version_retention",
    id: String(86_000 + index),
    file_version: {
      type: "file_version",
      id: String(50_000 + index),
      sha1: "134b65991ed521fcfe4724b7d814ab8ded5185dc",
    },
    file: { type: "file", id: String(40_000 + index), etag: "3", sha1: null, name: `lease ${index}.pdf` },
    applied_at: "2026-03-02T14:30:00+00:00",
    disposition_at: "2036-02-28T14:30:00+00:00",
    winning_retention_policy: { type: "retention_policy", id: "8501", policy_name: "Ten years" },
  });
const entries = Array.from({ length: ITEMS_IN_PAGE - 1 }, (_, index) => retention(index));
const pageHead = Buffer.from(`{"limit":${ITEMS_IN_PAGE},"entries":[${entries.join()}`);
let openBodies = 0;

const server = createServer((request, response) => {
  const { url = "" } = request;
  if (url.endsWith("/users/me")) return send(response, Buffer.from(me));
  if (url.includes("/content?")) return moveBytes(request, response);
  if (url.endsWith("/open")) return send(response, Buffer.from(String(openBodies)));
  if (url.startsWith("/slow")) setTimeout(sendPage, SERVER_MS, url, response);
  else sendPage(url, response);
});
server.keepAliveTimeout = 60_000;
process.send?.((await startOnLoopback(server)).url);
process.on("disconnect", () => process.exit());

function send(response: ServerResponse, ...body: Buffer[]): void {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  for (const part of body) response.write(part);
  response.end();
}

function sendPage(url: string, response: ServerResponse): void {
  const page = Number(/[?&]marker=page-(\d+)/.exec(url)?.[1] ?? 1);
  // The last entry is new: the client rejects a list whose pages repeat.
  const last = retention(ITEMS_IN_PAGE * page);
  const next = page < PAGES ? `"page-${page + 1}"` : "null";
  send(response, pageHead, Buffer.from(`,${last}],"next_marker":${next}}`));
}

/** Sends as many bytes as the query says, or counts those that it receives. */
function moveBytes(request: IncomingMessage, response: ServerResponse): void {
  openBodies += 1;
  response.on("close", () => {
    openBodies -= 1;
  });
  const bytes = Number(new URL(request.url ?? "", "http://a").searchParams.get("bytes"));
  if (request.method === "GET") {
    response.writeHead(200, { "content-length": bytes });
    const body = Readable.from(chunksOf(bytes));
    response.on("close", () => body.destroy());
    body.pipe(response);
    return;
  }
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
  });
  request.on("end", () => send(response, Buffer.from(JSON.stringify({ size }))));
}
