import { inspect } from "node:util";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { serve } from "../support/serve.js";
import { type TransportName, transportNames, transports } from "../support/transports.js";

interface Given {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
  readonly method?: string;
}

async function fetched({ status = 200, headers = {}, body = "", method = "GET" }: Given, name: TransportName) {
  const service = await serve((_, response) => response.writeHead(status, "Fine", headers).end(body));
  const { fetch } = transports[name]();
  return fetch(`${service.url}/a?b#c`, { method, redirect: "manual", headers: { authorization: "Bearer secret" } });
}

/** The ways to read a response, and what each makes of the response `json`. */
const reads: [string, (received: Response) => Promise<unknown>, unknown][] = [
  ["text", (received) => received.text(), '{"id":"1004"}'],
  ["JSON", (received) => received.json(), { id: "1004" }],
  ["bytes", async (received) => Buffer.from(await received.bytes()).toString(), '{"id":"1004"}'],
  ["an ArrayBuffer", async (received) => Buffer.from(await received.arrayBuffer()).toString(), '{"id":"1004"}'],
  ["a Blob", async (received) => (await received.blob()).text(), '{"id":"1004"}'],
  ["a stream", (received) => new Response(received.body).text(), '{"id":"1004"}'],
];

/** Expects that a body has been read, and cannot be read again. */
async function expectUsed(received: Response): Promise<void> {
  expect(received.bodyUsed).toBe(true);
  for (const [as, read] of reads)
    await expect(Promise.resolve(received).then(read), `read as ${as}`).rejects.toThrow(TypeError);
  await expect(received.formData()).rejects.toThrow(TypeError);
  expect(() => received.clone()).toThrow(TypeError);
}

const json = { headers: { "content-type": "application/json" }, body: '{"id":"1004"}' };

describe.each(transportNames)("a response by %s", (name) => {
  it("has the members of a Response", async () => {
    const received = await fetched({ ...json, status: 201 }, name);
    expect(received.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a\?b$/);
    for (const each of [received, received.clone()]) {
      const { url, status, ok, statusText, type, redirected, bodyUsed } = each;
      expect([status, ok, statusText, type, redirected, bodyUsed]).toEqual([201, true, "Fine", "basic", false, false]);
      expect([url, ...each.headers]).toEqual([received.url, ...received.headers]);
    }
    expect(await received.json()).toEqual({ id: "1004" });
    expect(received.bodyUsed).toBe(true);
  });

  it.each(reads)("can be read as %s, once, and so can its clone", async (_, read, value) => {
    const received = await fetched(json, name);
    const clone = received.clone();
    for (const each of [received, clone]) {
      expect(each.bodyUsed).toBe(false);
      expect(await read(each)).toEqual(value);
      await expectUsed(each);
    }
  });

  it("has a Blob and a form of its media type", async () => {
    expect((await (await fetched(json, name)).blob()).type).toBe("application/json");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = await fetched({ headers, body: "a=b" }, name);
    expect([...(await form.formData())]).toEqual([["a", "b"]]);
  });

  it.each<[string, Given]>([
    ["204", { status: 204 }],
    ["304", { status: 304 }],
    ["304 with the length of what has not changed", { status: 304, headers: { "content-length": "13" } }],
    ["the response to a HEAD request", { method: "HEAD", headers: { "content-length": "13" } }],
  ])("has no body when it is %s", async (_, given) => {
    const received = await fetched(given, name);
    expect(received.body).toBe(null);
    expect(await received.clone().text()).toBe("");
    expect(await received.text()).toBe("");
    expect(received.bodyUsed).toBe(false);
  });

  it("drops a byte order mark, and has U+FFFD for invalid UTF-8", async () => {
    const body = Buffer.concat([Buffer.from("\ufeffa"), Buffer.of(0xff), Buffer.from("b"), Buffer.of(0xe2)]);
    expect(await (await fetched({ body }, name)).text()).toBe("a\ufffdb\ufffd");
  });

  it("has the received headers, byte for byte", async () => {
    const headers = { "X-Name": "Gr\u00fc\u00dfe", "set-cookie": ["a=b", "c=d"], vary: ["x", "y"] };
    const { headers: got } = await fetched({ headers }, name);
    expect(got).toBeInstanceOf(Headers);
    expect(got.get("x-name")).toBe("Gr\u00fc\u00dfe");
    expect(got.get("X-NAME")).toBe("Gr\u00fc\u00dfe");
    expect(got.get("vary")).toBe("x, y");
    expect([got.get("x-none"), got.get("constructor"), got.get("__proto__")]).toEqual([null, null, null]);
    expect([got.has("Vary"), got.has("x-none")]).toEqual([true, false]);
    expect(() => got.get("no name")).toThrow(TypeError);
    expect(got.getSetCookie()).toEqual(["a=b", "c=d"]);
    expect([...got.keys()]).toEqual([...new Headers(got)].map(([key]) => key));
    expect([...got.values()]).toContain("x, y");
    const seen: string[] = [];
    got.forEach((value, key, all) => void seen.push(`${key}: ${value} ${all === got}`));
    expect(seen).toContain("vary: x, y true");
    expect(inspect(got)).toContain("x, y");
  });

  it("does not print the token of its request", async () => {
    const received = await fetched(json, name);
    expect(inspect(received, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain("secret");
  });
});

/** The response of a call, by nodeTransport. */
const called = async (given: Given) => {
  const { status = 200, headers = {}, body = "" } = given;
  const { url } = await serve((_, response) => response.writeHead(status, headers).end(body));
  const { fetch } = transports.nodeTransport();
  const client = createClient({ baseUrl: `${url}/2.0`, auth: "secret-token", retry: false, fetch });
  return (await client.http.GET("/users/me")).response;
};

it.each(reads)("a response has no token as %s, even if the service repeats it in an error", async (_, read) => {
  const received = await called({ ...json, status: 404, body: '{"message":"not secret-token"}' });
  for (const each of [received.clone(), received]) expect(inspect(await read(each))).toContain("not [secret]");
});

it("the headers of a response by nodeTransport have no trailing whitespace (RFC 9110 section 5.5)", async () => {
  const { headers } = await fetched({ headers: { "x-wide": "w \t" } }, "nodeTransport");
  expect(headers.get("x-wide")).toBe("w");
});

const plain = JSON.stringify({ name: "Grüße ".repeat(5000) });
const packed = gzipSync(plain);

/** A response with this coding and body, in two chunks. */
async function encoded(name: keyof typeof transports, coding: string, body: string | Uint8Array) {
  const service = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": coding });
    // Headers and body arrive separately, as over a real network.
    response.write(body.slice(0, 3), () => response.end(body.slice(3)));
  });
  return transports[name]().fetch(service.url, { redirect: "manual" });
}

