// Made from openapi/ by npm run generate. Do not edit.
export interface paths {
  "/oauth2/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Refresh an access token
     * @description Exchanges a refresh token for a new access token and a new refresh token. A refresh token can be used once. Store the new one before you use the new access token, and refresh in only one process at a time. If the response is lost, the old token can be spent anyway. This operation is at the token address. It takes a form, and no bearer token.
     */
    post: operations["refreshAccessToken"];
  };
  "/users/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the current user
     * @description Returns the user that the call acts for. With the token of a client-side application, this is the user who signed in; with the token of a server-side application, the service account; with `As-User`, the user in that header. This operation is the simplest way to check an access token.
     */
    get: operations["getCurrentUser"];
  };
  "/users/{user_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Delete a user
     * @description Deletes a user of the enterprise. The call fails if the user still owns content, unless `force` is set. Transfer the content to another owner first.
     */
    delete: operations["deleteUser"];
  };
  "/users/{user_id}/email_aliases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Add an email alias to a user
     * @description Adds an email address to a user. `is_confirmed` is false until the user confirms the new alias. An address that is already in use is rejected.
     */
    post: operations["addEmailAlias"];
  };
  "/files/{file_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Update a file
     * @description Renames, moves, locks, unlocks, tags, describes or shares a file, and sets who may download it. Either all changes of one call are applied or none. Send the last etag that you received as `If-Match` to make sure that nobody else changed the file in the meantime. While another user holds the lock, the file cannot be changed. `lock`, `tags` and `permissions` are returned only if `fields` names them.
     */
    put: operations["updateFile"];
  };
  "/folders/{folder_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Restore a folder from the trash
     * @description Restores a folder with all its content from the trash to its original place. The given parent is used only if the original parent folder no longer exists. During the restore, the folder, everything below it and the destination are locked: other moves, copies, deletes and restores fail with a 409. Retry them later.
     */
    post: operations["restoreFolder"];
  };
  "/shared_items": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find the item for a shared link
     * @description Returns the file, the folder or the web link behind a shared link. See its `type`. Send the link in a header, with its password if it has one. Send the etag of a stored copy as `If-None-Match` to receive an empty 304 if the item is unchanged. The response is the same for a wrong password and an unknown link.
     */
    get: operations["findSharedItem"];
  };
  "/web_links": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a web link
     * @description Adds a web address to a folder, next to the files. The scheme must be `http` or `https`. The default name is the address.
     */
    post: operations["createWebLink"];
  };
  "/collaborations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Invite a collaborator
     * @description Gives a user or a group a role on a file or folder. Identify a user by id or by login, and a group by id. A login without a user creates a pending collaboration. Groups can be invited only if their settings allow it, and outside users only if the allowlist of the enterprise has their domain.
     */
    post: operations["createCollaboration"];
  };
  "/collaboration_whitelist_entries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List allowed collaboration domains
     * @description Lists the domains that members of the enterprise may collaborate with. Use the list to predict whether an invitation will be rejected. The path uses the older word for an allowlist.
     */
    get: operations["listCollaborationAllowlistEntries"];
  };
  "/metadata_templates/schema": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a metadata template
     * @description Creates a template, which defines the fields of its instances. The service keeps the order of the fields. Only admins and co-admins may create templates, and only in the scope of their own enterprise. Without a `templateKey`, the service derives one from the display name. Keys are unique in an enterprise.
     */
    post: operations["createMetadataTemplate"];
  };
  "/metadata_templates/enterprise": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the templates of the enterprise
     * @description Lists the metadata templates of the caller's enterprise, with their fields and options. Use the list to find the keys of an instance, and the scope and key for a metadata query. Pagination is by marker only, without `usemarker`.
     */
    get: operations["listEnterpriseMetadataTemplates"];
  };
  "/files/{file_id}/metadata/{scope}/{template_key}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a metadata instance of a file
     * @description Returns the values of a template on a file, with the attributes that the service manages. Those start with `$`. If the template is not applied to the file, the response is a 404.
     */
    get: operations["getFileMetadata"];
    /**
     * Apply a metadata template to a file
     * @description Creates the instance of a template on a file, with its values. A template can be applied to a file once. A second call is rejected, and the existing instance stays unchanged. The values must match the template. The template `properties` in the scope `global` accepts any key and value.
     */
    post: operations["createFileMetadata"];
    /**
     * Remove a metadata instance from a file
     * @description Removes the instance of a template from a file, with all its values. The template remains and can be applied again. Deleting an instance that does not exist is an error.
     */
    delete: operations["deleteFileMetadata"];
  };
  "/metadata_queries/execute_read": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find files and folders by metadata
     * @description Finds the files and folders whose instance of a template matches conditions, in a folder and all folders below it. The conditions contain arguments, and `query_params` has their values. Only items that the caller may see are found. Without `order_by`, the order is undefined and can change between pages. A template that is applied to more than 10,000 items requires `use_index`. The operation is safe although its method is POST.
     */
    post: operations["queryMetadata"];
  };
  "/tasks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a task on a file
     * @description Creates a task on a file: a review, or other work. The new task has no assignments; create them separately. The due date is optional.
     */
    post: operations["createTask"];
  };
  "/task_assignments/{task_assignment_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a task assignment
     * @description Returns one assignment of a task: who assigned it to whom, for which file, and its status. If the caller may not see the file, the response is the same as for a missing assignment.
     */
    get: operations["getTaskAssignment"];
  };
  "/legal_hold_policy_assignments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the assignments of a legal hold policy
     * @description Lists the assignments of a legal hold policy. Filters narrow the list to one type of target, or to one target. Use the ids of the assignments to list the files and file versions on hold.
     */
    get: operations["listLegalHoldPolicyAssignments"];
    /**
     * Assign a legal hold policy
     * @description Puts a file, a file version, a folder or a user on hold under a legal hold policy. Content on hold is never deleted permanently. Use the id in the response to list the files and file versions on hold.
     */
    post: operations["assignLegalHoldPolicy"];
  };
  "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/files_on_hold": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the current file versions on hold
     * @description Lists the files whose current version is held by an assignment. Previous versions have a separate list. In the newer architecture of the service, the list can have only the latest held version of a file.
     */
    get: operations["listFilesOnHold"];
  };
  "/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}/file_versions_on_hold": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the previous file versions on hold
     * @description Lists the previous file versions that an assignment holds. Current versions have a separate list.
     */
    get: operations["listFileVersionsOnHold"];
  };
  "/file_version_legal_holds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List file version legal holds
     * @description Lists the current and previous file versions that a policy holds: one record per version, with all assignments that hold it. This list belongs to the older architecture of the service; in the newer one, use the two lists of an assignment.
     */
    get: operations["listFileVersionLegalHolds"];
  };
  "/file_version_retentions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List file version retentions
     * @description Lists the file versions that a retention policy keeps, and when each is released or deleted. All filters are optional; a version must match all of them. `disposition_after` and `disposition_before` select a period.
     */
    get: operations["listFileVersionRetentions"];
  };
  "/terms_of_services": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create terms of service
     * @description Creates the terms that users must accept before they use the service with this enterprise. Members of the enterprise and everyone else can have different terms. Disabled terms can be a draft without a text; enabled terms require one.
     */
    post: operations["createTermsOfService"];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The refresh token, and the credentials of the application. */
    TokenRefresh: {
      /**
       * @description Always `refresh_token`.
       * @example refresh_token
       * @constant
       */
      grant_type: "refresh_token";
      /**
       * @description The id of the application.
       * @example example-client-id
       */
      client_id: string;
      /**
       * Format: password
       * @description The secret of the application. Keep it out of logs and browsers.
       * @example example-client-secret
       */
      client_secret: string;
      /**
       * Format: password
       * @description The refresh token that was issued with the current access token. It can be used once.
       * @example example-refresh-token-1
       */
      refresh_token: string;
    };
    /** @description The error code, for programs. The service can send codes that are not listed here, and clients must accept them. `x-codes` describes each code, and says how to react to it. */
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
    /** @description An invalid parameter or property. */
    ErrorDetail: {
      /**
       * @description The reason, for programs.
       * @example invalid_parameter
       */
      reason: string;
      /**
       * @description The parameter or property. Nested names are separated by dots.
       * @example lock.expires_at
       */
      name: string;
      /**
       * @description The reason, for people.
       * @example The value is not a date-time.
       */
      message: string;
    };
    /** @description The details of an error. */
    ErrorContext: {
      /** @description One entry for each invalid parameter or property. */
      errors?: components["schemas"]["ErrorDetail"][];
    };
    /** @description The body of every error at the base address. The metadata instance operations use a shorter form. */
    Error: {
      /**
       * @description Always `error`.
       * @example error
       * @constant
       */
      type: "error";
      /**
       * Format: int32
       * @description The HTTP status of the response.
       * @example 404
       */
      status: number;
      /** @description The error code, for programs. */
      code: components["schemas"]["ErrorCode"];
      /**
       * @description The error message, for people. The wording can change.
       * @example No such file.
       */
      message: string;
      /** @description Details of the error, or null if there are none. */
      context_info: components["schemas"]["ErrorContext"] | null;
      /**
       * Format: uri
       * @description A page about this error.
       * @example https://developer.content.example/errors/not_found
       */
      help_url: string;
      /**
       * @description The id of the request in the logs of the service. Quote it in a support request.
       * @example r7k2m9qx
       */
      request_id: string;
    };
    /** @description A new pair of tokens. */
    AccessToken: {
      /**
       * @description The token for the `Authorization` header, after the word `Bearer`.
       * @example example-access-token-2
       */
      access_token: string;
      /**
       * Format: int64
       * @description The lifetime of the access token, in seconds.
       * @example 3600
       */
      expires_in: number;
      /**
       * @description Always `bearer`.
       * @example bearer
       * @constant
       */
      token_type: "bearer";
      /**
       * @description The token for the next refresh. It can be used once, within 60 days.
       * @example example-refresh-token-2
       */
      refresh_token: string;
      /** @description The restrictions of the access token. Empty if it has none. */
      restricted_to: {
        [key: string]: unknown;
      }[];
    };
    /** @description The error of the token operation, as RFC 6749 section 5.2 defines it. */
    TokenError: {
      /**
       * @description The error code, for programs. `x-codes` describes each code, and says how to react to it.
       * @example invalid_grant
       */
      error: "invalid_grant" | "invalid_client" | "invalid_request" | "unsupported_grant_type" | (string & {});
      /**
       * @description The error message, for people.
       * @example The refresh token has already been used.
       */
      error_description: string;
    };
    /** @description A user with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    UserFields: {
      /**
       * @description Always `user`.
       * @example user
       * @constant
       */
      type: "user";
      /**
       * @description The id of the user.
       * @example 1001
       */
      id: string;
      /**
       * @description The display name.
       * @example Enterprise Admin
       */
      name?: string;
      /**
       * @description The email address that the user signs in with.
       * @example admin@example.com
       */
      login?: string;
      /**
       * Format: date-time
       * @description When the user was created.
       * @example 2026-01-05T08:00:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the user was last changed.
       * @example 2026-02-20T09:30:00+00:00
       */
      modified_at?: string;
      /**
       * @description The language of the user, as a language code.
       * @example en
       */
      language?: string;
      /**
       * Format: int64
       * @description The maximum storage of the user, in bytes.
       * @example 10737418240
       */
      space_amount?: number;
      /**
       * Format: int64
       * @description The used storage, in bytes.
       * @example 730118
       */
      space_used?: number;
      /**
       * Format: int64
       * @description The maximum size of a file that the user may upload, in bytes.
       * @example 2147483648
       */
      max_upload_size?: number;
      /**
       * @description The status of the account. The usual value is `active`.
       * @example active
       */
      status?: string;
      /**
       * @description The job title of the user. Empty if not set.
       * @example Administrator
       */
      job_title?: string;
      /**
       * @description The phone number of the user. Empty if not set.
       * @example +1 202 555 0100
       */
      phone?: string;
      /**
       * @description The postal address of the user. Empty if not set.
       * @example 1 Example Street
       */
      address?: string;
      /**
       * Format: uri
       * @description The address of the picture of the user.
       * @example https://content.example/avatars/1001
       */
      avatar_url?: string;
    };
    /** @description A user in the standard representation, which is returned without `fields`. */
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
    /** @description The alias to add. */
    EmailAliasCreate: {
      /**
       * Format: email
       * @description The email address to add.
       * @example contracts@example.com
       */
      email: string;
    };
    /** @description An additional email address of a user. */
    EmailAlias: {
      /**
       * @description Always `email_alias`.
       * @example email_alias
       * @constant
       */
      type: "email_alias";
      /**
       * @description The id of the alias.
       * @example 9401
       */
      id: string;
      /**
       * @description Whether the user has confirmed the address.
       * @example false
       */
      is_confirmed: boolean;
      /**
       * Format: email
       * @description The email address.
       * @example contracts@example.com
       */
      email: string;
    };
    /** @description The lock to put on a file. Only the user who created the lock can rename, move or change the file. */
    LockUpdate: {
      /**
       * @description Always `lock`.
       * @example lock
       * @constant
       */
      access: "lock";
      /**
       * Format: date-time
       * @description When the lock expires. Null or missing for a lock that does not expire.
       * @example 2036-03-11T08:00:00+00:00
       */
      expires_at?: string | null;
      /**
       * @description Whether the lock prevents downloads by other users.
       * @example false
       */
      is_download_prevented?: boolean | null;
    };
    /** @description The shared link of an item. Properties that are missing have the default of the enterprise, or stay unchanged. */
    SharedLinkUpdate: {
      /**
       * @description Who may use the link: everyone with the link, members of the enterprise, or collaborators of the item.
       * @example company
       * @enum {string}
       */
      access?: "open" | "company" | "collaborators";
      /**
       * Format: password
       * @description The password of the link. The minimum is 8 characters. Null removes the password.
       * @example correct-horse
       */
      password?: string | null;
      /**
       * @description A custom name for the address of the link, instead of a random one.
       * @example office-lease
       */
      vanity_name?: string;
      /**
       * Format: date-time
       * @description When the link expires.
       * @example 2036-12-31T22:00:00+00:00
       */
      unshared_at?: string;
      /** @description The permissions of users of the link. */
      permissions?: {
        /**
         * @description Whether the content may be downloaded.
         * @example true
         */
        can_download?: boolean;
        /**
         * @description Whether the content may be previewed.
         * @example true
         */
        can_preview?: boolean;
        /**
         * @description Whether the content may be changed.
         * @example false
         */
        can_edit?: boolean;
      };
    };
    /** @description The changes. Properties that are missing stay unchanged. Either all changes of one call are applied or none. */
    FileUpdate: {
      /**
       * @description The new name, unique in the folder.
       * @example lease.pdf
       */
      name?: string;
      /**
       * @description The new description. The maximum is 256 characters.
       * @example Signed lease of the ground floor
       */
      description?: string;
      /** @description The folder to move the file to. */
      parent?: {
        /**
         * @description The id of the new parent folder, or null. The root folder has the id 0.
         * @example 3002
         */
        id: string | null;
      };
      /** @description An object locks the file; null removes the lock. */
      lock?: components["schemas"]["LockUpdate"] | null;
      /** @description The permissions on the file. */
      permissions?: {
        /**
         * @description Who may download the file. `company` excludes viewers and editors from outside the enterprise.
         * @example company
         * @enum {string}
         */
        can_download?: "open" | "company";
      };
      /** @description The tags of the file. They replace the existing tags. The maximum is 100 tags on a file, and 10,000 different tags in an enterprise. */
      tags?: string[];
      /** @description An object creates or changes the shared link; null removes it. */
      shared_link?: components["schemas"]["SharedLinkUpdate"] | null;
    };
    /** @description A folder, as other records refer to it. */
    FolderMini: {
      /**
       * @description Always `folder`.
       * @example folder
       * @constant
       */
      type: "folder";
      /**
       * @description The id of the folder. The root folder has the id 0.
       * @example 3002
       */
      id: string;
      /**
       * @description A number that increases with each change of the folder.
       * @example 1
       */
      sequence_id: string;
      /**
       * @description The version of the folder as an entity tag. It differs after each change.
       * @example 1
       */
      etag: string;
      /**
       * @description The name of the folder.
       * @example Leases
       */
      name: string;
    };
    /** @description The folders above an item, from the root down. */
    PathCollection: {
      /**
       * Format: int64
       * @description The number of folders above the item.
       * @example 2
       */
      total_count: number;
      /** @description The folders, from the root to the parent. */
      entries: components["schemas"]["FolderMini"][];
    };
    /** @description A user, as other records refer to it. */
    UserMini: {
      /**
       * @description Always `user`.
       * @example user
       * @constant
       */
      type: "user";
      /**
       * @description The id of the user.
       * @example 1003
       */
      id: string;
      /**
       * @description The display name.
       * @example Contract Owner
       */
      name: string;
      /**
       * @description The email address that the user signs in with.
       * @example owner@example.com
       */
      login: string;
    };
    /** @description The permissions that a shared link gives on the item. */
    SharedLinkPermissions: {
      /**
       * @description Whether the content may be downloaded.
       * @example true
       */
      can_download: boolean;
      /**
       * @description Whether the content may be previewed.
       * @example true
       */
      can_preview: boolean;
      /**
       * @description Whether the content may be changed.
       * @example false
       */
      can_edit: boolean;
    };
    /** @description A shared link. It gives access to an item without an invitation. */
    SharedLink: {
      /**
       * Format: uri
       * @description The address to share.
       * @example https://content.example/s/lease
       */
      url: string;
      /**
       * Format: uri
       * @description An address that downloads the content directly. Null if downloads are not allowed or there is no content.
       * @example https://content.example/d/lease.pdf
       */
      download_url: string | null;
      /**
       * Format: uri
       * @description The same address with the custom name, or null.
       * @example https://content.example/v/office-lease
       */
      vanity_url: string | null;
      /**
       * @description The custom name, or null.
       * @example office-lease
       */
      vanity_name: string | null;
      /**
       * @description Who may use the link.
       * @example company
       */
      access: "open" | "company" | "collaborators" | (string & {});
      /**
       * @description Who may use the link under the settings of the enterprise. It can be narrower than `access`.
       * @example company
       */
      effective_access: "open" | "company" | "collaborators" | (string & {});
      /**
       * @description The permissions of users of the link, under the settings of the enterprise.
       * @example can_download
       */
      effective_permission: "can_edit" | "can_download" | "can_preview" | "no_access" | (string & {});
      /**
       * Format: date-time
       * @description When the link expires. Null if it does not expire.
       * @example 2036-12-31T22:00:00+00:00
       */
      unshared_at: string | null;
      /**
       * @description Whether the link requires a password.
       * @example false
       */
      is_password_enabled: boolean;
      /** @description The permissions of users of the link. */
      permissions: components["schemas"]["SharedLinkPermissions"];
      /**
       * Format: int64
       * @description The number of downloads through the link.
       * @example 4
       */
      download_count: number;
      /**
       * Format: int64
       * @description The number of previews through the link.
       * @example 12
       */
      preview_count: number;
    };
    /** @description A file version, as other records refer to it. */
    FileVersionMini: {
      /**
       * @description Always `file_version`.
       * @example file_version
       * @constant
       */
      type: "file_version";
      /**
       * @description The id of the version.
       * @example 5002
       */
      id: string;
      /**
       * @description The SHA-1 hash of the content of this version, as 40 hexadecimal digits.
       * @example 3f786850e387550fdab836ed7e6dc881de23001b
       */
      sha1: string;
    };
    /** @description A lock on a file. Only the user who created the lock can rename, move or change the file. */
    FileLock: {
      /**
       * @description Always `lock`.
       * @example lock
       * @constant
       */
      type: "lock";
      /**
       * @description The id of the lock.
       * @example 4901
       */
      id: string;
      /** @description Who locked the file. */
      created_by: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the file was locked.
       * @example 2026-03-04T08:00:00+00:00
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the lock expired. Null while it is active.
       * @example 2036-03-11T08:00:00+00:00
       */
      expired_at: string | null;
      /**
       * Format: date-time
       * @description When the lock will expire. Null if it does not expire.
       * @example 2036-03-11T08:00:00+00:00
       */
      expires_at: string | null;
      /**
       * @description Whether the lock prevents downloads.
       * @example false
       */
      is_download_prevented: boolean;
    };
    /** @description The permissions on a file. */
    FilePermissions: {
      /**
       * @description Who may download the file. `company` excludes viewers and editors from outside the enterprise.
       * @example open
       */
      can_download: "open" | "company" | (string & {});
    };
    /** @description A metadata instance: the values of one template on one item. The service manages the attributes that start with `$`. All others are fields of the template. */
    MetadataInstance: {
      /**
       * @description The type of the instance. It consists of the template and its version.
       * @example contract-b4a7c1e0-5d2f-4c3a-9e8b-1f0d2c3b4a55
       */
      $type: string;
      /**
       * @description The item of the instance. For a file, `file_` followed by its id.
       * @example file_4001
       */
      $parent: string;
      /**
       * @description The id of the instance.
       * @example 7d1e5f3a-9b20-4c64-a1d8-3e5f7a9b0c12
       */
      $id: string;
      /**
       * Format: int64
       * @description The version of the instance. It increases when values change.
       * @example 0
       */
      $version: number;
      /**
       * Format: int64
       * @description The version of the template that the instance uses.
       * @example 0
       */
      $typeVersion: number;
      /**
       * @description The key of the template.
       * @example contract
       */
      $template: string;
      /**
       * @description The scope of the template.
       * @example enterprise_7001
       */
      $scope: string;
      /**
       * @description Whether the caller may change the instance.
       * @example true
       */
      $canEdit?: boolean;
    } & {
      [key: string]: unknown;
    };
    /** @description Metadata instances of an item, by scope and then by template key. */
    ItemMetadata: {
      [key: string]: {
        [key: string]: components["schemas"]["MetadataInstance"];
      };
    };
    /** @description A file with the attributes in `fields`. Only `type` and `id` are guaranteed. `lock`, `tags`, `permissions`, `extension` and `metadata` are returned only if `fields` names them. */
    FileFields: {
      /**
       * @description Always `file`.
       * @example file
       * @constant
       */
      type: "file";
      /**
       * @description The id of the file.
       * @example 4001
       */
      id: string;
      /**
       * @description A number that increases with each change of the file.
       * @example 3
       */
      sequence_id?: string;
      /**
       * @description The version of the file as an entity tag. Send it as `If-Match` to change the file only if it is unchanged.
       * @example 3
       */
      etag?: string;
      /**
       * @description The SHA-1 hash of the current content, as 40 hexadecimal digits.
       * @example 3f786850e387550fdab836ed7e6dc881de23001b
       */
      sha1?: string;
      /**
       * @description The name of the file with its extension, unique in the folder.
       * @example lease.pdf
       */
      name?: string;
      /**
       * @description The description of the file. Empty if there is none.
       * @example Signed lease of the ground floor
       */
      description?: string;
      /**
       * Format: int64
       * @description The size of the current content, in bytes.
       * @example 182044
       */
      size?: number;
      /** @description The folders above the file that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"];
      /**
       * Format: date-time
       * @description When the file was created in the service.
       * @example 2026-02-02T09:15:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the file was last changed in the service.
       * @example 2026-03-02T14:30:00+00:00
       */
      modified_at?: string;
      /**
       * Format: date-time
       * @description When the content was created, possibly before the upload. Null if unknown.
       * @example 2026-01-30T16:05:00+00:00
       */
      content_created_at?: string | null;
      /**
       * Format: date-time
       * @description When the content was last changed, possibly before the upload. Null if unknown.
       * @example 2026-03-02T14:29:00+00:00
       */
      content_modified_at?: string | null;
      /** @description Who created the file. */
      created_by?: components["schemas"]["UserMini"];
      /** @description Who last changed the file. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the file. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the file was moved to the trash. Null if it is not in the trash.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the file will be deleted permanently, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description The status of the file. `active` for a file that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The parent folder. Null if the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the file. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** @description The current version of the file. */
      file_version?: components["schemas"]["FileVersionMini"];
      /** @description The lock on the file. Null if it has none. Returned only if `fields` names it. */
      lock?: components["schemas"]["FileLock"] | null;
      /** @description The tags of the file. Returned only if `fields` names them. */
      tags?: string[];
      /** @description The permissions on the file. Returned only if `fields` names them. */
      permissions?: components["schemas"]["FilePermissions"];
      /**
       * @description The extension of the name, after the last dot. Returned only if `fields` names it.
       * @example pdf
       */
      extension?: string;
      /** @description Metadata instances of the file. Returned only if `fields` names them. */
      metadata?: components["schemas"]["ItemMetadata"];
    };
    /** @description A file in the standard representation, which is returned without `fields`. */
    File: WithRequired<
      components["schemas"]["FileFields"],
      | "type"
      | "id"
      | "sequence_id"
      | "etag"
      | "sha1"
      | "name"
      | "description"
      | "size"
      | "path_collection"
      | "created_at"
      | "modified_at"
      | "content_created_at"
      | "content_modified_at"
      | "created_by"
      | "modified_by"
      | "owned_by"
      | "trashed_at"
      | "purged_at"
      | "item_status"
      | "parent"
      | "shared_link"
      | "file_version"
    >;
    /** @description How to restore the folder if it cannot return to its original place or name. */
    FolderRestore: {
      /**
       * @description A new name for the folder, for example if the original name is taken.
       * @example Archive
       */
      name?: string;
      /** @description The destination if the original parent folder no longer exists. Otherwise not used. */
      parent?: {
        /**
         * @description The id of the folder. The root folder has the id 0.
         * @example 3001
         */
        id: string;
      };
    };
    /** @description A folder with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    FolderFields: {
      /**
       * @description Always `folder`.
       * @example folder
       * @constant
       */
      type: "folder";
      /**
       * @description The id of the folder. The root folder has the id 0.
       * @example 3003
       */
      id: string;
      /**
       * @description A number that increases with each change of the folder.
       * @example 2
       */
      sequence_id?: string;
      /**
       * @description The version of the folder as an entity tag. It differs after each change.
       * @example 2
       */
      etag?: string;
      /**
       * @description The name of the folder, unique in the parent folder.
       * @example Archive
       */
      name?: string;
      /**
       * @description The description of the folder. Empty if there is none.
       * @example Contracts that have ended
       */
      description?: string;
      /**
       * Format: int64
       * @description The total size of the content of the folder, in bytes.
       * @example 730118
       */
      size?: number;
      /** @description The folders above the folder that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"];
      /**
       * Format: date-time
       * @description When the folder was created in the service.
       * @example 2026-01-12T08:00:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the folder was last changed in the service.
       * @example 2026-03-05T11:20:00+00:00
       */
      modified_at?: string;
      /**
       * Format: date-time
       * @description When the folder was first created, possibly before the upload. Null if unknown.
       * @example 2026-01-12T08:00:00+00:00
       */
      content_created_at?: string | null;
      /**
       * Format: date-time
       * @description When the content was last changed, possibly before the upload. Null if unknown.
       * @example 2026-03-05T11:20:00+00:00
       */
      content_modified_at?: string | null;
      /** @description Who created the folder. */
      created_by?: components["schemas"]["UserMini"];
      /** @description Who last changed the folder. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the folder. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the folder was moved to the trash. Null if it is not in the trash.
       * @example 2026-03-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the folder will be deleted permanently, or null.
       * @example 2026-03-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description The status of the folder. `active` for a folder that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The parent folder. Null for the root folder, or if the caller may not see the parent. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the folder. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** @description The email address for uploads to the folder, with its settings. Null if there is none. */
      folder_upload_email?: {
        [key: string]: unknown;
      } | null;
      /** @description Metadata instances of the folder. A metadata query returns them if its `fields` name them. */
      metadata?: components["schemas"]["ItemMetadata"];
    };
    /** @description A folder in the standard representation, which is returned without `fields`. */
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
      | "content_created_at"
      | "content_modified_at"
      | "created_by"
      | "modified_by"
      | "owned_by"
      | "trashed_at"
      | "purged_at"
      | "item_status"
      | "parent"
      | "shared_link"
      | "folder_upload_email"
    >;
    /** @description A web link with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    WebLinkFields: {
      /**
       * @description Always `web_link`.
       * @example web_link
       * @constant
       */
      type: "web_link";
      /**
       * @description The id of the web link.
       * @example 6001
       */
      id: string;
      /**
       * @description A number that increases with each change of the web link.
       * @example 0
       */
      sequence_id?: string;
      /**
       * @description The version of the web link as an entity tag. It differs after each change.
       * @example 0
       */
      etag?: string;
      /**
       * @description The display name. The url if the web link was created without a name.
       * @example Land register
       */
      name?: string;
      /**
       * Format: uri
       * @description The web address.
       * @example https://register.example.com/parcels/12
       */
      url?: string;
      /**
       * @description The description of the web link. Empty if there is none.
       * @example The parcel of the leased building
       */
      description?: string;
      /** @description The folders above the web link that the caller may see. */
      path_collection?: components["schemas"]["PathCollection"];
      /**
       * Format: date-time
       * @description When the web link was created.
       * @example 2026-03-06T07:45:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the web link was last changed.
       * @example 2026-03-06T07:45:00+00:00
       */
      modified_at?: string;
      /** @description Who created the web link. */
      created_by?: components["schemas"]["UserMini"];
      /** @description Who last changed the web link. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the web link. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the web link was moved to the trash. Null if it is not in the trash.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the web link will be deleted permanently, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description The status of the web link. `active` for a web link that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The parent folder. Null if the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the web link. Null if it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
    };
    /** @description A web link in the standard representation. It is a named web address in a folder, next to the files. */
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
    /** @description The item behind a shared link, in the standard representation: a file, a folder or a web link. See its `type`. */
    SharedItem: components["schemas"]["File"] | components["schemas"]["Folder"] | components["schemas"]["WebLink"];
    /** @description The item behind a shared link, with the attributes in `fields`: a file, a folder or a web link. See its `type`. */
    SharedItemFields:
      | components["schemas"]["FileFields"]
      | components["schemas"]["FolderFields"]
      | components["schemas"]["WebLinkFields"];
    /** @description The web link to create. */
    WebLinkCreate: {
      /**
       * Format: uri
       * @description The web address. It starts with `http://` or `https://`.
       * @example https://register.example.com/parcels/12
       */
      url: string;
      /** @description The folder to create the web link in. */
      parent: {
        /**
         * @description The id of the folder. The root folder has the id 0.
         * @example 3001
         */
        id: string;
      };
      /**
       * @description The display name. By default, the url.
       * @example Land register
       */
      name?: string;
      /**
       * @description The description of the web link.
       * @example The parcel of the leased building
       */
      description?: string;
    };
    /** @description A user or a group, by id. */
    CollaboratorById: {
      /**
       * @description The type of the collaborator: user or group.
       * @example group
       * @enum {string}
       */
      type: "user" | "group";
      /**
       * @description The id of the user or group.
       * @example 2001
       */
      id: string;
    };
    /** @description A user, by login. The user may be outside the enterprise. */
    CollaboratorByLogin: {
      /**
       * @description Always `user`, because groups have no login.
       * @example user
       * @constant
       */
      type: "user";
      /**
       * Format: email
       * @description The email address that the user signs in with.
       * @example reviewer@example.com
       */
      login: string;
    };
    /** @description Whom to invite, to which item, and with which role. */
    CollaborationCreate: {
      /** @description The file or folder to give access to. */
      item: {
        /**
         * @description The type of the item: file or folder.
         * @example folder
         * @enum {string}
         */
        type: "file" | "folder";
        /**
         * @description The id of the file or folder.
         * @example 3002
         */
        id: string;
      };
      /** @description Whom to invite: a user or a group by id, or a user by login. */
      accessible_by: components["schemas"]["CollaboratorById"] | components["schemas"]["CollaboratorByLogin"];
      /**
       * @description The role of the collaborator. Two of the roles contain a space.
       * @example viewer
       * @enum {string}
       */
      role: "editor" | "viewer" | "previewer" | "uploader" | "previewer uploader" | "viewer uploader" | "co-owner";
      /**
       * @description Whether the collaborator sees the path of folders above the item. The collaborator gets no permissions on them. The recommended maximum is 1,000 such collaborations per user.
       * @example false
       */
      can_view_path?: boolean;
      /**
       * Format: date-time
       * @description When the collaboration expires. Rejected unless the enterprise lets folder owners extend the expiration.
       * @example 2036-09-30T22:00:00+00:00
       */
      expires_at?: string;
    };
    /** @description The invited user or group. */
    Collaborator: {
      /**
       * @description The type of the collaborator: user or group.
       * @example user
       */
      type: "user" | "group" | (string & {});
      /**
       * @description The id of the user or group.
       * @example 1004
       */
      id: string;
      /**
       * @description The display name.
       * @example Contract Reviewer
       */
      name: string;
      /**
       * @description The email address that the user signs in with. Not present for a group.
       * @example reviewer@example.com
       */
      login?: string;
    };
    /** @description The file or folder of the collaboration. */
    CollaborationItem: {
      /**
       * @description The type of the item: file or folder.
       * @example folder
       */
      type: "file" | "folder" | (string & {});
      /**
       * @description The id of the item.
       * @example 3002
       */
      id: string;
      /**
       * @description A number that increases with each change of the item.
       * @example 1
       */
      sequence_id: string;
      /**
       * @description The version of the item as an entity tag. It differs after each change.
       * @example 1
       */
      etag: string;
      /**
       * @description The name of the item.
       * @example Leases
       */
      name: string;
    };
    /** @description A collaboration with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    CollaborationFields: {
      /**
       * @description Always `collaboration`.
       * @example collaboration
       * @constant
       */
      type: "collaboration";
      /**
       * @description The id of the collaboration.
       * @example 9001
       */
      id: string;
      /** @description Who invited the collaborator. */
      created_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the collaborator was invited.
       * @example 2026-03-03T10:00:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the collaboration was last changed.
       * @example 2026-03-03T10:00:00+00:00
       */
      modified_at?: string;
      /**
       * Format: date-time
       * @description When the collaboration expires. Null if it does not expire.
       * @example 2036-09-30T22:00:00+00:00
       */
      expires_at?: string | null;
      /**
       * @description The status of the invitation. Members of the enterprise usually accept at once.
       * @example accepted
       */
      status?: "accepted" | "pending" | "rejected" | (string & {});
      /** @description The invited user or group. */
      accessible_by?: components["schemas"]["Collaborator"];
      /**
       * @description The invited email address if no user has it yet, otherwise null.
       * @example partner@example.org
       */
      invite_email?: string | null;
      /**
       * @description The role of the collaborator. `owner` is the only role that no invitation can give.
       * @example viewer
       */
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
      /**
       * Format: date-time
       * @description When the invitation was accepted or rejected. Null while it is pending.
       * @example 2026-03-03T10:00:00+00:00
       */
      acknowledged_at?: string | null;
      /** @description The item that the collaborator has access to. */
      item?: components["schemas"]["CollaborationItem"];
    };
    /** @description A collaboration in the standard representation. It gives a user or a group a role on a file or folder. */
    Collaboration: WithRequired<
      components["schemas"]["CollaborationFields"],
      | "type"
      | "id"
      | "created_by"
      | "created_at"
      | "modified_at"
      | "expires_at"
      | "status"
      | "accessible_by"
      | "invite_email"
      | "role"
      | "acknowledged_at"
      | "item"
    >;
    /** @description A sort key of the entries of a page. */
    PageOrder: {
      /**
       * @description The attribute to sort by.
       * @example id
       */
      by: string;
      /**
       * @description The direction.
       * @example ASC
       */
      direction: string;
    };
    /** @description The attributes of every page besides its entries. They depend on the pagination: `offset` and `total_count` by offset, `next_marker` by marker. */
    Page: {
      /**
       * Format: int64
       * @description The page size that the service used. It can be lower than the requested limit, so compute the next offset from this value.
       * @example 100
       */
      limit: number;
      /**
       * Format: int64
       * @description The position of the first entry of this page, counted from zero.
       * @example 0
       */
      offset?: number;
      /**
       * Format: int64
       * @description One more than the offset of the last entry of the whole list. The list ends when the next offset is greater.
       * @example 2
       */
      total_count?: number;
      /**
       * @description The marker of the next page. Null, empty or missing on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
      /**
       * @description The marker of the previous page. Null, empty or missing on the first page.
       * @example bWFya2VyLTE
       */
      prev_marker?: string | null;
      /** @description The sort keys of the entries, the most significant first. */
      order?: components["schemas"]["PageOrder"][];
    };
    /** @description An enterprise, as other records refer to it. */
    Enterprise: {
      /**
       * @description Always `enterprise`.
       * @example enterprise
       * @constant
       */
      type: "enterprise";
      /**
       * @description The id of the enterprise.
       * @example 7001
       */
      id: string;
    };
    /** @description A domain that members of the enterprise may collaborate with. */
    CollaborationAllowlistEntry: {
      /**
       * @description Always `collaboration_whitelist_entry`.
       * @example collaboration_whitelist_entry
       * @constant
       */
      type: "collaboration_whitelist_entry";
      /**
       * @description The id of the entry.
       * @example 9501
       */
      id: string;
      /**
       * @description The domain of the allowed email addresses.
       * @example example.org
       */
      domain: string;
      /**
       * @description Which invitations are allowed: `inbound` from the domain, `outbound` to the domain, or `both`.
       * @example both
       */
      direction: "inbound" | "outbound" | "both" | (string & {});
      /** @description The enterprise that the allowlist belongs to. */
      enterprise: components["schemas"]["Enterprise"];
      /**
       * Format: date-time
       * @description When the entry was created.
       * @example 2026-01-08T12:00:00+00:00
       */
      created_at: string;
    };
    /** @description A page of allowed domains. */
    CollaborationAllowlistEntries: components["schemas"]["Page"] & {
      /** @description The allowed domains. Empty if there are none. */
      entries: components["schemas"]["CollaborationAllowlistEntry"][];
    };
    /** @description An option of the field to create. */
    MetadataTemplateOptionCreate: {
      /**
       * @description The option: both its display name and its value in instances.
       * @example open
       */
      key: string;
    };
    /** @description A field of the template to create. */
    MetadataTemplateFieldCreate: {
      /**
       * @description The type of the field: `string` for text, `float` for a number, `date` for a date-time, `enum` for one of the options, `multiSelect` for any number of the options.
       * @example enum
       * @enum {string}
       */
      type: "string" | "float" | "date" | "enum" | "multiSelect";
      /**
       * @description The key of the field, unique in the template. The maximum is 256 characters.
       * @example status
       */
      key: string;
      /**
       * @description The display name. The maximum is 4096 characters.
       * @example Status
       */
      displayName: string;
      /**
       * @description The purpose of the field. The web application does not show it. The maximum is 4096 characters.
       * @example Where the contract stands
       */
      description?: string;
      /**
       * @description Whether the web application hides the field.
       * @example false
       */
      hidden?: boolean;
      /** @description The options of a field of type `enum` or `multiSelect`. */
      options?: components["schemas"]["MetadataTemplateOptionCreate"][];
    };
    /** @description The template to create. */
    MetadataTemplateCreate: {
      /**
       * @description Always `enterprise`. Applications can create templates only in the scope of their own enterprise.
       * @example enterprise
       * @enum {string}
       */
      scope: "enterprise";
      /**
       * @description The display name. The maximum is 4096 characters.
       * @example Contract
       */
      displayName: string;
      /**
       * @description The key of the template, unique in the enterprise. The maximum is 64 characters. By default, the service derives it from `displayName`.
       * @example contract
       */
      templateKey?: string;
      /**
       * @description Whether the web application hides the template.
       * @example false
       */
      hidden?: boolean;
      /**
       * @description Whether a copy of a file or folder includes the instance.
       * @default false
       * @example false
       */
      copyInstanceOnItemCopy?: boolean;
      /** @description The fields of the template. The service keeps their order. */
      fields?: components["schemas"]["MetadataTemplateFieldCreate"][];
    };
    /** @description An option of a field. */
    MetadataTemplateOption: {
      /**
       * @description The id of the option.
       * @example 5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c21
       */
      id: string;
      /**
       * @description The option: both its display name and its value in instances.
       * @example open
       */
      key: string;
    };
    /** @description A field of a template. */
    MetadataTemplateField: {
      /**
       * @description The id of the field.
       * @example 0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a01
       */
      id: string;
      /**
       * @description The type of the field: `string` for text, `float` for a number, `date` for a date-time, `enum` for one of the options, `multiSelect` for any number of the options.
       * @example enum
       */
      type: "string" | "float" | "date" | "enum" | "multiSelect" | (string & {});
      /**
       * @description The key of the field, unique in the template.
       * @example status
       */
      key: string;
      /**
       * @description The display name.
       * @example Status
       */
      displayName: string;
      /**
       * @description The purpose of the field. The web application does not show it.
       * @example Where the contract stands
       */
      description?: string;
      /**
       * @description Whether the web application hides the field.
       * @example false
       */
      hidden: boolean;
      /** @description The options of a field of type `enum` or `multiSelect`. */
      options?: components["schemas"]["MetadataTemplateOption"][];
    };
    /** @description A metadata template. It defines the fields of its instances. */
    MetadataTemplate: {
      /**
       * @description Always `metadata_template`.
       * @example metadata_template
       * @constant
       */
      type: "metadata_template";
      /**
       * @description The id of the template.
       * @example b4a7c1e0-5d2f-4c3a-9e8b-1f0d2c3b4a55
       */
      id: string;
      /**
       * @description The key of the template, unique in the enterprise.
       * @example contract
       */
      templateKey: string;
      /**
       * @description The scope of the template: `enterprise_` followed by the id of the enterprise that created it.
       * @example enterprise_7001
       */
      scope: string;
      /**
       * @description The display name.
       * @example Contract
       */
      displayName: string;
      /**
       * @description Whether the web application hides the template.
       * @example false
       */
      hidden: boolean;
      /**
       * @description Whether a copy of a file or folder includes the instance.
       * @example false
       */
      copyInstanceOnItemCopy: boolean;
      /** @description The fields of the template, in the order of their creation. */
      fields: components["schemas"]["MetadataTemplateField"][];
    };
    /** @description A page of metadata templates. */
    MetadataTemplates: {
      /** @description The templates. Empty if there are none. */
      entries: components["schemas"]["MetadataTemplate"][];
      /**
       * Format: int64
       * @description The page size that the service used. It can be lower than the requested limit.
       * @example 100
       */
      limit: number;
      /**
       * @description The marker of the next page. Null, empty or missing on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
      /**
       * @description The marker of the previous page. Null, empty or missing on the first page.
       * @example bWFya2VyLTE
       */
      prev_marker?: string | null;
    };
    /** @description The short form of an error. The metadata instance operations use it. */
    MetadataError: {
      /** @description The error code, for programs. */
      code: components["schemas"]["ErrorCode"];
      /**
       * @description The error message, for people. The wording can change.
       * @example The template is not applied to this file.
       */
      message: string;
      /**
       * @description The id of the request in the logs of the service. Quote it in a support request.
       * @example r7k2m9qx
       */
      request_id: string;
    };
    /** @description The values of the template, by field key. The template `properties` in the scope `global` accepts any keys and values; every other template accepts only its own fields. */
    MetadataInstanceCreate: {
      [key: string]: unknown;
    };
    /** @description A sort key. */
    MetadataQueryOrder: {
      /**
       * @description The key of a field of type float, date or string. Other types cannot be sorted.
       * @example amount
       */
      field_key: string;
      /**
       * @description The direction: ascending or descending.
       * @example desc
       * @enum {string}
       */
      direction: "asc" | "desc" | "ASC" | "DESC";
    };
    /** @description What to find, in which folder, and in which order to return it. */
    MetadataQuery: {
      /**
       * @description The template to search: scope, dot and template key. The scope must have the id of the enterprise; `global` and the shorthand `enterprise` are not accepted.
       * @example enterprise_7001.contract
       */
      from: string;
      /**
       * @description The folder to search, with all folders below it. Use 0 for the root folder.
       * @example 0
       */
      ancestor_folder_id: string;
      /**
       * @description The conditions, in a language similar to SQL. Values are arguments, written as a colon and a name; `query_params` has their values. Without conditions, the query finds every instance of the template.
       * @example amount >= :amount AND status = :status
       */
      query?: string;
      /** @description The values of the arguments of the query, by name without the colon. */
      query_params?: {
        [key: string]: string | number | (string | number)[];
      };
      /** @description The attributes to return, like `fields` of other operations. `metadata.<scope>.<templateKey>` adds the instance of that template to each item. `metadata.<scope>.<templateKey>.<field>` adds only that field. */
      fields?: string[];
      /**
       * @description The index to use. Required if the template is applied to more than 10,000 items.
       * @example contract_amount
       */
      use_index?: string;
      /** @description The sort keys, the most significant first. Without sort keys, the order is undefined and can differ between calls. */
      order_by?: components["schemas"]["MetadataQueryOrder"][];
      /**
       * Format: int32
       * @description The maximum number of entries of the page. A value above the maximum of the query, 100, is not an error: the service uses the maximum, and returns it as `limit`.
       * @default 20
       * @example 20
       */
      limit?: number;
      /**
       * @description Where the page starts: the `next_marker` of the previous page. The rest of the query must be the same.
       * @example bWFya2VyLTI
       */
      marker?: string;
    };
    /** @description A file or a folder found by a metadata query, in the mini representation with the attributes in `fields`. */
    MetadataQueryItem: components["schemas"]["FileFields"] | components["schemas"]["FolderFields"];
    /** @description A page of results of a metadata query. */
    MetadataQueryResults: {
      /** @description The files and folders found. Empty if there are none. */
      entries: components["schemas"]["MetadataQueryItem"][];
      /**
       * Format: int32
       * @description The page size that the service used. It can be lower than the requested limit.
       * @example 20
       */
      limit?: number;
      /**
       * @description The marker of the next page. Null, empty or missing on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
    };
    /** @description The task to create. */
    TaskCreate: {
      /** @description The file of the task. */
      item: {
        /**
         * @description The id of the file.
         * @example 4001
         */
        id: string;
        /**
         * @description Always `file`.
         * @example file
         * @constant
         */
        type: "file";
      };
      /**
       * @description The kind of task: `review` to approve or reject, `complete` for anything else.
       * @default review
       * @example review
       * @enum {string}
       */
      action?: "review" | "complete";
      /**
       * @description The message for the assigned users.
       * @default
       * @example Please check the rent.
       */
      message?: string;
      /**
       * Format: date-time
       * @description When the task is due. Null or missing for no due date.
       * @default null
       * @example 2026-04-15T16:00:00+02:00
       */
      due_at?: string | null;
      /**
       * @description Who has to act before the task is complete: all assigned users, or any one of them.
       * @default all_assignees
       * @example all_assignees
       * @enum {string}
       */
      completion_rule?: "all_assignees" | "any_assignee";
    };
    /** @description A file, as other records refer to it. */
    FileMini: {
      /**
       * @description Always `file`.
       * @example file
       * @constant
       */
      type: "file";
      /**
       * @description The id of the file.
       * @example 4001
       */
      id: string;
      /**
       * @description A number that increases with each change of the file.
       * @example 3
       */
      sequence_id: string;
      /**
       * @description The version of the file as an entity tag. It differs after each change.
       * @example 3
       */
      etag: string;
      /**
       * @description The SHA-1 hash of the content, as 40 hexadecimal digits.
       * @example 3f786850e387550fdab836ed7e6dc881de23001b
       */
      sha1: string;
      /**
       * @description The name of the file, with its extension.
       * @example lease.pdf
       */
      name: string;
    };
    /** @description The assignment of a task to one user. */
    TaskAssignment: {
      /**
       * @description Always `task_assignment`.
       * @example task_assignment
       * @constant
       */
      type: "task_assignment";
      /**
       * @description The id of the assignment.
       * @example 9201
       */
      id: string;
      /** @description The file of the task. */
      item: components["schemas"]["FileMini"];
      /** @description The assigned user. */
      assigned_to: components["schemas"]["UserMini"];
      /** @description Who created the assignment. */
      assigned_by: components["schemas"]["UserMini"];
      /**
       * @description The message for the assigned user, or null.
       * @example Please check the rent.
       */
      message: string | null;
      /**
       * Format: date-time
       * @description When the assignment was created.
       * @example 2026-03-09T13:12:00+00:00
       */
      assigned_at: string;
      /**
       * Format: date-time
       * @description When the user completed the assignment. Null until then.
       * @example 2026-03-10T09:00:00+00:00
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description When the user was last reminded, or null.
       * @example 2026-03-10T07:00:00+00:00
       */
      reminded_at: string | null;
      /**
       * @description The status of the assignment. A review ends as approved or rejected, another task as completed.
       * @example incomplete
       */
      resolution_state: "incomplete" | "completed" | "approved" | "rejected" | (string & {});
    };
    /** @description All assignments of a task. */
    TaskAssignments: {
      /**
       * Format: int64
       * @description The number of assignments.
       * @example 0
       */
      total_count: number;
      /** @description The assignments. Empty if there are none. */
      entries: components["schemas"]["TaskAssignment"][];
    };
    /** @description A task on a file for the users that it is assigned to. */
    Task: {
      /**
       * @description Always `task`.
       * @example task
       * @constant
       */
      type: "task";
      /**
       * @description The id of the task.
       * @example 9101
       */
      id: string;
      /** @description The file of the task. */
      item: components["schemas"]["FileMini"];
      /**
       * Format: date-time
       * @description When the task is due. Null if it has no due date.
       * @example 2026-04-15T16:00:00+02:00
       */
      due_at: string | null;
      /**
       * @description The kind of task: `review` to approve or reject, `complete` for anything else.
       * @example review
       */
      action: "review" | "complete" | (string & {});
      /**
       * @description The message for the assigned users. Empty if there is none.
       * @example Please check the rent.
       */
      message: string;
      /** @description The assignments of the task. A new task has none. */
      task_assignment_collection: components["schemas"]["TaskAssignments"];
      /**
       * @description Whether the task is complete by its completion rule.
       * @example false
       */
      is_completed: boolean;
      /** @description Who created the task. */
      created_by: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the task was created.
       * @example 2026-03-09T13:10:00+00:00
       */
      created_at: string;
      /**
       * @description Who has to act before the task is complete: all assigned users, or any one of them.
       * @example all_assignees
       */
      completion_rule: "all_assignees" | "any_assignee" | (string & {});
    };
    /** @description A legal hold policy, as other records refer to it. */
    LegalHoldPolicyMini: {
      /**
       * @description Always `legal_hold_policy`.
       * @example legal_hold_policy
       * @constant
       */
      type: "legal_hold_policy";
      /**
       * @description The id of the policy.
       * @example 8001
       */
      id: string;
      /**
       * @description The name of the policy.
       * @example Lease dispute
       */
      policy_name: string;
    };
    /** @description The target of a legal hold policy assignment. */
    LegalHoldTarget: {
      /**
       * @description The type of the target.
       * @example folder
       */
      type: "file" | "file_version" | "folder" | "user" | (string & {});
      /**
       * @description The id of the item or user.
       * @example 3002
       */
      id: string;
    };
    /** @description A legal hold policy assignment with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    LegalHoldPolicyAssignmentFields: {
      /**
       * @description Always `legal_hold_policy_assignment`.
       * @example legal_hold_policy_assignment
       * @constant
       */
      type: "legal_hold_policy_assignment";
      /**
       * @description The id of the assignment.
       * @example 8101
       */
      id: string;
      /** @description The assigned policy. */
      legal_hold_policy?: components["schemas"]["LegalHoldPolicyMini"];
      /** @description The item or user on hold. */
      assigned_to?: components["schemas"]["LegalHoldTarget"];
      /** @description Who assigned the policy. */
      assigned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the policy was assigned.
       * @example 2026-03-12T08:30:00+00:00
       */
      assigned_at?: string;
      /**
       * Format: date-time
       * @description When the assignment ended. Null while it is active.
       * @example 2026-11-30T17:00:00+00:00
       */
      deleted_at?: string | null;
    };
    /** @description A legal hold policy assignment in the standard representation. It puts a file, a file version, a folder or a user on hold. */
    LegalHoldPolicyAssignment: WithRequired<
      components["schemas"]["LegalHoldPolicyAssignmentFields"],
      "type" | "id" | "legal_hold_policy" | "assigned_to" | "assigned_by" | "assigned_at" | "deleted_at"
    >;
    /** @description A page of legal hold policy assignments in the standard representation. */
    LegalHoldPolicyAssignments: components["schemas"]["Page"] & {
      /** @description The assignments. Empty if there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignment"][];
    };
    /** @description A page of legal hold policy assignments with the attributes in `fields`. */
    LegalHoldPolicyAssignmentsFields: components["schemas"]["Page"] & {
      /** @description The assignments. Empty if there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignmentFields"][];
    };
    /** @description The policy to assign, and the item or user to hold. */
    LegalHoldPolicyAssignmentCreate: {
      /**
       * @description The id of the legal hold policy.
       * @example 8001
       */
      policy_id: string;
      /** @description What to put on hold. For a folder, its files are on hold. For a user, the files that the user owns are on hold. */
      assign_to: {
        /**
         * @description The type of the item or user to hold.
         * @example folder
         * @enum {string}
         */
        type: "file" | "file_version" | "folder" | "user";
        /**
         * @description The id of the item or user.
         * @example 3002
         */
        id: string;
      };
    };
    /** @description A file whose current version is on hold. */
    FileOnHold: components["schemas"]["FileMini"] & {
      /** @description The version on hold, which is the current version. */
      file_version: components["schemas"]["FileVersionMini"];
    };
    /** @description A page of files whose current version is on hold. */
    FilesOnHold: components["schemas"]["Page"] & {
      /** @description The files. Empty if there are none. */
      entries: components["schemas"]["FileOnHold"][];
    };
    /** @description A page of files whose current version is on hold, with the attributes in `fields`. */
    FilesOnHoldFields: components["schemas"]["Page"] & {
      /** @description The files. Empty if there are none. */
      entries: components["schemas"]["FileFields"][];
    };
    /** @description A file version with the attributes in `fields`. Only `type` and `id` are guaranteed. */
    FileVersionFields: {
      /**
       * @description Always `file_version`.
       * @example file_version
       * @constant
       */
      type: "file_version";
      /**
       * @description The id of the version.
       * @example 5001
       */
      id: string;
      /**
       * @description The SHA-1 hash of the content of this version, as 40 hexadecimal digits.
       * @example 89e6c98d92887913cadf06b2adb97f26cde4849b
       */
      sha1?: string;
      /**
       * @description The name of the file at this version.
       * @example lease.pdf
       */
      name?: string;
      /**
       * Format: int64
       * @description The size of the content of this version, in bytes.
       * @example 179310
       */
      size?: number;
      /**
       * Format: date-time
       * @description When the version was created.
       * @example 2026-02-02T09:15:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the version was last changed.
       * @example 2026-02-02T09:15:00+00:00
       */
      modified_at?: string;
      /** @description Who last changed the version. */
      modified_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the version was moved to the trash. Null if it is not in the trash.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the version will be deleted permanently, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
    };
    /** @description A file version in the standard representation, which is returned without `fields`. */
    FileVersion: WithRequired<
      components["schemas"]["FileVersionFields"],
      | "type"
      | "id"
      | "sha1"
      | "name"
      | "size"
      | "created_at"
      | "modified_at"
      | "modified_by"
      | "trashed_at"
      | "purged_at"
    >;
    /** @description A page of previous file versions on hold. */
    FileVersionsOnHold: components["schemas"]["Page"] & {
      /** @description The file versions. Empty if there are none. */
      entries: components["schemas"]["FileVersion"][];
    };
    /** @description A page of previous file versions on hold, with the attributes in `fields`. */
    FileVersionsOnHoldFields: components["schemas"]["Page"] & {
      /** @description The file versions. Empty if there are none. */
      entries: components["schemas"]["FileVersionFields"][];
    };
    /** @description A legal hold policy assignment, as other records refer to it. */
    LegalHoldPolicyAssignmentMini: {
      /**
       * @description Always `legal_hold_policy_assignment`.
       * @example legal_hold_policy_assignment
       * @constant
       */
      type: "legal_hold_policy_assignment";
      /**
       * @description The id of the assignment.
       * @example 8101
       */
      id: string;
    };
    /** @description A file version on hold, with all assignments that hold it. */
    FileVersionLegalHold: {
      /**
       * @description Always `file_version_legal_hold`.
       * @example file_version_legal_hold
       * @constant
       */
      type: "file_version_legal_hold";
      /**
       * @description The id of the hold.
       * @example 8201
       */
      id: string;
      /** @description The version on hold. */
      file_version: components["schemas"]["FileVersionMini"];
      /** @description The file of the version. */
      file: components["schemas"]["FileMini"];
      /** @description The assignments that hold the version. */
      legal_hold_policy_assignments: components["schemas"]["LegalHoldPolicyAssignmentMini"][];
      /**
       * Format: date-time
       * @description When the hold ended. Null while it is active.
       * @example 2026-11-30T17:00:00+00:00
       */
      deleted_at: string | null;
    };
    /** @description A page of file versions on hold. */
    FileVersionLegalHolds: components["schemas"]["Page"] & {
      /** @description The holds. Empty if there are none. */
      entries: components["schemas"]["FileVersionLegalHold"][];
    };
    /** @description A retention policy, as other records refer to it. */
    RetentionPolicyMini: {
      /**
       * @description Always `retention_policy`.
       * @example retention_policy
       * @constant
       */
      type: "retention_policy";
      /**
       * @description The id of the policy.
       * @example 8501
       */
      id: string;
      /**
       * @description The name of the policy.
       * @example Keep contracts for ten years
       */
      policy_name: string;
      /**
       * @description How long the policy keeps a file version: a number of days, or `indefinite`.
       * @example 3650
       */
      retention_length: string;
      /**
       * @description What happens when the retention ends: the version is deleted permanently, or only released.
       * @example remove_retention
       */
      disposition_action: "permanently_delete" | "remove_retention" | (string & {});
    };
    /** @description A file version that a retention policy keeps. */
    FileVersionRetention: {
      /**
       * @description Always `file_version_retention`.
       * @example file_version_retention
       * @constant
       */
      type: "file_version_retention";
      /**
       * @description The id of the retention.
       * @example 8601
       */
      id: string;
      /** @description The retained version. */
      file_version: components["schemas"]["FileVersionMini"];
      /** @description The file of the version. */
      file: components["schemas"]["FileMini"];
      /**
       * Format: date-time
       * @description When the retention started.
       * @example 2026-03-02T14:30:00+00:00
       */
      applied_at: string;
      /**
       * Format: date-time
       * @description When the retention ends and the disposition is applied.
       * @example 2036-02-28T14:30:00+00:00
       */
      disposition_at: string;
      /** @description The policy that applies. Several policies can cover the version. */
      winning_retention_policy: components["schemas"]["RetentionPolicyMini"];
    };
    /** @description A page of file version retentions. */
    FileVersionRetentions: components["schemas"]["Page"] & {
      /** @description The retentions. Empty if there are none. */
      entries: components["schemas"]["FileVersionRetention"][];
    };
    /** @description The terms to create. */
    TermsOfServiceCreate: {
      /**
       * @description Whether users have to accept the terms.
       * @example enabled
       * @enum {string}
       */
      status: "enabled" | "disabled";
      /**
       * @description The text of the terms. It can be empty only if the status is `disabled`.
       * @example Keep contracts confidential.
       */
      text: string;
      /**
       * @description Who has to accept: `managed` for members of the enterprise, `external` for everyone else.
       * @example managed
       * @enum {string}
       */
      tos_type?: "external" | "managed";
    };
    /** @description The terms that users must accept before they use the service with this enterprise. */
    TermsOfService: {
      /**
       * @description Always `terms_of_service`.
       * @example terms_of_service
       * @constant
       */
      type: "terms_of_service";
      /**
       * @description The id of the terms.
       * @example 9301
       */
      id: string;
      /**
       * @description Whether users have to accept the terms.
       * @example enabled
       */
      status: "enabled" | "disabled" | (string & {});
      /** @description The enterprise of the terms. */
      enterprise: components["schemas"]["Enterprise"];
      /**
       * @description Who has to accept: `managed` for members of the enterprise, `external` for everyone else.
       * @example managed
       */
      tos_type: "external" | "managed" | (string & {});
      /**
       * @description The text of the terms. It can be empty while the terms are disabled.
       * @example Keep contracts confidential.
       */
      text: string;
      /**
       * Format: date-time
       * @description When the terms were created.
       * @example 2026-01-15T09:00:00+00:00
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the terms were last changed.
       * @example 2026-01-15T09:00:00+00:00
       */
      modified_at: string;
    };
  };
  responses: {
    /** @description Any other error, with a status from 400 to 599. A proxy can send it too, so the body can be empty or have another type. */
    UnexpectedError: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description Too many requests in a short time. Wait as many seconds as `Retry-After` says. The service did nothing, so every request can be retried. */
    TooManyRequests: {
      headers: {
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The access token is missing, unknown or expired. Refresh the token and retry the request. */
    Unauthorized: {
      headers: {
        "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The caller does not have the permission. */
    Forbidden: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description Only admins and co-admins of an enterprise may call this operation. */
    AdminOnly: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The path does not support this method. The same response is returned for a file id that is not a number. */
    MetadataMethodNotAllowed: {
      headers: {
        Allow: components["headers"]["Allow"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
    /** @description The caller may not change the metadata of the file. */
    MetadataForbidden: {
      content: {
        "application/json": components["schemas"]["MetadataError"];
      };
    };
  };
  parameters: {
    /**
     * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
     * @example [
     *       "name",
     *       "modified_at"
     *     ]
     */
    Fields: string[];
    /**
     * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
     * @example 1003
     */
    AsUser: string;
    /**
     * @description The id of the file. The web address of the file contains the same number.
     * @example 4001
     */
    FileId: string;
    /**
     * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
     * @example 100
     */
    Limit: number;
    /**
     * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
     * @example 0
     */
    Offset: number;
    /**
     * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
     * @example true
     */
    UseMarker: boolean;
    /**
     * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
     * @example bWFya2VyLTE
     */
    Marker: string;
    /**
     * @description The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise.
     * @example enterprise_7001
     */
    MetadataScope: string;
    /**
     * @description The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value.
     * @example contract
     */
    TemplateKey: string;
    /**
     * @description The id of the legal hold policy assignment.
     * @example 8101
     */
    LegalHoldPolicyAssignmentId: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description The number of whole seconds to wait before a retry.
     * @example 5
     */
    RetryAfter: number;
    /**
     * @description The challenge of RFC 6750. It asks for a bearer token, and says why the token of the request was rejected.
     * @example Bearer error="invalid_token"
     */
    WwwAuthenticate: string;
    /**
     * @description The methods that this path supports, separated by commas.
     * @example GET, POST, DELETE
     */
    Allow: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  refreshAccessToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** @description The refresh token and the credentials of the application. */
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["TokenRefresh"];
      };
    };
    responses: {
      /** @description The new pair of tokens. */
      200: {
        content: {
          "application/json": components["schemas"]["AccessToken"];
        };
      };
      /** @description The service rejected the application, the refresh token or the form. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The current user. */
      200: {
        content: {
          "application/json": components["schemas"]["User"] | components["schemas"]["UserFields"];
        };
      };
      /** @description The parameters are invalid. */
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
        /**
         * @description Whether to delete the user even if the user still owns files.
         * @example true
         */
        force?: boolean;
        /**
         * @description Whether to notify the user by email.
         * @example false
         */
        notify?: boolean;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the user to delete.
         * @example 1004
         */
        user_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description The user was deleted. The response has no body. */
      204: {
        content?: never;
      };
      /** @description The parameters are invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The user still owns content, or the caller may not delete users. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The user does not exist. */
      404: {
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the user.
         * @example 1003
         */
        user_id: string;
      };
    };
    /** @description The alias to add. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailAliasCreate"];
      };
    };
    responses: {
      /** @description The new alias, which is not confirmed yet. */
      201: {
        content: {
          "application/json": components["schemas"]["EmailAlias"];
        };
      };
      /** @description The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The user does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The address is taken. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The etag of the file when you last read it. If the file has another etag, the call fails with 412 and changes nothing.
         * @example 3
         */
        "If-Match"?: string;
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. The web address of the file contains the same number.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
      };
    };
    /** @description The changes. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["FileUpdate"];
      };
    };
    responses: {
      /** @description The file after the change. */
      200: {
        content: {
          "application/json": components["schemas"]["File"] | components["schemas"]["FileFields"];
        };
      };
      /** @description The body or a parameter is invalid. Nothing changed. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not make this change. Nothing changed. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The file or the destination folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The path is not the path of a file. */
      405: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The name is taken, or a restore has locked the source or destination folder. The second condition is temporary. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The file has changed since the etag in `If-Match`. Nothing changed. Get the new etag and review the changes. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the folder. It does not change in the trash.
         * @example 3003
         */
        folder_id: string;
      };
    };
    /** @description A new name, and an alternative parent folder. */
    requestBody?: {
      content: {
        "application/json": components["schemas"]["FolderRestore"];
      };
    };
    responses: {
      /** @description The restored folder. Its `item_status` is `active` and its `trashed_at` is null. */
      201: {
        content: {
          "application/json": components["schemas"]["Folder"] | components["schemas"]["FolderFields"];
        };
      };
      /** @description The body or a parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not restore the folder, or may not restore it into this destination. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The folder is not in the trash, or there is no destination folder. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Another operation is in progress, or the name is taken. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header: {
        /**
         * @description The shared link, with its password if it has one, in the form `shared_link=<link>&shared_link_password=<password>`. Percent-encode both values, because they can contain `&` and `=`. Deployments can use another name for this header.
         * @example shared_link=https%3A%2F%2Fcontent.example%2Fs%2Flease&shared_link_password=correct-horse
         */
        ServiceApi: string;
        /**
         * @description The etag of your copy of the item. If the item still has this etag, the response is an empty 304.
         * @example 3
         */
        "If-None-Match"?: string;
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The item behind the shared link. */
      200: {
        content: {
          "application/json": components["schemas"]["SharedItem"] | components["schemas"]["SharedItemFields"];
        };
      };
      /** @description The item still has the etag in `If-None-Match`. The response has no body. */
      304: {
        content?: never;
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      /** @description The link is invalid for the caller. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description The web link to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebLinkCreate"];
      };
    };
    responses: {
      /** @description The new web link. */
      200: {
        content: {
          "application/json": components["schemas"]["WebLink"];
        };
      };
      /** @description The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not create a web link here. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The name is taken. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description Whether to notify the invited users by email.
         * @example false
         */
        notify?: boolean;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description Whom to invite, to which item, and with which role. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["CollaborationCreate"];
      };
    };
    responses: {
      /** @description The new collaboration. */
      201: {
        content: {
          "application/json": components["schemas"]["Collaboration"] | components["schemas"]["CollaborationFields"];
        };
      };
      /** @description The body or a parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not invite this collaborator to this item. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The item, the user or the group does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The collaborator is already invited. */
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
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the allowlist. */
      200: {
        content: {
          "application/json": components["schemas"]["CollaborationAllowlistEntries"];
        };
      };
      /** @description A parameter is invalid. */
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
  createMetadataTemplate: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description The template to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataTemplateCreate"];
      };
    };
    responses: {
      /** @description The new template. */
      201: {
        content: {
          "application/json": components["schemas"]["MetadataTemplate"];
        };
      };
      /** @description The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not create this template. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The key is taken. */
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
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page.
         * @example bWFya2VyLTE
         */
        marker?: string;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of templates. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataTemplates"];
        };
      };
      /** @description A parameter is invalid. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. The web address of the file contains the same number.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value.
         * @example contract
         */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description The instance. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataInstance"];
        };
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not read the instance. */
      403: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      /** @description The file or the instance does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      405: components["responses"]["MetadataMethodNotAllowed"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  createFileMetadata: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. The web address of the file contains the same number.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value.
         * @example contract
         */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    /** @description The values, by field key. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataInstanceCreate"];
      };
    };
    responses: {
      /** @description The new instance. */
      201: {
        content: {
          "application/json": components["schemas"]["MetadataInstance"];
        };
      };
      /** @description The values do not match the template. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      /** @description The file or the template does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      /** @description The path is not the path of a file. */
      405: {
        headers: {
          Allow: components["headers"]["Allow"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      /** @description The template is already applied. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. The web address of the file contains the same number.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template: `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` is the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template in its scope. In the scope `global`, the template `properties` accepts any key and value.
         * @example contract
         */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description The instance was removed. The response has no body. */
      204: {
        content?: never;
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      /** @description The file or the instance does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      405: components["responses"]["MetadataMethodNotAllowed"];
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  queryMetadata: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description What to find, in which folder, and in which order to return it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataQuery"];
      };
    };
    responses: {
      /** @description A page of files and folders. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataQueryResults"];
        };
      };
      /** @description The query is invalid. Each example shows one reason. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The query requires an index, or the caller may not run it. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The template or the folder does not exist, or the caller may not see it. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      /** @description The service failed. Some invalid queries cause a 500 instead of a 400, so check the query before you retry. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description The task to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TaskCreate"];
      };
    };
    responses: {
      /** @description The new task. */
      201: {
        content: {
          "application/json": components["schemas"]["Task"];
        };
      };
      /** @description The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not create a task on the file. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The file does not exist, or the caller may not see it. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the task assignment.
         * @example 9201
         */
        task_assignment_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description The task assignment. */
      200: {
        content: {
          "application/json": components["schemas"]["TaskAssignment"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      /** @description The assignment does not exist, or the caller may not see it. */
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
        /**
         * @description The id of the policy.
         * @example 8001
         */
        policy_id: string;
        /**
         * @description List only assignments to targets of this type.
         * @example folder
         */
        assign_to_type?: "file" | "file_version" | "folder" | "user";
        /**
         * @description List only assignments to the target with this id.
         * @example 3002
         */
        assign_to_id?: string;
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of assignments. */
      200: {
        content: {
          "application/json":
            | components["schemas"]["LegalHoldPolicyAssignments"]
            | components["schemas"]["LegalHoldPolicyAssignmentsFields"];
        };
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The policy does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  assignLegalHoldPolicy: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description The policy to assign, and the item or user to hold. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["LegalHoldPolicyAssignmentCreate"];
      };
    };
    responses: {
      /** @description The new assignment. */
      201: {
        content: {
          "application/json": components["schemas"]["LegalHoldPolicyAssignment"];
        };
      };
      /** @description The body is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The policy or the target does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The target is already on hold. */
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
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the legal hold policy assignment.
         * @example 8101
         */
        legal_hold_policy_assignment_id: components["parameters"]["LegalHoldPolicyAssignmentId"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description A page of files on hold. */
      200: {
        content: {
          "application/json": components["schemas"]["FilesOnHold"] | components["schemas"]["FilesOnHoldFields"];
        };
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The assignment does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionsOnHold: {
    parameters: {
      query?: {
        /**
         * @description The attributes to return, separated by commas. The response then has `type`, `id`, `name` if the resource has a name, and the attributes in this list, but no other standard attribute. Some attributes are returned only if this list names them.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the legal hold policy assignment.
         * @example 8101
         */
        legal_hold_policy_assignment_id: components["parameters"]["LegalHoldPolicyAssignmentId"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description A page of previous file versions on hold. */
      200: {
        content: {
          "application/json":
            | components["schemas"]["FileVersionsOnHold"]
            | components["schemas"]["FileVersionsOnHoldFields"];
        };
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The assignment does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionLegalHolds: {
    parameters: {
      query: {
        /**
         * @description The id of the legal hold policy.
         * @example 8001
         */
        policy_id: string;
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of file versions on hold. */
      200: {
        content: {
          "application/json": components["schemas"]["FileVersionLegalHolds"];
        };
      };
      /** @description A parameter is invalid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The policy does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      default: components["responses"]["UnexpectedError"];
    };
  };
  listFileVersionRetentions: {
    parameters: {
      query?: {
        /**
         * @description List only versions with this action at the end of the retention.
         * @example remove_retention
         */
        disposition_action?: "permanently_delete" | "remove_retention";
        /**
         * @description List only versions whose disposition is applied after this time.
         * @example 2036-01-01T00:00:00+00:00
         */
        disposition_after?: string;
        /**
         * @description List only versions whose disposition is applied before this time.
         * @example 2037-01-01T00:00:00+00:00
         */
        disposition_before?: string;
        /**
         * @description List only versions of the file with this id.
         * @example 4001
         */
        file_id?: string;
        /**
         * @description List only the version with this id.
         * @example 5002
         */
        file_version_id?: string;
        /**
         * @description List only versions that the retention policy with this id keeps.
         * @example 8501
         */
        policy_id?: string;
        /**
         * @description The maximum number of entries of the page. A value above the maximum of the list, 1000, is not an error: the service uses the maximum, and returns it as `limit`.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the response. Offsets above 300000 are rejected; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Selects pagination by marker. If `true`, the response has a `next_marker`, and `marker` is accepted. Otherwise pagination is by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where the page starts: the `next_marker` of the previous page. Requires `usemarker=true`. A marker is opaque, and is valid only for the list that returned it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of retentions. */
      200: {
        content: {
          "application/json": components["schemas"]["FileVersionRetentions"];
        };
      };
      /** @description A parameter is invalid. */
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
      query?: never;
      header?: {
        /**
         * @description The id of the user to act for. The call then has the permissions of that user. Only callers with the permission to act for others can send this header; all others receive a 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description The terms to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TermsOfServiceCreate"];
      };
    };
    responses: {
      /** @description The new terms. */
      200: {
        content: {
          "application/json": components["schemas"]["TermsOfService"];
        };
      };
      /** @description The body is invalid. */
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
