import { formatTime } from "../clock/time.js";
import { createChangeLog } from "./change-log.js";
import type * as records from "./records.js";
import { createTable, type Table } from "./table.js";

/** The records of a sandbox, with indexes. Made by `createStore`. */
export type Store = ReturnType<typeof createStore>;

/** What a running move, delete or restore locks, by ids. */
export interface RunningOperation {
  /** Locked with everything below them. */
  readonly items: ReadonlySet<string>;
  /** The folders that items leave or come into. Each owner has a root folder. */
  readonly folders: ReadonlySet<string>;
}

/** The key of a template: `<scope>.<templateKey>`. */
export function templateName({ scope, templateKey }: { scope: string; templateKey: string }): string {
  return `${scope}.${templateKey}`;
}

const MAX_MEMOS = 100;

/** Creates an empty store. `firstId` is the number of its first new record. */
export function createStore(firstId: number) {
  let upcomingId = firstId;
  const memos = new Map<string, { readonly value: unknown; readonly changes: number }>();
  const changeLog = createChangeLog();
  const byKey = <Record extends object>(
    keyOf: (record: Record) => string,
    type: string | ((record: Record) => string),
  ) => {
    const created = createTable<Record>(keyOf);
    created.watch(changeLog.watch(typeof type === "string" ? () => type : type, keyOf));
    return created;
  };
  const byId = <Record extends { readonly id: string }>(type: string | ((record: Record) => string)) =>
    byKey<Record>(({ id }) => id, type);
  const users = byId<records.UserRecord>("user");
  const items = byId<records.ItemRecord>(({ type }) => type);
  const collaborations = byId<records.CollaborationRecord>("collaboration");
  const instances = byId<records.InstanceRecord>("metadata_instance");
  const own = new Map<string, Table<records.OwnRecord>>();
  return {
    enterprises: byId<records.EnterpriseRecord>("enterprise").table,
    users: users.table,
    emailAliases: byId<records.EmailAliasRecord>("email_alias").table,
    groups: byId<records.GroupRecord>("group").table,
    /** Files, folders and web links. The root folder has no record. */
    items: items.table,
    collaborations: collaborations.table,
    allowlistEntries: byId<records.AllowlistEntryRecord>("allowlist_entry").table,
    /** By `templateName`. */
    templates: byKey<records.TemplateRecord>(templateName, "metadata_template").table,
    instances: instances.table,
    tasks: byId<records.TaskRecord>("task").table,
    taskAssignments: byId<records.TaskAssignmentRecord>("task_assignment").table,
    termsOfServices: byId<records.TermsOfServiceRecord>("terms_of_service").table,
    legalHoldPolicies: byId<records.LegalHoldPolicyRecord>("legal_hold_policy").table,
    legalHoldPolicyAssignments: byId<records.LegalHoldPolicyAssignmentRecord>("legal_hold_policy_assignment").table,
    retentionPolicies: byId<records.RetentionPolicyRecord>("retention_policy").table,
    fileVersionRetentions: byId<records.FileVersionRetentionRecord>("file_version_retention").table,
    /** By `client_id`. */
    clients: byKey<records.ClientRecord>(({ client_id }) => client_id, "client").table,
    /** By the token. */
    accessTokens: byKey<records.AccessTokenRecord>(({ token }) => token, "access_token").table,
    /** By the token. */
    refreshTokens: byKey<records.RefreshTokenRecord>(({ token }) => token, "refresh_token").table,

    itemsByParent: items.indexBy(({ parent_id }) => [parent_id]),
    /** By `<parent id>/<name>`. */
    itemsByName: items.indexBy(({ parent_id, name }) => [`${parent_id}/${name}`]),
    /** By `slug <slug>` and `vanity <vanity name>`. */
    itemsByLink: items.indexBy(linkNames),
    filesByVersion: items.indexBy((item) => (item.type === "file" ? item.versions.map(({ id }) => id) : [])),
    collaborationsByItem: collaborations.indexBy(({ item }) => [item.id]),
    instancesByItem: instances.indexBy(({ item }) => [item.id]),
    /** By `templateName`. */
    instancesByTemplate: instances.groupBy(templateName),
    /** By the login in lower case. */
    usersByLogin: users.indexBy(({ login }) => [login.toLowerCase()]),

    /** The records of your own handlers, by collection. */
    own,
    /** A collection of your own records, which is empty at first. */
    ownTable(name: string): Table<records.OwnRecord> {
      const table = own.get(name) ?? byId<records.OwnRecord>(name).table;
      own.set(name, table);
      return table;
    },

    /** Returns a new id. */
    nextId: () => String(upcomingId++),
    /** The number that `nextId` returns next. */
    get upcomingId() {
      return upcomingId;
    },
    /** Caches a value until one of the tables changes. */
    memo<Value>(key: string, tables: readonly { readonly changes: number }[], compute: () => Value): Value {
      // The counts only grow, so their sum is the same only if no table has changed.
      const changes = tables.reduce((sum, table) => sum + table.changes, 0);
      const known = memos.get(key);
      // A key always has the same type of value.
      if (known?.changes === changes) return known.value as Value;
      const value = compute();
      if (memos.size >= MAX_MEMOS) memos.clear();
      memos.set(key, { value, changes });
      return value;
    },
    running: new Set<RunningOperation>(),
    /** What the current request changes. */
    changeLog,
  };
}

/** The file with an id. */
export function fileById(store: Store, id: string): records.FileRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "file" ? item : undefined;
}

/** The file of a version. */
export function fileOfVersion(store: Store, versionId: string): records.FileRecord | undefined {
  const [fileId = ""] = store.filesByVersion.keys(versionId);
  return fileById(store, fileId);
}

/** The folder with an id. The root folder has no record. */
export function folderById(store: Store, id: string): records.FolderRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "folder" ? item : undefined;
}

/** The next `etag` and `sequence_id` of an item, with the user and the time of a change. */
export function changeStamp({ etag, sequence_id }: records.ItemRecord, modified_by: string, nowMs: number) {
  const next = (count: string) => String(Number(count) + 1);
  return { modified_at: formatTime(nowMs), modified_by, etag: next(etag), sequence_id: next(sequence_id) };
}

/** The current version of a file. */
export function currentVersion({ versions }: records.FileRecord) {
  const version = versions.at(-1);
  if (version === undefined) throw new Error("Expected a file with at least one version");
  return version;
}

function linkNames({ shared_link: link }: records.ItemRecord): string[] {
  if (link === null) return [];
  return [`slug ${link.slug}`, ...(link.vanity_name === null ? [] : [`vanity ${link.vanity_name}`])];
}