describe.each(transportNames)("a compressed response by %s", (name) => {
  it.each<[string, string, Uint8Array]>([
    ["gzip", "gzip", packed],
    ["x-gzip", "x-gzip", packed],
    ["in capitals", "GZIP", packed],
    ["deflate", "deflate", deflateSync(plain)],
    ["deflate without the header that it should have", "deflate", deflateRawSync(plain)],
    ["Brotli", "br", brotliCompressSync(plain)],
    ["several, the last one outside", "deflate, br , gzip", gzipSync(brotliCompressSync(deflateSync(plain)))],
  ])("is decompressed: %s", async (_, coding, body) => {
    const received = await encoded(name, coding, body);
    expect(received.headers.get("content-encoding")).toBe(coding);
    expect(await received.text()).toBe(plain);
  });

  it.each(["identity", "compress", "gzip, unknown", "__proto__", ""])("is left unchanged: %s", async (coding) => {
    expect(await (await encoded(name, coding, "as it is")).text()).toBe("as it is");
  });

  it.each([
    ["gzip", "Z_DATA_ERROR"],
    ["br", "ERR__ERROR_"],
  ])("that is broken rejects with its code: %s", async (coding, code) => {
    const error = await (await encoded(name, coding, "this is not packed at all")).text().catch((reason) => reason);
    expect(error.code ?? error.cause.code).toContain(code);
  });
});

it.each<[string, string, Uint8Array]>([
  ["the trailer of gzip", "gzip", packed.subarray(0, -8)],
  ["bytes of gzip", "gzip", packed.subarray(0, -20)],
  ["bytes of deflate", "deflate", deflateSync(plain).subarray(0, -5)],
  ["bytes of Brotli", "br", brotliCompressSync(plain).subarray(0, -5)],
  ["bytes of the inner coding", "gzip, br", brotliCompressSync(packed.subarray(0, -8))],
])("a compressed response by nodeTransport that lacks %s rejects, since it may be a part", async (_, coding, body) => {
  await expect((await encoded("nodeTransport", coding, body)).text()).rejects.toThrow("unexpected end of file");
});
