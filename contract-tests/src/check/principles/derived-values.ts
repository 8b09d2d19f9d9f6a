import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  sameJson,
  withValue,
} from "content-service-contract";
import type { Plan } from "../records/records.js";
import { isWrite, type Step, type Subject } from "../records/trace.js";
import { bodyProperties, isValidBody, leavesSent, withProperties, wrapperOf } from "../resources/bodies.js";
import { plain, propertiesShown, shown } from "../resources/payload.js";
import { endOfLonger, rangesIn } from "../resources/ranges.js";
import { isReference, type Resource } from "../resources/resources.js";
import { conditionsIn, isMet } from "../sentences/conditions.js";
import { referredIn } from "../sentences/references.js";
import { schemaText } from "../sentences/sentences.js";
import { type Derived, derivedIn } from "../sentences/values.js";
import { unitOf } from "./conflicts.js";
import { followsOthers, isAbout, isVolatile, type Principle, placeOf } from "./principle.js";

/** The calls that show whether the numbers that a service computes follow a change. */
export function computedCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  const { create, patch, replace } = resource;
  const change = patch ?? replace;
  return { changeToThoseOfOthers };

  /** Two records with the same values, one after the other, and a third one that is changed to these values. */
  async function changeToThoseOfOthers(path: Subject["path"]): Promise<void> {
    if (change === undefined || computedIn(contract, resource).length === 0) return;
    const first = await madeOnce(path, longer);
    const { sent, input } = recorder.steps.find((one) => one.kind === "create" && one.subject === first) ?? {};
    const second = first && (await madeOnce(path, () => input?.body ?? null));
    if (first === undefined || second === undefined || sent === undefined) return;
    const changed = bodyProperties(contract, change);
    const [values, fixed] = [true, false].map((isChanged) =>
      Object.fromEntries(Object.entries(sent).filter(([name]) => changed.has(name) === isChanged)),
    );
    const adapt = (body: Json) => withProperties(contract, create, body, fixed ?? {});
    const subject = await records.create(resource, path, adapt);
    if (subject === undefined || values === undefined) return;
    const body = withValue({}, wrapperOf(contract, change), values) ?? values;
    const purpose = { kind: "like", others: [first, second] } as const;
    await records.callOn(patch === undefined ? "replace" : "patch", change, subject, { body }, { purpose });
    await records.read(subject);
    await records.remove(subject);
  }

  /** A body with longer periods: those of a plan are of the same length. */
  function longer(body: Json): Json {
    return rangesIn(leavesSent(contract, create, body)).reduce((kept, range) => {
      const later = withValue(kept, range.end.at, endOfLonger(range));
      return later !== undefined && isValidBody(contract, create, later) ? later : kept;
    }, body);
  }

  /** A record that is read, and then deleted or ended. */
  async function madeOnce(path: Subject["path"], adapt: (body: Json) => Json): Promise<Subject | undefined> {
    const subject = await records.create(resource, path, adapt);
    if (subject === undefined) return undefined;
    await records.read(subject);
    return (await records.remove(subject)) || (await records.end(subject)) ? subject : undefined;
  }
}

/** The numbers of a record that its service computes: its description says what they are, and no request sends them. */
function computedIn(contract: Contract, { read, create, patch, replace }: Resource): string[] {
  if (read === undefined || create === undefined || (patch ?? replace) === undefined) return [];
  const isSent = (name: string) => [create, patch, replace].some((one) => bodyProperties(contract, one).has(name));
  const isNumber = (at: string) => ["integer", "number"].some((type) => contract.hasType(at, type));
  return [...propertiesShown(contract, read)].flatMap(([name, at]) => {
    const isOther = isSent(name) || isReference(name) || isVolatile(name) || followsOthers(name);
    return !isOther && isNumber(at) && schemaText(contract, at) !== "" ? name : [];
  });
}

