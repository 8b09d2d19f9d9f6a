import {
  arrayAt,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  stringAt,
} from "content-service-contract";
import { QUERY } from "../reads/query-data.js";
import type { Caller, Callers } from "../session/callers.js";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";

const [READ, ASSIGNMENT] = ["getFileMetadata", "getTaskAssignment"] as const;

/** A file that does not exist for a user in one operation does not exist in the others. */
export function visibilityChecks(operations: readonly Operation[], callers: Callers): Check[] {
  const chosen = operations.filter(({ id }) => id === QUERY || id === ASSIGNMENT);
  return chosen.map(({ id }) => ({
    id: `${id}/hides-records-of-others`,
    operation: id,
    title: `${id} shows a user no file that ${READ} hides from that user`,
    effects: "none",
    async run(session) {
      const [own, second] = [await callers.own(session), await callers.second(session)];
      const { input, known } = session.inputFor(id);
      if (!known) session.skip(`${id} needs ids: give them in --parameters`);
      const isQuery = id === QUERY && isJsonObject(input.body);
      const wide = isQuery
        ? { body: { from: stringAt(input.body, "from") ?? "", ancestor_folder_id: "0", limit: 100 } }
        : input;
      const shown = await second.call(session, id, wide);
      const hidden = await firstHidden(session, { own, second }, filesIn(shown));
      if (hidden === undefined) return;
      session.find({
        ...{
          rule: "caller-respected",
          operation: id,
          contract: session.contract.operation(id).pointer,
          exchange: shown,
        },
        message: `Expected no file ${hidden} for a user for whom ${READ} does not find it; received it`,
        at: "/response/body",
      });
    },
  }));
}

/** The ids of the files in a response: a few of a list, or that of a task. */
function filesIn(exchange: Exchange): string[] {
  const body = jsonOf(exchange);
  if (!isSuccess(exchange.response.status) || !isJsonObject(body)) return [];
  const records: readonly Json[] = [objectAt(body, "item"), ...arrayAt(body, "entries")];
  const files = records.filter((one): one is JsonObject => isJsonObject(one) && one["type"] === "file");
  return files.flatMap((one) => stringAt(one, "id") ?? []).slice(0, MOST_FILES);
}

const MOST_FILES = 5;

/** The first file that the first user finds, and the second one does not. */
async function firstHidden(
  session: Session,
  { own, second }: Readonly<Record<"own" | "second", Caller>>,
  files: readonly string[],
): Promise<string | undefined> {
  for (const file_id of files) {
    const path = { file_id, scope: "global", template_key: "properties" };
    const isFound = async (caller: Caller) =>
      errorCodeOf(jsonOf(await caller.call(session, READ, { path }))) !== "not_found";
    if (!(await isFound(second)) && (await isFound(own))) return file_id;
  }
  return undefined;
}
