import { type Json, sameJson, valueAt, withValue } from "content-service-contract";
import { type Bulk, bulksOf, entriesIn } from "../document/bulks.js";
import { newBodies } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import { ownIds, type Step, type Subject, type Trace } from "../records/trace.js";
import { leavesSent } from "../resources/bodies.js";
import { identifierOf } from "../resources/identity.js";
import { pathOf } from "../resources/paths.js";
import { plain, shown } from "../resources/payload.js";
import { documentsDuplicates } from "../sentences/conflicts.js";
import { referredBy } from "../sentences/references.js";
import { isClientError } from "../session/expectations.js";
import { unknownLike } from "./creation-calls.js";
import { differingNames, isVolatile, PLACE, type Principle, placeOf } from "./principle.js";

/** The calls for several records, one of which the service may have to reject. */
export function bulkCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { create, read, actionInput } = records;
  return { callInBulk };

  async function callInBulk(path: Subject["path"]): Promise<void> {
    for (const bulk of bulksOf(contract, resources, resource))
      await (bulk.id === undefined ? createMany(bulk, path) : changeMany(bulk, bulk.id, path));
  }

  async function changeMany({ operation, list }: Bulk, at: string, path: Subject["path"]): Promise<void> {
    const subjects = [await create(resource, path), await create(resource, path)].flatMap((one) => one ?? []);
    const [first, second] = subjects;
    const input = first && (await actionInput(operation, { ...first, path }));
    const [entry] = entriesIn(input?.body, list);
    if (first?.id === undefined || second?.id === undefined || input === undefined || entry === undefined) return;
    const listed = await recorder.list(resource, path);
    const order = listed?.listing?.ids.flatMap((id) => id ?? []).toReversed() ?? [];
    const own = ownIds(recorder.steps, resource);
    const isNumber = typeof valueAt(entry, at) === "number";
    const [some, both] = [
      [first.id, unknownLike(first.id)],
      [first.id, second.id],
    ];
    // Last all of them in another order, where no other record is there.
    for (const ids of order.every((id) => own.has(id)) ? [some, both, order] : [some, both]) {
      for (const one of subjects) await read(one);
      const entries = ids.map((id) => withValue(entry, at, isNumber ? Number(id) : id) ?? id);
      const body = withValue(input.body ?? {}, list, entries) ?? {};
      const purpose = { kind: "bulk", subjects, ...(ids === order && { order }) } as const;
      await recorder.call("action", operation, { ...input, body }, { purpose });
      for (const one of subjects) await read(one);
    }
    await recorder.list(resource, path);
  }

  async function createMany({ operation, list }: Bulk, path: Subject["path"]): Promise<void> {
    const { create: creation } = resource;
    const made = await create(resource, path);
    const sent = recorder.steps.findLast((one) => one.subject === made && one.kind === "create")?.input.body;
    if (creation === undefined || made === undefined || sent === undefined) return;
    const input = await actionInput(operation, { ...made, path });
    const fresh = async () =>
      newBodies(contract, creation, await records.choice(creation, resource), resource)[0] ?? {};
    const references = leavesSent(contract, creation, sent).filter((leaf) => {
      const referred = referredBy(contract, resources, leaf);
      return referred !== undefined && referred !== resource;
    });
    const unknown = references.reduce<Json>(
      (body, { at, value }) => withValue(body, at, unknownLike(value)) ?? body,
      await fresh(),
    );
    const wrong = documentsDuplicates(contract, creation) ? [sent] : references.length > 0 ? [unknown] : [];
    for (const second of [...wrong, await fresh()]) {
      const before = await recorder.list(resource, path);
      const body = withValue(input.body ?? {}, list, [await fresh(), second]) ?? {};
      await recorder.call("action", operation, { ...input, body }, { purpose: { kind: "bulk", subjects: [] } });
      const after = await recorder.list(resource, path);
      for (const { record } of newEntries(before, after)) {
        const id = identifierOf(resource, record);
        if (id !== undefined) await records.remove({ resource, path: pathOf(resource, path, id), id });
      }
    }
  }
}

/** The entries that only the later one of two lists has. */
function newEntries(before: Step | undefined, after: Step | undefined) {
  const known = new Set(before?.listing?.ids);
  return before?.listing?.isComplete ? (after?.listing?.entries.filter(({ id }) => !known.has(id)) ?? []) : [];
}

/** The principle of operations on several records. That a rejected one changes no record is another one. */
export const bulkPrinciples: readonly Principle[] = [
  {
    id: "all-or-none",
    rule: "state-kept",
    concerns: ["action"],
    statement: "an operation on several records changes or orders all of them, and a rejected one creates none",
    applies: ({ contract, resources }, resource) => bulksOf(contract, resources, resource).length > 0,
    observe(trace, report) {
      for (const [index, step] of trace.steps.entries()) {
        const { purpose, operation, isSuccess, exchange } = step;
        if (purpose?.kind !== "bulk" || !(isSuccess || isClientError(exchange.response.status))) continue;
        const lists = [
          trace.steps.slice(0, index).findLast(isList),
          trace.steps.slice(index + 1).find(isList),
        ] as const;
        if (purpose.subjects.length === 0 && !isSuccess) {
          const [added] = newEntries(...lists);
          const message = `Expected no new record of a rejected ${operation.id}; received ${added?.id}`;
          report.compared(operation, added && { message, ...placeOf(added) });
        }
        if (!isSuccess) continue;
        const place = purpose.order && placesIn(lists[1], purpose.order);
        if (purpose.order !== undefined && place !== undefined) {
          const message = `Expected the order that ${operation.id} named; received ${place.join(", ")}`;
          report.compared(operation, sameJson(place, [...purpose.order]) ? undefined : { message, exchange });
        }
        const views = purpose.subjects.map((subject) => viewsAround(trace, index, subject));
        for (const { was, is, after } of views) {
          const isAlike = (name: string) => views.every((one) => sameJson(one.was[name] ?? null, was[name] ?? null));
          const isChanged = (name: string) => views.some((one) => differingNames(one.was, one.is, [name]).length > 0);
          const names = Object.keys(was).filter((name) => !isVolatile(name) && isAlike(name) && isChanged(name));
          const same = names.find((name) => sameJson(is[name] ?? null, was[name] ?? null));
          const message = `Expected another \`${same}\` of each record after ${operation.id}; received ${shown(is[same ?? ""])} again`;
          const isSame = after !== undefined && same !== undefined;
          report.compared(operation, isSame ? { message, ...placeOf(after, same) } : undefined);
        }
      }
    },
  },
];

function isList({ listing, purpose }: Step): boolean {
  return listing !== undefined && purpose === undefined;
}

/** The ids of a list by the positions that its records show. Undefined where they show none, or others are there. */
function placesIn(list: Step | undefined, order: readonly string[]): string[] | undefined {
  const { entries = [] } = list?.listing ?? {};
  const [name] = Object.keys(entries[0]?.record ?? {}).filter((one) => PLACE.test(plain(one)));
  if (name === undefined || entries.length !== order.length) return undefined;
  return entries
    .toSorted((one, other) => Number(one.record[name]) - Number(other.record[name]))
    .map(({ id }) => id ?? "");
}

/** A record before and after a step. */
function viewsAround({ steps }: Trace, index: number, subject: Subject) {
  const isRead = (one: Step) => one.kind === "read" && one.subject === subject && one.isSuccess;
  const after = steps.slice(index + 1).find(isRead);
  const before = steps.slice(0, index).findLast(isRead);
  return { was: before?.shown?.record ?? {}, is: after?.shown?.record ?? {}, after };
}
