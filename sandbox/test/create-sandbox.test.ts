import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSandbox, type SandboxOptions } from "../src/create-sandbox.js";
import { defaultSeed } from "../src/default-seed/index.js";
import type { LogEntry } from "../src/http/log.js";
import type { Seed } from "../src/store/records.js";
import { addLink, update } from "./support/requests.js";
import { openSandbox, START_MS } from "./support/start-sandbox.js";

const OWNER = { authorization: "Bearer token-owner" };

async function start(options: SandboxOptions = {}) {
  const { sandbox, as } = await openSandbox(options);
  const me = (init?: RequestInit) => sandbox.fetch(`${sandbox.baseUrl}/users/me`, { headers: OWNER, ...init });
  return { sandbox, as, owner: as("owner"), me };
}

const rename = { name: "renamed.pdf" };

describe("fetch", () => {
  test("of a sandbox that nobody awaits is an error, not undefined", async () => {
    const promise = createSandbox();
    expect(() => Object(promise).fetch).toThrow("await createSandbox()");
    expect(await promise).toHaveProperty("fetch");
  });

  test("accepts a string, a URL and a Request", async () => {
    const { sandbox } = await start();
    const url = `${sandbox.baseUrl}/users/me`;
    for (const input of [url, new URL(url), new Request(url)])
      expect((await sandbox.fetch(input, { headers: OWNER })).status).toBe(200);
  });

  test("fails with the reason of a signal, aborted before it, when nothing happens, or during a delay", async () => {
    const { sandbox, me } = await start();
    const before = sandbox.snapshot();
    const reason = new Error("changed my mind");
    const init = { method: "PUT", body: '{"name":"renamed.pdf"}', headers: OWNER, signal: AbortSignal.abort(reason) };
    await expect(sandbox.fetch(`${sandbox.baseUrl}/files/4002`, init)).rejects.toBe(reason);
    expect(sandbox.snapshot()).toEqual(before);
    sandbox.faults.add({ kind: "delay", delay_ms: 60_000 });
    const controller = new AbortController();
    const call = me({ signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect((await me()).status).toBe(200);
  });

  test("reads the shared link from the header of the brand alone, and names it in errors", async () => {
    const { as } = await start({ brandHeader: "X-Brand-Link" });
    const header = { ServiceApi: "shared_link=https://content.example/s/invoice" };
    const find = (brandHeader: string) => as("owner", { brandHeader }).findSharedItem({ header });
    expect(await find("X-Brand-Link")).toMatchObject({ id: "4002" });
    const context_info = { errors: [{ name: "X-Brand-Link" }] };
    await expect(find("ServiceApi")).rejects.toMatchObject({ status: 400, body: { context_info } });
  });

  const fail = () => {
    throw new Error("no space left");
  };
  test.each([
    ["throws", fail],
    ["rejects", async () => fail()],
  ])("reports every request, even when the listener %s", async (_, failing) => {
    const entries: LogEntry[] = [];
    const { me } = await start({
      onRequest(entry) {
        entries.push(entry);
        return failing();
      },
    });
    expect([(await me()).status, (await me({ method: "DELETE" })).status]).toEqual([200, 405]);
    expect(entries).toMatchObject([
      { requestId: "r0000001", method: "GET", path: "/2.0/users/me", operation: "getCurrentUser", userId: "1003" },
      { requestId: "r0000002", method: "DELETE", status: 405 },
    ]);
  });
});

test.each<[string, object | null, string]>([
  ["an invalid seed", { seed: { users: [{ id: "1" }] } }, "users[0].name is missing"],
  ["a seed that is not plain data", { seed: { users: () => [] } }, "the seed must be plain data"],
  ["an unknown option", { seeds: {} }, "Unknown option seeds: the options are seed, now"],
  ["an invalid header name", { brandHeader: "no header" }, "brandHeader must be a header name"],
  ["a header with another meaning", { brandHeader: "authorization" }, "brandHeader must be a header name"],
  ["no function for requests", { onRequest: 1 }, "onRequest must be a function"],
  ["an unknown operation", { handlers: { nothing: () => undefined } }, "the contract has no operation nothing"],
  ["no function", { handlers: { getCurrentUser: "x" } }, "handlers.getCurrentUser must be a function"],
  ["no document", { contract: { swagger: "2.0" } }, "OpenAPI"],
  ["null for the options", null, "options must be an object"],
  ["no list of overlays", { overlays: {} }, "overlays must be an array of OpenAPI overlays"],
  ["no overlay", { overlays: [{}] }, "overlays[0]: Expected an overlay of version 1.0"],
  ["no target", { overlays: [{ overlay: "1.0.0", actions: [{ target: "$.x" }] }] }, "$.x matches nothing"],
  ...[() => Number.NaN, () => new Date(), () => "2026"].map((now): [string, object, string] => [
    `the time ${now}`,
    { now },
    "now must be a function that returns milliseconds",
  ]),
])("%s is a TypeError", async (_, options, message) => {
  // Plain JavaScript can pass null.
  const made = createSandbox(options as object);
  await expect(made).rejects.toThrow(TypeError);
  await expect(made).rejects.toThrow(message);
});

test("two sandboxes in one process share no state, time, faults, ids, request ids or seed", async () => {
  const entries: string[] = [];
  const seed = defaultSeed();
  const given = structuredClone(seed);
  const first = await start({ seed });
  const second = await start({ seed, onRequest: ({ requestId }) => entries.push(requestId) });
  expect(seed).toEqual(given);
  const before = second.sandbox.snapshot();
  for (const file of seed.files ?? []) file.name = "changed by the caller";
  await update(first.owner, "4002", rename);
  const made = await addLink(first.owner, "3001");
  first.sandbox.clock.advance(86_400_000);
  first.sandbox.faults.add({ kind: "status", status: 503, times: null });
  expect(second.sandbox.snapshot()).toEqual(before);
  expect([second.sandbox.clock.now(), second.sandbox.faults.list()]).toEqual([START_MS, []]);
  expect((await addLink(second.owner, "3001")).id).toBe(made.id);
  expect(entries).toEqual(["r0000001"]);
  first.sandbox.reset();
  expect(first.sandbox.snapshot()).toEqual(before);
});

// Random histories of calls are in `lab/`.
test("a restore keeps the faults, and changes of a snapshot or of a restored seed do not change the store", async () => {
  const { sandbox } = await start();
  const spoil = (seed: Seed) => {
    for (const file of seed.files ?? []) Object.assign(file.versions[0] ?? {}, { sha1: "spoilt" });
    for (const user of seed.users ?? []) user.name = "spoilt";
  };
  const taken = sandbox.snapshot();
  const kept = structuredClone(taken);
  spoil(taken);
  expect(sandbox.snapshot()).toEqual(kept);
  const given = structuredClone(kept);
  const { id } = sandbox.faults.add({ kind: "html" });
  sandbox.restore(given);
  expect(given).toEqual(kept);
  expect(sandbox.faults.list()).toMatchObject([{ id }]);
  spoil(given);
  expect(sandbox.snapshot()).toEqual(kept);
});

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);

describe("listen and close", () => {
  test("each server listens on the loopback address alone and its own port", async () => {
    const { sandbox } = await start();
    const [one, two] = [await sandbox.listen(), await sandbox.listen()];
    const url = `http://127.0.0.1:${one.port}`;
    expect(one).toMatchObject({ url, baseUrl: `${url}/2.0`, authUrl: url });
    for (const { address, internal, family } of addresses)
      if (!internal && family === "IPv4") await expect(fetch(`http://${address}:${one.port}/`)).rejects.toThrow();
    await expect(sandbox.listen({ port: one.port })).rejects.toMatchObject({ code: "EADDRINUSE", port: one.port });
    await expect(sandbox.listen({ port: 70_000 })).rejects.toThrow(RangeError);
    await one.close();
    await expect(fetch(one.url)).rejects.toThrow();
    expect((await fetch(`${two.url}/_sandbox`)).status).toBe(200);
  });

  test.runIf(addresses.some(({ address }) => address === "::1"))("a server listens on another host too", async () => {
    const { sandbox } = await start();
    const { url } = await sandbox.listen({ host: "::1" });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/_sandbox`)).status).toBe(200);
  });

  test("close ends servers and delays, can be called twice, and nothing listens again", async () => {
    const { sandbox, me } = await start();
    const { url } = await sandbox.listen();
    sandbox.faults.add({ kind: "delay", delay_ms: 60_000, times: 2 });
    const call = me();
    await Promise.all([sandbox.close(), sandbox.close()]);
    await sandbox.close();
    expect([(await call).status, (await me()).status]).toEqual([200, 200]);
    await expect(fetch(url)).rejects.toThrow();
    await expect(sandbox.listen()).rejects.toThrow("The sandbox is closed");
  });
});

test("an unexpected error is a 500 that points to the log, which is the console by default", async () => {
  const printed: unknown[][] = [];
  const { error } = console;
  console.error = (...parts) => void printed.push(parts);
  onTestFinished(() => {
    console.error = error;
  });
  const failure = new Error("No such table");
  // A clock that breaks stands for any fault of the sandbox.
  let broken = false;
  const now = () => (broken ? Number.NaN : 0);
  const sandbox = await createSandbox({ now, handlers: { getCurrentUser: () => Promise.reject(failure) } });
  const get = (url: string) => sandbox.fetch(url, { headers: OWNER });
  const message = "Internal error of the sandbox. See its log, or the console.";
  for (const url of [`${sandbox.baseUrl}/users/me`, `${sandbox.authUrl}/_sandbox/clock`]) {
    const response = await get(url);
    expect([response.status, await response.json()]).toMatchObject([500, { message }]);
    broken = true;
  }
  expect(printed).toEqual([
    ["sandbox: GET /2.0/users/me failed:", failure],
    ["sandbox: GET /_sandbox/clock failed:", expect.any(RangeError)],
  ]);
  broken = false;
  expect((await get(`${sandbox.authUrl}/_sandbox/clock`)).status).toBe(200);
});
