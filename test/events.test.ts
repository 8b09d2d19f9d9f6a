import type { CallOptions, ClientEvent, OnEvent } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith, rejectionOf } from "./support/client-with.js";
import { json, never, type Reply, reset, scriptedFetch, status } from "./support/scripted-fetch.js";

const call = { callId: 1, operation: "updateFile", method: "PUT", path: "/2.0/files/41", template: "/files/{file_id}" };
const updated = () => json({ type: "file", id: "41", name: "s3cret" }, 200, { "x-request-id": "r7k2m9qx" });
const update = {
  path: { file_id: "41" },
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

  it.each<[string, OnEvent]>([
    ["throws", () => expect.fail("a broken log line")],
    ["rejects", async () => Promise.reject(new Error("a broken log line"))],
  ])("does not affect the call when it %s", async (_, onEvent) => {
    const { client, clock, fetch } = clientWith(scriptedFetch(reset, updated), { onEvent });
    await expect(clock.run(client.updateFile(update))).resolves.toMatchObject({ id: "41" });
    expect(fetch.sent).toHaveLength(2);
    const slow = clientWith(scriptedFetch(never), { onEvent, retry: false });
    await expect(slow.clock.run(slow.client.updateFile(update))).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("the start and the end of a call", () => {
  /** The start and end events of a call, without what all of them have. */
  async function ends(reply: Reply, options: Parameters<typeof clientWith>[1] = {}, own: CallOptions = {}) {
    const events: ClientEvent[] = [];
    const onEvent: OnEvent = (event) => events.push(event);
    const { client, clock } = clientWith(scriptedFetch(reply), { retry: false, ...options, onEvent });
    const error = await rejectionOf(clock.run(client.getCurrentUser(own)));
    return { error, ends: events.filter(({ type }) => type === "start" || type === "end") };
  }
  const info = { callId: 1, operation: "getCurrentUser", method: "GET", path: "/2.0/users/me", template: "/users/me" };
  const aborted = AbortSignal.abort("enough");

  it("enclose the other events, and the end has the outcome [CL-6]", async () => {
    const { ends: found } = await ends(updated);
    expect(found).toEqual([
      { ...info, type: "start", attempts: 0 },
      { ...info, type: "end", attempts: 1, outcome: "success", durationMs: 0, status: 200, requestId: "r7k2m9qx" },
    ]);
  });

  it.each<[string, Reply, Parameters<typeof clientWith>[1], CallOptions, object]>([
    ["an error response", status(404), {}, {}, { outcome: "error", status: 404 }],
    ["a timeout", never, { timeoutMs: 40 }, {}, { outcome: "error", durationMs: 40 }],
    ["an auth function without a token", updated, { auth: () => "" }, {}, { outcome: "error", attempts: 1 }],
    ["an abort", updated, {}, { signal: aborted }, { outcome: "aborted", error: "enough" }],
    ["a timeout while it waits", status(503), { retry: {}, totalTimeoutMs: 130 }, {}, { outcome: "error" }],
  ])("come once each for %s, with the error of the call [CL-6]", async (_, response, options, own, expected) => {
    const { error, ends: found } = await ends(response, options, own);
    expect(found).toHaveLength(2);
    expect(found[1]).toMatchObject({ type: "end", ...expected });
    expect(found[1]).toHaveProperty("error", error);
  });

  it("do not come for invalid input, since nothing was called [CL-6]", async () => {
    // Plain JavaScript can pass anything.
    const own = { querry: {} } as CallOptions;
    await expect(ends(updated, {}, own)).resolves.toEqual({ error: expect.any(TypeError), ends: [] });
  });

  it("come for client.http as well, where an error response rejects nothing [CL-6]", async () => {
    const events: ClientEvent[] = [];
    const { client } = clientWith(scriptedFetch(status(404)), { onEvent: (event) => events.push(event) });
    await client.http.GET("/users/me");
    expect(events.map(({ type }) => type)).toEqual(["start", "request", "response", "end"]);
    expect(events.at(-1)).toMatchObject({ outcome: "error", status: 404, error: undefined });
  });
});
