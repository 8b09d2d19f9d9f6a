import { NetworkError } from "content-service-client";
import { describe, expect, test } from "vitest";
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
  return { ...setup, waits, owner };
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
});
