// Made from openapi/ by npm run generate. Do not edit.
import type {
  CallOptions,
  CallPromise,
  FieldList,
  FieldsQuery,
  OperationInfo,
  PagedOperation,
  Query,
  Selection,
} from "../src/operations/operation.js";
import {
  brandHeader,
  checkOffset,
  hideSecrets,
  isTokenError,
  setContentType,
  toTokenServer,
} from "../src/operations/request-hooks.js";
import type * as resources from "./resources.js";
import type { operations as contract } from "./types.js";

/** Refresh an access token. */
export const refreshAccessToken = {
  method: "POST",
  path: "/oauth2/token",
  token: true,
  secrets: ["client_secret", "refresh_token"],
  contentType: "application/x-www-form-urlencoded",
  isError: isTokenError,
  serializers: [hideSecrets, setContentType],
  hooks: [toTokenServer],
} as const satisfies OperationInfo;

/** Get the current user. */
export const getCurrentUser = { method: "GET", path: "/users/me" } as const satisfies OperationInfo;

/** Delete a user. */
export const deleteUser = { method: "DELETE", path: "/users/{user_id}", empty: true } as const satisfies OperationInfo;

/** Add an email alias to a user. */
export const addEmailAlias = {
  method: "POST",
  path: "/users/{user_id}/email_aliases",
} as const satisfies OperationInfo;

/** Update a file. */
export const updateFile = {
  method: "PUT",
  path: "/files/{file_id}",
  secrets: ["password"],
  serializers: [hideSecrets],
} as const satisfies OperationInfo;

/** Restore a folder from the trash. */
export const restoreFolder = { method: "POST", path: "/folders/{folder_id}" } as const satisfies OperationInfo;

/** Find the item for a shared link. */
export const findSharedItem = {
  method: "GET",
  path: "/shared_items",
  hooks: [brandHeader],
} as const satisfies OperationInfo;

/** Create a web link. */
export const createWebLink = { method: "POST", path: "/web_links" } as const satisfies OperationInfo;

/** Create a collaboration. */
export const createCollaboration = { method: "POST", path: "/collaborations" } as const satisfies OperationInfo;

