// Made from openapi/ by npm run generate. Do not edit.
import type {
  CallOptions,
  CallPromise,
  FieldList,
  OperationInfo,
  PagedOperation,
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
  query?: Omit<NonNullable<contract["getCurrentUser"]["parameters"]["query"]>, "fields"> & { fields?: Fields };
  header?: NonNullable<contract["getCurrentUser"]["parameters"]["header"]>;
}

/** Options of `deleteUser`. */
export interface DeleteUserOptions extends CallOptions {
  path: contract["deleteUser"]["parameters"]["path"];
  query?: NonNullable<contract["deleteUser"]["parameters"]["query"]>;
  header?: NonNullable<contract["deleteUser"]["parameters"]["header"]>;
}

/** Options of `addEmailAlias`. */
export interface AddEmailAliasOptions extends CallOptions {
  path: contract["addEmailAlias"]["parameters"]["path"];
  header?: NonNullable<contract["addEmailAlias"]["parameters"]["header"]>;
  body: contract["addEmailAlias"]["requestBody"]["content"]["application/json"];
}

/** Options of `updateFile`. */
export interface UpdateFileOptions<Fields extends FieldList<resources.FileFields> = []> extends CallOptions {
  path: contract["updateFile"]["parameters"]["path"];
  query?: Omit<NonNullable<contract["updateFile"]["parameters"]["query"]>, "fields"> & { fields?: Fields };
  header?: NonNullable<contract["updateFile"]["parameters"]["header"]>;
  body: contract["updateFile"]["requestBody"]["content"]["application/json"];
}

/** Options of `restoreFolder`. */
export interface RestoreFolderOptions<Fields extends FieldList<resources.FolderFields> = []> extends CallOptions {
  path: contract["restoreFolder"]["parameters"]["path"];
  query?: Omit<NonNullable<contract["restoreFolder"]["parameters"]["query"]>, "fields"> & { fields?: Fields };
  header?: NonNullable<contract["restoreFolder"]["parameters"]["header"]>;
  body?: NonNullable<contract["restoreFolder"]["requestBody"]>["content"]["application/json"];
}

/** Options of `findSharedItem`. */
export interface FindSharedItemOptions<Fields extends FieldList<resources.SharedItemFields> = []> extends CallOptions {
  query?: Omit<NonNullable<contract["findSharedItem"]["parameters"]["query"]>, "fields"> & { fields?: Fields };
  header: contract["findSharedItem"]["parameters"]["header"];
}

/** Options of `createWebLink`. */
export interface CreateWebLinkOptions extends CallOptions {
  header?: NonNullable<contract["createWebLink"]["parameters"]["header"]>;
  body: contract["createWebLink"]["requestBody"]["content"]["application/json"];
}

/** Options of `createCollaboration`. */
export interface CreateCollaborationOptions<Fields extends FieldList<resources.CollaborationFields> = []>
  extends CallOptions {
  query?: Omit<NonNullable<contract["createCollaboration"]["parameters"]["query"]>, "fields"> & { fields?: Fields };
  header?: NonNullable<contract["createCollaboration"]["parameters"]["header"]>;
  body: contract["createCollaboration"]["requestBody"]["content"]["application/json"];
}

/** Options of `listCollaborationAllowlistEntries`. */
export interface ListCollaborationAllowlistEntriesOptions extends CallOptions {
  query?: NonNullable<contract["listCollaborationAllowlistEntries"]["parameters"]["query"]>;
  header?: NonNullable<contract["listCollaborationAllowlistEntries"]["parameters"]["header"]>;
}

/** Options of `createMetadataTemplate`. */
export interface CreateMetadataTemplateOptions extends CallOptions {
  header?: NonNullable<contract["createMetadataTemplate"]["parameters"]["header"]>;
  body: contract["createMetadataTemplate"]["requestBody"]["content"]["application/json"];
}

