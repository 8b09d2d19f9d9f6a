export { planChecks, type RunOptions, runChecks } from "./run-checks.js";
export { sandboxTarget } from "./sandbox-target.js";
export type { CallerFacts, Check, CheckTarget, ExpectedRecord, KnownCaller, Session } from "./session/check.js";
export { exampleParameters } from "./session/target-input.js";
export type { ShardOption } from "./shards.js";
