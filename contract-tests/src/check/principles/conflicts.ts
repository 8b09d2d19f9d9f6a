import { type Json, type Operation, withValue } from "content-service-contract";
import { newBodies } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import { stateChanges } from "../records/states.js";
import type { Subject } from "../records/trace.js";
import {
  allLeaves,
  isValidBody,
  type Leaf,
  leastBody,
  leavesSent,
  sentSchema,
  withProperties,
} from "../resources/bodies.js";
import { isEnding } from "../resources/operations.js";
import { DAY_MS, HOUR_MS, rangesIn } from "../resources/ranges.js";
import type { Resource } from "../resources/resources.js";
import { allowsOne, freeStates, limitOf, overlapTold, summedIn, WHOLE_DAYS } from "../sentences/conflicts.js";
import { referredBy } from "../sentences/references.js";
import { statesIn, statesOf } from "../sentences/states.js";
import { wordsOf } from "../sentences/words.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls that create more records below another one than the contract allows, or put more into a state. */
export function limitCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  return { exceedLimit, exceedSum, actAgain };

  /** An action on a second record with the same references, after the one on the first, where the contract allows one at a time. */
  async function actAgain(operation: Operation, { path }: Subject): Promise<void> {
    if (!allowsOne(contract, resource, operation)) return;
    const { parameter = "" } = resource;
    const { [parameter]: _, ...above } = path;
    const second = await records.create(resource, above);
    if (second === undefined) return;
    const input = await records.actionInput(operation, second);
    const purpose = { kind: "beyond-limit", limit: 1 } as const;
    await recorder.call("action", operation, input, { subject: second, purpose });
    await records.remove(second);
  }

  /** All of what a record has, after a part of it: a refund of the whole amount after one of a cent. */
  async function exceedSum(): Promise<void> {
    const { create: creation, parent, actions } = resource;
    for (const operation of [...(parent === undefined ? [] : [creation]), ...actions]) {
      const leaf = summedIn(contract, operation);
      const holder = operation === creation ? parent : resource;
      const above = leaf && holder && (await records.pathAbove(holder));
      const held = above && holder && (await records.createUsual(holder, above));
      if (operation === undefined || leaf === undefined || held === undefined) continue;
      const least = Number(contract.schemaAt(leaf.schema)["minimum"] ?? 1);
      const isBegun = await (operation === creation
        ? createPart(held, leaf, least)
        : actOn(held, operation, leaf, least));
      const alike = Object.entries(isBegun ? await records.present(held) : {}).flatMap(([name, value]) =>
        typeof value === "number" && wordsOf(name).some((one) => wordsOf(leaf.name).includes(one)) ? value : [],
      );
      const limit = Math.max(...alike);
      if (least <= 0 || limit <= least) continue;
      const purpose = { kind: "beyond-limit", limit, what: `in \`${leaf.name}\` altogether` } as const;
      const { body = {}, ...input } = await records.actionInput(operation, held);
      const whole = { ...input, body: withValue(leastBody(contract, operation, body), leaf.at, limit) };
      await (operation === creation
        ? records.attempt(resource, operation, whole, { purpose })
        : recorder.call("action", operation, whole, { subject: held, purpose }));
    }
  }

  async function createPart(held: Subject, { at }: Leaf, value: number): Promise<boolean> {
    const subject = await records.create(resource, held.path, (body) =>
      withValue(leastBody(contract, resource.create, body), at, value),
    );
    return subject !== undefined;
  }

  /** It can need another action first, such as the payment. */
  async function actOn(held: Subject, operation: Operation, { at }: Leaf, value: number): Promise<boolean> {
    for (const first of [undefined, ...resource.actions.filter((one) => one !== operation && !isEnding(one))]) {
      if (first !== undefined) await records.act(first, await records.actionInput(first, held), held);
      const { body = {}, ...input } = await records.actionInput(operation, held);
      const part = { ...input, body: withValue(leastBody(contract, operation, body), at, value) };
      if ((await recorder.call("action", operation, part, { subject: held }))?.isSuccess) return true;
    }
    return false;
  }

  async function exceedLimit(): Promise<void> {
    const { create: operation, parent } = resource;
    const { holder, most: limit = 0, property } = limitOf(contract, resources, resource) ?? {};
    const held =
      holder && (property === undefined ? await records.createNew(holder) : await createSmall(holder, property, limit));
    if (operation === undefined || limit === 0 || (holder !== undefined && held === undefined)) return;
    const isAbove = held !== undefined && holder === parent;
    const unshare = held && records.share(held);
    const pathNow = async () => (isAbove ? held.path : ((await records.pathAbove(resource)) ?? {}));
    while (await records.makeRoom(resource));
    const from = recorder.steps.length;
    let count = 0;
    while (count < limit && (await records.create(resource, await pathNow()))?.id !== undefined) count += 1;
    // Each can need another record that it refers to.
    records.forgetShared();
    const path = await pathNow();
    const chosen = await records.choice(operation, resource);
    const bodies = [true, false].flatMap((isUsual) => newBodies(contract, operation, { ...chosen, isUsual }, resource));
    const names = (body: Json | undefined) =>
      held === undefined || isAbove || JSON.stringify(body).includes(JSON.stringify(held.id));
    const body = bodies.find(names);
    // The user of the token can have others, in whose place one was ended.
    const isEarly = held === undefined && recorder.steps.slice(from).some(({ kind }) => kind === "action");
    const input = { ...session.inputFor(operation.id).input, path, ...(body !== undefined && { body }) };
    const purpose = { kind: "beyond-limit", limit } as const;
    const isFull = count === limit && !isEarly && bodies.some(names);
    if (isFull) await records.attempt(resource, operation, input, { purpose });
    unshare?.();
    if (isFull && held !== undefined && property !== undefined) await moveInto(held, limit);
  }

  /** A record of the least size. */
  async function createSmall(holder: Resource, property: string, size: number): Promise<Subject | undefined> {
    const path = await records.pathAbove(holder);
    const adapt = (body: Json) => withProperties(contract, holder.create, body, { [property]: size });
    return path && records.create(holder, path, adapt);
  }

  /** A change of another record that names the full one. */
  async function moveInto({ resource: holder, id }: Subject, limit: number): Promise<void> {
    const leaf = allLeaves(contract, resource.patch).find((one) => referredBy(contract, resources, one) === holder);
    const path = leaf && (await records.pathAbove(resource));
    const other = path && (await records.create(resource, path));
    if (leaf === undefined || other === undefined || id === undefined) return;
    await records.set(other, { [leaf.name]: id }, { purpose: { kind: "beyond-limit", limit } });
  }
}

