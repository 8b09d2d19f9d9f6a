import type { Json, JsonObject } from "../../src/index.js";

/** A success that services of this family send. */
export interface ServiceResponse {
  readonly what: string;
  readonly body: Json;
  readonly fields?: readonly string[];
  /** @default the documented status */
  readonly status?: number;
}

const TIME = "2012-12-12T10:53:43-08:00";
const SHA1 = "85136C79CBF9FE36BB9D05D0639C70C265C18D37";
const root = { type: "folder", id: "0", sequence_id: null, etag: null, name: "All Files" };
const folderMini = { type: "folder", id: "11446498", sequence_id: "1", etag: "1", name: "Pictures" };
const user = { type: "user", id: "17738362", name: "Sample User", login: "sample@example.com" };
const nobody = { type: "user", id: "", name: "", login: "" };
const group = { type: "group", id: "18322022", name: "Support", is_active: true };
const fileMini = { type: "file", id: "5000948880", sequence_id: "3", etag: "3", sha1: SHA1, name: "tigers.jpeg" };
const version = { type: "file_version", id: "26261748416", sha1: SHA1 };

const sharedLink = {
  url: "https://content.example/s/rh935iit6ewrmw0unyul",
  download_url: "",
  vanity_url: null,
  is_password_enabled: false,
  unshared_at: null,
  download_count: 0,
  preview_count: 0,
  access: "people_of_next_year",
  effective_access: "company",
  effective_permission: "can_delete",
  permissions: { can_download: true, can_preview: true },
};

const item = {
  sequence_id: "3",
  etag: "3",
  name: "tigers.jpeg",
  description: "",
  path_collection: { total_count: 2, entries: [root, folderMini] },
  created_at: TIME,
  modified_at: TIME,
  created_by: user,
  modified_by: nobody,
  owned_by: { ...user, is_external_only: false },
  trashed_at: null,
  purged_at: null,
  item_status: "active",
  parent: folderMini,
  shared_link: null,
};
const file = { type: "file", id: "5000948880", ...item, sha1: SHA1, size: 629644, file_version: version };
const content = { content_created_at: null, content_modified_at: "2013-02-04T16:57:52.125-08:00" };
const folder = { type: "folder", id: "11446498", ...item, ...content, size: 1.1e13, folder_upload_email: null };
const webLink = { type: "web_link", id: "6742981", ...item, url: "https://example.com/größe?q=[a b]" };

const collaboration = {
  type: "collaboration",
  id: "791293",
  created_by: user,
  created_at: TIME,
  modified_at: TIME,
  expires_at: null,
  status: "accepted",
  accessible_by: user,
  role: "editor",
  acknowledged_at: TIME,
  item: folderMini,
};
const pending = { ...collaboration, status: "pending", acknowledged_at: null, item: null };

const instance = {
  $type: "contract-452b4c9d-c3ad-4ac7-b1ad-9d5192f2fc5f",
  $parent: "file_5000948880",
  $id: "50ba0dba-0f89-4395-b867-3e057c1f6ed9",
  $version: 3,
  $typeVersion: 2,
  $template: "contract",
  $scope: "enterprise_12345",
  amount: 1e3,
  tags: [],
};
const { $type: _type, $id: _id, $typeVersion: _version, ...instanceMini } = instance;
const template = {
  id: "58063d82-4128-7b43-bba9-92f706befcdf",
  scope: "enterprise_490685",
  templateKey: "contract",
  displayName: "Contract",
  hidden: false,
  fields: [
    { type: "multiSelect", key: "tags", displayName: "Tags", hidden: false, options: [{ key: "a" }] },
    { type: "taxonomy", key: "place", displayName: "Place", hidden: false, id: "1", description: "" },
  ],
};

const task = { type: "task", id: "1839355", item: fileMini, due_at: null };
const assignment = {
  type: "task_assignment",
  id: "2698512",
  item: fileMini,
  assigned_to: user,
  assigned_by: user,
  message: null,
  assigned_at: TIME,
  completed_at: null,
  reminded_at: null,
  resolution_state: "postponed",
};
const legalHold = {
  type: "legal_hold_policy_assignment",
  id: "255473",
  legal_hold_policy: { type: "legal_hold_policy", id: "166757" },
  assigned_to: { type: "interaction", id: "14100044" },
  assigned_by: user,
  assigned_at: TIME,
  deleted_at: null,
};
const bare = (type: string): JsonObject => ({ type, id: "112725" });
const order = [{ by: "retention_policy_id, file_version_id", direction: "ASC" }];
const access = { access_token: "T9cE5asGnuyYCCqIZFoWjFHvNbvVqHjl", expires_in: 3600 };
const me = {
  ...user,
  created_at: TIME,
  modified_at: TIME,
  language: "en",
  timezone: "Africa/Bujumbura",
  space_amount: 1.1345156112e13,
  space_used: 1237009912,
  max_upload_size: -1,
  status: "cannot_delete_edit",
  job_title: "",
  phone: "",
  address: "",
  avatar_url: "",
};
const lock = { type: "lock", id: "2126286840", created_by: user, created_at: TIME, is_download_prevented: false };
const locked = (more: JsonObject): JsonObject => ({ type: "file", id: "5000948880", etag: "3", lock: more });
const allowed = {
  ...{ can_delete: true, can_download: true, can_invite_collaborator: false, can_rename: true, can_comment: true },
  ...{ can_set_share_access: false, can_share: true, can_annotate: false, can_preview: true, can_upload: true },
  ...{ can_view_annotations_all: true, can_view_annotations_self: false, can_apply_watermark: true },
};

