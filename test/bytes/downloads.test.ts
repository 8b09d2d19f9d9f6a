import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { isApiError, NetworkError } from "content-service-client";
import { fileName } from "content-service-client/bytes";
import { describe, expect, expectTypeOf, it } from "vitest";
import { collectGarbage } from "../../support/collect-garbage.js";
import { manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { transportNames } from "../support/transports.js";
import { type BytesClient, bytesClient, someBytes } from "./service.js";

const content = someBytes(300_000);
const sha256 = createHash("sha256").update(content).digest("base64");

async function lengthOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}

describe.each(transportNames)("a download by %s", (transport) => {
  it("is bytes, text, a Blob or a stream, by the operation or the call, and typed [BY-5]", async () => {
    const { client, requests } = await bytesClient(transport, (_, response) => {
      response.writeHead(200, { "content-type": "text/csv", "content-length": 4 }).end("ü;1");
    });
    // As a log does.
    client.http.use({ onResponse: async ({ response }) => void (await response.clone().text()) });
    const bytes = await client.download();
    expectTypeOf(bytes).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expect(new TextDecoder().decode(bytes)).toBe("ü;1");
    const text = await client.download({ as: "text" });
    expectTypeOf(text).toEqualTypeOf<string>();
    expect(text).toBe("ü;1");
    const blob = await client.download({ as: "blob" });
    expectTypeOf(blob).toEqualTypeOf<Blob>();
    expect([blob.type, await blob.text()]).toEqual(["text/csv", "ü;1"]);
    const stream = await client.downloadHere();
    expectTypeOf(stream).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>();
    expect(await lengthOf(stream)).toBe(4);
    const { data, response } = await client.download({ as: "stream" }).withResponse();
    expectTypeOf(data).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>();
    expect([await lengthOf(data), response.headers.get("content-type")]).toEqual([4, "text/csv"]);
    expect([...(await client.render({ body: { width: 1 } }))]).toHaveLength(4);
    expect(requests.every(({ headers }) => headers["accept-encoding"] === "identity")).toBe(true);
    // @ts-expect-error: no such form
    await expect(client.download({ as: "json5" })).rejects.toThrow(TypeError);
  });

  it("is held in memory up to maxBodyBytes, and streamed without a limit, with its progress [BY-6] [BY-9]", async () => {
    const serve = (_: unknown, response: ServerResponse) =>
      response.writeHead(200, { "content-length": content.length }).end(content);
    const { client } = await bytesClient(transport, serve, { maxBodyBytes: 1000 });
    const error = await errorOf(client.download());
    expect(isApiError(error) && error.message).toContain('longer than maxBodyBytes: use as: "stream"');
    const reported: object[] = [];
    const stream = await client.download({ as: "stream", onProgress: (progress) => void reported.push(progress) });
    expect(await lengthOf(stream)).toBe(300_000);
    expect(reported.at(-1)).toEqual({ loaded: 300_000, total: 300_000 });
  });

  it("rejects with the ApiError of an error response, retried as other calls [BY-5]", async () => {
    const { client, requests } = await bytesClient(transport, (_, response) => {
      response.writeHead(requests.length % 2 ? 503 : 404).end('{"code":"not_found","message":"No."}');
    });
    for (const as of ["bytes", "stream"] as const)
      expect(await errorOf(client.download({ as }))).toMatchObject({ status: 404, code: "not_found", attempts: 2 });
  });

  it("fails where the connection is cut, once the bytes before have arrived [BY-6]", async () => {
    const { client, requests } = await bytesClient(transport, (_, response) => {
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, 1000), () => response.destroy());
    });
    expect(await errorOf(lengthOf(await client.download({ as: "stream" })))).toBeInstanceOf(NetworkError);
    expect(requests).toHaveLength(1);
    expect(await errorOf(client.download())).toMatchObject({ name: "NetworkError", attempts: 4 });
  });

  it("times out on silence, not on size, nor while nobody reads [BY-7]", async () => {
    const clock = manualClock();
    const closed = deferred();
    let more = () => {};
    const serve = (_: unknown, response: ServerResponse) => {
      more = () => void response.write("a");
      response.on("close", closed.resolve).writeHead(200).write("a");
    };
    const { client } = await bytesClient(transport, serve, { clock, timeoutMs: 1000, totalTimeoutMs: 3000 });
    const reader = (await client.download({ as: "stream" })).getReader();
    for (let index = 0; index < 20; index += 1) {
      expect((await reader.read()).value).toHaveLength(1);
      await clock.advance(900);
      more();
    }
    expect((await reader.read()).value).toHaveLength(1);
    // The program pauses.
    await clock.advance(100_000);
    const read = errorOf(reader.read());
    await clock.advance(1000);
    const message = expect.stringContaining("timed out: no byte for 1000 ms");
    expect(await read).toMatchObject({ name: "TimeoutError", scope: "attempt", timeoutMs: 1000, message });
    await closed.promise;
  });

  it("ends at its deadline, even while bytes arrive [BY-7]", async () => {
    const clock = manualClock();
    const { client } = await bytesClient(transport, (_, reply) => void reply.writeHead(200).write("a"), { clock });
    const reader = (await client.with({ deadline: clock.now() + 500 }).download({ as: "stream" })).getReader();
    expect((await reader.read()).value).toHaveLength(1);
    const read = errorOf(reader.read());
    await clock.advance(500);
    expect(await read).toMatchObject({ name: "TimeoutError", scope: "call", timeoutMs: 500 });
  });

  it("can be aborted, canceled or forgotten, and closes its connection [BY-8]", async () => {
    let closed = deferred();
    const { client } = await bytesClient(transport, (_, response) => {
      response.on("close", closed.resolve);
      const write = () => {
        while (!response.destroyed && response.write(content));
      };
      response.on("drain", write);
      write();
    });
    const controller = new AbortController();
    const { signal } = controller;
    const reader = (await client.download({ as: "stream", signal })).getReader();
    await reader.read();
    controller.abort(new Error("stop"));
    // What has arrived can come before it.
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    expect(await errorOf(rest)).toBe(signal.reason);
    await closed.promise;

    closed = deferred();
    await (await client.download({ as: "stream" })).cancel();
    await closed.promise;

    closed = deferred();
    let isClosed = false;
    void closed.promise.then(() => {
      isClosed = true;
    });
    await client.download({ as: "stream" });
    for (let turn = 0; turn < 1000 && !isClosed; turn += 1) await collectGarbage();
    expect(isClosed).toBe(true);
  });

  it.each([
    ["Content-Digest", `sha-256=:${sha256}:`],
    ["Repr-Digest", `unixsum=:AA==:, sha-256=:${sha256}:`],
    ["Repr-Digest", `sha-512=:${createHash("sha512").update(content).digest("base64")}:`],
    ["Digest", `SHA-256=${sha256}`],
  ])("is checked against its %s [BY-10]", async (name, digest) => {
    let body = Buffer.from(content);
    const { client } = await bytesClient(transport, (_, response) => {
      response.writeHead(200, { [name]: digest }).end(body);
    });
    expect(await client.download()).toHaveLength(300_000);
    expect(await lengthOf(await client.download({ as: "stream" }))).toBe(300_000);
    body = Buffer.from(content);
    body[200_000] = 1 + (body[200_000] ?? 0);
    const wrong = await errorOf(lengthOf(await client.download({ as: "stream" })));
    expect(wrong).toBeInstanceOf(NetworkError);
    expect(wrong).toHaveProperty("message", `the body does not match its ${name} (GET /2.0/content)`);
    expect(await errorOf(client.download())).toMatchObject({ name: "NetworkError", attempts: 4 });
  });

  it("takes ranges and conditions [BY-11]", async () => {
    const { client } = await bytesClient(transport, (request, response) => {
      const { range, "if-none-match": condition } = request.headers;
      if (condition === '"1"') response.writeHead(304).end();
      else if (range === "bytes=2-4")
        response.writeHead(206, { "content-range": "bytes 2-4/9", "repr-digest": "sha-256=:AAAA:" }).end("cde");
      else response.writeHead(416, { "content-range": "bytes */9" }).end();
    });
    expect(await client.download({ as: "text", header: { Range: "bytes=2-4" } })).toBe("cde");
    const unchanged = await client.download({ header: { "If-None-Match": '"1"' } });
    expectTypeOf(unchanged).toEqualTypeOf<Uint8Array<ArrayBuffer> | undefined>();
    expect(unchanged).toBe(undefined);
    // @ts-expect-error: unknown options are rejected when the program is compiled, too.
    await expect(client.download({ timeout: 5 })).rejects.toThrow("unknown option timeout");
    expect(await errorOf(client.download({ header: { Range: "bytes=9-" } }))).toMatchObject({ status: 416 });
  });

  it.each([
    [undefined, "bytes 0-2/3", "abc"],
    [undefined, "bytes 0-2/9", undefined],
    ["bytes=0-1,6-8", "bytes 6-8/9", "abc"],
    ["bytes=2-9", "bytes 2-4/*", "abc"],
    ["bytes=2-9", "bytes 0-2/9", undefined],
    ["bytes=2-9", "", "abc"],
    [undefined, "", undefined],
  ])("of the range %s is, of a response with %s, %s [BY-11]", async (Range, part, expected) => {
    const closed = deferred();
    const { client } = await bytesClient(transport, (_, response) => {
      if (part) response.setHeader("content-range", part);
      response.on("close", closed.resolve).writeHead(206).write("abc");
      if (expected) response.end();
    });
    const call = client.download({ as: "text", header: { Range } });
    if (expected) return expect(await call).toBe(expected);
    await expect(call).rejects.toThrow("download: 206: the part is not the requested one");
    return closed.promise;
  });
});

