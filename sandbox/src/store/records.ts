import type { components } from "../../generated/control.js";

type Schemas = components["schemas"];
/** A record of a seed with its defaults filled in. Durations are date-times. */
export type Filled<Part> = { readonly [Key in keyof Part]-?: Exclude<Part[Key], undefined> };

/** The state of a sandbox as JSON: its initial records, or a snapshot. */
export type Seed = Schemas["Seed"];
export type ListName = Exclude<keyof Seed, "now" | "next_id" | "records">;
/** A record of your own handlers. */
export interface OwnRecord {
  readonly id: string;
}

export type SharedLinkRecord = Filled<NonNullable<Schemas["SeedSharedLink"]>>;
type LockRecord = Filled<NonNullable<Schemas["SeedLock"]>>;
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
export type ItemRecord = FileRecord | FolderRecord | WebLinkRecord;
type FieldPart = Schemas["SeedTemplateField"];
/** `description` and `options` stay optional. */
export type TemplateFieldRecord = Filled<Omit<FieldPart, "description" | "options">> &
  Readonly<Pick<FieldPart, "description" | "options">>;
export type TemplateRecord = Omit<Filled<Schemas["SeedTemplate"]>, "fields"> & {
  readonly fields: readonly TemplateFieldRecord[];
};

interface SpecialRecords {
  readonly files: FileRecord;
  readonly folders: FolderRecord;
  readonly web_links: WebLinkRecord;
  readonly metadata_templates: TemplateRecord;
}
/** A record of a list of the seed, with its defaults. */
export type RecordOf<Name extends ListName> = Name extends keyof SpecialRecords
  ? SpecialRecords[Name]
  : Filled<NonNullable<Seed[Name]>[number]>;
export type UserRecord = RecordOf<"users">;
export type CollaborationRecord = RecordOf<"collaborations">;
export type TaskRecord = RecordOf<"tasks">;
export type TaskAssignmentRecord = RecordOf<"task_assignments">;
export type LegalHoldPolicyAssignmentRecord = RecordOf<"legal_hold_policy_assignments">;

/** The id of the root folder. The root folder has no owner and never changes. */
export const ROOT_ID = "0";
