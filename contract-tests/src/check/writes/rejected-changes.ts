import { type Contract, type JsonObject, pointer, sameJson, valueAt, withValue } from "content-service-contract";
import { ancestorsOf, queriesOf } from "../reads/query-data.js";
import type { Session } from "../session/check.js";
import { expectStatus } from "../session/expectations.js";
import { NO_ID } from "../session/target-input.js";
import { type PartialUpdate, type RecordState, readRecord, updateOf, updateRecord } from "./given-record.js";
import { otherRecords } from "./other-records.js";
import { isName, sampleBody } from "./record-changes.js";
import { expectSame } from "./record-states.js";
import { restoreAfterwards } from "./restored-values.js";

/** Several changes in one call are atomic, for each reason to reject one of them. */
export async function allOrNothing(session: Session, state: RecordState): Promise<void> {
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
    [["", schema] as const, ...contract.propertiesOf(schema)].flatMap(([member, at]) =>
      isName(contract, at) ? [pointer(`/${name}`, ...(member === "" ? [] : [member]))] : [],
    ),
  );
}
