import { refersTo } from "../records/bodies.js";
import { etagIn, etagPlace } from "../records/preconditions.js";
import type { Plan } from "../records/records.js";
import { refersToRecord, type Subject } from "../records/trace.js";
import type { Resource } from "../resources/resources.js";
import { freesValues } from "../sentences/conflicts.js";
import { endsReferences, goesWith, isUseBarred } from "../sentences/effects.js";
import { referredIn } from "../sentences/references.js";
import { isRestoring } from "./removal-principles.js";

/** The calls that delete a record: alone, with others below it, and with others that refer to it. */
export function removalCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { steps } = recorder;
  const { create, createNew, read, remove, childrenOf, actionInput } = records;
  return { createBelow, removeOne, removeReferred };

  /** A record of each resource below a record. */
  async function createBelow({ path }: Subject): Promise<Subject[]> {
    const made: Subject[] = [];
    for (const child of childrenOf(resource)) {
      const subject = await create(child, path);
      if (subject !== undefined) made.push(subject);
    }
    return made;
  }

  async function removeOne(first: Subject, second: Subject, list: () => Promise<unknown>): Promise<void> {
    if (resource.remove === undefined || first.id === undefined) return;
    const below = await createBelow(first);
    for (const child of below) await read(child);
    await read(first);
    await read(second);
    await list();
    const place = etagPlace(contract, resource.remove);
    const reads = steps.filter((one) => one.kind === "read" && one.subject === first);
    const etags = reads.flatMap((one) => etagIn(one, place) ?? []);
    const old = etags.find((one) => one !== etags.at(-1));
    if (old !== undefined && place !== undefined) {
      await remove(first, { kind: "old-etag" }, old);
      await read(first);
    }
    await remove(first);
    // Records below it can be in the way.
    const isInTheWay = below.length > 0 && [400, 409].includes(steps.at(-1)?.exchange.response.status ?? 0);
    if (isInTheWay) {
      for (const child of below.toReversed()) await remove(child);
      await remove(first);
    }
    await read(first);
    await records.lookUp(first);
    await list();
    await read(second);
    for (const child of below) await read(child);
    const belowIt = resources.filter((one) => one.parent === resource);
    for (const child of new Set([...below.map((one) => one.resource), ...belowIt]))
      await recorder.list(child, first.path);
    await restore(first, below, list);
    const { patch } = resource;
    const last = steps.findLast((one) => one.operation === patch && one.isSuccess && one.subject === first);
    if (patch !== undefined && last !== undefined)
      await recorder.call("patch", patch, last.input, { subject: first, purpose: { kind: "again" } });
    await remove(first, { kind: "again" });
    await list();
    const created = steps.find((one) => one.kind === "create" && one.subject === first && one.isSuccess);
    if (!resource.isChosen || resource.isSingle || created === undefined || below.length === 0) return;
    await records.attempt(resource, created.operation, created.input, { subject: { ...first } });
    for (const child of below) await recorder.list(child.resource, first.path);
    for (const child of below) await read(child);
  }

  /** The creation of a deleted record again. */
  async function createAgain(path: Subject["path"]): Promise<void> {
    if (!freesValues(contract, resource)) return;
    const subject = await create(resource, path);
    const made = steps.findLast((one) => one.kind === "create" && one.subject === subject && one.isSuccess);
    if (subject === undefined || made === undefined) return;
    await remove(subject);
    if (!steps.at(-1)?.isSuccess) return;
    await records.attempt(resource, made.operation, made.input, { purpose: { kind: "freed" } });
  }

  /** Brings a deleted record back where an action does that, and deletes it again. */
  async function restore(subject: Subject, below: readonly Subject[], list: () => Promise<unknown>): Promise<void> {
    const operation = resource.actions.find(isRestoring);
    if (operation === undefined) return;
    const step = await recorder.call("action", operation, await actionInput(operation, subject), { subject });
    if (!step?.isSuccess) return;
    await read(subject);
    await list();
    for (const child of below) await read(child);
    await remove(subject);
    await read(subject);
  }

  /** A record to which another one refers, in each of its properties that can. */
  async function removeInUse(path: Subject["path"]): Promise<void> {
    for (const other of resources.filter((one) => one !== resource && isUseBarred(contract, resource, one))) {
      const count = other.parent === resource ? 1 : referredIn(contract, [resource], other.create).length;
      for (let place = 0; place < count; place += 1) {
        const subject = await create(resource, path);
        if (subject === undefined) return;
        records.share(subject, place);
        const by = await createNew(other);
        // The service may have taken another one.
        if (by === undefined || !refersToRecord(steps, by, subject)) continue;
        if (!isUseBarred(contract, resource, other, await records.present(by))) continue;
        await remove(subject, { kind: "in-use", by });
        await read(by);
      }
    }
  }

  /** A record to which others refer, themselves or through one below it: what goes with it is neither found nor listed. */
  async function removeReferred(path: Subject["path"]): Promise<void> {
    await removeInUse(path);
    await createAgain(path);
    const referring = (above: Resource) => {
      const all = resources.filter((one) => one !== above && refersTo(contract, one, above));
      // The others can be in the way.
      const going = all.filter((one) => goesWith(contract, above, one) || endsReferences(contract, above, one));
      return going.length > 0 ? going.filter((one) => !isUseBarred(contract, above, one)) : all;
    };
    const isReferred = [resource, ...childrenOf(resource)].some((one) => referring(one).length > 0);
    const subject = resource.remove === undefined || !isReferred ? undefined : await create(resource, path);
    if (subject === undefined) return;
    const made: Subject[] = [];
    for (const one of [subject, ...(await createBelow(subject))]) {
      records.share(one);
      for (const other of referring(one.resource)) {
        const own = await createNew(other);
        if (own !== undefined) made.push(own);
      }
    }
    await remove(subject);
    for (const one of made) {
      await read(one);
      await recorder.list(one.resource, one.path);
    }
  }
}
