import { describe, expect, it } from "vitest";
import { runScenario, scenarios } from "../fleet/scenarios.js";
import { simulatedClock } from "../fleet/simulated-clock.js";

const workers = 60;
const simulate = (id: string) => runScenario(scenarios[id] ?? expect.fail(`no scenario ${id}`), workers);

describe("a simulated fleet", () => {
  it("gets through the end of a token with one exchange and no failed call, and nearly none that waits", async () => {
    const figures = await simulate("a");
    expect(figures).toMatchObject({ exchanges: 1, lockTakes: 1, writes: 2, failed: {}, p99Ms: 0 });
    expect(figures.calls).toBeGreaterThan(100 * workers);
    // Each worker finds the new token once; a few come while it is being fetched.
    expect(figures.waited).toBeGreaterThanOrEqual(workers);
    expect(figures.waited).toBeLessThan(1.1 * workers);
  });

  it("that wakes after the end of its token makes one exchange, and all get its token, each time alike", async () => {
    const [figures, again] = [await simulate("c"), await simulate("c")];
    expect(figures).toEqual(again);
    expect(figures).toMatchObject({ calls: workers, waited: workers, exchanges: 1, lockTakes: 1, failed: {} });
    expect(figures.maxMs).toBeLessThan(1500);
  });

  it("shows what the lock is for: without it each worker sends the refresh token, and one of them is right", async () => {
    const figures = await simulate("h");
    expect(figures).toMatchObject({ exchanges: workers, lockTakes: 0 });
    expect(figures.failed["invalid_grant"]).toBeGreaterThan(0);
  });

  it("waits for the lease of a holder that died", async () => {
    const figures = await simulate("g1");
    expect(figures).toMatchObject({ calls: workers - 1, exchanges: 1, lockTakes: 2, failed: {} });
    expect(figures.medianMs).toBeGreaterThan(10_000);
  });
});

describe("simulated time", () => {
  it("fires timers in the order of their times, and of two at one time the older first", async () => {
    const clock = simulatedClock(1000);
    const fired: string[] = [];
    const set = (delayMs: number, name = "") =>
      clock.timer(delayMs, () => fired.push(`${delayMs}${name} at ${clock.now()}`));
    set(30);
    for (const name of ["a", "b", "c", "d", "e"]) set(10, name);
    for (const delayMs of [20, 40]) set(delayMs);
    set(15)();
    clock.timer(5, () => Promise.resolve().then(() => set(1)));
    await clock.runUntil(1030);
    const atTen = ["10a at 1010", "10b at 1010", "10c at 1010", "10d at 1010", "10e at 1010"];
    expect(fired).toEqual(["1 at 1006", ...atTen, "20 at 1020", "30 at 1030"]);
    await clock.runUntil(2000);
    expect(fired.at(-1)).toBe("40 at 1040");
    expect(clock.now()).toBe(2000);
  });

  it("keeps its order when most of many timers are canceled", async () => {
    const clock = simulatedClock(0);
    const fired: number[] = [];
    const cancels = Array.from({ length: 5000 }, (_, index) => {
      const delayMs = (index * 7919) % 5000;
      return clock.timer(delayMs, () => fired.push(delayMs));
    });
    for (const [index, cancel] of cancels.entries()) if (index % 10 !== 0) cancel();
    await clock.runUntil(5000);
    expect(fired).toHaveLength(500);
    expect(fired).toEqual(fired.toSorted((left, right) => left - right));
  });
});
