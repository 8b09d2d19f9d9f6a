import { errorCodeOf } from "../../contract/documented-responses.js";
import { isJsonObject, type JsonObject, sameJson } from "../../contract/json.js";
import type { Exchange } from "../../exchange/exchange.js";
import { jsonOf, type Session } from "../session/check.js";
import { expectSuccess, isSuccess } from "../session/expectations.js";

/** What can be changed of a file, as an answer shows it. */
export interface FileState {
  readonly etag: string | undefined;
  readonly name: string;
  readonly parentId: string | undefined;
  /** As the body of a change would have it, except for what the service gives to a lock and a link. */
  readonly values: JsonObject;
  readonly exchange: Exchange;
}

/** Where the checks may work. Skips the check when the target has no such place. */
export function workspaceOf(session: Session): { readonly folderId: string; readonly fileId: string } {
  const { workspace } = session.target;
  return workspace ?? session.skip("No folder and file to work with were given");
}

/** Changes the file of the workspace, and asks for everything that can be changed. */
export function updateFile(session: Session, body: JsonObject, header: JsonObject = {}): Promise<Exchange> {
  const path = { file_id: workspaceOf(session).fileId };
  return session.call("updateFile", { path, query: { fields: [...FIELDS] }, header, body });
}

/**
 * The present state of the file. No operation reads one, so this is an update that changes nothing. Undefined when it
 * is refused, which is a finding.
 */
export async function readFile(session: Session): Promise<FileState | undefined> {
  const exchange = await updateFile(session, {});
  const body = jsonOf(exchange);
  if (exchange.response.status === 403 && errorCodeOf(body) === "access_denied_item_locked") {
    session.skip("Somebody else holds the lock of the file");
  }
  return expectSuccess(session, "updateFile", exchange) ? stateIn(exchange) : undefined;
}

/** The state that an answer shows. */
export function stateIn(exchange: Exchange): FileState {
  const body = jsonOf(exchange);
  const file = isJsonObject(body) ? body : {};
  const { etag, name, parent } = file;
  const parentId = isJsonObject(parent) ? parent["id"] : undefined;
  return {
    etag: typeof etag === "string" ? etag : undefined,
    name: typeof name === "string" ? name : "",
    parentId: typeof parentId === "string" ? parentId : undefined,
    values: Object.fromEntries(CHANGEABLE.flatMap((key) => (file[key] === undefined ? [] : [[key, file[key]]]))),
    exchange,
  };
}

/** Which values differ between two states. The folder counts by its id, since its own etag may move on. */
export function differences(left: FileState, right: FileState): string[] {
  const names = CHANGEABLE.filter((key) => key !== "parent" && !sameJson(left.values[key], right.values[key]));
  return left.parentId === right.parentId ? names : [...names, "parent"];
}

/** Has the file put back after the check to what it was, and tells when that did not come about. */
export function putBackAfterwards(session: Session, before: FileState): void {
  session.cleanUp(() => putBack(session, before));
}

/** Puts the file back to what it was. */
export async function putBack(session: Session, before: FileState): Promise<void> {
  const now = await updateFile(session, {});
  const changed = isSuccess(now.response.status) ? differences(before, stateIn(now)) : [...CHANGEABLE];
  if (changed.length === 0) return;
  await updateFile(session, Object.fromEntries(changed.flatMap((name) => asChange(before, name))));
  // What made the check necessary may have been an answer that is not true.
  const after = await updateFile(session, {});
  const left = isSuccess(after.response.status) ? differences(before, stateIn(after)) : changed;
  if (left.length > 0) {
    const { fileId } = workspaceOf(session);
    session.leaveBehind(`File ${fileId} was called ${before.name}, and its ${left.join(", ")} could not be put back.`);
  }
}

/** What the checks change, and can put back. A lock and a link are only made where there was none. */
const CHANGEABLE = ["name", "description", "tags", "permissions", "parent", "lock", "shared_link"] as const;
const FIELDS = ["etag", ...CHANGEABLE] as const;

function asChange({ values, parentId }: FileState, name: string): [string, JsonObject[string]][] {
  const value = values[name];
  if (name === "parent") return parentId === undefined ? [] : [[name, { id: parentId }]];
  // An object that stands for a lock or a link cannot be sent back, so only its absence can be restored.
  if ((name === "lock" || name === "shared_link") && value !== null) return [];
  return value === undefined ? [] : [[name, value]];
}

/** Notes that a change left the etag what it was, so that nobody could tell by it. */
export function expectNewEtag(session: Session, before: FileState, exchange: Exchange): void {
  const { etag } = stateIn(exchange);
  if (etag === undefined || etag !== before.etag) return;
  session.find({
    rule: "precondition-respected",
    message: "The file was changed, and its etag is the same as before",
    operation: "updateFile",
    contract: "/components/schemas/FileFields/properties/etag",
    at: "/response/body/etag",
    exchange,
  });
}

/** Notes what is another than before and should not be. Gives how much that is. */
export function expectUnchanged(
  session: Session,
  before: FileState,
  after: FileState,
  except: readonly string[] = [],
): number {
  const changed = differences(before, after).filter((name) => !except.includes(name));
  for (const name of changed) {
    session.find({
      rule: "state-kept",
      message: `Nothing should have changed the ${name} of the file`,
      operation: "updateFile",
      contract: `/components/schemas/FileFields/properties/${name}`,
      at: `/response/body/${name}`,
      exchange: after.exchange,
    });
  }
  return changed.length;
}
