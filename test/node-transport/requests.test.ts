import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/client-with.js";
import { serve } from "../support/serve.js";
import { transports } from "../support/transports.js";

/** Sends a request, and returns what the server received. */
async function arrived(init: RequestInit, path = "/", transport = transports.nodeTransport()) {
  let body = "";
  const service = await serve(async (request, response) => {
    body = await text(request);
    response.end();
  });
  await transport.fetch(`${service.url}${path}`, { redirect: "manual", ...init });
  // One request was sent.
  const request = service.requests[0] as IncomingMessage;
  return { body, method: request.method, url: request.url, headers: request.headers, raw: request.rawHeaders };
}

const read = new ReadableStream();
void read.cancel();

describe("a request by nodeTransport", () => {
  it("is a GET without a body by default, with the relevant headers of fetch", async () => {
    const { headers, ...request } = await arrived({});
    expect(request).toMatchObject({ method: "GET", url: "/", body: "" });
    const { headers: platforms } = await arrived({}, "/", transports["the platform's fetch"]());
    const { "accept-language": _, "sec-fetch-mode": __, host: ___, ...rest } = platforms;
    expect(headers).toEqual({ ...rest, host: headers.host });
  });

  it.each<[string, (headers: Record<string, string>) => HeadersInit]>([
    ["a record", (headers) => headers],
    ["Headers", (headers) => new Headers(headers)],
    ["a list", (headers) => Object.entries(headers)],
  ])("carries the headers of %s, in place of its own", async (_, as) => {
    const { headers } = await arrived({ headers: as({ Authorization: "Bearer token", Accept: "application/json" }) });
    expect(headers).toMatchObject({ authorization: "Bearer token", accept: "application/json", "user-agent": "node" });
  });

  it("sends Latin-1 header values unchanged, and rejects other characters", async () => {
    const { raw } = await arrived({ headers: { "x-name": "Grüße" } });
    expect(raw).toContain("Grüße");
    await expect(arrived({ headers: { "x-name": "лиз" } })).rejects.toThrow(TypeError);
    await expect(arrived({ headers: { "x-name": "a\r\nx-more: b" } })).rejects.toThrow(TypeError);
  });

  it.each([
    ["/a/b.c?d=e,f&g=%20h%2F", "/a/b.c?d=e,f&g=%20h%2F"],
    ["/a/../b", "/b"],
    ["/a/%2E%2e/b", "/b"],
    ["/a#b", "/a"],
    ["/grün 'x'", "/gr%C3%BCn%20'x'"],
    ["", "/"],
  ])("goes to the same path as with fetch: %s", async (path, url) => {
    expect(await arrived({}, path)).toMatchObject({ url });
    expect(await arrived({}, path, transports["the platform's fetch"]())).toMatchObject({ url });
  });

  it.each<[string, string, RequestInit]>([
    ["a body of another kind", "http://127.0.0.1/", { redirect: "manual", body: new Blob(["a"]) }],
    ["a stream that is read", "http://127.0.0.1/", { redirect: "manual", method: "POST", body: read }],
    ["redirects to follow", "http://127.0.0.1/", { redirect: "follow" }],
    ["redirects to follow by default", "http://127.0.0.1/", {}],
    ["credentials in the URL", "http://user:secret@127.0.0.1/", { redirect: "manual" }],
    ["something that is no URL", "nowhere", { redirect: "manual" }],
  ])("rejects with a TypeError for %s", async (_, url, init) => {
    const error = await errorOf(transports.nodeTransport().fetch(url, init));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain("secret");
  });
});
