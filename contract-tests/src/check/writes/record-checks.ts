import {
  arrayAt,
  type Contract,
  type Exchange,
  exampleResponses,
  isJsonObject,
  type Json,
  type JsonObject,
  pointer,
  recordsOf,
  requestMedia,
  sameJson,
  schemaProperties,
  valueAt,
  withValue,
} from "content-service-contract";
import { ancestorsOf, queriesOf } from "../reads/query-data.js";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { instancesOf } from "../session/instances.js";
import { NO_ID, ownId } from "../session/target-input.js";
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
import { type Change, changesOf, isName, namesShown, requiredIn, sampleBody, shownFor } from "./record-changes.js";
import { ANY, callerOf, changesIn, expectChange, expectSame, expectShownWhole } from "./record-states.js";
import { formerBody, requireAbsent, restoreAfterwards } from "./restored-values.js";

/** The checks that change a given record, one value after the other, and restore it. */
export function recordChecks(contract: Contract): Check[] {
  return partialUpdates(contract).flatMap((update) => [
    recordCheck(update, ["standard", "returns the standard representation and changes nothing else"], expectStandard),
    ...update.settable.map((property) =>
      recordCheck(
        update,
        [`keeps/${property.name}`, `keeps each new \`${property.name}\``],
        async (session, before) => {
          const changes = changesOf(session, property, before);
          restoreAfterwards(session, before);
          await makeChanges(session, update, changes);
        },
      ),
    ),
    recordCheck(update, ["keeps-the-rest", "keeps all other values, and other records, in each change"], keepsTheRest),
    recordCheck(update, ["all-or-nothing", "changes nothing when one of several changes is rejected"], allOrNothing),
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
async function makeChanges(session: Session, update: PartialUpdate, changes: readonly Change[]): Promise<void> {
  const caller = await callerOf(session);
  let before = await readRecord(session, update);
  for (const change of changes) {
    if (before === undefined) return;
    before = await made(session, update, { before, change, caller });
  }
}

interface Step {
  readonly before: RecordState;
  readonly change: Change;
  readonly caller: JsonObject | undefined;
}

/** The record after a change. Undefined when that ends the check. */
async function made(
  session: Session,
  update: PartialUpdate,
  { before, change, caller }: Step,
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
  if (isChanged) expectChange(session, [before, after], names, caller);
  else expectSame(session, before, after, [ANY]);
  return after;
}

/** A change of some members of an object keeps the others that a request can set. */
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
    if (requiredIn(contract, schema).length > 0) return true;
    const kept = otherMembers(contract, schema, value, was);
    return expectKept(session, exchange, { [name]: kept }, "unchanged by a change of other members");
  });
}

