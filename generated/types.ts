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
     * @description Exchanges a refresh token for a new access token and a new refresh token. A refresh token works once. Store the new one before you use the new access token, and let only one process refresh at a time. When the answer is lost on the way, the old token may be spent all the same. This operation lives at the token address, takes a form and no bearer token.
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
     * @description Returns the user that the call acts for. With the token of a client-side application this is the user who signed in; with the token of a server-side application it is the service account. With `As-User` it is the user named there. It is also the simplest way to see whether a token still works.
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
     * @description Deletes a user of the enterprise. A user who still owns content is kept, and the call fails, unless `force` is set. Move what should stay to another owner first.
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
     * @description Adds a further email address to a user. The alias starts unconfirmed, and `is_confirmed` stays false until the user confirms it. An address that is already in use is refused.
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
     * @description Renames, moves, locks, unlocks, tags, describes or shares a file, and sets who may download it. Several changes in one call take effect together or not at all. Send the last etag you saw as `If-Match` to be sure that nobody changed the file in the meantime. While somebody else holds the lock, nothing can be changed. `lock`, `tags` and `permissions` come back only when `fields` asks for them.
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
     * @description Takes a folder out of the trash, with everything in it, and puts it back where it was. Only when the original parent folder is gone does the given parent count. While it runs, the folder, everything below it and the destination are locked: no other move, copy, delete or restore can touch them, and one that tries gets a 409 that is worth trying again later.
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
     * @description Returns the file, the folder or the web link that a shared link leads to. The `type` of the answer tells which it is. The link travels in a header, with its password where it has one. Send the etag of a copy that you keep as `If-None-Match`, and an item that has not changed costs you an empty 304. A wrong password and an unknown link look the same.
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
     * @description Puts a web address into a folder, where it shows up next to the files. The address has to be an `http` or `https` one. Without a name, the address is the name.
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
     * @description Gives one user or one group a role on a file or folder. A user is named by id or by login, a group by id. A login that belongs to nobody yet leads to a pending collaboration. A group can be invited only where its settings allow it, and an outside user only where the allowlist of the enterprise does.
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
     * @description Lists the domains whose people members of the enterprise may collaborate with. It tells before an invitation is sent whether it will be refused. The path keeps the older word for an allowlist.
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
     * @description Creates a template, which names the fields that its instances hold. The order of the fields is kept. Only admins and co-admins may do this, and only in the scope of their own enterprise. Without a `templateKey` the service makes one from the display name. A key cannot be used twice in an enterprise.
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
     * @description Lists the metadata templates of the caller's enterprise, each with its fields and options. Use it to learn which keys an instance takes, and which scope and key a metadata query needs. The list is paged by marker only, without `usemarker`.
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
     * @description Returns the values that a file has for one template, together with the attributes that the service keeps about the instance. Those start with `$`. A template that was never applied to the file is a 404.
     */
    get: operations["getFileMetadata"];
    /**
     * Apply a metadata template to a file
     * @description Creates the instance of a template on a file, with its values. A template can be applied to a file once; a second time is refused, and the first instance stays as it is. The values have to fit the template, except those for `properties` in the scope `global`, which takes any key and value.
     */
    post: operations["createFileMetadata"];
    /**
     * Remove a metadata instance from a file
     * @description Removes the instance of a template from a file, with all its values. The template stays, and can be applied again. Deleting an instance that is not there is an error and not a success.
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
     * @description Finds the files and folders whose instance of one template fulfils a condition, in a folder and all folders below it. The condition is written with arguments, and their values travel apart in `query_params`. Only items that the caller may see are found. Without `order_by` the order is not guaranteed and can change between pages. A template that is applied to more than 10,000 items needs `use_index`. It is a POST, and yet it changes nothing.
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
     * @description Creates a task that asks for a review of a file, or for something else to be done with it. The new task is assigned to nobody; assigning it is a step of its own. Without a due date it has none.
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
     * @description Returns one user's part in a task, that is who was asked by whom, about which file, and how it ended. An assignment on a file that the caller may not see looks as if it did not exist.
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
     * @description Lists what a legal hold policy is assigned to. The list can be narrowed to one kind of thing, or to one thing. The ids in it lead to the files and file versions that are held.
     */
    get: operations["listLegalHoldPolicyAssignments"];
    /**
     * Assign a legal hold policy
     * @description Puts a file, a file version, a folder or a user on hold under a legal hold policy, so that nothing of it is deleted for good while the hold stands. The id in the answer leads to the lists of what is held.
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
     * @description Lists the files whose current version is held under an assignment. Previous versions have a list of their own. In the newer architecture of the service only the latest held version of a file may be listed.
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
     * @description Lists the file versions that are held under an assignment and are no longer the current ones of their files. The current ones have a list of their own.
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
     * @description Lists current and previous file versions that are held under a policy, one record for each version with all the assignments that hold it. This is the list of the older architecture of the service; in the newer one, use the two lists of an assignment.
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
     * @description Lists the file versions that a retention policy keeps, with the time at which each is set free or deleted. All filters are optional and narrow the list together. `disposition_after` and `disposition_before` make a window of time.
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
     * @description Sets up the terms that people have to accept before they use the service with this enterprise. Members of the enterprise and everyone else can have different terms. Terms can be drafted without a text while they are disabled, but enabled terms need one.
     */
    post: operations["createTermsOfService"];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The refresh token to spend, and who spends it. */
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
       * @description The secret of the application. Keep it out of logs and out of browsers.
       * @example example-client-secret
       */
      client_secret: string;
      /**
       * Format: password
       * @description The refresh token that came with the present access token. It works once.
       * @example example-refresh-token-1
       */
      refresh_token: string;
    };
    /** @description Names the condition for a program. The known codes are listed; a service may send others, and a client must take those too. `x-codes` says what each means and what to do about it. */
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
    /** @description One refused parameter or property. */
    ErrorDetail: {
      /**
       * @description Why the value was refused, in a word or two for a program.
       * @example invalid_parameter
       */
      reason: string;
      /**
       * @description The parameter or property, with dots between nested names.
       * @example lock.expires_at
       */
      name: string;
      /**
       * @description The same for a person.
       * @example The value is not a date-time.
       */
      message: string;
    };
    /** @description What the service can add about an error. */
    ErrorContext: {
      /** @description One entry for each parameter or property that was refused. */
      errors?: components["schemas"]["ErrorDetail"][];
    };
    /** @description The body of every error of the base address, except where the metadata instance operations answer in their short form. */
    Error: {
      /**
       * @description Always `error`.
       * @example error
       * @constant
       */
      type: "error";
      /**
       * Format: int32
       * @description The HTTP status of the response, repeated.
       * @example 404
       */
      status: number;
      /** @description The condition, for a program. */
      code: components["schemas"]["ErrorCode"];
      /**
       * @description The condition, for a person. The wording may change.
       * @example No such file.
       */
      message: string;
      /** @description More about the error, or null when there is no more to say. */
      context_info: components["schemas"]["ErrorContext"] | null;
      /**
       * Format: uri
       * @description A page about this error.
       * @example https://developer.content.example/errors/not_found
       */
      help_url: string;
      /**
       * @description The id of this request in the logs of the service. Quote it when you ask for help.
       * @example r7k2m9qx
       */
      request_id: string;
    };
    /** @description A new pair of tokens. */
    AccessToken: {
      /**
       * @description The token to send in the `Authorization` header, after the word `Bearer`.
       * @example example-access-token-2
       */
      access_token: string;
      /**
       * Format: int64
       * @description How long the access token lasts, in seconds from now.
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
       * @description The token for the next refresh. It works once, within 60 days.
       * @example example-refresh-token-2
       */
      refresh_token: string;
      /** @description What the access token is narrowed to. Empty when it is not narrowed. */
      restricted_to: {
        [key: string]: unknown;
      }[];
    };
    /** @description The error of the token operation, as RFC 6749 section 5.2 defines it. */
    TokenError: {
      /**
       * @description The condition, for a program. `x-codes` says what each means and what to do about it.
       * @example invalid_grant
       */
      error: "invalid_grant" | "invalid_client" | "invalid_request" | "unsupported_grant_type" | (string & {});
      /**
       * @description The condition, for a person.
       * @example The refresh token has already been used.
       */
      error_description: string;
    };
    /** @description A user with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
       * @description The name that people see.
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
       * @description The language that the user reads, as a short code.
       * @example en
       */
      language?: string;
      /**
       * Format: int64
       * @description How much the user may store, in bytes.
       * @example 10737418240
       */
      space_amount?: number;
      /**
       * Format: int64
       * @description How much the user stores, in bytes.
       * @example 730118
       */
      space_used?: number;
      /**
       * Format: int64
       * @description The largest file that the user may upload, in bytes.
       * @example 2147483648
       */
      max_upload_size?: number;
      /**
       * @description Whether the account is in use. `active` is the usual value.
       * @example active
       */
      status?: string;
      /**
       * @description What the user does in the enterprise. Empty when not set.
       * @example Administrator
       */
      job_title?: string;
      /**
       * @description The phone number of the user. Empty when not set.
       * @example +1 202 555 0100
       */
      phone?: string;
      /**
       * @description The postal address of the user. Empty when not set.
       * @example 1 Example Street
       */
      address?: string;
      /**
       * Format: uri
       * @description Where to get the picture of the user.
       * @example https://content.example/avatars/1001
       */
      avatar_url?: string;
    };
    /** @description A user in the standard representation, which comes when `fields` is not sent. */
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
       * @description The address to add to the user.
       * @example contracts@example.com
       */
      email: string;
    };
    /** @description A further email address of a user. */
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
       * @description Whether the user has confirmed the address. It is false until then.
       * @example false
       */
      is_confirmed: boolean;
      /**
       * Format: email
       * @description The address.
       * @example contracts@example.com
       */
      email: string;
    };
    /** @description The lock to put on a file. Nobody but its creator can then rename, move or change the file. */
    LockUpdate: {
      /**
       * @description Always `lock`.
       * @example lock
       * @constant
       */
      access: "lock";
      /**
       * Format: date-time
       * @description When the lock ends by itself. Null, or left out, for a lock without an end.
       * @example 2036-03-11T08:00:00+00:00
       */
      expires_at?: string | null;
      /**
       * @description Whether others are kept from downloading the file while the lock stands.
       * @example false
       */
      is_download_prevented?: boolean | null;
    };
    /** @description The shared link that an item shall have. Whatever is left out takes the default of the enterprise, or stays as it is. */
    SharedLinkUpdate: {
      /**
       * @description Who the link works for. That is anyone who has it, members of the enterprise, or people invited to the item.
       * @example company
       * @enum {string}
       */
      access?: "open" | "company" | "collaborators";
      /**
       * Format: password
       * @description The password that the link asks for, 8 characters or more. Null removes the password.
       * @example correct-horse
       */
      password?: string | null;
      /**
       * @description A name for the address of the link, in place of a random one.
       * @example office-lease
       */
      vanity_name?: string;
      /**
       * Format: date-time
       * @description When the link stops working.
       * @example 2036-12-31T22:00:00+00:00
       */
      unshared_at?: string;
      /** @description What the link lets people do. */
      permissions?: {
        /**
         * @description Whether the content may be downloaded.
         * @example true
         */
        can_download?: boolean;
        /**
         * @description Whether the content may be looked at.
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
    /** @description What to change. Whatever is left out stays as it is. When several things are changed in one call, either all of them take effect or none does. */
    FileUpdate: {
      /**
       * @description The new name. It has to be unique in the folder.
       * @example lease.pdf
       */
      name?: string;
      /**
       * @description The new description, 256 characters at most.
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
      /** @description An object locks the file, null removes the lock. */
      lock?: components["schemas"]["LockUpdate"] | null;
      /** @description What the file allows. */
      permissions?: {
        /**
         * @description Who may download the file. `company` takes the download away from viewers and editors outside the enterprise.
         * @example company
         * @enum {string}
         */
        can_download?: "open" | "company";
      };
      /** @description The tags that the file shall have, 100 at most. They replace the present ones. An enterprise can have 10,000 different tags. */
      tags?: string[];
      /** @description An object creates the shared link or changes it, null removes it. */
      shared_link?: components["schemas"]["SharedLinkUpdate"] | null;
    };
    /** @description A folder, as other records name one. */
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
       * @description Grows each time the folder is changed.
       * @example 1
       */
      sequence_id: string;
      /**
       * @description Names the present state of the folder. It differs after a change.
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
       * @description How many folders there are above the item.
       * @example 2
       */
      total_count: number;
      /** @description The folders, the root first and the parent last. */
      entries: components["schemas"]["FolderMini"][];
    };
    /** @description A user, as other records name one. */
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
       * @description The name that people see.
       * @example Contract Owner
       */
      name: string;
      /**
       * @description The email address that the user signs in with.
       * @example owner@example.com
       */
      login: string;
    };
    /** @description What a shared link lets people do with the item. */
    SharedLinkPermissions: {
      /**
       * @description Whether the content may be downloaded.
       * @example true
       */
      can_download: boolean;
      /**
       * @description Whether the content may be looked at.
       * @example true
       */
      can_preview: boolean;
      /**
       * @description Whether the content may be changed.
       * @example false
       */
      can_edit: boolean;
    };
    /** @description A shared link, through which people reach an item without being invited to it. */
    SharedLink: {
      /**
       * Format: uri
       * @description The address to hand out.
       * @example https://content.example/s/lease
       */
      url: string;
      /**
       * Format: uri
       * @description An address that downloads the content at once. Null where that is not allowed or there is no content.
       * @example https://content.example/d/lease.pdf
       */
      download_url: string | null;
      /**
       * Format: uri
       * @description The same address with the chosen name in it, or null.
       * @example https://content.example/v/office-lease
       */
      vanity_url: string | null;
      /**
       * @description The chosen name, or null.
       * @example office-lease
       */
      vanity_name: string | null;
      /**
       * @description Who the link was made for.
       * @example company
       */
      access: "open" | "company" | "collaborators" | (string & {});
      /**
       * @description Who the link really works for, after the settings of the enterprise. It can be narrower than `access`.
       * @example company
       */
      effective_access: "open" | "company" | "collaborators" | (string & {});
      /**
       * @description What the link really lets people do.
       * @example can_download
       */
      effective_permission: "can_edit" | "can_download" | "can_preview" | "no_access" | (string & {});
      /**
       * Format: date-time
       * @description When the link stops working, or null when it does not.
       * @example 2036-12-31T22:00:00+00:00
       */
      unshared_at: string | null;
      /**
       * @description Whether the link asks for a password.
       * @example false
       */
      is_password_enabled: boolean;
      /** @description What the link lets people do. */
      permissions: components["schemas"]["SharedLinkPermissions"];
      /**
       * Format: int64
       * @description How often the content was downloaded through the link.
       * @example 4
       */
      download_count: number;
      /**
       * Format: int64
       * @description How often the content was previewed through the link.
       * @example 12
       */
      preview_count: number;
    };
    /** @description A version of a file, as other records name one. */
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
    /** @description A lock on a file. While it stands, nobody but its creator can rename, move or change the file. */
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
       * @description When the lock ended by itself, or null while it stands.
       * @example 2036-03-11T08:00:00+00:00
       */
      expired_at: string | null;
      /**
       * Format: date-time
       * @description When the lock will end by itself, or null when it will not.
       * @example 2036-03-11T08:00:00+00:00
       */
      expires_at: string | null;
      /**
       * @description Whether downloading is prevented while the lock stands.
       * @example false
       */
      is_download_prevented: boolean;
    };
    /** @description What a file allows. */
    FilePermissions: {
      /**
       * @description Who may download the file. With `company`, viewers and editors from outside the enterprise cannot.
       * @example open
       */
      can_download: "open" | "company" | (string & {});
    };
    /** @description A metadata instance, which is the values of one template on one item. The attributes that start with `$` belong to the service. All others are the fields of the template. */
    MetadataInstance: {
      /**
       * @description The type of the instance. It names the template and its version.
       * @example contract-b4a7c1e0-5d2f-4c3a-9e8b-1f0d2c3b4a55
       */
      $type: string;
      /**
       * @description The item that the instance is on. For a file it is `file_` followed by the id.
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
       * @description The version of the instance. It grows when values change.
       * @example 0
       */
      $version: number;
      /**
       * Format: int64
       * @description The version of the template that the instance follows.
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
    /** @description A file with the attributes that `fields` asked for. Only `type` and `id` are certain. `lock`, `tags`, `permissions`, `extension` and `metadata` come in no other way. */
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
       * @description Grows each time the file is changed.
       * @example 3
       */
      sequence_id?: string;
      /**
       * @description Names the present state of the file. Send it as `If-Match` to change the file only if nobody else did.
       * @example 3
       */
      etag?: string;
      /**
       * @description The SHA-1 hash of the current content, as 40 hexadecimal digits.
       * @example 3f786850e387550fdab836ed7e6dc881de23001b
       */
      sha1?: string;
      /**
       * @description The name of the file, with its extension. It is unique in its folder.
       * @example lease.pdf
       */
      name?: string;
      /**
       * @description What people wrote about the file. Empty when nobody did.
       * @example Signed lease of the ground floor
       */
      description?: string;
      /**
       * Format: int64
       * @description The size of the current content, in bytes.
       * @example 182044
       */
      size?: number;
      /** @description The folders above the file, as far as the caller may see them. */
      path_collection?: components["schemas"]["PathCollection"];
      /**
       * Format: date-time
       * @description When the file was created in the store.
       * @example 2026-02-02T09:15:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the file was last changed in the store.
       * @example 2026-03-02T14:30:00+00:00
       */
      modified_at?: string;
      /**
       * Format: date-time
       * @description When the content was created, which can be before it came into the store. Null when that is not known.
       * @example 2026-01-30T16:05:00+00:00
       */
      content_created_at?: string | null;
      /**
       * Format: date-time
       * @description When the content was last changed, which can be before it came into the store. Null when that is not known.
       * @example 2026-03-02T14:29:00+00:00
       */
      content_modified_at?: string | null;
      /** @description Who created the file. */
      created_by?: components["schemas"]["UserMini"];
      /** @description Who changed the file last. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the file. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the file was moved to the trash, or null when it is not there.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the file will be deleted for good, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description Where the file stands in its life. `active` is the value of a file that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The folder that the file is in, or null when the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the file, or null when it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** @description The current version of the file. */
      file_version?: components["schemas"]["FileVersionMini"];
      /** @description The lock on the file, or null when nobody holds one. Returned only when `fields` asks for it. */
      lock?: components["schemas"]["FileLock"] | null;
      /** @description The tags of the file. Returned only when `fields` asks for them. */
      tags?: string[];
      /** @description What the file allows. Returned only when `fields` asks for it. */
      permissions?: components["schemas"]["FilePermissions"];
      /**
       * @description The part of the name after the last dot. Returned only when `fields` asks for it.
       * @example pdf
       */
      extension?: string;
      /** @description Metadata instances of the file. Returned only when `fields` asks for them. */
      metadata?: components["schemas"]["ItemMetadata"];
    };
    /** @description A file in the standard representation, which comes when `fields` is not sent. */
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
    /** @description How to restore the folder. Both properties are for the case that the folder cannot go back as it was. */
    FolderRestore: {
      /**
       * @description A new name for the folder, as when the old one is taken by now.
       * @example Archive
       */
      name?: string;
      /** @description The folder to restore into when the original parent no longer exists. It is not used otherwise. */
      parent?: {
        /**
         * @description The id of the folder. The root folder has the id 0.
         * @example 3001
         */
        id: string;
      };
    };
    /** @description A folder with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
       * @description Grows each time the folder is changed.
       * @example 2
       */
      sequence_id?: string;
      /**
       * @description Names the present state of the folder. It differs after a change.
       * @example 2
       */
      etag?: string;
      /**
       * @description The name of the folder. It is unique in its parent folder.
       * @example Archive
       */
      name?: string;
      /**
       * @description What people wrote about the folder. Empty when nobody did.
       * @example Contracts that have ended
       */
      description?: string;
      /**
       * Format: int64
       * @description The size of everything inside the folder, in bytes.
       * @example 730118
       */
      size?: number;
      /** @description The folders above the folder, as far as the caller may see them. */
      path_collection?: components["schemas"]["PathCollection"];
      /**
       * Format: date-time
       * @description When the folder was created in the store.
       * @example 2026-01-12T08:00:00+00:00
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the folder was last changed in the store.
       * @example 2026-03-05T11:20:00+00:00
       */
      modified_at?: string;
      /**
       * Format: date-time
       * @description When the folder was first created, which can be before it came into the store. Null when that is not known.
       * @example 2026-01-12T08:00:00+00:00
       */
      content_created_at?: string | null;
      /**
       * Format: date-time
       * @description When the content was last changed, which can be before it came into the store. Null when that is not known.
       * @example 2026-03-05T11:20:00+00:00
       */
      content_modified_at?: string | null;
      /** @description Who created the folder. */
      created_by?: components["schemas"]["UserMini"];
      /** @description Who changed the folder last. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the folder. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the folder was moved to the trash. Null unless it is there.
       * @example 2026-03-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the folder will be deleted for good, or null.
       * @example 2026-03-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description Where the folder stands in its life. `active` is the value of a folder that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The folder that this folder is in. Null for the root folder, and when the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the folder, or null when it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
      /** @description The address by which files can be mailed into the folder, with its settings. Null when there is none. */
      folder_upload_email?: {
        [key: string]: unknown;
      } | null;
      /** @description Metadata instances of the folder. A metadata query returns them when it asks for them. */
      metadata?: components["schemas"]["ItemMetadata"];
    };
    /** @description A folder in the standard representation, which comes when `fields` is not sent. */
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
    /** @description A web link with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
       * @description Grows each time the web link is changed.
       * @example 0
       */
      sequence_id?: string;
      /**
       * @description Names the present state of the web link. It differs after a change.
       * @example 0
       */
      etag?: string;
      /**
       * @description The name that people see. It is the url when no other name was given.
       * @example Land register
       */
      name?: string;
      /**
       * Format: uri
       * @description The address that the web link leads to.
       * @example https://register.example.com/parcels/12
       */
      url?: string;
      /**
       * @description What people wrote about the web link. Empty when nobody did.
       * @example The parcel of the leased building
       */
      description?: string;
      /** @description The folders above the web link, as far as the caller may see them. */
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
      /** @description Who changed the web link last. */
      modified_by?: components["schemas"]["UserMini"];
      /** @description Who owns the web link. */
      owned_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the web link was moved to the trash, or null when it is not there.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the web link will be deleted for good, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
      /**
       * @description Where the web link stands in its life. `active` is the value of one that is in use.
       * @example active
       */
      item_status?: string;
      /** @description The folder that the web link is in, or null when the caller may not see it. */
      parent?: components["schemas"]["FolderMini"] | null;
      /** @description The shared link of the web link, or null when it has none. */
      shared_link?: components["schemas"]["SharedLink"] | null;
    };
    /** @description A web link in the standard representation. It is a named address that sits in a folder like a file. */
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
    /** @description What a shared link leads to, in the standard representation. The `type` tells which of the three it is. */
    SharedItem: components["schemas"]["File"] | components["schemas"]["Folder"] | components["schemas"]["WebLink"];
    /** @description What a shared link leads to, with the attributes that `fields` asked for. The `type` tells which of the three it is. */
    SharedItemFields:
      | components["schemas"]["FileFields"]
      | components["schemas"]["FolderFields"]
      | components["schemas"]["WebLinkFields"];
    /** @description The web link to create. */
    WebLinkCreate: {
      /**
       * Format: uri
       * @description The address that the web link leads to. It starts with `http://` or `https://`.
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
       * @description The name that people see. Left out, it is the url.
       * @example Land register
       */
      name?: string;
      /**
       * @description What there is to say about the web link.
       * @example The parcel of the leased building
       */
      description?: string;
    };
    /** @description A user or a group, by id. */
    CollaboratorById: {
      /**
       * @description Whether the id is that of a user or of a group.
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
       * @description Always `user`, since a group has no login.
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
    /** @description Who to invite, to what, and in which role. */
    CollaborationCreate: {
      /** @description The file or folder to give access to. */
      item: {
        /**
         * @description Whether this is a file or a folder.
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
      /** @description Who to invite. That is a user or a group by id, or a user by login. */
      accessible_by: components["schemas"]["CollaboratorById"] | components["schemas"]["CollaboratorByLogin"];
      /**
       * @description What the collaborator may do. Two of the roles are spelled with a space.
       * @example viewer
       * @enum {string}
       */
      role: "editor" | "viewer" | "previewer" | "uploader" | "previewer uploader" | "viewer uploader" | "co-owner";
      /**
       * @description Whether the collaborator sees all folders above the item. It gives no rights on them. More than 1,000 such collaborations for one user are not advised.
       * @example false
       */
      can_view_path?: boolean;
      /**
       * Format: date-time
       * @description When the collaboration is removed by itself. It is refused unless the enterprise lets folder owners extend the expiry.
       * @example 2036-09-30T22:00:00+00:00
       */
      expires_at?: string;
    };
    /** @description The user or group that was invited. */
    Collaborator: {
      /**
       * @description Whether this is a user or a group.
       * @example user
       */
      type: "user" | "group" | (string & {});
      /**
       * @description The id of the user or group.
       * @example 1004
       */
      id: string;
      /**
       * @description The name that people see.
       * @example Contract Reviewer
       */
      name: string;
      /**
       * @description The email address that the user signs in with. A group has none.
       * @example reviewer@example.com
       */
      login?: string;
    };
    /** @description The file or folder that the collaboration is on. */
    CollaborationItem: {
      /**
       * @description Whether this is a file or a folder.
       * @example folder
       */
      type: "file" | "folder" | (string & {});
      /**
       * @description The id of the item.
       * @example 3002
       */
      id: string;
      /**
       * @description Grows each time the item is changed.
       * @example 1
       */
      sequence_id: string;
      /**
       * @description Names the present state of the item. It differs after a change.
       * @example 1
       */
      etag: string;
      /**
       * @description The name of the item.
       * @example Leases
       */
      name: string;
    };
    /** @description A collaboration with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
       * @description When the collaboration is removed by itself, or null when it is not.
       * @example 2036-09-30T22:00:00+00:00
       */
      expires_at?: string | null;
      /**
       * @description What the invited person has done about it. A member of the enterprise usually accepts at once.
       * @example accepted
       */
      status?: "accepted" | "pending" | "rejected" | (string & {});
      /** @description Who was invited. */
      accessible_by?: components["schemas"]["Collaborator"];
      /**
       * @description The address that the invitation went to when it belongs to no user yet, otherwise null.
       * @example partner@example.org
       */
      invite_email?: string | null;
      /**
       * @description What the collaborator may do. `owner` is the one role that cannot be given.
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
       * @description When the invitation was answered, or null while it is open.
       * @example 2026-03-03T10:00:00+00:00
       */
      acknowledged_at?: string | null;
      /** @description What the collaborator has access to. */
      item?: components["schemas"]["CollaborationItem"];
    };
    /** @description A collaboration in the standard representation. It gives one user or one group a role on a file or folder. */
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
    /** @description One key by which the entries of a page are sorted. */
    PageOrder: {
      /**
       * @description The attribute that is sorted by.
       * @example id
       */
      by: string;
      /**
       * @description The direction, as the service spells it.
       * @example ASC
       */
      direction: string;
    };
    /** @description What every page of a list carries next to its entries. Which attributes are there depends on the scheme: `offset` and `total_count` when the list is paged by offset, `next_marker` when it is paged by marker. */
    Page: {
      /**
       * Format: int64
       * @description The page size that the service used. It can be lower than the one asked for, so count on with this one.
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
       * @description One more than the offset of the last entry of the whole list. The end is reached when the next offset passes it.
       * @example 2
       */
      total_count?: number;
      /**
       * @description Where the next page starts. Null, empty or absent on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
      /**
       * @description Where the page before this one starts. Null, empty or absent on the first page.
       * @example bWFya2VyLTE
       */
      prev_marker?: string | null;
      /** @description How the entries are sorted, most significant key first. */
      order?: components["schemas"]["PageOrder"][];
    };
    /** @description An enterprise, as other records name one. */
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
    /** @description A domain whose people members of the enterprise may collaborate with. */
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
       * @description The domain of the email addresses that are allowed.
       * @example example.org
       */
      domain: string;
      /**
       * @description Which invitations are allowed. `inbound` ones come from the domain, `outbound` ones go to it.
       * @example both
       */
      direction: "inbound" | "outbound" | "both" | (string & {});
      /** @description The enterprise whose allowlist this is. */
      enterprise: components["schemas"]["Enterprise"];
      /**
       * Format: date-time
       * @description When the entry was made.
       * @example 2026-01-08T12:00:00+00:00
       */
      created_at: string;
    };
    /** @description A page of the domains that are allowed. */
    CollaborationAllowlistEntries: components["schemas"]["Page"] & {
      /** @description The allowed domains. Empty when there are none. */
      entries: components["schemas"]["CollaborationAllowlistEntry"][];
    };
    /** @description One choice of a field to create. */
    MetadataTemplateOptionCreate: {
      /**
       * @description The choice. It is both what people see and the value that instances hold.
       * @example open
       */
      key: string;
    };
    /** @description A field of the template to create. */
    MetadataTemplateFieldCreate: {
      /**
       * @description What the field holds. `string` is text, `float` a number, `date` a date-time, `enum` one of the options, and `multiSelect` any number of them.
       * @example enum
       * @enum {string}
       */
      type: "string" | "float" | "date" | "enum" | "multiSelect";
      /**
       * @description The key of the field, 256 characters at most and unique in the template.
       * @example status
       */
      key: string;
      /**
       * @description The name that people see, 4096 characters at most.
       * @example Status
       */
      displayName: string;
      /**
       * @description What the field is for, 4096 characters at most. It is not shown to people.
       * @example Where the contract stands
       */
      description?: string;
      /**
       * @description Whether the field is hidden from people in the web application.
       * @example false
       */
      hidden?: boolean;
      /** @description The choices of a field of type `enum` or `multiSelect`. */
      options?: components["schemas"]["MetadataTemplateOptionCreate"][];
    };
    /** @description The template to create. */
    MetadataTemplateCreate: {
      /**
       * @description Always `enterprise`. An application can create templates in the scope of its own enterprise only.
       * @example enterprise
       * @enum {string}
       */
      scope: "enterprise";
      /**
       * @description The name that people see, 4096 characters at most.
       * @example Contract
       */
      displayName: string;
      /**
       * @description The key of the template, 64 characters at most and unique across the enterprise. Left out, it is made from `displayName`.
       * @example contract
       */
      templateKey?: string;
      /**
       * @description Whether the template is hidden from people in the web application.
       * @example false
       */
      hidden?: boolean;
      /**
       * @description Whether a copy of a file or folder gets a copy of the instance. It does not unless this is set.
       * @default false
       * @example false
       */
      copyInstanceOnItemCopy?: boolean;
      /** @description The fields of the template. Their order is kept. */
      fields?: components["schemas"]["MetadataTemplateFieldCreate"][];
    };
    /** @description One choice of a field. */
    MetadataTemplateOption: {
      /**
       * @description The id of the option.
       * @example 5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c21
       */
      id: string;
      /**
       * @description The choice. It is both what people see and the value that instances hold.
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
       * @description What the field holds. `string` is text, `float` a number, `date` a date-time, `enum` one of the options, and `multiSelect` any number of them.
       * @example enum
       */
      type: "string" | "float" | "date" | "enum" | "multiSelect" | (string & {});
      /**
       * @description The key of the field, unique in the template.
       * @example status
       */
      key: string;
      /**
       * @description The name that people see.
       * @example Status
       */
      displayName: string;
      /**
       * @description What the field is for. It is not shown to people.
       * @example Where the contract stands
       */
      description?: string;
      /**
       * @description Whether the field is hidden from people in the web application.
       * @example false
       */
      hidden: boolean;
      /** @description The choices of a field of type `enum` or `multiSelect`. */
      options?: components["schemas"]["MetadataTemplateOption"][];
    };
    /** @description A metadata template. It names the fields that its instances hold. */
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
       * @description The key of the template, unique across the enterprise.
       * @example contract
       */
      templateKey: string;
      /**
       * @description The scope of the template, `enterprise_` followed by the id of the enterprise that made it.
       * @example enterprise_7001
       */
      scope: string;
      /**
       * @description The name that people see.
       * @example Contract
       */
      displayName: string;
      /**
       * @description Whether the template is hidden from people in the web application.
       * @example false
       */
      hidden: boolean;
      /**
       * @description Whether a copy of a file or folder gets a copy of the instance.
       * @example false
       */
      copyInstanceOnItemCopy: boolean;
      /** @description The fields of the template, in the order that they were given. */
      fields: components["schemas"]["MetadataTemplateField"][];
    };
    /** @description A page of metadata templates. */
    MetadataTemplates: {
      /** @description The templates. Empty when there are none. */
      entries: components["schemas"]["MetadataTemplate"][];
      /**
       * Format: int64
       * @description The page size that the service used. It can be lower than the one asked for.
       * @example 100
       */
      limit: number;
      /**
       * @description Where the next page starts. Null, empty or absent on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
      /**
       * @description Where the page before this one starts. Null, empty or absent on the first page.
       * @example bWFya2VyLTE
       */
      prev_marker?: string | null;
    };
    /** @description The short form of an error, as the metadata instance operations send it. */
    MetadataError: {
      /** @description The condition, for a program. */
      code: components["schemas"]["ErrorCode"];
      /**
       * @description The condition, for a person. The wording may change.
       * @example The template is not applied to this file.
       */
      message: string;
      /**
       * @description The id of this request in the logs of the service. Quote it when you ask for help.
       * @example r7k2m9qx
       */
      request_id: string;
    };
    /** @description One value for each field of the template, by field key. The template `properties` of the scope `global` takes any keys and values; every other template takes its own fields only. */
    MetadataInstanceCreate: {
      [key: string]: unknown;
    };
    /** @description One key to sort by. */
    MetadataQueryOrder: {
      /**
       * @description The key of a field of type float, date or string. The other types cannot be sorted by.
       * @example amount
       */
      field_key: string;
      /**
       * @description Upwards or downwards.
       * @example desc
       * @enum {string}
       */
      direction: "asc" | "desc" | "ASC" | "DESC";
    };
    /** @description What to look for, where, and in what order to return it. */
    MetadataQuery: {
      /**
       * @description The template to search, as scope, dot and template key. The scope is written out with the id of the enterprise; neither `global` nor the shorthand `enterprise` will do.
       * @example enterprise_7001.contract
       */
      from: string;
      /**
       * @description The folder to search. Only items in it, at any depth, are found. Use 0 for the root folder.
       * @example 0
       */
      ancestor_folder_id: string;
      /**
       * @description The conditions, in a language like SQL. A value stands as an argument, a colon and a name, and takes its value from `query_params`. Left out, every instance of the template is found.
       * @example amount >= :amount AND status = :status
       */
      query?: string;
      /** @description One value for each argument of the query, by its name without the colon. */
      query_params?: {
        [key: string]: string | number | (string | number)[];
      };
      /** @description The attributes to return, as with the `fields` of other operations. `metadata.<scope>.<templateKey>` adds the instance of that template to each item. One more dot and a field key narrow it to that field. */
      fields?: string[];
      /**
       * @description The index to use. It is needed when the template is applied to more than 10,000 items.
       * @example contract_amount
       */
      use_index?: string;
      /** @description How to sort, most significant key first. Without it the order is not guaranteed, and may differ from call to call. */
      order_by?: components["schemas"]["MetadataQueryOrder"][];
      /**
       * Format: int32
       * @description How many entries a page may hold. A value above the maximum of the query, 100, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
       * @default 20
       * @example 20
       */
      limit?: number;
      /**
       * @description Where to continue, taken from the `next_marker` of the page before. The rest of the query stays the same.
       * @example bWFya2VyLTI
       */
      marker?: string;
    };
    /** @description A file or a folder that a metadata query found, in the mini representation and with the attributes that the query asked for. */
    MetadataQueryItem: components["schemas"]["FileFields"] | components["schemas"]["FolderFields"];
    /** @description A page of what a metadata query found. */
    MetadataQueryResults: {
      /** @description The files and folders that were found. Empty when there are none. */
      entries: components["schemas"]["MetadataQueryItem"][];
      /**
       * Format: int32
       * @description The page size that the service used. It can be lower than the one asked for.
       * @example 20
       */
      limit?: number;
      /**
       * @description Where the next page starts. Null, empty or absent on the last page.
       * @example bWFya2VyLTI
       */
      next_marker?: string | null;
    };
    /** @description The task to create. */
    TaskCreate: {
      /** @description The file to create the task on. */
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
       * @description What is to be done. `review` asks to approve or reject, `complete` asks for anything else.
       * @default review
       * @example review
       * @enum {string}
       */
      action?: "review" | "complete";
      /**
       * @description What the assigned users are told.
       * @default
       * @example Please check the rent.
       */
      message?: string;
      /**
       * Format: date-time
       * @description When the task should be done. Null, or left out, for no such time.
       * @default null
       * @example 2026-04-15T16:00:00+02:00
       */
      due_at?: string | null;
      /**
       * @description Who has to act before the task counts as done. All assigned users, or any one of them.
       * @default all_assignees
       * @example all_assignees
       * @enum {string}
       */
      completion_rule?: "all_assignees" | "any_assignee";
    };
    /** @description A file, as other records name one. */
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
       * @description Grows each time the file is changed.
       * @example 3
       */
      sequence_id: string;
      /**
       * @description Names the present state of the file. It differs after a change.
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
    /** @description One user's part in a task. */
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
      /** @description The file that the task is on. */
      item: components["schemas"]["FileMini"];
      /** @description Who has to act. */
      assigned_to: components["schemas"]["UserMini"];
      /** @description Who gave out the assignment. */
      assigned_by: components["schemas"]["UserMini"];
      /**
       * @description What the assigned user was told, or null.
       * @example Please check the rent.
       */
      message: string | null;
      /**
       * Format: date-time
       * @description When the assignment was given out.
       * @example 2026-03-09T13:12:00+00:00
       */
      assigned_at: string;
      /**
       * Format: date-time
       * @description When the user acted, or null until then.
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
       * @description How far the user is. A review ends as approved or rejected, another task as completed.
       * @example incomplete
       */
      resolution_state: "incomplete" | "completed" | "approved" | "rejected" | (string & {});
    };
    /** @description All assignments of a task. */
    TaskAssignments: {
      /**
       * Format: int64
       * @description How many assignments there are.
       * @example 0
       */
      total_count: number;
      /** @description The assignments. Empty when there are none. */
      entries: components["schemas"]["TaskAssignment"][];
    };
    /** @description A task on a file. It is done by the users that it is assigned to. */
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
      /** @description The file that the task is on. */
      item: components["schemas"]["FileMini"];
      /**
       * Format: date-time
       * @description When the task should be done, or null when there is no such time.
       * @example 2026-04-15T16:00:00+02:00
       */
      due_at: string | null;
      /**
       * @description What is to be done. `review` asks to approve or reject, `complete` asks for anything else.
       * @example review
       */
      action: "review" | "complete" | (string & {});
      /**
       * @description What the assigned users are told. Empty when nothing was said.
       * @example Please check the rent.
       */
      message: string;
      /** @description The assignments of the task. A new task has none. */
      task_assignment_collection: components["schemas"]["TaskAssignments"];
      /**
       * @description Whether the task is done, by its completion rule.
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
       * @description Who has to act before the task counts as done. All assigned users, or any one of them.
       * @example all_assignees
       */
      completion_rule: "all_assignees" | "any_assignee" | (string & {});
    };
    /** @description A legal hold policy, as other records name one. */
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
    /** @description What a legal hold policy is assigned to. */
    LegalHoldTarget: {
      /**
       * @description What kind of thing is held.
       * @example folder
       */
      type: "file" | "file_version" | "folder" | "user" | (string & {});
      /**
       * @description The id of it.
       * @example 3002
       */
      id: string;
    };
    /** @description A legal hold policy assignment with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
      /** @description The policy that was assigned. */
      legal_hold_policy?: components["schemas"]["LegalHoldPolicyMini"];
      /** @description What the policy was assigned to. */
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
       * @description When the assignment was ended, or null while it stands.
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
      /** @description The assignments. Empty when there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignment"][];
    };
    /** @description A page of legal hold policy assignments with the attributes that `fields` asked for. */
    LegalHoldPolicyAssignmentsFields: components["schemas"]["Page"] & {
      /** @description The assignments. Empty when there are none. */
      entries: components["schemas"]["LegalHoldPolicyAssignmentFields"][];
    };
    /** @description Which policy to assign, and to what. */
    LegalHoldPolicyAssignmentCreate: {
      /**
       * @description The id of the legal hold policy.
       * @example 8001
       */
      policy_id: string;
      /** @description What to put on hold. A folder holds the files in it, a user the files that the user owns. */
      assign_to: {
        /**
         * @description What kind of thing to hold.
         * @example folder
         * @enum {string}
         */
        type: "file" | "file_version" | "folder" | "user";
        /**
         * @description The id of it.
         * @example 3002
         */
        id: string;
      };
    };
    /** @description A file whose current version is on hold. */
    FileOnHold: components["schemas"]["FileMini"] & {
      /** @description The version that is held, which is the current one. */
      file_version: components["schemas"]["FileVersionMini"];
    };
    /** @description A page of files whose current version is on hold. */
    FilesOnHold: components["schemas"]["Page"] & {
      /** @description The files. Empty when there are none. */
      entries: components["schemas"]["FileOnHold"][];
    };
    /** @description A page of files whose current version is on hold, with the attributes that `fields` asked for. */
    FilesOnHoldFields: components["schemas"]["Page"] & {
      /** @description The files. Empty when there are none. */
      entries: components["schemas"]["FileFields"][];
    };
    /** @description A version of a file with the attributes that `fields` asked for. Only `type` and `id` are certain. */
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
       * @description The name that the file had with this version.
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
      /** @description Who changed the version last. */
      modified_by?: components["schemas"]["UserMini"];
      /**
       * Format: date-time
       * @description When the version was moved to the trash, or null when it is not there.
       * @example 2026-05-01T10:00:00+00:00
       */
      trashed_at?: string | null;
      /**
       * Format: date-time
       * @description When the version will be deleted for good, or null.
       * @example 2026-05-31T10:00:00+00:00
       */
      purged_at?: string | null;
    };
    /** @description A version of a file in the standard representation, which comes when `fields` is not sent. */
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
    /** @description A page of previous file versions that are on hold. */
    FileVersionsOnHold: components["schemas"]["Page"] & {
      /** @description The file versions. Empty when there are none. */
      entries: components["schemas"]["FileVersion"][];
    };
    /** @description A page of previous file versions that are on hold, with the attributes that `fields` asked for. */
    FileVersionsOnHoldFields: components["schemas"]["Page"] & {
      /** @description The file versions. Empty when there are none. */
      entries: components["schemas"]["FileVersionFields"][];
    };
    /** @description A legal hold policy assignment, as other records name one. */
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
    /** @description One file version on hold, with everything that holds it. */
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
      /** @description The version that is held. */
      file_version: components["schemas"]["FileVersionMini"];
      /** @description The file that the version belongs to. */
      file: components["schemas"]["FileMini"];
      /** @description The assignments that hold the version. */
      legal_hold_policy_assignments: components["schemas"]["LegalHoldPolicyAssignmentMini"][];
      /**
       * Format: date-time
       * @description When the hold was ended, or null while it stands.
       * @example 2026-11-30T17:00:00+00:00
       */
      deleted_at: string | null;
    };
    /** @description A page of file versions on hold. */
    FileVersionLegalHolds: components["schemas"]["Page"] & {
      /** @description The holds. Empty when there are none. */
      entries: components["schemas"]["FileVersionLegalHold"][];
    };
    /** @description A retention policy, as other records name one. */
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
       * @description How long the policy keeps a file version, in days, or `indefinite`.
       * @example 3650
       */
      retention_length: string;
      /**
       * @description What happens when the time is over. The version is deleted for good, or only set free.
       * @example remove_retention
       */
      disposition_action: "permanently_delete" | "remove_retention" | (string & {});
    };
    /** @description The record that a file version is kept by a retention policy. */
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
      /** @description The version that is kept. */
      file_version: components["schemas"]["FileVersionMini"];
      /** @description The file that the version belongs to. */
      file: components["schemas"]["FileMini"];
      /**
       * Format: date-time
       * @description When the policy took hold of the version.
       * @example 2026-03-02T14:30:00+00:00
       */
      applied_at: string;
      /**
       * Format: date-time
       * @description When the retention ends and the disposition takes effect.
       * @example 2036-02-28T14:30:00+00:00
       */
      disposition_at: string;
      /** @description The policy that counts, when several apply to the version. */
      winning_retention_policy: components["schemas"]["RetentionPolicyMini"];
    };
    /** @description A page of file version retentions. */
    FileVersionRetentions: components["schemas"]["Page"] & {
      /** @description The retentions. Empty when there are none. */
      entries: components["schemas"]["FileVersionRetention"][];
    };
    /** @description The terms to create. */
    TermsOfServiceCreate: {
      /**
       * @description Whether people are asked to accept the terms.
       * @example enabled
       * @enum {string}
       */
      status: "enabled" | "disabled";
      /**
       * @description The terms themselves. They may be empty only when the status is `disabled`.
       * @example Keep contracts confidential.
       */
      text: string;
      /**
       * @description Who has to accept. `managed` means members of the enterprise, `external` means everyone else.
       * @example managed
       * @enum {string}
       */
      tos_type?: "external" | "managed";
    };
    /** @description The terms that people have to accept before they use the service with this enterprise. */
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
       * @description Whether people are asked to accept the terms.
       * @example enabled
       */
      status: "enabled" | "disabled" | (string & {});
      /** @description The enterprise whose terms these are. */
      enterprise: components["schemas"]["Enterprise"];
      /**
       * @description Who has to accept. `managed` means members of the enterprise, `external` means everyone else.
       * @example managed
       */
      tos_type: "external" | "managed" | (string & {});
      /**
       * @description The terms themselves. They can be empty while they are disabled.
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
    /** @description Any other error. Its status is from 400 to 599. A proxy on the way can answer too, so the body may be empty or of another kind. */
    UnexpectedError: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description Too many requests in a short time. Wait as long as `Retry-After` says. The service did nothing, so any request may be repeated. */
    TooManyRequests: {
      headers: {
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The access token is missing, unknown or expired. Refresh it and send the request again. */
    Unauthorized: {
      headers: {
        "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The caller may not do this. */
    Forbidden: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The caller may not do this. It is kept for the admins and co-admins of an enterprise. */
    AdminOnly: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The path does not take this method. A file id that is not a number leads here too. */
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
     * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
     * @example [
     *       "name",
     *       "modified_at"
     *     ]
     */
    Fields: string[];
    /**
     * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
     * @example 1003
     */
    AsUser: string;
    /**
     * @description The id of the file. It is also the number in the address of the file in the web application.
     * @example 4001
     */
    FileId: string;
    /**
     * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
     * @example 100
     */
    Limit: number;
    /**
     * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
     * @example 0
     */
    Offset: number;
    /**
     * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
     * @example true
     */
    UseMarker: boolean;
    /**
     * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
     * @example bWFya2VyLTE
     */
    Marker: string;
    /**
     * @description The scope of the template. It is `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` means the caller's own enterprise.
     * @example enterprise_7001
     */
    MetadataScope: string;
    /**
     * @description The key of the template inside its scope. With the scope `global`, the key `properties` names a template that takes any key and value.
     * @example contract
     */
    TemplateKey: string;
    /**
     * @description The id of the legal hold policy assignment whose files are listed.
     * @example 8101
     */
    LegalHoldPolicyAssignmentId: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Whole seconds to wait before the request is worth sending again.
     * @example 5
     */
    RetryAfter: number;
    /**
     * @description The challenge of RFC 6750. It asks for a bearer token and says why the one that came was refused.
     * @example Bearer error="invalid_token"
     */
    WwwAuthenticate: string;
    /**
     * @description The methods that this path does take, separated by commas.
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
      /** @description The service gives no token, because the application or the refresh token is not accepted, or the form is wrong. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The parameters are not valid. */
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
         * @description Whether to delete the user even when the user still owns files.
         * @example true
         */
        force?: boolean;
        /**
         * @description Whether the user is told by email.
         * @example false
         */
        notify?: boolean;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The user is deleted. There is no body. */
      204: {
        content?: never;
      };
      /** @description The parameters are not valid. */
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
      /** @description There is no such user. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the user who gets the alias.
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
      /** @description The new alias, not confirmed yet. */
      201: {
        content: {
          "application/json": components["schemas"]["EmailAlias"];
        };
      };
      /** @description The body is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description There is no such user. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The etag that the file had when you last saw it. When it has another by now, the call fails with 412 and changes nothing.
         * @example 3
         */
        "If-Match"?: string;
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. It is also the number in the address of the file in the web application.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
      };
    };
    /** @description What to change. */
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
      /** @description The body or a parameter is not valid. Nothing was changed. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not make this change. Nothing was changed. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The file or the destination folder is not there for the caller. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The path is not that of a file. */
      405: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The name is taken, or a restore holds a folder that the file should leave or go to. The second passes by itself. */
      409: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The file has changed since the etag in `If-Match`. Nothing was changed. Get its new etag and decide anew. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the folder. It is the same in the trash as before.
         * @example 3003
         */
        folder_id: string;
      };
    };
    /** @description A new name, and a parent folder to fall back on. */
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
      /** @description The body or a parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The caller may not restore the folder, or not into this destination. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The folder is not in the trash, or there is no folder to restore it into. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description Another operation is under way, or the name is taken. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
      };
      header: {
        /**
         * @description The shared link, and its password where it has one, in the form `shared_link=<link>&shared_link_password=<password>`. Percent-encode both values, so that an `&` or `=` in them survives. A deployment can have its own name for this header.
         * @example shared_link=https%3A%2F%2Fcontent.example%2Fs%2Flease&shared_link_password=correct-horse
         */
        ServiceApi: string;
        /**
         * @description The etag of the item as you have it. When it still has this etag, the answer is an empty 304.
         * @example 3
         */
        "If-None-Match"?: string;
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The item still has the etag in `If-None-Match`. There is no body. */
      304: {
        content?: never;
      };
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      /** @description The link leads nowhere for the caller. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The body is not valid. */
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
      /** @description There is no such folder for the caller. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description Whether the invited users are told by email.
         * @example false
         */
        notify?: boolean;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description Who to invite, to what, and in which role. */
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
      /** @description The body or a parameter is not valid. */
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
      /** @description The item, the user or the group is not there for the caller. */
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
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description A parameter is not valid. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The body is not valid. */
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
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before.
         * @example bWFya2VyLTE
         */
        marker?: string;
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description A parameter is not valid. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. It is also the number in the address of the file in the web application.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template. It is `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` means the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template inside its scope. With the scope `global`, the key `properties` names a template that takes any key and value.
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
      /** @description A parameter is not valid. */
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
      /** @description The file or the instance is not there for the caller. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. It is also the number in the address of the file in the web application.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template. It is `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` means the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template inside its scope. With the scope `global`, the key `properties` names a template that takes any key and value.
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
      /** @description The values do not fit the template. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      /** @description The file or the template is not there for the caller. */
      404: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      /** @description The path is not that of a file. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the file. It is also the number in the address of the file in the web application.
         * @example 4001
         */
        file_id: components["parameters"]["FileId"];
        /**
         * @description The scope of the template. It is `global`, or `enterprise_` followed by the id of an enterprise. The shorthand `enterprise` means the caller's own enterprise.
         * @example enterprise_7001
         */
        scope: components["parameters"]["MetadataScope"];
        /**
         * @description The key of the template inside its scope. With the scope `global`, the key `properties` names a template that takes any key and value.
         * @example contract
         */
        template_key: components["parameters"]["TemplateKey"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description The instance is removed. There is no body. */
      204: {
        content?: never;
      };
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["MetadataError"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["MetadataForbidden"];
      /** @description The file or the instance is not there for the caller. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description What to look for, where, and in what order to return it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["MetadataQuery"];
      };
    };
    responses: {
      /** @description A page of the files and folders that were found. */
      200: {
        content: {
          "application/json": components["schemas"]["MetadataQueryResults"];
        };
      };
      /** @description The query is wrong. Each example shows one way. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      /** @description The query needs an index, or the caller may not run it. */
      403: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description The template or the folder is not there for the caller. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      429: components["responses"]["TooManyRequests"];
      /** @description The service failed. Some wrong queries end here and not in a 400, so look at the query before you repeat it. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The body is not valid. */
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
      /** @description There is no such file for the caller. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description There is no such assignment for the caller. */
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
         * @description The id of the policy whose assignments are listed.
         * @example 8001
         */
        policy_id: string;
        /**
         * @description Lists only assignments to this kind of thing.
         * @example folder
         */
        assign_to_type?: "file" | "file_version" | "folder" | "user";
        /**
         * @description Lists only assignments to the thing with this id.
         * @example 3002
         */
        assign_to_id?: string;
        /**
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description There is no such policy. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path?: never;
    };
    /** @description Which policy to assign, and to what. */
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
      /** @description The body is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description The policy or the thing to hold is not there. */
      404: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      /** @description It is already held. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the legal hold policy assignment whose files are listed.
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
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description There is no such assignment. */
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
         * @description The attributes to return, separated by commas. The answer then holds `type`, `id`, `name` where the resource has one, and the attributes listed here; every other standard attribute is left out. Some attributes come only when they are asked for in this way.
         * @example [
         *       "name",
         *       "modified_at"
         *     ]
         */
        fields?: components["parameters"]["Fields"];
        /**
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
         * @example 1003
         */
        "As-User"?: components["parameters"]["AsUser"];
      };
      path: {
        /**
         * @description The id of the legal hold policy assignment whose files are listed.
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
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description There is no such assignment. */
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
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description A parameter is not valid. */
      400: {
        content: {
          "application/json": components["schemas"]["Error"];
        };
      };
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["AdminOnly"];
      /** @description There is no such policy. */
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
         * @description Lists only versions to which this will happen when the retention ends.
         * @example remove_retention
         */
        disposition_action?: "permanently_delete" | "remove_retention";
        /**
         * @description Lists only versions whose disposition takes effect after this time.
         * @example 2036-01-01T00:00:00+00:00
         */
        disposition_after?: string;
        /**
         * @description Lists only versions whose disposition takes effect before this time.
         * @example 2037-01-01T00:00:00+00:00
         */
        disposition_before?: string;
        /**
         * @description Lists only versions of the file with this id.
         * @example 4001
         */
        file_id?: string;
        /**
         * @description Lists only the version with this id.
         * @example 5002
         */
        file_version_id?: string;
        /**
         * @description Lists only versions that the retention policy with this id keeps.
         * @example 8501
         */
        policy_id?: string;
        /**
         * @description How many entries a page may hold. A value above the maximum of the list, 1000, is not an error: the service uses the maximum instead and says so in the `limit` of the answer.
         * @example 100
         */
        limit?: components["parameters"]["Limit"];
        /**
         * @description The position of the first entry to return, counted from zero. The next page starts at this offset plus the `limit` of the answer. Above 300000 the call is refused; use markers for longer lists.
         * @example 0
         */
        offset?: components["parameters"]["Offset"];
        /**
         * @description Chooses paging by marker. With `true`, the answer carries `next_marker`, and `marker` may be sent to continue. Without it the list is paged by offset.
         * @example true
         */
        usemarker?: components["parameters"]["UseMarker"];
        /**
         * @description Where to continue, taken from the `next_marker` of the page before. It needs `usemarker=true`. A marker is opaque and belongs to the list that gave it.
         * @example bWFya2VyLTE
         */
        marker?: components["parameters"]["Marker"];
      };
      header?: {
        /**
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description A parameter is not valid. */
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
         * @description The id of the user to act for. The call then sees and may do what that user sees and may do. Only a caller who may act for others can send it; anyone else is refused with 403.
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
      /** @description The body is not valid. */
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
