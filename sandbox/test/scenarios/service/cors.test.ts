import { loadContract } from "content-service-contract";
import type { LogEntry, SandboxOptions } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { createCors } from "../../../src/http/cors.js";
import { rawHttp, statusOf } from "../../support/raw-http.js";
import { smallSeed, startSandbox } from "../../support/start-sandbox.js";

const PAGE = "http://localhost:5173";
const OWNER = { authorization: "Bearer token-owner" };

/** A sandbox with a server, and a function that sends a request as a browser does for a page. */
async function start(cors?: SandboxOptions["cors"], options: SandboxOptions = {}) {
  const entries: LogEntry[] = [];
  const onRequest = (entry: LogEntry) => entries.push(entry);
  const { sandbox, server } = await startSandbox({ seed: smallSeed, ...options, cors, onRequest, strange: true });
  const { url } = server;
  const page = { origin: PAGE, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { redirect: "manual", ...init, headers: { ...page, ...init.headers } });
  const preflight = (path: string, method: string, requested?: string) =>
    send(path, {
      method: "OPTIONS",
      headers: {
        "access-control-request-method": method,
        ...(requested !== undefined && { "access-control-request-headers": requested }),
      },
    });
  return { sandbox, url, entries, send, preflight };
}

const methodsOf = (path: string) =>
  loadContract().operations.flatMap((one) => (one.path === path ? [one.method.toUpperCase()] : []));
const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");
const listed = ({ headers }: Response, name: string) => headers.get(name)?.split(", ");

test.each([
  ["a request", "GET", {}],
  ["a preflight", "OPTIONS", { "access-control-request-method": "GET" }],
])("without cors, %s of a page is rejected, and the log says how to allow it [SB-7]", async (_, method, headers) => {
  const { send, entries } = await start();
  const response = await send("/2.0/users/me", { method, headers: { ...OWNER, ...headers } });
  const hint = `Allow the page with --cors ${PAGE}, or createSandbox({ cors: ["${PAGE}"] }).`;
  expect([response.status, allowed(response), response.headers.get("vary")]).toEqual([403, null, null]);
  const message = /^Expected a request of a program or of a page of http:.*; received Origin: http:/;
  expect(await response.json()).toMatchObject({ code: "forbidden_origin", message: expect.stringMatching(message) });
  const rejection = expect.stringContaining(hint);
  expect(entries).toMatchObject([{ status: 403, errorCode: "forbidden_origin", rejection }]);
});

