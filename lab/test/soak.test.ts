import { ApiError, AuthError, NetworkError } from "content-service-client";
import { createSandbox, type Fault, type Seed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { growth, isFlat } from "../soak/checks.js";
import { failureName, OUTLIVED, unexplained, unmatched } from "../soak/explain.js";
import { type Creation, type KnownFile, settleFiles, settleItems } from "../soak/ledger.js";
import { FAULT_SHARE, faultPlan, fileIdOf, firstNameOf, LINKS_FOLDER, OPERATIONS, soakSeed } from "../soak/plan.js";

describe("the ledger of a soak", () => {
  const asked: Creation = { kind: "task", name: "soak-0-1", outcome: "done", id: "9" };
  const recordsWith = (...ids: string[]): Seed => {
    const seed = soakSeed(1);
    for (const id of ids) seed.tasks?.push({ id, file_id: fileIdOf(0), message: asked.name, created_by: "1001" });
    return seed;
  };
  const problemsOf = (one: Creation, records: Seed) => settleItems([one], records).problems;

  test("accepts an acknowledged record that exists once", () => {
    expect(settleItems([asked], recordsWith("9"))).toEqual({
      problems: [],
      done: 1,
      rejected: 0,
      unknown: 0,
      unknownButDone: 0,
    });
  });

  test("finds an acknowledged record that does not exist", () => {
    expect(problemsOf(asked, recordsWith())).toEqual(["task soak-0-1 was acknowledged and does not exist"]);
  });

  test("finds a duplicated record, whatever its outcome", () => {
    for (const outcome of ["done", "unknown", "rejected"] as const) {
      expect(problemsOf({ ...asked, outcome }, recordsWith("9", "10"))).toEqual(["task soak-0-1 exists 2 times"]);
    }
  });

  test("finds a record that no caller created", () => {
    const records = recordsWith();
    records.web_links?.push({ id: "8", name: "stray", url: "https://register.example.com", parent_id: LINKS_FOLDER });
    expect(settleItems([], records).problems).toEqual(["web link stray exists and no caller created it"]);
  });

  test("finds a rejected record that exists, and one with another id", () => {
    expect(problemsOf({ ...asked, outcome: "rejected" }, recordsWith("9"))).toEqual([
      "task soak-0-1 was rejected and exists",
    ]);
    expect(problemsOf(asked, recordsWith("10"))).toEqual(["task soak-0-1: expected id 9; received 10"]);
  });

  test("accepts a record with unknown outcome, existing or not", () => {
    const unknown: Creation = { ...asked, outcome: "unknown", id: undefined };
    expect(settleItems([unknown], recordsWith())).toMatchObject({ problems: [], unknown: 1, unknownButDone: 0 });
    expect(settleItems([unknown], recordsWith("9"))).toMatchObject({ problems: [], unknown: 1, unknownButDone: 1 });
  });

  test("finds a file that differs from what its caller knows", () => {
    const id = fileIdOf(0);
    const known: KnownFile = { id, name: firstNameOf(id), etag: "0", isLocked: false, instance: undefined };
    expect(settleFiles([known], recordsWith())).toEqual([]);
    expect(settleFiles([{ ...known, etag: "1", instance: "4" }], recordsWith())).toEqual([
      `file ${id}: expected etag 1; received 0`,
      `file ${id}: expected instance 4; received undefined`,
    ]);
  });
});

describe("the faults of a soak", () => {
  const cut: Fault = { kind: "cut_body", operation: "createTask" };
  const happened = (fault: Fault, times: number) => [{ id: "1", fault, happened: times, remaining: null }];

  test("are of every kind, in a tenth of the requests of each operation", () => {
    const plan = faultPlan();
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(13);
    for (const operation of [...OPERATIONS, "refreshAccessToken"]) {
      const own = plan.filter((fault) => fault.operation === operation);
      expect(own.reduce((sum, { probability = 1 }) => sum + probability, 0)).toBeCloseTo(FAULT_SHARE);
    }
  });

  test("are accepted by the sandbox", async () => {
    const sandbox = await createSandbox();
    for (const fault of faultPlan()) expect(sandbox.faults.add(fault).remaining).toBeNull();
  });

  test("never lose a refresh token", () => {
    const kinds = faultPlan().filter(({ operation }) => operation === "refreshAccessToken");
    const spending = kinds.filter(
      (fault) => /_body/.test(fault.kind) || (fault.kind === "reset" && fault.when !== "before"),
    );
    expect(spending).toEqual([]);
  });

  test("explain one failure each, of their own kind and operation", () => {
    expect(unexplained({ "createTask NetworkError": 2 }, happened(cut, 2), 20)).toEqual([]);
    expect(unexplained({ "createTask NetworkError": 3 }, happened(cut, 2), 20)).toEqual([
      "createTask NetworkError: 3 times; faults explain 2",
    ]);
    expect(unexplained({ "createTask ApiError 401": 1, [`createTask ${OUTLIVED}`]: 1 }, [], 20)).toHaveLength(1);
    expect(unexplained({ "createTask ApiError 409": 1 }, happened(cut, 2), 20)).toHaveLength(1);
    expect(unexplained({ "updateFile NetworkError": 1 }, happened(cut, 2), 20)).toHaveLength(1);
    expect(unexplained({ "createTask unexpected: RangeError": 1 }, happened(cut, 2), 20)).toHaveLength(1);
  });

  test("explain one call without a token for each caller of the process with the failed refresh", () => {
    const fault = happened({ kind: "html", operation: "refreshAccessToken" }, 1);
    const name = "createTask AuthError token_server_unavailable";
    expect(unexplained({ [name]: 20 }, fault, 20)).toEqual([]);
    expect(unexplained({ [name]: 21 }, fault, 20)).toEqual(["21 calls had no token; faults explain 20"]);
    expect(unexplained({ "createTask AuthError invalid_grant": 1 }, fault, 20)).toHaveLength(1);
  });

  test("match the failed attempts one by one", () => {
    const reset = happened({ kind: "reset", when: "before", operation: "createTask" }, 2);
    expect(unmatched({ "createTask NetworkError": 2 }, reset)).toEqual([]);
    for (const times of [1, 3]) {
      expect(unmatched({ "createTask NetworkError": times }, reset)).toEqual([
        `createTask NetworkError: expected 2 to 2; received ${times}`,
      ]);
    }
  });
});

test("a failure is named by its error class, and an error of no client class is unexpected", () => {
  const call = { operation: "createTask", method: "POST", url: "/tasks", attempts: 2 };
  expect(failureName(new NetworkError("no response", call))).toBe("NetworkError");
  expect(failureName(new AuthError("spent", "invalid_grant"))).toBe("AuthError invalid_grant");
  expect(failureName(new ApiError("rejected", call, { status: 412 }))).toBe("ApiError 412 in a retry");
  expect(failureName(new ApiError("rejected", { ...call, attempts: 1 }, { status: 412 }))).toBe("ApiError 412");
  expect(failureName(new ApiError("rejected", call, { status: 401 }), 3999)).toBe("ApiError 401");
  expect(failureName(new ApiError("rejected", call, { status: 401 }), 4001)).toBe(OUTLIVED);
  expect(failureName(new TypeError("no"))).toBe("unexpected: TypeError: no");
});

test("growth is found after the first quarter", () => {
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
