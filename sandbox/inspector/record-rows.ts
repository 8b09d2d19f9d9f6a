import type { Seed } from "./sandbox-access.js";

export type ListName = Exclude<keyof Seed, "now" | "next_id" | "records">;
type AnyRecord = Readonly<Record<string, unknown>>;

/** A record in a list or in the tree. */
export interface RecordRow {
  readonly key: string;
  /** The type of the record, such as `file`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** What to see at a glance. */
  readonly facts: readonly string[];
  /** Its properties without secrets, those of nested objects as `lock.id`. */
  readonly properties: () => readonly (readonly [name: string, value: string])[];
  readonly hasChildren: boolean;
  /** The records that belong to it; for a folder, also its content. */
  readonly children: () => readonly RecordRow[];
}

/** A list of records with its heading. */
export interface Section {
  readonly title: string;
  /** The rows of the top level. */
  readonly rows: readonly RecordRow[];
  readonly count: number;
  /** All records, for a search. */
  readonly all: () => readonly RecordRow[];
}

/** The sections of a state. Rows below the top level are made when they are shown. */
export function sectionsOf(seed: Seed): Section[] {
  const index = indexOf(seed);
  const rowsOf = (list: ListName) => index.records(list).map((record) => index.row(list, record));
  const section = (title: string, ...lists: ListName[]): Section => {
    const rows = lists.flatMap(rowsOf);
    return { title, rows, all: () => rows, count: rows.length };
  };
  const items = ITEM_LISTS.flatMap((list) => index.records(list).map((record) => ({ list, record })));
  const isTrashed = ({ record }: { record: AnyRecord }) => isSet(record["trashed_at"]);
  const toRows = (some: typeof items) => some.map(({ list, record }) => index.row(list, record));
  const trashed = items.filter(isTrashed);
  return [
    {
      title: "Files and folders",
      rows: toRows(items.filter((one) => one.record["parent_id"] === ROOT_ID && !isTrashed(one))),
      all: once(() => toRows(items)),
      count: items.length,
    },
    { title: "Trash", rows: toRows(trashed), all: () => toRows(trashed), count: trashed.length },
    section("Users", "users"),
    section("Groups", "groups"),
    section("Collaborations", "collaborations"),
    section("Templates", "metadata_templates"),
    section("Tasks", "tasks"),
    section("Legal holds", "legal_hold_policies"),
    section("Retentions", "retention_policies"),
    section("Tokens", "access_tokens", "refresh_tokens"),
    section("Applications", "clients"),
    section("Enterprises", "enterprises", "terms_of_services", "allowlist_entries"),
  ];
}

/** Whether a row has a text in its type, id, name or facts. */
export function matchesText({ id, name, facts, type }: RecordRow, text: string): boolean {
  return [type, id, name, ...facts].join(" ").toLowerCase().includes(text.trim().toLowerCase());
}

const ROOT_ID = "0";
const TOKEN_LISTS = ["access_tokens", "refresh_tokens"] as const;
const ITEM_LISTS = ["folders", "files", "web_links"] as const;

/** The properties that a list shows of its records, and the records that each belongs to. */
const LISTS: Readonly<
  Record<ListName, { type: string; name?: string; facts: string; parents?: (at: At) => string[] }>
> = {
  folders: { type: "folder", name: "name", facts: "" },
  files: { type: "file", name: "name", facts: "" },
  web_links: { type: "web link", name: "name", facts: "url" },
  users: { type: "user", name: "name", facts: "login role" },
  groups: { type: "group", name: "name", facts: "is_invitable" },
  email_aliases: {
    type: "email alias",
    name: "email",
    facts: "is_confirmed",
    parents: (at) => [`user ${at("user_id")}`],
  },
  collaborations: { type: "collaboration", facts: "role status", parents: (at) => [`item ${at("item.id")}`] },
  metadata_templates: { type: "template", name: "displayName", facts: "scope templateKey" },
  metadata_instances: {
    type: "metadata",
    facts: "",
    parents: (at) => [`item ${at("item.id")}`, `template ${at("scope")}.${at("templateKey")}`],
  },
  tasks: { type: "task", name: "message", facts: "action is_completed", parents: (at) => [`item ${at("file_id")}`] },
  task_assignments: { type: "assignment", facts: "resolution_state", parents: (at) => [`task ${at("task_id")}`] },
  legal_hold_policies: { type: "legal hold policy", name: "policy_name", facts: "" },
  legal_hold_policy_assignments: {
    type: "legal hold",
    facts: "",
    parents: (at) => [`legal hold policy ${at("policy_id")}`, heldBy(at)],
  },
  retention_policies: { type: "retention policy", name: "policy_name", facts: "retention_length disposition_action" },
  file_version_retentions: {
    type: "retention",
    facts: "disposition_at",
    parents: (at) => [`retention policy ${at("policy_id")}`, `version ${at("file_version_id")}`],
  },
  clients: { type: "application", name: "client_id", facts: "" },
  access_tokens: { type: "access token", facts: "expires_at", parents: (at) => [`user ${at("user_id")}`] },
  refresh_tokens: { type: "refresh token", facts: "state expires_at", parents: (at) => [`user ${at("user_id")}`] },
  enterprises: { type: "enterprise", facts: "allows_collaboration_expiry" },
  terms_of_services: { type: "terms of service", name: "text", facts: "status tos_type" },
  allowlist_entries: { type: "allowlist entry", name: "domain", facts: "direction" },
};

/** Reads a property as text, such as `item.id`. */
type At = (path: string) => string;

function heldBy(at: At): string {
  const type = at("assigned_to.type");
  const id = at("assigned_to.id");
  if (type === "file_version") return `version ${id}`;
  return type === "user" ? `user ${id}` : `item ${id}`;
}