it.each<[how: string, read: (client: BytesClient, abort: AbortController) => Promise<unknown>]>([
  ["as bytes and aborted", (client, { signal }) => client.download({ signal })],
  ["that comes after an abort", (client, { signal }) => client.download({ signal })],
  ["as stream and aborted", async (client, { signal }) => lengthOf(await client.download({ as: "stream", signal }))],
  [
    "as stream and canceled",
    async (client, abort) => {
      await (await client.download({ as: "stream" })).cancel();
      abort.abort("enough");
      throw abort.signal.reason;
    },
  ],
])("a download %s stops reading, even if fetch ignores its signal [BY-8]", async (how, read) => {
  const [canceled, arrived] = [deferred<unknown>(), deferred()];
  if (!how.startsWith("that")) arrived.resolve();
  const abort = new AbortController();
  const start = (queue: ReadableStreamDefaultController) => queue.enqueue(new Uint8Array(1));
  const body = new ReadableStream({ start, cancel: canceled.resolve });
  const fetch = () => arrived.promise.then(() => new Response(body));
  const { client } = await bytesClient("nodeTransport", () => {}, { fetch });
  const error = errorOf(read(client, abort));
  for (let index = 0; index < 3; index += 1) await new Promise((resolve) => setImmediate(resolve));
  abort.abort("enough");
  expect(await error).toBe("enough");
  arrived.resolve();
  await canceled.promise;
});

