import {
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  remembered,
} from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import { isWrite, refersToRecord, type Step, type Subject, type Trace, type View, viewIn } from "../records/trace.js";
import type { Kind } from "../resources/operations.js";
import { idOfAbove } from "../resources/paths.js";
import { plain, propertiesOfEntries, successSchema } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { ONLY_ONE } from "../sentences/conflicts.js";
import { goesWith } from "../sentences/effects.js";
import { filtersByDefault } from "../sentences/lists.js";
import type { CheckTarget } from "../session/check.js";
import { matches } from "../session/expectations.js";

/** A statement that is true of any service, and how a trace shows that one breaks it. */
export interface Principle {
  /** Stable, such as `created-is-found`. */
  readonly id: string;
  /** The rule that a finding violates. */
  readonly rule: ConductRule;
  /** The kinds of calls whose operations have a check of it. */
  readonly concerns: readonly Kind[];
  /** Completes the title of its checks: "createBook: what was created is found". */
  readonly statement: string;
  /** Why there was nothing to compare, where more than a call is missing. */
  readonly missing?: string;
  /** Whether an operation has what `missing` is about. @default true */
  asks?(run: Pick<Run, "contract" | "target">, operation: Operation): boolean;
  /** Whether a resource has a check of it with a target. @default true */
  applies?(run: Run, resource: Resource): boolean;
  /** Why the trace cannot be compared, although the run asks for it. */
  problem?(trace: Trace): string | undefined;
  /** Compares what the trace makes comparable. */
  observe(trace: Trace, report: Report): void;
}

/** What a principle can be about. */
export interface Run {
  readonly contract: Contract;
  readonly target: CheckTarget;
  /** All of the contract. */
  readonly resources: readonly Resource[];
}

/** Receives what a principle observes. */
export interface Report {
  readonly contract: Contract;
  /** A comparison of what an operation did, and the violation that it shows. An operation without one has not been checked. */
  compared(operation: Operation, violation?: Observed): void;
}

/** What is wrong, and where it shows. */
export interface Observed {
  readonly message: string;
  readonly exchange: Exchange;
  /** @default "/response/status" */
  readonly at?: string;
}

/** A principle of calls that a service must reject. */
export function rejecting({ told, ...principle }: Rejecting): Principle {
  return {
    ...principle,
    observe(trace, report) {
      for (const step of trace.steps) {
        const what = told(step, trace, report.contract);
        if (what === undefined) continue;
        const { operation, exchange, isSuccess } = step;
        const message = `Expected a 4xx response of ${operation.id} ${what}; received ${exchange.response.status}`;
        report.compared(operation, isSuccess ? { message, exchange } : undefined);
      }
    },
  };
}

interface Rejecting extends Omit<Principle, "observe"> {
  /** Completes "Expected a 4xx response of createBook …". Undefined for a call of another kind. */
  told(step: Step, trace: Trace, contract: Contract): string | undefined;
}

/** The records that a trace calls about. */
export function subjectsOf({ steps }: Trace): Subject[] {
  return [...new Set(steps.flatMap(({ subject }) => subject ?? []))];
}

/** Two reads of a record in a row, and the writes between them. */
export interface Between {
  readonly subject: Subject;
  readonly before: Step;
  readonly after: Step;
  readonly writes: readonly Step[];
}

/** All reads of all records in pairs. Reads under other ids are none of the record. */
export const readsInPairs = remembered((trace: Trace): Between[] => {
  return subjectsOf(trace).flatMap((subject) => {
    const reads = trace.steps.flatMap((step, index) => (isPlainRead(step, subject) ? [{ step, index }] : []));
    return reads.slice(1).flatMap((after, index) => {
      const before = reads[index];
      if (before === undefined) return [];
      const writes = trace.steps.slice(before.index + 1, after.index).filter(isWrite);
      return [{ subject, before: before.step, after: after.step, writes }];
    });
  });
});

function isPlainRead({ kind, subject, purpose }: Step, wanted: Subject): boolean {
  return kind === "read" && subject === wanted && (purpose === undefined || purpose.kind === "parallel");
}

/** The names of a record whose values two views show differently. */
export function differingNames(one: JsonObject, other: JsonObject, names = Object.keys(one)): string[] {
  return names.filter((name) => name in one && name in other && !isSameValue(one[name] ?? null, other[name] ?? null));
}

