import { createReadStream, openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { arrayBuffer, buffer, text } from "node:stream/consumers";
import { createClient, defineOperation, type FetchLike, isApiError, TimeoutError } from "content-service-client";
import { bytes, type Upload } from "content-service-client/bytes";
import { Agent } from "undici";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { json, never, scriptedFetch } from "../support/scripted-fetch.js";
import { transportNames } from "../support/transports.js";
import { type BytesClient, bytesClient, operations, someBytes } from "./service.js";

const content = someBytes(300_000);
/** A stream of the content, which can be read once. */
const streamOf = (...chunks: unknown[]) => Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
/** Bytes in memory that threads share: the platform's `fetch` takes none. */
function shared(bytes: Uint8Array) {
  const view = new Uint8Array(new SharedArrayBuffer(bytes.length + 2), 1, bytes.length);
  view.set(bytes);
  return view;
}
async function* chunks() {
  yield content.subarray(0, 1000);
  yield content.subarray(1000);
}

describe.each(transportNames)("an upload by %s", (transport) => {
  it.each<[string, () => Parameters<BytesClient["uploadBytes"]>[0]["body"], string | undefined]>([
    ["Uint8Array", () => content, "300000"],
    ["a view of a buffer", () => new DataView(content.buffer), "300000"],
    ["a view of shared memory", () => shared(content), "300000"],
    ["ArrayBuffer", () => content.buffer, "300000"],
    ["Blob", () => new Blob([content]), "300000"],
    ["File", () => new File([content], "plan.pdf"), "300000"],
    ["ReadableStream", () => streamOf(content), undefined],
    ["a stream of Node", () => Readable.from([Buffer.from(content)]), undefined],
    ["an async iterable", chunks, undefined],
  ])("sends the bytes of %s, and reports its progress [BY-1] [BY-9]", async (_, body, length) => {
    const received = deferred<Buffer>();
    const { client, requests } = await bytesClient(transport, async (request, response) => {
      received.resolve(await buffer(request));
      response.end('{"size":300000}');
    });
    const reported: (readonly [number, number | undefined])[] = [];
    const onProgress = (progress: { loaded: number; total: number | undefined }) =>
      void reported.push([progress.loaded, progress.total]);
    const result = await client.uploadBytes({ body: body(), onProgress });
    expectTypeOf(result).toEqualTypeOf<{ size: number }>();
    expect(result).toEqual({ size: 300_000 });
    expect(Buffer.compare(await received.promise, content)).toBe(0);
    expect(requests[0]?.headers).toMatchObject({
      ...{ "content-type": "application/octet-stream", authorization: "Bearer access-token" },
      ...(length ? { "content-length": length } : { "transfer-encoding": "chunked" }),
    });
    expect(reported.at(-1)).toEqual([300_000, length ? 300_000 : undefined]);
    expect(reported.map(([loaded]) => loaded)).toEqual(reported.map(([loaded]) => loaded).toSorted((a, b) => a - b));
  });

  it("sends an empty body, a text, a file of the disk and the type of an image [BY-1]", async () => {
    const path = join(temporaryFolder(), "a.csv");
    await writeFile(path, content);
    const { client, requests } = await bytesClient(transport, async (request, response) => {
      response.end(JSON.stringify({ size: (await buffer(request)).length }));
    });
    expect(await client.uploadBytes({ body: new Uint8Array() })).toEqual({ size: 0 });
    expect(await client.uploadText({ body: "Größe,1" })).toEqual({ size: 9 });
    expect(await client.uploadText({ body: await openAsBlob(path) })).toEqual({ size: 300_000 });
    expect(await client.uploadImage({ body: new Blob(["x"], { type: "image/png" }) })).toEqual({ size: 1 });
    expect(await client.uploadImage({ body: content })).toEqual({ size: 300_000 });
    expect(requests.map(({ headers }) => headers["content-type"])).toEqual([
      ...["application/octet-stream", "text/csv", "text/csv", "image/png", "application/octet-stream"],
    ]);
  });

  it("sends forms, with the boundary of their parts [BY-2]", async () => {
    const { client, requests } = await bytesClient(transport, async (request, response) => {
      const body = new Response(await arrayBuffer(request), {
        headers: { "content-type": `${request.headers["content-type"]}` },
      });
      const parts = [...(await body.formData())].map(async ([name, part]) =>
        part instanceof File ? [name, part.name, part.type, await part.text()] : [name, part],
      );
      response.end(JSON.stringify(await Promise.all(parts)));
    });
    const form = new FormData();
    form.append("file", new File(["%PDF"], 'a "b".pdf', { type: "application/pdf" }));
    form.append("name", "one\ntwo");
    expect(await client.uploadParts({ body: form })).toEqual([
      ["file", 'a "b".pdf', "application/pdf", "%PDF"],
      ["name", "one\r\ntwo"],
    ]);
    const body = { name: "plan", file: shared(new Uint8Array([65, 66])), about: { id: "1" } };
    expect(await client.uploadParts({ body })).toEqual([
      ["name", "plan"],
      ["file", "blob", "application/octet-stream", "AB"],
      ["about", '{"id":"1"}'],
    ]);
    expect(await client.uploadForm({ body: { tags: ["a b", "ü"], size: 1 } })).toEqual([
      ["tags", "a b"],
      ["tags", "ü"],
      ["size", "1"],
    ]);
    expect(await client.uploadForm({ body: new URLSearchParams("a=1&a=2") })).toEqual([
      ["a", "1"],
      ["a", "2"],
    ]);
    expect(requests.every(({ headers }) => Number(headers["content-length"]) > 0)).toBe(true);
  });

  it("is retried with all its bytes where they can be sent again [BY-3]", async () => {
    const sizes: number[] = [];
    const { client } = await bytesClient(transport, async (request, response) => {
      sizes.push((await buffer(request)).length);
      response.writeHead(sizes.length % 2 ? 503 : 200).end("{}");
    });
    await client.uploadBytes({ body: content });
    await client.uploadBytes({ body: new Blob([content]) });
    expect(sizes).toEqual([300_000, 300_000, 300_000, 300_000]);
  });

  it.each([503, 401, 429])("of a stream is not sent again: the first response, %s, is final [BY-3]", async (status) => {
    const { client, requests } = await bytesClient(
      transport,
      async (request, response) => {
        await buffer(request);
        response.writeHead(status, { "retry-after": "0" }).end('{"code":"unavailable"}');
      },
      { auth: ({ rejected }) => (rejected ? "newer" : "older") },
    );
    for (const body of [streamOf(content), chunks(), Readable.from([Buffer.from(content)])]) {
      expect(await errorOf(client.uploadBytes({ body }))).toMatchObject({ name: "ApiError", status, attempts: 1 });
      // Another call would send an empty body.
      await expect(client.uploadBytes({ body })).rejects.toThrow(
        "body must be a stream or an iterable that nobody has",
      );
    }
    expect(requests).toHaveLength(3);
  });

  it("reads a stream no faster than it is sent [BY-4]", async () => {
    let yielded = 0;
    let received = 0;
    let most = 0;
    const { client } = await bytesClient(transport, (request, response) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
        most = Math.max(most, yielded - received);
        request.pause();
        setImmediate(() => request.resume());
      });
      request.on("end", () => response.end("{}"));
    });
    const many = async function* () {
      for (let index = 0; index < 100; index += 1) {
        yielded += content.length;
        yield content;
      }
    };
    await client.uploadBytes({ body: many() });
    expect(received).toBe(30_000_000);
    // The buffers of the system are at both ends.
    expect(most).toBeLessThan(15_000_000);
  });

  const whole = new Uint8Array(4_000_000);
  it.each<[string, (client: BytesClient, onProgress: () => void) => Promise<unknown>]>([
    ["Uint8Array", (client, onProgress) => client.uploadBytes({ body: whole, onProgress })],
    ["Blob", (client, onProgress) => client.uploadBytes({ body: new Blob([whole]), onProgress })],
    ["a form", (client, onProgress) => client.uploadParts({ body: { file: new Blob([whole]) }, onProgress })],
    ["one chunk", (client, onProgress) => client.uploadBytes({ body: streamOf(whole), onProgress })],
  ])("notices each 64 KiB that move of %s, however large its chunks are [BY-7]", async (_, send) => {
    const { client } = await bytesClient(transport, (request, response) =>
      request.resume().on("end", () => response.end("{}")),
    );
    let reports = 0;
    await send(client, () => {
      reports += 1;
    });
    expect(reports).toBeGreaterThanOrEqual(4_000_000 / 65_536);
  });

  it("rejects with the error of the caller's own stream, unchanged [BY-1]", async () => {
    const { client } = await bytesClient(transport, (request) => request.resume());
    const own = new Error("the disk is gone");
    const failing = async function* (error?: unknown) {
      yield content;
      throw error;
    };
    expect(await errorOf(client.uploadBytes({ body: failing(own) }))).toBe(own);
    await expect(client.uploadBytes({ body: failing() })).rejects.toThrow("body failed without an error");
    // A stream of Node that fails before it is read, whose error is not uncaught.
    const early = new Readable({ read() {} });
    const call = client.uploadBytes({ body: early });
    early.destroy(own);
    expect(await errorOf(call)).toBe(own);
    // A stream of text.
    const body = streamOf("text");
    await expect(client.uploadBytes({ body })).rejects.toThrow("body must yield Uint8Array; received string");
  });

  it("of a stream that somebody has read, in part or to its end, is a TypeError [BY-1]", async () => {
    const { client, requests } = await bytesClient(transport, (_, response) => response.end("{}"));
    const rule = new TypeError("body must be a stream or an iterable that nobody has read");
    const body = streamOf(content);
    for (let reads = 0; reads < 2; reads += 1) {
      const reader = body.getReader();
      await expect(client.uploadBytes({ body })).rejects.toThrow(rule);
      await reader.read();
      reader.releaseLock();
      await expect(client.uploadBytes({ body })).rejects.toThrow(rule);
    }
    expect(requests).toEqual([]);
  });

  it("closes a source that it has not read when the call fails [BY-8]", async () => {
    const { client } = await bytesClient(transport, () => {}, { auth: () => "" });
    const canceled = vi.fn();
    const stream = new ReadableStream<Uint8Array>({ cancel: canceled });
    const [file, iterable] = [createReadStream(import.meta.filename), chunks()];
    for (const body of [stream, file, iterable]) await errorOf(client.uploadBytes({ body }));
    expect(canceled).toHaveBeenCalledOnce();
    expect([file.destroyed, await iterable.next()]).toEqual([true, { value: undefined, done: true }]);
  });

  it("times out on silence, and takes longer than that if bytes move [BY-7]", async () => {
    const clock = manualClock();
    const service = (request: IncomingMessage, response: ServerResponse) =>
      request.resume().on("end", () => response.end("{}"));
    const { client } = await bytesClient(transport, service, { clock, totalTimeoutMs: 2000, timeoutMs: 1000 });
    const slow = async function* () {
      for (let index = 0; index < 9; index += 1) {
        yield content;
        clock.advance(900);
      }
    };
    expect(await client.uploadBytes({ body: slow() })).toEqual({});
    const silent = async function* () {
      yield content;
      clock.advance(1000);
      await new Promise(() => {});
    };
    const error = await errorOf(client.uploadBytes({ body: silent() }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ scope: "attempt", timeoutMs: 1000, attempts: 1 });
  });

  it("can be aborted while the server does not read [BY-8]", async () => {
    const closed = deferred();
    const aborted = new AbortController();
    const { client } = await bytesClient(transport, (request) => {
      request.pause();
      request.on("close", closed.resolve);
      aborted.abort(new Error("stop"));
      // A paused socket does not see its end.
      request.resume();
    });
    const canceled = deferred<unknown>();
    const body = new ReadableStream<Uint8Array>({ pull: (queue) => queue.enqueue(content), cancel: canceled.resolve });
    expect(await errorOf(client.uploadBytes({ body, signal: aborted.signal }))).toBe(aborted.signal.reason);
    await Promise.all([closed.promise, canceled.promise]);
  });
});

