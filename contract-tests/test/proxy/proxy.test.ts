import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { gzipSync } from "node:zlib";
import { createSandbox } from "content-service-sandbox";
import { generate } from "selfsigned";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort, serving } from "../../../support/loopback.js";
import { createContractProxy } from "../../src/proxy/create-contract-proxy.js";
import { rawCall, rawServer, responding, startedProxy } from "./raw-http.js";

const USER = JSON.stringify({ type: "user", id: "1003" });
const bearer = { headers: { authorization: "Bearer very-secret-token" } };
const GET = "GET /2.0/users/me?fields=id HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer very-secret-token\r\n";

const jsonResponse = (body: string, more = "") =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

async function sandboxServer() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox.listen();
}

describe("the proxy before a service that holds the contract", () => {
  test("says so in its header, and in the report", async () => {
    const { url } = await sandboxServer();
    const { proxy, seen, baseUrl } = await startedProxy(url);
    const response = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
    expect([response.status, response.headers.get("contract-violations")]).toEqual([200, "[]"]);
    expect(await response.json()).toMatchObject({ type: "user", id: "1003" });
    expect(seen).toMatchObject([{ method: "GET", operation: "getCurrentUser", status: 200, findings: [] }]);
    const { checks, exchanges, source, subject } = proxy.report();
    expect({ exchanges, source, subject }).toEqual({ exchanges: 1, source: "proxy", subject: `${url}/2.0` });
    expect(checks.find(({ id }) => id === "getCurrentUser/traffic")).toMatchObject({ outcome: "passed" });
  });

  test("leads to the token server below a path of its own", async () => {
    const { url } = await sandboxServer();
    const { seen, authUrl } = await startedProxy(url, { authTarget: url });
    const client = { client_id: "sandbox-client", client_secret: "sandbox-secret" };
    const body = new URLSearchParams({ grant_type: "refresh_token", ...client, refresh_token: "refresh-owner" });
    const response = await fetch(`${authUrl}/oauth2/token`, { method: "POST", body });
    expect([response.status, response.headers.get("contract-violations")]).toEqual([200, "[]"]);
    expect(seen).toMatchObject([{ operation: "refreshAccessToken", findings: [] }]);
  });
});

describe("the proxy marks what differs", () => {
  test("in the header without values, and in the report without secrets", async () => {
    const { url } = await responding(jsonResponse('{"type":"user","id":1003,"login":"very-secret-token"}'));
    const { proxy, seen, baseUrl } = await startedProxy(url);
    const response = await fetch(`${baseUrl}/users/me?fields=id,login`, bearer);
    expect(JSON.parse(response.headers.get("contract-violations") ?? "")).toEqual([
      { rule: "response-body", at: "/response/body/id", contract: expect.stringMatching(/^\/components\/schemas\//) },
    ]);
    expect(seen[0]?.findings).toMatchObject([{ rule: "response-body", message: expect.stringContaining("/id") }]);
    expect(JSON.stringify([proxy.report(), seen, [...response.headers]])).not.toContain("very-secret");
    expect(proxy.report().checks.find(({ outcome }) => outcome === "failed")?.id).toBe("getCurrentUser/traffic");
  });

  test("without the tokens that an earlier response carried", async () => {
    const tokens = '{"access_token":"access-token-2","refresh_token":"refresh-token-2","expires_in":60}';
    const url = await serving(
      createServer((_, response) => void response.setHeader("content-type", "application/json").end(tokens)),
    );
    const { proxy, seen, baseUrl, authUrl } = await startedProxy(url, { authTarget: url });
    await fetch(`${authUrl}/oauth2/token`, { method: "POST", body: "grant_type=refresh_token" });
    await fetch(`${baseUrl}/nowhere/access-token-2/refresh-token-2`);
    expect(JSON.stringify([seen, proxy.report()])).toContain("/nowhere/[redacted]/[redacted]");
    expect(JSON.stringify([seen, proxy.report()])).not.toMatch(/access-token-2|refresh-token-2/);
  });

  test("in a body that is packed, whose bytes it does not touch", async () => {
    const packed = gzipSync('{"type":"user","id":1003}');
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip", etag: '"1"' });
      response.end(packed);
    });
    const { port } = await startedProxy(await serving(server));
    const { until } = await rawCall(port, `${GET}Connection: close\r\n\r\n`);
    const response = await until(/\r\n0\r\n\r\n$/);
    expect(response).toContain(packed.toString("latin1"));
    expect(response).toMatch(/content-encoding: gzip\r\n/);
    expect(response).toContain('"at":"/response/body/id"');
  });

  test("not of what a browser asks before a call", async () => {
    const { url } = await responding("HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n\r\n");
    const { proxy, baseUrl } = await startedProxy(url);
    const headers = { "access-control-request-method": "GET" };
    const response = await fetch(`${baseUrl}/users/me`, { method: "OPTIONS", headers });
    expect([response.status, response.headers.has("contract-violations")]).toEqual([204, false]);
    expect(proxy.report().exchanges).toBe(0);
  });
});

