import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  requestMedia,
  schemaProperties,
  valueAt,
} from "content-service-contract";
import { isClientError, matches } from "../session/expectations.js";
import { wrapperOf } from "./new-values.js";
import { singular } from "./payload.js";
import {
  type Between,
  differingNames,
  isAbout,
  isVolatile,
  type Principle,
  type Report,
  readsInPairs,
  shown,
  subjectsOf,
  viewsAfter,
} from "./principle.js";
import { createdId, identifierOf } from "./recorder.js";
import { type Resource, resourceNamed } from "./resources.js";
import { isWithin, isWrite, type Step, type Subject, type Trace, type View, viewIn } from "./trace.js";

/** The principles of one record: what a write leaves behind, and what it leaves alone. */
export const recordPrinciples: readonly Principle[] = [
  {
    id: "no-server-error",
    rule: "call-succeeds",
    concerns: ["create", "read", "list", "patch", "replace", "remove", "action"],
    statement: "no valid request fails in the service",
    observe({ steps }, report) {
      for (const { operation, exchange } of steps) {
        report.compared(operation);
        const { status } = exchange.response;
        if (status >= 500)
          report.find(operation, { message: `Expected no server error; received ${status}`, exchange });
      }
    },
  },
  {
    id: "created-is-found",
    rule: "state-kept",
    concerns: ["create"],
    statement: "what was created is found, under its own id",
    observe(trace, report) {
      for (const step of trace.steps.filter(isCreation)) {
        const { subject } = step;
        if (subject === undefined) continue;
        const next = nextRead(trace, step, subject);
        if (next !== undefined) {
          report.compared(step.operation);
          const { status } = next.exchange.response;
          if (isClientError(status)) {
            const message = `Expected ${next.operation.id} to return the record that ${step.operation.id} created; received ${status}`;
            report.find(step.operation, { message, exchange: next.exchange });
          }
        }
        const location = new Headers(step.exchange.response.headers).get("location");
        if (location === null || subject.id === undefined) continue;
        report.compared(step.operation);
        const path = decodeURIComponent(location.replace(/[?#].*$/, "").replace(/\/$/, ""));
        if (path.endsWith(`/${subject.id}`)) continue;
        const message = `Expected the \`Location\` of the record ${subject.id}; received ${location}`;
        report.find(step.operation, { message, exchange: step.exchange, at: "/response/headers/location" });
      }
    },
  },
  {
    id: "right-record",
    rule: "state-kept",
    concerns: ["read"],
    statement: "the record with the requested id is returned, also among requests at once",
    observe({ steps }, report) {
      for (const step of steps) {
        const { kind, subject, shown: payload, purpose, isSuccess, operation, exchange } = step;
        const isPlain = purpose === undefined || purpose.kind === "parallel";
        if (kind !== "read" || !isPlain || !isSuccess || subject?.id === undefined || payload === undefined) continue;
        const id = identifierOf(subject.resource, payload.record);
        if (id === undefined) continue;
        report.compared(operation);
        if (String(id) === String(subject.id)) continue;
        const message = `Expected the record ${subject.id}; received ${id}`;
        report.find(operation, { message, exchange, at: `/response/body${payload.at}` });
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
        const views = viewsAfter(trace, step, subject);
        for (const view of firstOfEach(views)) {
          const names = Object.keys(sent).filter((name) => name in view.record);
          if (names.length > 0) report.compared(operation);
          for (const name of names) {
            if (matches(view.record[name], sent[name] ?? null)) continue;
            const where = view.step === step ? "the response" : view.step.operation.id;
            const message = `Expected ${where} to show the \`${name}\` that was written, ${shown(sent[name])}; received ${shown(view.record[name])}`;
            report.find(operation, { message, exchange: view.exchange, at: placeOf(view, name) });
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
            report.compared(operation);
            if (matches(view.record[name], value)) continue;
            const message = `Expected the default ${shown(value)} of \`${name}\`; received ${shown(view.record[name])}`;
            report.find(operation, { message, exchange: view.exchange, at: placeOf(view, name) });
          }
        }
      }
    },
  },
  {
    id: "rest-kept",
    rule: "state-kept",
    concerns: ["patch"],
    statement: "a partial update changes nothing else of the record",
    observe(trace, report) {
      for (const { before, after, writes } of readsInPairs(trace)) {
        const [write, ...others] = writes.filter(({ isSuccess }) => isSuccess);
        if (write?.kind !== "patch" || others.length > 0 || write.subject !== before.subject) continue;
        const [was, is] = [before.shown, after.shown];
        if (was === undefined || is === undefined || write.sent === undefined || !after.isSuccess) continue;
        report.compared(write.operation);
        const own = writable(trace);
        const states = statesOf(report.contract, after);
        const rest = Object.keys(was.record).filter(
          (name) => !(name in (write.sent ?? {})) && (own.has(name) || isFixed(name) || states.has(name)),
        );
        const view = { step: after, record: is.record, exchange: after.exchange, at: is.at };
        for (const name of differingNames(was.record, is.record, rest)) {
          const message = `Expected an unchanged \`${name}\`, ${shown(was.record[name])}, after a change of ${Object.keys(write.sent).join(", ")}; received ${shown(is.record[name])}`;
          report.find(write.operation, { message, exchange: after.exchange, at: placeOf(view, name) });
        }
        for (const [name, value] of Object.entries(write.sent)) {
          const [inner, now] = [was.record[name], is.record[name]];
          if (!isJsonObject(value) || !isJsonObject(inner) || !isJsonObject(now)) continue;
          const left = Object.keys(inner).filter((one) => !(one in value));
          const lost = left.filter((one) => !matches(now[one], inner[one] ?? null));
          for (const one of lost) {
            const message = `Expected an unchanged \`${name}.${one}\`, ${shown(inner[one])}, after a change of other members; received ${shown(now[one])}`;
            report.find(write.operation, { message, exchange: after.exchange, at: pointer(placeOf(view, name), one) });
          }
        }
      }
    },
  },
  {
    id: "replaced-whole",
    rule: "state-kept",
    concerns: ["replace"],
    statement: "a PUT replaces the record, where PATCH changes a part",
    observe(trace, report) {
      const { patch, isChosen } = trace.resource;
      if (patch === undefined || isChosen) return;
      for (const { before, after, writes } of readsInPairs(trace)) {
        const [write, ...others] = writes.filter(({ isSuccess }) => isSuccess);
        if (write?.kind !== "replace" || others.length > 0 || write.subject !== before.subject) continue;
        const [was, is, { sent }] = [before.shown, after.shown, write];
        if (was === undefined || is === undefined || sent === undefined || !after.isSuccess) continue;
        const earlier = trace.steps
          .slice(0, trace.steps.indexOf(write))
          .findLast((one) => one.kind === "replace" && one.isSuccess)?.sent;
        const defaults = new Map(defaultsOf(report.contract, write.operation));
        const left = Object.keys(earlier ?? {}).filter((name) => !(name in sent) && name in was.record);
        if (left.length > 0) report.compared(write.operation);
        for (const name of left) {
          const old = was.record[name] ?? null;
          const isDefault = defaults.has(name) && matches(is.record[name], defaults.get(name) ?? null);
          if (isDefault || old === null || isEmpty(old) || !matches(is.record[name], old)) continue;
          const message = `Expected a PUT without \`${name}\` to remove it or set its default; received the old value ${shown(is.record[name])}`;
          report.find(write.operation, {
            message,
            exchange: after.exchange,
            at: pointer(`/response/body${is.at}`, name),
          });
        }
      }
    },
  },
  unchangedBetween({
    id: "reads-alike",
    rule: "consistent-records",
    concerns: ["read"],
    statement: "two reads with nothing in between are alike",
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
  unchangedBetween({
    id: "others-kept",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove", "action"],
    statement: "a write changes no other record",
    blames: ({ writes, subject }) => {
      const made = writes.filter(({ isSuccess }) => isSuccess);
      const isOther = made.every((one) => !isAbout(one, subject) && isRelated(one, subject.resource));
      const own = made.filter((one) => one.subject?.resource === subject.resource);
      return isOther ? own.map(({ operation }) => operation) : [];
    },
    expected: "as before the write to another record",
  }),
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
          if (isWrite(step) && step.isSuccess) known = undefined;
          const view = viewIn(step, subject) ?? actionView(step, subject) ?? embeddedView(step, subject);
          if (view === undefined || (step.purpose !== undefined && step.kind === "read")) continue;
          if (known !== undefined && known.step.operation !== step.operation) {
            const blamed = step.kind === "list" || step.subject !== subject ? step.operation : known.step.operation;
            report.compared(blamed);
            for (const name of differingNames(known.record, view.record).filter((one) => !ignored.has(one))) {
              const message = `Expected the \`${name}\` ${shown(known.record[name])} of ${nameOf(subject)}, as in ${known.step.operation.id}; received ${shown(view.record[name])} from ${step.operation.id}`;
              report.find(blamed, { message, exchange: view.exchange, at: placeOf(view, name) });
            }
          }
          known ??= view;
        }
      }
    },
  },
  {
    id: "removed-is-gone",
    rule: "state-kept",
    concerns: ["remove"],
    statement: "what was deleted cannot be read, listed or changed, and nothing below it",
    observe(trace, report) {
      for (const [index, step] of trace.steps.entries()) {
        const { kind, isSuccess, subject, operation } = step;
        if (kind !== "remove" || !isSuccess || subject === undefined || step.exchange.response.status === 202) continue;
        for (const later of trace.steps.slice(index + 1)) {
          if (
            isWrite(later) &&
            later.isSuccess &&
            isCreation(later) &&
            String(later.subject?.id) === String(subject.id)
          )
            break;
          const seen = goneButSeen(later, subject);
          if (seen === undefined) continue;
          report.compared(operation);
          if (seen.message === "") continue;
          report.find(operation, { exchange: later.exchange, ...seen });
        }
      }
    },
  },
  {
    id: "unknown-is-not-found",
    rule: "state-kept",
    concerns: ["read"],
    statement: "an id of no record, or of one below another parent, finds nothing",
    observe({ steps }, report) {
      for (const { purpose, operation, isSuccess, exchange } of steps) {
        if (purpose?.kind !== "unknown-id" && purpose?.kind !== "wrong-parent") continue;
        report.compared(operation);
        const what = purpose.kind === "unknown-id" ? "an id that no record has" : "a record below another parent";
        if (isSuccess)
          report.find(operation, {
            message: `Expected a 4xx response for ${what}; received ${exchange.response.status}`,
            exchange,
          });
      }
    },
  },
  {
    id: "once",
    rule: "state-kept",
    concerns: ["create", "action"],
    statement: "a creation or an action that excludes itself is rejected the second time, as its 409 says",
    observe({ steps }, report) {
      for (const { kind, purpose, operation, isSuccess, exchange } of steps) {
        if ((kind !== "create" && kind !== "action") || purpose?.kind !== "again") continue;
        report.compared(operation);
        const { status } = exchange.response;
        if (isSuccess)
          report.find(operation, { message: `Expected a 409 response the second time; received ${status}`, exchange });
      }
    },
  },
  {
    id: "ids-differ",
    rule: "state-kept",
    concerns: ["create"],
    statement: "each new record has an id of its own",
    observe(trace, report) {
      const known = new Set<string>();
      for (const step of trace.steps.filter(isCreation)) {
        const { subject, exchange, operation, sent } = step;
        const id =
          subject === undefined || subject.resource.isChosen ? undefined : createdId(subject.resource, exchange, sent);
        if (subject === undefined || id === undefined) continue;
        const key = `${subject.resource.collection} ${JSON.stringify(subject.path)} ${id}`;
        report.compared(operation);
        if (known.has(key))
          report.find(operation, {
            message: `Expected a new id; received ${id} of another record`,
            exchange,
            at: "/response/body",
          });
        known.add(key);
      }
    },
  },
];

function defaultsOf(contract: Contract, operation: Operation): [string, Json][] {
  const media = requestMedia(operation);
  const wrapper = wrapperOf(contract, media);
  const outer = media?.schema === undefined ? new Map<string, string>() : schemaProperties(contract, media.schema, {});
  const inner = wrapper === "" ? undefined : outer.get(wrapper.slice(1));
  const properties = inner === undefined ? outer : schemaProperties(contract, inner, {});
  return [...properties].flatMap(([name, at]): [string, Json][] => {
    // Also beside a reference.
    const own = valueAt(contract.document, pointer(at, "default")) ?? contract.schemaAt(at)["default"];
    return own === undefined ? [] : [[name, own]];
  });
}

/** Whether a write is to a record of a resource or of one above it: others may count or show its records. */
function isRelated({ subject, operation }: Pick<Step, "subject" | "operation">, resource: Resource): boolean {
  if (subject === undefined ? operation === resource.create : subject.resource === resource) return true;
  return resource.parent !== undefined && isRelated({ subject, operation }, resource.parent);
}

function isCreation({ kind, isSuccess, purpose }: Step): boolean {
  return kind === "create" && isSuccess && purpose === undefined;
}

function nextRead(trace: Trace, step: Step, subject: Subject): Step | undefined {
  const rest = trace.steps.slice(trace.steps.indexOf(step) + 1);
  const next = rest.find((one) => one.subject === subject && (one.kind === "read" || one.kind === "remove"));
  return next?.kind === "read" ? next : undefined;
}

/** The first view of each operation. */
function firstOfEach(views: readonly View[]): View[] {
  return views.filter((view, index) => views.findIndex(({ step }) => step.operation === view.step.operation) === index);
}

/** The names that the requests of a trace write. */
function writable({ steps, resource }: Trace): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ sent, subject }) =>
      subject?.resource === resource && sent !== undefined ? Object.keys(sent) : [],
    ),
  );
}

