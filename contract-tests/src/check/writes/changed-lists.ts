import { type Exchange, type JsonObject, type Operation, objectAt } from "content-service-contract";
import { toList } from "../lists/list.js";
import { type PagesRead, readList, sendIn } from "../lists/read-list.js";
import { letPass, type Session } from "../session/check.js";
import { sharedQuery } from "./creation-facts.js";

/** The entries of a list, as text. */
interface View {
  readonly text: string;
  readonly exchange: Exchange;
}

/** What the other operations show that a creation changes (`x-changes`), with the parameters that its request has, too. */
export async function viewsOfChanges(
  session: Session,
  operation: Operation,
  body: JsonObject,
): Promise<ReadonlyMap<string, View>> {
  const { contract } = session;
  const node = contract.nodeAt(operation.pointer);
  const views = new Map<string, View>();
  for (const id of Object.keys(objectAt(node, "x-changes"))) {
    const list = await listed(session, contract.operation(id), sharedQuery(contract.operation(id), body));
    if (list === undefined || list.isRejected || !list.isComplete) continue;
    views.set(id, { text: JSON.stringify(list.entries.map(({ record }) => record)), exchange: list.exchange });
  }
  return views;
}

const BACKGROUND_MS = 5000;

/** Expects other views of what a creation changes than before it. */
export async function expectChanged(
  session: Session,
  operation: Operation,
  body: JsonObject,
  before: ReadonlyMap<string, View>,
): Promise<void> {
  const isSame = ([id, view]: readonly [string, View]) => before.get(id)?.text === view.text;
  const unchanged = [...(await viewsOfChanges(session, operation, body))].filter(isSame);
  // A service may make the change in the background.
  if (unchanged.length === 0 || !(await letPass(session, BACKGROUND_MS))) return;
  for (const [id, { exchange }] of [...(await viewsOfChanges(session, operation, body))].filter(isSame)) {
    const message = `Expected ${id} to show what ${operation.id} changed; received the same list as before`;
    session.find({ rule: "state-kept", message, at: "/response/body", exchange });
  }
}

/** The entries of a list with these query parameters. */
export function listed(session: Session, operation: Operation, query: JsonObject): Promise<PagesRead | undefined> {
  const list = toList(session.contract, operation, { input: { query }, identify: JSON.stringify });
  const position = list.positions.find(({ kind }) => kind === "marker");
  return readList(sendIn(session, true), list, { position, limit: list.limits.maximum });
}
