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
  test("happens once unless it says otherwise", () => {
    expect(hits({ kind: "html" }, 5)).toEqual([1]);
  });

  test("happens as often as it says, or without end", () => {
    expect(hits({ kind: "html", times: 3 }, 5)).toEqual([1, 2, 3]);
    expect(hits({ kind: "html", times: null }, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test("leaves calls alone first", () => {
    expect(hits({ kind: "html", skip: 2, times: 2 }, 6)).toEqual([3, 4]);
  });

  test("happens by chance to the same calls each time, and to others with another seed", () => {
    const chance = (seed: number) => hits({ kind: "html", times: null, probability: 0.3, seed }, 1000);
    expect(chance(1)).toEqual(chance(1));
    expect(chance(1)).not.toEqual(chance(2));
    expect(chance(1).length).toBeGreaterThan(240);
    expect(chance(1).length).toBeLessThan(360);
  });

  test("counts only the calls to its operation", () => {
    const { faults, effectsOn } = fixture();
    faults.add({ kind: "html", operation: "updateFile", skip: 1 });
    const happened = ["getCurrentUser", "updateFile", "getCurrentUser", "updateFile"].map(
      (operation) => effectsOn(operation).next(["html"]) !== undefined,
    );
    expect(happened).toEqual([false, false, false, true]);
  });

  test("decides about a call once, however often it is asked", () => {
    const { faults, effectsOn } = fixture();
    faults.add({ kind: "lowered_limit", limit: 5, times: null });
    const effects = effectsOn("listFilesOnHold");
    expect(effects.next(["lowered_limit"])).toMatchObject({ limit: 5 });
    expect(effects.next(["lowered_limit"])).toBeUndefined();
    expect(faults.list()).toMatchObject([{ happened: 1 }]);
  });

  test("that does not apply to a call is not used up by it", () => {
    const { faults, effectsOn } = fixture();
    faults.add({ kind: "empty_body", only_status: 201 });
    expect(effectsOn("createTask").next(["empty_body"], ({ only_status }) => only_status === 404)).toBeUndefined();
    expect(faults.list()).toMatchObject([{ happened: 0, remaining: 1 }]);
  });
});

describe("several faults", () => {
  test("happen in the order in which they were added, the second when the first is used up", () => {
    const { faults, effectsOn } = fixture();
    faults.add({ kind: "status", status: 500 });
    faults.add({ kind: "status", status: 503 });
    const statuses = [1, 2, 3].map(() => effectsOn("getCurrentUser").next(["html", "status"])?.status);
    expect(statuses).toEqual([500, 503, undefined]);
  });

  test("of delay add up", async () => {
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
});

describe("the list of faults", () => {
  test("has those that can still happen, with how often they have", () => {
    const { faults, effectsOn } = fixture();
    const first = faults.add({ kind: "html", times: 2 });
    faults.add({ kind: "delay", delay_ms: 0, times: null });
    effectsOn("getCurrentUser").next(["html"]);
    expect(faults.list()).toMatchObject([
      { id: first.id, fault: { kind: "html", times: 2 }, happened: 1, remaining: 1 },
      { fault: { kind: "delay" }, happened: 0, remaining: null },
    ]);
    effectsOn("getCurrentUser").next(["html"]);
    expect(faults.list().map(({ fault }) => fault.kind)).toEqual(["delay"]);
  });

  test("loses those that are removed, one or all", () => {
    const { faults } = fixture();
    const ids = [1, 2, 3].map(() => faults.add({ kind: "html" }).id);
    expect(new Set(ids).size).toBe(3);
    const removed = [ids[1] ?? "", ids[1] ?? "", "none"].map((id) => faults.remove(id));
    expect(removed).toEqual([true, false, false]);
    expect(faults.list().map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    faults.clear();
    expect(faults.list()).toEqual([]);
  });

  test("cannot be changed from outside", () => {
    const { faults } = fixture();
    const fault: Fault = { kind: "status", status: 500 };
    const added = faults.add(fault);
    for (const one of [fault, added.fault, faults.list()[0]?.fault]) Object.assign(one ?? {}, { status: 404 });
    expect(faults.list()).toMatchObject([{ fault: { status: 500 } }]);
  });
});

describe("an invalid fault is rejected", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /the fault /],
    ["an unknown kind", { kind: "flood" }, /kind/],
    ["another property", { kind: "html", tims: 3 }, /tims/],
    ["a header that would break", { kind: "status", status: 429, retry_after: "1\r\nx: y" }, /retry_after/],
    ["a delay that is no number", { kind: "delay", delay_ms: Number.NaN }, /delay_ms/],
    ["an operation that there is not", { kind: "html", operation: "listFiles" }, /unknown operation: listFiles/],
    ["a property of another kind", { kind: "html", delay_ms: 5 }, /delay_ms/],
  ])("%s", (_, fault, named) => {
    const { faults } = fixture();
    // JavaScript code can pass it.
    const add = () => faults.add(fault as Fault);
    expect(add).toThrow(TypeError);
    expect(add).toThrow(/^Invalid fault: /);
    expect(add).toThrow(named);
    expect(faults.list()).toEqual([]);
  });
});
