import type { Json, JsonObject } from "content-service-contract";
import { recordIn, valueNamed } from "../resources/payload.js";
import type { Caller } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";

/** The user of a token, as an operation such as `GET /me` shows it. Empty where the contract has none. */
export async function shownUser(session: Session, caller: Caller): Promise<JsonObject> {
  const showing = session.contract.operations.find(({ method, path }) => method === "get" && OWN_USER.test(path));
  const shown = showing && (await caller.call(session, showing.id, {}));
  return (shown && recordIn(jsonOf(shown))?.record) ?? {};
}

/** The id of a caller: by the operator, or in the record of the user. */
export function idOfUser({ facts }: Caller, record: JsonObject): Json | undefined {
  return facts.id ?? valueNamed(record, "id") ?? valueNamed(record, "user_id");
}

const OWN_USER = /\/(me|self|whoami|current-?user|profile)$/i;
