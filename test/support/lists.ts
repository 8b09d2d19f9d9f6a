import { clientWith } from "./client-with.js";
import { json, type Reply, scriptedFetch } from "./scripted-fetch.js";

export const entry = (id: number | string) => ({ type: "file_version_retention", id: String(id) });

/** A page of retentions, two a page. */
export const page = (ids: readonly (number | string)[], more = {}) => ({ entries: ids.map(entry), limit: 2, ...more });

/** A client over pages, of which the last one is for all further requests. After 50 it fails, so that no test hangs. */
export function listed(...pages: [object | Reply, ...(object | Reply)[]]) {
  const fetch = scriptedFetch((request, index) => {
    const reply = pages[Math.min(index, pages.length - 1)];
    if (index >= 50) return json({}, 400);
    return typeof reply === "function" ? (reply as Reply)(request, index) : json(reply);
  });
  const { client } = clientWith(fetch, { retry: false });
  /** What the requests ask for. */
  const queries = () => fetch.sent.map(({ url }) => new URL(url).search);
  return { client, list: client.listFileVersionRetentions, fetch, sent: fetch.sent, queries };
}

/** The ids of a list, also added to `seen` one by one. */
export async function idsOf(items: AsyncIterable<{ id: string }>, seen: string[] = []): Promise<string[]> {
  for await (const { id } of items) seen.push(id);
  return seen;
}