it("JSON that is a part of the bytes, which nobody requested, is an ApiError [BY-11]", async () => {
  let part = "bytes 0-9/20";
  const fetch = async () => new Response('{"size":1}', { status: 206, headers: { "content-range": part } });
  const { client } = await bytesClient("nodeTransport", () => {}, { fetch });
  const error = await errorOf(client.uploadForm({ body: {} }));
  expect(isApiError(error) && error.message).toContain("206: the part is not the requested one");
  for (part of ["bytes 0-9/10", "items 0-9/20"]) expect(await client.uploadForm({ body: {} })).toEqual({ size: 1 });
});

describe("the redirect of a download", () => {
  it.each(transportNames)("is followed by %s without token, cookies or own headers [BY-12]", async (transport) => {
    const storage = await bytesClient(transport, (_, response) => response.end("stored"));
    const { client } = await bytesClient(transport, (request, response) => {
      const location = `${storage.url}/bucket?signature=very-secret`;
      response.writeHead(Number(new URL(`${request.url}`, "http://a").searchParams.get("file")), { location }).end();
    });
    for (const file of ["302", "303", "307", "308"]) {
      const options = { query: { file }, headers: { "X-Trace": "1" }, header: { Range: "bytes=0-" } };
      const { data, response } = await client.download({ ...options, as: "text" }).withResponse();
      expect([data, response.url]).toEqual(["stored", `${storage.url}/bucket`]);
    }
    expect(storage.requests).toHaveLength(4);
    for (const { headers, url } of storage.requests) {
      expect(url).toBe("/bucket?signature=very-secret");
      // With a range, the platform adds its own "identity".
      expect(headers).toMatchObject({ range: "bytes=0-", "accept-encoding": expect.stringMatching(/^identity\b/) });
      for (const name of ["authorization", "cookie", "x-trace"]) expect(headers).not.toHaveProperty(name);
      expect(headers["user-agent"]).toBe("node");
    }
    // Not where the operation does not say so, nor for another status.
    const here = await bytesClient(transport, (_, response) =>
      response.writeHead(302, { location: storage.url }).end(),
    );
    expect(await errorOf(here.client.downloadHere())).toMatchObject({ name: "ApiError", status: 302 });
    expect(await errorOf(client.download({ query: { file: "301" } }))).toMatchObject({ status: 301 });
    expect(storage.requests).toHaveLength(4);
  });

  it("that fails is an ApiError without the signature, and never a reason to refresh the token [BY-12]", async () => {
    const storage = await bytesClient("nodeTransport", (_, response) => {
      response.writeHead(401).end("<Error>very-secret-signature</Error>");
    });
    const rejected: unknown[] = [];
    const { client } = await bytesClient(
      "nodeTransport",
      (_, response) => response.writeHead(302, { location: `${storage.url}/?s=very-secret-signature` }).end(),
      {
        auth(request) {
          rejected.push(request.rejected);
          return "access-token";
        },
      },
    );
    const error = await errorOf(client.download());
    expect(error).toMatchObject({ status: 401, excerpt: "<Error>[secret]</Error>", request: { path: "/2.0/content" } });
    expect(rejected).toEqual([undefined]);
  });

  it.each([
    ["http://192.0.2.1/", "redirected to a URL that is not https:"],
    ["https://a:b@127.0.0.1/", "redirected to an invalid URL"],
    ["https://", "redirected to an invalid URL"],
    ["/2.0/content", "more than 5 redirects"],
  ])("to %s is not followed: %s [BY-12]", async (location, problem) => {
    const { client, requests } = await bytesClient("nodeTransport", (_, response) => {
      response.writeHead(302, { location }).end();
    });
    const error = await errorOf(client.download());
    expect(isApiError(error) && error.message).toContain(problem);
    expect(requests).toHaveLength(location.startsWith("/") ? 6 : 1);
    // The token was for the first one only.
    expect(requests.filter(({ headers }) => headers.authorization)).toHaveLength(1);
  });
});

it.each([
  ['attachment; filename="plan.pdf"', "plan.pdf"],
  ["attachment; filename=plan.pdf", "plan.pdf"],
  ["inline; filename=\"a.pdf\"; filename*=UTF-8''%E2%82%AC%20rates.pdf", "€ rates.pdf"],
  ["attachment; filename*=iso-8859-1'en'%A3.txt", "£.txt"],
  [String.raw`attachment; filename="a \"b\".txt"`, 'a "b".txt'],
  ['attachment; filename="../../etc/passwd"', "passwd"],
  [String.raw`attachment; filename="C:\\Users\\a.txt"`, "a.txt"],
  ['attachment; filename=".."', undefined],
  ["attachment; filename*=UTF-8''..%2F..%2Fa%00.sh", "a.sh"],
  ["attachment; filename*=UTF-8''%zz; filename=b.txt", "b.txt"],
  ["attachment", undefined],
])("the file name of %s is %s [BY-13]", (header, name) => {
  expect(fileName({ headers: new Headers({ "content-disposition": header }) })).toBe(name);
});
