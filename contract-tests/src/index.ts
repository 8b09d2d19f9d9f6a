export { type BodySite, bodySites } from "./body-sites.js";
export { type CallInput, callInput, inputRequest } from "./call-input.js";
export * from "./check/index.js";
export { type CheckOptions, checkExchange } from "./check-exchange.js";
export { type Contract, createContract } from "./contract.js";
export { type Coverage, type CoverageReport, type CoverageRow, createCoverage, type UsedExamples } from "./coverage.js";
export { type CoverageCell, type Dimension, dimensions } from "./coverage-cells.js";
export { coverageTable, type TableOptions } from "./coverage-table.js";
export { errorCodeOf } from "./error-code.js";
export {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  type Fetch,
  fromRequest,
  fromResponse,
  type HeaderValues,
  recordExchange,
} from "./exchange.js";
export type { SchemaFault } from "./explain-errors.js";
export { isJsonObject, type Json, type JsonObject } from "./json.js";
export { loadContract } from "./load-contract.js";
export type { NegativeCase } from "./negative-case.js";
export { negativeCases } from "./negative-cases.js";
export type * from "./operation.js";
export { type PositiveCase, positiveCases } from "./positive-cases.js";
export * from "./report/index.js";
export { type Addresses, findRoute, type Route } from "./route.js";
export type { SchemaValidator, Shape } from "./schema-validator.js";
export type { Rule, RuleId, Violation } from "./violation.js";
