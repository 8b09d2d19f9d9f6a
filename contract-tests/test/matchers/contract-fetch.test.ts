import { createServer, type RequestListener } from "node:http";
import { createClient } from "content-service-client";
import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { serving } from "../../../support/loopback.js";
import { contractFetch } from "../../src/matchers/contract-fetch.js";
import { maxBodyBytes } from "../../src/matchers/copy-messages.js";
import { ContractViolationError } from "../../src/matchers/describe-violations.js";

const baseUrl = "https://api.content.example/2.0";
const me = `${baseUrl}/users/me`;
const headers = { authorization: "Bearer secret-token" };
const json = { "content-type": "application/json" };

const served = (listener: RequestListener) => serving(createServer(listener));

function responding(status: number, body: BodyInit | null = null, responseHeaders: HeadersInit = json): typeof fetch {
  return async () => new Response(body, { status, headers: responseHeaders });
}

test("is the fetch of a client, notes what it saw, and has nothing to say while all holds", async () => {
  const sandbox = await createSandbox();
  const checked = contractFetch({ ...sandbox, closed: true });
  const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-owner", fetch: checked });
  expect((await client.getCurrentUser()).id).toBe("1003");
  await client.updateFile({ path: { file_id: "4007" }, body: { lock: { access: "lock" } } });
  await expect(client.updateFile({ path: { file_id: "1" }, body: { name: "a" } })).rejects.toThrow();
  await checked.assertNoViolations();
  expect([checked.exchanges, checked.unchecked, checked.violations]).toEqual([3, 0, []]);
  expect(checked.coverage.seen()).toEqual(expect.arrayContaining(["updateFile | status | 404"]));
  await sandbox.close();
});

test("passes a wrong response on, and tells of it once in assertNoViolations", async () => {
  const checked = contractFetch({ fetch: responding(200, '{"id":7}') });
  const response = await checked(me, { headers });
  expect(await response.json()).toEqual({ id: 7 });
  const failure = await checked.assertNoViolations().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ContractViolationError);
  expect(failure).toMatchObject({
    message: expect.stringContaining("GET https://api.content.example/2.0/users/me, status 200"),
  });
  expect(String(failure)).toContain("response-body");
  expect(JSON.stringify(failure)).not.toContain("secret-token");
  await checked.assertNoViolations();
  expect(checked.violations).toEqual([]);
});

test("shows no secret that an earlier exchange carried", async () => {
  const checked = contractFetch({ fetch: responding(307) });
  await checked(me, { headers });
  await checked(`${baseUrl}/nowhere/secret-token`, { headers: { authorization: "Bearer other-token" } });
  const failure = await checked.assertNoViolations().catch((error: unknown) => error);
  expect(String(failure)).toContain("/nowhere/[redacted], status 307");
  expect(JSON.stringify([failure, String(failure)])).not.toContain("secret-token");
});

test("tells a function at once, or rejects the call, when asked to", async () => {
  const told: unknown[] = [];
  const telling = contractFetch({ fetch: responding(307), onViolation: (...violated) => told.push(...violated) });
  await telling(me, { headers });
  await expect(telling.assertNoViolations()).rejects.toThrow(ContractViolationError);
  expect(told).toMatchObject([[{ rule: "status-documented", status: 307 }], { request: { method: "GET", url: me } }]);
  const throwing = contractFetch({ fetch: responding(307, "tea"), onViolation: "throw" });
  await expect(throwing(me, { headers })).rejects.toThrow(ContractViolationError);
});

test("passes requests to other addresses on with the very same arguments, and does not look at them", async () => {
  const seen: unknown[] = [];
  const other = new Response("anything", { status: 307 });
  const checked = contractFetch({
    fetch: async (...given) => {
      seen.push(...given);
      return other;
    },
  });
  const init = { method: "POST", body: "x" };
  expect(await checked("https://elsewhere.example/2.0/users/me", init)).toBe(other);
  expect(await checked(`${baseUrl}0/users/me`, init)).toBe(other);
  expect(await checked("/relative", init)).toBe(other);
  expect(seen[1]).toBe(init);
  await checked.assertNoViolations();
  expect(checked.exchanges).toBe(0);
});

