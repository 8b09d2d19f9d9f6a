// Moves bytes in one way, and sends what it cost to its parent. The argument is a `BytesJob` as JSON.
import { setTimeout } from "node:timers/promises";
import type { Download, Upload } from "content-service-client/bytes";
import { memoryInUse } from "../../support/collect-garbage.js";
import { seededRandom } from "../support/seeded-random.js";
import { chunksOf } from "./chunks.js";

export interface BytesJob {
  readonly way: "bare fetch" | "platform fetch" | "nodeTransport";
  readonly direction: "download" | "upload";
  readonly bytes: number;
  readonly origin: string;
  /** The folder of the built client. */
  readonly client: string;
  /** How many streams are aborted, in place of one that is moved whole. */
  readonly aborts?: number;
}

export interface BytesTook {
  readonly peakMb: number;
  readonly mbPerSecond: number;
  /** How much memory the second half of the aborts added. */
  readonly grownMb: number;
}

/** Moves all bytes and returns their number. */
type Move = (signal?: AbortSignal, onChunk?: () => void) => Promise<number>;

const MB = 2 ** 20;
const MOMENTS = 10;
// The parent passes this shape.
const job = JSON.parse(process.argv[2] ?? "") as BytesJob;
const move = job.way === "bare fetch" ? moveByFetch : await moveByClient();
process.send?.(job.aborts === undefined ? await whole() : await aborted(job.aborts), () => process.exit());

async function whole(): Promise<BytesTook> {
  const startMs = performance.now();
  const moved = await move();
  if (moved !== job.bytes) throw new Error(`expected ${job.bytes} bytes; received ${moved}`);
  const mbPerSecond = job.bytes / MB / ((performance.now() - startMs) / 1000);
  return { peakMb: process.resourceUsage().maxRSS / 1024, mbPerSecond, grownMb: 0 };
}

/** Aborts each stream after a random number of chunks, or before its response. */
async function aborted(count: number): Promise<BytesTook> {
  const random = seededRandom(1);
  let middleMb = 0;
  for (let index = 0; index < count; index += 1) {
    if (index === count >> 1) middleMb = await usedMb();
    const controller = new AbortController();
    let left = Math.floor(random() * 8);
    if (left === 0) setImmediate(() => controller.abort());
    const onChunk = () => {
      left -= 1;
      if (left < 0) controller.abort();
    };
    await move(controller.signal, onChunk).catch(() => {});
  }
  // The server sees the end of the last ones a little later.
  let open = "";
  for (let turn = 0; turn < 1000 && open !== "0"; turn += 1) open = await (await fetch(`${job.origin}/open`)).text();
  if (open !== "0") throw new Error(`${open} connections are left`);
  return { peakMb: 0, mbPerSecond: 0, grownMb: Math.max(0, (await usedMb()) - middleMb) };
}

/** The least of some moments: the buffers of closed sockets are released a little later. */
async function usedMb(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    await setTimeout(10);
    const { heapUsed, external } = await memoryInUse();
    least = Math.min(least, (heapUsed + external) / MB);
  }
  return least;
}

async function moveByFetch(): Promise<number> {
  const url = `${job.origin}/2.0/content?bytes=${job.bytes}`;
  if (job.direction === "download") return consume((await fetch(url)).body ?? new ReadableStream());
  const body = chunksOf(job.bytes);
  // The types of Node's fetch omit iterables.
  const response = await fetch(url, { method: "PUT", body, duplex: "half" } as object);
  return ((await response.json()) as { size: number }).size;
}

async function moveByClient(): Promise<Move> {
  const { bytes, origin, direction } = job;
  const load = (path: string) => import(`${job.client}dist/src/${path}`);
  const { createClient, defineOperation }: typeof import("content-service-client") = await load("index.js");
  const codec: typeof import("content-service-client/bytes") = await load("bytes/index.js");
  const { nodeTransport }: typeof import("content-service-client/node-transport") =
    await load("node-transport/index.js");
  const operations = {
    get: defineOperation<Download<{ query: { bytes: number } }, "stream">>({
      method: "GET",
      path: "/content",
      codec: codec.bytes,
      as: "stream",
    }),
    put: defineOperation<Upload<{ query: { bytes: number }; body: AsyncIterable<Uint8Array> }, { size: number }>>({
      method: "PUT",
      path: "/content",
      contentType: "application/octet-stream",
      codec: codec.bytes,
    }),
  };
  const transport = job.way === "nodeTransport" ? { fetch: nodeTransport().fetch } : {};
  const client = createClient({ baseUrl: `${origin}/2.0`, auth: "token", ...transport, operations });
  const query = { bytes };
  return async (signal, onChunk) => {
    if (direction === "download") return consume(await client.get({ query, signal }), onChunk);
    return (await client.put({ query, body: chunksOf(bytes), signal })).size;
  };
}

async function consume(stream: ReadableStream<Uint8Array>, onChunk = () => {}): Promise<number> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    onChunk();
  }
  return size;
}