/** Equal in both directions, where an inner record may have more properties in one of them. */
export function isSameValue(one: Json, other: Json): boolean {
  if (isJsonObject(one) && isJsonObject(other)) return differingNames(one, other).length === 0;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index] ?? null));
  }
  return matches(one, other);
}

/** Properties that a service sets by itself at any time. */
export function isVolatile(name: string): boolean {
  return /(updated|modified|changed|(update|modify|change)time|accessed|viewed|seen|etag|version|revision|sequence|views|now)/.test(
    plain(name),
  );
}

/** Properties that follow from other records: those after a deleted one move up, and one record alone is the default. */
export const PLACE = /^(position|rank|sortorder)$/;

export function followsOthers(name: string): boolean {
  return PLACE.test(plain(name)) || ONLY_ONE.test(plain(name));
}

/** Whether a change can hide its record from a list: `archived: true`, or another flag for which the list has a default. */
export function hides(contract: Contract, { kind, sent = {} }: Step, list: Operation): boolean {
  if (filtersByDefault(contract, list)) return true;
  const hasDefault = (name: string) =>
    list.parameters.some((one) => one.name === name && "default" in contract.schemaAt(one.schema));
  const names = kind === "patch" ? Object.keys(sent) : [];
  return names.some((name) => /archiv|hidden|delet|activ|enabled|trash/.test(plain(name)) || hasDefault(name));
}

/** The views of a record after a step, until the next successful write to it. */
export function viewsAfter(trace: Trace, step: Step, subject: Subject): View[] {
  const rest = trace.steps.slice(trace.steps.indexOf(step) + 1);
  const end = rest.findIndex((one) => isWrite(one) && one.isSuccess && isAbout(one, subject));
  const until = end < 0 ? rest : rest.slice(0, end);
  return [step, ...until].flatMap((one) => viewIn(one, subject) ?? []);
}

/** Whether a write can change a record: one to it, to a record above it, or to one below it. */
export function isAbout({ subject }: Step, record: Subject): boolean {
  if (subject === undefined) return false;
  return subject === record || leadsThrough(subject, record) || leadsThrough(record, subject);
}

/** Whether a record is below another one. Resources can have parameters of the same name, such as `id`. */
export function leadsThrough({ resource: own, path }: Subject, { resource, id }: Subject): boolean {
  for (let above = own.parent; above !== undefined; above = above.parent)
    if (above === resource) return String(idOfAbove(own, above, path)) === String(id);
  return false;
}

/** Whether a record goes with another one that is deleted: it is below that, or refers to it and a description says so. */
export function goesAlong(contract: Contract, { steps }: Trace, one: Subject, above: Subject): boolean {
  if (leadsThrough(one, above)) return true;
  return goesWith(contract, above.resource, one.resource) && refersToRecord(steps, one, above);
}

/** The documented properties of the record in a response, also in a wrapper or a list, with the pointers to their schemas. */
export function recordProperties(
  contract: Contract,
  { operation, shown: payload, listing }: Step,
): ReadonlyMap<string, string> {
  if (listing !== undefined) return new Map(propertiesOfEntries(contract, operation));
  const schema = successSchema(operation);
  if (schema === undefined || payload === undefined) return new Map();
  const wrapped = payload.at === "" ? schema : contract.propertiesOf(schema).get(payload.at.slice(1));
  return wrapped === undefined ? new Map() : contract.propertiesOf(wrapped, payload.record);
}

/** Whether a successful step removes a record: a deletion, or an operation with `x-removes`. */
export function removes(contract: Contract, step: Step, subject: Subject): boolean {
  const { kind, subject: own, isSuccess, purpose, operation, exchange } = step;
  if (!isSuccess || own === undefined || purpose?.kind === "other-caller" || exchange.response.status === 202)
    return false;
  if (kind === "remove") return own === subject;
  const { read, list } = subject.resource;
  const by = own === subject ? read : leadsThrough(subject, own) ? list : undefined;
  return by !== undefined && contract.nodeAt(operation.pointer)["x-removes"] === by.id;
}

/** Where a view, an entry or the response of a step shows a record, or a property of it. */
export function placeOf(one: Pick<View, "exchange" | "at"> | Step, name?: string) {
  const at = `/response/body${"shown" in one ? (one.shown?.at ?? "") : one.at}`;
  return { exchange: one.exchange, at: name === undefined ? at : pointer(at, name) };
}