/** List the entries of the collaboration allowlist. */
export const listCollaborationAllowlistEntries = {
  method: "GET",
  path: "/collaboration_whitelist_entries",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** Create a metadata template. */
export const createMetadataTemplate = {
  method: "POST",
  path: "/metadata_templates/schema",
} as const satisfies OperationInfo;

/** List the metadata templates of the enterprise. */
export const listEnterpriseMetadataTemplates = {
  method: "GET",
  path: "/metadata_templates/enterprise",
  paging: { marker: "query" },
} as const satisfies OperationInfo;

/** Get a metadata instance of a file. */
export const getFileMetadata = {
  method: "GET",
  path: "/files/{file_id}/metadata/{scope}/{template_key}",
} as const satisfies OperationInfo;

/** Create a metadata instance on a file. */
export const createFileMetadata = {
  method: "POST",
  path: "/files/{file_id}/metadata/{scope}/{template_key}",
} as const satisfies OperationInfo;

/** Delete a metadata instance from a file. */
export const deleteFileMetadata = {
  method: "DELETE",
  path: "/files/{file_id}/metadata/{scope}/{template_key}",
  empty: true,
} as const satisfies OperationInfo;

/** Query files and folders by metadata. */
export const queryMetadata = {
  method: "POST",
  path: "/metadata_queries/execute_read",
  safe: true,
  hint: "(the query may be at fault)",
  paging: { marker: "body" },
} as const satisfies OperationInfo;

/** Create a task on a file. */
export const createTask = { method: "POST", path: "/tasks" } as const satisfies OperationInfo;

/** Get a task assignment. */
export const getTaskAssignment = {
  method: "GET",
  path: "/task_assignments/{task_assignment_id}",
} as const satisfies OperationInfo;

/** List the assignments of a legal hold policy. */
export const listLegalHoldPolicyAssignments = {
  method: "GET",
  path: "/legal_hold_policy_assignments",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** Assign a legal hold policy. */
export const assignLegalHoldPolicy = {
  method: "POST",
  path: "/legal_hold_policy_assignments",
} as const satisfies OperationInfo;

/** List the current file versions on hold. */
export const listFilesOnHold = {
  method: "GET",
  path: "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** List the previous file versions on hold. */
export const listFileVersionsOnHold = {
  method: "GET",
  path: "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/file_versions_on_hold",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** List file version legal holds. */
export const listFileVersionLegalHolds = {
  method: "GET",
  path: "/file_version_legal_holds",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** List file version retentions. */
export const listFileVersionRetentions = {
  method: "GET",
  path: "/file_version_retentions",
  paging: { marker: "query", usemarker: true, maxOffset: 300000 },
  hooks: [checkOffset],
} as const satisfies OperationInfo;

/** Create terms of service. */
export const createTermsOfService = { method: "POST", path: "/terms_of_services" } as const satisfies OperationInfo;

/** Every operation, by `operationId`. */
export const operationTable = {
  refreshAccessToken,
  getCurrentUser,
  deleteUser,
  addEmailAlias,
  updateFile,
  restoreFolder,
  findSharedItem,
  createWebLink,
  createCollaboration,
  listCollaborationAllowlistEntries,
  createMetadataTemplate,
  listEnterpriseMetadataTemplates,
  getFileMetadata,
  createFileMetadata,
  deleteFileMetadata,
  queryMetadata,
  createTask,
  getTaskAssignment,
  listLegalHoldPolicyAssignments,
  assignLegalHoldPolicy,
  listFilesOnHold,
  listFileVersionsOnHold,
  listFileVersionLegalHolds,
  listFileVersionRetentions,
  createTermsOfService,
} satisfies Record<keyof Operations, OperationInfo>;

/** Options of `refreshAccessToken`. */
export interface RefreshAccessTokenOptions extends CallOptions {
  body: contract["refreshAccessToken"]["requestBody"]["content"]["application/x-www-form-urlencoded"];
}

/** Options of `getCurrentUser`. */
export interface GetCurrentUserOptions<Fields extends FieldList<resources.UserFields> = []> extends CallOptions {
  /** Query parameters: `fields`. */
  query?:
    | (Query<Omit<NonNullable<contract["getCurrentUser"]["parameters"]["query"]>, "fields">> & FieldsQuery<Fields>)
    | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["getCurrentUser"]["parameters"]["header"]> | undefined;
}

/** Options of `deleteUser`. */
export interface DeleteUserOptions extends CallOptions {
  /** Path parameters: `user_id`. */
  path: contract["deleteUser"]["parameters"]["path"];
  /** Query parameters: `force`, `notify`. */
  query?: Query<NonNullable<contract["deleteUser"]["parameters"]["query"]>> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["deleteUser"]["parameters"]["header"]> | undefined;
}

/** Options of `addEmailAlias`. */
export interface AddEmailAliasOptions extends CallOptions {
  /** Path parameters: `user_id`. */
  path: contract["addEmailAlias"]["parameters"]["path"];
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["addEmailAlias"]["parameters"]["header"]> | undefined;
  body: contract["addEmailAlias"]["requestBody"]["content"]["application/json"];
}

/** Options of `updateFile`. */
export interface UpdateFileOptions<Fields extends FieldList<resources.FileFields> = []> extends CallOptions {
  /** Path parameters: `file_id`. */
  path: contract["updateFile"]["parameters"]["path"];
  /** Query parameters: `fields`. */
  query?:
    | (Query<Omit<NonNullable<contract["updateFile"]["parameters"]["query"]>, "fields">> & FieldsQuery<Fields>)
    | undefined;
  /** Request headers of the operation: `If-Match`, `As-User`. Others are `headers`. */
  header?: NonNullable<contract["updateFile"]["parameters"]["header"]> | undefined;
  body: contract["updateFile"]["requestBody"]["content"]["application/json"];
}

/** Options of `restoreFolder`. */
export interface RestoreFolderOptions<Fields extends FieldList<resources.FolderFields> = []> extends CallOptions {
  /** Path parameters: `folder_id`. */
  path: contract["restoreFolder"]["parameters"]["path"];
  /** Query parameters: `fields`. */
  query?:
    | (Query<Omit<NonNullable<contract["restoreFolder"]["parameters"]["query"]>, "fields">> & FieldsQuery<Fields>)
    | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["restoreFolder"]["parameters"]["header"]> | undefined;
  body?: NonNullable<contract["restoreFolder"]["requestBody"]>["content"]["application/json"] | undefined;
}

/** Options of `findSharedItem`. */
export interface FindSharedItemOptions<Fields extends FieldList<resources.SharedItemFields> = []> extends CallOptions {
  /** Query parameters: `fields`. */
  query?:
    | (Query<Omit<NonNullable<contract["findSharedItem"]["parameters"]["query"]>, "fields">> & FieldsQuery<Fields>)
    | undefined;
  /** Request headers of the operation: `ServiceApi`, `If-None-Match`, `As-User`. Others are `headers`. */
  header: contract["findSharedItem"]["parameters"]["header"];
}

/** Options of `createWebLink`. */
export interface CreateWebLinkOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createWebLink"]["parameters"]["header"]> | undefined;
  body: contract["createWebLink"]["requestBody"]["content"]["application/json"];
}

/** Options of `createCollaboration`. */
export interface CreateCollaborationOptions<Fields extends FieldList<resources.CollaborationFields> = []>
  extends CallOptions {
  /** Query parameters: `fields`, `notify`. */
  query?:
    | (Query<Omit<NonNullable<contract["createCollaboration"]["parameters"]["query"]>, "fields">> & FieldsQuery<Fields>)
    | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createCollaboration"]["parameters"]["header"]> | undefined;
  body: contract["createCollaboration"]["requestBody"]["content"]["application/json"];
}

/** Options of `listCollaborationAllowlistEntries`. */
export interface ListCollaborationAllowlistEntriesOptions extends CallOptions {
  /** Query parameters: `limit`, `offset`, `usemarker`, `marker`. */
  query?: Query<NonNullable<contract["listCollaborationAllowlistEntries"]["parameters"]["query"]>> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listCollaborationAllowlistEntries"]["parameters"]["header"]> | undefined;
}

/** Options of `createMetadataTemplate`. */
export interface CreateMetadataTemplateOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createMetadataTemplate"]["parameters"]["header"]> | undefined;
  body: contract["createMetadataTemplate"]["requestBody"]["content"]["application/json"];
}

/** Options of `listEnterpriseMetadataTemplates`. */
export interface ListEnterpriseMetadataTemplatesOptions extends CallOptions {
  /** Query parameters: `limit`, `marker`. */
  query?: Query<NonNullable<contract["listEnterpriseMetadataTemplates"]["parameters"]["query"]>> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listEnterpriseMetadataTemplates"]["parameters"]["header"]> | undefined;
}

/** Options of `getFileMetadata`. */
export interface GetFileMetadataOptions extends CallOptions {
  /** Path parameters: `file_id`, `scope`, `template_key`. */
  path: contract["getFileMetadata"]["parameters"]["path"];
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["getFileMetadata"]["parameters"]["header"]> | undefined;
}

/** Options of `createFileMetadata`. */
export interface CreateFileMetadataOptions<
  Values extends object = contract["createFileMetadata"]["requestBody"]["content"]["application/json"],
> extends CallOptions {
  /** Path parameters: `file_id`, `scope`, `template_key`. */
  path: contract["createFileMetadata"]["parameters"]["path"];
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createFileMetadata"]["parameters"]["header"]> | undefined;
  body: Values;
}

/** Options of `deleteFileMetadata`. */
export interface DeleteFileMetadataOptions extends CallOptions {
  /** Path parameters: `file_id`, `scope`, `template_key`. */
  path: contract["deleteFileMetadata"]["parameters"]["path"];
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["deleteFileMetadata"]["parameters"]["header"]> | undefined;
}

/** Options of `queryMetadata`. */
export interface QueryMetadataOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["queryMetadata"]["parameters"]["header"]> | undefined;
  body: Omit<contract["queryMetadata"]["requestBody"]["content"]["application/json"], "fields">;
}

/** Options of `createTask`. */
export interface CreateTaskOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createTask"]["parameters"]["header"]> | undefined;
  body: contract["createTask"]["requestBody"]["content"]["application/json"];
}

/** Options of `getTaskAssignment`. */
export interface GetTaskAssignmentOptions extends CallOptions {
  /** Path parameters: `task_assignment_id`. */
  path: contract["getTaskAssignment"]["parameters"]["path"];
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["getTaskAssignment"]["parameters"]["header"]> | undefined;
}

/** Options of `listLegalHoldPolicyAssignments`. */
export interface ListLegalHoldPolicyAssignmentsOptions extends CallOptions {
  /** Query parameters: `policy_id`, `assign_to_type`, `assign_to_id`, `fields`, `limit`, `offset`, `usemarker`, `marker`. */
  query: Query<Omit<contract["listLegalHoldPolicyAssignments"]["parameters"]["query"], "fields">>;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listLegalHoldPolicyAssignments"]["parameters"]["header"]> | undefined;
}

/** Options of `assignLegalHoldPolicy`. */
export interface AssignLegalHoldPolicyOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["assignLegalHoldPolicy"]["parameters"]["header"]> | undefined;
  body: contract["assignLegalHoldPolicy"]["requestBody"]["content"]["application/json"];
}

