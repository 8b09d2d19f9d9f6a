// Made from openapi/ by npm run generate. Do not edit.
export interface paths {
  "/oauth2/token": {
    /** Refresh an access token. Exchanges a refresh token for a new access token and a new refresh token. A refresh token can be used once. Store the new one before you use the new access token, and refresh in only one process at a time. If the response is lost, the old token can be spent anyway. This operation is at the token address. It takes a form, and no bearer token. The service ignores an `Authorization` header, and parameters that it does not know. */
    post: operations["refreshAccessToken"];
  };
  "/users/me": {
    /** Get the current user. Returns the user that the call acts for. With the token of a client-side application, this is the user who signed in; with the token of a server-side application, the service account; with `As-User`, the user in that header. This operation is the simplest way to check an access token. */
    get: operations["getCurrentUser"];
  };
  "/users/{user_id}": {
    /** Delete a user. Deletes a user of the enterprise. The call fails if the user still owns content, unless `force` is set; content on legal hold makes it fail even then. Transfer the content to another owner first. While a move or a restore has locked some of the content, `force` fails with a 409: retry it later. */
    delete: operations["deleteUser"];
  };
  "/users/{user_id}/email_aliases": {
    /** Add an email alias to a user. Adds an email address to a user. `is_confirmed` is false until the user confirms the new alias. An address that is already in use is rejected. */
    post: operations["addEmailAlias"];
  };
  "/files/{file_id}": {
    /** Update a file. Renames, moves, locks, unlocks, tags, describes or shares a file, and sets who may download it. Either all changes of one call are applied or none. Send the last etag that you received as `If-Match` to make sure that nobody else changed the file in the meantime. While another user holds the lock, the only possible change is to remove it, with `lock: null` alone. `lock`, `tags` and `permissions` are returned only if `fields` names them. */
    put: operations["updateFile"];
  };
  "/folders/{folder_id}": {
    /** Restore a folder from the trash. Restores a folder with all its content from the trash to its original place. The given parent is used only if the original parent folder no longer exists, or is in the trash itself. During the restore, the folder, everything below it and the destination are locked: other moves, copies, deletes and restores fail with a 409. Retry them later. */
    post: operations["restoreFolder"];
  };
  "/shared_items": {
    /** Find the item for a shared link. Returns the file, the folder or the web link behind a shared link. See its `type`. Send the link in a header, with its password if it has one. Send the etag of a stored copy as `If-None-Match` to receive an empty 304 if the item is unchanged. The response is the same for a wrong password and an unknown link. */
    get: operations["findSharedItem"];
  };
  "/web_links": {
    /** Create a web link. Adds a web address to a folder, next to the files. The scheme must be `http` or `https`. The default name is the address. */
    post: operations["createWebLink"];
  };
  "/collaborations": {
    /** Create a collaboration. Gives a user or a group a role on a file or folder. Identify a user by id or by login, and a group by id. A login without a user creates a pending collaboration. Groups can be invited only if their settings allow it, and outside users only if the allowlist of the enterprise has their domain, and that of their enterprise the domain of the caller. */
    post: operations["createCollaboration"];
  };
  "/collaboration_whitelist_entries": {
    /** List the entries of the collaboration allowlist. Lists the domains that members of the enterprise may collaborate with. Use the list to predict whether an invitation will be rejected. The path uses the older word for an allowlist. */
    get: operations["listCollaborationAllowlistEntries"];
  };
  "/metadata_templates/schema": {
    /** Create a metadata template. Creates a template, which defines the fields of its instances. The service keeps the order of the fields. Only admins and co-admins may create templates, and only in the scope of their own enterprise. Without a `templateKey`, the service derives one from the display name. Keys are unique in an enterprise. */
    post: operations["createMetadataTemplate"];
  };
  "/metadata_templates/enterprise": {
    /** List the metadata templates of the enterprise. Lists the metadata templates of the caller's enterprise, with their fields and options. Use the list to find the keys of an instance, and the scope and key for a metadata query. Pagination is by marker only, without `usemarker`. */
    get: operations["listEnterpriseMetadataTemplates"];
  };
  "/files/{file_id}/metadata/{scope}/{template_key}": {
    /** Get a metadata instance of a file. Returns the instance of a template on a file: its values, with the attributes that the service manages. Those start with `$`. If the template is not applied to the file, the response is a 404. */
    get: operations["getFileMetadata"];
    /** Create a metadata instance on a file. Creates the instance of a template on a file, with its values. A template can be applied to a file once. A second call is rejected, and the existing instance stays unchanged. The values must match the template. The template `properties` in the scope `global` accepts any key and value. */
    post: operations["createFileMetadata"];
    /** Delete a metadata instance from a file. Removes the instance of a template from a file, with all its values. The template remains and can be applied again. Deleting an instance that does not exist is an error. */
    delete: operations["deleteFileMetadata"];
  };
  "/metadata_queries/execute_read": {
    /** Query files and folders by metadata. Finds the files and folders whose metadata instance matches conditions, in a folder and all folders below it. The conditions contain arguments, and `query_params` has their values. Only items that the caller may see are found. Without `order_by`, the order is undefined and can change between pages. A template that is applied to more than 10,000 items requires `use_index`. The operation is safe although its method is POST. */
    post: operations["queryMetadata"];
  };
  "/tasks": {
    /** Create a task on a file. Creates a task on a file: a review, or other work. The new task has no assignments. The due date is optional. A lock on the file does not prevent tasks. */
    post: operations["createTask"];
  };
  "/task_assignments/{task_assignment_id}": {
    /** Get a task assignment. Returns one assignment of a task: who assigned it to whom, for which file, and its status. If the caller may not see the file, the response is the same as for a missing assignment. */
    get: operations["getTaskAssignment"];
  };
  "/legal_hold_policy_assignments": {
    /** List the assignments of a legal hold policy. Lists the assignments of a legal hold policy. Filters narrow the list to one type of target, or to one target. Use the ids of the assignments to list the files and file versions on hold. */
    get: operations["listLegalHoldPolicyAssignments"];
    /** Assign a legal hold policy. Puts a file, a file version, a folder or a user on hold under a legal hold policy. Content on hold is never deleted permanently. A hold on a folder or a user covers the files that are in it, or that the user owns, at the time. To keep a file on hold wherever it is moved, hold the file itself. With the id in the response, list what is on hold. */
    post: operations["assignLegalHoldPolicy"];
  };
  "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold": {
    /** List the current file versions on hold. Lists the files whose current version is held by an assignment. Previous versions have a separate list. In the newer architecture of the service, the list can have only the latest held version of a file. */
    get: operations["listFilesOnHold"];
  };
  "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/file_versions_on_hold": {
    /** List the previous file versions on hold. Lists the previous file versions that an assignment holds. Current versions have a separate list. */
    get: operations["listFileVersionsOnHold"];
  };
  "/file_version_legal_holds": {
    /** List file version legal holds. Lists the current and previous file versions that a policy holds: one record per version, with all assignments that hold it. This list belongs to the older architecture of the service; in the newer one, use the two lists of an assignment. */
    get: operations["listFileVersionLegalHolds"];
  };
  "/file_version_retentions": {
    /** List file version retentions. Lists the file versions that a retention policy keeps, and when each is released or deleted. All filters are optional; a version must match all of them. `disposition_after` and `disposition_before` select a period. */
    get: operations["listFileVersionRetentions"];
  };
  "/terms_of_services": {
    /** Create terms of service. Creates terms of service of the enterprise. Members of the enterprise and everyone else can have different terms. Disabled terms can be a draft without a text; enabled terms require one. No operation here accepts terms. */
    post: operations["createTermsOfService"];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** The refresh token, and the credentials of the application. */
    TokenRefresh: {
      /** Always `refresh_token`. */
      grant_type: "refresh_token";
      /** The client id of the application. */
      client_id: string;
      /** Format: password. The secret of the application. Keep it out of logs and browsers. */
      client_secret: string;
      /** Format: password. The refresh token that was issued with the current access token. It can be used once. */
      refresh_token: string;
    };
    /** The error code, for programs. The service can send codes that are not listed here, and clients must accept them. `x-codes` describes each code, and says how to react to it. */
    ErrorCode:
      | "access_denied_insufficient_permissions"
      | "access_denied_item_locked"
      | "bad_request"
      | "conflict"
      | "forbidden"
      | "forbidden_by_policy"
      | "instance_not_found"
      | "instance_tuple_not_found"
      | "internal_server_error"
      | "invalid_query"
      | "item_name_in_use"
      | "method_not_allowed"
      | "not_found"
      | "operation_blocked_temporary"
      | "precondition_failed"
      | "rate_limit_exceeded"
      | "schema_validation_failed"
      | "tuple_already_exists"
      | "unauthorized"
      | "unavailable"
      | "unexpected_json_type"
      | "user_owns_content"
      | (string & {});
    /** An invalid parameter or property. */
    ErrorDetail: {
      /** The reason, for programs. */
      reason?: string | null;
      /** The parameter or property. Nested names are separated by dots. */
      name?: string | null;
      /** The reason, for people. */
      message?: string | null;
    };
    /** The details of an error. */
    ErrorContext: {
      /** One entry for each invalid parameter or property. */
      errors?: components["schemas"]["ErrorDetail"][];
    };
    /** The body of an error at the base address. The metadata instance operations use a shorter form for most errors. */
    Error: {
      /** The usual value is `error`. */
      type?: "error" | (string & {});
      /** The HTTP status of the response. */
      status?: number | null;
      /** The error code, for programs. */
      code?: components["schemas"]["ErrorCode"];
      /** The error message, for people. The wording can change. It can be empty. */
      message?: string | null;
      /** Details of the error, or a text. Null or missing if there are none. */
      context_info?: components["schemas"]["ErrorContext"] | string | null;
      /** The address of a page about this error. It can be empty. */
      help_url?: string | null;
      /** The id of the request in the logs of the service. Quote it in a support request. It can be empty. */
      request_id?: string | null;
    };
    /** A new pair of tokens. */
    AccessToken: {
      /** The token for the `Authorization` header, after the word `Bearer`. */
      access_token: string;
      /** Format: int64. The lifetime of the access token, in seconds. */
      expires_in?: number | null;
      /** The type of the token, in any letter case. The usual value is `bearer`. */
      token_type?: string | null;
      /** The token for the next refresh. It can be used once, within 60 days. */
      refresh_token?: string | null;
      /** The restrictions of the access token. Empty if it has none. */
      restricted_to?:
        | {
            [key: string]: unknown;
          }[]
        | null;
    };
    /** The error of the token operation, as RFC 6749 section 5.2 defines it. */
    TokenError: {
      /** The error code, for programs. `x-codes` describes each code, and says how to react to it. */
      error: "invalid_grant" | "invalid_client" | "invalid_request" | "unsupported_grant_type" | (string & {});
      /** The error message, for people. */
      error_description?: string | null;
    };
    /** A user with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    UserFields: {
      /** Always `user`. */
      type: "user";
      /** The id of the user. */
      id: string;
      /** The display name. */
      name?: string;
      /** The email address that the user signs in with. */
      login?: string;
      /** Format: date-time. When the user was created. */
      created_at?: string;
      /** Format: date-time. When the user was last changed. */
      modified_at?: string;
      /** The language of the user, as a language code. */
      language?: string;
      /** Format: int64. The maximum storage of the user, in bytes. */
      space_amount?: number;
      /** Format: int64. The used storage, in bytes. */
      space_used?: number;
      /** Format: int64. The maximum size of a file that the user may upload, in bytes. */
      max_upload_size?: number;
      /** The status of the account. The usual value is `active`. */
      status?: string;
      /** The job title of the user. Empty if not set. */
      job_title?: string;
      /** The phone number of the user. Empty if not set. */
      phone?: string;
      /** The postal address of the user. Empty if not set. */
      address?: string;
      /** The address of the picture of the user. */
      avatar_url?: string;
    };
    /** A user in the standard representation, which is returned without `fields`. */
    User: WithRequired<
      components["schemas"]["UserFields"],
      | "type"
      | "id"
      | "name"
      | "login"
      | "created_at"
      | "modified_at"
      | "language"
      | "space_amount"
      | "space_used"
      | "max_upload_size"
      | "status"
      | "job_title"
      | "phone"
      | "address"
      | "avatar_url"
    >;
    /** The alias to add. */
    EmailAliasCreate: {
      /** Format: email. The email address to add. The service ignores the case of its letters. */
      email: string;
    };
    /** An additional email address of a user. */
    EmailAlias: {
      /** Always `email_alias`. */
      type: "email_alias";
      /** The id of the alias. */
      id: string;
      /** Whether the user has confirmed the address. */
      is_confirmed: boolean;
      /** The email address. */
      email: string;
    };
    /** The lock to put on a file. Only the user who created the lock can rename, move or change the file, or change its metadata. */
    LockUpdate: {
      /** Always `lock`. */
      access: "lock";
      /** Format: date-time. When the lock expires. By default, or with null, the lock does not expire. @default null */
      expires_at?: string | null;
      /** Whether the lock prevents downloads by other users. @default false */
      is_download_prevented?: boolean | null;
    };
    /** The shared link of an item. Properties that are missing have the default of the enterprise, or stay unchanged. */
    SharedLinkUpdate: {
      /** Who may use the link: everyone with the link, members of the enterprise, or collaborators of the item. */
      access?: "open" | "company" | "collaborators";
      /** Format: password. The password of the link. The minimum is 8 characters. Null removes the password. */
      password?: string | null;
      /** A custom name for a second address of the link. The name of another link is rejected as invalid. */
      vanity_name?: string;
      /** Format: date-time. When the link expires. */
      unshared_at?: string;
      /** The permissions of users of the link. */
      permissions?: {
        /** Whether the content may be downloaded. */
        can_download?: boolean;
        /** Whether the content may be previewed. */
        can_preview?: boolean;
        /** Whether the content may be changed. */
        can_edit?: boolean;
      };
    };
    /** The changes. Properties that are missing stay unchanged. Either all changes of one call are applied or none. */
    FileUpdate: {
      /** The new name, unique in the folder: up to 255 characters without slashes and control characters. It does not end with a space, and is neither `.` nor `..`. */
      name?: string;
      /** The new description. The maximum is 256 characters. */
      description?: string;
      /** The folder to move the file to. Its owner becomes the owner of the file. Into another enterprise, only the owner of the file, a co-owner or an admin moves it. */
      parent?: {
        /** The id of the new parent folder. Null leaves the file where it is. The root folder has the id 0. */
        id: string | null;
      };
      /** An object locks the file; null removes the lock. Everyone who may change the file can remove the lock of another user, in a call without other changes. */
      lock?: components["schemas"]["LockUpdate"] | null;
      /** The permissions on the file. */
      permissions?: {
        /** Who may download the file. `company` excludes everyone from outside the enterprise except co-owners. */
        can_download?: "open" | "company";
      };
      /** The tags of the file. They replace the existing tags. The maximum is 100 tags on a file, and 10,000 different tags in an enterprise. */
      tags?: readonly string[];
      /** An object creates or changes the shared link; null removes it. */
      shared_link?: components["schemas"]["SharedLinkUpdate"] | null;
    };
    /** A folder, as other records refer to it. */
    FolderMini: {
      /** Always `folder`. */
      type: "folder";
      /** The id of the folder. The root folder has the id 0. */
      id: string;
      /** A number that increases with each change of the folder. Null for the root folder. */
      sequence_id?: string | null;
      /** The version of the folder as an entity tag. It differs after each change. Null for the root folder. */
      etag?: string | null;
      /** The name of the folder. */
      name: string;
    };
    /** The folders above an item that the caller may see, from the root down. */
    PathCollection: {
      /** Format: int64. The number of these folders. */
      total_count: number;
      /** The folders, from the root to the parent. */
      entries: components["schemas"]["FolderMini"][];
    };
    /** A user, as other records refer to it. */
    UserMini: {
      /** Always `user`. */
      type: "user";
      /** The id of the user. */
      id: string;
      /** The display name. */
      name: string;
      /** The email address that the user signs in with. */
      login?: string;
    };
    /** The permissions that a shared link gives on the item. */
    SharedLinkPermissions: {
      /** Whether the content may be downloaded. */
      can_download?: boolean | null;
      /** Whether the content may be previewed. */
      can_preview?: boolean | null;
      /** Whether the content may be changed. */
      can_edit?: boolean | null;
    };
    /** A shared link. It gives access to an item without an invitation. */
    SharedLink: {
      /** The address to share. Null for an item in the trash. */
      url: string | null;
      /** An address that downloads the content directly. Null if downloads are not allowed or there is no content. */
      download_url?: string | null;
      /** A second address with the custom name, or null. */
      vanity_url?: string | null;
      /** The custom name, or null. */
      vanity_name?: string | null;
      /** Who may use the link. */
      access?: "open" | "company" | "collaborators" | (string & {}) | null;
      /** Who may use the link under the settings of the enterprise. It can be narrower than `access`. */
      effective_access?: "open" | "company" | "collaborators" | (string & {}) | null;
      /** The permissions of users of the link, under the settings of the enterprise. */
      effective_permission?: "can_edit" | "can_download" | "can_preview" | "no_access" | (string & {}) | null;
      /** Format: date-time. When the link expires. Null if it does not expire. */
      unshared_at?: string | null;
      /** Whether a password is enabled for the link. */
      is_password_enabled?: boolean | null;
      /** The permissions of users of the link. */
      permissions?: components["schemas"]["SharedLinkPermissions"] | null;
      /** Format: int64. The number of downloads through the link. */
      download_count?: number | null;
      /** Format: int64. The number of previews through the link. */
      preview_count?: number | null;
    };
    /** A file version, as other records refer to it. */
    FileVersionMini: {
      /** Always `file_version`. */
      type: "file_version";
      /** The id of the version. */
      id: string;
      /** The SHA-1 hash of the content of this version, as 40 hexadecimal digits. */
      sha1?: string | null;
    };
    /** A lock on a file. Only the user who created the lock can rename, move or change the file. */
    FileLock: {
      /** The usual value is `lock`. */
      type?: "lock" | (string & {});
      /** The id of the lock. */
      id?: string | null;
      /** Who locked the file. */
      created_by?: components["schemas"]["UserMini"] | null;
      /** Format: date-time. When the file was locked. */
      created_at?: string | null;
      /** Format: date-time. When the lock will expire, as some services name it. They send `expired_at` or `expires_at`. */
      expired_at?: string | null;
      /** Format: date-time. When the lock will expire. Null or missing if it does not expire, or if the service sends `expired_at`. */
      expires_at?: string | null;
      /** Whether the lock prevents downloads. */
      is_download_prevented?: boolean | null;
      /** The kind of application that locked the file. Null or missing if the service does not know it. */
      app_type?: string | null;
    };
    /** What the caller may do with the file. It differs from `permissions` in an update, which says who may download the file. */
    FilePermissions: {
      /** Whether the caller may download the file. */
      can_download?: boolean;
      /** Whether the caller may preview the file. */
      can_preview?: boolean;
      /** Whether the caller may upload a new version. */
      can_upload?: boolean;
      /** Whether the caller may rename the file. */
      can_rename?: boolean;
      /** Whether the caller may delete the file. */
      can_delete?: boolean;
      /** Whether the caller may create a shared link. */
      can_share?: boolean;
      /** Whether the caller may change the access of the shared link. */
      can_set_share_access?: boolean;
      /** Whether the caller may invite collaborators. */
      can_invite_collaborator?: boolean;
      /** Whether the caller may write comments. */
      can_comment?: boolean;
      /** Whether the caller may write annotations. */
      can_annotate?: boolean;
      /** Whether the caller may see the annotations of everyone. */
      can_view_annotations_all?: boolean;
      /** Whether the caller may see the caller's own annotations. */
      can_view_annotations_self?: boolean;
    };
    /** A metadata instance, as a file or folder contains it: the attributes `$parent`, `$version`, `$template` and `$scope`, and the fields of the template. Services can send the other attributes of an instance too. */
    MetadataInstanceMini: {
      /** The type of the instance. It consists of the template and its version. */
      $type?: string;
      /** The item of the instance. For a file, `file_` followed by its id. */
      $parent: string;
      /** The id of the instance. */
      $id?: string;
      /** Format: int64. The version of the instance. It increases when values change. */
      $version: number;
      /** Format: int64. The version of the template that the instance uses. */
      $typeVersion?: number;
      /** The key of the template. */
      $template: string;
      /** The scope of the template. */
      $scope: string;
      /** Whether the caller may change the instance. */
      $canEdit?: boolean | null;
    } & {
      [key: string]: unknown;
    };
    /** Metadata instances of an item, by scope and then by template key. */
    ItemMetadata: {
      [key: string]: {
        [key: string]: components["schemas"]["MetadataInstanceMini"];
      };
    };
    /** A file with the attributes in `fields`. Only `type` and `id` are guaranteed. `lock`, `tags`, `permissions`, `extension` and `metadata` are returned only if `fields` names them. */
    FileFields: {
      /** Always `file`. */
      type: "file";
      /** The id of the file. */
      id: string;
      /** A number that increases with each change of the file. */
      sequence_id?: string;
      /** The version of the file as an entity tag. Send it as `If-Match` to change the file only if it is unchanged. */
      etag?: string;
      /** The SHA-1 hash of the current content, as 40 hexadecimal digits in either case. */
      sha1?: string;
      /** The name of the file with its extension, unique in the folder. */
      name?: string;
      /** The description of the file. Empty if there is none. */
      description?: string;
      /** Format: int64. The size of the current content, in bytes. */
      size?: number | null;
      /** The folders above the file that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"] | null;
      /** Format: date-time. When the file was created in the service. */
      created_at?: string | null;
      /** Format: date-time. When the file was last changed in the service. */
      modified_at?: string | null;
      /** Format: date-time. When the content was created, possibly before the upload. Null if unknown. */
      content_created_at?: string | null;
      /** Format: date-time. When the content was last changed, possibly before the upload. Null if unknown. */
      content_modified_at?: string | null;
      /** Who created the file. */
      created_by?: components["schemas"]["UserMini"] | null;
      /** Who last changed the file. */
      modified_by?: components["schemas"]["UserMini"] | null;
      /** Who owns the file. */
      owned_by?: components["schemas"]["UserMini"] | null;
      /** Format: date-time. When the file or a folder above it was moved to the trash. Null if it is not in the trash. */
      trashed_at?: string | null;
      /** Format: date-time. When the file will be deleted permanently, or null. */
      purged_at?: string | null;
      /** The status of the file. `active` for a file that is in use. */
      item_status?: string | null;
      /** The parent folder. Null if the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** The shared link of the file. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** The current version of the file. */
      file_version?: components["schemas"]["FileVersionMini"] | null;
      /** The lock on the file. Null if it has none. Returned only if `fields` names it. */
      lock?: components["schemas"]["FileLock"] | null;
      /** The tags of the file. Returned only if `fields` names them. */
      tags?: string[];
      /** The permissions on the file. Returned only if `fields` names them. */
      permissions?: components["schemas"]["FilePermissions"];
      /** The extension of the name, after the last dot. Returned only if `fields` names it. */
      extension?: string | null;
      /** Metadata instances of the file. Returned only if `fields` names them. */
      metadata?: components["schemas"]["ItemMetadata"] | null;
    };
    /** A file in the standard representation, which is returned without `fields`. */
    File: WithRequired<
      components["schemas"]["FileFields"],
      "type" | "id" | "sequence_id" | "etag" | "sha1" | "name" | "description" | "parent" | "shared_link"
    >;
    /** How to restore the folder if it cannot return to its original place or name. */
    FolderRestore: {
      /** A new name for the folder, for example if the original name is taken. The rules are those of the name of a file. */
      name?: string;
      /** The destination if the original parent folder no longer exists. Otherwise not used. */
      parent?: {
        /** The id of the folder. The root folder has the id 0. */
        id: string;
      };
    };
    /** A folder with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    FolderFields: {
      /** Always `folder`. */
      type: "folder";
      /** The id of the folder. The root folder has the id 0. */
      id: string;
      /** A number that increases with each change of the folder. */
      sequence_id?: string;
      /** The version of the folder as an entity tag. It differs after each change. */
      etag?: string;
      /** The name of the folder, unique in the parent folder. */
      name?: string;
      /** The description of the folder. Empty if there is none. */
      description?: string;
      /** Format: int64. The total size of the content of the folder, in bytes. */
      size?: number;
      /** The folders above the folder that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"];
      /** Format: date-time. When the folder was created in the service. */
      created_at?: string;
      /** Format: date-time. When the folder was last changed in the service. */
      modified_at?: string;
      /** Format: date-time. When the folder was first created, possibly before the upload. Null if unknown. */
      content_created_at?: string | null;
      /** Format: date-time. When the content was last changed, possibly before the upload. Null if unknown. */
      content_modified_at?: string | null;
      /** Who created the folder. */
      created_by?: components["schemas"]["UserMini"];
      /** Who last changed the folder. */
      modified_by?: components["schemas"]["UserMini"];
      /** Who owns the folder. */
      owned_by?: components["schemas"]["UserMini"];
      /** Format: date-time. When the folder was moved to the trash. Null if it is not in the trash. */
      trashed_at?: string | null;
      /** Format: date-time. When the folder will be deleted permanently, or null. */
      purged_at?: string | null;
      /** The status of the folder. `active` for a folder that is in use. */
      item_status?: string;
      /** The parent folder. Null for the root folder, or if the caller may not see the parent. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** The shared link of the folder. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** The email address for uploads to the folder, with its settings. Null if there is none. */
      folder_upload_email?: {
        [key: string]: unknown;
      } | null;
      /** Metadata instances of the folder. A metadata query returns them if its `fields` name them. */
      metadata?: components["schemas"]["ItemMetadata"];
    };
    /** A folder in the standard representation, which is returned without `fields`. */
    Folder: WithRequired<
      components["schemas"]["FolderFields"],
      | "type"
      | "id"
      | "sequence_id"
      | "etag"
      | "name"
      | "description"
      | "size"
      | "path_collection"
      | "created_at"
      | "modified_at"
      | "created_by"
      | "modified_by"
      | "owned_by"
      | "item_status"
      | "parent"
      | "shared_link"
      | "folder_upload_email"
    >;
    /** A web link with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    WebLinkFields: {
      /** Always `web_link`. */
      type: "web_link";
      /** The id of the web link. */
      id: string;
      /** A number that increases with each change of the web link. */
      sequence_id?: string;
      /** The version of the web link as an entity tag. It differs after each change. */
      etag?: string;
      /** The display name. The url if the web link was created without a name. */
      name?: string;
      /** The web address. */
      url?: string;
      /** The description of the web link. Empty if there is none. */
      description?: string;
      /** The folders above the web link that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"];
      /** Format: date-time. When the web link was created. */
      created_at?: string;
      /** Format: date-time. When the web link was last changed. */
      modified_at?: string;
      /** Who created the web link. */
      created_by?: components["schemas"]["UserMini"];
      /** Who last changed the web link. */
      modified_by?: components["schemas"]["UserMini"];
      /** Who owns the web link. */
      owned_by?: components["schemas"]["UserMini"];
      /** Format: date-time. When the web link was moved to the trash. Null if it is not in the trash. */
      trashed_at?: string | null;
      /** Format: date-time. When the web link will be deleted permanently, or null. */
      purged_at?: string | null;
      /** The status of the web link. `active` for a web link that is in use. */
      item_status?: string;
      /** The parent folder. Null if the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** The shared link of the web link. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
    };
    /** A web link in the standard representation. It is a named web address in a folder, next to the files. */
    WebLink: WithRequired<
      components["schemas"]["WebLinkFields"],
      | "type"
      | "id"
      | "sequence_id"
      | "etag"
      | "name"
      | "url"
      | "description"
      | "path_collection"
      | "created_at"
      | "modified_at"
      | "created_by"
      | "modified_by"
      | "owned_by"
      | "trashed_at"
      | "purged_at"
      | "item_status"
      | "parent"
      | "shared_link"
    >;
    /** The item behind a shared link, in the standard representation: a file, a folder or a web link. See its `type`. */
    SharedItem: components["schemas"]["File"] | components["schemas"]["Folder"] | components["schemas"]["WebLink"];
    /** The item behind a shared link, with the attributes in `fields`: a file, a folder or a web link. See its `type`. */
    SharedItemFields:
      | components["schemas"]["FileFields"]
      | components["schemas"]["FolderFields"]
      | components["schemas"]["WebLinkFields"];
    /** The web link to create. */
    WebLinkCreate: {
      /** Format: uri. The web address. It starts with `http://` or `https://`. */
      url: string;
      /** The folder to create the web link in. */
      parent: {
        /** The id of the folder. The root folder has the id 0. */
        id: string;
      };
      /** The display name. By default, the url. */
      name?: string;
      /** The description of the web link. @default */
      description?: string;
    };
    /** A user or a group, by id. */
    CollaboratorById: {
      /** The type of the collaborator: user or group. */
      type: "user" | "group";
      /** The id of the user or group. */
      id: string;
      login?: undefined;
    };
    /** A user, by login. The user may be outside the enterprise. */
    CollaboratorByLogin: {
      /** Always `user`, because groups have no login. */
      type: "user";
      /** Format: email. The email address that the user signs in with, or a confirmed email alias of the user. The service ignores the case of its letters. */
      login: string;
      id?: undefined;
    };
    /** Whom to invite, to which item, and with which role. */
    CollaborationCreate: {
      /** The file or folder to give access to. */
      item: {
        /** The type of the item: file or folder. */
        type: "file" | "folder";
        /** The id of the file or folder. */
        id: string;
      };
      /** Whom to invite: a user or a group by id, or a user by login. */
      accessible_by: components["schemas"]["CollaboratorById"] | components["schemas"]["CollaboratorByLogin"];
      /** The role of the collaborator. Two of the roles contain a space. */
      role: "editor" | "viewer" | "previewer" | "uploader" | "previewer uploader" | "viewer uploader" | "co-owner";
      /** Whether the collaborator sees the path of folders above the item. The collaborator gets no permissions on them. The recommended maximum is 1,000 such collaborations per user. */
      can_view_path?: boolean;
      /** Format: date-time. When the collaboration expires. Rejected unless the enterprise lets folder owners extend the expiration. */
      expires_at?: string;
    };
    /** The invited user or group. */
    Collaborator: {
      /** The type of the collaborator: user or group. */
      type: "user" | "group" | (string & {});
      /** The id of the user or group. */
      id: string;
      /** The display name. */
      name: string;
      /** The email address that the user signs in with. Not present for a group. */
      login?: string;
    };
    /** The file or folder of the collaboration. */
    CollaborationItem: {
      /** The type of the item: file or folder. */
      type: "file" | "folder" | (string & {});
      /** The id of the item. */
      id: string;
      /** A number that increases with each change of the item. Null for the root folder. */
      sequence_id: string | null;
      /** The version of the item as an entity tag. It differs after each change. Null for the root folder. */
      etag: string | null;
      /** The name of the item. */
      name: string;
    };
    /** A collaboration with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    CollaborationFields: {
      /** Always `collaboration`. */
      type: "collaboration";
      /** The id of the collaboration. */
      id: string;
      /** Who invited the collaborator, or null. */
      created_by?: components["schemas"]["UserMini"] | null;
      /** Format: date-time. When the collaborator was invited. */
      created_at?: string;
      /** Format: date-time. When the collaboration was last changed. */
      modified_at?: string;
      /** Format: date-time. When the collaboration expires. Null if it does not expire. */
      expires_at?: string | null;
      /** The status of the invitation. Members of the enterprise usually accept at once. */
      status?: "accepted" | "pending" | "rejected" | (string & {});
      /** The invited user or group. Null for an email address from outside the enterprise until the invitation is accepted. */
      accessible_by?: components["schemas"]["Collaborator"] | null;
      /** The invited email address if no user has it yet, otherwise null or missing. */
      invite_email?: string | null;
      /** The role of the collaborator. `owner` is the only role that no invitation can give. */
      role?:
        | "editor"
        | "viewer"
        | "previewer"
        | "uploader"
        | "previewer uploader"
        | "viewer uploader"
        | "co-owner"
        | "owner"
        | (string & {});
      /** Format: date-time. When the invitation was accepted or rejected. Null while it is pending. */
      acknowledged_at?: string | null;
      /** The item that the collaborator has access to. It can be null while the invitation is pending. */
      item?: components["schemas"]["CollaborationItem"] | null;
    };
    /** A collaboration in the standard representation. It gives a user or a group a role on a file or folder. */
    Collaboration: WithRequired<
      components["schemas"]["CollaborationFields"],
      | "type"
      | "id"
      | "created_by"
      | "created_at"
      | "modified_at"
      | "expires_at"
      | "acknowledged_at"
      | "status"
      | "accessible_by"
      | "role"
      | "item"
    >;
    /** A sort key of the entries of a page. */
    PageOrder: {
      /** The attribute to sort by. */
      by: string;
      /** The direction. */
      direction: string;
    };
    /** The attributes of every page besides its entries. They depend on the pagination: `offset` and `total_count` by offset, `next_marker` by marker. Some services add `next_marker` to a page by offset. */
    Page: {
      /** Format: int64. The page size that the service used. It can be lower than the requested limit, so compute the next offset from this value. */
      limit?: number;
      /** Format: int64. The position of the first entry of this page, counted from zero. */
      offset?: number;
      /** Format: int64. One more than the offset of the last entry of the whole list. The list ends when the next offset is greater. */
      total_count?: number;
      /** The marker of the next page. Null, empty or missing on the last page. */
      next_marker?: string | null;
      /** The marker of the previous page. Null, empty or missing on the first page. */
      prev_marker?: string | null;
      /** The sort keys of the entries, the most significant first. */
      order?: components["schemas"]["PageOrder"][];
    };
    /** An enterprise, as other records refer to it. */
    Enterprise: {
      /** The usual value is `enterprise`. */
      type: "enterprise" | (string & {});
      /** The id of the enterprise. */
      id: string;
    };
    /** A domain that members of the enterprise may collaborate with. */
    CollaborationAllowlistEntry: {
      /** The usual value is `collaboration_whitelist_entry`. */
      type: "collaboration_whitelist_entry" | (string & {});
      /** The id of the entry. */
      id: string;
      /** The domain of the allowed email addresses. */
      domain: string;
      /** Which invitations are allowed: `inbound` from the domain, `outbound` to the domain, or `both`. */
      direction?: "inbound" | "outbound" | "both" | (string & {}) | null;
      /** The enterprise that the allowlist belongs to. */
      enterprise?: components["schemas"]["Enterprise"] | null;
      /** Format: date-time. When the entry was created. */
      created_at?: string | null;
    };
    /** A page of allowed domains. */
    CollaborationAllowlistEntries: components["schemas"]["Page"] & {
      /** The allowed domains. Empty if there are none. */
      entries: components["schemas"]["CollaborationAllowlistEntry"][];
    };
    /** An option of the field to create. */
    MetadataTemplateOptionCreate: {
      /** The option: both its display name and its value in instances. */
      key: string;
    };
    /** A field of the template to create. */
    MetadataTemplateFieldCreate: {
      /** The type of the field: `string` for text, `float` for a number, `date` for a date-time, `enum` for one of the options, `multiSelect` for any number of the options. */
      type: "string" | "float" | "date" | "enum" | "multiSelect";
      /** The key of the field, unique in the template and not beginning with `$`. The maximum is 256 characters. */
      key: string;
      /** The display name. The maximum is 4096 characters. */
      displayName: string;
      /** The purpose of the field. The web application does not show it. The maximum is 4096 characters. */
      description?: string;
      /** Whether the web application hides the field. */
      hidden?: boolean;
      /** The options of a field of type `enum` or `multiSelect`. */
      options?: readonly components["schemas"]["MetadataTemplateOptionCreate"][];
    };
    /** The template to create. */
    MetadataTemplateCreate: {
      /** Always `enterprise`. Applications can create templates only in the scope of their own enterprise. */
      scope: "enterprise";
      /** The display name. The maximum is 4096 characters. */
      displayName: string;
      /** The key of the template, unique in the enterprise. The maximum is 64 characters. By default, the service derives it from `displayName`. */
      templateKey?: string;
      /** Whether the web application hides the template. */
      hidden?: boolean;
      /** Whether a copy of a file or folder includes the instance. @default false */
      copyInstanceOnItemCopy?: boolean;
      /** The fields of the template. The service keeps their order. @default [] */
      fields?: readonly components["schemas"]["MetadataTemplateFieldCreate"][];
    };
    /** An option of a field. */
    MetadataTemplateOption: {
      /** The id of the option. */
      id?: string | null;
      /** The option: both its display name and its value in instances. */
      key: string;
    };
    /** A field of a template. */
    MetadataTemplateField: {
      /** The id of the field. */
      id?: string | null;
      /** The type of the field: `string` for text, `float` for a number, `date` for a date-time, `enum` for one of the options, `multiSelect` for any number of the options. */
      type: "string" | "float" | "date" | "enum" | "multiSelect" | (string & {});
      /** The key of the field, unique in the template. */
      key: string;
      /** The display name. */
      displayName: string;
      /** The purpose of the field. The web application does not show it. */
      description?: string;
      /** Whether the web application hides the field. */
      hidden?: boolean;
      /** The options of a field of type `enum` or `multiSelect`. */
      options?: components["schemas"]["MetadataTemplateOption"][];
    };
    /** A metadata template. It defines the fields of its instances. */
    MetadataTemplate: {
      /** The usual value is `metadata_template`. */
      type?: "metadata_template" | (string & {});
      /** The id of the template. */
      id?: string;
      /** The key of the template, unique in the enterprise. */
      templateKey: string;
      /** The scope of the template: `enterprise_` followed by the id of the enterprise that created it. */
      scope: string;
      /** The display name. */
      displayName: string;
      /** Whether the web application hides the template. */
      hidden?: boolean;
      /** Whether a copy of a file or folder includes the instance. */
      copyInstanceOnItemCopy?: boolean | null;
      /** The fields of the template, in the order of their creation. */
      fields: components["schemas"]["MetadataTemplateField"][];
    };
    /** A page of metadata templates. */
    MetadataTemplates: {
      /** The templates. Empty if there are none. */
      entries: components["schemas"]["MetadataTemplate"][];
      /** Format: int64. The page size that the service used. It can be lower than the requested limit. */
      limit?: number | null;
      /** The marker of the next page. Null, empty or missing on the last page. */
      next_marker?: string | null;
      /** The marker of the previous page. Null, empty or missing on the first page. */
      prev_marker?: string | null;
    };
    /** A metadata instance: the values of one template on one item. The service manages the attributes that start with `$`. All others are fields of the template. */
    MetadataInstance: WithRequired<
      components["schemas"]["MetadataInstanceMini"],
      "$type" | "$parent" | "$id" | "$version" | "$typeVersion" | "$template" | "$scope"
    >;
    /** The short form of an error. The metadata instance operations use it, except for a 401, a 429 and unexpected errors. */
    MetadataError: {
      /** The error code, for programs. */
      code?: components["schemas"]["ErrorCode"];
      /** The error message, for people. The wording can change. */
      message?: string | null;
      /** The id of the request in the logs of the service. Quote it in a support request. */
      request_id?: string | null;
    };
    /** The values of the template, by field key. The template `properties` in the scope `global` accepts any keys and values; every other template accepts only its own fields. No key begins with `$`, as the properties of the system do. */
    MetadataInstanceCreate: {
      [key: string]: unknown;
    };
    /** A sort key. */
    MetadataQueryOrder: {
      /** The key of a field of type float, date or string. Other types cannot be sorted. */
      field_key: string;
      /** The direction: ascending or descending. */
      direction: "asc" | "desc" | "ASC" | "DESC";
    };
    /** What to find, in which folder, and in which order to return it. */
    MetadataQuery: {
      /** The template to search: scope, dot and template key. The scope must have the id of the enterprise; `global` and the shorthand `enterprise` are not accepted. */
      from: string;
      /** The folder to search, with all folders below it. The query does not find the folder itself. Use 0 for the root folder. */
      ancestor_folder_id: string;
      /** The conditions, in a language similar to SQL, joined by `AND`, `OR`, `NOT` and parentheses. All types of fields have `=`, `!=`, `<>`, `IN` and `IS NULL`. All but multiSelect have `<`, `<=`, `>` and `>=`; string, enum and multiSelect have `LIKE` and `ILIKE`. A value is an argument, a number, or a text in single quotes. An argument is a colon and a name, and `query_params` has its value. The name ends before whitespace, a quote, a comma, a parenthesis or a comparison. A field key that is not a plain word is in double quotes. A quote in a text or a key is doubled. The maximum is 10,000 characters, and 100 levels of `NOT` and parentheses. Without conditions, the query finds every instance of the template. */
      query?: string;
      /** The values of the arguments of the query, by name without the colon. */
      query_params?: {
        [key: string]: string | number | readonly (string | number)[];
      };
      /** The attributes to return, like `fields` of other operations. `metadata.<scope>.<templateKey>` adds the instance of that template to each item. `metadata.<scope>.<templateKey>.<field>` adds only that field. */
      fields?: readonly string[];
      /** The index to use. Required if the template is applied to more than 10,000 items. Its name is the template key, an underscore and the key of a field of the conditions or of the first sort key. For a template without fields, `id` replaces the key of the field. */
      use_index?: string;
      /** The sort keys, the most significant first. Without sort keys, the order is undefined and can differ between calls. */
      order_by?: readonly components["schemas"]["MetadataQueryOrder"][];
      /** Format: int64. The maximum number of entries of the page. A value above the maximum of the query, 100, is not an error: the service uses the maximum, and returns it as `limit`. @default 20 */
      limit?: number;
      /** Where the page starts: the `next_marker` of the previous page. The rest of the query must be the same. */
      marker?: string;
    };
    /** A file or a folder found by a metadata query, in the mini representation or with the attributes in `fields`. */
    MetadataQueryItem: components["schemas"]["FileFields"] | components["schemas"]["FolderFields"];
    /** A page of results of a metadata query. */
    MetadataQueryResults: {
      /** The files and folders found. Empty if there are none. */
      entries: components["schemas"]["MetadataQueryItem"][];
      /** Format: int64. The page size that the service used. It can be lower than the requested limit. */
      limit?: number | null;
      /** The marker of the next page. Null, empty or missing on the last page. */
      next_marker?: string | null;
    };
    /** The task to create. */
    TaskCreate: {
      /** The file of the task. */
      item: {
        /** The id of the file. */
        id: string;
        /** Always `file`. */
        type: "file";
      };
      /** The kind of task: `review` to approve or reject, `complete` for anything else. @default review */
      action?: "review" | "complete";
      /** The message for the assigned users. @default */
      message?: string;
      /** Format: date-time. When the task is due. Null or missing for no due date. @default null */
      due_at?: string | null;
      /** Who has to act before the task is complete: all assigned users, or any one of them. @default all_assignees */
      completion_rule?: "all_assignees" | "any_assignee";
    };
    /** A file, as records refer to it of which the interface shows no attributes. Only `type` and `id` are guaranteed. */
    FileReference: {
      /** Always `file`. */
      type: "file";
      /** The id of the file. */
      id: string;
      /** A number that increases with each change of the file. */
      sequence_id?: string | null;
      /** The version of the file as an entity tag. It differs after each change. */
      etag?: string | null;
      /** The SHA-1 hash of the content, as 40 hexadecimal digits in either case. */
      sha1?: string | null;
      /** The name of the file, with its extension. */
      name?: string | null;
    };
    /** A file, as other records refer to it. */
    FileMini: {
      /** Always `file`. */
      type: "file";
      /** The id of the file. */
      id: string;
      /** A number that increases with each change of the file. */
      sequence_id: string;
      /** The version of the file as an entity tag. It differs after each change. */
      etag: string;
      /** The SHA-1 hash of the content, as 40 hexadecimal digits. */
      sha1: string;
      /** The name of the file, with its extension. */
      name: string;
    };
    /** An assignment of a task, as the task refers to it. Only `type` and `id` are guaranteed. */
    TaskAssignmentMini: {
      /** Always `task_assignment`. */
      type: "task_assignment";
      /** The id of the assignment. */
      id: string;
      /** The file of the task. */
      item?: components["schemas"]["FileMini"];
      /** The assigned user. */
      assigned_to?: components["schemas"]["UserMini"];
      /** Who assigned the task. */
      assigned_by?: components["schemas"]["UserMini"];
      /** The message for the assigned user, or null. */
      message?: string | null;
      /** Format: date-time. When the task was assigned. */
      assigned_at?: string;
      /** Format: date-time. When the user completed the assignment. Null until then. */
      completed_at?: string | null;
      /** Format: date-time. When the user was last reminded, or null. */
      reminded_at?: string | null;
      /** The status of the assignment. A review ends as approved or rejected, another task as completed. Some services send it as `status`. */
      resolution_state?: "incomplete" | "completed" | "approved" | "rejected" | (string & {});
    };
    /** All assignments of a task. */
    TaskAssignments: {
      /** Format: int64. The number of assignments. */
      total_count?: number | null;
      /** The assignments. Empty if there are none. */
      entries: components["schemas"]["TaskAssignmentMini"][];
    };
    /** A task on a file for the users that it is assigned to. */
    Task: {
      /** The usual value is `task`. */
      type: "task" | (string & {});
      /** The id of the task. */
      id: string;
      /** The file of the task. */
      item?: components["schemas"]["FileReference"] | null;
      /** Format: date-time. When the task is due. Null if it has no due date. */
      due_at?: string | null;
      /** The kind of task: `review` to approve or reject, `complete` for anything else. */
      action?: "review" | "complete" | (string & {}) | null;
      /** The message for the assigned users. Empty if there is none. */
      message?: string | null;
      /** The assignments of the task. A new task has none. */
      task_assignment_collection?: components["schemas"]["TaskAssignments"] | null;
      /** Whether the task is complete by its completion rule. */
      is_completed?: boolean | null;
      /** Who created the task. */
      created_by?: components["schemas"]["UserMini"] | null;
      /** Format: date-time. When the task was created. */
      created_at?: string | null;
      /** Who has to act before the task is complete: all assigned users, or any one of them. */
      completion_rule?: "all_assignees" | "any_assignee" | (string & {}) | null;
    };
    /** The assignment of a task to one user. */
    TaskAssignment: WithRequired<
      components["schemas"]["TaskAssignmentMini"],
      | "type"
      | "id"
      | "item"
      | "assigned_to"
      | "assigned_by"
      | "message"
      | "assigned_at"
      | "completed_at"
      | "reminded_at"
    >;
    /** A legal hold policy assignment, as other records refer to it. */
    LegalHoldPolicyAssignmentMini: {
      /** Always `legal_hold_policy_assignment`. */
      type: "legal_hold_policy_assignment";
      /** The id of the assignment. */
      id: string;
    };
    /** A page of legal hold policy assignments without `fields`, each with its `type` and `id`. */
    LegalHoldPolicyAssignments: components["schemas"]["Page"] & {
      /** The assignments. Empty if there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignmentMini"][];
    };
    /** A legal hold policy, as other records refer to it. */
    LegalHoldPolicyMini: {
      /** The usual value is `legal_hold_policy`. */
      type: "legal_hold_policy" | (string & {});
      /** The id of the policy. */
      id: string;
      /** The name of the policy. */
      policy_name?: string;
    };
    /** The target of a legal hold policy assignment. */
    LegalHoldTarget: {
      /** The type of the target. */
      type: "file" | "file_version" | "folder" | "user" | (string & {});
      /** The id of the item or user. */
      id: string;
    };
    /** A legal hold policy assignment with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    LegalHoldPolicyAssignmentFields: {
      /** Always `legal_hold_policy_assignment`. */
      type: "legal_hold_policy_assignment";
      /** The id of the assignment. */
      id: string;
      /** The assigned policy. */
      legal_hold_policy?: components["schemas"]["LegalHoldPolicyMini"];
      /** The item or user on hold. */
      assigned_to?: components["schemas"]["LegalHoldTarget"];
      /** Who assigned the policy. */
      assigned_by?: components["schemas"]["UserMini"];
      /** Format: date-time. When the policy was assigned. */
      assigned_at?: string;
      /** Format: date-time. When the assignment ended. Null while it is active. */
      deleted_at?: string | null;
    };
    /** A page of legal hold policy assignments with the attributes in `fields`. */
    LegalHoldPolicyAssignmentsFields: components["schemas"]["Page"] & {
      /** The assignments. Empty if there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignmentFields"][];
    };
    /** The policy to assign, and the item or user to hold. */
    LegalHoldPolicyAssignmentCreate: {
      /** The id of the legal hold policy. */
      policy_id: string;
      /** What to put on hold. For a folder, its files are on hold. For a user, the files that the user owns are on hold. */
      assign_to: {
        /** The type of the item or user to hold. */
        type: "file" | "file_version" | "folder" | "user";
        /** The id of the item or user. */
        id: string;
      };
    };
    /** A legal hold policy assignment in the standard representation. It puts a file, a file version, a folder or a user on hold. */
    LegalHoldPolicyAssignment: WithRequired<
      components["schemas"]["LegalHoldPolicyAssignmentFields"],
      "type" | "id" | "legal_hold_policy" | "assigned_to" | "assigned_by" | "assigned_at" | "deleted_at"
    >;
    /** A file whose current version is on hold. Only `type` and `id` are guaranteed. */
    FileOnHold: {
      /** The usual value is `file`. */
      type: "file" | "file_version" | (string & {});
      /** The id of the file. */
      id: string;
      /** A number that increases with each change of the file. */
      sequence_id?: string | null;
      /** The version of the file as an entity tag. It differs after each change. */
      etag?: string | null;
      /** The SHA-1 hash of the content, as 40 hexadecimal digits in either case. */
      sha1?: string | null;
      /** The name of the file, with its extension. */
      name?: string | null;
      /** The version on hold, which is the current version. */
      file_version?: components["schemas"]["FileVersionMini"] | null;
    };
    /** A page of files whose current version is on hold. */
    FilesOnHold: components["schemas"]["Page"] & {
      /** The files. Empty if there are none. */
      entries: components["schemas"]["FileOnHold"][];
    };
    /** A page of files whose current version is on hold, with the attributes in `fields`. */
    FilesOnHoldFields: components["schemas"]["Page"] & {
      /** The files. Empty if there are none. */
      entries: components["schemas"]["FileFields"][];
    };
    /** A file version with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    FileVersionFields: {
      /** Always `file_version`. */
      type: "file_version";
      /** The id of the version. */
      id: string;
      /** The SHA-1 hash of the content of this version, as 40 hexadecimal digits. */
      sha1?: string | null;
      /** The name of the file at this version. */
      name?: string | null;
      /** Format: int64. The size of the content of this version, in bytes. */
      size?: number | null;
      /** Format: date-time. When the version was created. */
      created_at?: string | null;
      /** Format: date-time. When the version was last changed. */
      modified_at?: string | null;
      /** Who last changed the version. */
      modified_by?: components["schemas"]["UserMini"] | null;
      /** Format: date-time. When the version was moved to the trash. Null if it is not in the trash. */
      trashed_at?: string | null;
      /** Format: date-time. When the version will be deleted permanently, or null. */
      purged_at?: string | null;
    };
    /** A file version in the standard representation, which is returned without `fields`. */
    FileVersion: WithRequired<components["schemas"]["FileVersionFields"], "type" | "id">;
    /** A page of previous file versions on hold. */
    FileVersionsOnHold: components["schemas"]["Page"] & {
      /** The file versions. Empty if there are none. */
      entries: components["schemas"]["FileVersion"][];
    };
    /** A page of previous file versions on hold, with the attributes in `fields`. */
    FileVersionsOnHoldFields: components["schemas"]["Page"] & {
      /** The file versions. Empty if there are none. */
      entries: components["schemas"]["FileVersionFields"][];
    };
    /** A file version on hold, with all assignments that hold it. */
    FileVersionLegalHold: {
      /** The usual value is `file_version_legal_hold`. */
      type: "file_version_legal_hold" | (string & {});
      /** The id of the hold. */
      id: string;
      /** The version on hold. */
      file_version?: components["schemas"]["FileVersionMini"] | null;
      /** The file of the version. */
      file?: components["schemas"]["FileReference"] | null;
      /** The assignments that hold the version. */
      legal_hold_policy_assignments?: components["schemas"]["LegalHoldPolicyAssignmentMini"][] | null;
      /** Format: date-time. When the hold ended. Null while it is active. */
      deleted_at?: string | null;
    };
    /** A page of file versions on hold. */
    FileVersionLegalHolds: components["schemas"]["Page"] & {
      /** The holds. Empty if there are none. */
      entries: components["schemas"]["FileVersionLegalHold"][];
    };
    /** A retention policy, as other records refer to it. */
    RetentionPolicyMini: {
      /** The usual value is `retention_policy`. */
      type: "retention_policy" | (string & {});
      /** The id of the policy. */
      id: string;
      /** The name of the policy. */
      policy_name?: string | null;
      /** How long the policy keeps a file version: a number of days, or `indefinite`. */
      retention_length?: string | number | null;
      /** What happens when the retention ends: the version is deleted permanently, or only released. */
      disposition_action?: "permanently_delete" | "remove_retention" | (string & {}) | null;
    };
    /** A file version that a retention policy keeps. */
    FileVersionRetention: {
      /** Always `file_version_retention`. */
      type: "file_version_retention";
      /** The id of the retention. */
      id: string;
      /** The retained version. */
      file_version?: components["schemas"]["FileVersionMini"] | null;
      /** The file of the version. */
      file?: components["schemas"]["FileReference"] | null;
      /** Format: date-time. When the retention started. */
      applied_at?: string | null;
      /** Format: date-time. When the retention ends and the disposition is applied. */
      disposition_at?: string | null;
      /** The policy that applies. Several policies can cover the version. */
      winning_retention_policy?: components["schemas"]["RetentionPolicyMini"] | null;
    };
    /** A page of file version retentions. */
    FileVersionRetentions: WithRequired<components["schemas"]["Page"], "limit" | "order"> & {
      /** The retentions. Empty if there are none. */
      entries: components["schemas"]["FileVersionRetention"][];
    };
    /** The terms to create. */
    TermsOfServiceCreate: {
      /** Whether the terms are in effect. */
      status: "enabled" | "disabled";
      /** The text of the terms. It can be empty only if the status is `disabled`. */
      text: string;
      /** Whom the terms are for: `managed` for members of the enterprise, `external` for everyone else. @default managed */
      tos_type?: "external" | "managed";
    };
    /** Terms of service of an enterprise. */
    TermsOfService: {
      /** Always `terms_of_service`. */
      type: "terms_of_service";
      /** The id of the terms. */
      id: string;
      /** Whether the terms are in effect. */
      status: "enabled" | "disabled" | (string & {});
      /** The enterprise of the terms. */
      enterprise: components["schemas"]["Enterprise"];
      /** Whom the terms are for: `managed` for members of the enterprise, `external` for everyone else. */
      tos_type: "external" | "managed" | (string & {});
      /** The text of the terms. It can be empty while the terms are disabled. */
      text: string;
      /** Format: date-time. When the terms were created. */
      created_at: string;
      /** Format: date-time. When the terms were last changed. */
      modified_at: string;
    };
  };
  responses: {
    /** Any other error, with a status from 400 to 599. A proxy can send it too, so the body can be empty or have another type. */
    UnexpectedError: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** Too many requests in a short time. Wait as many seconds as `Retry-After` says. The service did nothing, so every request can be retried. */
    TooManyRequests: {
      headers: {
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** The access token is missing, unknown or expired. Refresh the token and retry the request. */
    Unauthorized: {
      headers: {
        "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** The caller does not have the permission. */
    Forbidden: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** The user does not exist. */
    UserNotFound: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** Only admins and co-admins of an enterprise may call this operation. */
    AdminOnly: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** A parameter is invalid. */
    InvalidPageRequest: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** A parameter is invalid. */
    InvalidMetadataRequest: {
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
    /** The file or the instance does not exist, or the caller may not see it. */
    MetadataInstanceNotFound: {
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
    /** The path does not support this method. The same response is returned for a file id that is not a number. */
    MetadataMethodNotAllowed: {
      headers: {
        Allow: components["headers"]["Allow"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
    /** The caller may not change the metadata of the file. */
    MetadataForbidden: {
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
    /** A parameter is invalid. */
    InvalidPolicyRequest: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** The policy does not exist. */
    PolicyNotFound: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** The assignment does not exist. */
    PolicyAssignmentNotFound: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
  };
  parameters: {
    /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
    Fields: readonly string[];
    /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
    AsUser: string;
    /** The id of the file. The web address of the file contains the same number. */
    FileId: string;
    /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
    Limit: number;
    /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
    Offset: number;
    /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
    UseMarker: boolean;
    /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
    Marker: string;
    /** The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise. */
    MetadataScope: string;
    /** The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value. */
    TemplateKey: string;
    /** The id of the legal hold policy assignment. */
    LegalHoldPolicyAssignmentId: string;
  };
  headers: {
    /** The number of whole seconds to wait before a retry. */
    RetryAfter: number;
    /** The challenge of RFC 6750. It asks for a bearer token, and says why the token of the request was rejected. */
    WwwAuthenticate: string;
    /** The methods that this path supports, separated by commas. Empty for a malformed file id, which supports none. */
    Allow: string;
  };
}
export type $defs = Record<string, never>;
export interface operations {
  refreshAccessToken: {
    /** The refresh token and the credentials of the application. */
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["TokenRefresh"];
      };
    };
    responses: {
      /** The new pair of tokens. */
      200: {
        content: {
          "application/json": components["schemas"]["AccessToken"];
        };
      };
      /** The service rejected the application, the refresh token or the form. */
      400: {
        content: {
          "application/json": components["schemas"]["TokenError"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  getCurrentUser: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** The current user. */
      200: {
        content: {
          "application/json": components["schemas"]["User"] | components["schemas"]["UserFields"];
        };
      };
      /** The parameters are invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  deleteUser: {
    parameters: {
      query?: {
        /** Whether to delete the user even if the user still owns files. The call fails while one of them is on legal hold. */
        force?: boolean;
        /** Whether to notify the user by email. */
        notify?: boolean;
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the user to delete. */
        user_id: string;
      };
    };
    responses: {
      /** The user was deleted. The response has no body. */
      204: {};
      /** The parameters are invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The user still owns content, or the caller may not delete users. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      404: components["responses"]["UserNotFound"];
      /** Another operation is in progress. Nothing changed. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  addEmailAlias: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the user. */
        user_id: string;
      };
    };
    /** The alias to add. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailAliasCreate"];
      };
    };
    responses: {
      /** The new alias, which is not confirmed yet. */
      201: {
        content: {
          "application/json": components["schemas"]["EmailAlias"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      404: components["responses"]["UserNotFound"];
      /** The address is taken. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  updateFile: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /** The etag of the file when you last read it. If the file has another etag, the call fails with 412 and changes nothing. `*` and lists of entity tags are read as RFC 9110 says. */
        "If-Match"?: string;
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the file. The web address of the file contains the same number. */
        file_id: components["parameters"]["FileId"];
      };
    };
    /** The changes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["FileUpdate"];
      };
    };
    responses: {
      /** The file after the change. */
      200: {
        content: {
          "application/json": components["schemas"]["File"] | components["schemas"]["FileFields"];
        };
      };
      /** The body or a parameter is invalid. Nothing changed. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not make this change. Nothing changed. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The file or the destination folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The path is not the path of a file. */
      405: {
        headers: {
          Allow: components["headers"]["Allow"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The name is taken, or another operation has locked the file or one of the folders. The second condition is temporary. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The file has changed since the etag in `If-Match`. Nothing changed. Get the new etag and review the changes. */
      412: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  restoreFolder: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the folder. It does not change in the trash. */
        folder_id: string;
      };
    };
    /** A new name, and an alternative parent folder. */
    requestBody?: {
      content: {
        "application/json": components["schemas"]["FolderRestore"];
      };
    };
    responses: {
      /** The restored folder. Its `item_status` is `active` and its `trashed_at` is null. */
      201: {
        content: {
          "application/json": components["schemas"]["Folder"] | components["schemas"]["FolderFields"];
        };
      };
      /** The body or a parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not restore the folder, or may not restore it into this destination. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The folder is not in the trash, or there is no destination folder. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** Another operation is in progress, or the name is taken. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  findSharedItem: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
      };
      header: {
        /** The shared link, with its password if it has one, in the form `shared_link=<link>&shared_link_password=<password>`. Both values are sent as they are. Percent-encode only what would break the header: `&`, control characters, characters outside of Latin-1 and a space at the end, and in the password a `%` before two hexadecimal digits. A service also accepts values that are percent-encoded in full. Deployments can use another name for this header. */
        ServiceApi: string;
        /** The etag of your copy of the item. If the item still has this etag, the response is an empty 304. `*` and lists of entity tags are read as RFC 9110 says, weakly compared. */
        "If-None-Match"?: string;
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** The item behind the shared link. */
      200: {
        content: {
          "application/json": components["schemas"]["SharedItem"] | components["schemas"]["SharedItemFields"];
        };
      };
      /** The item still has the etag in `If-None-Match`. The response has no body. */
      304: {};
      /** A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      /** The link is invalid for the caller. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createWebLink: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** The web link to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebLinkCreate"];
      };
    };
    responses: {
      /** The new web link. */
      200: {
        content: {
          "application/json": components["schemas"]["WebLink"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not create a web link here. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The name is taken. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createCollaboration: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
        /** Whether to notify the invited users by email. */
        notify?: boolean;
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** Whom to invite, to which item, and with which role. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["CollaborationCreate"];
      };
    };
    responses: {
      /** The new collaboration. */
      201: {
        content: {
          "application/json": components["schemas"]["Collaboration"] | components["schemas"]["CollaborationFields"];
        };
      };
      /** The body or a parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not invite this collaborator to this item. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The item, the user or the group does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The collaborator is already invited. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listCollaborationAllowlistEntries: {
    parameters: {
      query?: {
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** A page of the allowlist. */
      200: {
        content: {
          "application/json": components["schemas"]["CollaborationAllowlistEntries"];
        };
      };
      400: components["responses"]["InvalidPageRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createMetadataTemplate: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** The template to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataTemplateCreate"];
      };
    };
    responses: {
      /** The new template. */
      201: {
        content: {
          "application/json": components["schemas"]["MetadataTemplate"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not create this template. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The key is taken. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listEnterpriseMetadataTemplates: {
    parameters: {
      query?: {
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** Where the page starts: the `next_marker` of the previous page. */
        marker?: string;
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** A page of templates. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataTemplates"];
        };
      };
      /** A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  getFileMetadata: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the file. The web address of the file contains the same number. */
        file_id: components["parameters"]["FileId"];
        /** The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise. */
        scope: components["parameters"]["MetadataScope"];
        /** The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value. */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    responses: {
      /** The instance. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataInstance"];
        };
      };
      400: components["responses"]["InvalidMetadataRequest"];
      401: components["responses"]["Unauthorized"];
      /** The caller may not read the instance. */
      403: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      404: components["responses"]["MetadataInstanceNotFound"];
      405: components["responses"]["MetadataMethodNotAllowed"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createFileMetadata: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the file. The web address of the file contains the same number. */
        file_id: components["parameters"]["FileId"];
        /** The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise. */
        scope: components["parameters"]["MetadataScope"];
        /** The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value. */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    /** The values, by field key. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataInstanceCreate"];
      };
    };
    responses: {
      /** The new instance. */
      201: {
        content: {
          "application/json": components["schemas"]["MetadataInstance"];
        };
      };
      /** The values do not match the template. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      /** The file or the template does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      405: components["responses"]["MetadataMethodNotAllowed"];
      /** The template is already applied. */
      409: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  deleteFileMetadata: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the file. The web address of the file contains the same number. */
        file_id: components["parameters"]["FileId"];
        /** The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise. */
        scope: components["parameters"]["MetadataScope"];
        /** The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value. */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    responses: {
      /** The instance was removed. The response has no body. */
      204: {};
      400: components["responses"]["InvalidMetadataRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      404: components["responses"]["MetadataInstanceNotFound"];
      405: components["responses"]["MetadataMethodNotAllowed"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  queryMetadata: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** What to find, in which folder, and in which order to return it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataQuery"];
      };
    };
    responses: {
      /** A page of files and folders. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataQueryResults"];
        };
      };
      /** The query is invalid. Each example shows one reason. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The query requires an index, or the caller may not run it. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The template or the folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      /** The service failed. Some invalid queries cause a 500 instead of a 400, so check the query before you retry. */
      500: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      default: components["responses"]["UnexpectedError"];
    };
  };
  createTask: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** The task to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TaskCreate"];
      };
    };
    responses: {
      /** The new task. */
      201: {
        content: {
          "application/json": components["schemas"]["Task"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** The caller may not create a task on the file. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The file does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  getTaskAssignment: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the task assignment. */
        task_assignment_id: string;
      };
    };
    responses: {
      /** The task assignment. */
      200: {
        content: {
          "application/json": components["schemas"]["TaskAssignment"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      /** The assignment does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listLegalHoldPolicyAssignments: {
    parameters: {
      query: {
        /** The id of the policy. */
        policy_id: string;
        /** List only assignments to targets of this type. */
        assign_to_type?: "file" | "file_version" | "folder" | "user";
        /** List only assignments to the target with this id. */
        assign_to_id?: string;
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** A page of assignments. */
      200: {
        content: {
          "application/json":
            | components["schemas"]["LegalHoldPolicyAssignments"]
            | components["schemas"]["LegalHoldPolicyAssignmentsFields"];
        };
      };
      400: components["responses"]["InvalidPolicyRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      404: components["responses"]["PolicyNotFound"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  assignLegalHoldPolicy: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** The policy to assign, and the item or user to hold. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["LegalHoldPolicyAssignmentCreate"];
      };
    };
    responses: {
      /** The new assignment. */
      201: {
        content: {
          "application/json": components["schemas"]["LegalHoldPolicyAssignment"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** The policy or the target does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** The target is already on hold. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFilesOnHold: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the legal hold policy assignment. */
        legal_hold_policy_assignment_id: components["parameters"]["LegalHoldPolicyAssignmentId"];
      };
    };
    responses: {
      /** A page of files on hold. */
      200: {
        content: {
          "application/json": components["schemas"]["FilesOnHold"] | components["schemas"]["FilesOnHoldFields"];
        };
      };
      400: components["responses"]["InvalidPageRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      404: components["responses"]["PolicyAssignmentNotFound"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionsOnHold: {
    parameters: {
      query?: {
        /** The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute, except the `etag` from some services. Some attributes are returned only if this list names them. */
        fields?: components["parameters"]["Fields"];
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /** The id of the legal hold policy assignment. */
        legal_hold_policy_assignment_id: components["parameters"]["LegalHoldPolicyAssignmentId"];
      };
    };
    responses: {
      /** A page of previous file versions on hold. */
      200: {
        content: {
          "application/json":
            | components["schemas"]["FileVersionsOnHold"]
            | components["schemas"]["FileVersionsOnHoldFields"];
        };
      };
      400: components["responses"]["InvalidPageRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      404: components["responses"]["PolicyAssignmentNotFound"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionLegalHolds: {
    parameters: {
      query: {
        /** The id of the legal hold policy. */
        policy_id: string;
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** A page of file versions on hold. */
      200: {
        content: {
          "application/json": components["schemas"]["FileVersionLegalHolds"];
        };
      };
      400: components["responses"]["InvalidPolicyRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      404: components["responses"]["PolicyNotFound"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionRetentions: {
    parameters: {
      query?: {
        /** List only versions with this action at the end of the retention. */
        disposition_action?: "permanently_delete" | "remove_retention";
        /** List only versions whose disposition is applied after this time. */
        disposition_after?: string;
        /** List only versions whose disposition is applied before this time. */
        disposition_before?: string;
        /** List only versions of the file with this id. */
        file_id?: string;
        /** List only the version with this id. */
        file_version_id?: string;
        /** List only versions that the retention policy with this id keeps. */
        policy_id?: string;
        /** The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`. */
        limit?: components["parameters"]["Limit"];
        /** The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists. The interface does not show `offset` for this list, so a service may ignore it. */
        offset?: components["parameters"]["Offset"];
        /** Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset; a page by offset can have a `next_marker` too. */
        usemarker?: components["parameters"]["UseMarker"];
        /** Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`, and has precedence over `offset`. A marker is opaque, and is valid only for the list that returned it. */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    responses: {
      /** A page of retentions. */
      200: {
        content: {
          "application/json": components["schemas"]["FileVersionRetentions"];
        };
      };
      /** A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createTermsOfService: {
    parameters: {
      header?: {
        /** The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403. */
        "As-User"?: components["parameters"]["AsUser"];
      };
    };
    /** The terms to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TermsOfServiceCreate"];
      };
    };
    responses: {
      /** The new terms. */
      200: {
        content: {
          "application/json": components["schemas"]["TermsOfService"];
        };
      };
      /** The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
}
type WithRequired<T, K extends keyof T> = T & {
  [P in K]-?: T[P];
};
