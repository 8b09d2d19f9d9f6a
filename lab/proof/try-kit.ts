import { loadContract } from "content-service-contract";
import type { CheckReport } from "content-service-contract-tests";
import { defaultSeed } from "content-service-sandbox";
import type { Defect } from "./defects/defect.js";
import type { DefectServer } from "./defects/defect-server.js";
import { proofCall, proofSeed, requestTo, runKit, START_MS, startDefectServer } from "./defects/defect-server.js";
import type { Proof, Verdict } from "./results.js";

/**
 * Runs the checks of the defective operation on a fresh sandbox, then all checks when those did not find the defect.
 */
export async function tryKit(defect: Defect): Promise<Verdict> {
  const own = await verdictOf(defect, [defect.operation]);
  return own.outcome === "found" ? own : verdictOf(defect, undefined);
}

async function verdictOf(defect: Defect, operations: string[] | undefined): Promise<Verdict> {
  const server = await startDefectServer(defect);
  // A service that limits every request is not waited for.
  let waitedMs = 0;
  const clock = {
    now: () => Date.now() + waitedMs,
    async wait(delayMs: number) {
      waitedMs += delayMs;
      server.sandbox.clock.advance(delayMs);
    },
  };
  return judge(defect, await runKit(server, { operations, ...clock }));
}

/** `found` means: one of the expected rules reported the operation, or reported in one of its checks. */
export function judge({ operation, rule, orRules = [] }: Defect, { checks }: Pick<CheckReport, "checks">): Verdict {
  const findings = checks.flatMap((check) =>
    check.findings.map((one) => ({ rule: one.rule, own: [check.operation, one.operation].includes(operation) })),
  );
  const wanted = [rule, ...orRules];
  const found = findings.some((one) => one.own && wanted.includes(one.rule));
  const by = [...new Set(findings.map((one) => one.rule))].sort();
  return { outcome: found ? "found" : findings.length > 0 ? "other" : "missed", by };
}

const DAY_MS = 86_400_000;

/**
 * Counts what the kit reports on healthy sandboxes: on different dates, with two seeds, and every third time after other
 * calls have changed the records.
 */
export async function falseAlarms(runs: number): Promise<Proof["healthyRuns"]> {
  let findings = 0;
  let errored = 0;
  for (let run = 0; run < runs; run += 1) {
    const seed = run % 2 === 0 ? proofSeed() : defaultSeed();
    const server = await startDefectServer(undefined, { seed, nowMs: START_MS + run * 17 * DAY_MS });
    if (run % 3 === 2) await use(server, run);
    const { checks } = await runKit(server);
    findings += checks.reduce((sum, check) => sum + check.findings.length, 0);
    errored += checks.filter(({ outcome }) => outcome === "errored").length;
    for (const { id, outcome, findings: own, reason } of checks) {
      if (outcome === "failed" || outcome === "errored")
        console.error(`Run ${run}: ${id} ${outcome}: ${reason ?? own.map(({ message }) => message).join("; ")}`);
    }
  }
  return { runs, findings, errored };
}

/** Calls every operation except those that remove records the kit needs. */
async function use(server: DefectServer, turn: number): Promise<void> {
  const ids = loadContract()
    .operations.map(({ id }) => id)
    .filter((id) => !REMOVES.has(id));
  const ordered = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)];
  for (const id of ordered) await server.respond(requestTo(server, id, proofCall(id)));
}

const REMOVES = new Set(["deleteUser", "restoreFolder", "deleteFileMetadata"]);
