import type { Exchange, JsonObject } from "content-service-contract";
import { expectConflict, expectError } from "../reads/expect-error.js";
import type { Check, Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isSuccess, valueIn } from "../session/expectations.js";
import { skipIfLocked, workspaceOf } from "./workspace-file.js";

/** The checks that create metadata on the workspace's file and delete it. */
export function fileMetadataChecks(): Check[] {
  return [kept, appliedOnce, deletes];
}

/** The template that every service has. It allows any keys and values. */
export const PROPERTIES = { scope: "global", template_key: "properties" };

/** Skips the check when the file has such metadata, since its id could not be restored. */
export async function skipIfApplied(session: Session): Promise<boolean> {
  const present = await instance(session, "getFileMetadata");
  if (isSuccess(present.response.status)) {
    session.skip("The file has custom metadata already, which could not be restored: give another one with --file");
  }
  return expectError(session, present, { ...NOT_APPLIED, what: "metadata that was not applied" });
}

/** Creates metadata on the file, and deletes it after the check. Undefined after an error response. */
export async function applyForNow(session: Session): Promise<{ values: JsonObject; exchange: Exchange } | undefined> {
  const values = { status: "open", reviewed_by: session.uniqueName() };
  removeAfterwards(session);
  const exchange = await instance(session, "createFileMetadata", values);
  skipIfLocked(session, exchange);
  return expectSuccess(session, exchange) ? { values, exchange } : undefined;
}

/** Deletes the metadata after the check, if it exists. */
export function removeAfterwards(session: Session): void {
  session.cleanUp(async () => {
    const present = await instance(session, "getFileMetadata");
    if (!isSuccess(present.response.status)) return;
    const { response } = await instance(session, "deleteFileMetadata");
    const left = await instance(session, "getFileMetadata");
    if (!isSuccess(left.response.status)) return;
    session.leaveBehind(`File ${workspaceOf(session).fileId} has custom metadata that could not be removed.`);
    if (!isSuccess(response.status)) return;
    session.find({
      rule: "state-kept",
      message: "Expected deleted metadata to be gone; received it",
      operation: "deleteFileMetadata",
      contract: session.contract.operation("deleteFileMetadata").pointer,
      at: "/response/status",
      exchange: left,
    });
  });
}

/** Calls one of the operations for the metadata of the file. */
export function instance(session: Session, operation: string, body?: JsonObject): Promise<Exchange> {
  const path = { file_id: workspaceOf(session).fileId, ...PROPERTIES };
  return session.call(operation, { path, ...(body === undefined ? {} : { body }) });
}

/** Expects the metadata of the file to have these values. */
export async function expectKept(session: Session, values: JsonObject): Promise<boolean> {
  const read = await instance(session, "getFileMetadata");
  if (!expectStatus(session, read, "2xx", "metadata that was applied")) return false;
  return expectValues(session, read, { ...values, ...systemValues(session) }, "the metadata that was applied");
}

const kept = metadataCheck(
  "createFileMetadata/keeps",
  "creates metadata that getFileMetadata returns",
  async (session, { values, exchange }) => {
    if (expectValues(session, exchange, { ...values, ...systemValues(session) })) await expectKept(session, values);
  },
);

const appliedOnce = metadataCheck(
  "createFileMetadata/applied-once",
  "rejects a template that the file already has",
  async (session, { values }) => {
    const again = await instance(session, "createFileMetadata", { status: "again" });
    if (await expectConflict(session, again, "a template that is already applied")) await expectKept(session, values);
  },
);

const deletes = metadataCheck(
  "deleteFileMetadata/deletes",
  "deletes the metadata of a file once",
  async (session, { values }) => {
    if (!expectSuccess(session, await instance(session, "deleteFileMetadata"))) return;
    const read = await instance(session, "getFileMetadata");
    if (!(await expectError(session, read, { ...NOT_APPLIED, what: "deleted metadata" }))) return;
    const again = await instance(session, "deleteFileMetadata");
    await expectError(session, again, { ...NOT_APPLIED, what: "the second deletion" });
    const own = { added_by: session.uniqueName() };
    if (!expectSuccess(session, await instance(session, "createFileMetadata", own))) return;
    const fresh = await instance(session, "getFileMetadata");
    const [left] = Object.keys(values).filter((name) => valueIn(fresh, name) !== undefined);
    if (left === undefined) return;
    session.find({
      ...{ rule: "state-kept", message: `Expected no \`${left}\` of the deleted metadata in new one; received it` },
      ...{ operation: "deleteFileMetadata", contract: session.contract.operation("deleteFileMetadata").pointer },
      ...{ at: `/response/body/${left}`, exchange: fresh },
    });
  },
);

const NOT_APPLIED = { example: "instance_not_found", rule: "state-kept" } as const;

/** A check that starts with metadata on the file. */
function metadataCheck(
  id: string,
  title: string,
  run: (session: Session, applied: { values: JsonObject; exchange: Exchange }) => Promise<void>,
): Check {
  const operation = id.replace(/\/.*/, "");
  return {
    ...{ id, operation, title: `${operation} ${title}`, effects: "undone" },
    async run(session) {
      if (!(await skipIfApplied(session))) return;
      const applied = await applyForNow(session);
      if (applied !== undefined) await run(session, applied);
    },
  };
}

/** The values that the service adds. */
function systemValues(session: Session): JsonObject {
  const { fileId } = workspaceOf(session);
  return { $parent: `file_${fileId}`, $template: PROPERTIES.template_key, $scope: PROPERTIES.scope };
}
