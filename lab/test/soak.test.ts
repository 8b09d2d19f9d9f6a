import { ApiError, AuthError, NetworkError } from "content-service-client";
import { createSandbox, type Fault, type Seed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { growth, settleFiles, settleTasks, unexplained } from "../soak/checks.js";
import { type Creation, failureName, OUTLIVED } from "../soak/measures.js";
import { FAULT_SHARE, faultKinds, faultPlan, fileIdOf, firstNameOf, soakSeed } from "../soak/plan.js";

describe("the ledger of a soak", () => {
  const id = fileIdOf(0);
  const done: Creation = { name: "soak-0-1", outcome: "done", id: "9" };
  const rejected: Creation = { name: "soak-0-1", outcome: "rejected", id: undefined };
  const unknown: Creation = { name: "soak-0-1", outcome: "unknown", id: undefined };
  const recordsWith = (...ids: string[]): Seed => {
    const seed = soakSeed(1);
    for (const taskId of ids) seed.tasks?.push({ id: taskId, file_id: id, message: done.name, created_by: "1001" });
    return seed;
  };

  test.each<[string, Creation[], string[], string[]]>([
    ["an acknowledged task that exists once", [done], ["9"], []],
    ["a task with unknown outcome that exists", [unknown], ["9"], []],
    ["a task with unknown outcome that does not exist", [unknown], [], []],
    ["a rejected task that does not exist", [rejected], [], []],
    ["a lost task", [done], [], ["task soak-0-1 was acknowledged and does not exist"]],
    ["a task with another id", [done], ["10"], ["task soak-0-1: expected id 9; received 10"]],
    ["a rejected task that exists", [rejected], ["9"], ["task soak-0-1 was rejected and exists"]],
    ["a duplicated task", [done], ["9", "10"], ["task soak-0-1 exists 2 times"]],
    ["a duplicated task with unknown outcome", [unknown], ["9", "10"], ["task soak-0-1 exists 2 times"]],
    ["a task that no caller created", [], ["9"], ["task soak-0-1 exists and no caller created it"]],
  ])("settles %s", (_, creations, ids, problems) => {
    expect(settleTasks(creations, recordsWith(...ids), [{ id }])).toEqual(problems);
  });

  test("finds a file that differs from what its caller knows", () => {
    const known = { id, name: firstNameOf(id), etag: "0", isLocked: false };
    expect(settleFiles([known], recordsWith())).toEqual([]);
    const [problem] = settleFiles([{ ...known, etag: "1" }], recordsWith());
    expect(problem).toMatch(/^file 60001: expected .*"etag":"1".*; received .*"etag":"0"/);
  });
});

describe("the faults of a soak", () => {
  const cut: Fault = { kind: "cut_body", operation: "createTask" };
  const happened = (fault: Fault, times: number) => [{ id: "1", fault, happened: times, remaining: null }];

  test("are of every kind, in a tenth of the requests of each operation", () => {
    const plan = faultPlan();
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(13);
    for (const operation of Object.keys(faultKinds)) {
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
    const more = unexplained({ "createTask NetworkError": 3 }, happened(cut, 2), 20);
    expect(more).toEqual(["createTask NetworkError: 3 times; faults explain 2"]);
    expect(unexplained({ "createTask ApiError 401": 1, [`createTask ${OUTLIVED}`]: 1 }, [], 20)).toHaveLength(1);
    for (const other of ["createTask ApiError 409", "updateFile NetworkError", "createTask unexpected: RangeError"])
      expect(unexplained({ [other]: 1 }, happened(cut, 2), 20)).toHaveLength(1);
  });

  test("explain one call without a token for each caller of the process with the failed refresh", () => {
    const fault = happened({ kind: "html", operation: "refreshAccessToken" }, 1);
    const name = "createTask AuthError token_server_unavailable";
    expect(unexplained({ [name]: 20 }, fault, 20)).toEqual([]);
    expect(unexplained({ [name]: 21 }, fault, 20)).toEqual(["21 calls had no token; faults explain 20"]);
    expect(unexplained({ "createTask AuthError invalid_grant": 1 }, fault, 20)).toHaveLength(1);
  });
});

test("a failure is named by its error class, and an error of no client class is unexpected", () => {
  const call = { operation: "createTask", method: "POST", url: "/tasks", attempts: 2 };
  expect(failureName(new NetworkError("no response", call))).toBe("NetworkError");
  expect(failureName(new AuthError("spent", "invalid_grant"))).toBe("AuthError invalid_grant");
  expect(failureName(new ApiError("rejected", call, { status: 412 }))).toBe("ApiError 412 in a retry");
  expect(failureName(new ApiError("rejected", { ...call, attempts: 1 }, { status: 412 }))).toBe("ApiError 412");
  expect(failureName(new ApiError("rejected", call, { status: 401 }), 4999)).toBe("ApiError 401");
  expect(failureName(new ApiError("rejected", call, { status: 401 }), 5001)).toBe(OUTLIVED);
  expect(failureName(new TypeError("no"))).toBe("unexpected: TypeError: no");
});

test("growth of a heap is found after the first quarter, beyond a tenth and 3 MB", () => {
  const heap = (...megabytes: number[]) => growth(megabytes.map((mb) => mb * 1e6));
  expect(heap(90, 90, 10, 10, 11, 30, 13, 13)).toEqual([]);
  expect(heap(1, 1, 10, 10, 20, 20, 14, 14)).toEqual(["grew from 10000000 to 14000000"]);
  expect(heap(1, 2, 3)).toEqual(["has too few samples"]);
});
