import { createHash } from "node:crypto";
import { createClient, isApiError, paginate } from "content-service-client";
import { download } from "content-service-client/bytes";
import { createSandbox } from "content-service-sandbox";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../../support/repository.js";
import handlers from "../files.handlers.js";
import { operations } from "../generated/operations.js";

const overlay = parse(read("examples/files.overlay.yaml"), { merge: true });
const text = (content: string) => new TextEncoder().encode(content);
const sha1 = (content: Uint8Array, form: "hex" | "base64" = "hex") => createHash("sha1").update(content).digest(form);

async function setup() {
  const sandbox = await createSandbox({ overlays: [overlay], handlers });
  const { baseUrl, authUrl, fetch } = sandbox;
  const as = (auth: string) => createClient({ baseUrl, authUrl, fetch, auth, operations, retry: false });
  const client = as("token-owner");
  const upload = (name: string, content: string, id = "3001") =>
    client.uploadFile({ body: { attributes: { name, parent: { id } }, file: new Blob([content]) } });
  return { sandbox, client, as, upload };
}

async function rejection(call: PromiseLike<unknown>): Promise<unknown> {
  const error: unknown = await Promise.resolve(call).catch((thrown: unknown) => thrown);
  return isApiError(error) ? [error.status, error.code] : error;
}

it("calls each operation of the overlay, with requests and responses as the document says [BY-15]", async () => {
  const { sandbox, client, upload } = await setup();
  const stored = await upload("plan.txt", "The plan");
  expect(stored).toMatchObject({ name: "plan.txt", sha1: sha1(text("The plan")), etag: "0" });
  const path = { file_id: stored.id };
  expect(await client.getFile({ path })).toEqual(stored);
  expect(await client.downloadFile({ path, as: "text" })).toBe("The plan");

  const changed = await client.uploadFileVersion({ path, header: { "If-Match": "0" }, body: text("The new plan") });
  expect(changed).toMatchObject({ etag: "1", sha1: sha1(text("The new plan")) });
  const versions = await paginate(client.listFileVersions, { path, query: { limit: 1 } }).toArray({ max: 9 });
  expect(versions.map((version) => version.sha1)).toEqual([stored.sha1, changed.sha1]);
  expect(await client.listFileCollaborations({ path })).toMatchObject({ entries: [] });

  const folder = await client.createFolder({ body: { name: "Archive", parent: { id: "3001" } } });
  const folderPath = { folder_id: folder.id };
  expect(await client.getFolder({ path: folderPath })).toEqual(folder);
  const body = { name: "copy.txt", parent: { id: folder.id } };
  const copy = await client.copyFile({ path, body });
  expect(await client.downloadFile({ path: { file_id: copy.id }, as: "text" })).toBe("The new plan");
  const items = await paginate(client.listFolderItems, { path: folderPath }).toArray({ max: 9 });
  expect(items).toEqual([{ type: "file", id: copy.id, name: "copy.txt", etag: "0", sha1: changed.sha1 }]);

  await client.deleteFile({ path, header: { "If-Match": "1" } });
  expect(await rejection(client.getFile({ path }))).toEqual([404, "not_found"]);
  expect(await client.getTrashedFile({ path })).toMatchObject({ id: stored.id });
  expect(await client.restoreFile({ path })).toMatchObject({ name: "plan.txt" });
  await client.deleteFolder({ path: folderPath });
  expect(await rejection(client.getFolder({ path: folderPath }))).toEqual([404, "not_found"]);

  const content = new Uint8Array(150_000).map((_, index) => index % 251);
  const parent = { id: "0" };
  const session = await client.createUploadSession({ body: { name: "large.bin", parent, size: content.length } });
  const parts = { session_id: session.id };
  for (let offset = 0; offset < content.length; offset += session.part_size) {
    const part = content.slice(offset, offset + session.part_size);
    const range = `bytes ${offset}-${offset + part.length - 1}/${content.length}`;
    const header = { Digest: `sha=${sha1(part, "base64")}`, "Content-Range": range };
    await client.uploadPart({ path: parts, header, body: part });
  }
  const sent = await paginate(client.listUploadParts, { path: parts, query: { limit: 2 } }).toArray({ max: 9 });
  expect(sent.reduce((sum, { size }) => sum + size, 0)).toBe(content.length);
  const whole = await client.commitUploadSession({ path: parts, body: { sha1: sha1(content) } });
  const received = await client.downloadFile({ path: { file_id: whole.id } });
  expect(sha1(received)).toBe(whole.sha1);

  const other = await client.createUploadSession({ body: { name: "other.bin", parent, size: 1 } });
  await client.abortUploadSession({ path: { session_id: other.id } });
  expect(await rejection(client.listUploadParts({ path: { session_id: other.id } }))).toEqual([404, "not_found"]);

  const declared = [...JSON.stringify(overlay).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  const requests = sandbox.requests();
  expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(declared));
  expect(requests.flatMap(({ violations }) => violations)).toEqual([]);
});

it("resumes a download with a range, and rejects one beyond the end [BY-15]", async () => {
  const { client, upload } = await setup();
  const path = { file_id: (await upload("plan.txt", "The plan of the third floor")).id };
  let received = "The plan";
  const { response } = await client.downloadFile({ path, as: "bytes" }).withResponse();
  const etag = response.headers.get("etag") ?? "";
  await download(
    client.downloadFile,
    { path },
    {
      from: { position: received.length, etag },
      open: () =>
        new WritableStream({
          write(chunk) {
            received += new TextDecoder().decode(chunk);
          },
        }),
    },
  );
  expect(received).toBe("The plan of the third floor");
  const header = { Range: "bytes=100-" };
  expect(await rejection(client.downloadFile({ path, header }))).toEqual([416, "bad_request"]);
});

it("rejects what does not fit, and changes nothing [BY-15]", async () => {
  const { client, as, upload } = await setup();
  const stored = await upload("plan.txt", "The plan");
  const path = { file_id: stored.id };
  const stale = { "If-Match": "7" };
  const viewer = as("token-reviewer");
  const session = await client.createUploadSession({ body: { name: "a", parent: { id: "3001" }, size: 4 } });
  const part = { path: { session_id: session.id }, body: text("abcd") };
  const header = { Digest: `sha=${sha1(text("else"), "base64")}`, "Content-Range": "bytes 0-3/4" };
  const calls: readonly [PromiseLike<unknown>, number, string][] = [
    [upload("plan.txt", "Another"), 409, "item_name_in_use"],
    [upload("a", "b", "999"), 404, "not_found"],
    [client.uploadFileVersion({ path, header: stale, body: text("x") }), 412, "precondition_failed"],
    [client.deleteFile({ path, header: stale }), 412, "precondition_failed"],
    [client.restoreFile({ path }), 404, "not_found"],
    [client.uploadPart({ ...part, header }), 400, "bad_request"],
    [client.commitUploadSession({ path: part.path, body: { sha1: stored.sha1 } }), 400, "bad_request"],
    [client.downloadFile({ path: { file_id: "4001" } }), 404, "not_found"],
    [viewer.deleteFile({ path: { file_id: "4001" } }), 403, "access_denied_insufficient_permissions"],
  ];
  for (const [call, status, code] of calls) expect(await rejection(call)).toEqual([status, code]);
  expect(await client.getFile({ path })).toEqual(stored);
});
