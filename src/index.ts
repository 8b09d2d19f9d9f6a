export type * from "../generated/operations.js";
export type * from "../generated/resources.js";
export type { components, operations, paths } from "../generated/types.js";
export { type Client, createClient, createPartialClient, type ExtendedClient, type PartialClient } from "./client.js";
export type { Clock } from "./core/clock.js";
export {
  ApiError,
  AuthError,
  type AuthErrorCode,
  type ErrorBody,
  type ErrorCode,
  type ErrorReason,
  isApiError,
  isAuthError,
  isLoginRequired,
  isNetworkError,
  isTimeoutError,
  type KnownErrorCode,
  NetworkError,
  type RequestSummary,
  TimeoutError,
} from "./core/errors.js";
export type { ClientEvent, OnEvent, RefreshEvent } from "./core/events.js";
export type { ClientOptions, DerivedOptions, FetchLike, TokenRequest, TokenSource } from "./core/options.js";
export { metadataOf, metadataQuery, type QueryValue } from "./metadata-query.js";
export type * from "./operations/call-options.js";
export type * from "./operations/define-operation.js";
export { defineOperation } from "./operations/define-operation.js";
export type {
  FieldList,
  FieldName,
  FieldsPlace,
  FieldsQuery,
  OperationInfo,
  OperationRequest,
  Pageable,
  PagedOperation,
  Paging,
  Query,
  Selection,
} from "./operations/operation.js";
export { type Paginated, type PaginateOptions, paginate } from "./paging/paginate.js";
export type { HttpClient } from "./request/operation-call.js";
export { sharedLink } from "./shared-link.js";
export { undocumented } from "./undocumented.js";
export { updateIfUnchanged } from "./update-if-unchanged.js";
