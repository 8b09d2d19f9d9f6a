import { describe, expect, test } from "vitest";
import { rawCall, responding, startedProxy } from "./raw-http.js";

const GET = "GET /2.0/users/me";
const TOKEN = "authorization: Bearer t";
const EVIL = "origin: http://evil.example";

async function start(options: { readonly allowHosts?: readonly string[] } = {}) {
  const service = await responding("HTTP/1.1 204 No Content\r\n\r\n");
  const { proxy, seen, port } = await startedProxy(service.url, { authTarget: service.url, ...options });
  const statusOf = async (first: string, ...headers: string[]) => {
    const lines = [`${first} HTTP/1.1`, ...headers, "content-length: 0", "connection: close"];
    const response = await (await rawCall(port, `${lines.join("\r\n").replaceAll("PORT", `${port}`)}\r\n\r\n`)).end();
    return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
  };
  return { statusOf, service, seen, proxy };
}

describe("the proxy forwards nothing", () => {
  test.each<[number, string, string[]]>([
    [403, "POST /2.0/tasks", ["host: localhost:PORT", EVIL, "sec-fetch-site: cross-site"]],
    [403, GET, ["host: 127.0.0.1:PORT", EVIL, "connection: upgrade", "upgrade: websocket"]],
    [403, "POST /2.0/tasks", ["host: 127.0.0.1:PORT", EVIL, "expect: 100-continue"]],
    [421, GET, ["host: evil.example:PORT", TOKEN]],
    [421, "GET http://evil.example/2.0/users/me", ["host: localhost:PORT", TOKEN]],
    [400, GET, ["host: localhost", "host: evil.example"]],
  ])("of a web page of another origin or for another host: %i for %s with %j", async (status, first, headers) => {
    const { statusOf, service, seen, proxy } = await start();
    expect(await statusOf(first, ...headers)).toBe(status);
    expect([service.received(), seen, proxy.report().exchanges]).toEqual(["", [], 0]);
  });
});

test("the proxy forwards requests of programs, of its own pages, and for its target and allowed hosts", async () => {
  const { statusOf, service } = await start({ allowHosts: ["proxy.example"] });
  expect(await statusOf(GET, "host: localhost:PORT", "sec-fetch-mode: cors")).toBe(204);
  expect(await statusOf("POST /2.0/tasks", "host: 127.0.0.1:PORT", "origin: http://127.0.0.1:PORT")).toBe(204);
  expect(await statusOf(GET, "host: proxy.example:1")).toBe(204);
  // As an HTTP proxy, which a page cannot choose.
  expect(await statusOf(`GET ${service.url}/2.0/users/me`, `host: ${service.url.slice("http://".length)}`)).toBe(204);
});
