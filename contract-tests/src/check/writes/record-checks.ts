import { type Contract, isJsonObject, type Json, type JsonObject, sameJson } from "content-service-contract";
import { actsForOthers } from "../session/callers.js";
import { type Check, letPass, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { instancesOf } from "../session/instances.js";
import { ownId } from "../session/target-input.js";
import { creditsUser } from "./credits.js";
import {
  type PartialUpdate,
  partialUpdates,
  type RecordState,
  readRecord,
  recordCheck,
  updateOf,
  updateRecord,
} from "./given-record.js";
import { call, createForNow, expectStored } from "./instance-checks.js";
import { expectKept } from "./kept-values.js";
import { otherRecords } from "./other-records.js";
import { type Change, changesOf, namesShown, requiredIn, sampleBody, shownFor } from "./record-changes.js";
import { ANY, callerOf, expectChange, expectSame, expectShownWhole } from "./record-states.js";
import { allOrNothing } from "./rejected-changes.js";
import { formerBody, restoreAfterwards } from "./restored-values.js";

/** The checks that change a given record, one value after the other, and restore it. */
export function recordChecks(contract: Contract): Check[] {
  return partialUpdates(contract).flatMap((update) => [
    recordCheck(update, ["standard", "returns the standard representation and changes nothing else"], expectStandard),
    ...update.settable.map((property) => {
      const { name } = property;
      return recordCheck(update, [`keeps/${name}`, `keeps each new \`${name}\``], async (session, before) => {
        const changes = changesOf(session, property, before);
        restoreAfterwards(session, before);
        await makeChanges(session, update, changes);
      });
    }),
    recordCheck(update, ["keeps-the-rest", "keeps all other values, and other records, in each change"], keepsTheRest),
    recordCheck(update, ["all-or-nothing", "changes nothing when one of several changes is rejected"], allOrNothing),
    ...(actsForOthers(contract, update.operation)
      ? [recordCheck(update, ["credits-user", "credits a change to the user for whom it is made"], creditsUser)]
      : []),
  ]);
}

/** The response without `fields`. */
async function expectStandard(session: Session, before: RecordState): Promise<void> {
  const update = updateOf(session, before);
  restoreAfterwards(session, before);
  const path = { [update.parameter]: ownId(session, update.type) };
  const body = formerBody(before, update.settable.slice(0, 1));
  if (!expectSuccess(session, await session.call(update.operation.id, { path, body }))) return;
  const after = await readRecord(session, update);
  if (after !== undefined) expectSame(session, before, after, [ANY]);
}

/** Makes one change after the other, and checks each in its response and by another read. */
async function makeChanges(session: Session, update: PartialUpdate, changes: readonly Change[], delayMs = 0) {
  const caller = await callerOf(session);
  let before = await readRecord(session, update);
  const startMs = session.now();
  let isDelayed = delayMs > 0 && (await letPass(session, delayMs));
  for (const change of changes) {
    if (before === undefined) return;
    // The clock of the service can stand still, and its `Date` has whole seconds.
    const isLater = () => isDelayed && session.now() - startMs >= delayMs / 2;
    before = await made(session, update, { before, change, caller, isLater });
    isDelayed = false;
  }
}

interface Step {
  readonly before: RecordState;
  readonly change: Change;
  readonly caller: JsonObject | undefined;
  /** Whether some time had passed before the change, by its response. */
  readonly isLater?: () => boolean;
}

/** The record after a change. Undefined when that ends the check. */
async function made(
  session: Session,
  update: PartialUpdate,
  { before, change, caller, isLater }: Step,
): Promise<RecordState | undefined> {
  const { what, body, shows = body, open = false, parts = [] } = change;
  const response = await updateRecord(session, update, body);
  const { exchange } = response;
  if (!isSuccess(exchange.response.status)) {
    let last: RecordState | undefined = before;
    for (const part of parts) last &&= await made(session, update, { before: last, change: part, caller });
    if (parts.length > 0 || (open && [400, 409].includes(exchange.response.status))) return last;
    expectStatus(session, exchange, "2xx", what, { rule: "call-succeeds" });
    return undefined;
  }
  if (!expectKept(session, exchange, shownFor(session.contract, update, shows, response.record))) return undefined;
  const after = await readRecord(session, update);
  if (after === undefined || !expectSame(session, response, after, [], { what: "as in the response to the change" }))
    return undefined;
  if (!expectMembersKept(session, update, [before, after], body)) return undefined;
  const names = Object.keys(body);
  const isChanged = names.some((name) => !sameJson(before.record[name], after.record[name]));
  if (isChanged) expectChange(session, [before, after], names, { caller, isLater: isLater?.() });
  else expectSame(session, before, after, [ANY]);
  return after;
}

/** A change of some members of an object keeps the others that a request can set, or gives them their defaults. */
function expectMembersKept(
  session: Session,
  { settable }: PartialUpdate,
  [before, { record, exchange }]: readonly [RecordState, RecordState],
  body: JsonObject,
): boolean {
  const { contract } = session;
  return settable.every(({ name, schema }) => {
    const [value, was] = [body[name], before.record[name]];
    if (!isJsonObject(value) || !isJsonObject(was) || !isJsonObject(record[name])) return true;
    // An object with required members replaces the former one.
    const isWhole = requiredIn(contract, schema).length > 0;
    const expected = isWhole ? defaultMembers(contract, schema, value) : otherMembers(contract, schema, value, was);
    const what = isWhole
      ? "as by default, where a change of the object does not have it"
      : "unchanged by a change of other members";
    return expectKept(session, exchange, { [name]: expected }, what);
  });
}

/** The documented defaults of the members that a change does not have, under the names that responses show. */
function defaultMembers(contract: Contract, schema: string, value: JsonObject): JsonObject {
  const members = [...contract.propertiesOf(schema, value)].flatMap(([member, at]): [string, Json][] => {
    const { default: own } = contract.schemaAt(at);
    const names = member in value || own === undefined ? [] : namesShown(contract, at, member);
    return names.map((name) => [name, own ?? null]);
  });
  return Object.fromEntries(members);
}

/** The members of an object that a change does not have, also of the objects in it. */
function otherMembers(contract: Contract, schema: string, value: JsonObject, was: JsonObject): JsonObject {
  const members = [...contract.propertiesOf(schema, value)].flatMap(([member, at]): [string, Json][] => {
    const [sent, before] = [value[member], was[member]];
    if (isJsonObject(sent) && isJsonObject(before)) return [[member, otherMembers(contract, at, sent, before)]];
    const names = member in value ? [] : namesShown(contract, at, member);
    return names.flatMap((one): [string, Json][] => (was[one] == null ? [] : [[one, was[one]]]));
  });
  return Object.fromEntries(members);
}

/** Each kind of change of a record that has everything it can have. */
async function keepsTheRest(session: Session, before: RecordState): Promise<void> {
  const update = updateOf(session, before);
  restoreAfterwards(session, before, update.settable);
  const below = instancesOf(session.contract).find(({ above }) => above.type === update.type);
  const isFree = below !== undefined && !isSuccess((await call(session, below, below.read)).response.status);
  const instance = isFree ? await createForNow(session, below) : undefined;
  const changes = combined(session, update, before);
  const half = Math.ceil(changes.length / 2);
  await otherRecords(session, update);
  // Twice, since others can change another record once.
  for (const some of [changes.slice(0, half), changes.slice(half)]) {
    await makeChanges(session, update, some, DELAY_MS);
    // A list that was read before shows the changed record, too, and the others as they were.
    await otherRecords(session, update, (exchange) => expectShownWhole(session, exchange));
  }
  if (below !== undefined && instance !== undefined) await expectStored(session, below, instance);
}

/** Times can have whole seconds. */
const DELAY_MS = 3000;

/** All values at once, then each property alone, while the record has each object that it can have. */
function combined(session: Session, { settable }: PartialUpdate, before: RecordState): Change[] {
  const removable = settable.filter(({ isRemovable }) => isRemovable);
  const others = settable.filter(({ isRemovable }) => !isRemovable);
  const plain = others.filter(({ refersTo }) => refersTo === undefined);
  const sample = (...ones: typeof settable) => sampleBody(session, ones, before);
  const changes = [
    { what: "several values together", body: sample(...plain) },
    ...removable.flatMap((one) => [
      { what: `a \`${one.name}\` with all members`, body: sample(one) },
      ...innerMembers(sample(one)).map((body) => ({ what: `one inner member of the \`${one.name}\``, body })),
    ]),
    ...others.flatMap((one) => [
      { what: `another \`${one.name}\` of such a record`, body: sample(one) },
      { what: `the former \`${one.name}\``, body: one.refersTo === undefined ? {} : formerBody(before, [one]) },
    ]),
    ...removable.map(({ name }) => ({ what: `the removal of the \`${name}\``, body: { [name]: null } })),
    { what: "the former values", body: formerBody(before, plain) },
  ];
  return changes.filter(({ body }) => Object.keys(body).length > 0);
}

/** Bodies with one member each of the objects in an object: the others of these stay as they are. */
function innerMembers(body: JsonObject): JsonObject[] {
  return Object.entries(body).flatMap(([name, object]) =>
    Object.entries(isJsonObject(object) ? object : {}).flatMap(([member, inner]) =>
      Object.entries(isJsonObject(inner) ? inner : {}).map(([key, value]) => ({
        [name]: { [member]: { [key]: value } },
      })),
    ),
  );
}
