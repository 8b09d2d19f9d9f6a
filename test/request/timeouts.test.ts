import { getEventListeners } from "node:events";
import type { CallOptions, ClientEvent, Clock, DerivedOptions } from "content-service-client";
import { paginate, updateIfUnchanged } from "content-service-client";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "../../support/manual-clock.js";
import { clientWith, errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { never, type Reply, scriptedFetch, status, user } from "../support/scripted-fetch.js";

const deaf: Reply = () => new Promise(() => {});
/** A response that stalls after its first bytes. */
const stalled =
  (status: number): Reply =>
  () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"type"')) });
    return new Response(body, { status });
  };
const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it.each([
  ["headers never come", never],
  ["headers never come and fetch ignores its signal", deaf],
  ["the body stalls", stalled(200)],
  ["the body of an error response stalls", stalled(404)],
])("an attempt times out after 30 seconds by default when %s", async (_, reply) => {
  const { client, clock, fetch } = clientWith(scriptedFetch(reply), { retry: false });
  await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({
    name: "TimeoutError",
    scope: "attempt",
    timeoutMs: 30_000,
    operation: "getCurrentUser",
    request: { method: "GET", path: "/2.0/users/me" },
    message: "timed out after 30000 ms (GET /2.0/users/me)",
  });
  expect(clock.elapsedMs()).toBe(30_000);
  expect(fetch.sent[0]?.init.signal).toMatchObject({ aborted: true, reason: { name: "TimeoutError" } });
  expect(clock.pending()).toBe(0);
});

it.each([
  ["the body of a success", 200, 0],
  ["the body of an error response", 404, 0],
  ["a response that comes too late", 200, 9],
])("a call that ends stops reading %s, even if fetch ignores its signal", async (_, code, turns) => {
  const canceled = deferred<unknown>();
  const abort = new AbortController();
  const fetch = scriptedFetch(async () => {
    const start = (queue: ReadableStreamDefaultController) => queue.enqueue(new Uint8Array(1));
    for (let index = 0; index < turns; index += 1) await aTurn();
    return new Response(new ReadableStream({ start, cancel: canceled.resolve }), { status: code });
  });
  const { client } = clientWith(fetch, { retry: false });
  const ended = errorOf(client.getCurrentUser({ signal: abort.signal }));
  for (let index = 0; index < 3; index += 1) await aTurn();
  abort.abort("enough");
  expect(await ended).toBe("enough");
  await canceled.promise;
});

describe("a whole call", () => {
  it("times out after five minutes by default, in the middle of an attempt", async () => {
    const fetch = scriptedFetch(never);
    const { client, clock } = clientWith(fetch, { timeoutMs: 40_000, retry: { maxAttempts: 100, random: () => 0 } });
    const message = "timed out after 300000 ms (GET /2.0/users/me)";
    const late = { scope: "call", timeoutMs: 300_000, message };
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject(late);
    expect(clock.elapsedMs()).toBe(300_000);
    expect(fetch.sent).toHaveLength(8);
  });

  it.each([3_600_000, -3_600_000])("is not changed when the system's time jumps by %d ms meanwhile", async (jumpMs) => {
    const clock = jumpingClock();
    const fetch = scriptedFetch(() => {
      clock.jump(jumpMs);
      return new Response("", { status: 503 });
    }, never);
    const { client, events } = clientWith(fetch, { clock, timeoutMs: Infinity, totalTimeoutMs: 10_000 });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ scope: "call" });
    expect(clock.elapsedMs()).toBe(10_000);
    expect(events.flatMap((event) => ("durationMs" in event ? [event.durationMs] : []))).toEqual([0, 9875]);
  });

  it("has no deadline if the timeouts are Infinity", async () => {
    // Node fires a timer above its maximum at once, and warns in the next tick.
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on("warning", warned);
    const slow: Reply = async (...request) => aTurn().then(() => user(...request));
    const unbounded = { timeoutMs: Number.POSITIVE_INFINITY, totalTimeoutMs: Number.POSITIVE_INFINITY };
    const { client } = clientWith(scriptedFetch(slow), { clock: undefined, ...unbounded });
    await expect(client.getCurrentUser()).resolves.toMatchObject({ id: "1001" });
    process.off("warning", warned);
    expect(warnings).toEqual([]);
  });
});

it.each([new Error("too late"), null, 0, "", false])(
  "an abort with %j rejects with it, and before a call nothing is sent",
  async (reason) => {
    const ends: unknown[] = [];
    const onEvent = (event: ClientEvent) => event.type === "end" && ends.push(event.outcome);
    const { client, fetch } = clientWith(scriptedFetch(never), { onEvent });
    const controller = new AbortController();
    const calls = [
      client.getCurrentUser({ signal: controller.signal }),
      client.with({ signal: controller.signal }).getCurrentUser(),
      client.getCurrentUser({ signal: AbortSignal.abort(reason) }),
      client.http.GET("/users/me", { signal: AbortSignal.abort(reason) }),
    ];
    const settled = Promise.allSettled(calls);
    await aTurn();
    expect(fetch.sent).toHaveLength(2);
    controller.abort(reason);
    expect(await settled).toEqual(calls.map(() => ({ status: "rejected", reason })));
    expect(ends).toEqual(calls.map(() => "aborted"));
  },
);

