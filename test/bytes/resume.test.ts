import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createClient, type FetchLike } from "content-service-client";
import { download } from "content-service-client/bytes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { check } from "../properties/support/check.js";
import { baseUrl, errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { transportNames } from "../support/transports.js";
import { bytesClient, operations, someBytes } from "./service.js";

/** What a service sends: where it cuts each response, and what it knows of ranges. */
interface Plan {
  readonly size: number;
  /** The shares of the rest after which a response is cut. */
  readonly cuts: readonly number[];
  readonly validator: "strong" | "weak" | "none";
  readonly ignoresRanges: boolean;
  readonly isChunked: boolean;
  /** The response from which on there is another version; 0 for none. */
  readonly changesAt: number;
}

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

function serviceOf({ size, cuts, validator, ignoresRanges, isChunked, changesAt }: Plan) {
  const versions = [someBytes(size, 1), someBytes(size + 1, 2)];
  let sent = 0;
  const current = () => (changesAt > 0 && sent > changesAt ? 1 : 0);
  return {
    expected: () => versions[current()] ?? new Uint8Array(),
    handle(request: IncomingMessage, response: ServerResponse) {
      sent += 1;
      const version = current();
      const body = versions[version] ?? new Uint8Array();
      const etag = `${validator === "weak" ? "W/" : ""}"${version}"`;
      const [, from = ""] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
      const isPart = from !== "" && !ignoresRanges && request.headers["if-range"] === etag && validator === "strong";
      const start = isPart ? Number(from) : 0;
      if (isPart && start >= body.length)
        return response.writeHead(416, { "content-range": `bytes */${body.length}` }).end();
      const rest = body.subarray(start);
      response.writeHead(isPart ? 206 : 200, {
        ...(validator !== "none" && { etag }),
        ...(isPart && { "content-range": `bytes ${start}-${body.length - 1}/${body.length}` }),
        ...(!isChunked && { "content-length": rest.length }),
        "repr-digest": `sha-256=:${digestOf(body)}:`,
      });
      const share = cuts[sent - 1];
      if (share === undefined) return response.end(rest);
      return response.write(rest.subarray(0, Math.floor(rest.length * share)), () => response.destroy());
    },
  };
}

/** A target in memory, that can be opened again. */
function memoryTarget() {
  let content = new Uint8Array();
  return {
    content: () => content,
    open(position: number) {
      content = content.slice(0, position);
      return new WritableStream<Uint8Array>({
        write(chunk) {
          content = Uint8Array.from(Buffer.concat([content, chunk]));
        },
      });
    },
  };
}

/** Downloads ten bytes, of which the first response has five. `part` has the headers, the start and the end of a part. */
async function tenBytes(part: (start: number) => readonly [headers: object, start: number, end?: number | undefined]) {
  const text = "0123456789";
  const { client, requests, close } = await bytesClient("nodeTransport", ({ headers }, response) => {
    const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? "") ?? [];
    if (from !== undefined) {
      const [{ status = 206, ...own }, start, end] = part(Number(from)) as [Record<string, never>, number, number?];
      return response.writeHead(status, { etag: '"1"', ...own }).end(text.slice(start, end));
    }
    response.writeHead(200, { etag: '"1"', "content-length": 10 });
    if (requests.length > 1) return response.end(text);
    return response.write(text.slice(0, 5), () => response.destroy());
  });
  const target = memoryTarget();
  await download(client.download, {}, target);
  await close();
  return { downloaded: `${Buffer.from(target.content())}`, ranges: requests.map(({ headers }) => headers.range) };
}