/** Options of `listFilesOnHold`. */
export interface ListFilesOnHoldOptions extends CallOptions {
  /** Path parameters: `legal_hold_policy_assignment_id`. */
  path: contract["listFilesOnHold"]["parameters"]["path"];
  /** Query parameters: `fields`, `limit`, `offset`, `usemarker`, `marker`. */
  query?: Query<Omit<NonNullable<contract["listFilesOnHold"]["parameters"]["query"]>, "fields">> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listFilesOnHold"]["parameters"]["header"]> | undefined;
}

/** Options of `listFileVersionsOnHold`. */
export interface ListFileVersionsOnHoldOptions extends CallOptions {
  /** Path parameters: `legal_hold_policy_assignment_id`. */
  path: contract["listFileVersionsOnHold"]["parameters"]["path"];
  /** Query parameters: `fields`, `limit`, `offset`, `usemarker`, `marker`. */
  query?: Query<Omit<NonNullable<contract["listFileVersionsOnHold"]["parameters"]["query"]>, "fields">> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listFileVersionsOnHold"]["parameters"]["header"]> | undefined;
}

/** Options of `listFileVersionLegalHolds`. */
export interface ListFileVersionLegalHoldsOptions extends CallOptions {
  /** Query parameters: `policy_id`, `limit`, `offset`, `usemarker`, `marker`. */
  query: Query<contract["listFileVersionLegalHolds"]["parameters"]["query"]>;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listFileVersionLegalHolds"]["parameters"]["header"]> | undefined;
}

