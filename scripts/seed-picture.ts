import type { Seed } from "content-service-sandbox";

/** Draws the tree of folders of a seed as an SVG that is readable on light and on dark pages. */
export function seedPicture(seed: Seed): string {
  const rows = rowsOf(seed);
  const width = NOTES + Math.max(...rows.map(({ notes }) => widthOf(notes))) + LEFT;
  const height = TOP + rows.length * ROW + 16;
  const lines = rows.map((row, index) => connector(rows, row, index)).join("");
  const drawn = rows.map((row, index) => drawRow(row, index)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title about">
<title id="title">The folders and files of the default seed</title>
<desc id="about">A tree with the id of each item, and who owns it, who is invited, what is locked, shared or in the trash.</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="head" x="${LEFT}" y="26">Folder or file</text>
<text class="head" x="${IDS}" y="26">id</text>
<text class="head" x="${NOTES}" y="26">What is special about it</text>
<path class="line" d="${lines}"/>
${drawn}
</svg>
`;
}

const TOP = 40;
const ROW = 28;
const LEFT = 20;
const INDENT = 26;
const IDS = 336;
const NOTES = 446;
const GAP = 8;
/** The width of a character of the notes, which are monospaced. */
const CHARACTER = 7.23;

const STYLE = `
.page { fill: #ffffff; stroke: #d0d7de }
text { font: 14px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328 }
.head { font-size: 12px; fill: #59636e }
.id, .note { font: 12px ui-monospace, "DejaVu Sans Mono", monospace }
.id { fill: #59636e }
.gone { fill: #59636e; text-decoration: line-through }
.line { fill: none; stroke: #afb8c1 }
.folder { fill: #ddf4ff; stroke: #0969da }
.file, .web_link { fill: #ffffff; stroke: #59636e }
.out { opacity: 0.55 }
.tag { fill: none; stroke-width: 1 }
.owner { stroke: #8c959f }
.people { stroke: #0969da }
.link { stroke: #1a7f37 }
.lock { stroke: #9a6700 }
.trash { stroke: #cf222e }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text { fill: #f0f6fc }
  .head, .id, .gone { fill: #9198a1 }
  .line { stroke: #4d555f }
  .folder { fill: #121d2f; stroke: #4493f8 }
  .file, .web_link { fill: #0d1117; stroke: #9198a1 }
  .owner { stroke: #656c76 }
  .people { stroke: #4493f8 }
  .link { stroke: #3fb950 }
  .lock { stroke: #d29922 }
  .trash { stroke: #f85149 }
}
`;

function drawRow({ kind, id, name, depth, isTrashed, notes }: Row, index: number): string {
  const x = LEFT + depth * INDENT;
  const y = TOP + index * ROW;
  const icon = `<g transform="translate(${x} ${y + 6})"${isTrashed ? ' class="out"' : ""}>${ICONS[kind]}</g>`;
  const label = `<text${isTrashed ? ' class="gone"' : ""} x="${x + 24}" y="${y + 19}">${escaped(name)}</text>`;
  return `${icon}${label}<text class="id" x="${IDS}" y="${y + 19}">${escaped(id)}</text>${drawNotes(notes, y)}`;
}

const PAGE = `d="M3.5 0.5h6l3 3v11h-9z"`;
const ICONS: Readonly<Record<Row["kind"], string>> = {
  folder: `<path class="folder" d="M0.5 3.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1z"/>`,
  file: `<path class="file" ${PAGE}/>`,
  files: `<path class="file" transform="translate(3 -2)" ${PAGE}/><path class="file" ${PAGE}/>`,
  web_link: `<circle class="web_link" cx="8" cy="8" r="6.5"/><path class="web_link" d="M1.5 8h13M8 1.5c-4 4-4 9 0 13c4-4 4-9 0-13z"/>`,
};

function tagWidth(text: string): number {
  return Math.round(text.length * CHARACTER + 14);
}

function widthOf(notes: readonly Note[]): number {
  return notes.reduce((sum, { text }) => sum + tagWidth(text) + GAP, 0);
}

function drawNotes(notes: readonly Note[], y: number): string {
  let x = NOTES;
  return notes
    .map(({ kind, text }) => {
      const width = tagWidth(text);
      const tag = `<rect class="tag ${kind}" x="${x + 0.5}" y="${y + 4.5}" width="${width}" height="19" rx="9.5"/>`;
      const words = `<text class="note" x="${x + 7}" y="${y + 18}">${escaped(text)}</text>`;
      x += width + GAP;
      return tag + words;
    })
    .join("");
}

/** The line from a row up to the folder that it is in. */
function connector(rows: readonly Row[], { depth }: Row, index: number): string {
  if (depth === 0) return "";
  const above = rows.slice(0, index).findLastIndex((row) => row.depth === depth - 1);
  const x = LEFT + (depth - 1) * INDENT + 8;
  return `M${x} ${TOP + above * ROW + 21}V${TOP + index * ROW + 14}h${INDENT - 10}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** One line of the picture: a folder, a file, a web link, or many files that differ only in their number. */
interface Row {
  readonly kind: "folder" | "file" | "files" | "web_link";
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  /** Whether it, or a folder above it, is in the trash. */
  readonly isTrashed: boolean;
  /** Its notes, each a short text. */
  readonly notes: readonly Note[];
}

/** A note on an item. */
interface Note {
  readonly kind: "owner" | "trash" | "lock" | "link" | "people";
  readonly text: string;
}

/** The lines of the picture, from the root folder down. The contents of a deleted folder come last. */
function rowsOf(seed: Seed): Row[] {
  const items = itemsOf(seed);
  const known = new Set(items.filter(({ kind }) => kind === "folder").map(({ item }) => item.id));
  const notesOf = noteTaker(seed, items);

  const below = (parentId: string, depth: number, above: boolean): Row[] =>
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
  readonly kind: Row["kind"];
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
    for (const { item: on, accessible_by, role, invite_email } of collaborations) {
      const who = invite_email == null ? nameOf(accessible_by.id) : `${invite_email}, pending`;
      if (on.id === item.id) note("people", `${role} ${who}`);
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
