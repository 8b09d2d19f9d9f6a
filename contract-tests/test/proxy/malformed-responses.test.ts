import { once } from "node:events";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rawCall, rawServer, startedProxy } from "./raw-http.js";

const GET = "GET /2.0/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n";
const HEALTHY = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: Bearer\r\n\r\n";
const head = (rest: string) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}`;

/** Responds with bytes of the test, then ends the connection. */
async function proxyOf(response: () => string) {
  const service = await rawServer((socket, received) => {
    if (received.endsWith("\r\n\r\n")) socket.end(Buffer.from(response(), "latin1"));
  });
  return startedProxy(service.url);
}

const CUT = gzipSync("{}").subarray(0, 12).toString("latin1");
const responses: Readonly<Record<string, string>> = {
  "a status of 099": "HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n",
  "no status": "HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n",
  "a control character in a header": "HTTP/1.1 200 OK\r\nX-A: a\x01b\x1b[31m\r\nContent-Length: 0\r\n\r\n",
  "a header without a colon": "HTTP/1.1 200 OK\r\nBroken\r\nContent-Length: 0\r\n\r\n",
  "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "headers without an end": `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}`,
  "another protocol": "SSH-2.0-server\r\n\r\n",
  nothing: "",
  "an upgrade": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
  "a broken chunk": head("Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n"),
  "a body that ends early": head("Content-Length: 50\r\n\r\n{}"),
  "a truncated gzip": head(`Content-Encoding: gzip\r\nContent-Length: 12\r\n\r\n${CUT}`),
  "no gzip": head("Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"),
};

describe("a response with", () => {
  test.each(Object.entries(responses))("%s is a finding of its call, and the proxy goes on", async (_, response) => {
    let next = response;
    const { proxy, port, seen } = await proxyOf(() => next);
    await (await rawCall(port, GET)).end();
    const findings = proxy.report().checks.flatMap((check) => check.findings);
    expect(findings.map(({ rule }) => rule)).toContain("fully-checked");
    expect(seen.flatMap((one) => one.findings.map(({ rule }) => rule))).toContain("fully-checked");
    next = HEALTHY;
    expect(await (await rawCall(port, GET)).end()).toMatch(/^HTTP\/1\.1 401 /);
    expect(proxy.report().exchanges).toBe(2);
  });

  test("a malformed head becomes a 502 that says so", async () => {
    const { port } = await proxyOf(() => responses["a status of 099"] ?? "");
    const received = await (await rawCall(port, GET)).end();
    expect(received).toMatch(/^HTTP\/1\.1 502 /);
    expect(received).toContain("Proxy-Status: content-contract; error=http_protocol_error");
    expect(received).toContain("received no valid response from the service");
  });

  test("any bytes ends no process and no other call", async () => {
    let next = HEALTHY;
    const { port, proxy } = await proxyOf(() => next);
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    process.on("uncaughtException", onError);
    const bytes = fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some).toString("latin1"));
    const ends = ["\r\n", ": ", "HTTP/1.1 ", "200 OK", "\r\n\r\n", "0\r\n\r\n", "Transfer-Encoding: chunked"];
    const parts = fc.oneof(bytes, fc.constantFrom(...ends));
    const ok = "HTTP/1.1 200 OK\r\n";
    const start = fc.constantFrom("", "HTTP/1.1 200 ", ok, "HTTP/1.1 1", `${ok}Transfer-Encoding: chunked\r\n\r\n`);
    const response = fc.tuple(start, fc.array(parts, { maxLength: 8 })).map(([first, rest]) => first + rest.join(""));
    try {
      await fc.assert(
        fc.asyncProperty(response, async (text) => {
          next = text;
          const { socket, end } = await rawCall(port, GET);
          await end();
          if (!socket.closed) await once(socket, "close");
        }),
        { seed: 20_260, numRuns: 200 },
      );
    } finally {
      process.off("uncaughtException", onError);
    }
    expect(errors).toEqual([]);
    next = HEALTHY;
    expect(await (await rawCall(port, GET)).end()).toMatch(/^HTTP\/1\.1 401 /);
    expect(proxy.report().exchanges).toBe(201);
  });
});