it.each<[what: string, navigator: object, call: (client: BytesClient) => Promise<unknown>]>([
  ["a text", {}, (client) => client.uploadText({ body: "a".repeat(300_000) })],
  ["a Blob in a browser", { appCodeName: "Mozilla" }, (client) => client.uploadBytes({ body: new Blob([content]) })],
])(
  "%s, of which nobody sees how much is sent, may take the limit for each 64 KiB [BY-7]",
  async (_, navigator, call) => {
    vi.stubGlobal("navigator", navigator);
    onTestFinished(() => void vi.unstubAllGlobals());
    const clock = manualClock();
    const fetch = scriptedFetch(() => clock.advance(4900).then(() => json({ size: 1 })), never);
    const limits = { timeoutMs: 1000, totalTimeoutMs: 2000 };
    const { client } = await bytesClient("nodeTransport", () => {}, { fetch, clock, ...limits });
    expect(await call(client)).toEqual({ size: 1 });
    const message = expect.stringContaining("timed out: not sent within 5000 ms (PUT");
    const late = { name: "TimeoutError", scope: "attempt", timeoutMs: 5000, attempts: 1, message };
    expect(await clock.run(errorOf(call(client)))).toMatchObject(late);
  },
);

it("leaves the length of a body to the platform's fetch, which undici 7 may be behind [BY-1] [BY-2]", async () => {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  const own: FetchLike = (url, init) => fetch(url, Object.assign({}, init, { dispatcher }));
  const service = async (request: IncomingMessage, response: ServerResponse) => {
    response.end(JSON.stringify([(await buffer(request)).length, request.headers["content-length"]]));
  };
  const { client } = await bytesClient("the platform's fetch", service, { fetch: own });
  for (const body of [new Uint8Array(3), new Uint8Array(0), content, new Blob(["abc"]), new Blob([content])]) {
    const size = body instanceof Blob ? body.size : body.length;
    expect(await client.uploadBytes({ body })).toEqual([size, `${size}`]);
  }
  expect(await client.uploadText({ body: "Größe" })).toEqual([7, "7"]);
  expect(await client.uploadForm({ body: { size: 1 } })).toEqual([6, "6"]);
  expect(await client.uploadParts({ body: { name: "plan" } })).toEqual([expect.any(Number), expect.any(String)]);
  expect(await client.uploadBytes({ body: chunks() })).toEqual([300_000, null]);
});

