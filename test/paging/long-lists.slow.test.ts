import { type Client, type FetchLike, paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { json, type SentRequest } from "../support/scripted-fetch.js";

/** Serves numbered items by offset or by marker; every third page is half as long as asked for, some are empty. */
function serving(total: number, { url, body }: Pick<SentRequest, "url" | "body">, index: number) {
  const query = body === null ? Object.fromEntries(new URL(url).searchParams) : JSON.parse(body);
  const asked = Number(query.limit);
  const lowered = index % 3 === 0 ? Math.ceil(asked / 2) : asked;
  const byMarker = query.usemarker === "true" || body !== null;
  const start = Number((byMarker ? query.marker?.slice(1) : query.offset) ?? 0);
  // An empty page with a marker leads on from the same place, once.
  const used = byMarker && index % 10 === 9 ? 0 : lowered;
  const end = Math.min(start + used, total);
  const entries = Array.from({ length: end - start }, (_, item) => ({ type: "file", id: String(start + item) }));
  if (!byMarker) return json({ entries, offset: start, limit: lowered, total_count: total });
  return json({ entries, limit: lowered, next_marker: end < total ? `${used === 0 ? "e" : "m"}${end}` : null });
}

const schemes: [string, (client: Client, pageSize: number) => AsyncIterable<{ id: string }>][] = [
  ["offset", (client, limit) => paginate(client.listFileVersionRetentions, { query: { offset: 0, limit } })],
  ["marker", (client, limit) => paginate(client.listFileVersionRetentions, { query: { limit } })],
  [
    "marker in the body",
    (client, limit) =>
      paginate(client.queryMetadata, { body: { from: "enterprise_7001.contract", ancestor_folder_id: "0", limit } }),
  ],
];

describe.each(schemes)("paging by %s, from a server that lowers the limit,", (_, list) => {
  it.each([
    [100_000, 1000],
    [5000, 7],
  ])(
    "yields each of %i items once, with pages of %i, and releases them, so that memory stays flat [PG-4]",
    async (total, pageSize) => {
      let index = 0;
      // Unlike scriptedFetch, this one does not keep what it was sent.
      const fetch: FetchLike = async (url, { body }) =>
        serving(total, { url, body: body ? String(body) : null }, index++);
      const given: WeakRef<object>[] = [];
      let alive = 0;
      for await (const item of list(clientWith(fetch).client, pageSize)) {
        // An assertion for each item would cost more than the paging.
        if (item.id !== String(given.length)) expect(item.id).toBe(String(given.length));
        given.push(new WeakRef(item));
        if (given.length !== total - 1) continue;
        await collectGarbage();
        alive = given.filter((ref) => ref.deref()).length;
      }
      expect(given).toHaveLength(total);
      expect(alive).toBeLessThanOrEqual(3 * pageSize);
    },
    60_000,
  );
});
