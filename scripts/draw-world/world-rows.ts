import type { Seed } from "content-service-sandbox";

/** One line of the picture: a folder, a file, a web link, or many files that only differ by their number. */
export interface WorldRow {
  readonly kind: "folder" | "file" | "files" | "web_link";
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  /** Whether it is in the trash, by itself or with a folder above it. */
  readonly isTrashed: boolean;
  /** What is to be said of it, each as a short text. */
  readonly notes: readonly Note[];
}

/** Something to be said of an item, of one of these kinds. */
export interface Note {
  readonly kind: "owner" | "trash" | "lock" | "link" | "people";
  readonly text: string;
}

/** The lines of the picture, from the root folder down. What lies below a folder that is gone comes last. */
export function worldRows(seed: Seed): WorldRow[] {
  const items = itemsOf(seed);
  const known = new Set(items.filter(({ kind }) => kind === "folder").map(({ item }) => item.id));
  const notesOf = noteTaker(seed, items);

  const below = (parentId: string, depth: number, above: boolean): WorldRow[] =>
    together(items.filter(({ item }) => (item.parent_id ?? "0") === parentId)).flatMap((one) => {
      const { kind, item } = one;
      const isTrashed = above || item.trashed_at != null;
      const row = { kind, id: item.id, name: item.name, depth, isTrashed, notes: notesOf(one, depth === 0) };
      return kind === "folder" ? [row, ...below(item.id, depth + 1, isTrashed)] : [row];
    });
  const gone = items.map(({ item }) => item.parent_id ?? "0").filter((id) => id !== "0" && !known.has(id));
  return [...below("0", 0, false), ...[...new Set(gone)].flatMap((id) => below(id, 0, false))];
}

type Item = Omit<NonNullable<Seed["folders"]>[number], "content_created_at" | "content_modified_at"> & {
  readonly lock?: NonNullable<Seed["files"]>[number]["lock"];
};
interface Placed {
  readonly kind: WorldRow["kind"];
  readonly item: Item;
}

/** How many files of one folder with ids in a row become one line. */
const MANY = 10;

function itemsOf({ folders = [], files = [], web_links = [] }: Seed): Placed[] {
  return [
    ...folders.map((item) => ({ kind: "folder" as const, item })),
    ...files.map((item) => ({ kind: "file" as const, item })),
    ...web_links.map((item) => ({ kind: "web_link" as const, item })),
  ];
}

/** Siblings, with many files in a row as one. */
function together(siblings: readonly Placed[]): Placed[] {
  const files = siblings.filter(({ kind }) => kind === "file");
  const [first] = files;
  const last = files.at(-1);
  const inRow = last !== undefined && Number(last.item.id) - Number(first?.item.id) === files.length - 1;
  if (first === undefined || last === undefined || files.length < MANY || !inRow) return [...siblings];
  const name = `${first.item.name} to ${last.item.name}`;
  const id = `${first.item.id} to ${last.item.id}`;
  return [...siblings.filter(({ kind }) => kind !== "file"), { kind: "files", item: { ...first.item, id, name } }];
}

function noteTaker({ users = [], groups = [], collaborations = [] }: Seed, items: readonly Placed[]) {
  const names = new Map([...users, ...groups].map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => `${names.get(id) ?? "somebody who is gone"} (${id})`;
  const parents = new Map(items.map(({ item }) => [item.id, item.parent_id ?? "0"]));

  /** Whether nobody is invited to an item or to anything below it. */
  const isPrivate = (id: string) => {
    const isBelow = (other: string): boolean =>
      other === id || (parents.has(other) && isBelow(parents.get(other) ?? ""));
    return !collaborations.some(({ item }) => isBelow(item.id));
  };

  return ({ kind, item }: Placed, isTop: boolean): Note[] => {
    const notes: Note[] = [];
    const note = (kind: Note["kind"], text: string) => notes.push({ kind, text });
    const { shared_link: link, lock, parent_id = "0" } = item;
    if (isTop && item.owner_id !== undefined) note("owner", `owner ${nameOf(item.owner_id)}`);
    if (item.trashed_at != null) note("trash", "in the trash");
    if (parent_id !== "0" && !parents.has(parent_id)) note("trash", `folder ${parent_id} is gone`);
    for (const { item: on, accessible_by, role } of collaborations) {
      if (on.id === item.id) note("people", `${role} ${nameOf(accessible_by.id)}`);
    }
    if (isTop && kind === "folder" && item.trashed_at == null && isPrivate(item.id))
      note("people", "nobody else but admins");
    if (lock != null) note("lock", `locked by ${nameOf(lock.created_by)}`);
    if (link != null) note("link", linkText(link));
    return notes;
  };
}

function linkText({ slug, access = "open", password, unshared_at }: NonNullable<Item["shared_link"]>): string {
  const parts = [`/s/${slug}`];
  if (access !== "open") parts.push(`for the ${access}`);
  if (password != null) parts.push("password");
  if (unshared_at?.startsWith("-")) parts.push("ended");
  else if (unshared_at != null) parts.push("ends");
  return parts.join(", ");
}
