import { readFileSync } from "node:fs";
import { type CallOptions, type Client, createClient, isTimeoutError } from "content-service-client";
import { describe, expect, it } from "vitest";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, never, reset, scriptedFetch, status } from "../support/scripted-fetch.js";

const user = () => json({ type: "user", id: "1001", name: "Ana" }, 200, { "x-request-id": "r7k2m9qx" });

/** The settings of one call, or of a derived client. */
const places = [
  ["one call", (client: Client, own: CallOptions) => client.getCurrentUser(own)],
  ["a derived client", (client: Client, own: CallOptions) => client.with(own).getCurrentUser()],
] as const;

describe.each(places)("the settings of %s", (_, call) => {
  it("are a timeout of an attempt and of the whole call, in place of the client's [CL-1]", async () => {
    const { client, clock } = clientWith(scriptedFetch(never), { timeoutMs: 900, retry: false });
    const attempt = { scope: "attempt", timeoutMs: 70 };
    await expect(clock.run(call(client, { timeoutMs: 70 }))).rejects.toMatchObject(attempt);
    const whole = { scope: "call", timeoutMs: 50 };
    await expect(clock.run(call(client, { totalTimeoutMs: 50 }))).rejects.toMatchObject(whole);
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ timeoutMs: 900 });
  });

  it("are its retries: what is left out stays [CL-1]", async () => {
    const { client, clock, waitsMs } = clientWith(scriptedFetch(status(503)), {
      retry: { maxAttempts: 3, baseDelayMs: 80 },
    });
    await expect(clock.run(call(client, { retry: { maxAttempts: 2 } }))).rejects.toMatchObject({ attempts: 2 });
    expect(waitsMs()).toEqual([40]);
    await expect(clock.run(call(client, { retry: false }))).rejects.toMatchObject({ attempts: 1 });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ attempts: 3 });
  });

  it("are headers beside those of the client [CL-1]", async () => {
    const { client, fetch } = clientWith(scriptedFetch(user), { headers: { "X-App": "1", "X-Trace": "old" } });
    await call(client, { headers: { "x-trace": "new", "X-None": undefined } });
    await client.getCurrentUser();
    const sent = fetch.sent.map(({ headers }) => ["x-app", "x-trace", "x-none"].map((name) => headers.get(name)));
    expect(sent).toEqual([
      ["1", "new", null],
      ["1", "old", null],
    ]);
  });

  it.each([
    [{ headers: { Authorization: "Bearer x" } }, "headers.Authorization must be a header name of your own"],
    [{ headers: { "content-type": "text/plain" } }, "headers.content-type must be a header name of your own"],
    [{ headers: { "if-match": "1" } }, "headers.if-match must be a header name of your own, or in header"],
    [{ headers: { "X Trace": "1" } }, "headers.X Trace must be a header name of your own"],
    [{ headers: { "X-Trace": "a\nb" } }, "header.X-Trace must be trimmed"],
    [{ retry: { budget: 5 } }, "unknown option retry.budget"],
    [{ headers: new Headers({ "X-Trace": "1" }) }, "headers must be a plain object"],
    [{ baseUrl: "https://other.example" }, "unknown option baseUrl"],
    [{ signal: new AbortController() }, "signal must be an AbortSignal"],
    [{ deadline: "2026-01-01" }, "deadline in ms must be a number, 0 or more"],
    [{ deadline: new Date("never") }, "deadline in ms must be a number, 0 or more"],
    [{ deadline: -1 }, "deadline in ms must be a number, 0 or more"],
    [{ deadline: null }, "deadline in ms must be a number, 0 or more"],
  ])("cannot be %j, and nothing is sent [CL-1] [CL-11]", async (own, message) => {
    const { client, fetch } = clientWith(scriptedFetch(user));
    // Plain JavaScript can pass anything.
    const sending = (async () => call(client, own as CallOptions))();
    await expect(sending).rejects.toThrow(TypeError);
    await expect(sending).rejects.toThrow(message);
    expect(fetch.sent).toEqual([]);
  });
});

describe("a call", () => {
  it("rejects with the reason of AbortSignal.timeout, which isTimeoutError knows [CL-2]", async () => {
    const { client } = clientWith(scriptedFetch(never));
    const error = await errorOf(client.getCurrentUser({ signal: AbortSignal.timeout(1) }));
    expect(error).toBeInstanceOf(DOMException);
    expect(isTimeoutError(error)).toBe(true);
  });

  it("has the response, the request id and the attempts beside the body [CL-3]", async () => {
    const { client, clock } = clientWith(scriptedFetch(status(503), user));
    const { data, response, requestId, attempts } = await clock.run(client.getCurrentUser().withResponse());
    expect(data).toEqual({ type: "user", id: "1001", name: "Ana" });
    expect([requestId, attempts, response.status]).toEqual(["r7k2m9qx", 2, 200]);
    await expect(response.json()).resolves.toEqual(data);
  });

  it("rejects withResponse and itself with one error, and no rejection is left unhandled [CL-3]", async () => {
    const { client } = clientWith(scriptedFetch(status(404)));
    await expect(client.getCurrentUser().withResponse()).rejects.toMatchObject({ status: 404 });
    const call = client.getCurrentUser();
    const errors = await Promise.all([errorOf(call), errorOf(call.withResponse())]);
    expect(errors[0]).toBe(errors[1]);
  });

  it.each([
    ["an error response", status(404), {}],
    ["a timeout", never, { timeoutMs: 5 }],
    ["a transport that fails", reset, {}],
  ])("that fails by %s shows its caller in the stack", async (_, reply, own) => {
    const { client, clock } = clientWith(scriptedFetch(reply), { retry: false });
    async function theCallerOfThisTest() {
      return await client.getCurrentUser(own);
    }
    const error = await errorOf(clock.run(theCallerOfThisTest()));
    expect((error as Error).stack).toContain("theCallerOfThisTest");
  });
});

it("the User-Agent header has the name and version of the package, and those of the program [CL-4]", async () => {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
  const fetch = scriptedFetch(user);
  for (const own of [{}, { appInfo: "my-app/2.1" }, { headers: { "user-agent": "mine" } }])
    await createClient({ baseUrl, auth: "token", fetch, ...own }).getCurrentUser();
  const sent = fetch.sent.map(({ headers }) => headers.get("user-agent"));
  expect(sent).toEqual([`${name}/${version}`, `${name}/${version} my-app/2.1`, "mine"]);
});
