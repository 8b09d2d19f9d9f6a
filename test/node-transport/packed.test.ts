import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/node-transport/answer.js";
import { serve } from "../support/serve.js";
import { transportNames, transports } from "../support/transports.js";

const plain = JSON.stringify({ name: "Grüße ".repeat(5000) });
const packed = gzipSync(plain);

/** Gives an answer with this coding and body, whole or in chunks of three bytes at first. */
async function answered(name: keyof typeof transports, coding: string, body: string | Uint8Array) {
  const service = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": coding });
    // Headers and body come apart, as they do over a real line.
    response.write(body.slice(0, 3), () => response.end(body.slice(3)));
  });
  return transports[name]().fetch(service.url, { redirect: "manual" });
}

describe.each(transportNames)("a packed answer by %s", (name) => {
  it.each<[string, string, Uint8Array]>([
    ["gzip", "gzip", packed],
    ["x-gzip", "x-gzip", packed],
    ["in capitals", "GZIP", packed],
    ["deflate", "deflate", deflateSync(plain)],
    ["deflate without the header that it should have", "deflate", deflateRawSync(plain)],
    ["Brotli", "br", brotliCompressSync(plain)],
    ["several, the last one outside", "deflate, br , gzip", gzipSync(brotliCompressSync(deflateSync(plain)))],
    ["gzip that ends early, but has all that was packed", "gzip", packed.subarray(0, -8)],
  ])("is unpacked: %s", async (_, coding, body) => {
    const answer = await answered(name, coding, body);
    expect(answer.headers.get("content-encoding")).toBe(coding);
    expect(await answer.text()).toBe(plain);
  });

  it.each(["identity", "compress", "gzip, unknown", "__proto__", ""])("is left as it is: %s", async (coding) => {
    expect(await (await answered(name, coding, "as it is")).text()).toBe("as it is");
  });

  it("is empty when nothing came", async () => {
    expect(await (await answered(name, "gzip", "")).text()).toBe("");
  });

  it.each([
    ["gzip", "Z_DATA_ERROR"],
    ["br", "ERR__ERROR_"],
  ])("that is broken is an error with its code: %s", async (coding, code) => {
    const error = await (await answered(name, coding, "this is not packed at all")).text().catch((reason) => reason);
    expect(error.code ?? error.cause.code).toContain(code);
  });
});

describe("a packed answer by nodeTransport", () => {
  it("is unpacked as far as it is read, and no further", async () => {
    // Four gigabytes in four megabytes.
    const part = gzipSync(new Uint8Array(2 ** 24).fill(0x20));
    let closed = () => {};
    const dropped = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const service = await serve((_, response) => {
      response.on("close", closed).writeHead(200, { "content-encoding": "gzip" });
      for (let count = 0; count < 256; count++) response.write(part);
    });
    const startKiB = process.resourceUsage().maxRSS;
    // The transport's type is fetch's; the client finds this by itself.
    const answer = (await transports.nodeTransport().fetch(service.url, { redirect: "manual" })) as Answer;
    expect(await answer.readText(1000)).toEqual([" ".repeat(1000), false]);
    await dropped;
    expect(process.resourceUsage().maxRSS - startKiB).toBeLessThan(128 * 1024);
  });

  it("with more than five codings is an error, and its connection breaks without harm", async () => {
    const service = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": Array(6).fill("gzip").join(), "content-length": "1000" });
      response.write("not all", () => response.destroy());
    });
    const answer = await transports.nodeTransport().fetch(service.url, { redirect: "manual" });
    await expect(answer.text()).rejects.toThrow(TypeError);
  });
});
