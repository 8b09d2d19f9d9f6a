import { isJsonObject, type Json, type Operation, sameJson, valueAt, withValue } from "content-service-contract";
import { refersTo, withoutReferences, wrongBodies } from "../records/bodies.js";
import { extremes, type Form, parts, partsWithin, unlikePresent } from "../records/changed-bodies.js";
import { type Choice, inOtherCase, newBody } from "../records/new-values.js";
import { type Etag, etagIn, etagPlace, withEtag } from "../records/preconditions.js";
import { maskOf } from "../records/recorder.js";
import type { Plan } from "../records/records.js";
import type { Step, Subject } from "../records/trace.js";
import { type Leaf, leastBody, leavesOf, leavesSent, sentSchema, wrapperOf } from "../resources/bodies.js";
import { isNested, type Resource, resourcesAbove } from "../resources/resources.js";
import { documentsDuplicates, onlyOnesOf } from "../sentences/conflicts.js";
import { referredBy } from "../sentences/references.js";
import { tagIn } from "../sentences/values.js";
import { letPass } from "../session/check.js";
import { changeTimesIn } from "./change-principles.js";
import { countersOf } from "./count-principles.js";
import { differingNames } from "./principle.js";
import { embeddedView } from "./view-principles.js";

type Readers = Readonly<Record<"list" | "readAbove", () => Promise<unknown>>>;

/** An operation that changes records, and how it is called. */
interface Way extends Form {
  readonly kind: "patch" | "replace";
  readonly operation: Operation;
}

