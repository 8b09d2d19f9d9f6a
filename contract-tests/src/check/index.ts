export type { Check, CheckTarget, Session } from "./check.js";
export { exampleParameters } from "./example-parameters.js";
export { planChecks, type RunOptions, runChecks } from "./run-checks.js";
export { sandboxTarget } from "./writes/sandbox-target.js";
