import { hiddenStates } from "../lists/hidden-states.js";
import { toList } from "../lists/list.js";
import { listParameters } from "../lists/list-parameters.js";
import type { ListViolation } from "../lists/read-list.js";
import { type Relation, unsorted } from "../lists/relations.js";
import { copiesIn, isIn, isWrite, ownIds, type Step, type Subject, showsIds, type Trace } from "../records/trace.js";
import { goesAlong, hides, type Principle, placeOf, subjectsOf } from "./principle.js";

/** The principles of lists: what is in a list, and relations between a list, its pages, and the same list with a filter or an order. */
export const listPrinciples: readonly Principle[] = [
  observed("entries-once", "list-without-duplicates", "no entry occurs twice"),
  observed("counted", "list-complete", "the total is the number of entries"),
  related(
    "pages-complete",
    "list-complete",
    "small pages together have the entries of large pages, in the same order, and no page exceeds its limit",
  ),
  related("filter-selects", "filter-respected", "a filter selects all entries that pass, and no others"),
  related("search-finds", "filter-respected", "a search finds the entries that contain its text, and no others"),
  related("order-respected", "list-order", "a requested or documented order sorts the entries, and loses none"),
  {
    id: "created-is-listed",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove"],
    statement: "a creation adds one entry to the list, and removes none",
    observe(trace, report) {
      for (const { before, after, between } of listsInPairs(trace)) {
        if (!showsIds(after.listing)) continue;
        const made = between.filter((one) => isWrite(one) && one.isSuccess && one.subject !== undefined);
        const created = made.filter(
          ({ kind, subject }) => kind === "create" && subject && isIn(before.listing, subject),
        );
        const gone = made.flatMap(({ kind, subject }) => (kind === "remove" && subject ? [subject] : []));
        const isGone = (one: Subject) =>
          gone.some((above) => one === above || goesAlong(report.contract, trace, one, above));
        const removed = new Set(subjectsOf(trace).flatMap((one) => (isGone(one) ? String(one.id) : [])));
        const states = hiddenStates(report.contract, after.step.operation);
        const isHidden = ({ sent, shown }: Step) => states.some(({ isHeld }) => isHeld({ ...sent, ...shown?.record }));
        const acted = made.some(
          (one) => one.kind === "action" || isHidden(one) || hides(report.contract, one, after.step.operation),
        );
        const now = new Set(after.listing.entries.map(({ id }) => id));
        for (const { operation, subject } of created) {
          if (subject?.id === undefined || removed.has(String(subject.id)) || acted) continue;
          const message = `Expected ${after.step.operation.id} to list the new record ${subject.id}; received ${now.size} others`;
          report.compared(operation, now.has(String(subject.id)) ? undefined : { message, ...placeOf(after.step) });
        }
        const own = ownIds(trace.steps, trace.resource);
        const lost = before.listing.entries.filter(({ id }) => own.has(id) && !now.has(id) && !removed.has(id));
        const [blamed = after.step] = made;
        report.compared(blamed.operation);
        for (const { id } of acted ? [] : lost) {
          const message = `Expected ${after.step.operation.id} to list the record ${id} as before; received a list without it`;
          report.compared(blamed.operation, { message, ...placeOf(after.step) });
        }
      }
    },
  },
  {
    id: "nothing-left-behind",
    rule: "state-kept",
    concerns: ["create"],
    statement: "a creation makes one record, and a rejected one none",
    observe(trace, report) {
      for (const { before, after, between } of listsInPairs(trace)) {
        const { create } = before.listing.resource;
        const attempts = between.filter((one) => one.kind === "create" && one.operation === create);
        const copies = copiesIn(report.contract, trace.steps).map(({ id }) => String(id));
        const made = [...ownIds(trace.steps, trace.resource), ...copies];
        const known = new Set([...before.listing.entries.map(({ id }) => id), ...made]);
        const [first] = attempts;
        const isTold = showsIds(after.listing) || attempts.every(({ isSuccess }) => !isSuccess);
        if (first === undefined || !isTold) continue;
        const blamed = attempts.find(({ isSuccess }) => !isSuccess) ?? first;
        const added = after.listing.entries.find(
          ({ id, record }) => !known.has(id) && OWN_TEXT.test(JSON.stringify(record)),
        );
        const what = blamed.isSuccess ? "one new entry for one creation" : "no new entry for a rejected creation";
        const message = `Expected ${what}; received ${added?.id}`;
        report.compared(blamed.operation, added && { message, ...placeOf(added) });
      }
    },
  },
  {
    id: "listed-is-found",
    rule: "consistent-records",
    concerns: ["remove", "action"],
    statement: "a record that cannot be read after a write is not listed either",
    observe({ steps }, report) {
      const gone = new Set<Subject>();
      let write: Step | undefined;
      for (const step of steps) {
        const { kind, subject, isSuccess, purpose, exchange, listing, operation } = step;
        if (isWrite(step) && isSuccess) {
          gone.clear();
          write = step;
        }
        if (purpose !== undefined || write === undefined) continue;
        if (kind === "read" && subject !== undefined && [404, 410].includes(exchange.response.status))
          gone.add(subject);
        if (listing === undefined || !isSuccess || !showsIds(listing)) continue;
        for (const one of gone) {
          // A key can be free in one place and taken in another.
          if (!isIn(listing, one)) continue;
          const entry = listing.entries.find(({ id }) => id === String(one.id));
          const message = `Expected ${operation.id} without ${String(one.id)}, which is not found after ${write.operation.id}; received it`;
          report.compared(write.operation, entry && { message, ...placeOf(entry) });
        }
      }
    },
  },
  {
    id: "lists-alike",
    rule: "consistent-records",
    concerns: ["list"],
    statement: "two consecutive reads of a list return the same",
    observe(trace, report) {
      for (const { before, after, between } of listsInPairs(trace)) {
        if (between.some(isWrite)) continue;
        const difference = firstDifference(before.listing.ids, after.listing.ids);
        const message = `Expected the same list twice; received ${difference}`;
        const violation = difference === undefined ? undefined : { message, ...placeOf(after.step) };
        report.compared(after.step.operation, violation);
      }
    },
  },
];

