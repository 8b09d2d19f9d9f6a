import type { Contract, Operation } from "content-service-contract";
import {
  isCreation,
  isWithin,
  isWrite,
  namesRecord,
  refersToRecord,
  type Step,
  type Subject,
  showsIds,
} from "../records/trace.js";
import { nameOfAbove } from "../resources/paths.js";
import { plain, shown, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { freeStates, freesValues } from "../sentences/conflicts.js";
import { endsReferences, hidesDeleted, isNamedBy, isUseBarred } from "../sentences/effects.js";
import { differingNames, goesAlong, isVolatile, type Principle, placeOf, rejecting, removes } from "./principle.js";

/** The principles of deletions. */
export const removalPrinciples: readonly Principle[] = [
  {
    id: "removed-is-gone",
    rule: "state-kept",
    concerns: ["remove", "action"],
    statement: "a deleted record, and everything that goes with it, cannot be read, listed or changed",
    observe(trace, report) {
      const { steps } = trace;
      const known = new Set<Subject>();
      for (const [index, step] of steps.entries()) {
        for (const subject of [...known].filter((one) => removes(report.contract, step, one))) {
          let isBack = false;
          const isMarked =
            marks(report.contract, steps, subject.resource) && !hidesDeleted(report.contract, subject.resource);
          const gone = [...known].filter((one) => goesAlong(report.contract, trace, one, subject));
          for (const later of steps.slice(index + 1)) {
            isBack ||= isCreation(later) && String(later.subject?.id) === String(subject.id);
            if (restores(later, subject)) break;
            if (isMarked && !later.listing?.resource.list?.parameters.some(({ name }) => INCLUDES.test(plain(name))))
              continue;
            const seen = goneButSeen(later, subject, isBack, gone);
            if (seen === undefined) continue;
            report.compared(step.operation, seen.message === "" ? undefined : { exchange: later.exchange, ...seen });
          }
        }
        if (step.subject !== undefined) known.add(step.subject);
      }
    },
  },
  rejecting({
    id: "used-is-kept",
    rule: "state-kept",
    concerns: ["remove"],
    statement: "a record to which others refer is not deleted, where a rejection of its deletion says so",
    applies: ({ contract, resources }, resource) => resources.some((one) => isUseBarred(contract, resource, one)),
    told: ({ purpose }) =>
      purpose?.kind === "in-use" ? `while a ${singular(purpose.by.resource.name)} refers to the record` : undefined,
  }),
  {
    id: "references-end",
    rule: "state-kept",
    concerns: ["remove"],
    statement: "no record refers to a deleted one any more, where the description of its deletion says so",
    applies: ({ contract, resources }, resource) => resources.some((one) => endsReferences(contract, resource, one)),
    observe({ steps, resource }, report) {
      for (const [index, step] of steps.entries()) {
        const { subject, kind, isSuccess, operation } = step;
        if (kind !== "remove" || !isSuccess || subject?.resource !== resource) continue;
        for (const later of steps.slice(index + 1)) {
          const { subject: by, shown: payload } = later;
          if (later.kind !== "read" || by === undefined || payload === undefined || by.resource === resource) continue;
          if (!endsReferences(report.contract, resource, by.resource) || !refersToRecord(steps, by, subject)) continue;
          const message = `Expected no reference to ${subject.id} in the ${singular(by.resource.name)} after ${operation.id}, as its description says; received one`;
          const isNamed = namesRecord(payload.record, subject);
          report.compared(operation, isNamed ? { message, ...placeOf(later) } : undefined);
        }
      }
    },
  },
  {
    id: "values-freed",
    rule: "state-kept",
    concerns: ["create"],
    statement: "the values of a deleted or canceled record can be used again, where a description says so",
    applies: ({ contract }, resource) => freesValues(contract, resource) || freeStates(contract, resource).length > 0,
    observe({ steps }, report) {
      for (const { purpose, operation, exchange } of steps) {
        if (purpose?.kind !== "freed") continue;
        const { status } = exchange.response;
        const message = `Expected ${operation.id} to accept the values of a record that is gone, as its description says; received ${status}`;
        report.compared(operation, status === 409 || status === 422 ? { message, exchange } : undefined);
      }
    },
  },
  {
    id: "restored-as-before",
    rule: "state-kept",
    concerns: ["action"],
    statement: "what is restored after a deletion is as before, and so is what is below it",
    applies: (_, { actions, remove }) => remove !== undefined && actions.some(isRestoring),
    observe(trace, report) {
      const { steps } = trace;
      for (const [index, step] of steps.entries()) {
        const { subject, operation } = step;
        if (subject === undefined || !restores(step, subject)) continue;
        const removal = steps.slice(0, index).findLastIndex((one) => one.kind === "remove" && one.isSuccess);
        if (steps[removal]?.subject !== subject) continue;
        const start = steps.slice(0, removal).findLastIndex((one) => isWrite(one) && one.isSuccess);
        for (const { subject: about, shown: was } of lastReads(steps.slice(start + 1, removal))) {
          if (about === undefined || was === undefined) continue;
          if (about !== subject && !goesAlong(report.contract, trace, about, subject)) continue;
          const after = steps.slice(index).find((one) => one.kind === "read" && one.subject === about);
          if (after === undefined) continue;
          const { exchange, operation: read, shown: is } = after;
          const missing = `Expected ${read.id} to find what is restored; received ${exchange.response.status}`;
          report.compared(operation, after.isSuccess ? undefined : { message: missing, exchange });
          const now = is?.record ?? {};
          const lost = is === undefined ? [] : Object.keys(was.record).filter((one) => !(one in now));
          for (const name of [...differingNames(was.record, now), ...lost]) {
            if (isVolatile(name) || NOT_RESTORED.test(name) || isNamedBy(report.contract, operation, name)) continue;
            const message = `Expected the \`${name}\` of ${read.id} as before the deletion, ${shown(was.record[name])}; received ${shown(is?.record[name])}`;
            report.compared(operation, { message, ...placeOf(after, name) });
          }
        }
      }
    },
  },
];

/** Times of the restoring itself, and numbers of other records, which a deletion can change for good. */
const NOT_RESTORED = /restor|count$/i;

/** The last successful read of each record. */
function lastReads(steps: readonly Step[]): Step[] {
  const reads = steps.filter((one) => one.kind === "read" && one.isSuccess && one.purpose === undefined);
  return [...new Map(reads.map((one) => [one.subject, one])).values()];
}

/** Whether an action brings back what a deletion took away, by its name. */
export function isRestoring({ path }: Operation): boolean {
  return /[/:](restore|undelete|undo-?delete|unarchive|recover|reactivate)$/i.test(path);
}

function restores({ kind, isSuccess, subject, operation }: Step, about: Subject): boolean {
  return kind === "action" && isSuccess && subject === about && isRestoring(operation);
}

/** Whether the deleted records of a resource are only marked, such as with `archived_at`: one is read as before. */
function marks(contract: Contract, steps: readonly Step[], resource: Resource): boolean {
  return steps.some((one, index) => {
    const { subject } = one;
    if (subject?.resource !== resource || !removes(contract, one, subject)) return false;
    const isOwn = (other: Step) => other.kind === "read" && other.subject === subject && other.purpose === undefined;
    const before = steps.slice(0, index).findLast(isOwn)?.shown?.record;
    const after = steps.slice(index).find(isOwn);
    if (before === undefined || after?.isSuccess !== true) return false;
    const now = after.shown?.record ?? {};
    const names = [...differingNames(before, now), ...Object.keys(now).filter((name) => !(name in before))];
    return names.some((name) => MARK.test(plain(name)));
  });
}

/** The properties that mark a deleted record. */
const MARK = /archiv|delet|trash|remov|discard|retir|activ|status|state/;
/** The parameter of a list that shows such records too. */
const INCLUDES = /^(include|with|show)(archived|deleted|trashed|removed|discarded|retired|inactive)/;

/**
 * How a step shows a deleted record, or one of those that go with it: undefined where it cannot, an empty message where it
 * rightly does not. A new record under the same id has none of those below the old one.
 */
function goneButSeen(step: Step, subject: Subject, isBack: boolean, below: readonly Subject[]) {
  const { status } = step.exchange.response;
  if (step.listing !== undefined) {
    const { resource, path, entries } = step.listing;
    const isHeld =
      resource.parent === subject.resource &&
      String(path[nameOfAbove(resource, subject.resource)]) === String(subject.path[subject.resource.parameter ?? ""]);
    if (isHeld && !isBack && step.operation.responses.some((one) => one.status === "404")) {
      const message = `Expected a 404 response of ${step.operation.id} below a deleted record; received ${status}`;
      return { message: step.isSuccess ? message : "" };
    }
    const own = resource === subject.resource && !isBack ? [subject] : [];
    const inList = below.filter((one) => one.resource === resource);
    const gone = [...own, ...inList].filter((one) => isWithin(path, one.path)).map(({ id }) => String(id));
    if (!step.isSuccess || gone.length === 0 || !showsIds(step.listing)) return undefined;
    const entry = entries.find(({ id }) => gone.includes(id));
    return {
      message:
        entry === undefined ? "" : `Expected ${step.operation.id} without a deleted record; received ${entry.id}`,
      at: "/response/body",
    };
  }
  if (step.kind === "remove" || step.kind === "create" || step.subject === undefined) return undefined;
  const isOwn = step.subject === subject && !isBack && (step.kind === "read" || step.kind === "patch");
  const isBelow = step.kind === "read" && below.includes(step.subject);
  if (!isOwn && !isBelow) return undefined;
  const what = isOwn ? "a deleted record" : "a record that goes with a deleted one";
  return {
    message: step.isSuccess ? `Expected a 4xx response of ${step.operation.id} for ${what}; received ${status}` : "",
  };
}
