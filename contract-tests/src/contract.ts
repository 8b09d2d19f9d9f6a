/**
 * The contract as a model, for a docs site, a server or a code generator.
 *
 * - `loadContract` and `createContract` make a {@link Contract}: operations, schemas by JSON pointer, validation.
 * - `findRoute` finds the operation of a request, and `readRequest` reads and validates the request, for a server.
 * - `workingCall` is a call that succeeds on a fresh sandbox, and `inputRequest` its request.
 * - `documentedResponse`, `exampleResponses` and `errorCodeOf` look up responses.
 * - `checkExchange` checks a request and its response, and `redaction` removes their secrets.
 * - `schemaProperties` and `recordsOf` name the properties of a record.
 * - The rest works on JSON values and JSON pointers (RFC 6901).
 */
export { type CallInput, inputRequest } from "./cases/call-input.js";
export { workingCall } from "./cases/working-call.js";
export { type Contract, createContract } from "./contract/contract.js";
export {
  documentedResponse,
  type ExampleResponse,
  errorCodeOf,
  exampleResponses,
} from "./contract/documented-responses.js";
export {
  arrayAt,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  sameJson,
  stringAt,
  stringsAt,
} from "./contract/json.js";
export { type Place, placeAt, pointer, segmentsOf, valueAt } from "./contract/json-pointer.js";
export { loadContract } from "./contract/load-contract.js";
export type * from "./contract/operation.js";
export { type Addresses, findRoute, type Route } from "./contract/route.js";
export { recordsOf, schemaProperties } from "./contract/schema-properties.js";
export type { Exchange } from "./exchange/exchange.js";
export { queryOf, type ReadBody } from "./exchange/read-values.js";
export type { RuleId, Violation } from "./exchange/violation.js";
export { redaction } from "./redaction/redacted-exchange.js";
export { secretNames } from "./redaction/secret-names.js";
export { REDACTED } from "./redaction/secret-text.js";
export { type CheckOptions, checkExchange } from "./rules/check-exchange.js";
export { type ReadRequest, type ReceivedRequest, readRequest } from "./rules/read-request.js";