/** The members of an object that a change does not have, also of the objects in it. */
function otherMembers(contract: Contract, schema: string, value: JsonObject, was: JsonObject): JsonObject {
  const members = [...schemaProperties(contract, schema, value)].flatMap(([member, at]): [string, Json][] => {
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
  requireAbsent(session, before, update.settable);
  restoreAfterwards(session, before);
  const below = instancesOf(session.contract).find(({ above }) => above.type === update.type);
  const isFree = below !== undefined && !isSuccess((await call(session, below, below.read)).response.status);
  const instance = isFree ? await createForNow(session, below) : undefined;
  const changedOthers = async () => {
    const others = await otherRecords(session, update);
    await makeChanges(session, update, combined(session, update, before));
    // A list that was read before shows the changed record, too.
    const shown = await otherRecords(session, update, (exchange) => expectShownWhole(session, exchange));
    return [...shown].filter(([id, { record }]) => {
      const own = others.get(id);
      return own !== undefined && changesIn(session, own, { record }).length > 0;
    });
  };
  const suspects = await changedOthers();
  if (below !== undefined && instance !== undefined) await expectStored(session, below, instance);
  // Other users can have changed the same record in the meantime, but rarely twice.
  const again = suspects.length === 0 ? [] : await changedOthers();
  const [id, other] = again.find(([one]) => suspects.some(([suspect]) => suspect === one)) ?? [];
  if (other === undefined) return;
  const message = `Expected an unchanged ${update.type} ${id} after changes of another one; received other values`;
  const { id: operation } = update.operation;
  session.find({ rule: "state-kept", message, operation, at: "/response/body", exchange: other.exchange });
}

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

/** Several changes in one call are atomic, for each reason to reject one of them. */
async function allOrNothing(session: Session, state: RecordState): Promise<void> {
  const update = updateOf(session, state);
  restoreAfterwards(session, state);
  for (const { what, first, body, header } of await rejectedChanges(session, update, state)) {
    if (first !== undefined) await updateRecord(session, update, first);
    const before = await readRecord(session, update);
    if (before === undefined) return;
    const others = sampleBody(session, update.settable, before);
    const { exchange } = await updateRecord(session, update, { ...others, ...body }, header);
    if (!expectStatus(session, exchange, "4xx", what, { rule: "wrong-request-rejected" })) return;
    const after = await readRecord(session, update);
    if (after === undefined || !expectSame(session, before, after)) return;
  }
}

interface Rejected {
  readonly what: string;
  /** A change that succeeds before it. */
  readonly first?: JsonObject;
  readonly body?: JsonObject;
  readonly header?: JsonObject;
}

/** An id that no record has, an outdated etag, and values of another record where each record has its own (`x-unique`). */
async function rejectedChanges(session: Session, update: PartialUpdate, before: RecordState): Promise<Rejected[]> {
  const { contract } = session;
  const references = update.settable.filter(({ refersTo }) => refersTo !== undefined);
  const places = (one: JsonObject) =>
    Object.fromEntries(references.map(({ name }) => [name, { id: valueAt(one, `/${name}/id`) ?? null }]));
  const stay = places(before.record);
  const others = [...(await otherRecords(session, update)).values()].map((one) => one.record).filter(isPresent);
  const taken = uniqueValues(contract, update).flatMap((at): Rejected[] => {
    const values = others.filter((one) => typeof valueAt(one, at) === "string");
    const what = `the \`${at.slice(1).replace("/", ".")}\` of another ${update.type}`;
    const bodyLike = (one: JsonObject, base: JsonObject): JsonObject => Object(withValue(base, at, valueAt(one, at)));
    if (at.lastIndexOf("/") === 0) {
      // A name is taken in one place alone: where the record is, or where a change moves it that has the name already.
      const placed = values.filter((one) => references.every(({ name }) => valueAt(one, `/${name}/id`) != null));
      const [near, far] = [true, false].map((isNear) => placed.find((one) => sameJson(places(one), stay) === isNear));
      const [above] = placed.flatMap((one) => besideAbove(contract, update, one, at));
      return [
        ...(above === undefined ? [] : [{ what: "the name of another kind of record", body: above }]),
        ...(near === undefined ? [] : [{ what, body: bodyLike(near, places(near)) }]),
        ...(far === undefined ? [] : [{ what, first: bodyLike(far, {}), body: bodyLike(far, places(far)) }]),
      ];
    }
    // For an object that is new, and for one that is there.
    const object = update.settable.filter(({ name }) => at.startsWith(pointer("", name, "")));
    const bodies = values.slice(0, 1).map((one) => bodyLike(one, {}));
    return bodies.flatMap((body) => [
      { what, body },
      { what, body, first: sampleBody(session, object, before) },
    ]);
  });
  return [
    ...references.map(({ name, refersTo }) => ({
      ...{ what: `a ${refersTo} that does not exist`, body: { [name]: { id: NO_ID } } },
    })),
    ...(update.takesIfMatch
      ? [{ what: "an outdated etag in `If-Match`", body: stay, header: { "If-Match": "no-such-etag" } }]
      : []),
    ...taken,
  ];
}

/** Changes that move a record beside the one above another record, with the name of that one. */
function besideAbove(contract: Contract, update: PartialUpdate, record: JsonObject, at: string): JsonObject[] {
  return queriesOf(contract).flatMap((query) => {
    const place = ancestorsOf(query, record).at(-2);
    const [property] = update.settable.filter(({ refersTo }) => refersTo !== undefined);
    const name = property && valueAt(record, `/${property.name}${at}`);
    if (place === undefined || property === undefined || typeof name !== "string") return [];
    return [Object(withValue({ [property.name]: { id: place } }, at, name))];
  });
}

/** Whether nothing says that a record is in the trash, where its name is free. */
function isPresent(record: JsonObject): boolean {
  return !Object.entries(record).some(
    ([name, value]) => REMOVED.test(String(value)) || (REMOVED.test(name) && value !== null && value !== false),
  );
}

const REMOVED = /^(trash|delet|archiv)/i;

/** The places of values that no two records may have, in a request and in its objects. */
function uniqueValues(contract: Contract, { settable }: PartialUpdate): string[] {
  return settable.flatMap(({ name, schema }) =>
    [["", schema] as const, ...schemaProperties(contract, schema, {})].flatMap(([member, at]) =>
      isName(contract, at) ? [pointer(`/${name}`, ...(member === "" ? [] : [member]))] : [],
    ),
  );
}

/** The other records of the type that the responses of safe operations have, by their ids. */
async function otherRecords(
  session: Session,
  update: PartialUpdate,
  onShown = async (_exchange: Exchange) => {},
): Promise<ReadonlyMap<string, RecordState>> {
  const { contract } = session;
  const fields = [...update.fields];
  const found = new Map<string, RecordState>();
  for (const operation of contract.operations.filter(({ isSafe }) => isSafe)) {
    const examples = exampleResponses(operation).filter(({ status }) => isSuccess(status));
    const isShown = examples.some(({ example }) => isJsonObject(example?.value) && ofType(example.value).length > 0);
    const { input, known } = session.inputFor(operation.id);
    if (!isShown || !known) continue;
    const hasFields = operation.parameters.some(({ name }) => name === "fields");
    const media = requestMedia(operation)?.schema;
    const { body } = input;
    const isNamed = isJsonObject(body) && schemaProperties(contract, media ?? "", {}).has("fields");
    const exchange = await session.call(operation.id, {
      ...input,
      ...(hasFields ? { query: { ...input.query, fields } } : {}),
      ...(isNamed ? { body: { ...body, fields: [...arrayAt(body, "fields"), ...fields] } } : {}),
    });
    await onShown(exchange);
    const shown = jsonOf(exchange);
    for (const record of isSuccess(exchange.response.status) && isJsonObject(shown) ? ofType(shown) : [])
      if (record["id"] !== ownId(session, update.type)) found.set(String(record["id"]), { record, exchange });
  }
  return found;

  function ofType(body: JsonObject): JsonObject[] {
    return recordsOf(body).flatMap(([, record]) => (record["type"] === update.type ? [record] : []));
  }
}
