/**
 * The contract as a model, for a docs site, a server, a code generator or a contract test.
 *
 * - `loadContract` and `createContract` make a {@link Contract}: operations, schemas by JSON pointer, validation.
 * - `findRoute` finds the operation of a request, and `readRequest` reads and validates the request, for a server.
 * - `callInput` and `inputRequest` make requests from the examples of an operation.
 * - `tokenOperation` and `callerOperation` find the operations that refresh tokens and show the caller.
 * - `documentedResponse`, `exampleResponses` and `errorCodeOf` look up responses.
 * - `recordExchange` records requests and responses, and `checkExchange` checks them.
 * - `checkNames` rejects unknown options.
 * - `schemaProperties` and `recordsOf` name the properties of a record.
 * - The rest works on JSON values and JSON pointers (RFC 6901).
 */
export {
  type CallInput,
  callInput,
  type InputChoice,
  inputRequest,
  pagingOf,
  requestMedia,
  serializeBody,
} from "./exchange/call-input.js";
export { type GivenCredentials, hasCredential, withCredentials } from "./exchange/credentials.js";
export {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  type Fetch,
  fromRequest,
  fromResponse,
  type HeaderValues,
  isHeaderName,
  recordExchange,
} from "./exchange/exchange.js";
export { ambiguousJson } from "./exchange/json-text.js";
export { BodyTooLongError, limitedText, unlessAborted } from "./exchange/limited-text.js";
export {
  cookiesOf,
  findMediaType,
  queryOf,
  type ReadBody,
  readParameter,
  readValue,
  sentValues,
  typesAt,
} from "./exchange/read-values.js";
export { BRAND_HEADER, type HeaderNames, ruleContext } from "./exchange/rule-context.js";
export { EXCHANGE_RULES, type Rule, type RuleId, type Violation } from "./exchange/violation.js";
export type { Access, AccessRules, RecordAccess } from "./model/access.js";
export { type Contract, createContract } from "./model/contract.js";
export {
  documentedResponse,
  type ExampleResponse,
  errorCodeOf,
  exampleResponses,
} from "./model/documented-responses.js";
export type { SchemaViolation } from "./model/explain-errors.js";
export {
  arrayAt,
  decodePercent,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  sameJson,
  stringAt,
  stringsAt,
} from "./model/json.js";
export { type Place, placeAt, pointer, segmentsOf, valueAt, withValue } from "./model/json-pointer.js";
export { callerOperation, tokenOperation } from "./model/known-operations.js";
export { checkNames } from "./model/known-options.js";
export { loadContract } from "./model/load-contract.js";
export type * from "./model/operation.js";
export { remembered } from "./model/remembered.js";
export { type Addresses, addressOf, findRoute, type Route } from "./model/route.js";
export { sampleValue } from "./model/sample-value.js";
export type { Shape } from "./model/schema-document.js";
export { recordsOf, schemaProperties } from "./model/schema-properties.js";
export { addressFormats, isDateTime, type SchemaValidator } from "./model/schema-validator.js";
export { type CheckOptions, checkExchange, checkedExchange } from "./rules/check-exchange.js";
export { statusesByCode } from "./rules/error-body.js";
export { notChecked } from "./rules/fully-checked.js";
export { type ReadRequest, type ReceivedRequest, readRequest } from "./rules/read-request.js";
export { placeOf, placeOfCredential } from "./rules/request-rules.js";
