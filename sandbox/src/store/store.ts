import type {
  AccessTokenRecord,
  AllowlistEntryRecord,
  ClientRecord,
  CollaborationRecord,
  EmailAliasRecord,
  EnterpriseRecord,
  FileRecord,
  FileVersionRetentionRecord,
  FolderRecord,
  GroupRecord,
  InstanceRecord,
  ItemRecord,
  LegalHoldPolicyAssignmentRecord,
  LegalHoldPolicyRecord,
  RefreshTokenRecord,
  RetentionPolicyRecord,
  TaskAssignmentRecord,
  TaskRecord,
  TemplateRecord,
  TermsOfServiceRecord,
  UserRecord,
} from "./records.js";
import { createTable, type Index, type Order, type Table, type Watch } from "./table.js";

/** Everything that a sandbox knows. */
export interface Store {
  readonly enterprises: Table<EnterpriseRecord>;
  readonly users: Table<UserRecord>;
  readonly emailAliases: Table<EmailAliasRecord>;
  readonly groups: Table<GroupRecord>;
  /** Files, folders and web links. The root folder is not among them. */
  readonly items: Table<ItemRecord>;
  readonly collaborations: Table<CollaborationRecord>;
  readonly allowlistEntries: Table<AllowlistEntryRecord>;
  /** By `templateName`. */
  readonly templates: Table<TemplateRecord>;
  readonly instances: Table<InstanceRecord>;
  readonly tasks: Table<TaskRecord>;
  readonly taskAssignments: Table<TaskAssignmentRecord>;
  readonly termsOfServices: Table<TermsOfServiceRecord>;
  readonly legalHoldPolicies: Table<LegalHoldPolicyRecord>;
  readonly legalHoldPolicyAssignments: Table<LegalHoldPolicyAssignmentRecord>;
  readonly retentionPolicies: Table<RetentionPolicyRecord>;
  readonly fileVersionRetentions: Table<FileVersionRetentionRecord>;
  /** By client id. */
  readonly clients: Table<ClientRecord>;
  /** By the token itself. */
  readonly accessTokens: Table<AccessTokenRecord>;
  /** By the token itself. */
  readonly refreshTokens: Table<RefreshTokenRecord>;

  /** Item ids by the id of the folder that they lie in. */
  readonly itemsByParent: Index;
  /** Item ids by the id of their folder, a slash and their name. */
  readonly itemsByName: Index;
  /** Item ids by `slug <slug>` and `vanity <vanity name>` of their shared link. */
  readonly itemsByLink: Index;
  /** File ids by the id of a version. */
  readonly filesByVersion: Index;
  /** Collaboration ids by item id. */
  readonly collaborationsByItem: Index;
  /** Instance ids by item id. */
  readonly instancesByItem: Index;
  /** Instance ids by `templateName`. */
  readonly instancesByTemplate: Index;
  /** Tells which of two instances came first. */
  readonly instanceOrder: Order;
  /** Tells of instances that come and go from now on. */
  watchInstances(watch: Watch<InstanceRecord>): void;
  /** User ids by login, in lower case. */
  readonly usersByLogin: Index;

  /** An id that no record has had. */
  nextId(): string;
  /** The number that `nextId` will give next. */
  readonly upcomingId: number;
  /** Keeps what was computed from tables until one of them changes. */
  memo<Value>(key: string, tables: readonly Changing[], compute: () => Value): Value;
  /** The restores that are under way. */
  readonly restores: Set<RunningRestore>;
}

/** A restore that is under way. It locks the folder with all below it, and the folder that it goes to. */
export interface RunningRestore {
  readonly folderId: string;
  readonly destinationId: string;
  /** Who will own the folder. */
  readonly ownerId: string;
}

/** How templates and the instances made of them are found: scope and key, with a dot in between. */
export function templateName({ scope, templateKey }: { scope: string; templateKey: string }): string {
  return `${scope}.${templateKey}`;
}

