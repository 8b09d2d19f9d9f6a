import { fork } from "node:child_process";
import { join } from "node:path";

export type Lane = "fast" | "slow";

/** The first failure in a lane of the tests; empty when all pass. */
export interface TrialResult {
  readonly file?: string | undefined;
  readonly failed?: string;
}

/** With no finished test for so long, a mutant loops forever. */
const SILENCE_MS: Readonly<Record<Lane, number>> = { fast: 240_000, slow: 900_000 };

/** Runs trial.ts in a copy, up to the first failure. Tests start processes, so its whole process group ends with it. */
export function runTrial(copy: string, lane: Lane, args: readonly string[]): Promise<TrialResult> {
  const { TEST_LANE: _, ...inherited } = process.env;
  // As vitest's own command sets it. Servers show stack traces without it.
  const env = { ...inherited, NODE_ENV: "test", VITEST: "true", TEST: "true" };
  const child = fork(join(copy, "lab/mutants/trial.ts"), [lane, ...args], {
    cwd: copy,
    detached: true,
    execArgv: ["--import", "tsx"],
    env: lane === "slow" ? { ...env, TEST_LANE: "slow" } : env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve) => {
    let file: string | undefined;
    const end = (result: TrialResult) => {
      clearTimeout(timer);
      resolve(result);
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group has no more processes.
      }
    };
    const silent = () => end({ file, failed: `no test finished in ${SILENCE_MS[lane] / 1000} s` });
    const timer = setTimeout(silent, SILENCE_MS[lane]);
    // The file whose tests run, then the result.
    child.on("message", (message: string | TrialResult) => {
      if (typeof message !== "string") return end(message);
      file = message;
      timer.refresh();
    });
    child.on("exit", (code) => end({ file, failed: `the tests ended with code ${code}` }));
  });
}
