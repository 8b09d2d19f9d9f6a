import { NetworkError } from "content-service-client";
import { describe, expect, test } from "vitest";
import { eventually } from "../../sandbox/test/support/responses.js";
import { startSandboxVia } from "../../sandbox/test/support/start-sandbox.js";
import { manualClock } from "../../support/manual-clock.js";

const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };
const task = { body: { item: { type: "file", id: "4002" } } } as const;

/** A sandbox and a client with retries, whose clock advances only during its delays. */
async function startRetrying() {
  const setup = await startSandboxVia("over HTTP");
  const clock = manualClock();
  const waits: number[] = [];
  const owner = setup.as("owner", {
    clock,
    retry: { random: () => 0.5 },
    onEvent(event) {
      if (event.type !== "wait") return;
      waits.push(event.waitMs);
      // The timer is set after the event.
      setImmediate(() => void clock.advance(event.waitMs));
    },
  });
  return { ...setup, clock, waits, owner };
}

describe("a client with retries", () => {
  test("succeeds after transient failures, with a longer delay each time", async () => {
    const { sandbox, waits, owner } = await startRetrying();
    sandbox.faults.add({ kind: "status", status: 503 });
    sandbox.faults.add({ kind: "html" });
    sandbox.faults.add({ kind: "cut_body" });
    expect(await owner.getCurrentUser()).toMatchObject({ id: "1003" });
    expect([waits, sandbox.faults.list()]).toEqual([[125, 250, 500], []]);
  });

  test("waits as long as the service asks", async () => {
    const { sandbox, waits, owner } = await startRetrying();
    sandbox.faults.add({ kind: "status", status: 429, retry_after: 30 });
    expect(await owner.createTask(task)).toMatchObject({ type: "task" });
    expect(waits).toEqual([30_000]);
  });

  test("retries an idempotent change whose response was lost", async () => {
    const { sandbox, owner, waits } = await startRetrying();
    sandbox.faults.add({ kind: "reset", when: "during" });
    expect(await owner.updateFile(rename)).toMatchObject({ name: "renamed.pdf" });
    expect(waits).toHaveLength(1);
  });

  test("does not retry a POST that may have succeeded: one task exists, and the call rejects", async () => {
    const { sandbox, owner, waits } = await startRetrying();
    const before = sandbox.snapshot().tasks?.length ?? 0;
    sandbox.faults.add({ kind: "reset", when: "after" });
    await expect(owner.createTask(task)).rejects.toThrow(NetworkError);
    expect([sandbox.snapshot().tasks?.length, waits]).toEqual([before + 1, []]);
  });

  test("rejects after four attempts on a permanent failure", async () => {
    const { sandbox, waits, owner } = await startRetrying();
    sandbox.faults.add({ kind: "status", status: 500, times: null });
    await expect(owner.getCurrentUser()).rejects.toMatchObject({ status: 500, attempts: 4 });
    expect([waits.length, sandbox.faults.list()]).toMatchObject([3, [{ happened: 4 }]]);
  });

  test("retries an attempt that timed out", async () => {
    const { sandbox, clock, owner, waits } = await startRetrying();
    sandbox.faults.add({ kind: "delay", delay_ms: 3_600_000 });
    const call = owner.getCurrentUser();
    await eventually(() => sandbox.faults.list().length === 0);
    await clock.advance(30_000);
    expect(await call).toMatchObject({ id: "1003" });
    expect(waits).toHaveLength(1);
  });

  test("succeeds despite random failures", async () => {
    const { sandbox, owner, waits } = await startRetrying();
    sandbox.faults.add({ kind: "status", status: 503, times: null, probability: 0.3, seed: 4 });
    for (let count = 0; count < 25; count += 1) expect(await owner.getCurrentUser()).toMatchObject({ id: "1003" });
    expect(waits.length).toBeGreaterThan(3);
    expect(sandbox.faults.list()).toMatchObject([{ happened: waits.length }]);
  });
});
