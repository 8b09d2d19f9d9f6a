// npm run lab -- bytes [--megabytes 2048] [--aborts 10000]: measures the memory and the throughput of downloads and uploads
// with the built client, beside bare fetch, and aborts streams at random moments. The server is in another process.

import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Figure, figureLine, isWithin, machineLine } from "../support/figure.js";
import { markdownTable, writeFigures } from "../support/figures.js";
import { startProcess } from "../support/process.js";
import { seededRandom } from "../support/seeded-random.js";

const CHUNK = new Uint8Array(65_536);
const MB = 2 ** 20;
const WAYS = ["bare fetch", "platform fetch", "nodeTransport"] as const;
const DIRECTIONS = ["download", "upload"] as const;
/** Of each way the best of so many runs counts. */
const RUNS = 3;

/** What a measured process does. */
interface Job {
  readonly way: (typeof WAYS)[number];
  readonly direction: (typeof DIRECTIONS)[number];
  readonly bytes: number;
  readonly origin: string;
  readonly aborts?: number;
}

interface Measured {
  readonly peakMb: number;
  readonly mbPerSecond: number;
  /** How much memory the second half of the aborts added. */
  readonly grownMb?: number;
}

const file = fileURLToPath(import.meta.url);
/** The measured program is in a folder of the same depth. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const role = process.argv[2] ?? "";
if (role === "server") startServer();
// The parent passes a job.
else if (role.startsWith("{")) process.send?.(await measure(JSON.parse(role) as Job), () => process.exit());
else await compare();

async function compare(): Promise<void> {
  const { values } = parseArgs({ options: { megabytes: { type: "string" }, aborts: { type: "string" } } });
  const bytes = Number(values.megabytes ?? 2048) * MB;
  const aborts = Number(values.aborts ?? 10_000);
  const program = await compiled();
  const start = (argument: string) => startProcess(program, [argument]);
  const server = start("server");
  const origin = `http://127.0.0.1:${await server.ask<number>()}`;
  const run = async (job: Omit<Job, "origin" | "bytes">): Promise<Measured> => {
    const { ask, stop } = start(JSON.stringify({ ...job, bytes, origin }));
    return ask<Measured>().finally(stop);
  };
  console.log(`${machineLine()}, ${bytes / MB} MB in each direction`);
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const direction of DIRECTIONS) {
    const best = new Map<string, Measured>();
    for (let round = 0; round < RUNS; round += 1) {
      for (const way of WAYS) {
        const one = await run({ way, direction });
        const before = best.get(way) ?? one;
        const peakMb = Math.min(before.peakMb, one.peakMb);
        best.set(way, { peakMb, mbPerSecond: Math.max(before.mbPerSecond, one.mbPerSecond) });
      }
    }
    const bare = best.get("bare fetch");
    for (const [way, { peakMb, mbPerSecond }] of best) {
      const name = `${direction} by ${way}`;
      rows.push([name, `${peakMb.toFixed(0)} MB`, `${mbPerSecond.toFixed(0)} MB/s`]);
      const most = way === "nodeTransport" ? 120 : way === "platform fetch" ? (bare?.peakMb ?? 0) + 20 : undefined;
      figures.push({
        name: `${name}: peak RSS`,
        value: peakMb,
        unit: "MB",
        ...(most && { allowed: { atMost: most } }),
      });
      const share = mbPerSecond / (bare?.mbPerSecond ?? 1);
      figures.push({
        name: `${name}: throughput, ${mbPerSecond.toFixed(0)} MB/s`,
        value: share,
        unit: "of bare fetch",
        ...(way !== "bare fetch" && { allowed: { atLeast: 0.9 } }),
      });
    }
  }
  for (const way of ["platform fetch", "nodeTransport"] as const) {
    const { grownMb = 0 } = await run({ way, direction: "download", aborts });
    figures.push({
      name: `${aborts} aborts by ${way}: growth of the second half`,
      value: grownMb,
      unit: "MB",
      allowed: { atMost: 5 },
    });
  }
  await server.stop();
  await rm(program);
  const head = `${bytes / MB} MB with ${machineLine()}`;
  writeFigures(join(root, "docs/guides/files.md"), { bytes: markdownTable([head, "peak RSS", "throughput"], rows) });
  for (const figure of figures) {
    console.log(figureLine(figure));
    if (!isWithin(figure)) process.exitCode = 1;
  }
}

/** This program as plain JavaScript, so that the loader does not count. */
async function compiled(): Promise<string> {
  const { build } = await import("esbuild");
  const outfile = join(root, `node_modules/.cache/lab-bytes-${process.pid}.mjs`);
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}

