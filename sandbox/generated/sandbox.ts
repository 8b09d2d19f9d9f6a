// Made from sandbox/openapi/sandbox.yaml by npm run generate. Do not edit.
export interface paths {
  "/_sandbox": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See that the sandbox is there
     * @description Returns the addresses for a client, the time in the sandbox, and how much there is of everything.
     */
    get: operations["getSandbox"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this document
     * @description Returns this OpenAPI document as JSON.
     */
    get: operations["getSandboxDocument"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start again
     * @description Puts the world, the time and the faults back to what they were at the start.
     */
    post: operations["resetSandbox"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/world": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Take a snapshot
     * @description Returns the whole world as a seed. Sent back later, it restores everything, the time included.
     */
    get: operations["getWorld"];
    /**
     * Replace the world
     * @description Checks a seed, or a snapshot, and makes it the world. When anything in it is wrong, nothing changes, and the answer names every place. Faults stay as they are.
     */
    put: operations["putWorld"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the time
     * @description Returns the time in the sandbox.
     */
    get: operations["getClock"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let time pass
     * @description Moves the time on. Tokens, locks, collaborations and shared links that end in between have ended afterwards, and delayed answers whose time has come are sent.
     */
    post: operations["advanceClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/faults": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the faults
     * @description Returns the faults that can still happen, in the order in which they were added.
     */
    get: operations["listFaults"];
    put?: never;
    /**
     * Add a fault
     * @description Makes calls fail from now on. All faults that fit a call happen to it, in the order in which they were added; of those that end a call, the first.
     */
    post: operations["addFault"];
    /**
     * Remove all faults
     * @description Ends every fault.
     */
    delete: operations["clearFaults"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/faults/{fault_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a fault
     * @description Ends one fault.
     */
    delete: operations["removeFault"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign a user in
     * @description Issues an access token and a refresh token for a user, as signing in to an application would.
     */
    post: operations["issueTokens"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/tokens/revoke": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a token
     * @description Makes an access token or a refresh token useless at once.
     */
    post: operations["revokeToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description What a client needs, and how much there is. */
    SandboxInfo: {
      /** @description The path of the base address. */
      base_path: string;
      /** @description The path of the token address, without `/oauth2/token`. It may be empty. */
      auth_path: string;
      /** @description The name of the header that carries shared links. */
      brand_header: string;
      now: components["schemas"]["Time"];
      /** @description How many records there are, by the list of the seed that they belong to. */
      counts: {
        [key: string]: number;
      };
    };
    /** @description The time in the sandbox. */
    ClockTime: {
      now: components["schemas"]["Time"];
    };
    /** @description By how much to move the time on. */
    ClockAdvance: {
      /** @description In milliseconds, up to a hundred years. */
      ms: number;
    };
    /** @description Who signs in. */
    TokenIssue: {
      /** @description A user or a service account. */
      user_id: string;
      /** @description The application; the first of the world unless given. */
      client_id?: string;
    };
    /** @description The tokens of a user. */
    IssuedTokens: {
      /** @description It works for an hour. */
      access_token: string;
      /** @description It works once, within 60 days. */
      refresh_token: string;
      /** @description How many seconds the access token works. */
      expires_in: number;
    };
    /** @description What is wrong with a request to the sandbox. */
    ControlError: {
      /** @description What is wrong. */
      message: string;
      /** @description Each single fault. */
      errors: {
        /** @description Where, such as `files[3].parent_id`. */
        at: string;
        /** @description What is wrong there. */
        message: string;
      }[];
    };
    /**
     * Format: date-time
     * @description An ISO 8601 date-time with an offset.
     */
    Time: string;
    /** @description A date-time with an offset, or an ISO 8601 duration of days, hours, minutes and seconds from the start of the sandbox, such as `P30D`, `PT1H` or `-P1D`. */
    When: string;
    /** @description The same, or null for never. */
    OptionalWhen: string | null;
    /** @description What shall happen to calls. */
    Fault:
      | components["schemas"]["StatusFault"]
      | components["schemas"]["DelayFault"]
      | components["schemas"]["ResetFault"]
      | components["schemas"]["BodyFault"]
      | components["schemas"]["HtmlFault"]
      | components["schemas"]["PageFault"]
      | components["schemas"]["LoweredLimitFault"]
      | components["schemas"]["ShuffledOrderFault"]
      | components["schemas"]["UnknownFault"];
    /** @description A fault that can still happen. */
    ActiveFault: {
      /** @description Names the fault. */
      id: string;
      fault: components["schemas"]["Fault"];
      /** @description How often it has happened. */
      happened: number;
      /** @description How often it can still happen, or null for no end. */
      remaining: number | null;
    };
    /** @description What happens, and to which calls. */
    FaultScope: {
      /**
       * @description What happens.
       * @enum {string}
       */
      kind?:
        | "status"
        | "delay"
        | "reset"
        | "cut_body"
        | "broken_body"
        | "empty_body"
        | "html"
        | "empty_page"
        | "repeated_marker"
        | "lowered_limit"
        | "shuffled_order"
        | "unknown_field"
        | "unknown_enum_value";
      /** @description An `operationId` of the contract. Left out, every operation. */
      operation?: string;
      /**
       * @description How often it happens, or null for no end.
       * @default 1
       */
      times?: number | null;
      /**
       * @description How many calls that fit are left alone first.
       * @default 0
       */
      skip?: number;
      /**
       * @description How likely it happens to each call.
       * @default 1
       */
      probability?: number;
      /**
       * @description Starts the random numbers, so that the same calls fail each time.
       * @default 1
       */
      seed?: number;
    };
    /** @description The call is answered at once, and nothing is done. */
    StatusFault: {
      /** @constant */
      kind: "status";
      /** @description The status of the answer. */
      status: number;
      /** @description The body, as JSON. Left out, it is the documented error for the status; null sends none. */
      body?: unknown;
      /** @description The value of `Retry-After`, in seconds or as an HTTP date. */
      retry_after?: number | string;
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description The work is done, and the answer comes this much later. A restore holds its locks meanwhile. */
    DelayFault: {
      /** @constant */
      kind: "delay";
      /** @description How long on the clock of the sandbox. */
      delay_ms: number;
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description The connection is reset. */
    ResetFault: {
      /** @constant */
      kind: "reset";
      /**
       * @description `before` the work, so that nothing is done; `during` it, so that it is done and no answer comes; `after` it, when the status has been sent and the body has not. An answer without a body then arrives whole.
       * @enum {string}
       */
      when: "before" | "during" | "after";
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description The work is done, and the body of the answer is damaged. */
    BodyFault: {
      /**
       * @description `cut_body` ends the connection halfway through, `broken_body` sends half of it as if it were all, and `empty_body` sends nothing.
       * @enum {string}
       */
      kind: "cut_body" | "broken_body" | "empty_body";
      /** @description Happens to answers with this status alone. */
      only_status?: number;
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description A proxy in between answers with a page of HTML, and nothing is done. */
    HtmlFault: {
      /** @constant */
      kind: "html";
      /**
       * @description The status of the page, of those that have a body.
       * @default 502
       */
      status?: number;
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description A page of a list comes back strange. It only happens to pages by marker. */
    PageFault: {
      /**
       * @description `empty_page` has no entries, and its marker leads to the page that should have come. `repeated_marker` has the marker that leads to itself.
       * @enum {string}
       */
      kind: "empty_page" | "repeated_marker";
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description The service uses a lower limit than asked for, and says so. */
    LoweredLimitFault: {
      /** @constant */
      kind: "lowered_limit";
      /** @description The highest limit that is used. */
      limit: number;
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description A query without `order_by` gives its items in another order. The order is the same on all its pages. */
    ShuffledOrderFault: {
      /** @constant */
      kind: "shuffled_order";
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description The answer has something that the contract does not know. */
    UnknownFault: {
      /**
       * @description A property more in each record, or a new value where the contract lists the known ones.
       * @enum {string}
       */
      kind: "unknown_field" | "unknown_enum_value";
    } & WithRequired<components["schemas"]["FaultScope"], "kind">;
    /** @description A whole world. What is left out is empty. Ids are unique among records of one kind; files, folders and web links share theirs. */
    Seed: {
      now?: components["schemas"]["When"];
      /** @description The id of the next record that is created. */
      next_id?: number;
      enterprises?: components["schemas"]["SeedEnterprise"][];
      users?: components["schemas"]["SeedUser"][];
      email_aliases?: components["schemas"]["SeedEmailAlias"][];
      groups?: components["schemas"]["SeedGroup"][];
      folders?: components["schemas"]["SeedFolder"][];
      files?: components["schemas"]["SeedFile"][];
      web_links?: components["schemas"]["SeedWebLink"][];
      collaborations?: components["schemas"]["SeedCollaboration"][];
      allowlist_entries?: components["schemas"]["SeedAllowlistEntry"][];
      metadata_templates?: components["schemas"]["SeedTemplate"][];
      metadata_instances?: components["schemas"]["SeedInstance"][];
      tasks?: components["schemas"]["SeedTask"][];
      task_assignments?: components["schemas"]["SeedTaskAssignment"][];
      terms_of_services?: components["schemas"]["SeedTermsOfService"][];
      legal_hold_policies?: components["schemas"]["SeedLegalHoldPolicy"][];
      legal_hold_policy_assignments?: components["schemas"]["SeedLegalHoldPolicyAssignment"][];
      retention_policies?: components["schemas"]["SeedRetentionPolicy"][];
      file_version_retentions?: components["schemas"]["SeedFileVersionRetention"][];
      clients?: components["schemas"]["SeedClient"][];
      access_tokens?: components["schemas"]["SeedAccessToken"][];
      refresh_tokens?: components["schemas"]["SeedRefreshToken"][];
    };
    /** @description An id. */
    Id: string;
    /** @description The id of a file; a number. */
    FileId: string;
    /** @description A whole number as text. */
    Count: string;
    SeedEnterprise: {
      /** @description A number; the scope of its metadata is made of it. */
      id: string;
      /**
       * @description Whether folder owners may give a collaboration an end.
       * @default false
       */
      allows_collaboration_expiry?: boolean;
    };
    SeedUser: {
      id: components["schemas"]["Id"];
      /** @description The name that people see. */
      name: string;
      /** @description The email address of the user. */
      login: string;
      enterprise_id: components["schemas"]["Id"];
      /**
       * @description Admins and co-admins look after the enterprise. They and service accounts may act for others.
       * @default member
       * @enum {string}
       */
      role?: "admin" | "co-admin" | "member" | "service";
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      modified_at?: components["schemas"]["When"];
      /** @default en */
      language?: string;
      /** @default 10737418240 */
      space_amount?: number;
      /** @default 0 */
      space_used?: number;
      /** @default 2147483648 */
      max_upload_size?: number;
      /** @default active */
      status?: string;
      /** @default  */
      job_title?: string;
      /** @default  */
      phone?: string;
      /** @default  */
      address?: string;
    };
    SeedEmailAlias: {
      id: components["schemas"]["Id"];
      user_id: components["schemas"]["Id"];
      email: string;
      /** @default false */
      is_confirmed?: boolean;
    };
    SeedGroup: {
      id: components["schemas"]["Id"];
      name: string;
      enterprise_id: components["schemas"]["Id"];
      /**
       * @description Whether the group may become a collaborator.
       * @default true
       */
      is_invitable?: boolean;
      /**
       * @description The users in it.
       * @default []
       */
      member_ids?: components["schemas"]["Id"][];
    };
    SeedSharedLink: {
      /** @description The end of its url, `https://content.example/s/<slug>`. */
      slug: string;
      /**
       * @default open
       * @enum {string}
       */
      access?: "open" | "company" | "collaborators";
      /**
       * Format: password
       * @default null
       */
      password?: string | null;
      /** @default null */
      vanity_name?: string | null;
      /** @default null */
      unshared_at?: components["schemas"]["OptionalWhen"];
      /** @default true */
      can_download?: boolean;
      /** @default true */
      can_preview?: boolean;
      /** @default false */
      can_edit?: boolean;
      /** @default 0 */
      download_count?: number;
      /** @default 0 */
      preview_count?: number;
    } | null;
    /** @description What files, folders and web links have in common. */
    SeedItem: {
      id: components["schemas"]["Id"];
      name: string;
      /**
       * @description The folder it is in. `0` is the root folder. An item in the trash may name a folder that is gone.
       * @default 0
       */
      parent_id?: string;
      /** @description Who owns it. Needed in the root folder and below a folder that is gone; elsewhere the owner of the folder is the owner. */
      owner_id?: string;
      /** @default  */
      description?: string;
      /** @default 0 */
      etag?: components["schemas"]["Count"];
      /** @default 0 */
      sequence_id?: components["schemas"]["Count"];
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      /** @description The id of a user; the owner unless given. */
      created_by?: string;
      modified_at?: components["schemas"]["When"];
      /** @description The id of a user; the owner unless given. */
      modified_by?: string;
      /** @default null */
      trashed_at?: components["schemas"]["OptionalWhen"];
      /** @default null */
      shared_link?: components["schemas"]["SeedSharedLink"];
    };
    /** @description A folder. What it holds names it as its parent. */
    SeedFolder: {
      /** @default null */
      content_created_at?: components["schemas"]["OptionalWhen"];
      /** @default null */
      content_modified_at?: components["schemas"]["OptionalWhen"];
    } & components["schemas"]["SeedItem"];
    /** @description A file with its versions. */
    SeedFile: {
      id?: components["schemas"]["FileId"];
      /** @description The versions, the oldest first. The last one is the current one. */
      versions: components["schemas"]["SeedFileVersion"][];
      /** @default [] */
      tags?: string[];
      /**
       * @default open
       * @enum {string}
       */
      can_download?: "open" | "company";
      /** @default null */
      lock?: components["schemas"]["SeedLock"];
      /** @default null */
      content_created_at?: components["schemas"]["OptionalWhen"];
      /** @default null */
      content_modified_at?: components["schemas"]["OptionalWhen"];
    } & components["schemas"]["SeedItem"];
    SeedFileVersion: {
      id: components["schemas"]["Id"];
      /** @description Made of the id unless given. */
      sha1?: string;
      /** @default 0 */
      size?: number;
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      modified_at?: components["schemas"]["When"];
      /** @description The id of a user; the owner of the file unless given. */
      modified_by?: string;
    };
    SeedLock: {
      id: components["schemas"]["Id"];
      created_by: components["schemas"]["Id"];
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      /** @default null */
      expires_at?: components["schemas"]["OptionalWhen"];
      /** @default false */
      is_download_prevented?: boolean;
    } | null;
    /** @description A web address in a folder. */
    SeedWebLink: {
      url: string;
    } & components["schemas"]["SeedItem"];
    SeedItemRef: {
      /** @enum {string} */
      type: "file" | "folder";
      id: components["schemas"]["Id"];
    };
    SeedCollaboration: {
      id: components["schemas"]["Id"];
      item: components["schemas"]["SeedItemRef"];
      accessible_by: {
        /** @enum {string} */
        type: "user" | "group";
        id: components["schemas"]["Id"];
      };
      /** @enum {string} */
      role: "editor" | "viewer" | "previewer" | "uploader" | "previewer uploader" | "viewer uploader" | "co-owner";
      /** @default false */
      can_view_path?: boolean;
      /**
       * @default accepted
       * @enum {string}
       */
      status?: "accepted" | "pending" | "rejected";
      /**
       * @description The address that was invited, while nobody has it.
       * @default null
       */
      invite_email?: string | null;
      created_by: components["schemas"]["Id"];
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      modified_at?: components["schemas"]["When"];
      /** @default null */
      expires_at?: components["schemas"]["OptionalWhen"];
      /** @default null */
      acknowledged_at?: components["schemas"]["OptionalWhen"];
    };
    SeedAllowlistEntry: {
      id: components["schemas"]["Id"];
      enterprise_id: components["schemas"]["Id"];
      domain: string;
      /**
       * @description `inbound` invitations come from the domain, `outbound` ones go to it.
       * @default both
       * @enum {string}
       */
      direction?: "inbound" | "outbound" | "both";
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
    };
    SeedTemplate: {
      id: components["schemas"]["Id"];
      scope: string;
      templateKey: string;
      /** @description The key unless given. */
      displayName?: string;
      /** @default false */
      hidden?: boolean;
      /** @default false */
      copyInstanceOnItemCopy?: boolean;
      /** @default [] */
      fields?: components["schemas"]["SeedTemplateField"][];
    };
    SeedTemplateField: {
      id: components["schemas"]["Id"];
      /** @enum {string} */
      type: "string" | "float" | "date" | "enum" | "multiSelect";
      key: string;
      /** @description The key unless given. */
      displayName?: string;
      description?: string;
      /** @default false */
      hidden?: boolean;
      options?: {
        id: components["schemas"]["Id"];
        key: string;
      }[];
    };
    SeedInstance: {
      id: components["schemas"]["Id"];
      item: components["schemas"]["SeedItemRef"];
      scope: string;
      templateKey: string;
      /** @default 0 */
      version?: number;
      /**
       * @description A value for each field.
       * @default {}
       */
      values?: {
        [key: string]: unknown;
      };
    };
    SeedTask: {
      id: components["schemas"]["Id"];
      file_id: components["schemas"]["Id"];
      /**
       * @default review
       * @enum {string}
       */
      action?: "review" | "complete";
      /** @default  */
      message?: string;
      /** @default null */
      due_at?: components["schemas"]["OptionalWhen"];
      /**
       * @default all_assignees
       * @enum {string}
       */
      completion_rule?: "all_assignees" | "any_assignee";
      /** @default false */
      is_completed?: boolean;
      created_by: components["schemas"]["Id"];
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
    };
    SeedTaskAssignment: {
      id: components["schemas"]["Id"];
      task_id: components["schemas"]["Id"];
      assigned_to: components["schemas"]["Id"];
      assigned_by: components["schemas"]["Id"];
      /** @default null */
      message?: string | null;
      /** @default PT0S */
      assigned_at?: components["schemas"]["When"];
      /** @default null */
      completed_at?: components["schemas"]["OptionalWhen"];
      /** @default null */
      reminded_at?: components["schemas"]["OptionalWhen"];
      /**
       * @default incomplete
       * @enum {string}
       */
      resolution_state?: "incomplete" | "completed" | "approved" | "rejected";
    };
    SeedTermsOfService: {
      id: components["schemas"]["Id"];
      enterprise_id: components["schemas"]["Id"];
      /** @enum {string} */
      status: "enabled" | "disabled";
      /**
       * @default managed
       * @enum {string}
       */
      tos_type?: "external" | "managed";
      /** @default  */
      text?: string;
      /** @default PT0S */
      created_at?: components["schemas"]["When"];
      modified_at?: components["schemas"]["When"];
    };
    SeedLegalHoldPolicy: {
      id: components["schemas"]["Id"];
      policy_name: string;
      enterprise_id: components["schemas"]["Id"];
    };
    SeedLegalHoldPolicyAssignment: {
      id: components["schemas"]["Id"];
      policy_id: components["schemas"]["Id"];
      assigned_to: {
        /** @enum {string} */
        type: "file" | "file_version" | "folder" | "user";
        id: components["schemas"]["Id"];
      };
      assigned_by: components["schemas"]["Id"];
      /** @default PT0S */
      assigned_at?: components["schemas"]["When"];
      /** @default null */
      deleted_at?: components["schemas"]["OptionalWhen"];
    };
    SeedRetentionPolicy: {
      id: components["schemas"]["Id"];
      policy_name: string;
      enterprise_id: components["schemas"]["Id"];
      /** @default 3650 */
      retention_length?: components["schemas"]["Count"];
      /**
       * @default remove_retention
       * @enum {string}
       */
      disposition_action?: "permanently_delete" | "remove_retention";
    };
    SeedFileVersionRetention: {
      id: components["schemas"]["Id"];
      file_version_id: components["schemas"]["Id"];
      policy_id: components["schemas"]["Id"];
      applied_at: components["schemas"]["When"];
      disposition_at: components["schemas"]["When"];
    };
    /** @description An application that may refresh tokens. */
    SeedClient: {
      client_id: string;
      /** Format: password */
      client_secret: string;
    };
    SeedAccessToken: {
      /** Format: password */
      token: string;
      user_id: components["schemas"]["Id"];
      /** @default PT1H */
      expires_at?: components["schemas"]["When"];
    };
    SeedRefreshToken: {
      /** Format: password */
      token: string;
      user_id: components["schemas"]["Id"];
      client_id: components["schemas"]["Id"];
      /**
       * @default fresh
       * @enum {string}
       */
      state?: "fresh" | "used" | "revoked";
      /** @default P60D */
      expires_at?: components["schemas"]["When"];
    };
  };
  responses: {
    /** @description The request is not valid, and nothing was done. */
    Invalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ControlError"];
      };
    };
    /** @description The body is too large, and nothing was done. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ControlError"];
      };
    };
    /** @description There is no such thing. */
    Missing: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ControlError"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getSandbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sandbox is ready. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SandboxInfo"];
        };
      };
    };
  };
  getSandboxDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description This document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  resetSandbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Everything is as it was at the start. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole world. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Seed"];
        };
      };
    };
  };
  putWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The world to have from now on. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["Seed"];
      };
    };
    responses: {
      /** @description This is the world now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      413: components["responses"]["TooLarge"];
    };
  };
  getClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The time in the sandbox. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockTime"];
        };
      };
    };
  };
  advanceClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description By how much. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["ClockAdvance"];
      };
    };
    responses: {
      /** @description The time in the sandbox afterwards. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockTime"];
        };
      };
      400: components["responses"]["Invalid"];
      413: components["responses"]["TooLarge"];
    };
  };
  listFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The faults. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            entries: components["schemas"]["ActiveFault"][];
          };
        };
      };
    };
  };
  addFault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description What shall happen, to which calls, and how often. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["Fault"];
      };
    };
    responses: {
      /** @description The fault, with its id. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ActiveFault"];
        };
      };
      400: components["responses"]["Invalid"];
      413: components["responses"]["TooLarge"];
    };
  };
  clearFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description There are no faults any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id that the fault got when it was added. */
        fault_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The fault is gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components["responses"]["Missing"];
    };
  };
  issueTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Who signs in, and to which application. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TokenIssue"];
      };
    };
    responses: {
      /** @description The tokens. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IssuedTokens"];
        };
      };
      400: components["responses"]["Invalid"];
      404: components["responses"]["Missing"];
      413: components["responses"]["TooLarge"];
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The token. */
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description An access or a refresh token.
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description The token does not work any more. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Invalid"];
      404: components["responses"]["Missing"];
      413: components["responses"]["TooLarge"];
    };
  };
}
type WithRequired<T, K extends keyof T> = T & {
  [P in K]-?: T[P];
};
