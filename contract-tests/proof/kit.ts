// What the proof takes from the kit, in one place.
export type { Check, CheckTarget } from "../src/check/check.js";
export type { FindingRule } from "../src/check/finding.js";
export type { CheckReport } from "../src/check/report.js";
export * from "../src/index.js";
