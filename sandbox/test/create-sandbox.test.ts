import { createClient } from "content-service-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSandbox, type SandboxOptions } from "../src/create-sandbox.js";
import { defaultSeed } from "../src/default-seed/index.js";
import type { LogEntry } from "../src/http/log.js";
import type { Seed } from "../src/store/records.js";

const START_MS = Date.UTC(2026, 10, 20, 8);

async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ now: () => START_MS, ...options });
  onTestFinished(() => sandbox.close());
  const { baseUrl, fetch } = sandbox;
  const as = (person: string, brandHeader = "ServiceApi") =>
    createClient({ baseUrl, fetch, auth: `token-${person}`, retry: false, brandHeader });
  const me = (init?: RequestInit) =>
    fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" }, ...init });
  return { sandbox, as, me };
}

const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };
const nameIn = (store: Seed) => store.files?.find(({ id }) => id === "4002")?.name;

describe("fetch", () => {
  test("accepts a string, a URL and a Request", async () => {
    const { sandbox } = await start();
    const url = `${sandbox.baseUrl}/users/me`;
    const headers = { authorization: "Bearer token-owner" };
    for (const input of [url, new URL(url), new Request(url)]) {
      expect((await sandbox.fetch(input, { headers })).status).toBe(200);
    }
  });

  test("fails with the reason of a signal that was aborted before, and does nothing", async () => {
    const { sandbox } = await start();
    const reason = new Error("changed my mind");
    const call = sandbox.fetch(`${sandbox.baseUrl}/files/4002`, {
      method: "PUT",
      body: '{"name":"renamed.pdf"}',
      headers: { authorization: "Bearer token-owner", "content-type": "application/json" },
      signal: AbortSignal.abort(reason),
    });
    await expect(call).rejects.toBe(reason);
    expect(nameIn(sandbox.snapshot())).toBe("invoice.pdf");
  });

  test("fails with the reason of a signal that is aborted during a delay, and the next call does not", async () => {
    const { sandbox, me } = await start();
    sandbox.faults.add({ kind: "delay", delay_ms: 60_000 });
    const controller = new AbortController();
    const call = me({ signal: controller.signal });
    const reason = new Error("too slow");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect((await me()).status).toBe(200);
  });

  test("reads the shared link from the header of the brand alone, and names it in errors", async () => {
    const { as } = await start({ brandHeader: "X-Brand-Link" });
    const find = (header: string) =>
      as("owner", header).findSharedItem({ header: { ServiceApi: "shared_link=https://content.example/s/invoice" } });
    expect(await find("X-Brand-Link")).toMatchObject({ id: "4002" });
    const context_info = { errors: [{ name: "X-Brand-Link" }] };
    await expect(find("ServiceApi")).rejects.toMatchObject({ status: 400, body: { context_info } });
  });

  test("reports every request, even when the listener throws", async () => {
    const entries: LogEntry[] = [];
    const { me } = await start({
      onRequest(entry) {
        entries.push(entry);
        throw new Error("no space left");
      },
    });
    expect([(await me()).status, (await me({ method: "DELETE" })).status]).toEqual([200, 405]);
    expect(entries).toMatchObject([
      { requestId: "r0000001", method: "GET", path: "/2.0/users/me", operation: "getCurrentUser", userId: "1003" },
      { requestId: "r0000002", method: "DELETE", status: 405 },
    ]);
  });
});

describe("invalid options", () => {
  test.each<[string, object, string]>([
    ["an invalid seed", { seed: { users: [{ id: "1" }] } }, "users[0].name is missing"],
    ["a seed that is not plain data", { seed: { users: () => [] } }, "the seed must be plain data"],
    ["an invalid header name", { brandHeader: "no header" }, "brandHeader must be a header name"],
    ["an invalid time", { now: () => Number.NaN }, "now must return milliseconds"],
  ])("%s", async (_, options, message) => {
    const made = createSandbox(options);
    await expect(made).rejects.toThrow(TypeError);
    await expect(made).rejects.toThrow(message);
  });
});

