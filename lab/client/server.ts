// The server of the benchmark: plain node:http with prepared responses. A page below `/slow` takes `SERVER_MS`.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ITEMS_IN_PAGE, PAGES, SERVER_MS, USER_ID } from "./constants.js";

const me = Buffer.from(
  JSON.stringify({
    ...{ type: "user", id: USER_ID, name: "Enterprise Admin", login: "admin@example.com" },
    ...{ created_at: "2026-01-05T08:00:00+00:00", modified_at: "2026-02-20T09:30:00+00:00", language: "en" },
    ...{ space_amount: 10_737_418_240, space_used: 730_118, max_upload_size: 2_147_483_648, status: "active" },
    ...{ job_title: "Administrator", phone: "+1 202 555 0100", address: "1 Example Street" },
    avatar_url: "https://content.example/avatars/1001",
  }),
);
const retention = (index: number) => ({
  ...{ type: "file_version_retention", id: String(86_000 + index) },
  file_version: { type: "file_version", id: String(50_000 + index), sha1: "134b65991ed521fcfe4724b7d814ab8ded5185dc" },
  file: {
    type: "file",
    id: String(40_000 + index),
    etag: "3",
    sha1: null,
    sequence_id: "3",
    name: `lease ${index}.pdf`,
  },
  ...{ applied_at: "2026-03-02T14:30:00+00:00", disposition_at: "2036-02-28T14:30:00+00:00" },
  winning_retention_policy: { type: "retention_policy", id: "8501", policy_name: "Ten years" },
});
const entries = Array.from({ length: ITEMS_IN_PAGE - 1 }, (_, index) => JSON.stringify(retention(index)));
const pageHead = Buffer.from(`{"limit":${ITEMS_IN_PAGE},"entries":[${entries.join()}`);
const JSON_TYPE = "application/json";

const server = createServer(({ url = "" }, response) => {
  if (url.endsWith("/users/me")) return send(response, 200, me);
  if (url.startsWith("/slow")) setTimeout(sendPage, SERVER_MS, url, response);
  else sendPage(url, response);
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: "127.0.0.1" }, () => {
  // A server on a port has an AddressInfo.
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());

function send(response: ServerResponse, status: number, ...body: Buffer[]): void {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(status, { "content-type": JSON_TYPE, "content-length": length });
  for (const part of body.slice(0, -1)) response.write(part);
  response.end(body.at(-1));
}

function sendPage(url: string, response: ServerResponse): void {
  const page = Number(/[?&]marker=page-(\d+)/.exec(url)?.[1] ?? 1);
  // The last entry is new: the client rejects a list whose pages repeat.
  const last = JSON.stringify(retention(ITEMS_IN_PAGE * page));
  const next = page < PAGES ? `"page-${page + 1}"` : "null";
  send(response, 200, pageHead, Buffer.from(`,${last}],"next_marker":${next}}`));
}
