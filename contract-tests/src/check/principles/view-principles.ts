import { type Contract, isJsonObject, type Json, type JsonObject, pointer } from "content-service-contract";
import {
  isCreation,
  isWrite,
  ownIds,
  type Step,
  type Subject,
  type Trace,
  type View,
  viewIn,
} from "../records/trace.js";
import { identifierOf } from "../resources/identity.js";
import { plain, shown, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { isClientError } from "../session/expectations.js";
import {
  type Between,
  differingNames,
  followsOthers,
  isAbout,
  isVolatile,
  type Principle,
  placeOf,
  type Report,
  readsInPairs,
  recordProperties,
  rejecting,
  subjectsOf,
} from "./principle.js";

/** The principles of views: what responses show of a record, and what nothing but a write to it may change. */
export const viewPrinciples: readonly Principle[] = [
  {
    id: "no-server-error",
    rule: "call-succeeds",
    concerns: ["create", "read", "list", "patch", "replace", "remove", "action"],
    statement: "no request fails in the service",
    observe({ steps }, report) {
      for (const { operation, exchange } of steps) {
        const { status } = exchange.response;
        const message = `Expected no server error; received ${status}`;
        report.compared(operation, status >= 500 ? { message, exchange } : undefined);
      }
    },
  },
  {
    id: "right-record",
    rule: "state-kept",
    concerns: ["read"],
    statement: "the record with the requested id is returned, even among parallel requests",
    observe({ steps }, report) {
      for (const step of steps) {
        const { kind, subject, shown: payload, purpose, isSuccess, operation } = step;
        const isPlain = purpose === undefined || purpose.kind === "parallel";
        if (kind !== "read" || !isPlain || !isSuccess || subject?.id === undefined || payload === undefined) continue;
        if (subject.resource.isSingle) continue;
        const id = identifierOf(subject.resource, payload.record);
        const made = steps.find((one) => one.kind === "create" && one.subject === subject)?.shown?.record;
        // The path can have a key that the record does not show.
        const isKeyed = made !== undefined && String(identifierOf(subject.resource, made)) !== String(subject.id);
        if (id === undefined || isKeyed) continue;
        const message = `Expected the record ${subject.id}; received ${id}`;
        report.compared(operation, String(id) === String(subject.id) ? undefined : { message, ...placeOf(step) });
      }
    },
  },
  unchangedBetween({
    id: "reads-alike",
    rule: "consistent-records",
    concerns: ["read"],
    statement: "two consecutive reads return the same",
    blames: ({ writes, after }) => (writes.length === 0 ? [after.operation] : []),
    expected: "as in the read before",
  }),
  unchangedBetween({
    id: "rejected-changes-nothing",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "action"],
    statement: "a rejected request changes nothing",
    blames: ({ writes }) => (writes.some(({ isSuccess }) => isSuccess) ? [] : writes.map(({ operation }) => operation)),
    expected: "as before the rejected request",
  }),
  othersKept(),
  {
    id: "views-agree",
    rule: "consistent-records",
    concerns: ["create", "read", "list", "patch", "replace", "action"],
    statement: "a record has the same values in every response that shows it",
    observe(trace, report) {
      const ignored = changing(trace);
      for (const subject of subjectsOf(trace)) {
        let known: View | undefined;
        for (const step of trace.steps) {
          if ((isWrite(step) && step.isSuccess) || step.purpose?.kind === "expired") known = undefined;
          const view =
            viewIn(step, subject) ?? actionView(step, subject) ?? embeddedView(report.contract, step, subject);
          const isUsual = step.purpose === undefined || step.purpose.kind === "view";
          if (view === undefined || (!isUsual && step.kind === "read")) continue;
          if (known !== undefined && known.step.operation !== step.operation) {
            // A plan has checks of its own resource alone.
            const isOwn = (step.listing ?? step.subject)?.resource === trace.resource;
            const blamed = isOwn && step.subject !== subject ? step.operation : known.step.operation;
            report.compared(blamed);
            const names = differingNames(known.record, view.record).filter((one) => !ignored.has(one));
            for (const name of names.filter((one) => !isShownOnce(known?.step, one, view.record))) {
              const message = `Expected the \`${name}\` ${shown(known.record[name])} of ${nameOf(subject)}, as in ${known.step.operation.id}; received ${shown(view.record[name])} from ${step.operation.id}`;
              report.compared(blamed, { message, ...placeOf(view, name) });
            }
          }
          known ??= view;
        }
      }
    },
  },
  rejecting({
    id: "invalid-is-rejected",
    rule: "wrong-request-rejected",
    concerns: ["create", "patch", "replace"],
    statement: "a body that violates the contract is rejected",
    told: ({ purpose }) => (purpose?.kind === "wrong-body" ? `for a body ${purpose.what}` : undefined),
  }),
  {
    id: "unknown-is-not-found",
    rule: "state-kept",
    concerns: ["read", "list", "patch", "replace", "remove"],
    statement: "an id without a record, or of a record below another parent, finds, changes and deletes nothing",
    observe({ resource, steps }, report) {
      for (const { purpose, operation, isSuccess, exchange, listing } of steps) {
        if (purpose?.kind !== "unknown-id" && purpose?.kind !== "wrong-parent") continue;
        if (listing !== undefined) {
          // Under an id that callers choose, each record above can have one.
          const known = resource.isChosen ? new Set<string>() : ownIds(steps, resource);
          const entry = listing.entries.find(({ id }) => known.has(id));
          const message = `Expected no record ${entry?.id} of ${operation.id} below another parent; received it`;
          report.compared(operation, entry && { message, ...placeOf(entry) });
          continue;
        }
        const what = purpose.kind === "unknown-id" ? "an id that no record has" : "a record below another parent";
        const message = `Expected a 4xx response for ${what}; received ${exchange.response.status}`;
        report.compared(operation, isSuccess ? { message, exchange } : undefined);
      }
    },
  },
];

