import { isJsonObject, type Json, type JsonObject, stringAt } from "content-service-contract";
import type { Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import type { Target } from "../session/record-requests.js";
import { ownId } from "../session/target-input.js";
import { partialUpdates, type RecordState, type Settable, updateOf, updateRecord } from "./given-record.js";
import { changesIn } from "./record-states.js";

/** Skips the check where the record has what a request removes and cannot create again. */
export function requireAbsent(session: Session, before: RecordState, settable: readonly Settable[]): void {
  const { type } = updateOf(session, before);
  const present = settable.find(({ name, isRemovable }) => isRemovable && before.record[name] !== null);
  const lost = `a \`${present?.name}\` already, which could not be restored`;
  if (present !== undefined) session.skip(`The ${type} has ${lost}: give another one with --workspace ${type}=ID`);
}

/** Restores the record after the check, and reports what could not be restored. Skips it as `requireAbsent` does. */
export function restoreAfterwards(session: Session, before: RecordState, absent: readonly Settable[] = []): void {
  requireAbsent(session, before, absent);
  session.cleanUp(() => restore(session, before));
}

/** Moves the record of the workspace into another one, until the end of the check. Undefined where no update does that. */
export async function moveInto(session: Session, { type, id }: Target) {
  for (const update of partialUpdates(session.contract)) {
    const property = update.settable.find(({ refersTo }) => refersTo === type)?.name;
    if (property === undefined || session.target.workspace?.[`${update.type}Id`] === undefined) continue;
    const before = await updateRecord(session, update, {});
    if (!isSuccess(before.exchange.response.status)) return undefined;
    restoreAfterwards(session, before);
    const { exchange } = await updateRecord(session, update, { [property]: { id } });
    const moved = { type: update.type, id: ownId(session, update.type) };
    return { update, property, exchange, inside: isSuccess(exchange.response.status) ? moved : undefined };
  }
  return undefined;
}

/** Restores the record. */
export async function restore(session: Session, before: RecordState): Promise<void> {
  const update = updateOf(session, before);
  const changedIn = ({ record, exchange }: RecordState) => {
    const names = changesIn(session, before, { record });
    return update.settable.filter(({ name }) => !isSuccess(exchange.response.status) || names.includes(name));
  };
  const changed = changedIn(await updateRecord(session, update, {}));
  if (changed.length === 0) return;
  await updateRecord(session, update, formerBody(before, changed));
  // A broken service may report a change that it did not make, so read again.
  const left = changedIn(await updateRecord(session, update, {}));
  if (left.length === 0) return;
  const name = stringAt(before.record, "name");
  const type = update.type.slice(0, 1).toUpperCase() + update.type.slice(1);
  const called = name === undefined ? "" : `was called ${name}, and `;
  const names = left.map((one) => one.name).join(", ");
  session.leaveBehind(`${type} ${ownId(session, update.type)} ${called}its ${names} could not be restored.`);
}

/** The body that restores properties, as far as a request can: it cannot create again what null removes. */
export function formerBody({ record }: RecordState, settable: readonly Settable[]): JsonObject {
  const entries = settable.flatMap(({ name, isRemovable, refersTo }): [string, Json][] => {
    const { [name]: value } = record;
    if (value === undefined || (isRemovable && value !== null)) return [];
    if (refersTo === undefined) return [[name, value]];
    return isJsonObject(value) ? [[name, { id: value["id"] ?? null }]] : [];
  });
  return Object.fromEntries(entries);
}
