import { defaultSeed } from "content-service-sandbox";
import { runChecks } from "../src/check/run-checks.js";
import { type DefectServer, startDefectServer } from "./defect-server.js";
import type { Contract } from "./kit.js";
import { known, proofSeed, START_MS } from "./target.js";
import type { Proof } from "./verdict.js";
import { sentTo, workingInput } from "./working-calls.js";

const DAY_MS = 86_400_000;

/**
 * Lets the kit check sandboxes without a defect: on an earlier day each time, on the default world and on that of the proof,
 * and every third after it has been used by somebody else, in another order each time.
 */
export async function falseAlarms(contract: Contract, runs: number): Promise<Proof["healthyRuns"]> {
  let findings = 0;
  let failed = 0;
  for (let run = 0; run < runs; run += 1) {
    const seed = run % 2 === 0 ? proofSeed() : defaultSeed();
    const server = await startDefectServer(undefined, { seed, nowMs: START_MS - run * 17 * DAY_MS });
    if (run % 3 === 2) await use(server, contract, run);
    const { baseUrl, authUrl, fetch } = server;
    const options = { contract, effects: "lasting", closed: true } as const;
    const { checks } = await runChecks({ ...known, baseUrl, authUrl, fetch }, options);
    findings += checks.reduce((sum, check) => sum + check.findings.length, 0);
    failed += checks.filter(({ outcome }) => outcome === "errored").length;
    for (const { id, outcome, findings: own, reason } of checks) {
      if (outcome === "failed" || outcome === "errored") {
        console.error(`Run ${run}: ${id} ${outcome}: ${reason ?? own.map(({ message }) => message).join("; ")}`);
      }
    }
  }
  return { runs, findings, failed };
}

/** Calls that change something, but none that takes away what the kit was given to take away. */
async function use(server: DefectServer, contract: Contract, turn: number): Promise<void> {
  const ids = contract.operations.map(({ id }) => id).filter((id) => !SPENT.has(id));
  const ordered = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)];
  for (const id of ordered) await server.answer(sentTo(server, contract, id, workingInput(contract, id)));
}

const SPENT = new Set(["deleteUser", "restoreFolder", "deleteFileMetadata"]);
