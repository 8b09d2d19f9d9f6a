import { arrayAt, isJsonObject, type JsonObject, objectAt, stringAt } from "content-service-contract";
import { queriesOf } from "../reads/query-data.js";
import { jsonOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess } from "../session/expectations.js";
import { tomorrow } from "./given-values.js";
import { expectSameFile, readWhole, updateWhole } from "./whole-file.js";
import {
  expectUnchanged,
  type FileState,
  fileCheck,
  putBackAfterwards,
  readFile,
  workspaceOf,
} from "./workspace-file.js";

/** Several changes in one call are atomic, for each reason to reject one of them. */
export const allOrNothing = fileCheck(
  "all-or-nothing",
  "changes nothing when one of several changes is rejected",
  async (session, state) => {
    putBackAfterwards(session, state);
    const sibling = await nameInFolder(session, state);
    const rejected: Readonly<Record<string, { readonly body: JsonObject; readonly header?: JsonObject }>> = {
      "a move into a folder that does not exist": { body: { parent: { id: session.uniqueName() } } },
      "an outdated etag in `If-Match`": { body: {}, header: { "If-Match": "no-such-etag" } },
      ...(sibling === undefined ? {} : { "the name of another file in the folder": { body: { name: sibling } } }),
    };
    for (const [what, { body, header }] of Object.entries(rejected)) {
      const before = await readWhole(session);
      if (before === undefined) return;
      const { exchange } = await updateWhole(session, { ...otherChanges(session, state), ...body }, header);
      const rule = "wrong-request-rejected";
      if (!expectStatus(session, exchange, "4xx", what, { rule })) return;
      const after = await readWhole(session);
      if (after === undefined || !expectSameFile(session, before, after, "an unchanged")) return;
    }
  },
);

/** A change of everything that can be put back. */
function otherChanges(session: Session, { name, values }: FileState): JsonObject {
  const own = session.uniqueName();
  return {
    ...{ name: `${own} ${name}`, description: own, tags: [own] },
    ...(values["lock"] === null ? { lock: { access: "lock", expires_at: tomorrow(session) } } : {}),
    ...(values["shared_link"] === null ? { shared_link: { access: "company" } } : {}),
  };
}

/** The name of another file in the folder of the workspace's file, from the lists that show some. */
async function nameInFolder(session: Session, { parentId }: FileState): Promise<string | undefined> {
  for (const operation of [...queriesOf(session.contract).map(({ operation }) => operation.id), "listFilesOnHold"]) {
    const { input, known } = session.inputFor(operation);
    if (!known) continue;
    const fields = ["name", "parent"];
    const body = isJsonObject(input.body) ? { body: { ...input.body, fields } } : { query: { fields, limit: 1000 } };
    const list = jsonOf(await session.call(operation, { ...input, ...body }));
    const found = arrayAt(isJsonObject(list) ? list : {}, "entries")
      .filter(isJsonObject)
      .find((one) => stringAt(objectAt(one, "parent"), "id") === parentId && one["id"] !== workspaceOf(session).fileId);
    if (found !== undefined) return stringAt(found, "name");
  }
  return undefined;
}

/** The response without `fields`. */
export const standardFile = fileCheck(
  "standard",
  "returns the standard representation and changes nothing else",
  async (session, before) => {
    putBackAfterwards(session, before);
    const path = { file_id: workspaceOf(session).fileId };
    const exchange = await session.call("updateFile", { path, body: { name: before.name } });
    if (!expectSuccess(session, exchange)) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
);
