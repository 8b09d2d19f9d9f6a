import { ApiError, NetworkError } from "content-service-client";
import type { Fault, Sandbox } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { createClock } from "../../../src/clock/clock.js";
import { createFaults } from "../../../src/faults/faults.js";
import { apiErrorOf, expectApiError } from "../../support/responses.js";
import { openSandbox, startSandboxVia, transports } from "../../support/start-sandbox.js";

const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };
const nameIn = ({ snapshot }: Sandbox) => snapshot().files?.find(({ id }) => id === "4002")?.name;
const start = () => openSandbox({ strange: true });

test("a status fault returns the documented error once, and changes nothing [ER-34]", async () => {
  const { sandbox, as } = await openSandbox();
  for (const [status, code] of [
    [400, "bad_request"],
    [401, "unauthorized"],
    [405, "method_not_allowed"],
    [418, "bad_request"],
    [429, "rate_limit_exceeded"],
    [503, "unavailable"],
  ] as const) {
    sandbox.faults.add({ kind: "status", status });
    const requestId = expect.stringMatching(/^r\d+$/);
    expect(await apiErrorOf(as("owner").updateFile(rename))).toMatchObject({ status, code, requestId, attempts: 1 });
  }
  expect(nameIn(sandbox)).toBe("invoice.pdf");
  expect(await as("owner").updateFile(rename)).toMatchObject({ name: "renamed.pdf" });
});

test("a status fault of 429 has a Retry-After header in seconds or as a date", async () => {
  const { sandbox, as } = await start();
  const owner = as("owner", { clock: { now: () => 0, timer: () => () => {} } });
  const waitFor = async (fault: object) => {
    sandbox.faults.add({ kind: "status", status: 429, ...fault });
    return (await apiErrorOf(owner.getCurrentUser())).retryAfterMs;
  };
  expect([await waitFor({}), await waitFor({ retry_after: 7 })]).toEqual([1000, 7000]);
  // Both the date and the Date of the response are whole seconds.
  const date = new Date(sandbox.clock.now() + 90_000).toUTCString();
  expect([89_000, 90_000]).toContain(await waitFor({ retry_after: date }));
});

test("a page of HTML is an error with the beginning of the page, whatever its status", async () => {
  const { sandbox, as } = await start();
  for (const [fault, status] of [
    [{ kind: "html" }, 502],
    [{ kind: "html", status: 200 }, 200],
  ] as const) {
    sandbox.faults.add(fault);
    const rejection = await apiErrorOf(as("owner").updateFile(rename));
    expect(rejection).toMatchObject({ status, excerpt: expect.stringContaining("<!doctype html>") });
  }
  expect(nameIn(sandbox)).toBe("invoice.pdf");
});

describe.each(transports)("%s", (way) => {
  test.each<[fault: Fault, type: object, name: string]>([
    [{ kind: "reset", when: "before" }, NetworkError, "invoice.pdf"],
    [{ kind: "reset", when: "during" }, NetworkError, "renamed.pdf"],
    [{ kind: "reset", when: "after" }, NetworkError, "renamed.pdf"],
    [{ kind: "cut_body" }, NetworkError, "renamed.pdf"],
    [{ kind: "broken_body" }, ApiError, "renamed.pdf"],
    [{ kind: "empty_body" }, ApiError, "renamed.pdf"],
  ])("a call with %j rejects, and the next one succeeds", async (fault, type, name) => {
    const { sandbox, as } = await startSandboxVia(way);
    sandbox.faults.add(fault);
    await expect(as("owner").updateFile(rename)).rejects.toBeInstanceOf(type);
    expect(nameIn(sandbox)).toBe(name);
    // A reset after the operation leaves a response without a body complete.
    sandbox.faults.add({ kind: "reset", when: "after" });
    await as("admin").deleteUser({ path: { user_id: "1005" } });
    expect(sandbox.snapshot().users?.some(({ id }) => id === "1005")).toBe(false);
  });
});

test("a call has the first fault that ends the call, and all faults that do not", async () => {
  const { sandbox, as } = await start();
  sandbox.faults.add({ kind: "html" });
  sandbox.faults.add({ kind: "status", status: 500 });
  await expectApiError(as("owner").getCurrentUser(), 502);
  await expectApiError(as("owner").getCurrentUser(), 500);
  sandbox.faults.add({ kind: "unknown_field" });
  sandbox.faults.add({ kind: "unknown_enum_value" });
  sandbox.faults.add({ kind: "lowered_limit", limit: 2 });
  const page = await as("admin").listCollaborationAllowlistEntries();
  const entry = { type: "collaboration_whitelist_entry", direction: "unheard_of", unheard_of: expect.any(String) };
  expect(page).toMatchObject({ limit: 2, unheard_of: expect.any(String), entries: [entry, entry] });
});

test.each<[Fault, string]>([
  [{ kind: "empty_page", operation: "getCurrentUser" }, "getCurrentUser is not a list"],
  [{ kind: "repeated_marker", operation: "updateFile" }, "updateFile is not a list"],
  [{ kind: "lowered_limit", limit: 5, operation: "deleteUser" }, "deleteUser is not a list"],
  [{ kind: "shuffled_order", operation: "listFilesOnHold" }, "listFilesOnHold does not sort"],
  [{ kind: "unknown_field", operation: "deleteUser" }, "the response of deleteUser has no JSON"],
  [{ kind: "unknown_enum_value", operation: "deleteUser" }, "the response of deleteUser has no JSON"],
  [{ kind: "cut_body", only_status: 201, operation: "updateFile" }, "updateFile never responds with 201"],
  [{ kind: "cut_body", only_status: 302 }, "no operation can have it"],
  [{ kind: "unknown_enum_value", operation: "getCurrentUser" }, "the response of getCurrentUser has no enumeration"],
  [{ kind: "lowered_limit", limit: 100, operation: "queryMetadata" }, "queryMetadata has the maximum 100"],
])("the fault %j can never happen, and is rejected", async (fault, problem) => {
  const { sandbox } = await start();
  expect(() => sandbox.faults.add(fault)).toThrow(`Invalid fault: ${fault.kind} can never happen: ${problem}`);
  expect(sandbox.faults.list()).toEqual([]);
});

/** The faults alone, without operations. */
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
