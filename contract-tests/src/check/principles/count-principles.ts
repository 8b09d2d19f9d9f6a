import type { Contract, Json } from "content-service-contract";
import { isWrite, type Step, type Subject } from "../records/trace.js";
import { plain, propertiesOfRecord, singular } from "../resources/payload.js";
import { type Resource, resourceNamed } from "../resources/resources.js";
import { onlyOnesOf } from "../sentences/conflicts.js";
import { uniqueIn } from "../sentences/lists.js";
import { referredIn } from "../sentences/references.js";
import {
  differingNames,
  isVolatile,
  leadsThrough,
  type Principle,
  placeOf,
  recordProperties,
  removes,
} from "./principle.js";

/** The principles of how many records there are: in a count, with a flag, and below one that is restored. */
export const countPrinciples: readonly Principle[] = [
  {
    id: "children-counted",
    rule: "state-kept",
    concerns: ["create", "patch", "remove", "action"],
    statement:
      "the count of records, in the one above or another that they refer to, follows each creation, move and removal",
    applies: ({ contract, resources }, resource) => countersOf(contract, resources, resource).length > 0,
    observe({ steps, resource }, report) {
      const changes = [...countChanges(report.contract, steps, resource)];
      for (const { name, isDeclared, expected, received, write, after } of changes) {
        const isShown = changes.some((one) => one.name === name && one.expected !== 0 && one.expected === one.received);
        if (!isDeclared && !isShown) continue;
        const message = `Expected \`${name}\` of ${after.operation.id} to change by ${expected} after ${write.operation.id}; received a change by ${received}`;
        report.compared(write.operation, received === expected ? undefined : { message, ...placeOf(after, name) });
      }
    },
  },
  {
    id: "unique-differs",
    rule: "list-without-duplicates",
    concerns: ["list"],
    statement: "no two entries have the same value of a property that is unique by its description",
    applies: ({ contract }, { list }) => list !== undefined && uniqueIn(contract, list).length > 0,
    observe({ steps, resource }, report) {
      for (const { listing, operation } of steps) {
        if (listing?.resource !== resource) continue;
        for (const name of uniqueIn(report.contract, operation)) {
          const seen = new Set<Json>();
          const second = listing.entries.find(({ record: { [name]: value = null } }) => {
            const isSeen = value !== null && seen.has(value);
            seen.add(value);
            return isSeen;
          });
          const message = `Expected another \`${name}\` for each entry, as its description says; received one twice`;
          report.compared(operation, second && { message, ...placeOf(second, name) });
        }
      }
    },
  },
  {
    id: "only-one",
    rule: "state-kept",
    concerns: ["create", "patch", "replace"],
    statement: "one record alone is the default, where a description says so",
    applies: ({ contract }, resource) => onlyOnesOf(contract, resource).length > 0,
    observe({ steps, resource }, report) {
      for (const name of onlyOnesOf(report.contract, resource)) {
        const sets = ({ isSuccess, sent }: Step) => isSuccess && sent?.[name] === true;
        for (const [index, { listing, purpose, operation }] of steps.entries()) {
          const write = steps.slice(0, index).findLast(sets);
          if (write === undefined || !listing?.isComplete || listing.resource !== resource || purpose !== undefined)
            continue;
          const [, second] = listing.entries.filter(({ record }) => record[name] === true);
          const message = `Expected one record of ${operation.id} with \`${name}\`, as its description says; received several`;
          report.compared(write.operation, second && { message, ...placeOf(second, name) });
        }
      }
    },
  },
  {
    id: "state-restored",
    rule: "state-kept",
    concerns: ["action"],
    statement: "a record that is as before an earlier action has the records below it as before",
    applies: (_, { actions }) => actions.length > 1,
    observe({ steps, resource }, report) {
      // The records below one, while it is in a state.
      const all = steps.flatMap(({ listing, isSuccess, purpose, operation }, index) => {
        const isOwn = isSuccess && purpose === undefined && listing?.resource.parent === resource;
        const { subject: about, shown } = steps.slice(0, index).findLast(({ kind }) => kind === "read") ?? {};
        if (listing === undefined || !isOwn || about?.resource !== resource || shown === undefined) return [];
        return [{ index, operation, listing, about, record: shown.record }];
      });
      for (const [place, { index, operation, listing, about, record }] of all.entries()) {
        const others = all.slice(0, place).filter((one) => one.operation === operation && one.about === about);
        const stable = Object.keys(record).filter((name) => !isVolatile(name));
        const before = others.findLast((one) => differingNames(one.record, record, stable).length === 0);
        const writes = before === undefined ? [] : steps.slice(before.index, index).filter(isWrite);
        const made = writes.filter((one) => one.isSuccess);
        const [first, ...more] = made.map((one) => one.operation);
        const last = more.at(-1);
        const isByActions = made.every(({ kind }) => kind === "action");
        if (before !== undefined && last !== undefined && first !== last && isByActions) {
          const lost = before.listing.ids.find((id) => !listing.ids.includes(id));
          const message = `Expected ${operation.id} to list ${lost} as before ${first?.id}, since the record is as it was; received a list without it`;
          const { exchange } = listing;
          report.compared(last, lost === undefined ? undefined : { message, exchange, at: "/response/body" });
        }
      }
    },
  },
];