/** Our own records carry a text that no other has. */
const OWN_TEXT = /check-[0-9a-f]{8}/i;

/** What a list shows by itself. */
function observed(id: "entries-once" | "counted", rule: ListViolation["rule"], statement: string): Principle {
  return {
    ...{ id, rule, concerns: ["list"], statement },
    observe({ steps }, report) {
      for (const { operation, listing, isSuccess, exchange } of steps) {
        const total = listing?.last?.total;
        if (listing === undefined || !isSuccess || (id === "counted" && (total === undefined || !listing.isComplete)))
          continue;
        const { violation, entries } = listing;
        if (id === "entries-once" && !showsIds(listing)) continue;
        const message = `Expected the total ${entries.length}; received ${total}`;
        const miscounted = total === entries.length ? undefined : { message, exchange, at: "/response" };
        const repeated = violation?.rule === rule ? violation : undefined;
        report.compared(operation, id === "counted" ? miscounted : repeated);
      }
    },
  };
}

/** How parts of a list relate to the whole, where its parameters select them. */
function related(id: Relation["id"], rule: ListViolation["rule"], statement: string): Principle {
  return {
    ...{ id, rule, concerns: ["list"], statement },
    applies({ contract }, { list }) {
      if (list === undefined) return false;
      const { limit, positions, filters, search, order, sorted } = listParameters(contract, list);
      if (id === "filter-selects") return filters.length > 0 || hiddenStates(contract, list).length > 0;
      if (id === "search-finds") return search !== undefined;
      return id === "order-respected" ? (order ?? sorted) !== undefined : limit !== undefined || positions.length > 0;
    },
    observe({ steps }, report) {
      for (const { operation, listing, isSuccess, purpose } of steps) {
        if (listing === undefined || !isSuccess) continue;
        const isSorted = id === "order-respected" && purpose?.kind !== "relation" && listing.entries.length > 0;
        if (purpose?.kind === "relation" ? purpose.id !== id : !isSorted) continue;
        const list = toList(report.contract, operation, { input: {}, identify: JSON.stringify });
        if (isSorted && list.parameters.sorted === undefined) continue;
        report.compared(operation, purpose?.kind === "relation" ? purpose.compare() : unsorted(list, listing));
      }
    },
  };
}

/** Each whole list with the one before it, and the steps between them. */
function listsInPairs({ steps }: Trace) {
  const known = new Map<string, { step: Step; listing: NonNullable<Step["listing"]>; index: number }>();
  return steps.flatMap((step, index) => {
    const { listing, isSuccess, purpose, operation } = step;
    if (listing === undefined || !isSuccess || purpose !== undefined || !listing.isComplete) return [];
    const key = `${operation.id} ${JSON.stringify(listing.path)}`;
    const before = known.get(key);
    const after = { step, listing, index };
    known.set(key, after);
    return before === undefined ? [] : [{ before, after, between: steps.slice(before.index + 1, index) }];
  });
}

/** Undefined where there is none. */
function firstDifference(expected: readonly string[], received: readonly string[]): string | undefined {
  const index = expected.findIndex((one, place) => one !== received[place]);
  if (index < 0 && expected.length === received.length) return undefined;
  const place = index < 0 ? expected.length : index;
  return `at ${place} ${received[place] ?? "nothing"} in place of ${expected[place] ?? "nothing"}`;
}