/** The principle of limits. */
export const limitPrinciples: readonly Principle[] = [
  rejecting({
    id: "limit-kept",
    rule: "state-kept",
    concerns: ["create", "patch", "action"],
    statement: "a record above, one that others name, or the user has no more records than a description allows",
    applies: ({ contract, resources }, resource) =>
      limitOf(contract, resources, resource) !== undefined ||
      [resource.create, ...resource.actions].some((one) => summedIn(contract, one) !== undefined) ||
      resource.actions.some((one) => allowsOne(contract, resource, one)),
    told: ({ purpose }, { resource }) =>
      purpose?.kind === "beyond-limit"
        ? `beyond the ${purpose.limit} ${purpose.what ?? resource.name} that the description allows`
        : undefined,
  }),
];

/** The calls with a time that overlaps that of another record, such as a second booking of a room. */
export function overlapCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  const { bring } = stateChanges({ session, recorder, ...records });
  return { overlap };

  async function overlap(path: Subject["path"]): Promise<void> {
    const told = overlapTold(contract, resource);
    const { create: creation, patch, replace } = resource;
    const [kind, changing] = patch === undefined ? (["replace", replace] as const) : (["patch", patch] as const);
    if (told === undefined || creation === undefined) return;
    const timeIn = (body: Json) => timeOf(leavesSent(contract, creation, body));
    records.forgetShared();
    while (await records.makeRoom(resource));
    // As long as can be told from its parts, and half of a duration that cannot be longer.
    const placed = (body: Json, part: number) => {
      const own = timeIn(body);
      const longer = own?.longer(1.15, own);
      const to = part + (longer === undefined || isValidBody(contract, changing, longer) ? 1 : 0.5);
      return [own?.moved(body, part, to)].find((one) => one && isValidBody(contract, creation, one)) ?? body;
    };
    let taken: Subject | undefined;
    // Later where records that cannot be deleted have the time.
    for (const part of [0, FAR, 2 * FAR]) taken ??= await records.create(resource, path, (body) => placed(body, part));
    const made = recorder.steps.findLast((one) => one.kind === "create" && one.subject === taken && one.isSuccess);
    const { body = null } = made?.input ?? {};
    const time = timeIn(body);
    const { record = {} } = (taken && (await records.read(taken)))?.shown ?? {};
    const counted = statesIn(told, statesOf(contract, resource));
    const isCounted = counted.length === 0 || counted.some((one) => one.isHeldBy(record));
    if (made === undefined || time === undefined || time.lengthMs === 0 || !isCounted) return;
    const purpose = { kind: "overlap" } as const;
    for (const [from, to] of WHOLE_DAYS.test(told) ? [[1, 1] as const, ...PLACES] : PLACES) {
      const own = time.moved(body, from, to);
      if (own === undefined || !isValidBody(contract, creation, own)) continue;
      const step = await records.attempt(resource, creation, { ...made.input, body: own }, { purpose });
      if (step?.isSuccess) return;
    }
    const [free] = freeStates(contract, resource);
    if (taken !== undefined && free !== undefined && (await bring(taken, free)))
      await records.attempt(resource, creation, made.input, { purpose: { kind: "freed" } });
    // With the same references.
    const far = sentSchema(changing) === undefined ? undefined : time.moved(body, 3 * FAR, 3 * FAR + 1);
    const other = far === undefined ? undefined : await records.create(resource, path, () => far);
    if (changing === undefined || other === undefined) return;
    const input = await records.actionInput(changing, other);
    const change = timeOf(leavesSent(contract, changing, input.body ?? null));
    const own = change?.moved(input.body ?? null, -0.5, 0.5, time);
    if (own === undefined || !isValidBody(contract, changing, own)) return;
    const before = change?.moved(input.body ?? null, -1.1, -0.1, time);
    const longer = change?.longer(1.15, time);
    await records.read(other);
    await recorder.call(kind, changing, { ...input, body: own }, { subject: other, purpose });
    await records.read(other);
    if (before === undefined || longer === undefined || !isValidBody(contract, changing, longer)) return;
    await recorder.call(kind, changing, { ...input, body: before }, { subject: other });
    await recorder.call(kind, changing, { ...input, body: longer }, { subject: other, purpose });
    await records.read(other);
  }
}

