import type { Seed } from "content-service-sandbox";
import { loadSeed } from "../../sandbox/src/seed/load-seed.js";
import { accessTo } from "../../sandbox/src/store/access.js";
import type { CollaborationRecord } from "../../sandbox/src/store/records.js";

type Row = string[];

/** The rows of the table behind the mark `<!-- table: name -->` of a page, without its head. */
export function documentedTable(page: string, name: string): Row[] {
  const [, table = ""] = page.split(`<!-- table: ${name} -->\n`);
  const [lines = ""] = table.split("\n\n");
  const rows = lines.trimEnd().split("\n").slice(2);
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The tables of the page that say what is in a seed. */
export function seedTables(seed: Seed): Record<string, Row[]> {
  const { users = [], access_tokens = [], refresh_tokens = [], groups = [] } = seed;
  // Of several tokens of a user the first one is to be used; the others are there to be rejected.
  const tokenOf = (tokens: readonly { token: string; user_id: string }[], id: string) =>
    `\`${tokens.find(({ user_id }) => user_id === id)?.token}\``;
  return {
    people: users.map(({ id, name, login, enterprise_id, role = "member" }) => [
      id,
      name,
      login,
      enterprise_id,
      role,
      tokenOf(access_tokens, id),
      tokenOf(refresh_tokens, id),
    ]),
    groups: groups.map(({ id, name, is_invitable = true, member_ids = [] }) => [
      id,
      name,
      is_invitable ? "yes" : "no",
      member_ids.join(", "),
    ]),
    items: items(seed),
    links: links(seed),
    templates: templates(seed),
    policies: policies(seed),
  };
}

/** Folders, files and web links by path, with what is special about them. Many files of a folder share a row. */
function items({
  folders = [],
  files = [],
  web_links = [],
  users = [],
  groups = [],
  collaborations = [],
}: Seed): Row[] {
  const names = new Map([...users, ...groups].map(({ id, name }) => [id, `${name} (${id})`]));
  const known = new Set(["0", ...folders.map(({ id }) => id)]);
  const invited = (id: string) =>
    collaborations
      .filter(({ item }) => item.id === id)
      .map(({ role, invite_email, accessible_by }) =>
        invite_email == null ? `${role} ${names.get(accessible_by.id)}` : `${role} ${invite_email}, pending`,
      );
  const rowsIn = (isInside: (parent: string) => boolean, path: string): Row[] =>
    Object.entries({ folders, files, web_links }).flatMap(([kind, all]) => {
      const inside = all.filter(({ parent_id = "0" }) => isInside(parent_id));
      const rows = inside.flatMap(({ id, name, owner_id, parent_id = "0", trashed_at, ...others }): Row[] => {
        const notes = [
          ...(owner_id === undefined ? [] : [`owner ${names.get(owner_id)}`]),
          ...(trashed_at == null ? [] : ["in the trash"]),
          ...(known.has(parent_id) ? [] : [`its folder ${parent_id} is gone`]),
          ...invited(id),
          ...("lock" in others && others.lock != null ? [`locked by ${names.get(others.lock.created_by)}`] : []),
        ];
        const own = `${path}${name}`;
        if (kind !== "folders") return [[own, id, notes.join("; ")]];
        return [[`${own}/`, id, notes.join("; ")], ...rowsIn((parent) => parent === id, `${own}/`)];
      });
      const [first, last] = [rows[0], rows.at(-1)];
      if (kind === "folders" || rows.length < MANY || first === undefined || last === undefined) return rows;
      return [[`${first[0]} to ${last[0]?.slice(path.length)}`, `${first[1]} to ${last[1]}`, first[2] ?? ""]];
    });
  return [...rowsIn((parent) => parent === "0", ""), ...rowsIn((parent) => !known.has(parent), "")];
}

const MANY = 10;

function links({ folders = [], files = [], web_links = [] }: Seed): Row[] {
  const kinds = { folder: folders, file: files, "web link": web_links };
  return Object.entries(kinds).flatMap(([kind, items]) =>
    items.flatMap(({ id, shared_link: link }) => {
      if (link == null) return [];
      const { slug, vanity_name, access = "open", password, unshared_at } = link;
      return [
        [
          `\`${slug}\``,
          vanity_name == null ? "" : `\`${vanity_name}\``,
          `${kind} ${id}`,
          access === "open" ? "everybody" : `the ${access}`,
          password == null ? "" : `\`${password}\``,
          unshared_at == null ? "" : (ENDS[unshared_at] ?? unshared_at),
        ],
      ];
    }),
  );
}

const ENDS: Readonly<Record<string, string>> = { P365D: "after 365 days", "-P1D": "a day before the start" };

function templates({ metadata_templates = [], metadata_instances = [] }: Seed): Row[] {
  return metadata_templates.map(({ scope, templateKey, fields = [] }) => {
    const instances = metadata_instances.filter((one) => one.scope === scope && one.templateKey === templateKey);
    const shown = fields.map(({ key, type }) => `${key} (${type})`).join(", ");
    return [`\`${scope}.${templateKey}\``, shown, String(instances.length)];
  });
}

function policies(seed: Seed): Row[] {
  const { legal_hold_policy_assignments: assignments = [], file_version_retentions: retentions = [] } = seed;
  const count = (list: readonly { policy_id: string }[], id: string) =>
    list.filter(({ policy_id }) => policy_id === id).length;
  return [
    ...(seed.legal_hold_policies ?? []).map(({ id, policy_name, enterprise_id }) => [
      id,
      policy_name,
      "legal hold",
      enterprise_id,
      `${count(assignments, id)} assignments`,
    ]),
    ...(seed.retention_policies ?? []).map(({ id, policy_name, enterprise_id }) => [
      id,
      policy_name,
      "retention",
      enterprise_id,
      `${count(retentions, id)} file versions`,
    ]),
  ];
}

/** The rights of each role, as a setup grants them. Roles with the same rights share a row. */
export function rightsByRole(): Row[] {
  return [
    ["owner, admin, co-admin", ...same(["11", "12", "13"].map((id) => rights(id)))],
    ["co-owner", ...rights("14", "co-owner")],
    ["editor", ...rights("14", "editor")],
    [
      "viewer uploader, previewer uploader",
      ...same([rights("14", "viewer uploader"), rights("14", "previewer uploader")]),
    ],
    ["viewer, previewer", ...same([rights("14", "viewer"), rights("14", "previewer")])],
    ["uploader", ...rights("14", "uploader")],
  ];
}

function rights(userId: string, role?: CollaborationRecord["role"]): Row {
  const user = (id: string, role: "admin" | "co-admin" | "member") => ({
    id,
    name: id,
    login: `${id}@example.com`,
    enterprise_id: "1",
    role,
  });
  const seed: Seed = {
    enterprises: [{ id: "1" }],
    users: [user("11", "member"), user("12", "admin"), user("13", "co-admin"), user("14", "member")],
    folders: [{ id: "20", name: "Folder", owner_id: "11" }],
    files: [{ id: "30", name: "file.pdf", parent_id: "20", versions: [{ id: "40" }] }],
    collaborations:
      role === undefined
        ? []
        : [
            {
              id: "50",
              item: { type: "folder", id: "20" },
              accessible_by: { type: "user", id: userId },
              role,
              created_by: "11",
            },
          ],
  };
  const { store } = loadSeed(seed, 0);
  const viewer = store.users.get(userId);
  const [folder, file] = ["20", "30"].map((id) => store.items.get(id));
  if (viewer === undefined || folder === undefined || file === undefined) throw new Error("The seed has them all");
  const [inFolder, onFile] = [folder, file].map((item) => accessTo({ store, viewer, nowMs: 0 }, item));
  const yes = (right: boolean | undefined) => (right ? "yes" : "");
  const see = inFolder?.see && !onFile?.see ? "folders only" : yes(onFile?.see);
  return [see, yes(inFolder?.upload), yes(onFile?.change), yes(onFile?.invite), yes(onFile?.own)];
}

function same(rows: readonly Row[]): Row {
  const [first = []] = rows;
  if (rows.some((row) => row.join() !== first.join())) throw new Error("These roles have different rights");
  return first;
}
