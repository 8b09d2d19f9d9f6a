import { createSandbox, type LogEntry } from "content-service-sandbox";
import { describe, expect, onTestFinished } from "vitest";
import { rawHttp, statusOf, wire } from "../../support/raw-http.js";
import { test } from "../../support/start-sandbox.js";

const JSON_BODY = ["authorization: Bearer token-owner", "content-type: application/json"];
const OWNER = ["authorization: Bearer token-owner"];
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const deepObject = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
const properties = "/2.0/files/4002/metadata/global/properties";
const query = (change: object) =>
  JSON.stringify({ from: "enterprise_7001.contract", ancestor_folder_id: "0", ...change });

/** Bytes that are no good request, and what has to come back: a status, or nothing. */
const broken: [string, string | Buffer, number | undefined, thenClose?: boolean][] = [
  ["no HTTP at all", "NONSENSE\r\n\r\n", 400],
  ["nothing", "", undefined, true],
  ["half a request line", "GET /2.0/us", 400, true],
  ["half a body", wire("POST", "/2.0/tasks", { headers: [...JSON_BODY, "content-length: 100"], body: "" }), 400, true],
  ["huge headers", wire("GET", "/2.0/users/me", { headers: [`x: ${"a".repeat(70_000)}`] }), 431],
  ["no host", "GET /2.0/users/me HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
  ["a host that is none", "GET /2.0/users/me HTTP/1.1\r\nhost: [\r\nconnection: close\r\n\r\n", 400],
  [
    "broken chunks",
    `POST /2.0/tasks HTTP/1.1\r\nhost: x\r\n${JSON_BODY.join("\r\n")}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  [
    "two lengths",
    "POST /2.0/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["a wish that cannot be met", wire("POST", "/2.0/tasks", { headers: ["expect: miracles"] }), 417],
  ["a tunnel", wire("CONNECT", "example.com:443"), undefined],
  ["a path with a broken code", wire("GET", "/2.0/task_assignments/%zz", { headers: OWNER }), 404],
  ["a path with half a character", wire("GET", "/2.0/task_assignments/%E0%A4%A", { headers: OWNER }), 404],
  ["a path that is no UTF-8", wire("GET", "/2.0/task_assignments/%ff", { headers: OWNER }), 404],
  ["a query with half a character", wire("GET", "/2.0/users/me?fields=%E0%A4%A", { headers: OWNER }), 200],
  ["a backslash in the path", wire("GET", "/2.0\\users\\me", { headers: OWNER }), 400],
  ["an absolute address", wire("GET", "http://elsewhere.example/2.0/users/me", { headers: OWNER }), 200],
  ["HEAD", wire("HEAD", "/2.0/users/me", { headers: OWNER }), 405],
  ["OPTIONS", wire("OPTIONS", "/2.0/users/me", { headers: OWNER }), 405],
  ["OPTIONS of everything", wire("OPTIONS", "*"), 400],
  ["TRACE", wire("TRACE", "/2.0/users/me", { headers: OWNER }), 405],
  ["a method nobody has heard of", wire("PROPFIND", "/2.0/users/me", { headers: OWNER }), 405],
  ["a body with a GET", wire("GET", "/2.0/users/me", { headers: JSON_BODY, body: "{" }), 200],
  ["empty segments", wire("GET", "//2.0//users//me", { headers: OWNER }), 404],
  ["an empty id", wire("GET", "/2.0/task_assignments/", { headers: OWNER }), 400],
  ["an empty file id", wire("POST", "/2.0/files//metadata/global/properties", { headers: JSON_BODY, body: "{}" }), 405],
  ["half a body of JSON", wire("POST", "/2.0/tasks", { headers: JSON_BODY, body: "{" }), 400],
  [
    "half a character in JSON",
    wire("POST", "/2.0/web_links", { headers: JSON_BODY, body: '{"url":"\\ud800","parent":{"id":"3001"}}' }),
    400,
  ],
  [
    "JSON that is no UTF-8",
    wire("POST", "/2.0/web_links", { headers: JSON_BODY, body: Buffer.from([0x22, 0xff, 0x22]) }),
    400,
  ],
  ["a deep list", wire("POST", "/2.0/web_links", { headers: JSON_BODY, body: deep }), 400],
  ["a deep object", wire("POST", "/2.0/web_links", { headers: JSON_BODY, body: deepObject }), 400],
  ["a deep value", wire("POST", properties, { headers: JSON_BODY, body: `{"x":${deep}}` }), 400],
  [
    "a deep form",
    wire("POST", "/oauth2/token", { headers: ["content-type: application/x-www-form-urlencoded"], body: deep }),
    400,
  ],
  [
    "a deep fault",
    wire("POST", "/_sandbox/faults", { headers: JSON_BODY, body: `{"kind":"status","status":500,"body":${deep}}` }),
    400,
  ],
  ["a deep world", wire("PUT", "/_sandbox/state", { headers: JSON_BODY, body: `{"users":${deep}}` }), 400],
  [
    "the prototype in a body",
    wire("POST", "/2.0/web_links", { headers: JSON_BODY, body: '{"__proto__":{"url":"https://x.example"}}' }),
    400,
  ],
  [
    "the prototype in values",
    wire("POST", properties, { headers: JSON_BODY, body: '{"__proto__":{"a":1},"constructor":"b"}' }),
    201,
  ],
  [
    "the prototype in a fault",
    wire("POST", "/_sandbox/faults", { headers: JSON_BODY, body: '{"kind":"html","__proto__":{}}' }),
    400,
  ],
  [
    "the prototype in a world",
    wire("PUT", "/_sandbox/state", { headers: JSON_BODY, body: '{"__proto__":{"users":[]}}' }),
    400,
  ],
  [
    "what every object has, as an argument",
    wire("POST", "/2.0/metadata_queries/execute_read", {
      headers: JSON_BODY,
      body: query({ query: "party = :constructor", query_params: { a: "b" } }),
    }),
    400,
  ],
  [
    "what every object has, as a field",
    wire("POST", "/2.0/metadata_queries/execute_read", {
      headers: JSON_BODY,
      body: query({ query: "constructor IS NULL" }),
    }),
    400,
  ],
];

describe("a broken request", () => {
  test.each(broken)(
    "gets a response or a closed connection, and the sandbox keeps running: %s",
    async (_, bytes, status, thenClose) => {
      const failures: LogEntry[] = [];
      const sandbox = await createSandbox({
        onRequest: (entry) => entry.failure !== undefined && failures.push(entry),
      });
      onTestFinished(() => sandbox.close());
      const { port, baseUrl } = await sandbox.listen();
      expect(statusOf(await rawHttp(port, bytes, thenClose))).toBe(status);
      const after = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
      expect([after.status, await after.json()]).toMatchObject([200, { id: "1003" }]);
      expect(failures).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  test("with a method not allowed gets the allowed methods, also in the short error schema [ER-17]", async ({
    server,
    fetch,
  }) => {
    const me = await fetch(`${server.baseUrl}/users/me`, { method: "DELETE" });
    expect([me.status, me.headers.get("allow")]).toEqual([405, "GET"]);
    const instance = await fetch(`${server.url}${properties}`, { method: "PATCH" });
    expect([instance.status, instance.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
    expect(Object.keys((await instance.json()) as object)).toEqual(["code", "message", "request_id"]);
  });
});
