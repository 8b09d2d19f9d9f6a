import type { components } from "../../generated/control.js";

type Schemas = components["schemas"];
/** A record of a seed with its defaults filled in. Durations are date-times. */
export type Filled<Part> = { readonly [Key in keyof Part]-?: Exclude<Part[Key], undefined> };

/** The state of a sandbox as JSON: its initial records, or a snapshot. */
export type Seed = Schemas["Seed"];
/** The names of the lists of a seed. */
export type ListName = Exclude<keyof Seed, "now" | "next_id" | "records">;
/** A record of your own handlers. */
export interface OwnRecord {
  readonly id: string;
}

export type EnterpriseRecord = Filled<Schemas["SeedEnterprise"]>;
export type UserRecord = Filled<Schemas["SeedUser"]>;
export type EmailAliasRecord = Filled<Schemas["SeedEmailAlias"]>;
export type GroupRecord = Filled<Schemas["SeedGroup"]>;
export type SharedLinkRecord = Filled<NonNullable<Schemas["SeedSharedLink"]>>;
export type LockRecord = Filled<NonNullable<Schemas["SeedLock"]>>;
export type FileVersionRecord = Filled<Schemas["SeedFileVersion"]>;
type Item<Part> = Omit<Filled<Part>, "shared_link"> & { readonly shared_link: SharedLinkRecord | null };
/** A folder of the sandbox, with the defaults of its seed. */
export type FolderRecord = Item<Schemas["SeedFolder"]> & { readonly type: "folder" };
/** A file of the sandbox, with the defaults of its seed. */
export type FileRecord = Omit<Item<Schemas["SeedFile"]>, "versions" | "lock"> & {
  readonly type: "file";
  readonly versions: readonly FileVersionRecord[];
  readonly lock: LockRecord | null;
};
/** A web link of the sandbox, with the defaults of its seed. */
export type WebLinkRecord = Item<Schemas["SeedWebLink"]> & { readonly type: "web_link" };
/** An entry of a folder. */
export type ItemRecord = FileRecord | FolderRecord | WebLinkRecord;
export type CollaborationRecord = Filled<Schemas["SeedCollaboration"]>;
export type AllowlistEntryRecord = Filled<Schemas["SeedAllowlistEntry"]>;
type FieldPart = Schemas["SeedTemplateField"];
/** `description` and `options` stay optional. */
export type TemplateFieldRecord = Filled<Omit<FieldPart, "description" | "options">> &
  Readonly<Pick<FieldPart, "description" | "options">>;
export type TemplateRecord = Omit<Filled<Schemas["SeedTemplate"]>, "fields"> & {
  readonly fields: readonly TemplateFieldRecord[];
};
export type InstanceRecord = Filled<Schemas["SeedInstance"]>;
export type TaskRecord = Filled<Schemas["SeedTask"]>;
export type TaskAssignmentRecord = Filled<Schemas["SeedTaskAssignment"]>;
export type TermsOfServiceRecord = Filled<Schemas["SeedTermsOfService"]>;
export type LegalHoldPolicyRecord = Filled<Schemas["SeedLegalHoldPolicy"]>;
export type LegalHoldPolicyAssignmentRecord = Filled<Schemas["SeedLegalHoldPolicyAssignment"]>;
export type RetentionPolicyRecord = Filled<Schemas["SeedRetentionPolicy"]>;
export type FileVersionRetentionRecord = Filled<Schemas["SeedFileVersionRetention"]>;
export type ClientRecord = Filled<Schemas["SeedClient"]>;
export type AccessTokenRecord = Filled<Schemas["SeedAccessToken"]>;
export type RefreshTokenRecord = Filled<Schemas["SeedRefreshToken"]>;

/** The id of the root folder. The root folder has no owner and never changes. */
export const ROOT_ID = "0";