function indexOf(seed: Seed) {
  // Each list of the seed has records.
  const records = (list: ListName) => (seed[list] ?? []) as readonly AnyRecord[];
  const users = new Map(records("users").map((user) => [user["id"], String(user["name"])]));
  const groups = new Map(records("groups").map((group) => [group["id"], String(group["name"])]));
  const fileOfVersion = new Map(
    (seed.files ?? []).flatMap(({ id, versions }) =>
      versions.map((version) => [`version ${version.id}`, `item ${id}`]),
    ),
  );
  // Tokens have no id to show.
  const places = new Map(TOKEN_LISTS.flatMap((list) => records(list).map((record, at) => [record, at] as const)));
  /** The records that belong to another, by the key of the other. */
  const members = new Map<string, { list: ListName; record: AnyRecord }[]>();
  const add = (key: string, list: ListName, record: AnyRecord) => {
    const target = fileOfVersion.get(key) ?? key;
    const known = members.get(target);
    if (known === undefined) members.set(target, [{ list, record }]);
    else known.push({ list, record });
  };
  // The names of the lists are those of the seed's schema.
  for (const list of Object.keys(LISTS) as ListName[]) {
    const { parents } = LISTS[list];
    if (parents === undefined) continue;
    for (const record of records(list)) for (const key of parents(reader(record))) add(key, list, record);
  }
  for (const list of ITEM_LISTS)
    for (const record of records(list)) {
      const parent = String(record["parent_id"]);
      if (parent !== ROOT_ID && !isSet(record["trashed_at"])) add(`content ${parent}`, list, record);
    }

  function row(list: ListName, record: AnyRecord, path = ""): RecordRow {
    const { type, name, facts } = LISTS[list];
    const at = reader(record);
    const id = idOf(list, at);
    const isItem = list === "folders" || list === "files" || list === "web_links";
    const key = `${path}/${list} ${id || String(places.get(record))}`;
    const own = members.get(`${isItem ? "item" : type} ${id}`) ?? [];
    const content = list === "folders" ? (members.get(`content ${id}`) ?? []) : [];
    return {
      key,
      type,
      id,
      name: nameOf(list, name === undefined ? "" : at(name), at),
      facts: [
        ...(isItem ? itemFacts(record, own) : []),
        ...facts.split(" ").flatMap((one) => factOf(one, record[one])),
      ],
      properties: () => propertiesOf(record),
      hasChildren: own.length + content.length > 0,
      children: once(() => [...own, ...content].map((one) => row(one.list, one.record, key))),
    };
  }

  /** The name of a record, or whom it concerns. */
  function nameOf(list: ListName, name: string, at: At): string {
    if (name !== "") return name;
    const user = (path: string) => users.get(at(path)) ?? at(path);
    if (list === "collaborations")
      return (
        at("invite_email") || (at("accessible_by.type") === "group" ? groups : users).get(at("accessible_by.id")) || ""
      );
    if (list === "metadata_instances") return `${at("scope")}.${at("templateKey")}`;
    if (list === "task_assignments") return user("assigned_to");
    if (list === "access_tokens" || list === "refresh_tokens") return user("user_id");
    if (list === "legal_hold_policy_assignments") return `${at("assigned_to.type")} ${at("assigned_to.id")}`;
    if (list === "file_version_retentions") return `version ${at("file_version_id")}`;
    return idOf(list, at);
  }

  function itemFacts(record: AnyRecord, own: readonly { list: ListName }[]): string[] {
    const at = reader(record);
    const has = (list: ListName) => own.some((one) => one.list === list);
    const collaborations = own.filter((one) => one.list === "collaborations").length;
    const { lock, shared_link: link, tags, trashed_at: trashed } = record;
    return [
      `etag ${at("etag")}`,
      ...(isSet(lock) ? [`locked by ${users.get(at("lock.created_by")) ?? at("lock.created_by")}`] : []),
      ...(isSet(trashed) ? ["in the trash"] : []),
      ...(Array.isArray(tags) ? tags.map((tag) => `#${String(tag)}`) : []),
      ...(isSet(link) ? [`link ${at("shared_link.access")}`] : []),
      ...(has("legal_hold_policy_assignments") ? ["on hold"] : []),
      ...(has("file_version_retentions") ? ["retained"] : []),
      ...(collaborations > 0 ? [`shared with ${collaborations}`] : []),
    ];
  }

  return { records, row };
}

/** The page renders every second, and a folder can have thousands of rows. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

function reader(record: AnyRecord): At {
  return (path) => {
    const value = path.split(".").reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), record);
    return value === undefined || value === null ? "" : String(value);
  };
}

function idOf(list: ListName, at: At): string {
  if (list === "metadata_templates") return `${at("scope")}.${at("templateKey")}`;
  return at("id") || at("client_id");
}

function factOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === "" || value === false) return [];
  if (value === true) return [name.replace(/^is_/, "").replaceAll("_", " ")];
  return [
    /_at$/.test(name) ? `${name.replace(/_at$/, "")} ${String(value).slice(0, 16).replace("T", " ")}` : String(value),
  ];
}

const SECRET = /^(token|client_secret|password)$/;

function propertiesOf(record: AnyRecord, before = ""): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    const path = before + name;
    if (SECRET.test(name) && isSet(value)) return [[path, "***"]];
    if (isRecord(value)) return propertiesOf(value, `${path}.`);
    if (Array.isArray(value) && value.some(isRecord))
      return value.flatMap((one, at) => (isRecord(one) ? propertiesOf(one, `${path}[${at}].`) : []));
    return [[path, typeof value === "string" && value !== "" ? value : JSON.stringify(value)]];
  });
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
