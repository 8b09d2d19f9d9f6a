// What the proof takes from the kit, in one place.
export type { Check, CheckTarget } from "../src/check/check.js";
export * from "../src/index.js";
export type { CheckReport, FindingRule } from "../src/report/report.js";
