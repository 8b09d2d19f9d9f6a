import { isJsonObject, type Json, pointer, requestMedia, sameJson, valueAt, withValue } from "content-service-contract";
import { refersTo, withoutReferences } from "../records/bodies.js";
import { etagPlace, withEtag } from "../records/preconditions.js";
import { maskOf } from "../records/recorder.js";
import type { Plan } from "../records/records.js";
import { etagIn, type Step, type Subject } from "../records/trace.js";
import {
  type Choice,
  inOtherCase,
  isFreeText,
  isTime,
  leastBody,
  leavesOf,
  newBody,
  otherValues,
  wrapperOf,
  wrongBodies,
} from "../resources/new-values.js";
import { nameOfAbove } from "../resources/paths.js";
import { plain } from "../resources/payload.js";
import { referredBy } from "../resources/references.js";
import { isNested, resourcesAbove } from "../resources/resources.js";
import { letPass } from "../session/check.js";
import { changeTimesIn } from "./change-principles.js";
import { documentsDuplicates } from "./creation-calls.js";
import { differingNames } from "./principle.js";
import { embeddedView } from "./view-principles.js";

interface Readers {
  readonly list: () => Promise<unknown>;
  readonly readAbove: () => Promise<void>;
}

/** The calls that change a record in every way that the contract has. */
export function changeCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { steps } = recorder;
  const { create, read, pathAbove, choice } = records;
  return { change };

  async function change(first: Subject, second: Subject, { list, readAbove }: Readers): Promise<void> {
    const { patch, replace, isChosen } = resource;
    for (const operation of [patch, replace]) {
      if (operation === undefined || first.id === undefined) continue;
      const kind = operation === patch ? "patch" : "replace";
      const media = requestMedia(operation);
      if (media?.schema === undefined) continue;
      const { schema } = media;
      const wrapper = wrapperOf(contract, media);
      const place = etagPlace(contract, operation);
      const send = (subject: Subject, body: Json, purpose?: Step["purpose"], etag?: string) => {
        const input = { ...session.inputFor(operation.id).input, path: subject.path, header: {}, query: {}, body };
        const own = place === undefined || etag === undefined ? input : withEtag(input, place, etag);
        return recorder.call(kind, operation, own, { subject, purpose });
      };
      const chosen = await choice(media, resource);
      const whole = (own: Choice) => withoutReferences(contract, media, newBody(contract, media, own) ?? {}, resource);
      let body = whole(chosen);
      await read(first);
      if (kind === "patch") {
        for (const own of parts(schema, wrapper, body)) {
          const part = await withOtherRecord(schema, unlikePresent(schema, own, first, chosen), first);
          const step = await send(first, part);
          if (step !== undefined && !step.isSuccess) records.learn(resource, media, step);
          await read(first);
          if (steps.some((one) => showsInside(one, first, step))) await readAbove();
          for (const nested of step?.isSuccess ? partsWithin(schema, wrapper, part, chosen) : []) {
            await send(first, nested);
            await read(first);
          }
        }
        body = whole(chosen);
        const mask = maskOf(operation);
        const fresh = mask === undefined ? body : whole(await choice(media, resource));
        const data = valueAt(fresh, wrapper);
        const [only, ...others] = Object.keys(isJsonObject(data) ? data : {}).filter((one) => plain(one) !== "etag");
        if (mask !== undefined && only !== undefined && others.length > 0) {
          const input = {
            ...session.inputFor(operation.id).input,
            path: first.path,
            query: { [mask.name]: only },
            body: fresh,
          };
          await recorder.call(kind, operation, input, { subject: first });
          await read(first);
        }
      } else {
        let step = await send(first, body);
        while (step?.isSuccess === false && records.learn(resource, media, step)) {
          body = whole(chosen);
          step = await send(first, body);
        }
        // Other values can be out of limits that no schema tells.
        if (!step?.isSuccess) {
          body = whole({ ...chosen, number: 0 });
          await send(first, body);
        }
        await read(first);
        await send(first, body, { kind: "again" });
        await read(first);
        await send(first, leastBody(contract, media, body));
        await read(first);
      }
      const data = Object(valueAt(body, wrapper));
      const unique = uniqueNames();
      const isTaking = unique.length > 0 && unique.every((name) => name in data);
      if (isTaking && second !== first && documentsDuplicates(contract, operation)) {
        const step = await send(first, body);
        const peer = step?.isSuccess ? await peerOf(first, second) : undefined;
        if (peer !== undefined) {
          await read(peer);
          for (const taken of [body, ...inOtherCase(contract, schema, body)]) {
            await send(peer, taken, { kind: "taken" });
            await read(peer);
          }
        }
      }
      if (steps.some((one) => one.subject === first && one.shown && changeTimesIn(one.shown.record).length > 0)) {
        const next = newBody(contract, media, await choice(media, resource)) ?? {};
        await read(first);
        if (await letPass(session, TICK_MS)) await send(first, next, { kind: "later" });
        await read(first);
      }
      for (const extreme of extremes(schema, wrapper, body, kind === "patch")) {
        await send(first, extreme);
        await read(first);
      }
      // Their other values are new, so that none of them can be stored unseen.
      const fresh = newBody(contract, media, await choice(media, resource)) ?? {};
      const wrong = wrongBodies(contract, schema, withoutReferences(contract, media, fresh, resource));
      for (const { body: own, what } of new Set([...wrong.slice(0, 1), ...wrong.slice(-1)])) {
        const input = { ...session.inputFor(operation.id).input, path: first.path, body: own };
        const purpose = { kind: "wrong-body", what } as const;
        await recorder.call(kind, operation, input, { subject: first, isWrong: true, purpose });
        await read(first);
      }
      const before = steps.findLast((one) => one.kind === "read" && one.subject === first && one.isSuccess);
      const etag = before && etagIn(before);
      if (etagPlace(contract, operation) !== undefined && etag !== undefined && !isChosen) {
        const next = newBody(contract, media, await choice(media, resource)) ?? {};
        const [part = next] = kind === "patch" ? parts(schema, wrapper, next) : [];
        await send(first, unlikePresent(schema, part, first, chosen), { kind: "current-etag" }, etag);
        await read(first);
        // All properties, since none of them may be stored.
        const late = newBody(contract, media, await choice(media, resource)) ?? {};
        await send(first, late, { kind: "old-etag" }, etag);
        await read(first);
      }
    }
    await read(second);
    await list();
    await changeReferred();
    await moveToOther();
  }

  /** A change of the record above, which counts the records below it. */
  async function moveToOther(): Promise<void> {
    const { parent, patch } = resource;
    const media = patch && requestMedia(patch);
    if (parent === undefined || isNested(resource) || patch === undefined || media?.schema === undefined) return;
    const leaves = leavesOf(contract, media.schema, newBody(contract, media, await choice(media, resource)) ?? {});
    const leaf = leaves.find((one) => referredBy(contract, resources, one) === parent);
    const [path, outer] = [await pathAbove(resource), await pathAbove(parent)];
    const from = path && records.shared(parent, path[nameOfAbove(resource, parent)]);
    const to = leaf && from && outer && (await create(parent, outer));
    const subject = path && to && (await create(resource, path));
    if (leaf === undefined || from === undefined || to?.id === undefined || subject === undefined) return;
    const all = [from, to, subject];
    for (const one of all) await read(one);
    const input = {
      ...session.inputFor(patch.id).input,
      path: subject.path,
      body: withValue({}, leaf.at, to.id) ?? {},
    };
    await recorder.call("patch", patch, input, { subject });
    for (const one of all) await read(one);
    await records.remove(subject);
  }

  /** The properties that must differ from those of another record: an equal creation is a conflict, one without them is none. */
  function uniqueNames(): string[] {
    const [again, ...others] = steps.filter(({ purpose }) => /again$/.test(purpose?.kind ?? ""));
    if (again?.kind !== "create" || ![409, 422].includes(again.exchange.response.status)) return [];
    const accepted = others.filter(({ kind, isSuccess }) => kind === "create" && isSuccess);
    return accepted.flatMap(({ sent = {} }) => differingNames(again.sent ?? {}, sent));
  }

  /** A record that shows the changed one inside of it. */
  async function changeReferred(): Promise<void> {
    const operation = resource.patch ?? resource.replace;
    const changes = steps.filter((one) => one.operation === operation && one.isSuccess && one.purpose === undefined);
    if (operation === undefined || changes.length === 0) return;
    for (const other of resources.filter((one) => one !== resource && refersTo(contract, one, resource))) {
      const above = await pathAbove(resource);
      const subject = above && (await create(resource, above));
      if (subject === undefined) return;
      records.share(subject);
      const path = await pathAbove(other);
      const referring = path && (await create(other, path));
      if (referring === undefined) continue;
      await read(subject);
      const shown = await read(referring);
      const change = changes.find((one) => shown && showsInside(shown, subject, one)) ?? changes[0];
      if (change === undefined) continue;
      const media = requestMedia(operation);
      const fresh = media && newBody(contract, media, await choice(media, resource));
      // Values of the earlier change may be unique.
      const body = change.kind === "patch" ? onlyOf(change.input.body, fresh) : fresh;
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

  /** One body for each property of a body. */
  function parts(schema: string, wrapper: string, body: Json): Json[] {
    const data = valueAt(body, wrapper);
    const entries = Object.entries(isJsonObject(data) ? data : {});
    const tags = Object.fromEntries(entries.filter(([name]) => plain(name) === "etag"));
    const bodies = entries.flatMap(([name, value]) =>
      name in tags ? [] : [withValue({}, wrapper, { ...tags, [name]: value })],
    );
    // Last those that can be states, in which other changes are rejected.
    const isListed = (one: Json) =>
      leavesOf(contract, schema, one).some((leaf) => contract.schemaAt(leaf.schema)["enum"] !== undefined);
    bodies.sort((one, other) => Number(isListed(one)) - Number(isListed(other)));
    return bodies.filter((one) => contract.isValid(schema, one)).slice(0, MOST_PARTS);
  }

  /** A part with another value, where the record has that of the part already: a change that does nothing would be unseen. */
  function unlikePresent(schema: string, part: Json, subject: Subject, chosen: Choice): Json {
    const present = steps.findLast((one) => one.kind === "read" && one.subject === subject)?.shown?.record ?? {};
    return leavesOf(contract, schema, part).reduce((body, leaf) => {
      if (!sameJson(present[leaf.name], leaf.value) || chosen.reference(leaf.name, leaf.at) !== undefined) return body;
      const others = otherValues(contract, leaf, { ...chosen, number: 2 * chosen.number + 1 });
      const bodies = others.map((value) => withValue(body, leaf.at, value));
      return bodies.find((one) => !sameJson(one, body) && contract.isValid(schema, one)) ?? body;
    }, part);
  }

  /** Another record that refers to the same ones, among which values can have to be unique. */
  async function peerOf(first: Subject, second: Subject): Promise<Subject | undefined> {
    const media = resource.create && requestMedia(resource.create);
    const creation = (subject: Subject) => steps.find((one) => one.kind === "create" && one.subject === subject);
    const [own, other] = [first, second].map((one) => creation(one)?.input.body ?? {});
    if (media?.schema === undefined || own === undefined) return second;
    const references = leavesOf(contract, media.schema, own).filter((leaf) => referredBy(contract, resources, leaf));
    if (references.every(({ at, value }) => sameJson(valueAt(other ?? null, at) ?? null, value))) return second;
    const adapt = (body: Json) => references.reduce((kept, { at, value }) => withValue(kept, at, value), body);
    return create(resource, first.path, adapt);
  }

  /** A part that refers to a new record, where the changed one refers to that of the part already. */
  async function withOtherRecord(schema: string, part: Json, subject: Subject): Promise<Json> {
    const present = steps.findLast((one) => one.kind === "read" && one.subject === subject)?.shown?.record ?? {};
    for (const leaf of leavesOf(contract, schema, part)) {
      const referred = sameJson(present[leaf.name], leaf.value) ? referredBy(contract, resources, leaf) : undefined;
      if (referred === undefined || [resource, ...resourcesAbove(resource)].includes(referred)) continue;
      const above = await pathAbove(referred);
      const other = above && (await create(referred, above));
      if (other?.id !== undefined) return withValue(part, leaf.at, other.id);
    }
    return part;
  }

  /** Valid bodies that a service may reject: null, zero, an empty text, the limits, a time long ago, or far away. */
  function extremes(schema: string, wrapper: string, body: Json, isPartial: boolean): Json[] {
    return leavesOf(contract, schema, body).flatMap(({ at, name, schema: own, value }) => {
      if (plain(name) === "etag") return [];
      const { minimum, maximum } = contract.schemaAt(own);
      const edges =
        typeof value === "number" ? [0, minimum, maximum] : isFreeText(contract, { schema: own, value }) ? [""] : [];
      const distinct = [...new Set(edges)].flatMap((one) => one ?? []);
      const values = isTime(contract, own) ? ["1999-01-02T03:04:05Z", "2199-01-02T03:04:05Z"] : [null, ...distinct];
      const base = isPartial ? {} : body;
      const isNested = at.slice(wrapper.length + 1).includes("/");
      const bodies = values.map((value) => withValue(base, at, value)).filter((one) => contract.isValid(schema, one));
      return isNested ? [] : bodies;
    });
  }

  /** Bodies with one member of a nested object. */
  function partsWithin(schema: string, wrapper: string, part: Json, chosen: Choice): Json[] {
    const data = valueAt(part, wrapper);
    const [name, inner] = Object.entries(isJsonObject(data) ? data : {})[0] ?? [];
    if (name === undefined || !isJsonObject(inner) || Object.keys(inner).length < 2) return [];
    const base = `${wrapper}${pointer("", name)}`;
    return leavesOf(contract, schema, part)
      .flatMap((leaf) => {
        const [value] = otherValues(contract, leaf, { ...chosen, unique: `${chosen.unique}n` });
        const [own, ...deeper] = leaf.at.slice(base.length + 1).split("/");
        if (value === undefined || own === undefined || deeper.length > 0) return [];
        const one = withValue({}, base, { [own]: value });
        return contract.isValid(schema, one) ? [one] : [];
      })
      .slice(0, 1);
  }
}

/** A body with the properties of another one. */
function onlyOf(body: Json | undefined, fresh: Json | undefined): Json | undefined {
  if (!isJsonObject(body) || !isJsonObject(fresh)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fresh[name] ?? value]));
}

const MOST_PARTS = 10;
/** More than the resolution of the times that a service shows. */
const TICK_MS = 1100;
