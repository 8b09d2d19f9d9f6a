import type { ClientEvent, OnEvent } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, never, reset, scriptedFetch, status } from "./support/scripted-fetch.js";

const call = { callId: 1, operation: "updateFile", method: "PUT", path: "/2.0/files/4001" };
const updated = () => json({ type: "file", id: "4001", name: "s3cret" }, 200, { "x-request-id": "r7k2m9qx" });
const update = {
  path: { file_id: "4001" },
  query: { fields: ["name"] as const },
  header: { "If-Match": "s3cret-etag" },
  body: { name: "s3cret-name" },
};

describe("onEvent", () => {
  it("receives each request, failure, wait, retry and response in order", async () => {
    const fetch = scriptedFetch(reset, () => json({ message: "s3cret" }, 503, { "retry-after": "2" }), never, updated);
    const { client, clock, events } = clientWith(fetch, { timeoutMs: 700 });
    await clock.run(client.updateFile(update));
    const [networkError, timeoutError] = ["NetworkError", "TimeoutError"].map((name) =>
      expect.objectContaining({ name }),
    );
    expect(events).toEqual([
      { ...call, type: "request", attempts: 1 },
      { ...call, type: "failure", attempts: 1, durationMs: 0, error: networkError },
      { ...call, type: "wait", attempts: 1, waitMs: 125, reason: expect.stringMatching(/^NetworkError/) },
      { ...call, type: "retry", attempts: 1 },
      { ...call, type: "request", attempts: 2 },
      { ...call, type: "response", attempts: 2, status: 503, durationMs: 0 },
      { ...call, type: "wait", attempts: 2, waitMs: 2000, reason: "503" },
      { ...call, type: "retry", attempts: 2 },
      { ...call, type: "request", attempts: 3 },
      { ...call, type: "failure", attempts: 3, durationMs: 700, error: timeoutError },
      { ...call, type: "wait", attempts: 3, waitMs: 500, reason: expect.stringMatching(/^TimeoutError/) },
      { ...call, type: "retry", attempts: 3 },
      { ...call, type: "request", attempts: 4 },
      { ...call, type: "response", attempts: 4, status: 200, durationMs: 0, requestId: "r7k2m9qx" },
    ]);
    expectTypeOf(events).toEqualTypeOf<ClientEvent[]>();
  });

  it("receives events when they happen, not afterwards", async () => {
    const { client, clock, events } = clientWith(scriptedFetch(never), { retry: { maxAttempts: 2 } });
    const types = () => events.map(({ type }) => type);
    const done = client.getCurrentUser().catch(() => undefined);
    await clock.advance(0);
    expect(types()).toEqual(["request"]);
    await clock.advance(30_000);
    expect(types()).toEqual(["request", "failure", "wait"]);
    await clock.advance(125);
    expect(types()).toEqual(["request", "failure", "wait", "retry", "request"]);
    await clock.run(done);
  });

  it("receives the duration of each response", async () => {
    const slow = () => new Promise<Response>((resolve) => clock.timer(40, () => resolve(updated())));
    const { client, clock, events } = clientWith(scriptedFetch(slow));
    await clock.run(client.updateFile(update));
    expect(events[1]).toMatchObject({ type: "response", durationMs: 40 });
  });

  it("sees no header, query or body", async () => {
    const { client, events } = clientWith(scriptedFetch(updated), { auth: "s3cret-token" });
    await client.updateFile(update);
    expect(JSON.stringify(events)).not.toContain("s3cret");
    expect(JSON.stringify(events)).not.toContain("fields");
  });

  it("receives the caller's abort, and both requests when a 401 is retried with a newer token", async () => {
    let token = 0;
    const fetch = scriptedFetch(status(401), never);
    const { client, clock, events } = clientWith(fetch, { auth: () => `token-${++token}` });
    const controller = new AbortController();
    const aborted = expect(client.getCurrentUser({ signal: controller.signal })).rejects.toBe("enough");
    await clock.advance(0);
    await clock.advance(5);
    controller.abort("enough");
    await aborted;
    expect(events).toMatchObject([
      { type: "request", attempts: 1 },
      { type: "response", attempts: 1, status: 401 },
      { type: "request", attempts: 1 },
      { type: "failure", attempts: 1, durationMs: 5, error: "enough" },
    ]);
  });

  it("numbers each call, across the clients for other users as well", async () => {
    const { client, events } = clientWith(scriptedFetch(updated));
    await Promise.all([client.updateFile(update), client.asUser("1004").updateFile(update)]);
    const ids = events.map((event) => "callId" in event && event.callId);
    expect(ids.toSorted()).toEqual([1, 1, 2, 2]);
  });

  it("does not affect the call when it throws", async () => {
    const onEvent: OnEvent = () => {
      throw new Error("a broken log line");
    };
    const { client, clock, fetch } = clientWith(scriptedFetch(reset, updated), { onEvent });
    await expect(clock.run(client.updateFile(update))).resolves.toMatchObject({ id: "4001" });
    expect(fetch.sent).toHaveLength(2);
    const slow = clientWith(scriptedFetch(never), { onEvent, retry: false });
    await expect(slow.clock.run(slow.client.updateFile(update))).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