/** Sends as many bytes as the path says, and counts those that it receives. */
function startServer(): void {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    const bytes = Number(new URL(request.url ?? "", "http://a").searchParams.get("bytes"));
    if (request.url?.includes("/open")) return void response.end(`${open - 1}`);
    if (request.method === "PUT") {
      let size = 0;
      request.on("data", (chunk: Buffer) => {
        size += chunk.length;
      });
      return void request.on("end", () => response.end(JSON.stringify({ size })));
    }
    response.writeHead(200, { "content-length": bytes });
    let left = bytes;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        const chunk = CHUNK.subarray(0, Math.min(left, CHUNK.length));
        left -= chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on("drain", write);
    write();
  });
  server.listen({ port: 0, host: "127.0.0.1" }, () => {
    // A server on a port has an AddressInfo.
    process.send?.((server.address() as AddressInfo).port);
  });
  process.on("disconnect", () => process.exit());
}

async function* chunksOf(bytes: number) {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
}

async function measure(job: Job): Promise<Measured> {
  const call = await callOf(job);
  const { bytes, aborts } = job;
  if (aborts !== undefined) return measureAborts(call, aborts, job.origin);
  const startMs = performance.now();
  const moved = await call();
  const seconds = (performance.now() - startMs) / 1000;
  if (moved !== bytes) throw new Error(`expected ${bytes} bytes; received ${moved}`);
  return { peakMb: process.resourceUsage().maxRSS / 1024, mbPerSecond: bytes / MB / seconds };
}

/** Aborts each stream after a random number of chunks, or before its response. */
async function measureAborts(call: Call, aborts: number, origin: string): Promise<Measured> {
  const random = seededRandom(1);
  let middleMb = 0;
  for (let index = 0; index < aborts; index += 1) {
    if (index === aborts >> 1) middleMb = usedMb();
    const controller = new AbortController();
    let left = Math.floor(random() * 8);
    const onChunk = () => {
      left -= 1;
      if (left < 0) controller.abort();
    };
    if (left === 0) setImmediate(() => controller.abort());
    await call(controller.signal, onChunk).catch(() => {});
  }
  // The server sees the end of the last ones a little later.
  let open = "";
  for (let turn = 0; turn < 1000 && open !== "0"; turn += 1) open = await (await fetch(`${origin}/open`)).text();
  if (open !== "0") throw new Error(`${open} connections are left`);
  return { peakMb: 0, mbPerSecond: 0, grownMb: Math.max(0, usedMb() - middleMb) };
}

/** The memory in use, without garbage. */
function usedMb(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

/** Moves all bytes and returns their number. */
type Call = (signal?: AbortSignal, onChunk?: () => void) => Promise<number>;

async function callOf({ way, direction, bytes, origin }: Job): Promise<Call> {
  const url = `${origin}/2.0/content?bytes=${bytes}`;
  const consume = async (stream: ReadableStream<Uint8Array>, onChunk = () => {}) => {
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      onChunk();
    }
    return size;
  };
  if (way === "bare fetch") {
    return async () => {
      if (direction === "download") return consume((await fetch(url)).body ?? new ReadableStream());
      const init = { method: "PUT", body: chunksOf(bytes), duplex: "half" };
      // The types of Node's fetch omit iterables.
      const response = await fetch(url, init as object);
      return ((await response.json()) as { size: number }).size;
    };
  }
  const load = (path: string) => import(`${root}dist/src/${path}`);
  const { createClient, defineOperation }: typeof import("content-service-client") = await load("index.js");
  const codec: typeof import("content-service-client/bytes") = await load("bytes/index.js");
  const { nodeTransport }: typeof import("content-service-client/node-transport") =
    await load("node-transport/index.js");
  const operations = {
    get: defineOperation<import("content-service-client/bytes").Download<{ query: { bytes: number } }, "stream">>({
      ...{ method: "GET", path: "/content", codec: codec.bytes, as: "stream" },
    }),
    put: defineOperation<
      import("content-service-client/bytes").Upload<{ body: AsyncIterable<Uint8Array> }, { size: number }>
    >({
      ...{ method: "PUT", path: "/content", contentType: "application/octet-stream", codec: codec.bytes },
    }),
  };
  const transport = way === "nodeTransport" ? { fetch: nodeTransport().fetch } : {};
  const client = createClient({ baseUrl: `${origin}/2.0`, auth: "token", ...transport, operations });
  return async (signal, onChunk) => {
    if (direction === "download") return consume(await client.get({ query: { bytes }, signal }), onChunk);
    return (await client.put({ body: chunksOf(bytes), signal })).size;
  };
}