/** The principles of values that a record derives from its other values, or from other records. */
export const derivedPrinciples: readonly Principle[] = [
  {
    id: "values-derived",
    rule: "state-kept",
    concerns: ["create", "read", "list", "patch", "replace", "action"],
    statement: "a value is what its description derives from other values of the record",
    applies: ({ contract }, resource) =>
      derivedIn(contract, showing(resource)).length > 0 ||
      conditionsIn(contract, resource, showing(resource)).length > 0,
    observe({ steps, resource }, report) {
      const derived = derivedIn(report.contract, showing(resource));
      const conditions = conditionsIn(report.contract, resource, showing(resource));
      for (const { operation, exchange, isSuccess, subject, shown: payload, listing, purpose } of steps) {
        const isOther = purpose?.kind === "view" || purpose?.kind === "other-caller";
        const isOwn = (subject?.resource ?? listing?.resource) === resource && !isOther;
        if (!isOwn || !isSuccess) continue;
        const views = [...(payload === undefined ? [] : [{ ...payload, exchange }]), ...(listing?.entries ?? [])];
        for (const view of views) {
          const { record } = view;
          for (const { name, expected } of conditions) {
            const wanted = expected(record);
            if (wanted === undefined || !(name in record)) continue;
            const message = `Expected the \`${name}\` to be ${wanted}, as its description says; received ${shown(record[name])}`;
            report.compared(operation, isMet(record[name], wanted) ? undefined : { message, ...placeOf(view, name) });
          }
          for (const one of derived) {
            const [expected, received] = [resultOf(one, record), numberOf(record[one.name])];
            if (Number.isNaN(expected) || Number.isNaN(received)) continue;
            const isTime = typeof record[one.name] === "string";
            const text = isTime ? new Date(expected).toISOString() : String(expected);
            const message = `Expected the \`${one.name}\` ${text}, as its description says; received ${shown(record[one.name])}`;
            // Rounded to a whole number, cents or seconds.
            const most = isTime ? 1000 : Number.isInteger(received) ? 0.5 : 0.01;
            const isNear = Math.abs(expected - received) <= most * [record[one.list ?? ""] ?? 1].flat().length;
            const isRight = isNear || received === one.otherwise;
            report.compared(operation, isRight ? undefined : { message, ...placeOf(view, one.name) });
          }
        }
      }
    },
  },
  {
    id: "computed-follows",
    rule: "state-kept",
    concerns: ["patch", "replace"],
    statement: "a number that the service computes is after a change what it is in a new record with the same values",
    applies: ({ contract }, resource) => computedIn(contract, resource).length > 0,
    observe({ steps, resource }, report) {
      for (const [index, { purpose, isSuccess, subject, operation }] of steps.entries()) {
        if (purpose?.kind !== "like" || !isSuccess) continue;
        const after = steps.slice(index).find((one) => isPlainRead(one) && one.subject === subject);
        const [one, other] = purpose.others.map((own) =>
          steps.findLast((read) => isPlainRead(read) && read.subject === own),
        );
        for (const name of computedIn(report.contract, resource)) {
          const [wanted, again, received] = [one, other, after].map((step) => step?.shown?.record[name]);
          if (after === undefined || typeof wanted !== "number" || wanted !== again || typeof received !== "number")
            continue;
          const message = `Expected the \`${name}\` ${wanted} after ${operation.id}, as in new records with the same values; received ${received}`;
          report.compared(operation, wanted === received ? undefined : { message, ...placeOf(after, name) });
        }
      }
    },
  },
  {
    id: "derived-follows",
    rule: "state-kept",
    concerns: ["remove", "patch", "action"],
    statement: "what another record derives from it (a reference, a sum, an amount or a time) changes and ends with it",
    applies: ({ contract, resources }, { parent, create }) =>
      parent?.read !== undefined || referredIn(contract, resources, create).length > 0,
    observe({ steps }, report) {
      for (const { step, after, name, expected } of changedSums(steps)) {
        const received = after.shown?.record[name];
        const message = `Expected the \`${name}\` ${expected} of ${after.operation.id} after ${step.operation.id}; received ${JSON.stringify(received)}`;
        report.compared(step.operation, received === expected ? undefined : { message, ...placeOf(after, name) });
      }
      for (const [index, made] of steps.entries()) {
        if (made.kind !== "create" || !made.isSuccess || made.subject?.id === undefined) continue;
        const isChange = (one: Step) => one.kind === "patch" && one.subject === made.subject;
        const removal = steps.findIndex(
          (one, place) => place > index && isWrite(one) && one.isSuccess && !isChange(one),
        );
        const { [removal]: removed } = steps;
        const isBack = removed?.kind === "remove" || removed?.purpose?.kind === "give-back";
        if (removed === undefined || !isBack || removed.subject !== made.subject) continue;
        const parts = partsAround(steps, index, removal);
        for (const { subject, shown } of parts[1].filter(isPlainRead)) {
          const [before, , after] = parts.map((part) =>
            part.findLast((one) => one.subject === subject && isPlainRead(one)),
          );
          const [was, is] = [before?.shown?.record, after?.shown?.record];
          if (subject === made.subject || was === undefined || is === undefined || after === undefined) continue;
          // Something else can have changed it before the creation.
          const between = before === undefined ? [] : steps.slice(steps.indexOf(before), index).filter(isWrite);
          if (subject === undefined || between.some((one) => one.isSuccess && isAbout(one, subject))) continue;
          for (const [name, value] of Object.entries(shown?.record ?? {})) {
            if (!isDerived(made, was[name] ?? null, value, name)) continue;
            const message = `Expected the \`${name}\` of ${after.operation.id} as before the creation of the ${removed.kind === "remove" ? "deleted" : "ended"} record; received ${JSON.stringify(is[name])}`;
            const isAsBefore = sameJson(is[name] ?? null, was[name] ?? null);
            report.compared(removed.operation, isAsBefore ? undefined : { message, ...placeOf(after, name) });
          }
        }
      }
    },
  },
];