describe("a response does not wait", () => {
  test("for its end when it is longer than the bound; what it has to say is found all the same", async () => {
    const long = `{"type":"user","id":1003,"name":"${"n".repeat(3_000)}"}`;
    const { url } = await rawServer((socket, received) => {
      if (!received.endsWith("\r\n\r\n")) return;
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
      socket.write(`${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`);
    });
    const { seen, baseUrl } = await startedProxy(url, { maxBufferedBytes: 1_000 });
    const response = await fetch(`${baseUrl}/users/me?fields=id,name`, bearer);
    expect(await response.text()).toBe(long);
    const marks = /\{"pending":"response-body"\}\]$|"rule":"response-body"/;
    expect(response.headers.get("contract-violations")).toMatch(marks);
    expect(seen[0]?.findings.map(({ at }) => at)).toEqual(["/response/body/id"]);
  });

  test("when the length says that it is too long, nor when it is a stream of events", async () => {
    for (const head of [
      "Content-Type: application/json\r\nContent-Length: 5000",
      "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked",
    ]) {
      const { url } = await responding(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      const { port } = await startedProxy(url, { maxBufferedBytes: 1_000 });
      const { until } = await rawCall(port, `${GET}\r\n`);
      // The body never comes.
      expect(await until(/\r\n\r\n/)).toMatch(/Contract-Violations: \[\{"pending":"response-body"\}\]\r\n/);
    }
  });

  test("for longer than the bound when it is made bit by bit", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked";
    const { url } = await responding(`${head}\r\n\r\n3\r\n[1,\r\n`);
    const { port } = await startedProxy(url, { maxBufferedMs: 1 });
    const { until } = await rawCall(port, `${GET}\r\n`);
    expect(await until(/\[1,/)).toContain('{"pending":"response-body"}');
  });

  test.each([
    ["beyond what is checked at all", "x".repeat(100), "", []],
    ["in an encoding that nobody knows", "x", "Content-Encoding: constructor\r\n", [{ rule: "response-header" }]],
  ])("and a body %s passes, and is said not to be checked", async (_, x, more, findings) => {
    const { url } = await responding(jsonResponse(JSON.stringify({ id: 1, x }), more));
    const { seen, baseUrl, proxy } = await startedProxy(url, { maxCheckedBytes: 50 });
    const response = await fetch(`${baseUrl}/users/me?fields=id`, bearer);
    expect(await response.json()).toMatchObject({ id: 1 });
    expect(seen).toMatchObject([{ findings, unchecked: "the body of the response was too long or not readable" }]);
    expect(proxy.report().notes).toEqual([expect.stringContaining("1 exchange had a body that was not checked")]);
  });
});

describe("an upstream that cannot respond", () => {
  test("is told by a 502 of the proxy's own, marked as such", async () => {
    const { proxy, seen, baseUrl } = await startedProxy(`http://127.0.0.1:${await freePort()}`);
    const response = await fetch(`${baseUrl}/users/me`, bearer);
    expect([response.status, response.headers.has("contract-violations")]).toEqual([502, false]);
    expect(response.headers.get("proxy-status")).toBe("content-contract; error=connection_refused");
    expect(await response.json()).toMatchObject({ status: 502, code: "connection_refused" });
    expect(seen).toMatchObject([{ status: undefined, unchecked: "connection_refused" }]);
    expect(proxy.report().exchanges).toBe(0);
  });

  test("with TLS is spoken to in TLS, and a certificate that nobody trusts is told", async () => {
    const pems = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    const server = createTlsServer({ key: pems.private, cert: pems.cert }, (_, response) => {
      response.setHeader("content-type", "application/json").end(USER);
    });
    const url = await serving(server, "https");
    const trusting = await startedProxy(url, { ca: pems.cert });
    expect(await (await fetch(`${trusting.baseUrl}/users/me?fields=id`, bearer)).text()).toBe(USER);
    const { baseUrl } = await startedProxy(url);
    const response = await fetch(`${baseUrl}/users/me`, bearer);
    expect(response.headers.get("proxy-status")).toBe("content-contract; error=tls_certificate_error");
  });
});

test("an address that is none is rejected when the proxy is made", () => {
  expect(() => createContractProxy({ target: "api.example" })).toThrow(TypeError);
  expect(() => createContractProxy({ target: "https://me:word@api.example/2.0" })).toThrow(TypeError);
});
