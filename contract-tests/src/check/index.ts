export { planChecks, type RunOptions, runChecks } from "./run-checks.js";
export { sandboxTarget } from "./sandbox-target.js";
export type { Check, CheckTarget, ExpectedRecord, Session } from "./session/check.js";
export type { CallerFacts, KnownCaller } from "./session/known-callers.js";
export { exampleParameters } from "./session/target-input.js";
export type { ShardOption } from "./shards.js";