describe("a page of an allowed origin", () => {
  test("reads each response, also of an error and of a fault [SB-7]", async () => {
    const { preflight, sandbox, send } = await start([PAGE]);
    sandbox.faults.add({ kind: "html", operation: "updateFile" });
    // A preflight does not cause a fault.
    expect((await preflight("/2.0/files/4001", "PUT")).status).toBe(204);
    expect(sandbox.requests()[0]?.violations).toEqual([]);
    for (const [path, init, status] of [
      ["/2.0/users/me", { headers: OWNER }, 200],
      ["/2.0/users/me", {}, 401],
      ["/2.0/users/me", { method: "DELETE", headers: OWNER }, 405],
      ["/2.0/nowhere", {}, 501],
      ["/2.0/files/4001", { method: "PUT", headers: OWNER }, 502],
      ["/2.0/web_links", { method: "POST", headers: OWNER, body: "a".repeat(1_048_577) }, 413],
    ] as const) {
      const response = await send(path, init);
      expect([response.status, allowed(response), response.headers.get("vary")]).toEqual([status, PAGE, "Origin"]);
      const sent = [...response.headers.keys()].filter(
        (name) => !/^(access-control-|vary$|content-length$|connection$|keep-alive$|transfer-)/.test(name),
      );
      expect(listed(response, "access-control-expose-headers")).toEqual(expect.arrayContaining(sent));
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  test("gets the methods and headers of a path by a preflight [SB-7]", async () => {
    const { preflight } = await start([PAGE], { brandHeader: "ExampleApi" });
    for (const [path, template, method, requested, names] of [
      ["/2.0/files/4001", "/files/{file_id}", "PUT", "content-type,if-match", ["Authorization", "As-User", "If-Match"]],
      ["/2.0/shared_items", "/shared_items", "GET", undefined, ["Authorization", "ExampleApi", "If-None-Match"]],
      ["/2.0/users/1001", "/users/{user_id}", "PATCH", "x-trace", ["Authorization", "Content-Type", "x-trace"]],
      ["/oauth2/token", "/oauth2/token", "POST", "content-type", ["Content-Type"]],
      ["/2.0/nowhere", undefined, "PUT", undefined, ["Authorization"]],
    ] as const) {
      const response = await preflight(path, method, requested);
      expect([response.status, allowed(response), response.headers.get("vary")]).toEqual([204, PAGE, "Origin"]);
      expect(listed(response, "access-control-allow-methods")).toEqual(
        template === undefined ? [method] : methodsOf(template),
      );
      expect(listed(response, "access-control-allow-headers")).toEqual(expect.arrayContaining([...names]));
      expect(response.headers.get("access-control-max-age")).toBe("600");
    }
  });

  test("cannot use the control interface, even with * [SB-7]", async () => {
    const { send, preflight, url } = await start("*");
    // `fetch` would resolve the dot segments.
    const { port } = new URL(url);
    for (const target of ["/2.0/../_sandbox/state", "/2.0/%2e%2E/_sandbox/state", "/./%5fsandbox/state", "/2.0/.."]) {
      for (const host of ["", `http://127.0.0.1:${port}`]) {
        const lines = [`GET ${host}${target} HTTP/1.1`, `host: 127.0.0.1:${port}`, `origin: ${PAGE}`];
        const response = await rawHttp(Number(port), `${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`);
        expect([target, statusOf(response)]).toEqual([target, 403]);
        expect(response).not.toMatch(/access-control-allow-origin/i);
      }
    }
    for (const path of ["/", "/_sandbox/ui", "/%5fsandbox", "/%5fsandbox/state", "/_sandbox/%73tate"]) {
      for (const response of [await send(path), await preflight(path, "DELETE")]) {
        expect([path, response.status, allowed(response)]).toEqual([path, 403, null]);
        expect(await response.text()).toContain("Only pages of the sandbox can use its control operations.");
      }
    }
  });
});

describe("the allowed origins", () => {
  test.each<[cors: string | string[], origin: string, isAllowed: boolean]>([
    [["https://app.example", PAGE], PAGE, true],
    ["*", "https://app.example", true],
    [["*"], "null", true],
    [["chrome-extension://abcdef"], "chrome-extension://abcdef", true],
    [[PAGE], `${PAGE}.example`, false],
    [[PAGE], "null", false],
  ])("%j for a page of %s: %s [SB-7]", (cors, origin, isAllowed) => {
    const { allows, hint } = createCors(cors, "ServiceApi").rule;
    expect(allows(origin, "/2.0/users/me")).toBe(isAllowed);
    // The message offers no origin that cannot be one.
    expect(hint("null", "/2.0/users/me")).toContain("--cors null");
    for (const text of ["http://a b", "http://x/?<script>", `http://${"a".repeat(200)}`])
      expect(hint(text, "/2.0/users/me")).toBe("");
  });

  test.each<[unknown, string | undefined]>([
    ["localhost:5173", "http://localhost:5173"],
    ["http://localhost:5173/app?x=1", "http://localhost:5173"],
    ["http://*.example.com", undefined],
    [true, undefined],
  ])("cannot be %j, and the error says what is right [SB-7]", (cors, right) => {
    const hint = right === undefined ? "" : `. Did you mean ${right}?`;
    const message = `cors must be origins such as http://localhost:5173, or *; received ${cors}${hint}`;
    // As a program without types would pass it.
    expect(() => createCors([cors as string], "ServiceApi")).toThrow(new TypeError(message));
  });
});

test("programs get the same responses with cors, and a request of a page without CORS is rejected [SB-7]", async () => {
  const { url } = await start("*");
  const response = await fetch(`${url}/2.0/users/me`, { headers: OWNER });
  expect([response.status, response.headers.get("vary"), allowed(response)]).toEqual([200, "Origin", null]);
  // A page cannot read the response of a request without CORS, and such a request has no origin.
  const simple = await fetch(`${url}/2.0/users/me`, { headers: { ...OWNER, "sec-fetch-site": "cross-site" } });
  expect(simple.status).toBe(403);
});

test("the root leads to the page of the control interface [SB-8]", async () => {
  const { url, sandbox } = await start();
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(url, { method, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/_sandbox/ui"]);
  }
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
  expect(sandbox.requests()).toEqual([]);
});
