import { describe, expect, test } from "vitest";
import { createClock } from "../../src/clock/clock.js";
import { createFaults, type Fault } from "../../src/faults/faults.js";

const fixture = () => {
  const clock = createClock(() => 0);
  return { clock, ...createFaults(clock.wait) };
};

/** Which of some calls in a row a fault happens to, counted from 1. */
function hits(fault: Fault, calls: number): number[] {
  const { faults, effectsOn } = fixture();
  faults.add(fault);
  const numbers = Array.from({ length: calls }, (_, index) => index + 1);
  return numbers.filter(() => effectsOn("getCurrentUser").next([fault.kind]) !== undefined);
}

describe("a fault", () => {
  test.each<[fault: object, calls: number[]]>([
    [{}, [1]],
    [{ times: 3 }, [1, 2, 3]],
    [{ times: null }, [1, 2, 3, 4, 5]],
    [{ skip: 2, times: 2 }, [3, 4]],
  ])("with %j happens to the calls %j of five", (settings, calls) => {
    expect(hits({ kind: "html", ...settings }, 5)).toEqual(calls);
  });

  test("happens by chance to the same calls each time, and to others with another seed", () => {
    const chance = (seed: number) => hits({ kind: "html", times: null, probability: 0.3, seed }, 1000);
    expect(chance(1)).toEqual(chance(1));
    expect(chance(1)).not.toEqual(chance(2));
    expect(chance(1).length).toBeGreaterThan(240);
    expect(chance(1).length).toBeLessThan(360);
  });

  test("counts only the calls to its operation that it applies to, and decides once about each", () => {
    const { faults, effectsOn } = fixture();
    faults.add({ kind: "empty_body", operation: "updateFile", skip: 1, only_status: 201 });
    const next = (operation: string, status = 201) =>
      effectsOn(operation).next(["empty_body"], ({ only_status }) => only_status === status) !== undefined;
    expect([next("getCurrentUser"), next("updateFile", 404), next("updateFile")]).toEqual([false, false, false]);
    expect([next("getCurrentUser"), next("updateFile")]).toEqual([false, true]);
    faults.add({ kind: "lowered_limit", limit: 5, times: null });
    const effects = effectsOn("listFilesOnHold");
    expect(effects.next(["lowered_limit"])).toMatchObject({ limit: 5 });
    expect(effects.next(["lowered_limit"])).toBeUndefined();
    expect(faults.list()).toMatchObject([{ happened: 1 }]);
  });
});

test("several faults of delay add up", async () => {
  const { faults, effectsOn, clock } = fixture();
  faults.add({ kind: "delay", delay_ms: 100 });
  faults.add({ kind: "delay", delay_ms: 50 });
  const done: boolean[] = [];
  const work = Promise.resolve(effectsOn("getCurrentUser").work());
  void work.then(() => done.push(true));
  clock.advance(149);
  await Promise.resolve();
  expect(done).toEqual([]);
  clock.advance(1);
  await work;
});

test.each<[unknown, RegExp]>([
  [undefined, /the fault /],
  [{ kind: "flood" }, /kind/],
  [{ kind: "html", tims: 3 }, /tims/],
  [{ kind: "status", status: 429, retry_after: "1\r\nx: y" }, /retry_after/],
  [{ kind: "delay", delay_ms: Number.NaN }, /delay_ms/],
  [{ kind: "html", times: Number.NaN }, /times/],
  [{ kind: "html", operation: "listFiles" }, /unknown operation: listFiles/],
  [{ kind: "cut_body", only_status: 42 }, /only_status must be at least 200/],
  [{ kind: "cut_body", only_status: 204 }, /only_status must not be 204, 205 or 304/],
  [{ kind: "html", times: 1.5 }, /times must be an integer or null/],
  [{ kind: "lowered_limit", limit: 1000 }, /limit/],
])("the fault %j is rejected", (fault, named) => {
  const { faults } = fixture();
  // JavaScript code can pass it.
  const add = () => faults.add(fault as Fault);
  expect(add).toThrow(TypeError);
  expect(add).toThrow(/^Invalid fault: /);
  expect(add).toThrow(named);
  expect(faults.list()).toEqual([]);
});