const client = createClient({ baseUrl: "http://127.0.0.1:1/2.0", auth: "token", operations, retry: false });

it.each<[what: string, operation: keyof BytesClient, options: object, message: string]>([
  ["no body as bytes", "uploadBytes", {}, "body must be Uint8Array"],
  ["null as text", "uploadText", { body: null }, "body must be text, Uint8Array"],
  ["no body as a form", "uploadForm", {}, "body must be URLSearchParams, or"],
  ["no body as parts", "uploadParts", { body: undefined }, "body must be FormData, or"],
  ["text as bytes", "uploadBytes", { body: "text" }, "body must be Uint8Array, ArrayBuffer, Blob"],
  ["a number as text", "uploadText", { body: 1 }, "body must be text, Uint8Array"],
  ["bytes as a form", "uploadForm", { body: new Uint8Array() }, "body must be URLSearchParams, or"],
  ["an object in a form", "uploadForm", { body: { tags: [{}] } }, "body.tags must be a string"],
  ["NaN in a form", "uploadForm", { body: { size: NaN } }, "body.size must be a string"],
  ["NaN as a part", "uploadParts", { body: { name: [NaN] } }, "body.name must be one of strings"],
  ["NaN in JSON", "uploadParts", { body: { about: { id: NaN } } }, "id in the body must be a finite number"],
  ["bytes as parts", "uploadParts", { body: new Uint8Array() }, "body must be FormData, or"],
  ["a stream as a part", "uploadParts", { body: { file: new ReadableStream() } }, "cannot be a stream"],
  ["bytes as JSON", "createTask", { body: new Uint8Array() }, "body must be JSON"],
  ["a file in JSON", "createTask", { body: { file: new File([], "a") } }, "file in the body must be a"],
  ["bytes in JSON", "createTask", { body: { a: [new Uint8Array(1)] } }, "0 in the body must be a"],
  ["a lone surrogate", "uploadText", { body: "\ud800" }, "well-formed"],
  ["an unknown form", "download", { as: "image" }, "as must be bytes, text"],
  ["no function", "download", { onProgress: 1 }, "onProgress must be a function"],
])("a TypeError says what would be right, before anything is sent: %s [BY-1]", async (_, name, options, message) => {
  // Plain JavaScript can pass anything.
  const call = client[name] as (options: object) => Promise<unknown>;
  await expect(call(options)).rejects.toThrow(TypeError);
  await expect(call(options)).rejects.toThrow(message);
});

it("only an operation with an optional body can be called without one [BY-1]", async () => {
  const row = { method: "PUT", path: "/note", contentType: "text/plain", codec: bytes, optionalBody: true } as const;
  const addNote = defineOperation<Upload<{ body?: string }, object>>(row);
  const fetch = scriptedFetch(() => json({}));
  await createClient({ baseUrl: "http://127.0.0.1:1/2.0", auth: "token", fetch, operations: { addNote } }).addNote();
  expect(fetch.sent[0]?.headers.get("content-type")).toBeNull();
  expect(fetch.sent[0]?.body).toBeNull();
});

it("a secret of a form is in no error [BY-2]", async () => {
  const { client } = await bytesClient("nodeTransport", async (request, response) => {
    response.writeHead(400).end(await text(request));
  });
  for (const body of [{ pin: "12345678" }, new URLSearchParams("pin=12345678")]) {
    const error = await errorOf(client.uploadForm({ body }));
    expect(isApiError(error) && error.excerpt).toBe("pin=[secret]");
  }
  const twice = await errorOf(client.uploadForm({ body: new URLSearchParams("pin=12345678&pin=87654321") }));
  expect(isApiError(twice) && twice.excerpt).toBe("pin=[secret]&pin=[secret]");
});