/** Whether a creation alone shows what the service made, such as an access code: it is null from then on. */
function isShownOnce(step: Step | undefined, name: string, later: JsonObject): boolean {
  return step !== undefined && isCreation(step) && !(name in (step.sent ?? {})) && later[name] === null;
}

/** Also the entries of a list in a record above, such as the other lines of an order. */
function othersKept(): Principle {
  const records = unchangedBetween({
    id: "others-kept",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove", "action"],
    statement: "a write changes no other record",
    blames: ({ writes, subject }) => {
      const made = writes.filter(({ isSuccess }) => isSuccess);
      // A deletion by another caller is a finding of its own.
      const isFound = made.some((one) => one.kind === "remove" && one.purpose?.kind === "other-caller");
      const isOther = !isFound && made.every((one) => !isAbout(one, subject) && isRelated(one, subject.resource));
      const own = made.filter((one) => one.subject?.resource === subject.resource);
      return isOther ? own.map(({ operation }) => operation) : [];
    },
    expected: "as before the write to another record",
  });
  return {
    ...records,
    observe(trace, report) {
      records.observe(trace, report);
      for (const { subject, before, after, writes } of readsInPairs(trace)) {
        const below = writes.filter((one) => one.isSuccess && one.subject?.resource.parent === subject.resource);
        const changes = below.filter(({ kind }) => kind === "patch" || kind === "replace");
        const last = changes.at(-1);
        if (last?.subject === undefined || below.some(({ kind }) => kind === "remove" || kind === "action")) continue;
        const { resource } = last.subject;
        const written = below.map((one) => String(one.subject?.id));
        const names = changes.flatMap(({ sent }) => Object.keys(sent ?? {}));
        for (const [name, value] of Object.entries(before.shown?.record ?? {})) {
          const now = entriesById(resource, after.shown?.record[name]);
          for (const [id, was] of entriesById(resource, value)) {
            const is = now.get(id);
            if (written.includes(id) || is === undefined) continue;
            const [changed] = differingNames(was, is, names);
            const message = `Expected the \`${changed}\` of ${id} in \`${name}\` as before the write to another entry, ${shown(was[changed ?? ""])}; received ${shown(is[changed ?? ""])}`;
            report.compared(last.operation, changed === undefined ? undefined : { message, ...placeOf(after, name) });
          }
        }
      }
    },
  };
}

function entriesById(resource: Resource, value: Json | undefined): Map<string, JsonObject> {
  const entries = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const known = entries.filter((one) => identifierOf(resource, one) !== undefined);
  return new Map(known.map((one) => [String(identifierOf(resource, one)), one]));
}

