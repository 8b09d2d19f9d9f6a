import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "../../support/manual-clock.js";
import { clientWith } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { json, never, type Reply, scriptedFetch, status } from "../support/scripted-fetch.js";

const deaf: Reply = () => new Promise(() => {});
const user: Reply = () => json({ type: "user", id: "1001" });
/** A response that stalls after its first bytes. */
const stalled =
  (status: number): Reply =>
  () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"type"')) });
    return new Response(body, { status });
  };
const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("an attempt", () => {
  it.each([
    ["headers never come", never],
    ["headers never come and fetch ignores its signal", deaf],
    ["the body stalls", stalled(200)],
    ["the body of an error response stalls", stalled(404)],
  ])("times out after 30 seconds by default when %s", async (_, reply) => {
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
});

const after = (turns: number, act: () => void): void => {
  if (turns === 0) act();
  else queueMicrotask(() => after(turns - 1, act));
};

describe("a response that arrives after its attempt timed out", () => {
  it("is not mixed with the response of the next attempt", async () => {
    const late = deferred<Response>();
    // The late response is read just after the other one, before its error is created.
    const second: Reply = async () => {
      after(5, () => late.resolve(new Response("late", { status: 500 })));
      return new Response("second", { status: 404 });
    };
    const { client, clock } = clientWith(scriptedFetch(() => late.promise, second));
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ status: 404, excerpt: "second" });
  });
});

describe("a whole call", () => {
  it("times out after five minutes by default, in the middle of an attempt", async () => {
    const fetch = scriptedFetch(never);
    const { client, clock } = clientWith(fetch, { timeoutMs: 40_000, retry: { maxAttempts: 100, random: () => 0 } });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({
      scope: "call",
      timeoutMs: 300_000,
      message: "timed out after 300000 ms (GET /2.0/users/me)",
    });
    expect(clock.elapsedMs()).toBe(300_000);
    expect(fetch.sent).toHaveLength(8);
  });

  it.each([3_600_000, -3_600_000])(
    "is not changed when the system's time jumps by %d ms during the call",
    async (jumpMs) => {
      const clock = jumpingClock();
      const fetch = scriptedFetch(() => {
        clock.jump(jumpMs);
        return new Response("", { status: 503 });
      }, never);
      const { client, events } = clientWith(fetch, { clock, timeoutMs: Infinity, totalTimeoutMs: 10_000 });
      await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ scope: "call" });
      expect(clock.elapsedMs()).toBe(10_000);
      expect(events.flatMap((event) => ("durationMs" in event ? [event.durationMs] : []))).toEqual([0, 9875]);
    },
  );

  it("has no deadline if the timeouts are Infinity", async () => {
    // Node fires a timer above its maximum at once, and warns in the next tick.
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on("warning", warned);
    const slow: Reply = () => aTurn().then(() => json({ type: "user", id: "1001" }));
    const unbounded = { timeoutMs: Number.POSITIVE_INFINITY, totalTimeoutMs: Number.POSITIVE_INFINITY };
    const { client } = clientWith(scriptedFetch(slow), { clock: undefined, ...unbounded });
    await expect(client.getCurrentUser()).resolves.toMatchObject({ id: "1001" });
    process.off("warning", warned);
    expect(warnings).toEqual([]);
  });
});

describe("an abort", () => {
  it.each([
    ["no response has arrived", never],
    ["fetch ignores its signal", deaf],
    ["the body stalls", stalled(200)],
  ])("rejects the call within a turn of the event loop while %s", async (_, reply) => {
    const { client, clock, fetch } = clientWith(scriptedFetch(reply));
    const controller = new AbortController();
    const reasons: unknown[] = [];
    client.getCurrentUser({ signal: controller.signal }).catch((error: unknown) => reasons.push(error));
    await aTurn();
    controller.abort("the user left");
    await aTurn();
    expect(reasons).toEqual(["the user left"]);
    expect(fetch.sent).toHaveLength(1);
    expect(fetch.sent[0]?.init.signal?.reason).toBe("the user left");
    expect(clock.pending()).toBe(0);
  });

  it("before the call prevents sending", async () => {
    const { client, fetch } = clientWith(scriptedFetch(user));
    const reason = new Error("too late");
    await expect(client.getCurrentUser({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(client.http.GET("/users/me", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fetch.sent).toHaveLength(0);
  });
});

describe("what a call leaves behind", () => {
  it("is no timer and no listener on a signal shared by a hundred calls, which have one listener meanwhile", async () => {
    // Each outcome of a call: a success, an error response, one after a delay, a reset connection.
    const kinds: Reply[] = [user, status(404), status(429)];
    const fetch = scriptedFetch(
      (request, index) => kinds[index % 4]?.(request, index) ?? Promise.reject(new Error("reset")),
    );
    const { client, clock } = clientWith(fetch);
    const { signal } = new AbortController();
    const calls = Array.from({ length: 100 }, () => client.getCurrentUser({ signal }).catch(() => undefined));
    await aTurn();
    // One for all of them, since Node warns of a leak at the eleventh.
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await clock.run(Promise.all(calls));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});
