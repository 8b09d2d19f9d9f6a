// The parts of the contract that the checks take and return.
export {
  type Addresses,
  type CallInput,
  type CheckOptions,
  type Contract,
  callInput,
  checkExchange,
  createContract,
  type DocumentedHeader,
  type DocumentedResponse,
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  errorCodeOf,
  type Fetch,
  findRoute,
  fromRequest,
  fromResponse,
  type HeaderValues,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  loadContract,
  type MediaType,
  type NamedExample,
  type Operation,
  type Paging,
  type Parameter,
  type RequestBody,
  type Route,
  type Rule,
  type RuleId,
  recordExchange,
  type SchemaValidator,
  type SchemaViolation,
  type Shape,
  type Violation,
} from "content-service-contract";
export { type BodySite, bodySites } from "./cases/body-sites.js";
export type { NegativeCase } from "./cases/broken-requests.js";
export { negativeCases } from "./cases/negative-cases.js";
export { type PositiveCase, positiveCases } from "./cases/positive-cases.js";
export * from "./check/index.js";
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
export { type HtmlReportOptions, htmlReport } from "./report/html/html-report.js";
export * from "./report/index.js";
