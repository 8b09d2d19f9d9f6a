import type { JsonObject } from "../../contract/json.js";
import type { Check, Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues } from "../session/expectations.js";
import { deletableUser, parameterOf, skipUnlessAdmin } from "./given-values.js";
import { workspaceOf } from "./workspace-file.js";

/** The checks that delete a user or restore a folder. They run last. */
export function removalChecks(): Check[] {
  return [restoresFolder, restoresWithFields, deletesUser];
}

const RESTORE = "restoreFolder";

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
    await restores(session, folder_id, { fields: ["item_status", "trashed_at", "parent"] });
  },
};

async function restores(session: Session, folder_id: string, query: JsonObject = {}): Promise<boolean> {
  const name = `Restored by ${session.uniqueName()}`;
  // The original parent may no longer exist.
  const parent = { id: workspaceOf(session).folderId };
  const exchange = await session.call(RESTORE, { path: { folder_id }, query, body: { name, parent } });
  if (!expectSuccess(session, exchange)) return false;
  session.leaveBehind(`Folder ${folder_id} is out of the trash, and has the name ${name}.`);
  const shows = { id: folder_id, name, item_status: "active", trashed_at: null };
  return expectValues(session, exchange, shows, "the response to show a restored folder");
}

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
    if (exchange.response.status === 403) await skipUnlessAdmin(session);
    if (!expectSuccess(session, exchange)) return;
    session.leaveBehind(`User ${user_id} is deleted.`);
    expectStatus(session, await session.call(operation, input), 404, "the second deletion");
  },
};
