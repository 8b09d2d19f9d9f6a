import { isSorted } from "../session/value-order.js";
import { misselected } from "./filters.js";
import { createdId } from "./identity.js";
import { listParameters } from "./list-parameters.js";
import { valueNamed } from "./payload.js";
import type { Principle } from "./principle.js";
import { isWithin, isWrite, type Listing, type Step, type Trace } from "./trace.js";

/** The principles of lists: relations between a list, its pages, and the same list with a filter or an order. */
export const listPrinciples: readonly Principle[] = [
  {
    id: "entries-once",
    rule: "list-without-duplicates",
    concerns: ["list"],
    statement: "no entry occurs twice",
    observe({ steps }, report) {
      for (const { operation, listing, isSuccess } of steps) {
        if (listing === undefined || !isSuccess) continue;
        const seen = new Set<string>();
        report.compared(operation);
        for (const { id, exchange, at } of listing.entries) {
          if (seen.has(id))
            report.find(operation, {
              message: `Expected each entry once; received ${id} twice`,
              exchange,
              at: `/response/body${at}`,
            });
          seen.add(id);
        }
      }
    },
  },
  {
    id: "created-is-listed",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove"],
    statement: "a creation adds one entry to the list, and takes none away",
    observe(trace, report) {
      for (const { before, after, between } of listsInPairs(trace)) {
        const made = between.filter((one) => isWrite(one) && one.isSuccess && one.subject !== undefined);
        const created = made.filter(
          (one) =>
            one.kind === "create" &&
            one.subject !== undefined &&
            isWithin(before.listing.path, one.subject) &&
            one.subject.resource === before.listing.resource,
        );
        const removed = new Set(made.filter(({ kind }) => kind === "remove").map(({ subject }) => String(subject?.id)));
        const acted = made.some(({ kind }) => kind === "action");
        const now = new Set(after.listing.entries.map(({ id }) => id));
        for (const { operation, subject } of created) {
          if (subject?.id === undefined || removed.has(String(subject.id)) || acted) continue;
          report.compared(operation);
          if (!now.has(String(subject.id)))
            report.find(operation, {
              message: `Expected ${after.step.operation.id} to list the new record ${subject.id}; received ${now.size} others`,
              exchange: after.step.exchange,
              at: "/response/body",
            });
        }
        const own = ownIds(trace);
        const lost = before.listing.entries.filter(({ id }) => own.has(id) && !now.has(id) && !removed.has(id));
        const [blamed = after.step] = made;
        report.compared(blamed.operation);
        for (const { id } of acted ? [] : lost) {
          report.find(blamed.operation, {
            message: `Expected ${after.step.operation.id} to list the record ${id} as before; received a list without it`,
            exchange: after.step.exchange,
            at: "/response/body",
          });
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
        const attempts = between.filter(
          (one) => one.kind === "create" && one.operation === before.listing.resource.create,
        );
        const known = new Set([...before.listing.entries.map(({ id }) => id), ...ownIds(trace)]);
        const [first] = attempts;
        if (first === undefined) continue;
        const blamed = attempts.find(({ isSuccess }) => !isSuccess) ?? first;
        report.compared(blamed.operation);
        const added = after.listing.entries.find(
          ({ id, record }) => !known.has(id) && OWN_TEXT.test(JSON.stringify(record)),
        );
        if (added === undefined) continue;
        const what = blamed.isSuccess ? "one new entry for one creation" : "no new entry for a rejected creation";
        report.find(blamed.operation, {
          message: `Expected ${what}; received ${added.id}`,
          exchange: added.exchange,
          at: `/response/body${added.at}`,
        });
      }
    },
  },
  {
    id: "counted",
    rule: "list-complete",
    concerns: ["list"],
    statement: "the total is the number of entries",
    observe({ steps }, report) {
      for (const { operation, listing, isSuccess, exchange } of steps) {
        if (listing?.total === undefined || !isSuccess || !listing.isComplete) continue;
        report.compared(operation);
        if (listing.total === listing.entries.length) continue;
        report.find(operation, {
          message: `Expected the total ${listing.entries.length}; received ${listing.total}`,
          exchange,
          at: "/response",
        });
      }
    },
  },
  {
    id: "pages-complete",
    rule: "list-complete",
    concerns: ["list"],
    statement: "small pages together have the entries of large ones, in the same order, and none exceeds its limit",
    observe(trace, report) {
      for (const { step, listing, whole } of relatedLists(trace, "pages")) {
        if (step.purpose?.kind !== "pages") continue;
        const { limit } = step.purpose;
        report.compared(step.operation);
        const found = (message: string) =>
          report.find(step.operation, { message, exchange: step.exchange, at: "/response/body" });
        const longest = Math.max(...listing.sizes);
        if (longest > limit) found(`Expected at most ${limit} entries a page; received ${longest}`);
        else if (listing.isComplete && whole.isComplete) {
          const [expected, received] = [whole.entries.map(({ id }) => id), listing.entries.map(({ id }) => id)];
          if (expected.join("\n") !== received.join("\n"))
            found(
              `Expected the ${expected.length} entries of the whole list in pages of ${limit}, in its order; received ${received.length}, ${firstDifference(expected, received)}`,
            );
        }
      }
    },
  },
  {
    id: "filter-selects",
    rule: "filter-respected",
    concerns: ["list"],
    statement: "a filter selects all entries that pass, and no others",
    observe(trace, report) {
      for (const { step, listing, whole } of relatedLists(trace, "filter")) {
        if (step.purpose?.kind !== "filter") continue;
        report.compared(step.operation);
        const wrong = misselected(step.purpose.query, whole.entries, listing);
        if (wrong === undefined) continue;
        const { message, entry = { exchange: step.exchange, at: "" } } = wrong;
        report.find(step.operation, { message, exchange: entry.exchange, at: `/response/body${entry.at}` });
      }
    },
  },
  {
    id: "search-finds",
    rule: "filter-respected",
    concerns: ["list"],
    statement: "a search finds the entries that contain its text, and no others",
    observe(trace, report) {
      for (const { step, listing, whole } of relatedLists(trace, "search")) {
        if (step.purpose?.kind !== "search") continue;
        const { text, found } = step.purpose;
        report.compared(step.operation);
        if (listing.isComplete && !listing.entries.some(({ id }) => id === String(found.id))) {
          report.find(step.operation, {
            message: `Expected the entry ${found.id} for its text ${text}; received a list without it`,
            exchange: step.exchange,
            at: "/response/body",
          });
        }
        const others = new Set(
          whole.entries.filter(({ record }) => !JSON.stringify(record).includes(text)).map(({ id }) => id),
        );
        const own = ownIds(trace);
        const wrong = listing.entries.find(({ id }) => own.has(id) && others.has(id));
        if (wrong === undefined) continue;
        report.find(step.operation, {
          message: `Expected only entries with the text ${text}; received ${wrong.id}`,
          exchange: wrong.exchange,
          at: `/response/body${wrong.at}`,
        });
      }
    },
  },
  {
    id: "order-respected",
    rule: "list-order",
    concerns: ["list"],
    statement: "a requested or documented order sorts the entries",
    observe(trace, report) {
      for (const { operation, listing, isSuccess, exchange, purpose } of trace.steps) {
        const sorted = listing === undefined ? undefined : listParameters(report.contract, operation).sorted;
        if (sorted === undefined || listing === undefined || !isSuccess || purpose?.kind === "order") continue;
        report.compared(operation);
        const values = listing.entries.flatMap(({ record }) => valueNamed(record, sorted.property) ?? []);
        if (isSorted(values, sorted.isDescending)) continue;
        const message = `Expected the entries sorted by ${sorted.property}; received another order`;
        report.find(operation, { message, exchange, at: "/response/body" });
      }
      for (const { step, listing } of relatedLists(trace, "order")) {
        if (step.purpose?.kind !== "order") continue;
        const { property, value, isDescending, allowed } = step.purpose.order;
        const values = listing.entries.flatMap(({ record }) => valueNamed(record, property) ?? []);
        if (values.length < 2) continue;
        report.compared(step.operation);
        const ranks = allowed.length === 0 ? [] : values.map((one) => allowed.indexOf(String(one)));
        if (isSorted(values, isDescending) || (ranks.length > 0 && (isSorted(ranks, true) || isSorted(ranks, false))))
          continue;
        report.find(step.operation, {
          message: `Expected the entries sorted by ${value}; received another order`,
          exchange: step.exchange,
          at: "/response/body",
        });
      }
    },
  },
  {
    id: "lists-alike",
    rule: "consistent-records",
    concerns: ["list"],
    statement: "two reads of a list with nothing in between are alike",
    observe(trace, report) {
      for (const { before, after, between } of listsInPairs(trace)) {
        if (between.some(isWrite)) continue;
        report.compared(after.step.operation);
        const [one, other] = [before, after].map(({ listing }) => listing.entries.map(({ id }) => id));
        if (one?.join("\n") === other?.join("\n")) continue;
        report.find(after.step.operation, {
          message: `Expected the same list twice; received ${firstDifference(one ?? [], other ?? [])}`,
          exchange: after.step.exchange,
          at: "/response/body",
        });
      }
    },
  },
];

/** Our own records carry a text that no other has. */
const OWN_TEXT = /check-[0-9a-f]{8}/i;

/** The ids of the records that the calls created. */
function ownIds({ steps, resource }: Trace): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ kind, subject, isSuccess, exchange, sent }) => {
      const id = kind === "create" && isSuccess ? (subject?.id ?? createdId(resource, exchange, sent)) : undefined;
      return id === undefined ? [] : [String(id)];
    }),
  );
}

interface Listed {
  readonly step: Step;
  readonly listing: Listing;
}

/** Each whole list with the one before it, and the steps between them. */
function listsInPairs({ steps }: Trace): { before: Listed; after: Listed; between: readonly Step[] }[] {
  const known = new Map<string, Listed & { index: number }>();
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

/** The lists of a purpose, each with the whole list that was read before it. */
function relatedLists({ steps }: Trace, purpose: string): (Listed & { whole: Listing })[] {
  let whole: Listing | undefined;
  return steps.flatMap((step) => {
    const { listing, isSuccess } = step;
    if (isWrite(step) && step.isSuccess) whole = undefined;
    if (listing === undefined || !isSuccess) return [];
    if (step.purpose === undefined) whole = listing;
    return step.purpose?.kind === purpose && whole !== undefined ? [{ step, listing, whole }] : [];
  });
}

function firstDifference(expected: readonly string[], received: readonly string[]): string {
  const index = expected.findIndex((one, place) => one !== received[place]);
  const place = index < 0 ? expected.length : index;
  return `at ${place} ${received[place] ?? "nothing"} in place of ${expected[place] ?? "nothing"}`;
}
