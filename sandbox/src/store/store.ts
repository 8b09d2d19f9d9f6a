import { formatTime } from "../clock/time.js";
import { createChangeLog } from "./change-log.js";
import type { FileRecord, FolderRecord, ItemRecord, ListName, OwnRecord, RecordOf } from "./records.js";
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
    type: string | ((record: Record) => string),
    keyOf: (record: Record) => string,
  ) => {
    const created = createTable<Record>(keyOf);
    created.watch((change) => changeLog.add(typeof type === "string" ? type : type(change.record), change));
    return created;
  };
  const byId = <Record extends { readonly id: string }>(type: string | ((record: Record) => string)) =>
    byKey<Record>(type, ({ id }) => id);
  const users = byId<RecordOf<"users">>("user");
  const aliases = byId<RecordOf<"email_aliases">>("email_alias");
  const items = byId<ItemRecord>(({ type }) => type);
  const collaborations = byId<RecordOf<"collaborations">>("collaboration");
  const instances = byId<RecordOf<"metadata_instances">>("metadata_instance");
  const own = new Map<string, Table<OwnRecord>>();
  /** The table of each list of a seed. Files, folders and web links share one. */
  const lists = {
    enterprises: byId<RecordOf<"enterprises">>("enterprise").table,
    users: users.table,
    email_aliases: aliases.table,
    groups: byId<RecordOf<"groups">>("group").table,
    folders: items.table,
    files: items.table,
    web_links: items.table,
    collaborations: collaborations.table,
    allowlist_entries: byId<RecordOf<"allowlist_entries">>("allowlist_entry").table,
    metadata_templates: byKey<RecordOf<"metadata_templates">>("metadata_template", templateName).table,
    metadata_instances: instances.table,
    tasks: byId<RecordOf<"tasks">>("task").table,
    task_assignments: byId<RecordOf<"task_assignments">>("task_assignment").table,
    terms_of_services: byId<RecordOf<"terms_of_services">>("terms_of_service").table,
    legal_hold_policies: byId<RecordOf<"legal_hold_policies">>("legal_hold_policy").table,
    legal_hold_policy_assignments:
      byId<RecordOf<"legal_hold_policy_assignments">>("legal_hold_policy_assignment").table,
    retention_policies: byId<RecordOf<"retention_policies">>("retention_policy").table,
    file_version_retentions: byId<RecordOf<"file_version_retentions">>("file_version_retention").table,
    clients: byKey<RecordOf<"clients">>("client", ({ client_id }) => client_id).table,
    access_tokens: byKey<RecordOf<"access_tokens">>("access_token", ({ token }) => token).table,
    refresh_tokens: byKey<RecordOf<"refresh_tokens">>("refresh_token", ({ token }) => token).table,
  };
  const { folders: _, files: __, web_links: ___, ...tables } = lists;
  return {
    ...tables,
    lists,
    /** Files, folders and web links. The root folder has no record. */
    items: items.table,

    itemsByParent: items.indexBy(({ parent_id }) => [parent_id]),
    itemsByName: items.indexBy(({ parent_id, name }) => [`${parent_id}/${name}`]),
    /** By `slug <slug>` and `vanity <vanity name>`. */
    itemsByLink: items.indexBy(linkNames),
    filesByVersion: items.indexBy((item) => (item.type === "file" ? item.versions.map(({ id }) => id) : [])),
    collaborationsByItem: collaborations.indexBy(({ item }) => [item.id]),
    instancesByItem: instances.indexBy(({ item }) => [item.id]),
    instancesByTemplate: instances.groupBy(templateName),
    aliasesByEmail: aliases.indexBy(({ email }) => [email.toLowerCase()]),
    usersByLogin: users.indexBy(({ login }) => [login.toLowerCase()]),

    /** The records of your own handlers, by collection. */
    own,
    /** A collection of your own records, which is empty at first. */
    ownTable(name: string): Table<OwnRecord> {
      const table = own.get(name) ?? byId<OwnRecord>(name).table;
      own.set(name, table);
      return table;
    },

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

/** The type of the items of a list. The other lists have a table of their own. */
export const ITEM_TYPES: Readonly<Partial<Record<ListName, ItemRecord["type"]>>> = {
  folders: "folder",
  files: "file",
  web_links: "web_link",
};

export function listNames({ lists }: Store): ListName[] {
  return Object.keys(lists) as ListName[];
}

export function countChanges({ lists, own }: Store): number {
  return [...Object.values(lists), ...own.values()].reduce((sum, { changes }) => sum + changes, 0);
}

export function recordIn(store: Store, list: ListName, key: string): object | undefined {
  const record: object | undefined = store.lists[list].get(key);
  return record !== undefined && isIn(list, record) ? record : undefined;
}

export function recordsIn(store: Store, list: ListName): object[] {
  return [...store.lists[list].values()].filter((record) => isIn(list, record));
}

function isIn(list: ListName, record: object): boolean {
  const type = ITEM_TYPES[list];
  return type === undefined || ("type" in record && record.type === type);
}

export function fileById(store: Store, id: string): FileRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "file" ? item : undefined;
}

export function fileOfVersion(store: Store, versionId: string): FileRecord | undefined {
  const [fileId = ""] = store.filesByVersion.keys(versionId);
  return fileById(store, fileId);
}

/** The folder with an id. The root folder has no record. */
export function folderById(store: Store, id: string): FolderRecord | undefined {
  const item = store.items.get(id);
  return item?.type === "folder" ? item : undefined;
}

/** The next `etag` and `sequence_id` of an item, with the user and the time of a change. */
export function changeStamp({ etag, sequence_id }: ItemRecord, modified_by: string, nowMs: number) {
  const next = (count: string) => String(BigInt(count) + 1n);
  return { modified_at: formatTime(nowMs), modified_by, etag: next(etag), sequence_id: next(sequence_id) };
}

export function currentVersion({ versions }: FileRecord) {
  const version = versions.at(-1);
  if (version === undefined) throw new Error("Expected a file with at least one version");
  return version;
}

/** The names of the shared link of an item in `itemsByLink`. */
export function linkNames({ shared_link: link }: Pick<ItemRecord, "shared_link">): string[] {
  if (link === null) return [];
  return [`slug ${link.slug}`, ...(link.vanity_name === null ? [] : [`vanity ${link.vanity_name}`])];
}