test("knows the service by an address that is written in another way", async () => {
  const checked = contractFetch({ baseUrl: "HTTP://LocalHost:80/x//", fetch: responding(307) });
  await checked("http://localhost/x/users/me", { headers });
  await expect(checked.assertNoViolations()).rejects.toThrow("status-documented");
  expect(() => contractFetch({ baseUrl: "localhost/x" })).toThrow(TypeError);
  // Otherwise no exchange would be checked.
  expect(() => contractFetch({ baseURL: "http://localhost/x" } as object)).toThrow("Unknown option baseURL");
});

test("passes a failure and an abort on as they are, and counts neither", async () => {
  const failure = new TypeError("no network");
  const checked = contractFetch({ fetch: () => Promise.reject(failure) });
  await expect(checked(me, { headers })).rejects.toBe(failure);
  const url = await served(() => {});
  const waiting = contractFetch({ baseUrl: url });
  const controller = new AbortController();
  const call = waiting(`${url}/users/me`, { headers, signal: controller.signal });
  controller.abort(failure);
  await expect(call).rejects.toBe(failure);
  await waiting.assertNoViolations();
  expect([checked.exchanges, waiting.exchanges]).toEqual([0, 0]);
});

test("leaves the body of a request to be sent, in each form that it can have", async () => {
  const bodies: string[] = [];
  const checked = contractFetch({
    fetch: async (input, init) => {
      bodies.push(await new Request(input, init).text());
      return new Response(null, { status: 307 });
    },
  });
  const init = { method: "PUT", headers: { ...headers, ...json } };
  const url = `${baseUrl}/files/4001`;
  const text = '{"name":"a"}';
  // Node asks for `duplex` with a stream, and the types of browsers do not have it.
  const streamed = { ...init, body: new Blob([text]).stream(), duplex: "half" } as RequestInit;
  await checked(url, { ...init, body: text });
  await checked(new URL(url), { ...init, body: new TextEncoder().encode(text) });
  await checked(new Request(url, { ...init, body: text }));
  await checked(url, streamed);
  expect(bodies).toEqual([text, text, text, text]);
  const failure = await checked.assertNoViolations().catch((error: unknown) => error);
  // Nothing is said of the bodies, so all four could be read.
  expect(failure).toMatchObject({ violations: Array.from({ length: 4 }, () => ({ rule: "status-documented" })) });
});

test("a response without an end can be canceled, and is then not checked", async () => {
  let isClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  const url = await served((_request, response) => {
    response.on("close", isClosed);
    response.writeHead(200, json).write("[");
  });
  const checked = contractFetch({ baseUrl: url });
  await (await checked(`${url}/users/me`, { headers })).body?.cancel();
  await closed;
  await checked.assertNoViolations();
  expect([checked.exchanges, checked.unchecked]).toEqual([0, 1]);
});

test("does not wait for the end of a stream that is not JSON, and finds that it may not be there", async () => {
  const url = await served((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  });
  const checked = contractFetch({ baseUrl: url });
  const response = await checked(`${url}/users/me`, { headers });
  await expect(checked.assertNoViolations()).rejects.toThrow("response-content-type");
  await response.body?.cancel();
});

test("does not check a response that breaks off, and lets the application see that", async () => {
  const url = await served((_request, response) => {
    response.writeHead(200, { ...json, "content-length": "100" }).write("{", () => response.destroy());
  });
  const checked = contractFetch({ baseUrl: url });
  const response = await checked(`${url}/users/me`, { headers });
  await expect(response.text()).rejects.toThrow(TypeError);
  await checked.assertNoViolations();
  expect([checked.exchanges, checked.unchecked]).toEqual([0, 1]);
});

test("does not hold a response in memory that is longer than any page", async () => {
  const long = "x".repeat(maxBodyBytes + 1);
  const checked = contractFetch({ fetch: responding(200, long) });
  expect((await (await checked(me, { headers })).text()).length).toBe(long.length);
  await checked.assertNoViolations();
  expect(checked.unchecked).toBe(1);
});

test("does not hold the response of another address against the request that was redirected there", async () => {
  const url = await served((request, response) => {
    if (request.url === "/elsewhere") response.writeHead(200, json).end("{}");
    else response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const checked = contractFetch({ baseUrl: url });
  expect((await checked(`${url}/users/me`, { headers })).redirected).toBe(true);
  await checked.assertNoViolations();
  expect([checked.exchanges, checked.unchecked]).toEqual([0, 1]);
});