/** The properties of a record with a list of documented values. */
function statesOf(contract: Contract, { operation, shown: payload }: Step): ReadonlySet<string> {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined || payload === undefined) return new Set();
  // A record can be in a wrapper.
  const wrapped = payload.at === "" ? schema : schemaProperties(contract, schema, {}).get(payload.at.slice(1));
  const properties = wrapped === undefined ? [] : schemaProperties(contract, wrapped, payload.record);
  return new Set([...properties].flatMap(([name, at]) => ("enum" in contract.schemaAt(at) ? [name] : [])));
}

function isFixed(name: string): boolean {
  return /^(id|uuid|created(at|by|on)?|owner(id)?)$/i.test(name.replaceAll("_", ""));
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

function placeOf({ at }: View, name: string): string {
  return pointer(`/response/body${at}`, name);
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
  readonly blames: (between: Between) => readonly Operation[];
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
          report.find(operation, { message, exchange: after.exchange });
          continue;
        }
        const [was, is] = [before.shown.record, after.shown?.record];
        if (is === undefined || !after.isSuccess) continue;
        const names = Object.keys(was).filter(
          (name) => !ignored.has(name) && (writes.length === 0 || !isVolatile(name)),
        );
        for (const name of differingNames(was, is, names)) {
          const message = `Expected the \`${name}\` of ${nameOf(subject)} ${expected}, ${shown(was[name])}; received ${shown(is[name])}`;
          report.find(operation, {
            message,
            exchange: after.exchange,
            at: pointer(`/response/body${after.shown?.at ?? ""}`, name),
          });
        }
      }
    },
  };
}

