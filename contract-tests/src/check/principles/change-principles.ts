import { type Contract, type Json, type Operation, pointer, stringsAt } from "content-service-contract";
import { askedBy } from "../lists/hidden-states.js";
import { etagIn, etagPlace } from "../records/preconditions.js";
import type { Step, Subject } from "../records/trace.js";
import { resembles, verbOf } from "../resources/operations.js";
import { plain, shown, valueNamed } from "../resources/payload.js";
import { effectOn, effectsTold, isNamedBy, isValueTold, shiftTold } from "../sentences/effects.js";
import { schemaText } from "../sentences/sentences.js";
import { countsParts, followsEachChange, tagIn } from "../sentences/values.js";
import { wordsOf } from "../sentences/words.js";
import { jsonOf } from "../session/check.js";
import { differingNames, isVolatile, type Principle, placeOf, readsInPairs, recordProperties } from "./principle.js";

/** The principles of changes: entity tags, and what an action does. */
export const changePrinciples: readonly Principle[] = [
  {
    id: "etag-changes",
    rule: "precondition-respected",
    concerns: ["create", "read", "patch", "replace", "remove", "action"],
    statement: "a record's etag changes exactly when the record does",
    observe(trace, report) {
      for (const { subject, before, after, writes } of readsInPairs(trace)) {
        const [was, is] = [before.shown?.record, after.shown?.record];
        const version = versionTold(report.contract, before, subject.resource.patch);
        const [one, other] = version === undefined ? [etagIn(before), etagIn(after)] : [was?.[version], is?.[version]];
        if (one === undefined || other === undefined || was === undefined || is === undefined) continue;
        const operation = writes.at(-1)?.operation ?? after.operation;
        // An action can change what is no part of the record, unless the contract says otherwise.
        const properties = [...recordProperties(report.contract, after).values()];
        const isTold = () => properties.some((at) => followsEachChange(report.contract, at));
        if (["create", "remove", "action"].includes(writes.at(-1)?.kind ?? "") && !isTold()) continue;
        const isChanged = differingNames(was, is).some((name) => !isVolatile(name));
        // What it derives from other records may be no part of its version.
        const texts = properties.map((at) => schemaText(report.contract, at));
        const isPart = ({ subject: own, isSuccess }: Step) =>
          isSuccess && own !== undefined && (own === subject || texts.some((one) => countsParts(one, own.resource)));
        if (isChanged && !writes.some(isPart)) continue;
        const isRight = isChanged === (one !== other) || (writes.some(({ isSuccess }) => isSuccess) && !isChanged);
        const message = isChanged
          ? `Expected a new etag after a change; received ${other} again`
          : `Expected the etag ${one} of an unchanged record; received ${other}`;
        const violation = { message, exchange: after.exchange, at: "/response/headers/etag" };
        report.compared(operation, isRight ? undefined : violation);
      }
    },
  },
  {
    id: "change-is-timed",
    rule: "state-kept",
    concerns: ["patch", "replace"],
    statement: "the time of the last change, such as `updated_at`, follows each change",
    observe(trace, report) {
      for (const { subject, before, after, writes } of readsInPairs(trace)) {
        const write = writes.find((one) => one.isSuccess && one.purpose?.kind === "later" && one.subject === subject);
        const [was, is] = [before.shown?.record, after.shown?.record];
        if (write === undefined || was === undefined || is === undefined) continue;
        const names = changeTimesIn(was).filter((one) => !(one in (write.sent ?? {})) && one in is);
        if (!differingNames(was, is).some((name) => !isVolatile(name))) continue;
        for (const name of names) {
          const message = `Expected a later \`${name}\` after ${write.operation.id}; received ${shown(is[name])}, after ${shown(was[name])}`;
          const isLater = Date.parse(String(is[name])) > Date.parse(String(was[name]));
          report.compared(write.operation, isLater ? undefined : { message, ...placeOf(after, name) });
        }
      }
    },
  },
  {
    id: "precondition-respected",
    rule: "precondition-respected",
    concerns: ["patch", "replace", "remove"],
    statement: "a change or a deletion with the current etag is made, and one with an old etag is not",
    applies: ({ contract }, { patch, replace, remove }) =>
      [patch, replace, remove].some((one) => etagPlace(contract, one) !== undefined),
    observe({ steps }, report) {
      for (const { purpose, operation, exchange, isSuccess } of steps) {
        const isCurrent = purpose?.kind === "current-etag";
        if (!isCurrent && purpose?.kind !== "old-etag") continue;
        const { status } = exchange.response;
        const { in: place } = etagPlace(report.contract, operation) ?? { in: "header" };
        const isConflict = place !== "header" && operation.responses.every((one) => one.status !== "412");
        const [where, rejected] = [place === "header" ? "`If-Match`" : `the ${place}`, isConflict ? 409 : 412];
        const expected = isCurrent ? "a 2xx response for the current etag" : `a ${rejected} response for an old etag`;
        const message = `Expected ${expected} in ${where}; received ${status}`;
        const isWrong = isCurrent ? status === rejected : isSuccess;
        report.compared(operation, isWrong ? { message, exchange } : undefined);
      }
    },
  },
  {
    id: "action-takes-effect",
    rule: "state-kept",
    concerns: ["create", "action"],
    statement:
      "a successful action puts its record, and others that it names, into the state that its name or the contract states",
    applies: ({ contract }, { create, actions }) =>
      actions.length > 0 || (create !== undefined && "x-changes" in contract.nodeAt(create.pointer)),
    observe(trace, report) {
      const { steps } = trace;
      for (const { subject, before, after, writes } of readsInPairs(trace)) {
        const [write, ...others] = writes.filter(({ isSuccess }) => isSuccess);
        if (write === undefined || others.length > 0 || !names(write, subject)) continue;
        const changes = report.contract.objectIn(write.operation.pointer, "x-changes");
        const [was, is] = [before.shown?.record ?? {}, after.shown?.record ?? {}];
        const changed = stringsAt(changes, subject.resource.read?.id ?? "");
        for (const name of changed.filter((one) => one in was && one in is)) {
          const message = `Expected another \`${name}\` of ${after.operation.id} after ${write.operation.id}; received ${shown(is[name])} again`;
          const isSame = differingNames(was, is, [name]).length === 0;
          report.compared(write.operation, isSame ? { message, ...placeOf(after, name) } : undefined);
        }
        const isOwn = write.kind === "action" && write.subject === subject && write.purpose === undefined;
        const times = Object.keys(was).filter((one) => isTime(was[one]) && isTime(is[one]) && !isVolatile(one));
        const shift = isOwn ? shiftTold(report.contract, write.operation, times) : undefined;
        const [name, ...more] = shift?.named.length === 1 ? shift.named : differingNames(was, is, times);
        if (shift === undefined || name === undefined || more.length > 0) continue;
        const [from, to] = [was, is].map((one) => Date.parse(String(one[name])));
        const expected = Number(from) + shift.ms;
        const message = `Expected the \`${name}\` ${new Date(expected).toISOString()} after ${write.operation.id}, as its description says; received ${shown(is[name])}`;
        const isRight = to === expected || (shift.orLater && Number(to) > expected);
        report.compared(write.operation, isRight ? undefined : { message, ...placeOf(after, name) });
      }
      for (const [index, step] of steps.entries()) {
        if (step.kind !== "action" || !step.isSuccess) continue;
        const after = steps.slice(index + 1).find(({ listing, purpose }) => listing && purpose === undefined);
        const included = after && inclusionOf(report.contract, after.operation, step.operation);
        if (included !== undefined && after?.listing?.isComplete) {
          const entry = after.listing.entries.find(({ id }) => id === String(step.subject?.id));
          const message = `Expected no record ${entry?.id} of ${after.operation.id} without \`${included}\` after ${step.operation.id}; received it`;
          report.compared(step.operation, entry && { message, ...placeOf(entry) });
        }
        const isRead = (one: Step) => one.kind === "read" && one.subject === step.subject;
        const [first, next] = [steps.find(isRead), steps.slice(index + 1).find(isRead)];
        const record = next?.isSuccess ? next.shown?.record : undefined;
        if (next === undefined || record === undefined) continue;
        const effects = effectsOf(report.contract, step, next);
        // "Published or scheduled" are two states.
        const isOther = ({ name, isTold = false }: Effect) => {
          const [value, was] = [record, first?.shown?.record ?? {}].map((one) => valueNamed(one, name));
          return (
            !isTold &&
            typeof value === "string" &&
            value !== was &&
            isValueTold(report.contract, step.operation, undefined, [value])
          );
        };
        for (const { name, expected, isMet } of effects.some(isOther) ? [] : effects) {
          const value = valueNamed(record, name) ?? null;
          const message = `Expected ${expected} \`${name}\` after ${step.operation.id}; received ${shown(value)}`;
          report.compared(step.operation, isMet(value) ? undefined : { message, ...placeOf(next, name) });
        }
      }
    },
  },
];