/** Options of `listFileVersionRetentions`. */
export interface ListFileVersionRetentionsOptions extends CallOptions {
  /** Query parameters: `disposition_action`, `disposition_after`, `disposition_before`, `file_id`, `file_version_id`, `policy_id`, `limit`, `offset`, `usemarker`, `marker`. */
  query?: Query<NonNullable<contract["listFileVersionRetentions"]["parameters"]["query"]>> | undefined;
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["listFileVersionRetentions"]["parameters"]["header"]> | undefined;
}

/** Options of `createTermsOfService`. */
export interface CreateTermsOfServiceOptions extends CallOptions {
  /** Request headers of the operation: `As-User`. Others are `headers`. */
  header?: NonNullable<contract["createTermsOfService"]["parameters"]["header"]> | undefined;
  body: contract["createTermsOfService"]["requestBody"]["content"]["application/json"];
}

/** The error codes of each operation, for `isApiError<ErrorCodes["…"]>(error, "…")`. */
export interface ErrorCodes {
  refreshAccessToken:
    | "invalid_grant"
    | "invalid_client"
    | "invalid_request"
    | "unsupported_grant_type"
    | "rate_limit_exceeded"
    | "bad_request"
    | "internal_server_error"
    | "unavailable";
  getCurrentUser:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  deleteUser:
    | "bad_request"
    | "unauthorized"
    | "user_owns_content"
    | "forbidden"
    | "not_found"
    | "operation_blocked_temporary"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  addEmailAlias:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "conflict"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  updateFile:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "access_denied_item_locked"
    | "forbidden"
    | "not_found"
    | "method_not_allowed"
    | "operation_blocked_temporary"
    | "item_name_in_use"
    | "precondition_failed"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  restoreFolder:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "forbidden"
    | "not_found"
    | "operation_blocked_temporary"
    | "item_name_in_use"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  findSharedItem:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createWebLink:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "forbidden"
    | "not_found"
    | "item_name_in_use"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createCollaboration:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "forbidden"
    | "forbidden_by_policy"
    | "not_found"
    | "conflict"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listCollaborationAllowlistEntries:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createMetadataTemplate:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "tuple_already_exists"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listEnterpriseMetadataTemplates:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  getFileMetadata:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "instance_not_found"
    | "not_found"
    | "method_not_allowed"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createFileMetadata:
    | "schema_validation_failed"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "access_denied_item_locked"
    | "forbidden"
    | "not_found"
    | "instance_tuple_not_found"
    | "method_not_allowed"
    | "tuple_already_exists"
    | "rate_limit_exceeded"
    | "bad_request"
    | "internal_server_error"
    | "unavailable";
  deleteFileMetadata:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "access_denied_item_locked"
    | "forbidden"
    | "instance_not_found"
    | "not_found"
    | "method_not_allowed"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  queryMetadata:
    | "unexpected_json_type"
    | "bad_request"
    | "invalid_query"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createTask:
    | "bad_request"
    | "unauthorized"
    | "access_denied_insufficient_permissions"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  getTaskAssignment:
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "bad_request"
    | "internal_server_error"
    | "unavailable";
  listLegalHoldPolicyAssignments:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  assignLegalHoldPolicy:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "conflict"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listFilesOnHold:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listFileVersionsOnHold:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listFileVersionLegalHolds:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  listFileVersionRetentions:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
  createTermsOfService:
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "rate_limit_exceeded"
    | "internal_server_error"
    | "unavailable";
}