/** The calls that change a record in every way that the contract has. */
export function changeCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { steps } = recorder;
  const { create, createNew, read, pathAbove, choice } = records;
  return { change };

  async function change(first: Subject, second: Subject, { list, readAbove }: Readers): Promise<void> {
    for (const kind of ["patch", "replace"] as const) {
      const { [kind]: operation } = resource;
      const schema = sentSchema(operation);
      if (operation === undefined || schema === undefined || first.id === undefined) continue;
      const [wrapper, tag] = [wrapperOf(contract, operation), tagIn(contract, operation)];
      const way = { kind, operation, schema, wrapper, tag };
      await read(first);
      const body = kind === "patch" ? await changeParts(way, first, readAbove) : await replaceWhole(way, first);
      await takeValues(way, first, second, body);
      await changeLater(way, first);
      for (const extreme of extremes(contract, way, body, kind === "patch")) await send(way, first, extreme);
      await sendWrong(way, first);
      await changeByEtag(way, first);
      for (const name of kind === "patch" ? onlyOnesOf(contract, resource) : [])
        for (const one of [first, second]) await send(way, one, withValue({}, way.wrapper, { [name]: true }) ?? {});
    }
    await read(second);
    await list();
    await changeReferred();
    await moveToOther();
  }

  /** Changes a record, and reads it. */
  async function send({ kind, operation }: Way, subject: Subject, body: Json, purpose?: Step["purpose"], etag?: Etag) {
    const place = etagPlace(contract, operation);
    const input = { header: {}, query: {}, body };
    const own = place === undefined || etag === undefined ? input : withEtag(input, place, etag);
    const step = await records.callOn(kind, operation, subject, own, { purpose });
    await read(subject);
    return step;
  }

  function whole({ operation }: Way, chosen: Choice): Json {
    return withoutReferences(contract, operation, newBody(contract, operation, chosen) ?? {}, resource);
  }

  /** A body with new values. */
  async function fresh(operation: Operation): Promise<Json> {
    return newBody(contract, operation, await choice(operation, resource)) ?? {};
  }

  /** Each property alone. Returns a body with all of them. */
  async function changeParts(way: Way, subject: Subject, readAbove: () => Promise<unknown>): Promise<Json> {
    const { schema, wrapper, operation } = way;
    const chosen = await choice(operation, resource);
    for (const own of parts(contract, way, whole(way, chosen))) {
      const part = await withOtherRecord(schema, unlikePresent(contract, way, own, present(subject), chosen), subject);
      const step = await send(way, subject, part);
      if (step?.isSuccess === false) records.learn(resource, step);
      if (steps.some((one) => showsInside(one, subject, step))) await readAbove();
      for (const nested of step?.isSuccess ? partsWithin(contract, way, part, chosen) : [])
        await send(way, subject, nested);
    }
    const mask = maskOf(operation);
    if (mask !== undefined) {
      const body = whole(way, await choice(operation, resource));
      const data = valueAt(body, wrapper);
      const [only, ...others] = Object.keys(isJsonObject(data) ? data : {}).filter((one) => one !== way.tag);
      if (only !== undefined && others.length > 0) {
        await records.callOn("patch", operation, subject, { query: { [mask.name]: only }, body });
        await read(subject);
      }
    }
    return whole(way, chosen);
  }

  /** All properties twice, then only the required ones. Returns the first body. */
  async function replaceWhole(way: Way, subject: Subject): Promise<Json> {
    const chosen = await choice(way.operation, resource);
    let body = whole(way, chosen);
    let step = await send(way, subject, body);
    while (step?.isSuccess === false && records.learn(resource, step)) {
      body = whole(way, chosen);
      step = await send(way, subject, body);
    }
    // Other values can be out of limits that no schema tells.
    if (!step?.isSuccess) {
      body = whole(way, { ...chosen, number: 0 });
      await send(way, subject, body);
    }
    await send(way, subject, body, { kind: "again" });
    await send(way, subject, leastBody(contract, way.operation, body));
    return body;
  }

  /** The unique values of one record for another one. */
  async function takeValues(way: Way, first: Subject, second: Subject, whole: Json): Promise<void> {
    const [unique, data] = [uniqueNames(), Object(valueAt(whole, way.wrapper))];
    const isTaking = unique.length > 0 && unique.every((name) => name in data);
    const told = [way.operation, resource.create].some((one) => documentsDuplicates(contract, one));
    const rejects = way.operation.responses.some(({ status }) => /^4(00|09|22)$/.test(status));
    if (!isTaking || second === first || !told || !rejects) return;
    // The others can be rejected for another reason.
    const names = way.tag === undefined ? unique : [...unique, way.tag];
    const only = Object.fromEntries(names.map((one) => [one, data[one]]));
    const bodies = way.kind === "patch" ? [whole, withValue({}, way.wrapper, only) ?? whole] : [whole];
    let body: Json | undefined;
    for (const one of bodies) if (body === undefined && (await send(way, first, one))?.isSuccess) body = one;
    const isOwn = way.kind === "patch" && unique.every((name) => sameJson(present(first)[name] ?? null, data[name]));
    const own = body ?? (isOwn ? bodies.at(-1) : undefined);
    if (own !== undefined) await send(way, first, own, { kind: "own-values" });
    const peer = body === undefined ? undefined : await peerOf(first, second);
    if (body === undefined || peer === undefined) return;
    await read(peer);
    for (const taken of [body, ...inOtherCase(contract, way.operation, body)])
      await send(way, peer, taken, { kind: "taken" });
  }

  /** Some time after the change before. */
  async function changeLater(way: Way, subject: Subject): Promise<void> {
    const isTimed = (one: Step) => one.subject === subject && changeTimesIn(one.shown?.record ?? {}).length > 0;
    if (!steps.some(isTimed)) return;
    const next = await fresh(way.operation);
    await read(subject);
    if (!(await letPass(session, TICK_MS))) return;
    const step = await send(way, subject, next, { kind: "later" });
    // All properties at once can be too many.
    const made = steps.find((one) => one.operation === way.operation && one.isSuccess && one.purpose === undefined);
    const part = way.kind === "patch" && step?.isSuccess === false ? onlyOf(made?.input.body, next) : undefined;
    if (part !== undefined) await send(way, subject, part, { kind: "later" });
  }

  /** Their other values are new, so that none of them can be stored unseen. */
  async function sendWrong(way: Way, subject: Subject): Promise<void> {
    const all = wrongBodies(contract, way.operation, whole(way, await choice(way.operation, resource)));
    // The recorder sends the current version.
    const wrong = all.filter(({ what }) => !what.includes(`\`${way.tag}\``));
    for (const { body, what } of new Set([...wrong.slice(0, 1), ...wrong.slice(-1)])) {
      const purpose = { kind: "wrong-body", what } as const;
      await records.callOn(way.kind, way.operation, subject, { body }, { isWrong: true, purpose });
      await read(subject);
    }
  }

  async function changeByEtag(way: Way, subject: Subject): Promise<void> {
    const before = steps.findLast((one) => one.kind === "read" && one.subject === subject && one.isSuccess);
    const place = etagPlace(contract, way.operation);
    const etag = before && etagIn(before, place);
    if (place === undefined || etag === undefined || resource.isChosen) return;
    const chosen = await choice(way.operation, resource);
    const next = newBody(contract, way.operation, chosen) ?? {};
    const [part = next] = way.kind === "patch" ? parts(contract, way, next) : [];
    const unlike = unlikePresent(contract, way, part, present(subject), chosen);
    await send(way, subject, unlike, { kind: "current-etag" }, etag);
    // All properties, since none of them may be stored.
    const body = await fresh(way.operation);
    const step = await send(way, subject, body, { kind: "old-etag" }, etag);
    // They can be rejected for another reason.
    const isOld = step?.isSuccess !== false || [409, 412].includes(step.exchange.response.status);
    if (!isOld && way.kind === "patch")
      await send(way, subject, onlyOf(part, body) ?? body, { kind: "old-etag" }, etag);
  }

  /** The record as the last read shows it. */
  function present(subject: Subject) {
    return steps.findLast((one) => one.kind === "read" && one.subject === subject)?.shown?.record ?? {};
  }

  /** A change of the record above, or of another one that counts its records. */
  async function moveToOther(): Promise<void> {
    const { parent, patch } = resource;
    if (patch === undefined) return;
    const leaves = leavesSent(contract, patch, await fresh(patch));
    const counting = countersOf(contract, resources, resource);
    for (const leaf of leaves) {
      const referred = referredBy(contract, resources, leaf);
      const isAbove = referred === parent && !isNested(resource);
      if (referred !== undefined && (isAbove || (referred !== parent && counting.includes(referred))))
        await moveTo(referred, leaf, patch);
    }
  }

  async function moveTo(referred: Resource, leaf: Leaf, patch: Operation): Promise<void> {
    const outer = await pathAbove(referred);
    const from = outer && (await records.createUsual(referred, outer));
    const to = from && (await records.createUsual(referred, outer));
    if (from === undefined || to?.id === undefined) return;
    const unshare = records.share(from);
    const subject = await createNew(resource);
    unshare();
    if (subject === undefined) return;
    const all = [from, to, subject];
    for (const one of all) await read(one);
    await records.callOn("patch", patch, subject, { body: withValue({}, leaf.at, to.id) ?? {} });
    for (const one of all) await read(one);
    await records.remove(subject);
    for (const one of [from, to]) await read(one);
  }

  /** The properties that must differ from those of another record: an equal creation is a conflict, one without them is none. */
  function uniqueNames(): string[] {
    const [again, ...others] = steps.filter(({ purpose }) => /again$/.test(purpose?.kind ?? ""));
    if (again?.kind !== "create" || ![400, 409, 422].includes(again.exchange.response.status)) return [];
    const accepted = others.filter(({ kind, isSuccess }) => kind === "create" && isSuccess);
    return accepted.flatMap(({ sent = {} }) => differingNames(again.sent ?? {}, sent));
  }

  /** A record that shows the changed one inside of it. */
  async function changeReferred(): Promise<void> {
    const operation = resource.patch ?? resource.replace;
    const changes = steps.filter((one) => one.operation === operation && one.isSuccess && one.purpose === undefined);
    if (operation === undefined || changes.length === 0) return;
    for (const other of resources.filter((one) => one !== resource && refersTo(contract, one, resource))) {
      const subject = await createNew(resource);
      if (subject === undefined) return;
      records.share(subject);
      const referring = await createNew(other);
      if (referring === undefined) continue;
      await read(subject);
      const shown = await read(referring);
      const change = changes.find((one) => shown && showsInside(shown, subject, one)) ?? changes[0];
      if (change === undefined) continue;
      const next = newBody(contract, operation, await choice(operation, resource));
      // Values of the earlier change may be unique.
      const body = change.kind === "patch" ? onlyOf(change.input.body, next) : next;
      const input = { ...change.input, path: subject.path, ...(body !== undefined && { body }) };
      await recorder.call(change.kind, operation, input, { subject });
      await read(subject);
      await records.readWhole(referring);
    }
  }

  /** Whether a step shows a property of a record, which a change sends, inside of another record. */
  function showsInside(step: Step, subject: Subject, change: Step | undefined): boolean {
    const inner = embeddedView(contract, step, subject)?.record;
    return inner !== undefined && Object.keys(change?.sent ?? {}).some((name) => name in inner);
  }

  /** Another record that refers to the same ones, among which values can have to be unique. */
  async function peerOf(first: Subject, second: Subject): Promise<Subject | undefined> {
    const creation = (subject: Subject) => steps.find((one) => one.kind === "create" && one.subject === subject);
    const [own, other] = [first, second].map((one) => creation(one)?.input.body ?? {});
    const leaves = leavesSent(contract, resource.create, own ?? {});
    const references = leaves.filter((leaf) => referredBy(contract, resources, leaf));
    if (references.every(({ at, value }) => sameJson(valueAt(other ?? null, at) ?? null, value))) return second;
    const adapt = (body: Json) => references.reduce((kept, { at, value }) => withValue(kept, at, value), body);
    return create(resource, first.path, adapt);
  }

  /** A part that refers to a new record, where the changed one refers to that of the part already. */
  async function withOtherRecord(schema: string, part: Json, subject: Subject): Promise<Json> {
    const record = present(subject);
    for (const leaf of leavesOf(contract, schema, part)) {
      const referred = sameJson(record[leaf.name], leaf.value) ? referredBy(contract, resources, leaf) : undefined;
      if (referred === undefined || [resource, ...resourcesAbove(resource)].includes(referred)) continue;
      const other = await createNew(referred);
      if (other?.id !== undefined) return withValue(part, leaf.at, other.id);
    }
    return part;
  }
}

/** A body with the properties of another one. */
function onlyOf(body: Json | undefined, fresh: Json | undefined): Json | undefined {
  if (!isJsonObject(body) || !isJsonObject(fresh)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fresh[name] ?? value]));
}

/** More than the resolution of the times that a service shows. */
const TICK_MS = 1100;