/** The properties of a record with the time of its last change. */
export function changeTimesIn(record: Readonly<Record<string, Json>>): string[] {
  return Object.keys(record).filter((name) => CHANGE_TIME.test(plain(name)) && isTime(record[name]));
}

function isTime(value: Json | undefined): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}

/** The property with the version of a record, where it follows each change. */
function versionTold(contract: Contract, step: Step, patch: Operation | undefined): string | undefined {
  const name = patch && tagIn(contract, patch);
  const at = recordProperties(contract, step).get(name ?? "");
  return at !== undefined && followsEachChange(contract, at) ? name : undefined;
}

const CHANGE_TIME = /^(last)?((updated|modified|changed)(at|on|time|date)?|(update|modify|change)time)$/;

/** Whether the request or the response of a step has the id of a record. */
function names({ input, exchange }: Step, { id }: Subject): boolean {
  const values = (value: Json | undefined): Json[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(values) : [value ?? null];
  return [...values(input.path), ...values(input.body), ...values(jsonOf(exchange))].some(
    (one) => String(one) === String(id),
  );
}

/** What a property is after an action. */
export interface Effect {
  readonly name: string;
  /** Completes "Expected … `status`". */
  readonly expected: string;
  readonly isMet: (value: Json) => boolean;
  /** Whether the contract says so, and not the name of the action alone. */
  readonly isTold?: boolean;
}

/**
 * What an action sets: the schemas in `x-sets` of the contract. Without it, what its name says: `close` sets a state to its one
 * value like `closed`, `closed_at` to a time, and `closed` to `true`.
 */
export function effectsOf(contract: Contract, { operation }: Step, read: Step): Effect[] {
  const declared = Object.keys(contract.objectIn(operation.pointer, "x-sets"));
  if (declared.length > 0) {
    const isMet = (name: string) => (value: Json) =>
      contract.isValid(pointer(operation.pointer, "x-sets", name), value);
    const expected = "a value that matches `x-sets` in";
    return declared.map((name) => ({ name, expected, isMet: isMet(name), isTold: true }));
  }
  const record = read.shown?.record ?? {};
  const documented = documentedValues(contract, read);
  const values = new Map(Object.keys(record).map((one) => [one, documented[one] ?? []]));
  const told = effectsTold(contract, operation, values);
  if (told.length > 0)
    return told.map(({ name, value }) => ({
      ...{ name, expected: value === null ? "null in" : shown(value), isTold: true },
      isMet: (one) => one === value,
    }));
  const verb = verbOf(operation);
  const described = [...recordProperties(contract, read)].flatMap(([name, at]): Effect[] => {
    const effect = name in record ? effectOn(contract, at, verb) : undefined;
    return effect === undefined
      ? []
      : [{ name, expected: `${effect} in`, isMet: (one) => (one === null) === (effect === "null"), isTold: true }];
  });
  if (described.length > 0) return described;
  const states = Object.entries(documented).flatMap(([name, values]): Effect[] => {
    const [state, ...others] = values.filter((one) => resembles(plain(one), verb));
    if (state === undefined || others.length > 0) return [];
    // A part of it leads to `partially_refunded`, and not to `unrefunded` or `not_refunded`.
    const isKind = ([first, ...others]: string[]) => first !== "not" && others.at(-1) === plain(state);
    return [{ name, expected: shown(state), isMet: (value) => value === state || isKind(wordsOf(String(value))) }];
  });
  // `publish` leads to "published", and not to "public".
  const named = states.filter((one) => plain(one.expected).startsWith(verb));
  const marks = Object.entries(record).flatMap(([name, value]): Effect[] => {
    const [, time] = /^(.+)_?[aA]t$/.exec(name) ?? [];
    const state = plain(time ?? name).replace(/^is/, "");
    const isOwn = resembles(state, verb);
    // A service can keep the time as history.
    const isReverse = reverses(verb, state) && (time === undefined || isNamedBy(contract, operation, name));
    if (!isReverse && !isOwn) return [];
    if (time !== undefined)
      return [{ name, expected: isReverse ? "null in" : "a time in", isMet: (one) => (one === null) === isReverse }];
    if (typeof value !== "boolean") return [];
    return [{ name, expected: `${isOwn} in`, isMet: (one) => one === isOwn }];
  });
  return [...(named.length > 0 ? named : states), ...marks];
}

/** The parameter of a list, such as `include_archived`, that shows what an action hides. */
function inclusionOf(contract: Contract, list: Operation, action: Operation): string | undefined {
  return list.parameters.find((parameter) => {
    const [state, verb] = [askedBy(contract, parameter), verbOf(action)];
    // `include_archived`, not `include_shares`.
    return state !== undefined && state !== verb && /(ed|en|[^s]t)$/.test(state) && resembles(state, verb);
  })?.name;
}

/** `unpublish` ends what `publish` began, and so what is published. */
function reverses(verb: string, state: string): boolean {
  const [, undone] = /^(?:un|de)(.{4,})$/.exec(verb) ?? [];
  return undone !== undefined && resembles(state, undone);
}

/** The values that the contract lists for the properties of a record. */
function documentedValues(contract: Contract, step: Step): Record<string, string[]> {
  return Object.fromEntries(
    [...recordProperties(contract, step)].flatMap(([name, one]): [string, string[]][] => {
      const values = contract.enumAt(one);
      return values.length > 1 ? [[name, values]] : [];
    }),
  );
}
