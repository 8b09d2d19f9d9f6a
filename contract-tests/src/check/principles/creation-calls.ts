import { randomUUID } from "node:crypto";
import { type CallInput, type Json, type Operation, stringAt, withValue } from "content-service-contract";
import { listParameters } from "../lists/list-parameters.js";
import { wrongBodies } from "../records/bodies.js";
import { withKey } from "../records/idempotency-keys.js";
import { inOtherCase, newBody, otherValues } from "../records/new-values.js";
import type { Plan } from "../records/records.js";
import { type Subject, sentTo } from "../records/trace.js";
import {
  bodyProperties,
  isFreeText,
  isTime,
  isValidBody,
  leastBody,
  leavesSent,
  sentSchema,
  withProperties,
} from "../resources/bodies.js";
import { isIdOf } from "../resources/identity.js";
import { plain } from "../resources/payload.js";
import { bindsKeys, documentsDuplicates } from "../sentences/conflicts.js";
import { uniqueIn } from "../sentences/lists.js";
import { referredBy } from "../sentences/references.js";
import { tagIn } from "../sentences/values.js";

/** The calls that create records in ways that show what a creation does. */
export function creationCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { steps } = recorder;
  const { create, read, remove, choice } = records;
  const attempt = (operation: Operation, input: CallInput, about: Parameters<typeof records.attempt>[3]) =>
    records.attempt(resource, operation, input, about);
  return { createAlike, createUnlike, createBare, createTexts, repeatCreation, rejectCreation, createWithKey };

  /** The same creation twice with one `Idempotency-Key`. */
  async function createWithKey(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    if (operation === undefined || withKey(operation, {}) === undefined) return;
    const createKeyed = async () => {
      const subject = await create(resource, path);
      const input = steps.findLast((one) => one.subject === subject && one.kind === "create")?.input;
      if (subject === undefined || input === undefined) return undefined;
      // The record of an equal creation without the key would be a conflict where values are unique.
      await remove(subject);
      const usual = { ...(await choice(operation, resource)), isUsual: true };
      for (const body of new Set([input.body, newBody(contract, operation, usual)])) {
        const keyed = withKey(operation, { ...input, ...(body !== undefined && { body }) });
        if (keyed !== undefined && (await attempt(operation, keyed, {}))?.isSuccess) return keyed;
      }
      return undefined;
    };
    // What it refers to can have as many records as it may.
    const keyed = (await createKeyed()) ?? (records.forgetShared(resource) ? await createKeyed() : undefined);
    if (keyed === undefined) return;
    await attempt(operation, keyed, { purpose: { kind: "same-key" } });
    const body = newBody(contract, operation, await choice(operation, resource));
    const what = "with the idempotency key of another one";
    if (bindsKeys(contract, operation) && body !== undefined)
      await attempt(operation, { ...keyed, body }, { purpose: { kind: "wrong-body", what } });
  }

  /** A second record with the values that the filters of the list select by: what changes one must not change the other. */
  async function createAlike(first: Subject, path: Subject["path"]): Promise<Subject | undefined> {
    const { list: operation, isChosen, create: creation } = resource;
    const sent = sentTo(steps, first);
    if (operation === undefined || isChosen) return undefined;
    const { filters, order } = listParameters(contract, operation);
    const equal = filters.filter(({ relation }) => relation === "equal");
    const names = [...equal, ...(order?.values ?? [])].map(({ property }) => plain(property));
    const alike = Object.entries(sent).filter(([name]) => names.includes(plain(name)));
    if (alike.length === 0) return undefined;
    return create(resource, path, (body) => withProperties(contract, creation, body, Object.fromEntries(alike)));
  }

  /** A record that the filters on flags do not select with another one. */
  function createUnlike(first: Subject, path: Subject["path"]): Promise<Subject | undefined> {
    const sent = sentTo(steps, first);
    const flags = Object.entries(sent).filter(([, value]) => typeof value === "boolean");
    const others = Object.fromEntries(flags.map(([name, value]) => [name, !value]));
    return create(resource, path, (body) => withProperties(contract, resource.create, body, others));
  }

  /** A record with the required properties alone: the others get their defaults. */
  async function createBare(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    if (sentSchema(operation) === undefined) return;
    // The records above it, and those that it names, can show something of it.
    const others = new Set<Subject>();
    const readOthers = async () => {
      for (const one of records.allShared()) others.add(one);
      for (const one of others) await read(one);
    };
    await choice(operation, resource);
    await readOthers();
    const subject = await create(resource, path, (body) => leastBody(contract, operation, body));
    if (subject === undefined) return;
    await readOthers();
    await read(subject);
    await changeNumbers(subject, readOthers);
    await remove(subject);
    await readOthers();
  }

  /** Others can show sums of the numbers of a record. */
  async function changeNumbers(subject: Subject, readOthers: () => Promise<void>): Promise<void> {
    const { patch: operation } = resource;
    if (operation === undefined) return;
    const documented = bodyProperties(contract, operation);
    const record = steps.findLast((one) => one.subject === subject && one.shown !== undefined)?.shown?.record ?? {};
    const changes = Object.entries(record).flatMap(([name, value]) => {
      const at = documented.get(name);
      const isOther = name === tagIn(contract, operation) || isIdOf(subject, name, value);
      if (typeof value !== "number" || at === undefined || isOther) return [];
      const changed = [value + 7, value - 3].filter((one) => contract.isValid(at, one));
      return changed.slice(0, 1).map((one) => ({ [name]: one }));
    });
    for (const values of changes.slice(0, 1)) {
      await records.set(subject, values);
      await readOthers();
    }
  }

  /** Texts, numbers and times that a service may change on the way: each in a record of its own, which is read and deleted. */
  async function createTexts(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    if (sentSchema(operation) === undefined) return;
    for (const sample of SAMPLES) {
      let isUsed = false;
      const subject = await create(resource, path, (body) =>
        leavesSent(contract, operation, body).reduce((changed, leaf) => {
          if (referredBy(contract, resources, leaf) !== undefined) return changed;
          const value = sample(leaf.value, stringAt(contract.schemaAt(leaf.schema), "format"));
          const isFixed =
            typeof leaf.value === "string" && !isFreeText(contract, leaf) && !isTime(contract, leaf.schema);
          if (value === undefined || isFixed) return changed;
          const next = withValue(changed, leaf.at, value);
          if (!isValidBody(contract, operation, next)) return changed;
          isUsed = true;
          return next;
        }, body),
      );
      if (subject === undefined) continue;
      if (isUsed) {
        await read(subject);
        if (subject.resource.read === undefined) await recorder.list(resource, path);
      }
      await remove(subject);
    }
  }

  /** The same creation again, and with one other value, where the contract documents a conflict of equal records. */
  async function repeatCreation(path: Subject["path"], subject: Subject): Promise<void> {
    const { create: operation, replace } = resource;
    const last = steps.findLast((one) => one.subject === subject && one.kind === "create" && one.isSuccess);
    if (operation === undefined || last === undefined || operation === replace) return;
    if (!documentsDuplicates(contract, operation)) {
      // The service makes a unique value of the others, such as a slug.
      const isMade = (name: string) => !bodyProperties(contract, operation).has(name);
      if (resource.list !== undefined && uniqueIn(contract, resource.list).some(isMade))
        await attempt(operation, last.input, {});
      return;
    }
    const above = records.aboveOf(resource, path);
    if (above !== undefined) await read(above);
    const { body } = last.input;
    const same = body === undefined ? [] : inOtherCase(contract, operation, body);
    for (const own of [body, ...same]) {
      const input = { ...last.input, ...(own !== undefined && { body: own }) };
      await attempt(operation, input, { purpose: { kind: "again" } });
      if (above !== undefined) await read(above);
    }
    if (body === undefined) return;
    const chosen = await choice(operation, resource);
    await read(subject);
    for (const leaf of leavesSent(contract, operation, body).slice(0, MOST_LEAVES)) {
      const others = otherValues(contract, leaf, chosen).map((value) => withValue(body, leaf.at, value));
      const other = others.find((one) => isValidBody(contract, operation, one));
      if (other === undefined) continue;
      await attempt(operation, { ...last.input, body: other }, { purpose: { kind: "nearly-again" } });
      await read(subject);
    }
  }

  /** Creations that the service must reject: without a required property, and with references to records that do not exist. */
  async function rejectCreation(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    const last = steps.findLast((one) => one.operation === operation && one.isSuccess);
    if (operation === undefined || last?.input.body === undefined) return;
    const { body } = last.input;
    const above = records.aboveOf(resource, path);
    if (above !== undefined) await read(above);
    const wrong = wrongBodies(contract, operation, body);
    for (const { body: own, what } of new Set([...wrong.slice(0, 2), ...wrong.slice(-3)])) {
      const input = { ...last.input, path: { ...last.input.path, ...path }, body: own };
      const purpose = { kind: "wrong-body", what } as const;
      await attempt(operation, input, { isWrong: true, purpose });
    }
    for (const leaf of leavesSent(contract, operation, body)) {
      const { at, value } = leaf;
      if (referredBy(contract, resources, leaf) === undefined) continue;
      const unknown = withValue(body, at, unknownLike(value));
      if (!isValidBody(contract, operation, unknown)) continue;
      await attempt(operation, { ...last.input, body: unknown }, { purpose: { kind: "unknown-reference" } });
    }
    if (above !== undefined) await read(above);
  }
}

