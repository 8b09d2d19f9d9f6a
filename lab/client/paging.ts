import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { paths } from "content-service-client";
import createFetchClient from "openapi-fetch";
import { GOOD_TOKEN, ITEMS_IN_PAGE, PAGES, SERVER_MS } from "./constants.js";
import { loadClient } from "./contenders.js";
import { type OtherResults, pairedRatios, spread } from "./results.js";
import { collect, measureRounds, type Took, takeTurn } from "./rounds.js";

const ITEMS = PAGES * ITEMS_IN_PAGE;

/** Pages through 100,000 items with `paginate`, and with a hand-written loop over openapi-fetch. */
export async function measurePaging(folder: string, origin: string, rounds: number): Promise<OtherResults> {
  const { createClient, paginate } = await loadClient(folder);
  const token = `${GOOD_TOKEN}-0`;
  const baseUrl = `${origin}/2.0`;
  const client = createClient({ baseUrl, auth: token });
  const http = createFetchClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const list = () => paginate(client.listFileVersionRetentions, { query: { limit: ITEMS_IN_PAGE } });
  const withPaginate = async () => {
    let count = 0;
    for await (const item of list()) count += item.id === "" ? 0 : 1;
    return count;
  };
  const byHand = async () => {
    let count = 0;
    let marker: string | null | undefined;
    do {
      const query = { limit: ITEMS_IN_PAGE, usemarker: true, ...(marker && { marker }) };
      const { data, error } = await http.GET("/file_version_retentions", { params: { query } });
      if (error !== undefined) throw new Error(JSON.stringify(error));
      for (const item of data.entries) count += item.id === "" ? 0 : 1;
      marker = data.next_marker;
    } while (marker);
    return count;
  };
  return {
    "paging-cpu": spread(await ratios([withPaginate, byHand], "cpuUs", rounds, ITEMS)),
    "paging-heap": spread([await heapRatio(list())]),
  };
}

/** The heap at the end of a list relative to a quarter of it, both after a garbage collection. */
async function heapRatio(list: AsyncIterable<unknown>): Promise<number> {
  const heapBytes = async () => {
    // Response bodies are freed by finalizers, a turn after the collection.
    for (let time = 0; time < 3; time += 1) {
      collect();
      await nextTurn();
    }
    return process.memoryUsage().heapUsed;
  };
  let count = 0;
  let quarterBytes = 0;
  let endBytes = 0;
  for await (const _ of list) {
    count += 1;
    if (count === ITEMS / 4) quarterBytes = await heapBytes();
    if (count === ITEMS) endBytes = await heapBytes();
  }
  return endBytes / quarterBytes;
}

/** Pages through a list with a slow server and an equally slow consumer, with `prefetch: 1` and without. */
export async function measurePrefetch(
  folder: string,
  origin: string,
  { rounds, pages: expected }: { readonly rounds: number; readonly pages: number },
): Promise<OtherResults> {
  const { createClient, paginate } = await loadClient(folder);
  const client = createClient({ baseUrl: `${origin}/slow`, auth: `${GOOD_TOKEN}-0` });
  const read = async (prefetch: 0 | 1) => {
    const query = { limit: ITEMS_IN_PAGE };
    const options = { query, prefetch, maxItems: expected * ITEMS_IN_PAGE };
    let pages = 0;
    for await (const _ of paginate(client.listFileVersionRetentions, options).pages()) {
      pages += 1;
      await sleep(SERVER_MS);
    }
    return pages;
  };
  const found = await ratios([() => read(1), () => read(0)], "wallUs", rounds, expected);
  return { "prefetch-wall": spread(found) };
}

/** Measures two ways in this process, in turn: the first relative to the second. Each must count the expected number. */
async function ratios(
  ways: readonly [() => Promise<number>, () => Promise<number>],
  key: keyof Took,
  rounds: number,
  expected: number,
): Promise<number[]> {
  const turns = ways.map((call, way) => ({
    name: String(way),
    async turn() {
      // Otherwise one way pays for the garbage of the other.
      collect();
      return takeTurn({ call, isRight: (count) => count === expected, calls: 1, concurrency: 1 });
    },
  }));
  const measured = await measureRounds(turns, { rounds, warmUp: 1, turns: 1, calls: 1, seed: 1 });
  const of = (name: string) => (measured.get(name) ?? []).map((round) => round[key]);
  return pairedRatios(of("0"), of("1"));
}
