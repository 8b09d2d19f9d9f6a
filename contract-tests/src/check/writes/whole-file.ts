import {
  arrayAt,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  pointer,
  stringAt,
} from "content-service-contract";
import { jsonOf, type Session } from "../session/check.js";
import { expectSuccess } from "../session/expectations.js";
import { differencesIn } from "./kept-values.js";
import { skipIfLocked, workspaceOf } from "./workspace-file.js";

/** A file with all attributes that the contract documents. */
export interface WholeFile {
  readonly record: JsonObject;
  readonly exchange: Exchange;
}

/** Updates the workspace's file, and requests all attributes. */
export async function updateWhole(session: Session, body: JsonObject, header: JsonObject = {}): Promise<WholeFile> {
  const path = { file_id: workspaceOf(session).fileId };
  const exchange = await session.call("updateFile", { path, query: { fields: attributes(session) }, header, body });
  const record = jsonOf(exchange);
  return { record: isJsonObject(record) ? record : {}, exchange };
}

/** Reads the workspace's file by an update without changes. Undefined after an error response, which is a finding. */
export async function readWhole(session: Session): Promise<WholeFile | undefined> {
  const file = await updateWhole(session, {});
  skipIfLocked(session, file.exchange);
  return expectSuccess(session, file.exchange) ? file : undefined;
}

/** Every attribute of a file. The metadata of a file needs the names of its templates. */
export function attributes({ contract }: Session): string[] {
  return Object.keys(objectAt(contract.schemaAt(FILE), "properties")).filter(
    (name) => !["type", "id", "metadata"].includes(name),
  );
}

const FILE = "/components/schemas/FileFields";

/** Expects another record to be equal, except in some attributes and what depends on them. */
export function expectSameFile(
  session: Session,
  before: WholeFile,
  after: WholeFile,
  what: string,
  except: readonly string[] = [],
): boolean {
  const skipped = new Set(except.flatMap((name) => [name, ...(DEPENDENT[name] ?? [])]));
  const expected = Object.fromEntries(Object.entries(comparable(before.record)).filter(([name]) => !skipped.has(name)));
  const isLinked = !except.includes("shared_link") && skipped.has("shared_link");
  const link = isLinked ? { shared_link: settingsOf(before.record["shared_link"]) } : {};
  const found = [
    ...differencesIn(expected, comparable(after.record)),
    ...differencesIn(link, { shared_link: settingsOf(after.record["shared_link"]) }),
  ];
  for (const { at } of found) {
    report(session, after, at.slice(1), `Expected ${what} \`${at.slice(1).replaceAll("/", ".")}\` of the file`);
  }
  return found.length === 0;
}

/** Expects another operation to show the stored file. */
export async function expectShownWhole(session: Session, exchange: Exchange, record: Json | undefined): Promise<void> {
  const file = await readWhole(session);
  if (file === undefined || !isJsonObject(record)) return;
  // What the caller may do can depend on the way to the file.
  expectSameFile(session, file, { record, exchange }, "the response to show the stored", ["permissions"]);
}

/** The same for a list. It may not have the file yet. */
export async function expectListedWhole(session: Session, exchange: Exchange): Promise<void> {
  const list = jsonOf(exchange);
  const entries = isJsonObject(list) ? arrayAt(list, "entries") : [];
  const { fileId } = workspaceOf(session);
  await expectShownWhole(
    session,
    exchange,
    entries.find((one) => isJsonObject(one) && one["id"] === fileId),
  );
}

/** The attributes that can change with every change of a file. */
export const CHANGE_ATTRIBUTES = ["etag", "sequence_id", "modified_at", "modified_by", "content_modified_at"] as const;

/** The attributes that can change together with another one. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  name: ["extension", "shared_link"],
  parent: ["path_collection", "owned_by", "permissions", "shared_link"],
  lock: ["permissions"],
  permissions: ["shared_link"],
};

/** A record without what others change: the state of its folders and of users, and how often a link was used. */
function comparable(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, withoutForeign(name, value)]));
}

/** What no other change of the file changes in its shared link. Its rights can depend on the folder. */
function settingsOf(link: Json | undefined): Json {
  if (!isJsonObject(link)) return null;
  const names = ["url", "vanity_name", "access", "unshared_at", "is_password_enabled"];
  return Object.fromEntries(names.flatMap((name) => (link[name] === undefined ? [] : [[name, link[name]]])));
}

function withoutForeign(name: string, value: Json): Json {
  if (!isJsonObject(value)) return value;
  if (name === "parent" || name.endsWith("_by")) return { id: value["id"] ?? null };
  if (name === "shared_link") {
    const { download_count: _downloads, preview_count: _previews, ...link } = value;
    return link;
  }
  if (name === "path_collection" && Array.isArray(value["entries"])) {
    return { entries: value["entries"].map((one) => (isJsonObject(one) ? { id: one["id"] ?? null } : one)) };
  }
  return value;
}

/**
 * Expects a change to show in the etag, the sequence id and the times of the file, and in nothing else but the named
 * attributes.
 */
export function expectChange(
  session: Session,
  before: WholeFile,
  after: WholeFile,
  names: readonly string[],
  callerId: string | undefined,
): void {
  const { etag, sequence_id, created_at, modified_at, modified_by } = after.record;
  if (etag !== undefined && etag === before.record["etag"]) {
    const rule = "precondition-respected";
    report(session, after, "etag", "Expected a new etag after a change; received the same", rule);
  }
  if (isNotAbove(sequence_id, before.record["sequence_id"])) {
    report(session, after, "sequence_id", "Expected a higher `sequence_id` after a change");
  }
  if (isEarlier(modified_at, created_at) || isEarlier(modified_at, before.record["modified_at"])) {
    report(session, after, "modified_at", "Expected a later `modified_at` after a change; received an earlier time");
  }
  const modifierId = isJsonObject(modified_by) ? stringAt(modified_by, "id") : undefined;
  if (callerId !== undefined && modifierId !== undefined && modifierId !== callerId) {
    report(session, after, "modified_by", `Expected \`modified_by\` to be the caller; received user ${modifierId}`);
  }
  expectSameFile(session, before, after, "an unchanged", [...names, ...CHANGE_ATTRIBUTES]);
}

function report(
  session: Session,
  { exchange }: WholeFile,
  path: string,
  expected: string,
  rule: "state-kept" | "precondition-respected" = "state-kept",
): void {
  const message = expected.includes("; received") ? expected : `${expected}; received another value`;
  const [name = ""] = path.split("/");
  session.find({
    ...{ rule, message, operation: session.operationOf(exchange), contract: pointer(FILE, "properties", name) },
    ...{ at: `/response/body/${path}`, exchange },
  });
}

/** Whether a number in a text is not above another one. Sequence ids can exceed the integers of JavaScript. */
function isNotAbove(left: Json | undefined, right: Json | undefined): boolean {
  const isNumber = (value: Json | undefined): value is string => typeof value === "string" && /^\d+$/.test(value);
  return isNumber(left) && isNumber(right) && BigInt(left) <= BigInt(right);
}

/** Whether one time is before another one. */
export function isEarlier(left: Json | undefined, right: Json | undefined): boolean {
  return typeof left === "string" && typeof right === "string" && Date.parse(left) < Date.parse(right);
}