/** Every operation of the contract as a method. */
export interface Operations {
  /**
   * Refresh an access token.
   *
   * `POST /oauth2/token`
   *
   * Exchanges a refresh token for a new access token and a new refresh token. A refresh token can be used once.
   * Store the new one before you use the new access token, and refresh in only one process at a time. If the
   * response is lost, the old token can be spent anyway. This operation is at the token address. It takes a form,
   * and no bearer token. The service ignores an `Authorization` header, and parameters that it does not know.
   *
   * Error codes, typed by `ErrorCodes["refreshAccessToken"]`: `invalid_grant` (400), `invalid_client` (400),
   * `invalid_request` (400), `unsupported_grant_type` (400), `rate_limit_exceeded` (429), `bad_request` (422),
   * `internal_server_error` (500), `unavailable` (503).
   */
  refreshAccessToken: (options: RefreshAccessTokenOptions) => CallPromise<resources.AccessToken>;

  /**
   * Get the current user.
   *
   * `GET /users/me`
   *
   * Returns the user that the call acts for. With the token of a client-side application, this is the user who
   * signed in; with the token of a server-side application, the service account; with `As-User`, the user in that
   * header. This operation is the simplest way to check an access token.
   *
   * Error codes, typed by `ErrorCodes["getCurrentUser"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  getCurrentUser: <const Fields extends FieldList<resources.UserFields> = []>(
    options?: GetCurrentUserOptions<Fields>,
  ) => CallPromise<Selection<resources.User, resources.UserFields, Fields>>;

  /**
   * Delete a user.
   *
   * `DELETE /users/{user_id}`
   *
   * Deletes a user of the enterprise. The call fails if the user still owns content, unless `force` is set;
   * content on legal hold makes it fail even then. Transfer the content to another owner first. While a move or a
   * restore has locked some of the content, `force` fails with a 409: retry it later.
   *
   * Error codes, typed by `ErrorCodes["deleteUser"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `user_owns_content` (403), `forbidden` (403), `not_found` (404), `operation_blocked_temporary` (409),
   * `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  deleteUser: (options: DeleteUserOptions) => CallPromise<void>;

  /**
   * Add an email alias to a user.
   *
   * `POST /users/{user_id}/email_aliases`
   *
   * Adds an email address to a user. `is_confirmed` is false until the user confirms the new alias. An address
   * that is already in use is rejected.
   *
   * Error codes, typed by `ErrorCodes["addEmailAlias"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `not_found` (404), `conflict` (409), `rate_limit_exceeded` (429), `internal_server_error`
   * (500), `unavailable` (503).
   */
  addEmailAlias: (options: AddEmailAliasOptions) => CallPromise<resources.EmailAlias>;

  /**
   * Update a file.
   *
   * `PUT /files/{file_id}`
   *
   * Renames, moves, locks, unlocks, tags, describes or shares a file, and sets who may download it. Either all
   * changes of one call are applied or none. Send the last etag that you received as `If-Match` to make sure that
   * nobody else changed the file in the meantime. While another user holds the lock, the only possible change is
   * to remove it, with `lock: null` alone. `lock`, `tags` and `permissions` are returned only if `fields` names
   * them.
   *
   * Error codes, typed by `ErrorCodes["updateFile"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `access_denied_item_locked` (403), `forbidden` (403),
   * `not_found` (404), `method_not_allowed` (405), `operation_blocked_temporary` (409), `item_name_in_use` (409),
   * `precondition_failed` (412), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  updateFile: <const Fields extends FieldList<resources.FileFields> = []>(
    options: UpdateFileOptions<Fields>,
  ) => CallPromise<Selection<resources.File, resources.FileFields, Fields>>;

  /**
   * Restore a folder from the trash.
   *
   * `POST /folders/{folder_id}`
   *
   * Restores a folder with all its content from the trash to its original place. The given parent is used only if
   * the original parent folder no longer exists, or is in the trash itself. During the restore, the folder,
   * everything below it and the destination are locked: other moves, copies, deletes and restores fail with a 409.
   * Retry them later.
   *
   * Error codes, typed by `ErrorCodes["restoreFolder"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `forbidden` (403), `not_found` (404),
   * `operation_blocked_temporary` (409), `item_name_in_use` (409), `rate_limit_exceeded` (429),
   * `internal_server_error` (500), `unavailable` (503).
   */
  restoreFolder: <const Fields extends FieldList<resources.FolderFields> = []>(
    options: RestoreFolderOptions<Fields>,
  ) => CallPromise<Selection<resources.Folder, resources.FolderFields, Fields>>;

