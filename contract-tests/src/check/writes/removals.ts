import { type Exchange, isJsonObject, type JsonObject } from "content-service-contract";
import { expectError } from "../reads/expect-error.js";
import type { Check, Session } from "../session/check.js";
import {
  expectShown,
  expectStatus,
  expectSuccess,
  expectValues,
  isClientError,
  isSuccess,
} from "../session/expectations.js";
import { readRecord, updateOf, updateRecord } from "./given-record.js";
import { deletableUser, parameterOf } from "./given-values.js";
import { restoreAfterwards } from "./restored-values.js";
import { LETTERS } from "./texts.js";
import { workspaceOf } from "./workspace-file.js";

/** The checks that delete a user or restore a folder. They run last. */
export function removalChecks(): Check[] {
  return [rejectsActiveFolder, restoresFolder, restoresWithFields, keepsOwner, deletesUser];
}

const RESTORE = "restoreFolder";

const rejectsActiveFolder: Check = {
  id: "restoreFolder/requires-trash",
  operation: RESTORE,
  title: "restoreFolder rejects a folder that is not in the trash",
  effects: "lasting",
  async run(session) {
    const path = { folder_id: workspaceOf(session).folderId };
    const exchange = await session.call(RESTORE, { path });
    await expectError(session, exchange, { example: "not_found", what: "a folder that is not in the trash" });
  },
};

const restoresFolder: Check = {
  id: "restoreFolder/restores-once",
  operation: RESTORE,
  title: "restoreFolder restores a folder once",
  effects: "lasting",
  async run(session) {
    const folder_id = parameterOf(session, RESTORE, "folder_id", "the id of a folder in the trash");
    if (!(await restores(session, folder_id))) return;
    const again = await session.call(RESTORE, { path: { folder_id }, body: {} });
    expectStatus(session, again, 404, "the second restore");
  },
};

const restoresWithFields: Check = {
  id: "restoreFolder/restores-with-fields",
  operation: RESTORE,
  title: "restoreFolder returns the requested fields",
  effects: "lasting",
  async run(session) {
    const folder_id = parameterOf(session, RESTORE, "other_folder_id", "the id of another folder in the trash");
    const query = { fields: ["item_status", "trashed_at", "parent"] };
    // Without a body the folder returns to its place, if that still exists and has no folder of that name.
    const exchange = await session.call(RESTORE, { path: { folder_id }, query });
    const { status } = exchange.response;
    if (status === 404 || status === 409) return void (await restores(session, folder_id, query));
    if (!expectSuccess(session, exchange)) return;
    session.leaveBehind(`Folder ${folder_id} is out of the trash.`);
    expectRestored(session, exchange, { id: folder_id });
  },
};

async function restores(session: Session, folder_id: string, query: JsonObject = {}): Promise<boolean> {
  const name = `Restored by ${session.uniqueName()} ${LETTERS}`;
  // The original parent may no longer exist.
  const parent = { id: workspaceOf(session).folderId };
  const exchange = await session.call(RESTORE, { path: { folder_id }, query, body: { name, parent } });
  if (exchange.response.status === 404) await skipIfRestored(session, folder_id);
  if (!expectSuccess(session, exchange)) return false;
  session.leaveBehind(`Folder ${folder_id} is out of the trash, and has the name ${name}.`);
  return (
    expectRestored(session, exchange, { id: folder_id, name }) && (await expectShownInside(session, folder_id, name))
  );
}

/** A file that is moved into a restored folder shows the folder's new name. */
async function expectShownInside(session: Session, folder_id: string, name: string): Promise<boolean> {
  const before = await readRecord(session);
  if (before?.record["parent"] == null) return true;
  restoreAfterwards(session, before);
  const { exchange: moved } = await updateRecord(session, updateOf(session), { parent: { id: folder_id } });
  if (!expectStatus(session, moved, "2xx", "a move into a restored folder", { operation: RESTORE })) return false;
  return expectShown(session, moved, { parent: { id: folder_id, name } }, "a file to show the restored folder");
}

function expectRestored(session: Session, exchange: Exchange, own: JsonObject): boolean {
  const shows = { ...own, item_status: "active", trashed_at: null };
  return expectValues(session, exchange, shows, "the response to show a restored folder");
}

/** A query finds no folder in the trash. */
async function skipIfRestored(session: Session, folder_id: string): Promise<void> {
  const { input, known } = session.inputFor("queryMetadata");
  if (!known || !isJsonObject(input.body)) return;
  const body = { ...input.body, ancestor_folder_id: folder_id };
  const found = await session.call("queryMetadata", { ...input, body });
  if (isSuccess(found.response.status))
    session.skip(
      `Folder ${folder_id} is not in the trash, perhaps after another run: give another one in --parameters`,
    );
}

/** Nobody can act for a deleted user. */
async function skipIfDeleted(session: Session, user_id: string): Promise<void> {
  const found = await session.call("getCurrentUser", { header: { "As-User": user_id } });
  if (isClientError(found.response.status)) {
    session.skip(`User ${user_id} does not exist, perhaps after another run: give another one in --parameters`);
  }
}

const keepsOwner: Check = {
  id: "deleteUser/requires-force",
  operation: "deleteUser",
  title: "deleteUser keeps a user who owns content, unless forced",
  effects: "lasting",
  async run(session) {
    const user_id = parameterOf(session, "deleteUser", "owner_id", "the id of a user who owns content");
    // The last one shows that the user still exists.
    for (const query of [{ notify: false }, { force: false, notify: false }, {}]) {
      const exchange = await session.call("deleteUser", { path: { user_id }, query });
      if (isSuccess(exchange.response.status)) session.leaveBehind(`User ${user_id} is deleted.`);
      const what = "a deletion without `force` of a user who owns content";
      if (!(await expectError(session, exchange, { example: "user_owns_content", what, rule: "state-kept" }))) return;
    }
  },
};

const deletesUser: Check = {
  id: "deleteUser/deletes-once",
  operation: "deleteUser",
  title: "deleteUser deletes a user once",
  effects: "lasting",
  async run(session) {
    const user_id = deletableUser(session);
    const input = { path: { user_id }, query: { notify: false } };
    const operation = "deleteUser";
    const exchange = await session.call(operation, input);
    if (exchange.response.status === 404) await skipIfDeleted(session, user_id);
    if (!expectSuccess(session, exchange)) return;
    session.leaveBehind(`User ${user_id} is deleted.`);
    expectStatus(session, await session.call(operation, input), 404, "the second deletion");
    for (const query of [{ force: true, notify: true }, { force: false }]) {
      const again = await session.call(operation, { path: { user_id }, query });
      expectStatus(session, again, 404, `a deletion of a deleted user with \`force=${query.force}\``);
    }
    const alias = { path: { user_id }, body: { email: `${session.uniqueName()}@contract-check.example` } };
    const added = await session.call("addEmailAlias", alias);
    expectStatus(session, added, 404, "an alias of a deleted user", { operation });
    const acting = await session.call("getCurrentUser", { header: { "As-User": user_id } });
    if (isSuccess(acting.response.status)) {
      expectStatus(session, acting, "4xx", "a deleted user in `As-User`", { operation });
    }
  },
};
