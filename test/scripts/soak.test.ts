import { ApiError, AuthError, NetworkError } from "content-service-client";
import { createSandbox, type Fault, type Seed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { growth, isFlat } from "../../bench/soak/checks.js";
import { failureName, OUTLIVED, unexplained, unmatched } from "../../bench/soak/explain.js";
import { FAULT_SHARE, faultPlan, OPERATIONS } from "../../bench/soak/fault-plan.js";
import { type Asked, type KnownFile, settleFiles, settleItems } from "../../bench/soak/ledger.js";
import type { Second } from "../../bench/soak/second.js";
import { linearScale, logScale, soakPicture } from "../../bench/soak/soak-picture.js";
import { fileIdOf, firstNameOf, LINKS_FOLDER, soakSeed } from "../../bench/soak/soak-seed.js";

describe("the ledger of a soak", () => {
  const asked: Asked = { kind: "task", name: "soak-0-1", outcome: "done", id: "9" };
  const worldWith = (...ids: string[]): Seed => {
    const seed = soakSeed(1);
    for (const id of ids) seed.tasks?.push({ id, file_id: fileIdOf(0), message: asked.name, created_by: "1001" });
    return seed;
  };
  const problemsOf = (one: Asked, world: Seed) => settleItems([one], world).problems;

  test("finds nothing wrong with an item that was acknowledged and is there once", () => {
    expect(settleItems([asked], worldWith("9"))).toEqual({
      problems: [],
      done: 1,
      refused: 0,
      unknown: 0,
      unknownButDone: 0,
    });
  });

  test("finds an item that was acknowledged and is lost", () => {
    expect(problemsOf(asked, worldWith())).toEqual(["task soak-0-1 was acknowledged and is lost"]);
  });

  test("finds an item that is there twice, whatever its caller was told", () => {
    for (const outcome of ["done", "unknown", "refused"] as const) {
      expect(problemsOf({ ...asked, outcome }, worldWith("9", "10"))).toEqual(["task soak-0-1 is there 2 times"]);
    }
  });

  test("finds an item that nobody asked for", () => {
    const world = worldWith();
    world.web_links?.push({ id: "8", name: "stray", url: "https://register.example.com", parent_id: LINKS_FOLDER });
    expect(settleItems([], world).problems).toEqual(["web link stray is there and nobody asked for it"]);
  });

  test("finds an item that was refused and is there, and one that has another id", () => {
    expect(problemsOf({ ...asked, outcome: "refused" }, worldWith("9"))).toEqual([
      "task soak-0-1 was refused and is there",
    ]);
    expect(problemsOf(asked, worldWith("10"))).toEqual(["task soak-0-1 has the id 10, and not 9"]);
  });

  test("lets an item of which the outcome is unknown be there or not", () => {
    const unknown: Asked = { ...asked, outcome: "unknown", id: undefined };
    expect(settleItems([unknown], worldWith())).toMatchObject({ problems: [], unknown: 1, unknownButDone: 0 });
    expect(settleItems([unknown], worldWith("9"))).toMatchObject({ problems: [], unknown: 1, unknownButDone: 1 });
  });

  test("finds a file that is not as its caller knows it", () => {
    const id = fileIdOf(0);
    const known: KnownFile = { id, name: firstNameOf(id), etag: "0", isLocked: false, instance: undefined };
    expect(settleFiles([known], worldWith())).toEqual([]);
    expect(settleFiles([{ ...known, etag: "1", instance: "4" }], worldWith())).toEqual([
      `file ${id} has etag 0, and its caller knows 1`,
      `file ${id} has instance undefined, and its caller knows 4`,
    ]);
  });
});

describe("the faults of a soak", () => {
  const cut: Fault = { kind: "cut_body", operation: "createTask" };
  const happened = (fault: Fault, times: number) => [{ id: "1", fault, happened: times, remaining: null }];

  test("are of every kind that the sandbox has, and a tenth of the requests of each operation", () => {
    const plan = faultPlan();
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(13);
    for (const operation of [...OPERATIONS, "refreshAccessToken"]) {
      const own = plan.filter((fault) => fault.operation === operation);
      expect(own.reduce((sum, { probability = 1 }) => sum + probability, 0)).toBeCloseTo(FAULT_SHARE);
    }
  });

  test("are taken by the sandbox as they are", async () => {
    const sandbox = await createSandbox();
    for (const fault of faultPlan()) expect(sandbox.faults.add(fault).remaining).toBeNull();
  });

  test("leave the refresh token alone, since one that is lost cannot be had again", () => {
    const kinds = faultPlan().filter(({ operation }) => operation === "refreshAccessToken");
    const harmful = kinds.filter(
      (fault) => /_body/.test(fault.kind) || (fault.kind === "reset" && fault.when !== "before"),
    );
    expect(harmful).toEqual([]);
  });

  test("explain as many failures as they happened, and none of another kind or operation", () => {
    expect(unexplained({ "createTask NetworkError": 2 }, happened(cut, 2), 20)).toEqual([]);
    expect(unexplained({ "createTask NetworkError": 3 }, happened(cut, 2), 20)).toEqual([
      "createTask NetworkError: 3 times, and faults explain 2",
    ]);
    expect(unexplained({ "createTask ApiError 401": 1, [`createTask ${OUTLIVED}`]: 1 }, [], 20)).toHaveLength(1);
    expect(unexplained({ "createTask ApiError 409": 1 }, happened(cut, 2), 20)).toHaveLength(1);
    expect(unexplained({ "updateFile NetworkError": 1 }, happened(cut, 2), 20)).toHaveLength(1);
    expect(unexplained({ "createTask stranger: RangeError": 1 }, happened(cut, 2), 20)).toHaveLength(1);
  });

  test("explain a call without a token for each caller of a process whose refresh failed, and no more", () => {
    const fault = happened({ kind: "html", operation: "refreshAccessToken" }, 1);
    const name = "createTask AuthError token_server_unavailable";
    expect(unexplained({ [name]: 20 }, fault, 20)).toEqual([]);
    expect(unexplained({ [name]: 21 }, fault, 20)).toEqual(["21 calls had no token, and faults explain 20"]);
    expect(unexplained({ "createTask AuthError invalid_grant": 1 }, fault, 20)).toHaveLength(1);
  });

  test("are each met as a failed attempt, and each failed attempt is one of them", () => {
    const reset = happened({ kind: "reset", when: "before", operation: "createTask" }, 2);
    expect(unmatched({ "createTask NetworkError": 2 }, reset)).toEqual([]);
    for (const times of [1, 3]) {
      expect(unmatched({ "createTask NetworkError": times }, reset)).toEqual([
        `createTask NetworkError: the client met ${times}, and the sandbox did 2 to 2`,
      ]);
    }
  });
});

test("a failure is named for what may explain it, and what is none of the four errors is named a stranger", () => {
  const call = { operation: "createTask", method: "POST", url: "/tasks", attempts: 2 };
  expect(failureName(new NetworkError("no answer", call))).toBe("NetworkError");
  expect(failureName(new AuthError("spent", "invalid_grant"))).toBe("AuthError invalid_grant");
  expect(failureName(new ApiError("refused", call, { status: 412 }))).toBe("ApiError 412 in a repeat");
  expect(failureName(new ApiError("refused", { ...call, attempts: 1 }, { status: 412 }))).toBe("ApiError 412");
  expect(failureName(new ApiError("refused", call, { status: 401 }), 3999)).toBe("ApiError 401");
  expect(failureName(new ApiError("refused", call, { status: 401 }), 4001)).toBe(OUTLIVED);
  expect(failureName(new TypeError("no"))).toBe("stranger: TypeError: no");
});

test("what grows is told from what is flat, and the first quarter does not count", () => {
  const flat = growth([900, 900, 10, 10, 11, 30, 10, 10]);
  expect(flat).toEqual({ before: 10, after: 10 });
  const grown = growth([1, 1, 10, 10, 20, 20, 30, 30]);
  expect(grown).toEqual({ before: 10, after: 30 });
  expect(growth([1, undefined, 2, 3])).toBeUndefined();
  for (const [one, amount, isOne] of [
    [flat, 0, true],
    [grown, 19, false],
    [grown, 20, true],
  ] as const) {
    expect(one !== undefined && isFlat(one, { share: 0.1, amount })).toBe(isOne);
  }
});

describe("the picture of a soak", () => {
  const usage = { rssBytes: 120e6, heapBytes: 20e6, sockets: 18 };
  const second = (atMs: number): Second => ({
    ...{
      atMs,
      lengthMs: 1000,
      calls: 400,
      failures: 9,
      requests: 430,
      retries: 20,
      refreshes: 1,
      p50Ms: 8,
      p99Ms: 800,
    },
    ...{ callers: [usage, { ...usage, heapBytes: undefined }], sandbox: usage },
  });

  test("has three panels with the medians, and no number that is none", () => {
    const picture = soakPicture("About.", [second(1000), second(2000), second(3000)]);
    expect(picture.match(/class="title"/g)).toHaveLength(3);
    for (const label of ["all, 400", "failed, 9", "p99, 800", "callers, 240", "their sockets, 36"]) {
      expect(picture).toContain(`>${label}</text>`);
    }
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("is drawn for a run without a single second too", () => {
    expect(soakPicture("About.", [])).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("has scales that hold every value, with round numbers beside them", () => {
    expect(linearScale([3, 730]).ticks).toEqual([0, 200, 400, 600, 800]);
    expect(linearScale([730]).at(800)).toBe(1);
    expect(logScale([4, 730]).ticks).toEqual([1, 10, 100, 1000]);
    expect(logScale([4, 730]).at(10)).toBeCloseTo(1 / 3);
  });
});