/**
 * How a count in a record above changed between two reads, and how the number of records below it did. `isDeclared`: the
 * contract says that it is a count (`x-counts`).
 */
function* countChanges(contract: Contract, steps: readonly Step[], resource: Resource) {
  const present = new Set<Subject>();
  /** The records that each one is counted in, by the last request that names them. */
  const counted = new Map<Subject, Map<Resource, Json>>();
  const holders = new Set(steps.flatMap(({ subject }) => subject?.resource ?? []));
  holders.delete(resource);
  const known = new Map<string, { values: Readonly<Record<string, Json>>; present: number }>();
  let write: Step | undefined;
  for (const step of steps) {
    const { subject, isSuccess, kind, operation, shown } = step;
    if (isSuccess && isWrite(step)) {
      const gone = [...present].filter((one) => removes(contract, step, one));
      for (const one of gone) present.delete(one);
      const isOwn = subject?.resource === resource;
      for (const holder of isOwn ? holders : []) {
        const to = namedIn(step, holder);
        if (to === undefined || subject === undefined) continue;
        counted.set(subject, (counted.get(subject) ?? new Map()).set(holder, to));
        if (kind !== "create") write = step;
      }
      if (kind === "create" && isOwn) present.add(subject);
      if (kind === "create" ? isOwn : gone.length > 0) write = step;
      // What a creation without a known record, or an action, does to the number is open.
      else if (operation === resource.create || kind === "action") known.clear();
    }
    if (kind !== "read" || !isSuccess || shown === undefined || subject === undefined) continue;
    if (subject.resource === resource) continue;
    const key = `${operation.id} ${JSON.stringify(subject?.path)}`;
    const before = known.get(key);
    const isBelow = (one: Subject) => {
      const named = counted.get(one)?.get(subject.resource);
      return named === undefined ? leadsThrough(one, subject) : String(named) === String(subject.id);
    };
    const now = [...present].filter(isBelow).length;
    known.set(key, { values: shown.record, present: now });
    for (const [name, isDeclared] of countsOf(contract, recordProperties(contract, step), resource)) {
      const [was, is] = [before?.values[name], shown.record[name]];
      if (before === undefined || write === undefined || typeof was !== "number" || typeof is !== "number") continue;
      yield { name, isDeclared, expected: now - before.present, received: is - was, write, after: step };
    }
  }
}

/** The id of the record of another resource that a request names. */
function namedIn({ sent = {} }: Step, holder: Resource): Json | undefined {
  const isNamed = ([name, value]: [string, Json]) =>
    (typeof value === "string" || typeof value === "number") && resourceNamed([holder], name) !== undefined;
  return Object.entries(sent).find(isNamed)?.[1];
}

/** The resources whose records count those of another one: the one above it, and those that it refers to. */
export function countersOf(contract: Contract, resources: readonly Resource[], resource: Resource): Resource[] {
  const { parent, create } = resource;
  const all = new Set([...(parent === undefined ? [] : [parent]), ...referredIn(contract, resources, create)]);
  return [...all].filter(
    (one) => one !== resource && countsOf(contract, propertiesOfRecord(contract, one.read), resource).length > 0,
  );
}

/** The counts of the records of a resource, by `x-counts` or their names: `comment_count` and `comments` count `/comments`. */
function countsOf(
  contract: Contract,
  properties: ReadonlyMap<string, string>,
  { name, list, create }: Resource,
): [name: string, isDeclared: boolean][] {
  const [one, many] = [plain(singular(name)), plain(name)];
  const usual = [`${one}count`, `${many}count`, many, `num${many}`, `numberof${many}`, `total${many}`, `${many}total`];
  return [...properties].flatMap(([property, at]): [string, boolean][] => {
    const declared = contract.nodeAt(at)["x-counts"];
    if (declared !== undefined) return declared === list?.id || declared === create?.id ? [[property, true]] : [];
    return contract.hasType(at, "integer") && usual.includes(plain(property)) ? [[property, false]] : [];
  });
}
