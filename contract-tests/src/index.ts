export { type BodySite, bodySites } from "./cases/body-sites.js";
export type { NegativeCase } from "./cases/broken-requests.js";
export { type CallInput, callInput, inputRequest } from "./cases/call-input.js";
export { negativeCases } from "./cases/negative-cases.js";
export { type PositiveCase, positiveCases } from "./cases/positive-cases.js";
export * from "./check/index.js";
export { type Contract, createContract } from "./contract/contract.js";
export { errorCodeOf } from "./contract/documented-responses.js";
export type { SchemaViolation } from "./contract/explain-errors.js";
export { isJsonObject, type Json, type JsonObject } from "./contract/json.js";
export { loadContract } from "./contract/load-contract.js";
export type * from "./contract/operation.js";
export { type Addresses, findRoute, type Route } from "./contract/route.js";
export type { SchemaValidator, Shape } from "./contract/schema-validator.js";
export {
  type Coverage,
  type CoverageCell,
  type CoverageReport,
  type CoverageRow,
  createCoverage,
  type Dimension,
  dimensions,
  type UsedExamples,
} from "./coverage/coverage.js";
export { coverageTable, type TableOptions } from "./coverage/coverage-table.js";
export {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  type Fetch,
  fromRequest,
  fromResponse,
  type HeaderValues,
  recordExchange,
} from "./exchange/exchange.js";
export type { Rule, RuleId, Violation } from "./exchange/violation.js";
export { type HtmlReportOptions, htmlReport } from "./report/html/html-report.js";
export * from "./report/index.js";
export { type CheckOptions, checkExchange } from "./rules/check-exchange.js";
