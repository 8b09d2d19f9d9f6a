import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { isInstalled, testWith } from "../../support/installed.js";
import type { Worker } from "../support/fork-worker.js";
import { CALL, served, startSharedTokens } from "../support/shared-tokens.js";

// A limit on the size of files is what the system enforces without a disk of one's own: each write fails, as on a disk
// that is full, and another process still can write.
const it = testWith(isInstalled("prlimit"), "prlimit of util-linux", "full disks");

const failed = (problem: string) => ({
  served: 0,
  failures: [expect.stringMatching(`token_store_failed: the token store could not be written: ${problem} \\(E[A-Z]+:`)],
});

/** Says how many bytes a process may write to a file. */
function limit({ pid }: Worker, bytes: "0" | "unlimited"): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

describe("a disk that is full", () => {
  it("before a refresh is detected before the token is spent, and a process that can write continues", async () => {
    const setup = await startSharedTokens("a file");
    const [full, other] = [setup.fork(), setup.fork()];
    limit(full, "0");
    const before = await setup.working();
    setup.expire();
    expect(await full.do(CALL)).toEqual(failed("the refresh token was not sent"));
    expect(setup.tokenStatuses).toEqual([]);
    expect(await setup.store.load()).toEqual(before);
    expect(await setup.unfinished()).toBe(0);
    expect(await other.do(CALL)).toEqual(served);
    expect(await full.do(CALL)).toEqual(served);
    setup.expire();
    limit(full, "unlimited");
    expect(await full.do(CALL)).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200, 200]);
    await setup.working();
  });

  it("between exchange and save loses no tokens: they stay in memory, and are saved once there is space", async () => {
    const setup = await startSharedTokens("a file");
    const [full, other] = [setup.fork({ haltAt: "before the save" }), setup.fork()];
    const before = await setup.working();
    setup.expire();
    expect(await full.do(CALL)).toEqual({ halted: "before the save" });
    limit(full, "0");
    expect(await full.do("go on")).toEqual(failed("the new tokens are kept in memory, and saved with the next call"));
    expect(await setup.store.load()).toEqual({ ...before, sentAtMs: expect.any(Number) });
    expect(await setup.unfinished()).toBe(0);
    limit(full, "unlimited");
    expect(await full.do(CALL)).toEqual(served);
    await setup.working();
    expect(await other.do(CALL)).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200]);
  });
});
