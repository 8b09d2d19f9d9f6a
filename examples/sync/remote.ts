import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { Writable } from "node:stream";
import { type ClientOptions, createClient, isApiError, paginate } from "content-service-client";
import { download } from "content-service-client/bytes";
import { operations } from "../generated/operations.js";
import { OWN, sha1OfFile } from "./local.js";
import type { Item } from "./plan.js";
import type { Known } from "./state.js";

/** A client with the operations of the overlay. */
export const createStore = (options: ClientOptions) => createClient({ ...options, operations });

export type Store = ReturnType<typeof createStore>;

export interface RemoteItem extends Item {
  readonly id: string;
  readonly etag: string;
}

/** Lists the files and folders below a folder. Names that a local folder cannot have are left out. */
export async function list(store: Store, folder: string, warn: (message: string) => void) {
  const found = new Map<string, RemoteItem>();
  const open: [prefix: string, folder: string][] = [["", folder]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [prefix, folder_id] = next;
    for await (const item of paginate(store.listFolderItems, { path: { folder_id }, query: { limit: 1000 } })) {
      const path = `${prefix}${item.name}`;
      if (item.type === "web_link") continue;
      // A name must not lead out of the folder.
      if (/^\.{1,2}$|[/\\\0]/.test(item.name) || path === ".sync") warn(`${path} cannot be a name here`);
      else if (item.type === "folder") {
        found.set(path, { id: item.id, etag: item.etag });
        open.push([`${path}/`, item.id]);
      } else found.set(path, { id: item.id, etag: item.etag, sha1: item.sha1 ?? "" });
    }
  }
  return found;
}

type Session = NonNullable<Known["upload"]>;

interface NewFile {
  readonly file: string;
  readonly name: string;
  readonly parent: string;
  readonly size: number;
  readonly sha1: string;
}

/**
 * Creates a file: in one piece, or from `partsFrom` bytes on in parts. `session` is one that an earlier process has begun, and
 * `onSession` keeps a new one; of its parts only those that are missing are sent.
 */
export async function create(
  store: Store,
  { file, name, parent, size, sha1 }: NewFile,
  { partsFrom, session, onSession }: { partsFrom: number; session?: Session; onSession: (session: Session) => void },
) {
  const place = { name, parent: { id: parent } };
  if (size < partsFrom) return store.uploadFile({ body: { attributes: place, file: await openAsBlob(file) } });
  let sent = session?.sha1 === sha1 ? await partsOf(store, session.id) : undefined;
  let own = session;
  if (sent === undefined || own === undefined) {
    const { id, part_size } = await store.createUploadSession({ body: { ...place, size } });
    own = { id, sha1, partSize: part_size };
    sent = new Map();
    onSession(own);
  }
  const path = { session_id: own.id };
  const source = await open(file);
  try {
    for (let offset = 0; offset < size; offset += own.partSize) {
      const part = new Uint8Array(Math.min(own.partSize, size - offset));
      await source.read(part, 0, part.length, offset);
      const digest = createHash("sha1").update(part).digest();
      if (sent.get(offset) === digest.toString("hex")) continue;
      const range = `bytes ${offset}-${offset + part.length - 1}/${size}`;
      const header = { Digest: `sha=${digest.toString("base64")}`, "Content-Range": range };
      await store.uploadPart({ path, header, body: part });
    }
  } finally {
    await source.close();
  }
  return store.commitUploadSession({ path, body: { sha1 } });
}

/** The SHA-1 of each part of a session, by offset; undefined if there is no such session. */
async function partsOf(store: Store, session: string): Promise<Map<number, string> | undefined> {
  try {
    const parts = await paginate(store.listUploadParts, { path: { session_id: session } }).toArray({ max: 10_000 });
    return new Map(parts.map(({ offset, sha1 }) => [offset, sha1]));
  } catch (error) {
    if (isApiError(error, "not_found")) return undefined;
    throw error;
  }
}

/**
 * Downloads a file to a file of the program, and goes on where an earlier process has stopped. Returns the name of that file, or
 * undefined if the content is not the listed one, since somebody has changed it meanwhile.
 */
export async function fetchContent(
  store: Store,
  root: string,
  { id, sha1 }: RemoteItem,
  { begun, onStart }: { begun: Known["download"]; onStart: (begun: NonNullable<Known["download"]>) => void },
): Promise<string | undefined> {
  const file = `${root}/${OWN}/partial/${id}`;
  const position = begun?.id === id ? ((await stat(file).catch(() => undefined))?.size ?? 0) : 0;
  await download(
    store.downloadFile,
    { path: { file_id: id } },
    {
      ...(begun && position > 0 && { from: { position, etag: begun.etag } }),
      onStart: ({ etag }) => etag !== undefined && onStart({ id, etag }),
      open: (start) => fileFrom(file, start),
    },
  );
  if ((await sha1OfFile(file)) === sha1) return file;
  await rm(file);
  return undefined;
}

const fileFrom = (file: string, start: number): WritableStream<Uint8Array> =>
  Writable.toWeb(createWriteStream(file, { flags: start > 0 ? "r+" : "w", start }));