/** The record that an action returns, where it is the one that the action is about. */
function actionView(step: Step, subject: Subject): View | undefined {
  const { kind, isSuccess, shown: payload, exchange } = step;
  if (kind !== "action" || !isSuccess || step.subject !== subject || payload === undefined) return undefined;
  const id = identifierOf(subject.resource, payload.record);
  return String(id) === String(subject.id) && "id" in payload.record
    ? { step, record: payload.record, exchange, at: payload.at }
    : undefined;
}

/** A record inside of another one, under the name of its resource. */
function embeddedView(step: Step, subject: Subject): View | undefined {
  if (!step.isSuccess || step.shown === undefined || step.subject === subject || subject.id === undefined)
    return undefined;
  for (const [name, value] of Object.entries(step.shown.record)) {
    if (!isJsonObject(value) || resourceNamed([subject.resource], name) === undefined || !("id" in value)) continue;
    if (String(value["id"]) !== String(subject.id)) continue;
    const record: JsonObject = value;
    return { step, record, exchange: step.exchange, at: pointer(step.shown.at, name) };
  }
  return undefined;
}

/** How a step shows a deleted record: undefined where it cannot, an empty message where it rightly does not. */
function goneButSeen(step: Step, subject: Subject): { message: string; at?: string } | undefined {
  const { status } = step.exchange.response;
  if (step.listing !== undefined) {
    const { resource, path, entries } = step.listing;
    if (!step.isSuccess || resource !== subject.resource || !isWithin(path, subject)) return undefined;
    const entry = entries.find(({ id }) => id === String(subject.id));
    return {
      message: entry === undefined ? "" : `Expected ${step.operation.id} without a deleted record; received it`,
      at: "/response/body",
    };
  }
  if (step.kind === "remove" || step.kind === "create" || step.subject === undefined) return undefined;
  const isOwn = step.subject === subject && (step.kind === "read" || step.kind === "patch");
  const isBelow = step.subject !== subject && step.kind === "read" && isAbove(subject, step.subject);
  if (!isOwn && !isBelow) return undefined;
  const what = isOwn ? "a deleted record" : "a record below a deleted one";
  return {
    message: step.isSuccess ? `Expected a 4xx response of ${step.operation.id} for ${what}; received ${status}` : "",
  };
}

/** Whether the path of one record leads through another one. */
function isAbove({ resource, id }: Subject, { resource: own, path }: Subject): boolean {
  const { parameter, collection } = resource;
  return (
    parameter !== undefined &&
    own.collection.startsWith(`${collection}/{${parameter}}/`) &&
    String(path[parameter]) === String(id)
  );
}
