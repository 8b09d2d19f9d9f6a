export type { Check, CheckTarget, Session } from "./check.js";
export { exampleParameters } from "./example-parameters.js";
export type { ConductRule, Finding, FindingRule } from "./finding.js";
export { type CheckReport, type CheckResult, type Effects, exitCodeOf } from "./report.js";
export { planChecks, type RunOptions, runChecks } from "./run-checks.js";
export { sandboxTarget } from "./writes/sandbox-target.js";