  /**
   * Find the item for a shared link.
   *
   * `GET /shared_items`
   *
   * Returns the file, the folder or the web link behind a shared link. See its `type`. Send the link in a header,
   * with its password if it has one. Send the etag of a stored copy as `If-None-Match` to receive an empty 304 if
   * the item is unchanged. The response is the same for a wrong password and an unknown link.
   *
   * Error codes, typed by `ErrorCodes["findSharedItem"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `not_found` (404), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  findSharedItem: {
    <const Fields extends FieldList<resources.SharedItemFields> = []>(
      options: FindSharedItemOptions<Fields> & { header: { "If-None-Match"?: never } },
    ): CallPromise<Selection<resources.SharedItem, resources.SharedItemFields, Fields>>;
    <const Fields extends FieldList<resources.SharedItemFields> = []>(
      options: FindSharedItemOptions<Fields>,
    ): CallPromise<Selection<resources.SharedItem, resources.SharedItemFields, Fields> | undefined>;
  };

  /**
   * Create a web link.
   *
   * `POST /web_links`
   *
   * Adds a web address to a folder, next to the files. The scheme must be `http` or `https`. The default name is
   * the address.
   *
   * Error codes, typed by `ErrorCodes["createWebLink"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `forbidden` (403), `not_found` (404), `item_name_in_use`
   * (409), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  createWebLink: (options: CreateWebLinkOptions) => CallPromise<resources.WebLink>;

  /**
   * Create a collaboration.
   *
   * `POST /collaborations`
   *
   * Gives a user or a group a role on a file or folder. Identify a user by id or by login, and a group by id. A
   * login without a user creates a pending collaboration. Groups can be invited only if their settings allow it,
   * and outside users only if the allowlist of the enterprise has their domain, and that of their enterprise the
   * domain of the caller.
   *
   * Error codes, typed by `ErrorCodes["createCollaboration"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `forbidden` (403), `forbidden_by_policy` (403), `not_found`
   * (404), `conflict` (409), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  createCollaboration: <const Fields extends FieldList<resources.CollaborationFields> = []>(
    options: CreateCollaborationOptions<Fields>,
  ) => CallPromise<Selection<resources.Collaboration, resources.CollaborationFields, Fields>>;

  /**
   * List the entries of the collaboration allowlist.
   *
   * `GET /collaboration_whitelist_entries`
   *
   * Lists the domains that members of the enterprise may collaborate with. Use the list to predict whether an
   * invitation will be rejected. The path uses the older word for an allowlist.
   *
   * Error codes, typed by `ErrorCodes["listCollaborationAllowlistEntries"]`: `bad_request` (400, 422),
   * `unauthorized` (401), `forbidden` (403), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listCollaborationAllowlistEntries: PagedOperation<
    ListCollaborationAllowlistEntriesOptions,
    resources.CollaborationAllowlistEntries
  >;

  /**
   * Create a metadata template.
   *
   * `POST /metadata_templates/schema`
   *
   * Creates a template, which defines the fields of its instances. The service keeps the order of the fields. Only
   * admins and co-admins may create templates, and only in the scope of their own enterprise. Without a
   * `templateKey`, the service derives one from the display name. Keys are unique in an enterprise.
   *
   * Error codes, typed by `ErrorCodes["createMetadataTemplate"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `tuple_already_exists` (409), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  createMetadataTemplate: (options: CreateMetadataTemplateOptions) => CallPromise<resources.MetadataTemplate>;

  /**
   * List the metadata templates of the enterprise.
   *
   * `GET /metadata_templates/enterprise`
   *
   * Lists the metadata templates of the caller's enterprise, with their fields and options. Use the list to find
   * the keys of an instance, and the scope and key for a metadata query. Pagination is by marker only, without
   * `usemarker`.
   *
   * Error codes, typed by `ErrorCodes["listEnterpriseMetadataTemplates"]`: `bad_request` (400, 422),
   * `unauthorized` (401), `forbidden` (403), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listEnterpriseMetadataTemplates: PagedOperation<ListEnterpriseMetadataTemplatesOptions, resources.MetadataTemplates>;

  /**
   * Get a metadata instance of a file.
   *
   * `GET /files/{file_id}/metadata/{scope}/{template_key}`
   *
   * Returns the instance of a template on a file: its values, with the attributes that the service manages. Those
   * start with `$`. If the template is not applied to the file, the response is a 404.
   *
   * `Values` is the type of your own values.
   *
   * Error codes, typed by `ErrorCodes["getFileMetadata"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `instance_not_found` (404), `not_found` (404), `method_not_allowed` (405),
   * `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  getFileMetadata: <Values = unknown>(
    options: GetFileMetadataOptions,
  ) => CallPromise<resources.MetadataInstance & Values>;

  /**
   * Create a metadata instance on a file.
   *
   * `POST /files/{file_id}/metadata/{scope}/{template_key}`
   *
   * Creates the instance of a template on a file, with its values. A template can be applied to a file once. A
   * second call is rejected, and the existing instance stays unchanged. The values must match the template. The
   * template `properties` in the scope `global` accepts any key and value.
   *
   * `Values` is the type of your own values.
   *
   * Error codes, typed by `ErrorCodes["createFileMetadata"]`: `schema_validation_failed` (400), `unauthorized`
   * (401), `access_denied_insufficient_permissions` (403), `access_denied_item_locked` (403), `forbidden` (403),
   * `not_found` (404), `instance_tuple_not_found` (404), `method_not_allowed` (405), `tuple_already_exists` (409),
   * `rate_limit_exceeded` (429), `bad_request` (422), `internal_server_error` (500), `unavailable` (503).
   */
  createFileMetadata: <
    Values extends object = contract["createFileMetadata"]["requestBody"]["content"]["application/json"],
  >(
    options: CreateFileMetadataOptions<Values>,
  ) => CallPromise<resources.MetadataInstance & Values>;

