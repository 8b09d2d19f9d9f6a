import { arrayAt, isJsonObject, type JsonObject, stringAt } from "../../contract/json.js";
import { pointer } from "../../contract/json-pointer.js";
import { jsonOf, type Session } from "../check.js";
import { expectSuccess } from "./expect-answer.js";
import { holds } from "./holds.js";

/** Notes a finding when no page of a list has an entry with the values given. */
export async function expectListed(
  session: Session,
  operation: string,
  query: JsonObject,
  entry: JsonObject,
): Promise<void> {
  let marker: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const paging = { limit: 1000, usemarker: true, ...(marker === undefined ? {} : { marker }) };
    const answer = await session.call(operation, { query: { ...query, ...pagingFor(session, operation, paging) } });
    if (!expectSuccess(session, operation, answer)) return;
    const body = jsonOf(answer);
    const list = isJsonObject(body) ? body : {};
    if (arrayAt(list, "entries").some((one) => holds(one, entry))) return;
    const next = stringAt(list, "next_marker");
    if (next === undefined || next === "" || next === marker) {
      session.find({
        rule: "state-kept",
        message: "The list does not have what was just created",
        operation,
        contract: pointer(session.contract.operation(operation).pointer, "responses", "200"),
        at: "/response/body/entries",
        exchange: answer,
      });
      return;
    }
    marker = next;
  }
}

/** A list that never ends is found elsewhere, and is no reason to go on for ever here. */
const MAX_PAGES = 1000;

/** Only what the operation takes: some lists are always paged by marker. */
function pagingFor({ contract }: Session, operation: string, paging: JsonObject): JsonObject {
  const taken = contract.operation(operation).parameters.filter((one) => one.in === "query");
  return Object.fromEntries(Object.entries(paging).filter(([name]) => taken.some((one) => one.name === name)));
}
