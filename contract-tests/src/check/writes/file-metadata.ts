import type { JsonObject } from "../../contract/json.js";
import type { Exchange } from "../../exchange/exchange.js";
import type { Check, Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isClientError, isSuccess } from "../session/expectations.js";
import { workspaceOf } from "./workspace-file.js";

/** The checks that create metadata on the workspace's file and delete it. */
export function fileMetadataChecks(): Check[] {
  return [kept, appliedOnce, ofKnownTemplate, deletes];
}

/** The template that every service has. It allows any keys and values. */
export const PROPERTIES = { scope: "global", template_key: "properties" };

/** Skips the check when the file has such metadata, since its id could not be restored. */
export async function skipIfApplied(session: Session): Promise<boolean> {
  const present = await instance(session, "getFileMetadata");
  if (isSuccess(present.response.status)) {
    session.skip("The file has custom metadata already, which could not be restored");
  }
  return expectStatus(session, present, 404, {
    operation: "getFileMetadata",
    rule: "state-kept",
    expected: "a 404 response for metadata that was not applied",
  });
}

/** Creates metadata on the file, and deletes it after the check. Undefined after an error response. */
export async function applyForNow(session: Session): Promise<{ values: JsonObject; answer: Exchange } | undefined> {
  const values = { status: "open", reviewed_by: session.uniqueName() };
  removeAfterwards(session);
  const answer = await instance(session, "createFileMetadata", values);
  return expectSuccess(session, "createFileMetadata", answer) ? { values, answer } : undefined;
}

/** Deletes the metadata after the check, if it exists. */
export function removeAfterwards(session: Session): void {
  session.cleanUp(async () => {
    const present = await instance(session, "getFileMetadata");
    if (!isSuccess(present.response.status)) return;
    const { response } = await instance(session, "deleteFileMetadata");
    if (isSuccess(response.status)) return;
    session.leaveBehind(`File ${workspaceOf(session).fileId} has custom metadata that could not be removed.`);
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
  const operation = "getFileMetadata";
  const rule = "state-kept";
  const there = expectStatus(session, read, isSuccess, { operation, rule, expected: "the applied metadata to exist" });
  const expected = "the metadata that was applied";
  return there && expectValues(session, read, { ...values, ...systemValues(session) }, { operation, rule, expected });
}

const kept: Check = {
  id: "createFileMetadata/keeps",
  operation: "createFileMetadata",
  title: "createFileMetadata creates metadata that getFileMetadata returns",
  effects: "undone",
  async run(session) {
    if (!(await skipIfApplied(session))) return;
    const applied = await applyForNow(session);
    if (applied === undefined) return;
    const { values, answer } = applied;
    const said = {
      operation: "createFileMetadata",
      rule: "state-kept",
      expected: "the response to contain the values of the request",
    } as const;
    if (expectValues(session, answer, { ...values, ...systemValues(session) }, said)) await expectKept(session, values);
  },
};

const appliedOnce: Check = {
  id: "createFileMetadata/applied-once",
  operation: "createFileMetadata",
  title: "createFileMetadata rejects a template that the file already has",
  effects: "undone",
  async run(session) {
    if (!(await skipIfApplied(session))) return;
    const applied = await applyForNow(session);
    if (applied === undefined) return;
    const again = await instance(session, "createFileMetadata", { status: "again" });
    const refused = expectStatus(session, again, 409, {
      operation: "createFileMetadata",
      rule: "state-kept",
      expected: "a 409 response for a template that is already applied",
    });
    if (refused) await expectKept(session, applied.values);
  },
};

const ofKnownTemplate: Check = {
  id: "createFileMetadata/unknown-template",
  operation: "createFileMetadata",
  title: "createFileMetadata rejects an unknown template",
  effects: "undone",
  async run(session) {
    const path = { file_id: workspaceOf(session).fileId, scope: "global", template_key: session.uniqueName() };
    session.cleanUp(async () => {
      const present = await session.call("getFileMetadata", { path });
      if (isSuccess(present.response.status)) await session.call("deleteFileMetadata", { path });
    });
    const answer = await session.call("createFileMetadata", { path, body: { status: "open" } });
    expectStatus(session, answer, isClientError, {
      operation: "createFileMetadata",
      rule: "wrong-request-rejected",
      expected: "a 4xx response for a template that does not exist",
    });
  },
};

const deletes: Check = {
  id: "deleteFileMetadata/deletes",
  operation: "deleteFileMetadata",
  title: "deleteFileMetadata deletes the metadata of a file once",
  effects: "undone",
  async run(session) {
    if (!(await skipIfApplied(session)) || (await applyForNow(session)) === undefined) return;
    const removed = await instance(session, "deleteFileMetadata");
    if (!expectSuccess(session, "deleteFileMetadata", removed)) return;
    const gone = expectStatus(session, await instance(session, "getFileMetadata"), 404, {
      operation: "getFileMetadata",
      rule: "state-kept",
      expected: "a 404 response for deleted metadata",
    });
    if (!gone) return;
    expectStatus(session, await instance(session, "deleteFileMetadata"), 404, {
      operation: "deleteFileMetadata",
      rule: "state-kept",
      expected: "a 404 response for the second deletion",
    });
  },
};

/** The values that the service adds. */
function systemValues(session: Session): JsonObject {
  const { fileId } = workspaceOf(session);
  return { $parent: `file_${fileId}`, $template: PROPERTIES.template_key, $scope: PROPERTIES.scope };
}