function showing({ read, create, list }: Resource): Operation | undefined {
  return read ?? create ?? list;
}

function resultOf({ list, ...derived }: Derived, record: JsonObject): number {
  const entries = list === undefined ? undefined : record[list];
  if (Array.isArray(entries)) {
    return entries.reduce<number>((sum, one) => sum + (isJsonObject(one) ? resultOf(derived, one) : Number.NaN), 0);
  }
  const { first, others } = derived;
  const isTime = typeof record[first] === "string";
  return others.reduce((result, [operator, name]) => {
    const value = numberOf(record[name]) * (isTime ? (unitOf(name) ?? Number.NaN) : 1);
    return operator === "times" ? result * value : operator === "plus" ? result + value : result - value;
  }, numberOf(record[first]));
}

/** A number, or a time in milliseconds. NaN for other values. */
function numberOf(value: Json | undefined): number {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
}

/** What a record above sums up, before and after a change of a number. */
function* changedSums(steps: readonly Step[]) {
  for (const [index, step] of steps.entries()) {
    const { subject, kind, isSuccess, sent } = step;
    if (kind !== "patch" || !isSuccess || subject === undefined) continue;
    const creation = steps.findLastIndex(
      (one, place) => place < index && isWrite(one) && one.isSuccess && one.kind !== "patch",
    );
    const { [creation]: made } = steps;
    if (made?.kind !== "create" || made.subject !== subject) continue;
    const parts = partsAround(steps, creation, index);
    const valuesOf = (about: Subject) =>
      parts.map((part) => part.findLast((one) => one.subject === about && isPlainRead(one)));
    const [, own = made, changed = step] = valuesOf(subject);
    for (const about of new Set(parts[1].flatMap((one) => one.subject ?? []))) {
      const [before, between, after] = valuesOf(about);
      if (about === subject || after === undefined) continue;
      for (const [name, value] of Object.entries(between?.shown?.record ?? {})) {
        const first = before?.shown?.record[name];
        if (typeof value !== "number" || typeof first !== "number") continue;
        for (const [property, now] of Object.entries(sent ?? {})) {
          const was = own.shown?.record[property];
          const isSum = typeof was === "number" && Math.abs(was) > 1 && value - first === was;
          if (isSum && changed.shown?.record[property] === now)
            yield { step, after, name, expected: first + Number(now) };
        }
      }
    }
  }
}

/** The steps before and between two of them, and those after until the next successful write. */
function partsAround(steps: readonly Step[], first: number, second: number) {
  const end = steps.findIndex((one, place) => place > second && isWrite(one) && one.isSuccess);
  return [steps.slice(0, first), steps.slice(first, second), steps.slice(second, end < 0 ? undefined : end)] as const;
}

function isPlainRead({ kind, isSuccess, purpose, subject }: Step): boolean {
  return kind === "read" && isSuccess && purpose === undefined && subject !== undefined;
}

/** Numbers that say how much or how many there is of something now. */
const QUANTITY =
  /(amount|total|sum|price|cost|fee|cents|minutes|hours|quantity|balance|value|weight|duration|size|count|left|available|remaining|free|stock|seats|spots|places|reserved|used)/;

/** Whether a creation set a reference in another record to it, a time to one that it sent, or changed a quantity. */
function isDerived({ sent = {}, subject, input: { path = {} } }: Step, was: Json, is: Json, name: string): boolean {
  const ids = [subject?.id, ...Object.values(path)];
  if (isReference(name) && was !== is && is !== null && ids.includes(is)) return true;
  const isMoved = typeof is === "number" && typeof was === "number" && is !== was;
  if (isMoved && QUANTITY.test(plain(name)) && !isVolatile(name)) return true;
  return Object.values(sent).some((value) => {
    if (typeof value === "number" && typeof is === "number" && typeof was === "number")
      return Math.abs(value) > 1 && is - was === value;
    return value === is && was !== is && /^\d{4}-\d\d-\d\d/.test(String(value));
  });
}
