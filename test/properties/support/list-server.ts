import { type Client, type FetchLike, paginate } from "content-service-client";
import { json } from "../../support/scripted-fetch.js";

/** Where a list takes its marker. */
export type Place = "query" | "body";

/** What a request asks for, as the service reads it. */
export interface Asked {
  readonly marker: unknown;
  readonly offset: number;
  readonly limit: number;
}

/** Makes a fetch that answers a request for a page; it fails after `most` requests, so that no list is endless. */
export function listServer(answer: (asked: Asked) => object, most = 500): FetchLike & { readonly asked: Asked[] } {
  const all: Asked[] = [];
  const fetch: FetchLike = async (url, { body }) => {
    const given = typeof body === "string" ? JSON.parse(body) : Object.fromEntries(new URL(url).searchParams);
    const asked = { marker: given.marker, offset: Number(given.offset), limit: Number(given.limit) };
    all.push(asked);
    if (all.length > most) throw new Error("the list does not end");
    return json(answer(asked));
  };
  return Object.assign(fetch, { asked: all });
}

/** What a loop over a list of the client gives: the ids of its items, and the error that it ends with. */
export async function walk(client: Client, place: Place, start: object, limit = Number.POSITIVE_INFINITY) {
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...start };
  const items: AsyncIterable<{ id: string }> =
    place === "query"
      ? paginate(client.listFileVersionRetentions, { query: { ...start }, limit })
      : paginate(client.queryMetadata, { body, limit });
  const ids: string[] = [];
  try {
    for await (const { id } of items) ids.push(id);
  } catch (error) {
    return { ids, error };
  }
  return { ids, error: undefined };
}