describe("a download to a target", () => {
  it("that is cut at random places resumes, or starts again, to the right bytes [BY-14]", async () => {
    const plan = fc.record({
      size: fc.integer({ min: 1, max: 200_000 }),
      cuts: fc.array(fc.constantFrom(0, 0.1, 0.5, 0.9, 1), { minLength: 1, maxLength: 3 }),
      validator: fc.constantFrom("strong", "strong", "weak", "none"),
      ignoresRanges: fc.constantFrom(false, false, true),
      isChunked: fc.boolean(),
      changesAt: fc.constantFrom(0, 0, 1, 2),
    }) as fc.Arbitrary<Plan>;
    let index = 0;
    const property = fc.asyncProperty(plan, async (plan) => {
      const service = serviceOf(plan);
      index += 1;
      const { client, close } = await bytesClient(transportNames[index % 2] ?? "nodeTransport", service.handle);
      const target = memoryTarget();
      const result = await download(client.download, {}, target);
      expect(digestOf(target.content())).toBe(digestOf(service.expected()));
      expect(result).toMatchObject({ size: service.expected().length });
      await close();
    });
    await check(property, 0.5);
  });

  it("asks only for what is missing, in this process or the next, and reports its progress [BY-14]", async () => {
    const service = serviceOf({
      ...{ size: 100_000, cuts: [0.5], validator: "strong", ignoresRanges: false, isChunked: false, changesAt: 0 },
    });
    const { client, requests } = await bytesClient("nodeTransport", service.handle);
    const target = memoryTarget();
    const starts: unknown[] = [];
    const loaded: number[] = [];
    const onProgress = (progress: { loaded: number }) => void loaded.push(progress.loaded);
    const onStart = (start: object) => starts.push(start);
    const first = await download(client.download, { onProgress }, { ...target, onStart });
    expect(first).toEqual({ size: 100_000, etag: '"0"', fileName: undefined, resumed: 1 });
    expect(starts).toEqual([{ etag: '"0"', size: 100_000 }]);
    expect(loaded.at(-1)).toBe(100_000);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
    expect(requests.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=50000-", '"0"'],
    ]);
    for (const position of [70_000, 100_000])
      await download(client.download, {}, { ...target, from: { position, etag: '"0"' } });
    expect(digestOf(target.content())).toBe(digestOf(service.expected()));
    // It has changed since.
    await download(client.download, {}, { ...target, from: { position: 70_000, etag: '"old"' } });
    expect(digestOf(target.content())).toBe(digestOf(service.expected()));
    const weak = download(client.download, {}, { ...target, from: { position: 1, etag: 'W/"0"' } });
    await expect(weak).rejects.toThrow("from must have a position");
  });

  it.each<[title: string, part: (start: number) => object, start: (start: number) => number, end?: number]>([
    ["a part that starts later", (start) => ({ "content-range": `bytes ${start + 2}-9/10` }), (start) => start + 2],
    ["a part that starts earlier", (start) => ({ "content-range": `bytes ${start - 2}-9/10` }), (start) => start - 2],
    ["a part without Content-Range", () => ({}), (start) => start],
    ["a part of another size", (start) => ({ "content-range": `bytes ${start}-8/9` }), (start) => start, 9],
    ["a part of another version", (start) => ({ "content-range": `bytes ${start}-9/10`, etag: '"2"' }), () => 0, 5],
    ["416 without the size", () => ({ status: 416 }), () => 10],
    ["416 at a position before the end", () => ({ status: 416, "content-range": "bytes */5" }), () => 10],
  ])("starts again after %s [BY-14]", async (_, part, startOf, end) => {
    const { downloaded, ranges } = await tenBytes((start) => [part(start), startOf(start), end]);
    expect(downloaded).toBe("0123456789");
    expect(ranges).toEqual([undefined, "bytes=5-", undefined]);
  });

  it.each([
    ["of another version", { "content-range": "bytes */5", etag: '"2"' }, 2],
    ["of the same version", { "content-range": "bytes */5", etag: '"1"' }, 1],
    ["without an etag", { "content-range": "bytes */5" }, 1],
    ["of another size", { "content-range": "bytes */4", etag: '"1"' }, 2],
  ])("of an earlier process ends with a 416, and starts again after one %s [BY-14]", async (_, headers, sent) => {
    const { client, requests } = await bytesClient("nodeTransport", (request, response) => {
      if (request.headers.range) return response.writeHead(416, headers).end();
      return response.writeHead(200, { etag: '"2"' }).end("whole");
    });
    const opened: number[] = [];
    const target = memoryTarget();
    const open = (position: number) => {
      opened.push(position);
      return target.open(position);
    };
    const result = await download(client.download, {}, { open, from: { position: 5, etag: '"1"' } });
    expect(result).toMatchObject({ size: 5, etag: sent === 1 ? '"1"' : '"2"' });
    expect(requests).toHaveLength(sent);
    expect(opened).toEqual([sent === 1 ? 5 : 0]);
  });

  it("starts again when the bytes before a 416 do not match their digest [BY-10] [BY-14]", async () => {
    const { client, requests } = await bytesClient("nodeTransport", (request, response) => {
      if (request.headers.range) return response.writeHead(416, { "content-range": "bytes */5" }).end();
      const digest = `sha-256=:${digestOf(Buffer.from("whole"))}:`;
      response.writeHead(200, { etag: '"1"', "repr-digest": digest });
      if (requests.length > 1) return response.end("whole");
      return response.write("wrong", () => response.destroy());
    });
    const target = memoryTarget();
    expect(await download(client.download, {}, target)).toMatchObject({ size: 5, resumed: 2 });
    expect(`${Buffer.from(target.content())}`).toBe("whole");
    expect(requests).toHaveLength(3);
  });

  it("rejects headers that it sets itself or that omit the body, before anything is sent [BY-14]", async () => {
    const { client, requests } = await bytesClient("nodeTransport", (_, response) => response.end("whole"));
    for (const name of ["Range", "range", "If-Range", "If-None-Match"]) {
      const header: object = { [name]: '"1"' };
      const rejected = errorOf(download(client.download, { header }, { open: () => expect.fail("nothing to write") }));
      const message = `header.${name} must be missing: download reads the whole body, and sets the ranges itself`;
      expect(await rejected).toMatchObject({ name: "TypeError", message });
    }
    // @ts-expect-error: the type rejects it, too.
    await errorOf(download(client.download, { header: { Range: "bytes=0-1" } }, memoryTarget()));
    expect(requests).toEqual([]);
    expect(await download(client.download, { header: { "If-Match": '"1"' } }, memoryTarget())).toMatchObject({
      size: 5,
    });
  });

  it("opens the target with the first byte, and for an empty body at the end [BY-14]", async () => {
    const bodies = [0, 0, 1];
    const { client } = await bytesClient("nodeTransport", (_, response) => {
      response.writeHead(200, { "content-length": bodies[0] ? 1 : 2, etag: '"1"' });
      if (bodies.shift()) return response.end("a");
      response.flushHeaders();
      return setImmediate(() => response.destroy());
    });
    const steps: unknown[] = [];
    const open = (position: number) => {
      steps.push(position);
      return new WritableStream();
    };
    const onStart = ({ size }: { size: number | undefined }) => steps.push(`size ${size}`);
    await download(client.download, {}, { open, onStart });
    expect(steps).toEqual(["size 1", 0]);
    const empty = await bytesClient("nodeTransport", (_, response) => response.end());
    await download(empty.client.download, {}, { open, onStart });
    expect(steps).toEqual(["size 1", 0, "size 0", 0]);
  });

  it("waits before it resumes without progress as long as a retry does, and not after progress [BY-14]", async () => {
    const clock = manualClock();
    const startsMs: number[] = [];
    const cutAt = [2, 1, 0, 0, 0, 1];
    const fetch: FetchLike = async (_, { headers }) => {
      startsMs.push(clock.elapsedMs());
      const [, first = "0"] = /^bytes=(\d+)-$/.exec(new Headers(headers).get("range") ?? "") ?? [];
      const start = Number(first);
      const cut = cutAt.shift() ?? 10;
      let rest = new Uint8Array(Math.min(cut, 10 - start));
      const pull = (queue: ReadableStreamDefaultController) => {
        if (rest.length > 0) queue.enqueue(rest);
        else if (start + cut >= 10) queue.close();
        else queue.error(new Error("cut"));
        rest = new Uint8Array();
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const range = { "content-range": `bytes ${start}-9/10` };
      return new Response(body, { status: start ? 206 : 200, headers: { etag: '"1"', ...(start ? range : {}) } });
    };
    const retry = { baseDelayMs: 100, random: () => 0.5 };
    const client = createClient({ baseUrl, auth: "access-token", fetch, clock, retry, operations });
    expect(await clock.run(download(client.download, {}, memoryTarget()))).toMatchObject({ size: 10, resumed: 6 });
    expect(startsMs).toEqual([0, 0, 0, 50, 150, 350, 350]);
  });

  it("can be resumed by the program, whose call waits by its number of cuts [BY-14]", async () => {
    const clock = manualClock();
    const fetch: FetchLike = async () => new Response(`${clock.elapsedMs()}`);
    const retry = { random: () => 0.5 };
    const client = createClient({ baseUrl, auth: "access-token", fetch, clock, operations, retry });
    expect(await clock.run(client.download({ as: "text" }))).toBe("0");
    expect(await clock.run(client.download({ as: "text", cuts: 3 }))).toBe("500");
  });

  it("ends at its deadline, with the time from its start [BY-14]", async () => {
    const clock = manualClock();
    let sent = 0;
    const fetch: FetchLike = async (_, { signal }) => {
      sent += 1;
      const body = new ReadableStream({
        start(queue) {
          queue.enqueue(new Uint8Array(2));
          signal?.addEventListener("abort", () => queue.error(signal.reason));
        },
      });
      return new Response(body, { headers: { etag: '"1"' } });
    };
    const client = createClient({ baseUrl, auth: "access-token", fetch, clock, operations });
    const derived = client.with({ deadline: clock.now() + 700 });
    const error = await errorOf(clock.run(download(derived.download, {}, memoryTarget())));
    expect(error).toMatchObject({ name: "TimeoutError", scope: "call", timeoutMs: 700 });
    expect(sent).toBe(1);
  });

  it("asks for the rest of a part that is shorter than the requested one [BY-14]", async () => {
    const { downloaded, ranges } = await tenBytes((start) => [
      { "content-range": `bytes ${start}-${Math.min(9, start + 1)}/${start < 7 ? "10" : "*"}` },
      start,
      start + 2,
    ]);
    expect(downloaded).toBe("0123456789");
    expect(ranges).toEqual([undefined, "bytes=5-", "bytes=7-", "bytes=9-"]);
  });

  const always = { size: 1000, ignoresRanges: false, isChunked: false, changesAt: 0 };
  const stuck = serviceOf({ ...always, cuts: Array(50).fill(0), validator: "strong" });
  const restarting = serviceOf({ ...always, cuts: Array(50).fill(0.5), validator: "none" });
  const unasked = { "content-range": "bytes 0-1/2" };
  const wrong = { "repr-digest": `sha-256=:${digestOf(Buffer.from("other"))}:` };

  it.each<[what: string, (request: IncomingMessage, response: ServerResponse) => unknown, error: RegExp, sent: number]>(
    [
      ["no new bytes", stuck.handle, /^NetworkError: incomplete response/, 4],
      ["four starts", restarting.handle, /^NetworkError: incomplete response/, 4],
      ["unrequested parts", (_, to) => to.writeHead(206, unasked).end("ab"), /: the part is not the requested/, 4],
      ["another digest", (_, to) => to.writeHead(200, wrong).end("0"), /: the body does not match its Repr-Digest/, 4],
      ["an error response", (_, response) => response.writeHead(404).end(), /^ApiError: download: 404/, 1],
    ],
  )("fails after %s [BY-14]", async (_, handle, error, sent) => {
    const { client, requests } = await bytesClient("nodeTransport", handle);
    expect(String(await errorOf(download(client.download, {}, memoryTarget())))).toMatch(error);
    expect(requests).toHaveLength(sent);
  });

  it.each(["open", "write", "close"] as const)(
    "ends at an abort and at its deadline while the %s of its target never settles [BY-8] [BY-14]",
    async (stuck) => {
      for (const ends of ["an abort", "a deadline"]) {
        const clock = manualClock();
        const [closed, reached, late] = [deferred(), deferred(), deferred<WritableStream>()];
        const fetch: FetchLike = async (_, { signal }) => {
          signal?.addEventListener("abort", () => closed.resolve());
          const start = (queue: ReadableStreamDefaultController) => {
            for (let index = 0; index < 3; index += 1) queue.enqueue(new Uint8Array(1));
            if (stuck === "close") queue.close();
          };
          return new Response(new ReadableStream({ start }));
        };
        const step = (name: string) => (name === stuck ? new Promise<void>(() => reached.resolve()) : undefined);
        const aborts: unknown[] = [];
        // The sink of a stream is aborted after its write, and its signal at once.
        const start = ({ signal }: WritableStreamDefaultController) =>
          signal.addEventListener("abort", () => aborts.push(signal.reason));
        const sink = { start, write: () => step("write"), close: () => step("close") };
        const open = async () => (step("open") ? late.promise : new WritableStream(sink));
        const client = createClient({ baseUrl, auth: "access-token", fetch, clock, operations });
        const controller = new AbortController();
        const { signal } = controller;
        const derived = client.with({ deadline: clock.now() + 700 });
        const error = errorOf(download(derived.download, { signal }, { open }));
        await reached.promise;
        if (ends === "an abort") controller.abort();
        else await clock.advance(700);
        const timeout = { name: "TimeoutError", message: "timed out after 700 ms (GET /2.0/content)" };
        expect(await error).toMatchObject(signal.aborted ? { name: "AbortError" } : timeout);
        if (stuck !== "close") await closed.promise;
        // A target that opens late is aborted, too.
        late.resolve(new WritableStream(sink));
        await clock.advance(0);
        expect(aborts).toEqual([await error]);
        expect(clock.pending()).toBe(0);
      }
    },
  );

  it("fails with the error of the target [BY-14]", async () => {
    const full = new Error("the disk is full");
    const { client } = await bytesClient("nodeTransport", (_, response) => response.end("whole"));
    const write = () => Promise.reject(full);
    const open = () => new WritableStream({ write });
    expect(await errorOf(download(client.download, {}, { open }))).toBe(full);
    // @ts-expect-error: a stream of Node.
    const wrong = download(client.download, {}, { open: () => process.stdout });
    await expect(wrong).rejects.toThrow("open must return a WritableStream, such as Writable.toWeb(file)");
  });
});
