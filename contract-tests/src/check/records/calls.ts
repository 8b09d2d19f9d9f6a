import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  valueAt,
  withValue,
} from "content-service-contract";
import { wrapperOf } from "../resources/bodies.js";
import { isIdOf } from "../resources/identity.js";
import type { Kind } from "../resources/operations.js";
import { collectionPath } from "../resources/paths.js";
import { valueNamed } from "../resources/payload.js";
import type { Session } from "../session/check.js";
import type { About, Recorder } from "./recorder.js";
import type { Step, Subject } from "./trace.js";

/** Creates the functions that call about one record, with the rest of the input from the contract. */
export function createCalls(session: Session, recorder: Recorder, made: readonly Subject[]) {
  const { contract } = session;
  return { callOn, set, read, lookUp, present, readChanged, readWhole };

  /** Calls an operation on a record. */
  function callOn(
    kind: Kind,
    operation: Operation,
    subject: Subject,
    input: Step["input"] = {},
    about: Omit<About, "subject"> = {},
  ): Promise<Step | undefined> {
    const given = session.inputFor(operation.id).input;
    const own = input.body === undefined ? {} : { body: withOwnId(operation, subject, input.body) };
    return recorder.call(kind, operation, { ...given, path: subject.path, ...input, ...own }, { subject, ...about });
  }

  /** A body with the id that the record has: many documents let a change write it. */
  function withOwnId(operation: Operation, subject: Subject, body: Json): Json {
    const place = wrapperOf(contract, operation);
    const { record = {} } = recorder.steps.findLast((one) => one.subject === subject && one.shown)?.shown ?? {};
    return Object.entries(Object(valueAt(body, place))).reduce((kept, [name]) => {
      const own = record[name];
      if (own === undefined || !isIdOf(subject, name, own)) return kept;
      return withValue(kept, `${place}${pointer("", name)}`, own) ?? kept;
    }, body);
  }

  /** Changes some properties of a record, and reads it. */
  async function set(subject: Subject, values: JsonObject, about?: Omit<About, "subject">): Promise<Step | undefined> {
    const { patch } = subject.resource;
    if (patch === undefined) return undefined;
    const body = withValue({}, wrapperOf(contract, patch), values) ?? values;
    const step = await callOn("patch", patch, subject, { body }, about);
    await read(subject);
    return step;
  }

  async function read(subject: Subject, purpose?: Step["purpose"], path = subject.path): Promise<Step | undefined> {
    const { read: operation } = subject.resource;
    if (operation === undefined || subject.id === undefined) return undefined;
    return callOn("read", operation, subject, { path }, { purpose });
  }

  /** Finds a record by its other properties, as it was shown last. */
  async function lookUp(subject: Subject): Promise<void> {
    const shown = recorder.steps.findLast(
      (one) => one.subject === subject && one.kind === "read" && one.isSuccess,
    )?.shown;
    for (const operation of subject.resource.lookups) {
      const [name = ""] = /[^{}]+(?=\}$)/.exec(operation.path) ?? [];
      const value = valueNamed(shown?.record ?? {}, name);
      if (typeof value === "string" || typeof value === "number")
        await callOn("read", operation, subject, { path: { ...subject.path, [name]: value } });
    }
  }

  /** A record as it is now: by its read, or in its list. Empty where neither shows it. */
  async function present(subject: Subject): Promise<JsonObject> {
    const { resource } = subject;
    if (resource.read !== undefined) return (await read(subject))?.shown?.record ?? {};
    const listed = await recorder.list(resource, collectionPath(resource, subject.path));
    return listed?.listing?.entries.find(({ id }) => id === String(subject.id))?.record ?? {};
  }

  /** Reads the records that an operation changes beside its own (`x-changes`). */
  async function readChanged(operation: Operation): Promise<void> {
    const changed = contract.objectIn(operation.pointer, "x-changes");
    for (const one of made) if ((one.resource.read?.id ?? "") in changed) await read(one);
  }

  /** Reads a record, also with each of the other records that it can show inside, and what only shows something about it. */
  async function readWhole(subject: Subject): Promise<void> {
    await read(subject);
    const purpose = { kind: "view" } as const;
    for (const operation of subject.resource.views) await callOn("read", operation, subject, {}, { purpose });
    const { read: operation } = subject.resource;
    if (operation === undefined) return;
    for (const query of expansionsOf(contract, operation))
      await callOn("read", operation, subject, { query }, { purpose });
  }
}

/** The queries by which a response shows other records inside, such as `include=author`, or in another form. */
function expansionsOf(contract: Contract, { parameters }: Operation): Record<string, Json>[] {
  return parameters.flatMap(({ in: place, name, schema, example, required }) => {
    if (place !== "query" || required) return [];
    const { items } = contract.schemaAt(schema);
    const others: Json[] = [typeof example === "number" ? example + 1 : SOME_NUMBER, true];
    const other = others.find((one) => items === undefined && contract.isValid(schema, one));
    const values = contract.enumAt(items === undefined ? schema : contract.itemsOf(schema));
    const wanted = values.length > 0 ? values.slice(0, MOST_EXPANSIONS) : [other ?? []].flat();
    return wanted.map((one) => ({ [name]: items === undefined ? one : [one] }));
  });
}

const MOST_EXPANSIONS = 3;
const SOME_NUMBER = 3;
