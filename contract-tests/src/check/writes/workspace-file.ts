import { type Exchange, errorCodeOf, isJsonObject, type JsonObject, sameJson } from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { expectSuccess, isSuccess } from "../session/expectations.js";
import { ownId } from "../session/target-input.js";

/** The changeable values of a file in a response. */
export interface FileState {
  readonly etag: string | undefined;
  readonly name: string;
  readonly parentId: string | undefined;
  /** In the form of a request body. A lock and a shared link have more properties. */
  readonly values: JsonObject;
  readonly exchange: Exchange;
}

/** The folder and file of the target. Skips the check when it has none. */
export function workspaceOf(session: Session): { readonly folderId: string; readonly fileId: string } {
  return { folderId: ownId(session, "folder"), fileId: ownId(session, "file") };
}

/** A check that starts with the state of the workspace's file. */
export function fileCheck(
  id: string,
  title: string,
  run: (session: Session, before: FileState) => Promise<void>,
): Check {
  return {
    ...{ id: `updateFile/${id}`, operation: "updateFile", title: `updateFile ${title}`, effects: "undone" },
    async run(session) {
      const before = await readFile(session);
      if (before !== undefined) await run(session, before);
    },
  };
}

/** Updates the file of the workspace, and requests all changeable values. */
export function updateFile(session: Session, body: JsonObject, header: JsonObject = {}): Promise<Exchange> {
  const path = { file_id: workspaceOf(session).fileId };
  return session.call("updateFile", { path, query: { fields: [...FIELDS] }, header, body });
}

/** The current state of the file, by an update without changes. Undefined after an error response, which is a finding. */
export async function readFile(session: Session): Promise<FileState | undefined> {
  const exchange = await updateFile(session, {});
  skipIfLocked(session, exchange);
  return expectSuccess(session, exchange) ? stateIn(exchange) : undefined;
}

/** The error while another user holds a lock. */
export const LOCKED = "access_denied_item_locked";

/** Skips the check when the lock of another user prevents the change. */
export function skipIfLocked(session: Session, exchange: Exchange): void {
  const locked = errorCodeOf(jsonOf(exchange)) === LOCKED;
  if (exchange.response.status === 403 && locked)
    session.skip("Another user locked the file: give another one with --file");
}

/** The state in a response. */
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

/** The names of the values that differ. Compares the folder by its id, since its etag may change. */
export function differences(left: FileState, right: FileState): string[] {
  const names = CHANGEABLE.filter((key) => key !== "parent" && !sameJson(left.values[key], right.values[key]));
  return left.parentId === right.parentId ? names : [...names, "parent"];
}

/** Restores the file after the check, and reports what could not be restored. */
export function putBackAfterwards(session: Session, before: FileState): void {
  session.cleanUp(() => putBack(session, before));
}

/** Restores the file. */
export async function putBack(session: Session, before: FileState): Promise<void> {
  const now = await updateFile(session, {});
  const changed = isSuccess(now.response.status) ? differences(before, stateIn(now)) : [...CHANGEABLE];
  if (changed.length === 0) return;
  await updateFile(session, Object.fromEntries(changed.flatMap((name) => asChange(before, name))));
  // A broken service may report a change that it did not make, so read again.
  const after = await updateFile(session, {});
  const left = isSuccess(after.response.status) ? differences(before, stateIn(after)) : changed;
  if (left.length > 0) {
    const { fileId } = workspaceOf(session);
    session.leaveBehind(`File ${fileId} was called ${before.name}, and its ${left.join(", ")} could not be restored.`);
  }
}

/**
 * The values that the checks change and restore. They create a lock or a link only where there was none. Responses do not
 * show who may download the file, so no check changes that.
 */
const CHANGEABLE = ["name", "description", "tags", "parent", "lock", "shared_link"] as const;
const FIELDS = ["etag", ...CHANGEABLE] as const;

function asChange({ values, parentId }: FileState, name: string): [string, JsonObject[string]][] {
  const value = values[name];
  if (name === "parent") return parentId === undefined ? [] : [[name, { id: parentId }]];
  // A request cannot recreate a lock or a link, so only its absence can be restored.
  if ((name === "lock" || name === "shared_link") && value !== null) return [];
  return value === undefined ? [] : [[name, value]];
}

/** Expects another etag after a change. */
export function expectNewEtag(session: Session, before: FileState, exchange: Exchange): void {
  const { etag } = stateIn(exchange);
  if (etag === undefined || etag !== before.etag) return;
  session.find({
    rule: "precondition-respected",
    message: "Expected a new etag after a change; received the same",
    operation: "updateFile",
    contract: "/components/schemas/FileFields/properties/etag",
    at: "/response/body/etag",
    exchange,
  });
}

/** Expects no change, except in some values. Returns the number of changed values. */
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
      message: `Expected an unchanged \`${name}\` of the file; received another value`,
      operation: "updateFile",
      contract: `/components/schemas/FileFields/properties/${name}`,
      at: `/response/body/${name}`,
      exchange: after.exchange,
    });
  }
  return changed.length;
}
