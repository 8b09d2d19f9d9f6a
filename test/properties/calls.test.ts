import fc from "fast-check";
import { expect, it } from "vitest";
import type { ManualClock } from "../../support/manual-clock.js";
import { clientWith } from "../support/client-with.js";
import { json, never, type Reply, reset, scriptedFetch } from "../support/scripted-fetch.js";
import { check, expectReadable, settled } from "./support/check.js";

const kinds = ["success", "rejected", "transient", "unauthorized", "reset", "deaf", "never", "stuck body"] as const;

/** The outcome of a request or of an `auth` function, after some time or never. */
interface Fate {
  readonly kind: (typeof kinds)[number] | "throws";
  readonly afterMs: number;
}

const ms = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3000 }));
const fate = fc.record({ kind: fc.constantFrom(...kinds, "throws" as const), afterMs: ms });
const fates = fc.array(fate, { minLength: 1 });
const limits = fc.record({
  timeoutMs: fc.integer({ min: 1, max: 2000 }),
  totalTimeoutMs: fc.integer({ min: 1, max: 6000 }),
});

it("a call ends in time, with a response, a readable error or the caller's reason, and leaves no timer", async () => {
  const abort = fc.option(ms, { nil: undefined });
  const property = fc.asyncProperty(fates, fates, limits, abort, async (replies, tokens, limits, abortMs) => {
    let asked = 0;
    const fetch = scriptedFetch((request, index) => replyOf(replies[index % replies.length], clock)(request, index));
    const auth = () => tokenOf(tokens[asked++ % tokens.length]);
    const { client, clock } = clientWith(fetch, { auth, ...limits });
    const controller = new AbortController();
    const reason = new Error("the user left");
    const stop = abortMs === undefined ? () => {} : clock.timer(abortMs, () => controller.abort(reason));
    const call = client.getCurrentUser({ signal: controller.signal }).finally(stop);
    const result = await settled(clock, call);
    expect(clock.elapsedMs()).toBeLessThanOrEqual(Math.min(limits.totalTimeoutMs, abortMs ?? Number.POSITIVE_INFINITY));
    if (result.status === "rejected" && result.reason !== reason) expectReadable(result.reason);
    expect(fetch.sent.length).toBeLessThanOrEqual(8);
  });
  await check(property);
});

function replyOf(fate: Fate | undefined, clock: ManualClock): Reply {
  const { kind, afterMs } = fate ?? expect.fail();
  return async (request, index) => {
    if (kind === "never") return never(request, index);
    // A fetch that ignores its signal.
    if (kind === "deaf") return new Promise(() => {});
    await later(clock, afterMs, request.init.signal);
    if (kind === "reset") return reset(request, index);
    if (kind === "throws") throw `${kind}`;
    if (kind === "stuck body") return new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const status = { success: 200, rejected: 400, transient: 503, unauthorized: 401 }[kind];
    return json({ type: "user", id: "1001" }, status);
  };
}

async function tokenOf(fate: Fate | undefined): Promise<string> {
  const { kind, afterMs } = fate ?? expect.fail();
  if (kind === "deaf") return new Promise(() => {});
  if (kind === "throws") throw `${kind}`;
  return `token-${afterMs}`;
}

/** Waits until a time of the clock or an abort. */
function later(clock: ManualClock, delayMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.timer(delayMs, resolve);
    signal?.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}
