import { createSandbox, type LogEntry, type Sandbox } from "content-service-sandbox";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rawHttp, statusOf, wire } from "../../support/raw-http.js";
import { smallSeed } from "../../support/start-sandbox.js";

const OWNER = "authorization: Bearer token-owner";
const JSON_BODY = [OWNER, "content-type: application/json"];
const TOO_LARGE = 1_048_577;
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const properties = "/2.0/files/4002/metadata/global/properties";
const post = (target: string, body: string | Buffer) => wire("POST", target, { headers: JSON_BODY, body });
const get = (target: string, method = "GET") => wire(method, target, { headers: [OWNER] });
const put = (body: string | Buffer) => wire("PUT", "/_sandbox/state", { headers: JSON_BODY, body });
const claim = (method: string, target: string, bytes: number) =>
  wire(method, target, { headers: [...JSON_BODY, `content-length: ${bytes}`] });
const chunked = (bytes: number) =>
  Buffer.concat([
    wire("POST", "/2.0/web_links", { headers: [...JSON_BODY, "transfer-encoding: chunked"] }),
    Buffer.from(`${bytes.toString(16)}\r\n${"a".repeat(bytes)}\r\n0\r\n\r\n`),
  ]);
const wide = (text: string) =>
  Array(Math.ceil(95_000 / (text.length + 1)))
    .fill(text)
    .join(",");
const query = (change: object) =>
  post(
    "/2.0/metadata_queries/execute_read",
    JSON.stringify({ from: "enterprise_7001.contract", ancestor_folder_id: "0", ...change }),
  );

/** The bytes of a broken request, and the expected status; `undefined` for a closed connection. */
const broken: [string, string | Buffer, number | undefined, thenClose?: boolean][] = [
  ["no HTTP at all", "NONSENSE\r\n\r\n", 400],
  ["nothing", "", undefined, true],
  ["half a body", claim("POST", "/2.0/tasks", 100), 400, true],
  ["a body that is said to be too large", claim("POST", "/2.0/web_links", TOO_LARGE), 413],
  ["a seed that is said to be too large", claim("PUT", "/_sandbox/state", 2 ** 40), 413],
  ["a body that is too large", chunked(TOO_LARGE), 413],
  ["a body of the maximum size", chunked(TOO_LARGE - 1), 400],
  ["a tunnel", wire("CONNECT", "example.com:443"), undefined],
  ["a path with a broken code", get("/2.0/task_assignments/%zz"), 400],
  ["an absolute address", get("http://localhost/2.0/users/me"), 200],
  ["HEAD", get("/2.0/users/me", "HEAD"), 405],
  ["OPTIONS of everything", wire("OPTIONS", "*"), 400],
  ["a body with a GET", wire("GET", "/2.0/users/me", { headers: JSON_BODY, body: "{" }), 400],
  ["empty segments", get("//2.0//users//me"), 501],
  ["an empty file id", post("/2.0/files//metadata/global/properties", "{}"), 405],
  ["half a character in a text", post(properties, '{"x":["\\ud800"]}'), 400],
  ["half a character in a key", post(properties, '{"x":{"\\udc00":1}}'), 400],
  ["JSON that is no UTF-8", post(properties, Buffer.from('{"x":"caf\xe9"}', "latin1")), 400],
  ["a seed that is no UTF-8", put(Buffer.from('{"records":{"own":[{"id":"\xff"}]}}', "latin1")), 400],
  ["a deep list", post("/2.0/web_links", deep), 400],
  ["brackets within a text", post(properties, JSON.stringify({ x: `\\"${"[{".repeat(300)}` })), 201],
  // Each has as many violations as its bytes allow.
  ["a list of objects for an object", post("/2.0/metadata_queries/execute_read", `[${wide("{}")}]`), 400],
  [
    "thousands of invalid fields of a template",
    post("/2.0/metadata_templates/schema", `{"scope":"enterprise_7001","displayName":"x","fields":[${wide("{}")}]}`),
    400,
  ],
  [
    "thousands of unknown properties",
    post("/2.0/web_links", `{${Array.from({ length: 9000 }, (_, index) => `"k${index}":[]`).join(",")}}`),
    400,
  ],
  ["the prototype in a body", post("/2.0/web_links", '{"__proto__":{"url":"https://x.example"}}'), 400],
  ["the prototype in values", post(properties, '{"__proto__":{"a":1},"constructor":"b"}'), 201],
  [
    "a seed that is larger than any other body",
    put(JSON.stringify({ ...smallSeed, records: { own: [{ id: "1", text: "a".repeat(TOO_LARGE) }] } })),
    204,
  ],
  ["a number that JSON cannot carry back", post(properties, '{"x":{"y":[1e400]}}'), 400],
  ["a number that JSON cannot carry back, in a seed", put('{"records":{"own":[{"id":"1","x":-1e400}]}}'), 400],
  ["what every object has, as an argument", query({ query: "party = :constructor", query_params: { a: "b" } }), 400],
];

const failures: LogEntry[] = [];
let sandbox: Sandbox;
let port: number;
let me: string;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: smallSeed, onRequest: (entry) => entry.failure && failures.push(entry) });
  const server = await sandbox.listen();
  port = server.port;
  me = `${server.baseUrl}/users/me`;
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.reset());

test.each(broken)("a broken request does not stop the sandbox: %s", async (_, bytes, status, thenClose) => {
  expect(statusOf(await rawHttp(port, bytes, thenClose))).toBe(status);
  const after = await fetch(me, { headers: { authorization: "Bearer token-owner" } });
  expect([after.status, await after.json()]).toMatchObject([200, { id: "1003" }]);
  expect(failures).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
