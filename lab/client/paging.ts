import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { paths } from "content-service-client";
import createFetchClient from "openapi-fetch";
import { GOOD_TOKEN, ITEMS_IN_PAGE, PAGES, SERVER_MS } from "./constants.js";
import { loadClient } from "./contenders.js";
import { type PagingResults, type PrefetchResults, pairedRatios, spread } from "./results.js";
import { collect, measureRounds, type Took, takeTurn } from "./rounds.js";

const ITEMS = PAGES * ITEMS_IN_PAGE;
const HAND = "hand-written";
const OURS = "paginate";

/** Pages through 100,000 items with `paginate`, and with a hand-written loop over openapi-fetch. */
export async function measurePaging(folder: string, origin: string, rounds: number): Promise<PagingResults> {
  const { createClient, paginate } = await loadClient(folder);
  const token = `${GOOD_TOKEN}-0`;
  const baseUrl = `${origin}/2.0`;
  const client = createClient({ baseUrl, auth: token });
  const http = createFetchClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const list = () => paginate(client.listFileVersionRetentions, { query: { limit: ITEMS_IN_PAGE } });
  const ways = [
    {
      name: OURS,
      async call() {
        let count = 0;
        for await (const item of list()) count += item.id === "" ? 0 : 1;
        return count;
      },
    },
    {
      name: HAND,
      async call() {
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
      },
    },
  ];
  const measured = await inTurn(ways, rounds, ITEMS);
  const cpuUs = (name: string) => (measured.get(name) ?? []).map((round) => round.cpuUs);
  const inMs = (name: string) => spread(cpuUs(name).map((us) => us / 1000));
  return {
    ...{ items: ITEMS, pages: PAGES, rounds },
    clientCpuMs: inMs(OURS),
    handWrittenCpuMs: inMs(HAND),
    cpuRatio: spread(pairedRatios(cpuUs(OURS), cpuUs(HAND))),
    ...(await heapOf(list())),
  };
}

type Heap = Pick<PagingResults, "heapQuarterBytes" | "heapEndBytes" | "peakQuarterBytes" | "peakRestBytes">;

/** Measures the heap while paging: after each page, and twice after a garbage collection. */
async function heapOf(list: AsyncIterable<unknown>): Promise<Heap> {
  const heap = { heapQuarterBytes: 0, heapEndBytes: 0, peakQuarterBytes: 0, peakRestBytes: 0 };
  const collected = async () => {
    // Response bodies are freed by finalizers, a turn after the collection.
    for (let time = 0; time < 3; time += 1) {
      collect();
      await nextTurn();
    }
    return process.memoryUsage().heapUsed;
  };
  let count = 0;
  collect();
  for await (const _ of list) {
    count += 1;
    if (count % ITEMS_IN_PAGE !== 0) continue;
    const peak = count <= ITEMS / 4 ? "peakQuarterBytes" : "peakRestBytes";
    heap[peak] = Math.max(heap[peak], process.memoryUsage().heapUsed);
    if (count === ITEMS / 4) heap.heapQuarterBytes = await collected();
    if (count === ITEMS) heap.heapEndBytes = await collected();
  }
  return heap;
}

/** Pages through a list with a slow server and an equally slow consumer, with `prefetch: 1` and without. */
export async function measurePrefetch(
  folder: string,
  origin: string,
  { rounds, pages: expected }: { readonly rounds: number; readonly pages: number },
): Promise<PrefetchResults> {
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
  const ways = [
    { name: "without", call: () => read(0) },
    { name: "with", call: () => read(1) },
  ];
  const measured = await inTurn(ways, rounds, expected);
  const wallUs = (name: string) => (measured.get(name) ?? []).map((round) => round.wallUs);
  return {
    ...{ pages: expected, rounds, serverMs: SERVER_MS },
    withoutMs: spread(wallUs("without").map((us) => us / 1000)),
    withMs: spread(wallUs("with").map((us) => us / 1000)),
    wallRatio: spread(pairedRatios(wallUs("with"), wallUs("without"))),
  };
}

/** Measures ways in this process. Each must count the expected number. */
function inTurn(
  ways: readonly { readonly name: string; readonly call: () => Promise<number> }[],
  rounds: number,
  expected: number,
): Promise<Map<string, Took[]>> {
  const turns = ways.map(({ name, call }) => ({
    name,
    async turn() {
      // Otherwise one way pays for the garbage of the other.
      collect();
      return takeTurn({ call, isRight: (count) => count === expected, calls: 1, concurrency: 1 });
    },
  }));
  return measureRounds(turns, { rounds, warmUp: 1, turns: 1, calls: 1, seed: 1 });
}
