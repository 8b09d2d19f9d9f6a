import { type Contract, isJsonObject, type Json, type Operation, pointer, valueAt } from "content-service-contract";
import { isCreation, type Step, type Subject, type Trace, type View } from "../records/trace.js";
import { bodyProperties, sentSchema } from "../resources/bodies.js";
import { isIdOf } from "../resources/identity.js";
import { shown, shownBoth } from "../resources/payload.js";
import { isNullTold } from "../sentences/conditions.js";
import { isKeptTold, isReplacementTold, isValueTold } from "../sentences/effects.js";
import { schemaText } from "../sentences/sentences.js";
import { isFolded, isIgnored, tagIn } from "../sentences/values.js";
import { isClientError, matches } from "../session/expectations.js";
import {
  differingNames,
  followsOthers,
  isVolatile,
  type Principle,
  placeOf,
  readsInPairs,
  recordProperties,
  removes,
  viewsAfter,
} from "./principle.js";

/** The principles of writes: what each leaves behind. */
export const writePrinciples: readonly Principle[] = [
  {
    id: "created-is-found",
    rule: "state-kept",
    concerns: ["create"],
    statement: "a created record is found under its id",
    observe(trace, report) {
      for (const step of trace.steps.filter(isCreation)) {
        const { subject } = step;
        if (subject === undefined) continue;
        const next = nextRead(report.contract, trace, step, subject);
        if (next !== undefined) {
          const { status } = next.exchange.response;
          const message = `Expected ${next.operation.id} to return the record that ${step.operation.id} created; received ${status}`;
          report.compared(step.operation, isClientError(status) ? { message, exchange: next.exchange } : undefined);
        }
        const location = new Headers(step.exchange.response.headers).get("location");
        if (location === null || subject.id === undefined) continue;
        const path = decodeURIComponent(location.replace(/[?#].*$/, "").replace(/\/$/, ""));
        const message = `Expected the \`Location\` of the record ${subject.id}; received ${location}`;
        const violation = { message, exchange: step.exchange, at: "/response/headers/location" };
        report.compared(step.operation, path.endsWith(`/${subject.id}`) ? undefined : violation);
      }
    },
  },
  {
    id: "values-kept",
    rule: "state-kept",
    concerns: ["create", "patch", "replace"],
    statement: "each response shows the values that were written, exactly",
    observe(trace, report) {
      for (const step of trace.steps) {
        const { kind, subject, sent, isSuccess, operation } = step;
        if (!["create", "patch", "replace"].includes(kind) || !isSuccess || subject === undefined || sent === undefined)
          continue;
        const tag = tagIn(report.contract, operation);
        const defaults = Object.fromEntries(defaultsOf(report.contract, subject.resource.create ?? operation));
        // "Positive for an issue too": an issue of 8 can be a movement of -8.
        const isSignTold = (at = "") =>
          at !== "" && /\b(positive|negative|signed)\b/i.test(schemaText(report.contract, at));
        const written = Object.keys(sent).filter((one) => one !== tag && !isIgnored(report.contract, operation, one));
        for (const view of firstOfEach(viewsAfter(trace, step, subject))) {
          const names = written.filter((name) => view.step === step || !followsOthers(name));
          for (const name of names.filter((one) => one in view.record)) {
            const where = view.step === step ? "the response" : view.step.operation.id;
            const [expected, received] = shownBoth(sent[name], view.record[name]);
            const message = `Expected ${where} to show the \`${name}\` that was written, ${expected}; received ${received}`;
            const at = recordProperties(report.contract, view.step).get(name);
            const is = view.record[name] ?? null;
            if (at !== undefined && is === null && isNullTold(report.contract, at)) continue;
            const negated =
              typeof sent[name] === "number" &&
              (isSignTold(at) || isSignTold(bodyProperties(report.contract, operation).get(name)))
                ? [-sent[name]]
                : [];
            const values = [sent[name] ?? null, sent[name] ?? defaults[name] ?? null, ...negated];
            const folded = isFolded(report.contract, operation, name)
              ? (one: Json) => withoutForm(one)
              : (one: Json) => one;
            const isKept = values.some((one) => matches(folded(is), folded(documentedPart(report.contract, at, one))));
            report.compared(operation, isKept ? undefined : { message, ...placeOf(view, name) });
          }
        }
      }
    },
  },
  {
    id: "defaults-shown",
    rule: "state-kept",
    concerns: ["create"],
    statement: "a property that was not sent has its documented default",
    observe(trace, report) {
      for (const step of trace.steps.filter(isCreation)) {
        const { operation, subject, sent } = step;
        if (subject === undefined || sent === undefined) continue;
        for (const view of firstOfEach(viewsAfter(trace, step, subject))) {
          for (const [name, value] of defaultsOf(report.contract, operation)) {
            if (name in sent || !(name in view.record)) continue;
            const message = `Expected the default ${shown(value)} of \`${name}\`; received ${shown(view.record[name])}`;
            const isShown = matches(view.record[name], value);
            report.compared(operation, isShown ? undefined : { message, ...placeOf(view, name) });
          }
        }
      }
    },
  },
  {
    id: "rest-kept",
    rule: "state-kept",
    concerns: ["patch", "replace"],
    statement: "a partial update changes nothing else of the record, and a PUT neither its id nor its creation",
    observe(trace, report) {
      for (const { subject, before, after, writes } of readsInPairs(trace)) {
        const [write, ...more] = writes.filter(({ isSuccess }) => isSuccess);
        const isPartial = write?.kind === "patch";
        if (write === undefined || !(isPartial || write.kind === "replace") || more.length > 0) continue;
        if (write.subject !== subject || (!isPartial && subject.resource.isChosen)) continue;
        const [was, is] = [before.shown, after.shown];
        if (!was || !is || write.sent === undefined || !after.isSuccess) continue;
        report.compared(write.operation);
        const ofResource = trace.steps.filter((one) => one.subject?.resource === trace.resource);
        const own = new Set(ofResource.flatMap(({ sent = {} }) => Object.keys(sent)));
        const set = report.contract.objectIn(write.operation.pointer, "x-sets");
        const isListed = ([, at]: [string, string]) => "enum" in report.contract.schemaAt(at);
        const states = new Map([...recordProperties(report.contract, after)].filter(isListed));
        const isOfRest = (name: string) => isPartial && !isVolatile(name) && (own.has(name) || states.has(name));
        const others = Object.keys(was.record).filter((name) => !(name in { ...write.sent, ...set }));
        const rest = others.filter((name) => FIXED.test(name.replaceAll("_", "")) || isOfRest(name));
        const gone = rest.filter((one) => !(one in is.record));
        for (const name of [...differingNames(was.record, is.record, rest), ...gone]) {
          // "A change of the price makes it a draft again", or of the status: "An invoice with nothing left to pay is `paid`."
          const values = [was.record[name], is.record[name]];
          const at = states.get(name);
          if (!own.has(name) && isValueTold(report.contract, write.operation, at, values)) continue;
          const message = `Expected an unchanged \`${name}\`, ${shown(was.record[name])}, after a change of ${Object.keys(write.sent).join(", ")}; received ${shown(is.record[name])}`;
          report.compared(write.operation, { message, ...placeOf(after, name) });
        }
        for (const [name, value] of isPartial ? Object.entries(write.sent) : []) {
          const [inner, now] = [was.record[name], is.record[name]];
          if (!isJsonObject(value) || !isJsonObject(inner) || !isJsonObject(now)) continue;
          const left = Object.keys(inner).filter((one) => !(one in value));
          for (const one of left.filter((own) => !matches(now[own], inner[own] ?? null))) {
            const message = `Expected an unchanged \`${name}.${one}\`, ${shown(inner[one])}, after a change of other members; received ${shown(now[one])}`;
            const { exchange, at } = placeOf(after, name);
            report.compared(write.operation, { message, exchange, at: pointer(at, one) });
          }
        }
      }
    },
  },
  {
    id: "replaced-whole",
    rule: "state-kept",
    concerns: ["replace"],
    statement: "a PUT replaces the record, where PATCH changes a part or the PUT has required properties",
    observe(trace, report) {
      const { patch, replace, isChosen } = trace.resource;
      const isMeant = isChosen ? isReplacementTold : requiresSome;
      if (replace === undefined || ((isChosen || patch === undefined) && !isMeant(report.contract, replace))) return;
      if (patch !== undefined && isPatched(report.contract, patch, replace)) return;
      for (const { before, after, writes } of readsInPairs(trace)) {
        const [write, ...others] = writes.filter(({ isSuccess }) => isSuccess);
        if (write?.kind !== "replace" || others.length > 0 || write.subject !== before.subject) continue;
        const [was, is, { sent }] = [before.shown, after.shown, write];
        if (was === undefined || is === undefined || sent === undefined || !after.isSuccess) continue;
        const steps = trace.steps.slice(0, trace.steps.indexOf(write));
        const earlier = steps.findLast((one) => one.kind === "replace" && one.isSuccess)?.sent;
        const defaults = new Map(defaultsOf(report.contract, write.operation));
        const left = Object.keys(earlier ?? {}).filter(
          (name) => !(name in sent) && name in was.record && !isKeptTold(report.contract, write.operation, name),
        );
        if (left.length > 0) report.compared(write.operation);
        for (const name of left) {
          const old = was.record[name] ?? null;
          const isDefault = defaults.has(name) && matches(is.record[name], defaults.get(name) ?? null);
          const isId = write.subject !== undefined && isIdOf(write.subject, name, old);
          const isEmpty = old === null || old === "" || (Array.isArray(old) && old.length === 0);
          if (isDefault || isId || isEmpty || !matches(is.record[name], old)) continue;
          const message = `Expected a PUT without \`${name}\` to remove it or set its default; received the old value ${shown(is.record[name])}`;
          report.compared(write.operation, { message, ...placeOf(after, name) });
        }
      }
    },
  },
];

/** A value without what its schema in a response does not have: a line is sent with a `quantity`, and shown with others. */
function documentedPart(contract: Contract, schema: string | undefined, value: Json): Json {
  if (schema === undefined || value === null) return value;
  // A text can be shown as an object.
  if (typeof value !== "object") return contract.propertiesOf(schema).size > 0 ? {} : value;
  if (Array.isArray(value)) return value.map((one) => documentedPart(contract, contract.itemsOf(schema), one));
  const properties = contract.propertiesOf(schema, value);
  const known = Object.entries(value).filter(([name]) => properties.size === 0 || properties.has(name));
  return Object.fromEntries(known.map(([name, one]) => [name, documentedPart(contract, properties.get(name), one)]));
}

/** A text without what a service can change about it: its case, spaces and hyphens. */
function withoutForm(value: Json): Json {
  if (typeof value === "string") return value.toLowerCase().replaceAll(/[\s-]/g, "");
  return Array.isArray(value) ? value.map(withoutForm) : value;
}

/** Whether a PUT keeps what it omits, as in Django REST framework: the body of the PATCH is `PatchedBook` beside its `Book`. */
function isPatched(contract: Contract, patch: Operation, put: Operation): boolean {
  const schemaOf = ({ requestMedia }: Operation) => contract.pointerOf(requestMedia?.schema ?? "");
  const [name, own] = [patch, put].map((one) => schemaOf(one).split("/").at(-1));
  return own !== "" && name === `Patched${own}`;
}

/** Whether a request has required properties: it is more than a partial update. */
function requiresSome(contract: Contract, operation: Operation | undefined): boolean {
  const schema = sentSchema(operation);
  return schema !== undefined && contract.requiredAt(schema).length > 0;
}

function defaultsOf(contract: Contract, operation: Operation): [string, Json][] {
  return [...bodyProperties(contract, operation)].flatMap(([name, at]): [string, Json][] => {
    // Also beside a reference.
    const own = valueAt(contract.document, pointer(at, "default")) ?? contract.schemaAt(at)["default"];
    return own === undefined ? [] : [[name, own]];
  });
}

function nextRead(contract: Contract, trace: Trace, step: Step, subject: Subject): Step | undefined {
  const rest = trace.steps.slice(trace.steps.indexOf(step) + 1);
  const own = rest.filter((one) => one.subject === subject && one.purpose?.kind !== "other-caller");
  const isNext = (one: Step) => own.includes(one) && (one.kind === "read" || one.kind === "remove");
  const next = rest.find((one) => isNext(one) || removes(contract, one, subject));
  return next?.kind === "read" ? next : undefined;
}

/** The first view of each operation. */
function firstOfEach(views: readonly View[]): View[] {
  return views.filter((view, index) => views.findIndex(({ step }) => step.operation === view.step.operation) === index);
}

/** What no PUT changes. */
const FIXED = /^(id|uuid|created(at|by|on)?|owner(id)?)$/i;