describe("a client for a request of a backend", () => {
  const untilMs = (ms: number) => (clock: Clock) => ({ deadline: clock.now() + ms });

  /** A derived client, and its calls, a list and a change. */
  function requestWith(options: (clock: Clock) => DerivedOptions, reply: Reply) {
    const { client, clock, fetch } = clientWith(scriptedFetch(reply), { timeoutMs: 40_000 });
    const request = client.with(options(clock));
    const steps: (() => Promise<unknown>)[] = [
      () => request.http.GET("/users/me"),
      () => paginate(request.listFileVersionRetentions, { prefetch: 1 }).toArray({ max: 9 }),
      () =>
        updateIfUnchanged(
          async () => ({ etag: "1" }),
          () => request.getCurrentUser(),
        ),
    ];
    return { client, clock, fetch, request, steps };
  }

  it("ends every call at its deadline, and sends nothing after it [CL-11]", async () => {
    const { client, clock, fetch, request, steps } = requestWith(untilMs(800), never);
    const body = { item: { type: "file", id: "4001" }, action: "review" } as const;
    const late = { name: "TimeoutError", scope: "call", timeoutMs: 800, mayBeApplied: true };
    await expect(clock.run(request.createTask({ body }))).rejects.toMatchObject(late);
    expect(clock.elapsedMs()).toBe(800);
    await clock.advance(1);
    const message = "timed out after 0 ms (POST /2.0/tasks)";
    await expect(request.createTask({ body })).rejects.toMatchObject({ message, timeoutMs: 0, mayBeApplied: false });
    for (const step of steps) await expect(step()).rejects.toMatchObject({ scope: "call", timeoutMs: 0 });
    expect(fetch.sent).toHaveLength(1);
    await expect(clock.run(client.getCurrentUser({ retry: false }))).rejects.toMatchObject({ scope: "attempt" });
  });

  it.each<[string, (nowMs: number) => CallOptions, number]>([
    ["an earlier deadline of a call", (nowMs) => ({ deadline: new Date(nowMs + 300) }), 300],
    ["an earlier timeout", (nowMs) => ({ deadline: nowMs + 900, totalTimeoutMs: 400 }), 400],
    ["its own deadline", () => ({ deadline: Infinity }), 800],
  ])("has the earliest end: %s [CL-11]", async (_, options, timeoutMs) => {
    for (const isCall of [true, false]) {
      const { request, clock } = requestWith(untilMs(800), never);
      const own = options(clock.now());
      const call = isCall ? request.getCurrentUser(own) : request.with(own).getCurrentUser();
      await expect(clock.run(call)).rejects.toMatchObject({ scope: "call", timeoutMs });
    }
  });

  it("does not start a wait beyond its deadline [CL-11]", async () => {
    const { request } = requestWith(untilMs(800), status(503, { "retry-after": "1" }));
    await expect(request.getCurrentUser()).rejects.toMatchObject({ status: 503, attempts: 1 });
  });

  it.each([0, 1, 2])("ends a call with the reason of each of its signals: %d [CL-11]", async (index) => {
    const stops = [new AbortController(), new AbortController(), new AbortController()] as const;
    const [outer, inner, own] = stops.map(({ signal }) => signal);
    const { request, fetch, steps } = requestWith(() => ({ signal: outer }), never);
    const call = errorOf(request.with({ signal: inner }).getCurrentUser({ signal: own }));
    await aTurn();
    stops[index]?.abort("the user left");
    await expect(call).resolves.toBe("the user left");
    if (index === 0) for (const step of steps) await expect(step()).rejects.toBe("the user left");
    expect(fetch.sent).toHaveLength(1);
  });
});

it("what a call leaves behind is no timer and no listener on a signal shared by a hundred calls, which have one listener meanwhile", async () => {
  // Each outcome of a call: a success, an error response, one after a delay, a reset connection.
  const kinds: Reply[] = [user, status(404), status(429)];
  const fetch = scriptedFetch((request, at) => kinds[at % 4]?.(request, at) ?? Promise.reject(new Error("reset")));
  const { client, clock } = clientWith(fetch);
  const { signal } = new AbortController();
  // A signal of the call, and that of a client for one request.
  const own = { signal, deadline: clock.now() + 60_000 };
  const calls = Array.from({ length: 100 }, (_, index) =>
    (index % 2 ? client.with(own).getCurrentUser() : client.getCurrentUser(own)).catch(() => undefined),
  );
  await aTurn();
  // One for all of them, since Node warns of a leak at the eleventh.
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await clock.run(Promise.all(calls));
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(clock.pending()).toBe(0);
});