/** What counts its changes. */
export type Changing = Pick<Table<never>, "changes">;

const MAX_MEMOS = 100;

/** Makes an empty world. `firstId` is the number that its first new record gets. */
export function createStore(firstId: number): Store {
  let upcomingId = firstId;
  const memos = new Map<string, { readonly value: unknown; readonly changes: number }>();
  const byId = <Record extends { readonly id: string }>() => createTable<Record>(({ id }) => id);
  const users = byId<UserRecord>();
  const items = byId<ItemRecord>();
  const collaborations = byId<CollaborationRecord>();
  const instances = byId<InstanceRecord>();
  return {
    enterprises: byId<EnterpriseRecord>().table,
    users: users.table,
    emailAliases: byId<EmailAliasRecord>().table,
    groups: byId<GroupRecord>().table,
    items: items.table,
    collaborations: collaborations.table,
    allowlistEntries: byId<AllowlistEntryRecord>().table,
    templates: createTable<TemplateRecord>(templateName).table,
    instances: instances.table,
    tasks: byId<TaskRecord>().table,
    taskAssignments: byId<TaskAssignmentRecord>().table,
    termsOfServices: byId<TermsOfServiceRecord>().table,
    legalHoldPolicies: byId<LegalHoldPolicyRecord>().table,
    legalHoldPolicyAssignments: byId<LegalHoldPolicyAssignmentRecord>().table,
    retentionPolicies: byId<RetentionPolicyRecord>().table,
    fileVersionRetentions: byId<FileVersionRetentionRecord>().table,
    clients: createTable<ClientRecord>(({ client_id }) => client_id).table,
    accessTokens: createTable<AccessTokenRecord>(({ token }) => token).table,
    refreshTokens: createTable<RefreshTokenRecord>(({ token }) => token).table,
    itemsByParent: items.indexBy(({ parent_id }) => [parent_id]),
    itemsByName: items.indexBy(({ parent_id, name }) => [`${parent_id}/${name}`]),
    itemsByLink: items.indexBy(linkNames),
    filesByVersion: items.indexBy((item) => (item.type === "file" ? item.versions.map(({ id }) => id) : [])),
    collaborationsByItem: collaborations.indexBy(({ item }) => [item.id]),
    instancesByItem: instances.indexBy(({ item }) => [item.id]),
    instancesByTemplate: instances.indexBy((instance) => [templateName(instance)]),
    instanceOrder: instances.numbered(),
    watchInstances: instances.watch,
    usersByLogin: users.indexBy(({ login }) => [login.toLowerCase()]),
    nextId: () => String(upcomingId++),
    get upcomingId() {
      return upcomingId;
    },
    memo<Value>(key: string, tables: readonly Changing[], compute: () => Value): Value {
      // Each count only grows, so their sum is the same only while none of them has changed.
      const changes = tables.reduce((sum, table) => sum + table.changes, 0);
      const known = memos.get(key);
      // A key is always used with one kind of value.
      if (known?.changes === changes) return known.value as Value;
      const value = compute();
      if (memos.size >= MAX_MEMOS) memos.clear();
      memos.set(key, { value, changes });
      return value;
    },
    restores: new Set(),
  };
}

/** The file with an id, and undefined for anything else. */
export function fileById(store: Store, id: string): FileRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "file" ? item : undefined;
}

/** The folder with an id, and undefined for anything else. The root folder has no record. */
export function folderById(store: Store, id: string): FolderRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "folder" ? item : undefined;
}

/** The version that a file has now. */
export function currentVersion({ versions }: FileRecord) {
  const version = versions.at(-1);
  if (version === undefined) throw new Error("A file has at least one version");
  return version;
}

function linkNames({ shared_link: link }: ItemRecord): string[] {
  if (link === null) return [];
  return [`slug ${link.slug}`, ...(link.vanity_name === null ? [] : [`vanity ${link.vanity_name}`])];
}