  /**
   * Delete a metadata instance from a file.
   *
   * `DELETE /files/{file_id}/metadata/{scope}/{template_key}`
   *
   * Removes the instance of a template from a file, with all its values. The template remains and can be applied
   * again. Deleting an instance that does not exist is an error.
   *
   * Error codes, typed by `ErrorCodes["deleteFileMetadata"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `access_denied_item_locked` (403), `forbidden` (403),
   * `instance_not_found` (404), `not_found` (404), `method_not_allowed` (405), `rate_limit_exceeded` (429),
   * `internal_server_error` (500), `unavailable` (503).
   */
  deleteFileMetadata: (options: DeleteFileMetadataOptions) => CallPromise<void>;

  /**
   * Query files and folders by metadata.
   *
   * `POST /metadata_queries/execute_read`
   *
   * Finds the files and folders whose metadata instance matches conditions, in a folder and all folders below it.
   * The conditions contain arguments, and `query_params` has their values. Only items that the caller may see are
   * found. Without `order_by`, the order is undefined and can change between pages. A template that is applied to
   * more than 10,000 items requires `use_index`. The operation is safe although its method is POST.
   *
   * Error codes, typed by `ErrorCodes["queryMetadata"]`: `unexpected_json_type` (400), `bad_request` (400, 422),
   * `invalid_query` (400), `unauthorized` (401), `forbidden` (403), `not_found` (404), `rate_limit_exceeded`
   * (429), `internal_server_error` (500), `unavailable` (503).
   */
  queryMetadata: PagedOperation<
    QueryMetadataOptions,
    resources.MetadataQueryResults,
    resources.MetadataQueryResults["entries"][number],
    "body"
  >;

  /**
   * Create a task on a file.
   *
   * `POST /tasks`
   *
   * Creates a task on a file: a review, or other work. The new task has no assignments. The due date is optional.
   * A lock on the file does not prevent tasks.
   *
   * Error codes, typed by `ErrorCodes["createTask"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `access_denied_insufficient_permissions` (403), `forbidden` (403), `not_found` (404), `rate_limit_exceeded`
   * (429), `internal_server_error` (500), `unavailable` (503).
   */
  createTask: (options: CreateTaskOptions) => CallPromise<resources.Task>;

  /**
   * Get a task assignment.
   *
   * `GET /task_assignments/{task_assignment_id}`
   *
   * Returns one assignment of a task: who assigned it to whom, for which file, and its status. If the caller may
   * not see the file, the response is the same as for a missing assignment.
   *
   * Error codes, typed by `ErrorCodes["getTaskAssignment"]`: `unauthorized` (401), `forbidden` (403), `not_found`
   * (404), `rate_limit_exceeded` (429), `bad_request` (422), `internal_server_error` (500), `unavailable` (503).
   */
  getTaskAssignment: (options: GetTaskAssignmentOptions) => CallPromise<resources.TaskAssignment>;

