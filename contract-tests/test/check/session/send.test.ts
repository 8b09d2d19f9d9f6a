import { describe, expect, test } from "vitest";
import { runChecks } from "../../../src/check/run-checks.js";
import { send } from "../../../src/check/session/send.js";
import { runCommand } from "../../../src/cli/run-command.js";

const base = { server: "base", serverUrls: [] } as const;
const target = { baseUrl: "https://api.content.example/2.0/", token: "t", brandHeader: "X-Links" };

test("sends below the address without following redirects, with the deployment's name for the link header", async () => {
  const calls: [string, RequestInit][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return new Response(null, { status: 301, headers: { location: "/elsewhere" } });
  };
  const headers = { ServiceApi: "shared_link=x", Accept: "application/json" };
  const request = { method: "GET", path: "/shared_items?a=1", headers };
  const exchange = await send({ ...target, fetch }, base, request, undefined);
  const [[url, init] = []] = calls;
  expect(url).toBe("https://api.content.example/2.0/shared_items?a=1");
  const sent = { "X-Links": "shared_link=x", accept: "application/json" };
  expect(init).toMatchObject({ redirect: "manual", headers: sent });
  expect(init?.signal?.aborted).toBe(false);
  expect(exchange).toEqual({
    request: { method: "GET", url, headers: sent, body: undefined },
    response: { status: 301, headers: { location: "/elsewhere" }, body: undefined },
    brokenCharset: undefined,
  });
});

test.each<[type: string, bytes: number[], body: string | undefined, brokenCharset: string | undefined]>([
  ["application/json", [0x22, 0xff, 0x22], '"\uFFFD"', "UTF-8"],
  ["application/json; charset=latin1", [0x22, 0xff, 0x22], '"\uFFFD"', "UTF-8"],
  ["image/png", [0x89, 0x50, 0xff, 0xfe], "\u2030P\u00FF\u00FE", undefined],
  ["application/octet-stream", [0x80], "\u20AC", undefined],
  ["text/plain; charset=ISO-8859-1", [0xe9], "\u00E9", undefined],
  ["text/plain; charset=utf-8", [0xe9, 0x21], "\uFFFD!", "utf-8"],
  ["application/xml", [0xe9], "\uFFFD", undefined],
  ["text/plain; charset=x-none", [0xe9], "\u00E9", undefined],
])("decodes a body of %s", async (type, bytes, body, brokenCharset) => {
  const fetch = async () => new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
  const exchange = await send({ ...target, fetch }, base, { method: "GET", path: "/a" }, undefined);
  expect([exchange.response.body, exchange.brokenCharset]).toEqual([body, brokenCharset]);
});

test("reports an unreachable URL without its query, and aborts with the signal of the run", async () => {
  const ending = new AbortController();
  const fetch = async (_: string, { signal }: RequestInit): Promise<Response> => {
    ending.abort();
    return signal?.aborted ? Promise.reject(new Error("ended")) : new Response();
  };
  const sent = send({ ...target, fetch }, base, { method: "GET", path: "/shared_items?secret=1" }, ending.signal);
  await expect(sent).rejects.toMatchObject({
    name: "NoResponseError",
    message: "Cannot reach https://api.content.example/2.0/shared_items: ended",
  });
});

describe("a response that", () => {
  const request = { method: "GET", path: "/users/me" };
  /** A body that never ends. Canceling it ends the test. */
  const endless = (chunk: Uint8Array, onCancel: () => void = () => {}) =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk), cancel: onCancel });

  const dripping = () =>
    new ReadableStream({
      async pull(controller) {
        await new Promise(setImmediate);
        controller.enqueue(new Uint8Array(1));
      },
    });

  test("never ends is read up to 16 MiB, fails its check, and the run goes on", async () => {
    let canceled = 0;
    const fetch = async () => {
      const body = endless(new Uint8Array(1_048_576).fill(32), () => canceled++);
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    await expect(send({ ...target, fetch }, base, request, undefined)).rejects.toMatchObject({
      name: "BodyTooLongError",
      message: "the response body is longer than 16 MiB",
    });
    expect(canceled).toBe(1);
    const ids = ["succeeds", "succeeds-with-fields"].map((name) => `getCurrentUser/${name}`);
    const { checks } = await runChecks({ ...target, fetch }, { checks: ids });
    const message = "The response was not fully checked: the response body is longer than 16 MiB";
    const failed = { outcome: "failed", findings: [{ rule: "fully-checked", message }] };
    expect(checks).toMatchObject([failed, failed]);
  });

  test.each<[name: string, fetch: () => Promise<Response>]>([
    ["never starts", () => new Promise(() => {})],
    ["never ends its body", async () => new Response(new ReadableStream())],
    ["sends a byte now and then", async () => new Response(dripping())],
  ])("%s has one timeout for head and body, also with a fetch that ignores its signal", async (_, fetch) => {
    await expect(send({ ...target, fetch, timeoutMs: 30 }, base, request, undefined)).rejects.toMatchObject({
      name: "NoResponseError",
      reason: "timed out after 0.03 seconds",
    });
  });
});

describe("credentials", () => {
  const operations = ["getCurrentUser"];
  const fetch = async () => new Response(null, { status: 401 });
  const insecure = ["http://api.content.example", "http://localhost.example", "http://128.0.0.1", "http://[::2]"];
  test.each(insecure)("are not sent to %s unless it is allowed", async (address) => {
    const of = address.length % 2 ? "baseUrl" : "authUrl";
    const sent = { token: "t", fetch, baseUrl: "https://api.content.example", [of]: address };
    await expect(runChecks(sent, { operations })).rejects.toMatchObject({
      name: "TypeError",
      message: expect.stringContaining(`received ${address}. allowInsecure sends it nevertheless`),
    });
    await expect(runChecks({ ...sent, allowInsecure: true }, { operations })).resolves.toBeDefined();
    await expect(runCommand(["check", "--base-url", address, "--token", "t"])).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringContaining("--allow-insecure sends it nevertheless"),
    });
  });

  const secure = ["http://localhost:1", "http://127.9.9.9", "http://[::1]:1", "https://a.example"];
  test.each(secure)("are sent to %s", async (baseUrl) => {
    await expect(runChecks({ baseUrl, token: "t", fetch }, { operations })).resolves.toBeDefined();
  });
});