/** Options of `listEnterpriseMetadataTemplates`. */
export interface ListEnterpriseMetadataTemplatesOptions extends CallOptions {
  query?: NonNullable<contract["listEnterpriseMetadataTemplates"]["parameters"]["query"]>;
  header?: NonNullable<contract["listEnterpriseMetadataTemplates"]["parameters"]["header"]>;
}

/** Options of `getFileMetadata`. */
export interface GetFileMetadataOptions extends CallOptions {
  path: contract["getFileMetadata"]["parameters"]["path"];
  header?: NonNullable<contract["getFileMetadata"]["parameters"]["header"]>;
}

/** Options of `createFileMetadata`. */
export interface CreateFileMetadataOptions<
  Values extends object = contract["createFileMetadata"]["requestBody"]["content"]["application/json"],
> extends CallOptions {
  path: contract["createFileMetadata"]["parameters"]["path"];
  header?: NonNullable<contract["createFileMetadata"]["parameters"]["header"]>;
  body: Values;
}

/** Options of `deleteFileMetadata`. */
export interface DeleteFileMetadataOptions extends CallOptions {
  path: contract["deleteFileMetadata"]["parameters"]["path"];
  header?: NonNullable<contract["deleteFileMetadata"]["parameters"]["header"]>;
}

/** Options of `queryMetadata`. */
export interface QueryMetadataOptions extends CallOptions {
  header?: NonNullable<contract["queryMetadata"]["parameters"]["header"]>;
  body: contract["queryMetadata"]["requestBody"]["content"]["application/json"];
}

/** Options of `createTask`. */
export interface CreateTaskOptions extends CallOptions {
  header?: NonNullable<contract["createTask"]["parameters"]["header"]>;
  body: contract["createTask"]["requestBody"]["content"]["application/json"];
}

/** Options of `getTaskAssignment`. */
export interface GetTaskAssignmentOptions extends CallOptions {
  path: contract["getTaskAssignment"]["parameters"]["path"];
  header?: NonNullable<contract["getTaskAssignment"]["parameters"]["header"]>;
}

/** Options of `listLegalHoldPolicyAssignments`. */
export interface ListLegalHoldPolicyAssignmentsOptions extends CallOptions {
  query: Omit<contract["listLegalHoldPolicyAssignments"]["parameters"]["query"], "fields">;
  header?: NonNullable<contract["listLegalHoldPolicyAssignments"]["parameters"]["header"]>;
}

/** Options of `assignLegalHoldPolicy`. */
export interface AssignLegalHoldPolicyOptions extends CallOptions {
  header?: NonNullable<contract["assignLegalHoldPolicy"]["parameters"]["header"]>;
  body: contract["assignLegalHoldPolicy"]["requestBody"]["content"]["application/json"];
}

/** Options of `listFilesOnHold`. */
export interface ListFilesOnHoldOptions extends CallOptions {
  path: contract["listFilesOnHold"]["parameters"]["path"];
  query?: Omit<NonNullable<contract["listFilesOnHold"]["parameters"]["query"]>, "fields">;
  header?: NonNullable<contract["listFilesOnHold"]["parameters"]["header"]>;
}

/** Options of `listFileVersionsOnHold`. */
export interface ListFileVersionsOnHoldOptions extends CallOptions {
  path: contract["listFileVersionsOnHold"]["parameters"]["path"];
  query?: Omit<NonNullable<contract["listFileVersionsOnHold"]["parameters"]["query"]>, "fields">;
  header?: NonNullable<contract["listFileVersionsOnHold"]["parameters"]["header"]>;
}

/** Options of `listFileVersionLegalHolds`. */
export interface ListFileVersionLegalHoldsOptions extends CallOptions {
  query: contract["listFileVersionLegalHolds"]["parameters"]["query"];
  header?: NonNullable<contract["listFileVersionLegalHolds"]["parameters"]["header"]>;
}

/** Options of `listFileVersionRetentions`. */
export interface ListFileVersionRetentionsOptions extends CallOptions {
  query?: NonNullable<contract["listFileVersionRetentions"]["parameters"]["query"]>;
  header?: NonNullable<contract["listFileVersionRetentions"]["parameters"]["header"]>;
}