  /**
   * List the assignments of a legal hold policy.
   *
   * `GET /legal_hold_policy_assignments`
   *
   * Lists the assignments of a legal hold policy. Filters narrow the list to one type of target, or to one target.
   * Use the ids of the assignments to list the files and file versions on hold.
   *
   * Error codes, typed by `ErrorCodes["listLegalHoldPolicyAssignments"]`: `bad_request` (400, 422), `unauthorized`
   * (401), `forbidden` (403), `not_found` (404), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listLegalHoldPolicyAssignments: PagedOperation<
    ListLegalHoldPolicyAssignmentsOptions,
    resources.LegalHoldPolicyAssignments,
    resources.LegalHoldPolicyAssignmentsFields["entries"][number]
  >;

  /**
   * Assign a legal hold policy.
   *
   * `POST /legal_hold_policy_assignments`
   *
   * Puts a file, a file version, a folder or a user on hold under a legal hold policy. Content on hold is never
   * deleted permanently. A hold on a folder or a user covers the files that are in it, or that the user owns, at
   * the time. To keep a file on hold wherever it is moved, hold the file itself. With the id in the response, list
   * what is on hold.
   *
   * Error codes, typed by `ErrorCodes["assignLegalHoldPolicy"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `not_found` (404), `conflict` (409), `rate_limit_exceeded` (429), `internal_server_error`
   * (500), `unavailable` (503).
   */
  assignLegalHoldPolicy: (options: AssignLegalHoldPolicyOptions) => CallPromise<resources.LegalHoldPolicyAssignment>;

  /**
   * List the current file versions on hold.
   *
   * `GET /legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold`
   *
   * Lists the files whose current version is held by an assignment. Previous versions have a separate list. In the
   * newer architecture of the service, the list can have only the latest held version of a file.
   *
   * Error codes, typed by `ErrorCodes["listFilesOnHold"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `not_found` (404), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listFilesOnHold: PagedOperation<
    ListFilesOnHoldOptions,
    resources.FilesOnHold,
    resources.FilesOnHoldFields["entries"][number]
  >;

  /**
   * List the previous file versions on hold.
   *
   * `GET /legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/file_versions_on_hold`
   *
   * Lists the previous file versions that an assignment holds. Current versions have a separate list.
   *
   * Error codes, typed by `ErrorCodes["listFileVersionsOnHold"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `not_found` (404), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listFileVersionsOnHold: PagedOperation<
    ListFileVersionsOnHoldOptions,
    resources.FileVersionsOnHold,
    resources.FileVersionsOnHoldFields["entries"][number]
  >;

  /**
   * List file version legal holds.
   *
   * `GET /file_version_legal_holds`
   *
   * Lists the current and previous file versions that a policy holds: one record per version, with all assignments
   * that hold it. This list belongs to the older architecture of the service; in the newer one, use the two lists
   * of an assignment.
   *
   * Error codes, typed by `ErrorCodes["listFileVersionLegalHolds"]`: `bad_request` (400, 422), `unauthorized`
   * (401), `forbidden` (403), `not_found` (404), `rate_limit_exceeded` (429), `internal_server_error` (500),
   * `unavailable` (503).
   */
  listFileVersionLegalHolds: PagedOperation<ListFileVersionLegalHoldsOptions, resources.FileVersionLegalHolds>;

  /**
   * List file version retentions.
   *
   * `GET /file_version_retentions`
   *
   * Lists the file versions that a retention policy keeps, and when each is released or deleted. All filters are
   * optional; a version must match all of them. `disposition_after` and `disposition_before` select a period.
   *
   * Error codes, typed by `ErrorCodes["listFileVersionRetentions"]`: `bad_request` (400, 422), `unauthorized`
   * (401), `forbidden` (403), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  listFileVersionRetentions: PagedOperation<ListFileVersionRetentionsOptions, resources.FileVersionRetentions>;

  /**
   * Create terms of service.
   *
   * `POST /terms_of_services`
   *
   * Creates terms of service of the enterprise. Members of the enterprise and everyone else can have different
   * terms. Disabled terms can be a draft without a text; enabled terms require one. No operation here accepts
   * terms.
   *
   * Error codes, typed by `ErrorCodes["createTermsOfService"]`: `bad_request` (400, 422), `unauthorized` (401),
   * `forbidden` (403), `rate_limit_exceeded` (429), `internal_server_error` (500), `unavailable` (503).
   */
  createTermsOfService: (options: CreateTermsOfServiceOptions) => CallPromise<resources.TermsOfService>;
}
