import { arrayAt, type Exchange, isJsonObject, type JsonObject, sameJson, stringAt } from "content-service-contract";
import { instancesOf } from "../principles/instances.js";
import { queriesOf, widestBody } from "../reads/query-data.js";
import { jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { type Change, extensionOf, makeChanges } from "./file-changes.js";
import { tomorrow } from "./given-values.js";
import { call, createForNow, expectStored } from "./instance-checks.js";
import { attributes } from "./whole-file.js";
import { type FileState, fileCheck, putBackAfterwards, workspaceOf } from "./workspace-file.js";

/** Each kind of change of a file that has everything a file can have. */
export const keepsTheRest = fileCheck(
  "keeps-the-rest",
  "keeps tags, lock, shared link and metadata of the file, and other files, in each change",
  async (session, before) => {
    const { lock, shared_link } = before.values;
    if (lock !== null || shared_link !== null) return session.skip("The file has a lock or a shared link already");
    putBackAfterwards(session, before);
    const metadata = instancesOf(session.contract).find(({ above }) => above.type === "file");
    const present = metadata && (await call(session, metadata, metadata.read));
    const isPresent = present === undefined || isSuccess(present.response.status);
    const created = metadata && !isPresent ? await createForNow(session, metadata) : undefined;
    const others = await readOthers(session);
    await makeChanges(session, planned(session, before));
    if (metadata && created) await expectStored(session, metadata, created);
    const suspects = changedSince(others, await readOthers(session));
    if (suspects.length === 0) return;
    // Other users can have changed the same file in the meantime, but rarely twice.
    const again = await readOthers(session);
    await makeChanges(session, planned(session, before));
    const found = changedSince(again, await readOthers(session)).find(({ key }) =>
      suspects.some((one) => one.key === key),
    );
    if (found === undefined) return;
    session.find({
      rule: "state-kept",
      message: `Expected an unchanged file ${found.key} after changes of another file; received other values`,
      ...{ operation: "updateFile", contract: session.contract.operation("updateFile").pointer },
      ...{ at: "/response/body", exchange: found.exchange },
    });
  },
);

function planned(session: Session, { name, parentId, values }: FileState): Change[] {
  const own = session.uniqueName();
  const { folderId } = workspaceOf(session);
  const { description = "", tags = [] } = values;
  const until = tomorrow(session);
  const lock = { access: "lock", expires_at: until, is_download_prevented: true };
  const link = { access: "company", vanity_name: own, unshared_at: until, permissions: { can_download: false } };
  const isMovable = parentId !== undefined && parentId !== folderId;
  const move = (id: string): Change => ({ what: "a move of such a file", body: { parent: { id } } });
  return [
    {
      what: "a name, a description and tags together",
      body: { name: `${own} ${name}`, description: own, tags: [own, "b", "a"] },
    },
    {
      what: "a shared link for a file with tags",
      body: { shared_link: { ...link, password: own } },
      shows: { shared_link: { ...link, is_password_enabled: true } },
    },
    { what: "a lock of a file with a shared link", body: { lock } },
    { what: "a rename of such a file", body: { name: `${own}${extensionOf(name)}` } },
    ...(isMovable ? [move(folderId), move(parentId)] : []),
    { what: "other tags of such a file", body: { tags: [own] } },
    { what: "another description of such a file", body: { description: `${own} again` } },
    { what: "another setting of such a link", body: { shared_link: { access: "collaborators" } } },
    { what: "another expiry of a lock", body: { lock: { ...lock, expires_at: null } } },
    { what: "the removal of the link of a locked file", body: { shared_link: null } },
    { what: "the removal of a lock", body: { lock: null } },
    { what: "the former values", body: { name, description, tags } },
  ];
}

interface OtherFile {
  readonly record: JsonObject;
  readonly exchange: Exchange;
}

/** Files that the target's query and shared link show, without that of the workspace. */
async function readOthers(session: Session): Promise<ReadonlyMap<string, OtherFile>> {
  const found = new Map<string, OtherFile>();
  const [query] = queriesOf(session.contract);
  for (const operation of [...(query === undefined ? [] : [query.operation.id]), "findSharedItem"]) {
    const { input, known } = session.inputFor(operation);
    if (!known) continue;
    const fields = attributes(session);
    const isQuery = operation === query?.operation.id;
    const asked = isQuery ? { body: widestBody(session, query, fields) } : { ...input, query: { fields } };
    const exchange = await session.call(operation, asked);
    const json = jsonOf(exchange);
    if (!isSuccess(exchange.response.status) || !isJsonObject(json)) continue;
    for (const record of [json, ...arrayAt(json, "entries")]) {
      if (!isJsonObject(record) || record["type"] !== "file") continue;
      const id = stringAt(record, "id") ?? "";
      if (id !== workspaceOf(session).fileId) found.set(id, { record, exchange });
    }
  }
  return found;
}

function changedSince(
  before: ReadonlyMap<string, OtherFile>,
  after: ReadonlyMap<string, OtherFile>,
): { readonly key: string; readonly exchange: Exchange }[] {
  return [...after].flatMap(([key, { record, exchange }]) => {
    const own = before.get(key)?.record ?? record;
    const isSame = NAMES.every((name) => sameJson(own[name], record[name]));
    return isSame ? [] : [{ key, exchange }];
  });
}

/** What a change of another file cannot change. Others can use its link or look at it. */
const NAMES = ["name", "description", "tags", "lock", "etag", "metadata", "owned_by", "sha1", "size", "trashed_at"];