/** Successes by operation, as published test data of client libraries for comparable services has them. */
export const serviceResponses: Readonly<Record<string, readonly ServiceResponse[]>> = {
  updateFile: [
    { what: "a full file", body: { ...file, ...content } },
    { what: "a file with its shared link alone", body: { ...file, shared_link: sharedLink } },
    { what: "a file in the root folder", body: { ...file, parent: root } },
    {
      what: "a file with its own attributes only",
      body: without(file, "size", "created_at", "owned_by", "path_collection"),
    },
    { what: "permissions as a map", body: { ...bare("file"), permissions: allowed }, fields: ["permissions"] },
    { what: "an etag beside the fields", body: locked({ ...lock, expires_at: TIME }), fields: ["lock"] },
    {
      what: "a lock with expired_at",
      body: locked({ ...lock, expired_at: TIME, app_type: "office" }),
      fields: ["lock"],
    },
    { what: "a lock without an end", body: locked({ ...lock, expires_at: null, app_type: null }), fields: ["lock"] },
    { what: "no lock", body: { ...bare("file"), lock: null }, fields: ["lock"] },
  ],
  restoreFolder: [
    { what: "a full folder", body: folder },
    { what: "a folder in the root folder", body: { ...folder, parent: root } },
    {
      what: "a folder without the times of its content and of the trash",
      body: without(folder, "content_created_at", "content_modified_at", "trashed_at", "purged_at"),
    },
    { what: "a shared link without an address", body: { ...folder, shared_link: { ...sharedLink, url: null } } },
    {
      what: "a folder with an upload address",
      body: { ...folder, folder_upload_email: { access: "open", email: "" } },
    },
  ],
  findSharedItem: [
    { what: "a file", body: { ...file, shared_link: sharedLink } },
    { what: "a folder", body: { ...folder, shared_link: { url: "https://content.example/s/a" } } },
    { what: "a web link", body: { ...webLink, shared_link: { ...sharedLink, permissions: { can_download: false } } } },
    { what: "an item without a visible parent", body: { ...file, parent: null } },
    { what: "the etag beside the fields", body: { ...bare("web_link"), name: "a", etag: "0" }, fields: ["name"] },
  ],
  createWebLink: [
    { what: "a full web link", body: webLink },
    { what: "another success status", body: webLink, status: 201 },
  ],
  createCollaboration: [
    { what: "an accepted user", body: collaboration },
    { what: "a group without a login", body: { ...collaboration, accessible_by: group } },
    { what: "a pending user", body: { ...pending, invite_email: null } },
    { what: "an invited outsider", body: { ...pending, accessible_by: null, invite_email: "a@example.org" } },
    { what: "no inviter", body: { ...collaboration, created_by: null } },
    { what: "the root folder", body: { ...collaboration, item: root } },
    { what: "a new role", body: { ...collaboration, role: "previewer of drafts", is_access_only: true } },
  ],
  createMetadataTemplate: [
    { what: "a template without type and copy flag", body: template },
    {
      what: "a template and a field without id or hidden",
      body: {
        ...without(template, "id", "hidden"),
        fields: [{ type: "string", key: "a", displayName: "A" }],
      },
    },
    { what: "a template with a type", body: { ...template, type: "metadata_template", copyInstanceOnItemCopy: false } },
  ],
  listEnterpriseMetadataTemplates: [
    {
      what: "a page with null markers",
      body: { entries: [template], limit: 100, next_marker: null, prev_marker: null },
    },
    { what: "a page of entries alone", body: { entries: [] } },
  ],
  getFileMetadata: [
    { what: "an instance", body: instance },
    { what: "an instance with status 201", body: { ...instance, $canEdit: true }, status: 201 },
  ],
  createFileMetadata: [{ what: "an instance", body: instance }],
  queryMetadata: [
    {
      what: "mini instances",
      body: {
        entries: [
          { ...fileMini, metadata: { enterprise_12345: { contract: instanceMini } } },
          { ...bare("folder"), name: "a", metadata: { enterprise_12345: { contract: instance } } },
        ],
        next_marker: "",
      },
    },
    { what: "an empty page", body: { entries: [], limit: 4294967296, next_marker: null } },
  ],
  createTask: [
    { what: "type and id", body: bare("task") },
    { what: "no action and no completion rule", body: { ...task, message: "", is_completed: false, created_at: TIME } },
    {
      what: "an assignment in short",
      body: {
        ...task,
        task_assignment_collection: { total_count: 1, entries: [{ ...bare("task_assignment"), assigned_to: user }] },
      },
    },
  ],
  getTaskAssignment: [
    { what: "an unanswered assignment", body: assignment },
    {
      what: "an assignment with a status",
      body: { ...without(assignment, "resolution_state"), status: "incomplete" },
    },
    { what: "an assignee without a login", body: { ...assignment, assigned_to: without(user, "login") } },
  ],
  assignLegalHoldPolicy: [{ what: "a policy without its name", body: legalHold }],
  listLegalHoldPolicyAssignments: [
    { what: "type and id", body: { entries: [bare("legal_hold_policy_assignment")], limit: 100, order } },
    { what: "whole records", body: { entries: [legalHold], total_count: 30, offset: 0, limit: 1 } },
  ],
  listFilesOnHold: [
    { what: "type and id", body: { entries: [bare("file")], limit: 100 } },
    { what: "file versions", body: { entries: [{ ...bare("file_version"), file: fileMini }], next_marker: null } },
    { what: "files", body: { entries: [{ ...fileMini, file_version: bare("file_version") }], next_marker: "" } },
  ],
  listFileVersionsOnHold: [{ what: "type and id", body: { entries: [bare("file_version")], limit: 100 } }],
  listFileVersionLegalHolds: [
    { what: "type and id", body: { entries: [bare("file_version_legal_hold")], limit: 100, next_marker: null, order } },
    {
      what: "minis of type and id",
      body: {
        entries: [
          {
            ...bare("file_version_legal_hold"),
            file_version: bare("file_version"),
            file: { ...bare("file"), etag: null },
            legal_hold_policy_assignments: [bare("legal_hold_policy_assignment")],
            deleted_at: TIME,
          },
        ],
      },
    },
  ],
  listFileVersionRetentions: [
    { what: "type and id", body: { entries: [bare("file_version_retention")], limit: 100, order } },
    {
      what: "a retention of a number of days",
      body: {
        entries: [
          {
            ...bare("file_version_retention"),
            winning_retention_policy: {
              ...bare("retention_policy"),
              retention_length: 365,
              disposition_action: "keep",
            },
            file: null,
            applied_at: TIME,
            disposition_at: null,
          },
        ],
        limit: 5000,
        order,
      },
    },
  ],
  listCollaborationAllowlistEntries: [
    {
      what: "entries without enterprise and time",
      body: { entries: [{ ...bare("collaboration_whitelist_entry"), domain: "example.org", direction: "both" }] },
    },
  ],
  createTermsOfService: [
    {
      what: "terms",
      body: {
        ...{ ...bare("terms_of_service"), status: "disabled", enterprise: { ...bare("enterprise"), name: "A" } },
        ...{ tos_type: "managed", text: "", created_at: TIME, modified_at: TIME },
      },
    },
  ],
  addEmailAlias: [{ what: "an alias", body: { ...bare("email_alias"), is_confirmed: true, email: "größe@example" } }],
  getCurrentUser: [
    { what: "a user with empty attributes", body: me },
    { what: "the listed attributes", body: { ...bare("user"), name: "A", role: "admin" }, fields: ["role"] },
  ],
  refreshAccessToken: [
    { what: "an access token alone", body: access },
    { what: "a type in capitals", body: { ...access, token_type: "BEARER", refresh_token: "r", restricted_to: [] } },
    { what: "restrictions", body: { ...access, restricted_to: [{ scope: "item_preview", object: fileMini }] } },
  ],
};

const code = "brand_new_code";

/** Error bodies as services send them. */
export const serviceErrors: Readonly<Record<string, Json>> = {
  "a code alone": { code },
  "no code": { type: "error", status: 404, message: "Not Found" },
  "details as text": { code, context_info: "The name is missing" },
  "empty texts": { type: "error", status: 404, code, help_url: "", message: "", request_id: "" },
  "no details": { type: "error", status: 400, code, context_info: null, message: "Bad Request" },
  "details of conflicts": { code, context_info: { conflicts: [fileMini] } },
  "details in another form": { code, context_info: { details: { field: "name" }, message: "no" } },
  "errors in part": {
    code,
    context_info: { errors: [{ reason: "invalid_parameter" }, { name: "item", message: null }] },
  },
};

function without(record: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