/** Begins before and ends within, begins within and ends after, contains, and is the same. */
const PLACES = [
  [-0.5, 0.5],
  [0.5, 1.5],
  [-1, 2],
  [0, 1],
] as const;
const FAR = 20;

/** The time that a body gives a record. */
interface Time {
  readonly startMs: number;
  readonly lengthMs: number;
  /** The body with a time from and to some parts of its length, or of that of another time, after the start. */
  moved(body: Json, from: number, to: number, other?: Time): Json | undefined;
  /** A body with nothing but a length, in parts of that of another time. Undefined without a duration. */
  longer(by: number, other: Time): Json | undefined;
}

/** A start with an end, or with a duration. Its length is 0 without one, as in a change of the start alone. */
function timeOf(leaves: readonly Leaf[]): Time | undefined {
  const startLeaf = leaves.find(({ name, value }) => START.test(name) && !Number.isNaN(msOf(value)));
  if (startLeaf === undefined) return undefined;
  const startMs = msOf(startLeaf.value);
  const end = rangesIn(leaves).find(({ start }) => start.at === startLeaf.at)?.end;
  const span = leaves.find(({ name, value }) => typeof value === "number" && unitOf(name) !== undefined);
  const unit = unitOf(span?.name ?? "") ?? 1;
  const isDay = /^[\d-]{10}$/.test(String(startLeaf.value));
  const told = end === undefined ? Number(span?.value) * unit : msOf(end.value) - startMs;
  const lengthMs = end === undefined ? told || 0 : Math.max(told, isDay ? 4 * DAY_MS : HOUR_MS);
  const written = (ms: number) => new Date(ms).toISOString().slice(0, isDay ? 10 : 19) + (isDay ? "" : "Z");
  const time: Time = {
    startMs,
    lengthMs,
    moved(body, from, to, other = time) {
      const at = (part: number) => written(other.startMs + part * other.lengthMs);
      const begun = withValue(body, startLeaf.at, at(from));
      if (begun === undefined || end !== undefined) return end && begun && withValue(begun, end.at, at(to));
      if (span === undefined) return begun;
      return withValue(begun, span.at, Math.ceil(((to - from) * other.lengthMs) / unit));
    },
    longer: (by, other) => span && withValue({}, span.at, Math.ceil((by * other.lengthMs) / unit)),
  };
  return time;
}

const START = /start|begin|from|scheduled/i;

function msOf(value: Json): number {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
}

/** The unit of a number by its name, in milliseconds. */
export function unitOf(name: string): number | undefined {
  const units = [
    [/minutes?$|mins?$/i, 60_000],
    [/hours?$/i, HOUR_MS],
    [/days?$|nights?$/i, DAY_MS],
    [/seconds?$/i, 1000],
  ] as const;
  return units.find(([pattern]) => pattern.test(name))?.[1];
}

/** The principle of times that exclude each other. */
export const overlapPrinciples: readonly Principle[] = [
  rejecting({
    id: "overlap-rejected",
    rule: "state-kept",
    concerns: ["create", "patch", "replace"],
    statement: "a time that overlaps that of another record is rejected, where the description of a creation says so",
    applies: ({ contract }, resource) => overlapTold(contract, resource) !== undefined,
    told: ({ purpose }) => (purpose?.kind === "overlap" ? "to a time that overlaps that of another record" : undefined),
  }),
];
