import { runChecks } from "../src/check/run-checks.js";
import type { Defect } from "./defect.js";
import { startDefectServer } from "./defect-server.js";
import type { CheckReport, Contract } from "./kit.js";
import { known } from "./target.js";
import type { Verdict } from "./verdict.js";

/**
 * Lets the kit look for a defect on a fresh sandbox: with the checks of its operation, and with all of them when those
 * did not find it by the rule that should. All of them hold all that the few do.
 */
export async function tryKit(contract: Contract, defect: Defect): Promise<Verdict> {
  const own = await verdictOf(contract, defect, [defect.operation]);
  return own.outcome === "found" ? own : verdictOf(contract, defect, undefined);
}

async function verdictOf(contract: Contract, defect: Defect, operations: string[] | undefined): Promise<Verdict> {
  const server = await startDefectServer(defect);
  const { baseUrl, authUrl, fetch } = server;
  const options = { contract, effects: "lasting", closed: true, operations } as const;
  return judge(defect, await runChecks({ ...known, baseUrl, authUrl, fetch }, options));
}

/** Found is a finding by one of the rules, of the operation or in a check of it. */
export function judge({ operation, rule, orRules = [] }: Defect, { checks }: Pick<CheckReport, "checks">): Verdict {
  const findings = checks.flatMap((check) =>
    check.findings.map((one) => ({ rule: one.rule, own: [check.operation, one.operation].includes(operation) })),
  );
  const wanted = [rule, ...orRules];
  const found = findings.some((one) => one.own && wanted.includes(one.rule));
  const by = [...new Set(findings.map((one) => one.rule))].sort();
  return { outcome: found ? "found" : findings.length > 0 ? "other" : "missed", by };
}
