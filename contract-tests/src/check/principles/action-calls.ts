import type { Operation } from "content-service-contract";
import { withKey } from "../records/idempotency-keys.js";
import type { Plan } from "../records/records.js";
import type { Subject } from "../records/trace.js";
import { isEnding } from "../resources/operations.js";
import { collectionPath } from "../resources/paths.js";
import { documentsDuplicates } from "../sentences/conflicts.js";
import { authorCalls } from "./authors.js";
import { cascadeCalls } from "./cascades.js";
import { type Effect, effectsOf } from "./change-principles.js";
import { limitCalls } from "./conflicts.js";
import { listCalls } from "./list-calls.js";
import { differingNames, removes } from "./principle.js";
import { removalCalls } from "./removal-calls.js";

/** The calls of the actions on a record. */
export function actionCalls(plan: Plan) {
  const { session, recorder, records, resource } = plan;
  const { contract } = session;
  const { steps } = recorder;
  const { create, createNew, read, remove, actionInput } = records;
  const { colleagues, withRecordOf } = authorCalls(plan);
  const { readReferred } = cascadeCalls(plan);
  const { actAgain } = limitCalls(plan);
  const { readRelations } = listCalls(plan);
  const { createBelow } = removalCalls(plan);
  return { act };

  /** The actions on a record of its own, and on one of another caller where its author may not do all of them. */
  async function act(path: Subject["path"], other: Subject, list: () => Promise<unknown>): Promise<void> {
    if (resource.actions.length === 0) return;
    // The record above can be full.
    const subject = (await create(resource, path)) ?? (await createNew(resource));
    if (subject?.id === undefined) return;
    await actOn(subject, collectionPath(resource, subject.path), other, list);
    const tried = (one: Operation) =>
      steps.filter(({ operation, subject: acted }) => operation === one && acted === subject);
    const isBarred = (one: Operation) => tried(one).some(({ exchange }) => exchange.response.status === 403);
    if (!resource.actions.some(isBarred)) return;
    for (const caller of colleagues) {
      let isSeen = false;
      await withRecordOf(caller, path, async (another) => {
        isSeen = (await read(another))?.isSuccess === true;
        if (isSeen) await actOn(another, path, other, list);
      });
      if (isSeen) return;
    }
  }

  /** Each action on a record with one below it: twice, since one may need another one first, and the last ones last. */
  async function actOn(subject: Subject, path: Subject["path"], other: Subject, list: () => Promise<unknown>) {
    let below = await createBelow(subject);
    const listBelow = async () => {
      for (const child of below) await recorder.list(child.resource, subject.path);
    };
    await read(subject);
    await listBelow();
    const change = steps.find((one) => one.kind === "patch" && one.isSuccess);
    const [last, others] = [resource.actions.filter(isEnding), resource.actions.filter((one) => !isEnding(one))];
    const [all, lastOther] = [[...others, ...others, ...last, ...last], 2 * others.length - 1];
    let isChanged = false;
    for (const [place, operation] of all.entries()) {
      const usual = await actionInput(operation, subject);
      const asked = withKey(operation, usual) ?? usual;
      await records.readChanged(operation);
      const before = steps.findLast(({ kind, ...one }) => kind === "read" && one.subject === subject);
      const step = await records.act(operation, asked, subject);
      const input = step?.input ?? asked;
      await records.readChanged(operation);
      const after = await read(subject);
      if (step?.isSuccess) {
        if (asked !== usual) {
          await recorder.call("action", operation, input, { subject, purpose: { kind: "same-key" } });
          await read(subject);
        }
        await readReferred(subject, operation);
        await actAgain(operation, subject);
      }
      await list();
      await listBelow();
      if (below.some((one) => step && removes(contract, step, one))) {
        for (const child of below) await read(child);
        below = await createBelow(subject);
      }
      const changed = differingNames(before?.shown?.record ?? {}, after?.shown?.record ?? {});
      isChanged ||= step?.isSuccess === true && changed.length > 0;
      // A later change must not undo what the actions did. It can make them necessary again, so it comes after the last one.
      if (isChanged && change !== undefined && place >= lastOther) {
        await recorder.call("patch", change.operation, { ...change.input, path: subject.path }, { subject });
        await read(subject);
        isChanged = false;
      }
      if (!step?.isSuccess || !documentsDuplicates(contract, operation)) continue;
      // What is scheduled or done in part can be repeated.
      const seen = after ?? step;
      const isDone = ({ name, isMet }: Effect) => {
        const value = seen.shown?.record[name] ?? null;
        return isMet(value) && !/partial/i.test(String(value));
      };
      if (!effectsOf(contract, step, seen).every(isDone)) continue;
      const again = { subject, purpose: { kind: "again" } } as const;
      await recorder.call("action", operation, withKey(operation, input) ?? input, again);
      await read(subject);
    }
    // After the actions, filters and orders see other values. A later page can lose the filter: the record is between others.
    if (steps.some((one) => one.kind === "action" && one.subject === subject && one.isSuccess)) {
      const newest = await create(resource, path);
      await readRelations(path, subject);
      if (newest !== undefined) await remove(newest);
    }
    await read(other);
    await remove(subject);
  }
}
