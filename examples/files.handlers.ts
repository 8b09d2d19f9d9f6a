import { createHash } from "node:crypto";
import type { FileRecord, FolderRecord, HandlerContext, WebLinkRecord } from "content-service-sandbox";
import { defineHandlers } from "content-service-sandbox";
import type { components, operations } from "./generated/types.js";

type NewItem = components["schemas"]["NewItem"];
type Context = Pick<HandlerContext, "caller" | "error" | "nextId" | "now" | "records" | "visible">;

interface Content {
  readonly id: string;
  readonly base64: string;
}

/** An upload in parts. */
interface Session extends NewItem {
  readonly id: string;
  readonly size: number;
}

interface Part extends Content {
  readonly session: string;
  readonly offset: number;
}

/** Small, so that tests upload several parts. */
const PART_SIZE = 65_536;

/** Files, folders and their content, in memory. */
export default defineHandlers<operations>({
  getFile: (context) => context.serialize(file(context).item),
  getTrashedFile: ({ serialize, ...context }) => serialize(trashedFile(context)),
  getFolder: (context) => context.serialize(folder(context).item),

  createFolder({ body, serialize, ...context }) {
    const place = newPlace(context, body);
    return serialize(context.records("folders").put({ id: context.nextId(), ...place, etag: "0", sequence_id: "0" }));
  },

  listFolderItems({ path, page, ...context }) {
    if (path.folder_id !== "0") folder({ path, ...context });
    const items = itemsIn(context, path.folder_id).map((item) => ({
      ...{ type: item.type, id: item.id, name: item.name, etag: item.etag },
      ...(item.type === "file" && { sha1: item.versions.at(-1)?.sha1 ?? "" }),
    }));
    return page(items);
  },

  copyFile({ path, body, serialize, ...context }) {
    const [version] = file({ path, ...context }).item.versions.slice(-1);
    return serialize(newFile(context, body, contentOf(context, version?.id ?? "")));
  },

  deleteFile({ path, header, ...context }) {
    const { item } = changeable(context, file({ path, ...context }));
    requireEtag(context, item, header["If-Match"]);
    context.records("files").put({ ...item, trashed_at: context.now });
    return undefined;
  },

  deleteFolder({ path, ...context }) {
    const { item } = changeable(context, folder({ path, ...context }));
    context.records("folders").put({ ...item, trashed_at: context.now });
    return undefined;
  },

  restoreFile({ path, serialize, ...context }) {
    const item = trashedFile({ path, ...context });
    requireFreeName(context, item.name, item.parent_id);
    return serialize(context.records("files").put({ ...item, trashed_at: null }));
  },

  listFileVersions: (context) =>
    context.page(file(context).item.versions, ({ id, sha1, size }) => ({ type: "file_version", id, sha1, size })),

  listFileCollaborations({ path, page, records, ...context }) {
    const { item } = file({ path, ...context });
    const own = records("collaborations")
      .list()
      .filter((one) => one.item.type === "file" && one.item.id === item.id);
    return page(own, ({ id, role, status }) => ({ type: "collaboration", id, role, status }));
  },

  uploadFile: async ({ body, serialize, ...context }) => {
    const content = body.get("file");
    // The sandbox has validated both fields.
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : Buffer.from(String(content));
    return serialize(newFile(context, JSON.parse(String(body.get("attributes"))), bytes));
  },

  uploadFileVersion({ path, header, body, serialize, ...context }) {
    const { item } = changeable(context, file({ path, ...context }));
    requireEtag(context, item, header["If-Match"]);
    const next = String(Number(item.etag) + 1);
    const versions = [...item.versions, newVersion(context, body)];
    const changed = { modified_at: context.now, modified_by: context.caller.id, etag: next, sequence_id: next };
    return serialize(context.records("files").put({ ...item, ...changed, versions }));
  },

  downloadFile({ url, ...context }) {
    const [version] = file(context).item.versions.slice(-1);
    contentOf(context, version?.id ?? "");
    return Response.redirect(new URL(`/storage/content/${version?.id}`, url), 302);
  },

  getStoredContent(context) {
    const { path, header } = context;
    const content = contentOf(context, path.version_id);
    const etag = `"${sha1Of(content)}"`;
    const headers = { "content-type": "application/octet-stream", "accept-ranges": "bytes", etag };
    const [range, first = "", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(header.Range ?? "") ?? [];
    const isSame = header["If-Range"] === undefined || header["If-Range"] === etag;
    if (range === undefined || !isSame) return new Response(content, { headers });
    if (Number(first) >= content.length) {
      const error = { type: "error", status: 416, code: "bad_request", message: "The content ends before the range." };
      // With the size, a client knows whether it has all of it.
      return Response.json(error, { status: 416, headers: { "content-range": `bytes */${content.length}` } });
    }
    const end = last === "" ? content.length : Math.min(Number(last) + 1, content.length);
    const part = { "content-range": `bytes ${first}-${end - 1}/${content.length}` };
    return new Response(content.slice(Number(first), end), { status: 206, headers: { ...headers, ...part } });
  },

  createUploadSession({ body, records, ...context }) {
    newPlace({ records, ...context }, body);
    const { id } = records<Session>("sessions").put({ id: context.nextId(), ...body });
    return { id, part_size: PART_SIZE };
  },

  uploadPart({ path, header, body, records, nextId, error }) {
    const { id: session } = sessionOf({ path, records, error });
    const sha1 = sha1Of(body, "base64");
    if (header.Digest !== `sha=${sha1}`) throw error(400, "bad_request", `The digest of the part is sha=${sha1}.`);
    const offset = Number(/^bytes (\d+)-/.exec(header["Content-Range"])?.[1]);
    const parts = records<Part>("parts");
    const { id = nextId() } = partsOf({ records }, session).find((one) => one.offset === offset) ?? {};
    return serializePart(parts.put({ id, session, offset, base64: Buffer.from(body).toString("base64") }));
  },

  listUploadParts: ({ page, ...context }) => page(partsOf(context, sessionOf(context).id), serializePart),

  abortUploadSession(context) {
    removeSession(context, sessionOf(context).id);
    return undefined;
  },

  commitUploadSession({ path, body, serialize, ...context }) {
    const { id, size, name, parent } = sessionOf({ path, ...context });
    const parts = partsOf(context, id).map(({ base64 }) => Buffer.from(base64, "base64"));
    const content = new Uint8Array(Buffer.concat(parts));
    const found = `The parts have ${content.length} bytes with the SHA-1 ${sha1Of(content)}.`;
    if (content.length !== size || sha1Of(content) !== body.sha1) throw context.error(400, "bad_request", found);
    const stored = newFile(context, { name, parent }, content);
    removeSession(context, id);
    return serialize(stored);
  },
});

function required<Found>({ error }: Pick<Context, "error">, found: Found | undefined, problem: string): Found {
  if (found === undefined) throw error(404, "not_found", problem);
  return found;
}

function file({ path, ...context }: Pick<Context, "visible" | "error"> & { path: { file_id: string } }) {
  return required(context, context.visible("file", path.file_id), "The file is missing.");
}

function folder({ path, ...context }: Pick<Context, "visible" | "error"> & { path: { folder_id: string } }) {
  return required(context, context.visible("folder", path.folder_id), "The folder is missing.");
}

function changeable<Found extends { access: { change: boolean } }>({ error }: Pick<Context, "error">, found: Found) {
  if (!found.access.change) throw error(403, "access_denied_insufficient_permissions", "Editors can change the item.");
  return found;
}

function trashedFile({ path, records, caller, error }: Context & { path: { file_id: string } }): FileRecord {
  const item = records("files").get(path.file_id);
  if (item?.trashed_at && item.owner_id === caller.id) return item;
  throw error(404, "not_found", "The file is not in your trash.");
}

function requireEtag({ error }: Pick<Context, "error">, { etag }: FileRecord, expected: string | undefined): void {
  if (expected === undefined || expected === etag) return;
  throw error(412, "precondition_failed", `The etag is ${etag}.`);
}

/** The name, the folder and the owner of a new item. */
function newPlace(context: Context, { name, parent }: NewItem) {
  const place = parent.id === "0" ? undefined : folder({ ...context, path: { folder_id: parent.id } });
  if (place && !place.access.add)
    throw context.error(403, "access_denied_insufficient_permissions", "Uploaders can add items.");
  requireFreeName(context, name, parent.id);
  return { name, parent_id: parent.id, owner_id: place?.item.owner_id ?? context.caller.id };
}

function requireFreeName(context: Pick<Context, "records" | "caller" | "error">, name: string, parent: string): void {
  if (!itemsIn(context, parent).some((item) => item.name === name)) return;
  throw context.error(409, "item_name_in_use", `The folder has an item ${name}.`);
}

/** The items in a folder. The root folder has those of the caller. */
function itemsIn({ records, caller }: Pick<Context, "records" | "caller">, parent: string) {
  const isHere = ({ parent_id, trashed_at, owner_id }: FileRecord | FolderRecord | WebLinkRecord) =>
    parent_id === parent && trashed_at === null && (parent !== "0" || owner_id === caller.id);
  return [...records("files").list(), ...records("folders").list(), ...records("web_links").list()].filter(isHere);
}

function newFile(context: Context, place: NewItem, content: Uint8Array): FileRecord {
  const version = newVersion(context, content);
  const item = { id: context.nextId(), ...newPlace(context, place), etag: "0", sequence_id: "0" };
  return context.records("files").put({ ...item, versions: [version] });
}

function newVersion({ records, nextId, now, caller }: Context, content: Uint8Array) {
  const { id } = records<Content>("contents").put({ id: nextId(), base64: Buffer.from(content).toString("base64") });
  const times = { created_at: now, modified_at: now, modified_by: caller.id };
  return { id, sha1: sha1Of(content), size: content.length, ...times };
}

function contentOf(context: Pick<Context, "records" | "error">, version: string) {
  const found = context.records<Content>("contents").get(version);
  const { base64 } = required(context, found, "The file has no content.");
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function sessionOf({ path, ...context }: Pick<Context, "records" | "error"> & { path: { session_id: string } }) {
  const found = context.records<Session>("sessions").get(path.session_id);
  return required(context, found, "The session is missing, or committed.");
}

function partsOf({ records }: Pick<Context, "records">, session: string): Part[] {
  const own = records<Part>("parts")
    .list()
    .filter((part) => part.session === session);
  return [...own].sort((one, other) => one.offset - other.offset);
}

function serializePart({ id, offset, base64 }: Part) {
  const content = Buffer.from(base64, "base64");
  return { id, offset, size: content.length, sha1: sha1Of(content) };
}

function removeSession({ records }: Pick<Context, "records">, id: string): void {
  for (const part of partsOf({ records }, id)) records("parts").remove(part.id);
  records("sessions").remove(id);
}

function sha1Of(content: Uint8Array, form: "hex" | "base64" = "hex"): string {
  return createHash("sha1").update(content).digest(form);
}