/** Options of `createTermsOfService`. */
export interface CreateTermsOfServiceOptions extends CallOptions {
  header?: NonNullable<contract["createTermsOfService"]["parameters"]["header"]>;
  body: contract["createTermsOfService"]["requestBody"]["content"]["application/json"];
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
   */
  deleteUser: (options: DeleteUserOptions) => CallPromise<void>;

  /**
   * Add an email alias to a user.
   *
   * `POST /users/{user_id}/email_aliases`
   *
   * Adds an email address to a user. `is_confirmed` is false until the user confirms the new alias. An address
   * that is already in use is rejected.
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
   */
  findSharedItem: <const Fields extends FieldList<resources.SharedItemFields> = []>(
    options: FindSharedItemOptions<Fields>,
  ) => CallPromise<Selection<resources.SharedItem, resources.SharedItemFields, Fields> | undefined>;

  /**
   * Create a web link.
   *
   * `POST /web_links`
   *
   * Adds a web address to a folder, next to the files. The scheme must be `http` or `https`. The default name is
   * the address.
   */
  createWebLink: (options: CreateWebLinkOptions) => CallPromise<resources.WebLink>;

  /**
   * Create a collaboration.
   *
   * `POST /collaborations`
   *
   * Gives a user or a group a role on a file or folder. Identify a user by id or by login, and a group by id. A
   * login without a user creates a pending collaboration. Groups can be invited only if their settings allow it,
   * and outside users only if the allowlist of the enterprise has their domain.
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
   */
  queryMetadata: PagedOperation<QueryMetadataOptions, resources.MetadataQueryResults>;

  /**
   * Create a task on a file.
   *
   * `POST /tasks`
   *
   * Creates a task on a file: a review, or other work. The new task has no assignments; create them separately.
   * The due date is optional. A lock on the file does not prevent tasks.
   */
  createTask: (options: CreateTaskOptions) => CallPromise<resources.Task>;

  /**
   * Get a task assignment.
   *
   * `GET /task_assignments/{task_assignment_id}`
   *
   * Returns one assignment of a task: who assigned it to whom, for which file, and its status. If the caller may
   * not see the file, the response is the same as for a missing assignment.
   */
  getTaskAssignment: (options: GetTaskAssignmentOptions) => CallPromise<resources.TaskAssignment>;

  /**
   * List the assignments of a legal hold policy.
   *
   * `GET /legal_hold_policy_assignments`
   *
   * Lists the assignments of a legal hold policy. Filters narrow the list to one type of target, or to one target.
   * Use the ids of the assignments to list the files and file versions on hold.
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
   */
  assignLegalHoldPolicy: (options: AssignLegalHoldPolicyOptions) => CallPromise<resources.LegalHoldPolicyAssignment>;

  /**
   * List the current file versions on hold.
   *
   * `GET /legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold`
   *
   * Lists the files whose current version is held by an assignment. Previous versions have a separate list. In the
   * newer architecture of the service, the list can have only the latest held version of a file.
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
   */
  listFileVersionLegalHolds: PagedOperation<ListFileVersionLegalHoldsOptions, resources.FileVersionLegalHolds>;

  /**
   * List file version retentions.
   *
   * `GET /file_version_retentions`
   *
   * Lists the file versions that a retention policy keeps, and when each is released or deleted. All filters are
   * optional; a version must match all of them. `disposition_after` and `disposition_before` select a period.
   */
  listFileVersionRetentions: PagedOperation<ListFileVersionRetentionsOptions, resources.FileVersionRetentions>;

  /**
   * Create terms of service.
   *
   * `POST /terms_of_services`
   *
   * Creates the terms that users must accept before they use the service with this enterprise. Members of the
   * enterprise and everyone else can have different terms. Disabled terms can be a draft without a text; enabled
   * terms require one.
   */
  createTermsOfService: (options: CreateTermsOfServiceOptions) => CallPromise<resources.TermsOfService>;
}