describe("two sandboxes in one process", () => {
  test("share no state, time, faults, ids or request ids", async () => {
    const entries: string[] = [];
    const first = await start();
    const second = await start({ onRequest: ({ requestId }) => entries.push(requestId) });
    const before = second.sandbox.snapshot();
    await first.as("owner").updateFile(rename);
    const link = { url: "https://example.com", parent: { id: "3001" } };
    const made = await first.as("owner").createWebLink({ body: link });
    first.sandbox.clock.advance(86_400_000);
    first.sandbox.faults.add({ kind: "status", status: 503, times: null });
    expect(second.sandbox.snapshot()).toEqual(before);
    expect([second.sandbox.clock.now(), second.sandbox.faults.list()]).toEqual([START_MS, []]);
    expect((await second.as("owner").createWebLink({ body: link })).id).toBe(made.id);
    expect(entries).toEqual(["r0000001"]);
  });

  test("share no seed, with each other or with the caller", async () => {
    const seed = defaultSeed();
    const given = structuredClone(seed);
    const { sandbox, as } = await start({ seed });
    expect(seed).toEqual(given);
    const before = sandbox.snapshot();
    for (const file of seed.files ?? []) file.name = "changed by the caller";
    expect(sandbox.snapshot()).toEqual(before);
    await as("owner").updateFile(rename);
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe("reset, snapshot and restore", () => {
  test("reset restores the time of the seed", async () => {
    const { sandbox } = await start({ seed: { now: "2030-01-01T00:00:00+00:00" } });
    sandbox.clock.advance(5000);
    sandbox.reset();
    expect(sandbox.clock.now()).toBe(Date.UTC(2030, 0, 1));
  });

  test("restore restores the store and its time, and keeps the faults", async () => {
    const { sandbox, as } = await start();
    sandbox.clock.advance(1000);
    const taken = sandbox.snapshot();
    const { id } = sandbox.faults.add({ kind: "html", operation: "createTask" });
    await as("owner").updateFile(rename);
    sandbox.clock.advance(1e9);
    sandbox.restore(taken);
    expect(sandbox.snapshot()).toEqual(taken);
    expect(sandbox.clock.now()).toBe(START_MS + 1000);
    expect(sandbox.faults.list()).toMatchObject([{ id }]);
  });

  test("restore rejects an invalid seed and changes nothing", async () => {
    const { sandbox } = await start();
    sandbox.clock.advance(1000);
    const before = sandbox.snapshot();
    const reference = { access_tokens: [{ token: "t", user_id: "1" }] };
    for (const seed of [reference, null, { users: [() => 1] }]) {
      // JavaScript code can pass it.
      expect(() => sandbox.restore(seed as Seed)).toThrow("Invalid seed");
      expect(sandbox.snapshot()).toEqual(before);
    }
  });

  test("changes of a snapshot or of a restored seed do not change the store", async () => {
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
    sandbox.restore(given);
    expect(given).toEqual(kept);
    spoil(given);
    expect(sandbox.snapshot()).toEqual(kept);
  });
});

describe("listen and close", () => {
  test("each server listens on the loopback address and its own port", async () => {
    const { sandbox } = await start();
    const [one, two] = [await sandbox.listen(), await sandbox.listen()];
    const url = `http://127.0.0.1:${one.port}`;
    expect(one).toMatchObject({ url, baseUrl: `${url}/2.0`, authUrl: url });
    expect(two.port).not.toBe(one.port);
    await one.close();
    await expect(fetch(one.url)).rejects.toThrow();
    expect((await fetch(`${two.url}/_sandbox`)).status).toBe(200);
  });

  test("a port that is in use is rejected with the port in the error", async () => {
    const { sandbox } = await start();
    const { port } = await sandbox.listen();
    await expect(sandbox.listen({ port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
    await expect(sandbox.listen({ port: 70_000 })).rejects.toThrow(RangeError);
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
