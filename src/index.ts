export type * from "../generated/operations.js";
export type { components, operations, paths } from "../generated/types.js";
export { type Client, createClient, createPartialClient, type PartialClient } from "./client.js";
export type { Clock } from "./clock.js";
export {
  ApiError,
  AuthError,
  type AuthErrorCode,
  type ErrorBody,
  type ErrorCode,
  isApiError,
  isAuthError,
  isNetworkError,
  isTimeoutError,
  NetworkError,
  type RequestSummary,
  TimeoutError,
} from "./errors.js";
export type { ClientEvent, OnEvent, RefreshEvent } from "./events.js";
export { metadataQuery, type QueryValue } from "./metadata-query.js";
export type { CallOptions, FieldName, PagedOperation, Selection } from "./operations/operation.js";
export type { ClientOptions, FetchLike, RetryOptions, TokenRequest, TokenSource } from "./options.js";
export { type Paginated, type PaginateOptions, paginate } from "./paging/paginate.js";
export type { OperationInfo, Paging } from "./request/call.js";
export type { HttpClient } from "./request/http.js";
export { sharedLink } from "./shared-link.js";
