export { type RedactionOptions, redactedExchange } from "content-service-contract/redaction";
export { readBaseline, withBaseline } from "./baseline.js";
export { type AnnotationOptions, annotations, stepSummary } from "./ci-report.js";
export { type JsonCheck, type JsonFinding, type JsonReport, jsonReport } from "./json-report.js";
export { junitReport } from "./junit-report.js";
export { mergeReports, type NamedReport } from "./merge-reports.js";
export { createProgress, type Progress, type ProgressOptions } from "./progress.js";
export { redactedReport } from "./redacted-report.js";
export {
  type BaselineEntry,
  type BaselineResult,
  type CheckReport,
  type CheckResult,
  type ConductRule,
  type Effects,
  exitCodeOf,
  type Finding,
  type FindingRule,
  RULES,
  type Shard,
  type SlowTail,
  type TracedExchange,
} from "./report.js";
export { type SummaryOptions, summaryText } from "./summary-text.js";
export { type OutcomeCounts, type Verdict, verdictOf } from "./verdict.js";