const MOST_LEAVES = 10;

/** An id like another one, that no record has. */
export function unknownLike(id: Json): Json {
  if (typeof id === "number") return 987_654_321;
  const value = String(id);
  if (/\d$/.test(value) && !/[a-f]/i.test(value.slice(-6))) return value.replace(/\d+$/, "987654321");
  return /^[0-9a-f-]{36}$/i.test(value) ? randomUUID() : `no-${value}`;
}

/** Values that a service may change on the way, made from those of a body. */
const SAMPLES: readonly ((value: Json, format: string | undefined) => Json | undefined)[] = [
  (value) => text(value, () => ""),
  (value) => text(value, (own) => `${own} Ünï-çødé 東京 🎈 שלום`),
  (value) => text(value, (own) => `  ${own}  `),
  (value) => text(value, (own) => `${own} <b>"&amp;'\\ %41 + MiXed CASE`),
  (value) => text(value, (own) => own.padEnd(257, " long text")),
  (value) => text(value, (own) => own.padEnd(1001, " longer text")),
  (value) => (typeof value === "number" ? value + 0.37 : undefined),
  (value) => (typeof value === "number" ? 0 : undefined),
  (value, format) => (format === "date-time" && typeof value === "string" ? inOffset(value) : undefined),
];

function text(value: Json, change: (own: string) => string): string | undefined {
  return typeof value === "string" ? change(value) : undefined;
}

/** The same instant, two hours east. */
function inOffset(time: string): string | undefined {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : new Date(ms + 7_200_000).toISOString().replace(/(\.000)?Z$/, "+02:00");
}