/** Whether a write is to a record of a resource or of one above it: others may count or show its records. */
function isRelated({ subject, operation }: Pick<Step, "subject" | "operation">, resource: Resource): boolean {
  if (subject === undefined ? operation === resource.create : subject.resource === resource) return true;
  return resource.parent !== undefined && isRelated({ subject, operation }, resource.parent);
}

function nameOf({ resource, id }: Subject): string {
  return `${singular(resource.name)} ${String(id)}`;
}

/** The names that differ in all of three reads in a row: a clock or a counter, no value of the record. */
function changing(trace: Trace): ReadonlySet<string> {
  const names = new Set<string>();
  const pairs = readsInPairs(trace).filter(({ writes }) => writes.length === 0);
  for (const [index, { before, after, subject }] of pairs.entries()) {
    const next = pairs[index + 1];
    const [one, two, three] = [before.shown?.record, after.shown?.record, next?.after.shown?.record];
    if (next?.subject !== subject || one === undefined || two === undefined || three === undefined) continue;
    for (const name of differingNames(one, two)) {
      if (differingNames(two, three, [name]).length > 0 && differingNames(one, three, [name]).length > 0)
        names.add(name);
    }
  }
  return names;
}

interface Unchanged extends Pick<Principle, "id" | "rule" | "concerns" | "statement"> {
  /** The operations that a difference is a violation of. Empty where it is none. */
  readonly blames: (between: Between) => readonly Step["operation"][];
  readonly expected: string;
}

/** A record is the same in two reads, unless something between them may change it. */
function unchangedBetween({ blames, expected, ...principle }: Unchanged): Principle {
  return {
    ...principle,
    observe(trace, report: Report) {
      const ignored = changing(trace);
      for (const between of readsInPairs(trace)) {
        const { subject, before, after, writes } = between;
        const [operation] = blames(between);
        if (operation === undefined || before.shown === undefined || !before.isSuccess) continue;
        report.compared(operation);
        if (isClientError(after.exchange.response.status)) {
          const message = `Expected ${nameOf(subject)} ${expected}; received ${after.exchange.response.status}`;
          report.compared(operation, { message, exchange: after.exchange });
          continue;
        }
        const [was, is] = [before.shown.record, after.shown?.record];
        if (is === undefined || !after.isSuccess) continue;
        const isOpen = (name: string) => writes.length > 0 && (isVolatile(name) || followsOthers(name));
        const names = Object.keys(was).filter((name) => !ignored.has(name) && !isOpen(name));
        for (const name of differingNames(was, is, names)) {
          const message = `Expected the \`${name}\` of ${nameOf(subject)} ${expected}, ${shown(was[name])}; received ${shown(is[name])}`;
          report.compared(operation, { message, ...placeOf(after, name) });
        }
      }
    },
  };
}

/** The record that an action returns, where it is the one that the action is about. */
function actionView(step: Step, subject: Subject): View | undefined {
  const { kind, isSuccess, shown: payload, exchange } = step;
  if (kind !== "action" || !isSuccess || step.subject !== subject || payload === undefined) return undefined;
  const { id } = payload.record;
  return String(id) === String(subject.id) && identifierOf(subject.resource, payload.record) === id
    ? { step, record: payload.record, exchange, at: payload.at }
    : undefined;
}

/** A record inside of another one, under a name that ends with that of its resource, such as `next_event`. */
export function embeddedView(contract: Contract, step: Step, subject: Subject): View | undefined {
  if (!step.isSuccess || step.shown === undefined || step.subject === subject || subject.id === undefined)
    return undefined;
  const own = plain(singular(subject.resource.name));
  for (const [name, value] of Object.entries(step.shown.record)) {
    if (!isJsonObject(value) || !plain(name).endsWith(own) || String(value["id"]) !== String(subject.id)) continue;
    const schema = recordProperties(contract, step).get(name);
    // A copy of an earlier state stays as it is.
    if (schema !== undefined && contract.nodeAt(schema)["x-infer"] === false) continue;
    return { step, record: value, exchange: step.exchange, at: pointer(step.shown.at, name) };
  }
  return undefined;
}
