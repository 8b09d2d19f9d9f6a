import type { Operation } from "content-service-contract";
import type { Plan } from "../records/records.js";
import { refersToRecord, type Subject } from "../records/trace.js";
import { isEnding } from "../resources/operations.js";
import { shown, singular } from "../resources/payload.js";
import { type Cascade, cascadesOf, givesBack } from "../sentences/effects.js";
import { referredIn } from "../sentences/references.js";
import { leadsThrough, type Principle, placeOf } from "./principle.js";

/** The calls that change the state of records which refer to another one, as where deactivating a member cancels the cards. */
export function cascadeCalls({ session, recorder, records, resources, resource }: Plan) {
  return { cascade, readReferred, giveBack };

  /** An action that ends a record, around which the records that it refers to are read. */
  async function giveBack(path: Subject["path"]): Promise<void> {
    const action = resource.actions.find((one) => isEnding(one) && givesBack(session.contract, one));
    if (action === undefined) return;
    const around: Subject[] = [];
    for (const other of referredIn(session.contract, resources, resource.create)) {
      const above = await records.pathAbove(other);
      const subject = above && (await records.createUsual(other, above));
      if (subject !== undefined) around.push(subject);
    }
    const undo = around.map((one) => records.share(one));
    for (const one of around) await records.read(one);
    const subject = await records.create(resource, path);
    for (const one of around) await records.read(one);
    if (subject !== undefined) {
      const input = await records.actionInput(action, subject);
      await recorder.call("action", action, input, { subject, purpose: { kind: "give-back" } });
    }
    for (const one of around) await records.read(one);
    for (const one of undo.toReversed()) one();
  }

  /** The records that one refers to, after an action that puts them into a state, as where a lease occupies a unit. */
  async function readReferred(subject: Subject, by: Operation): Promise<void> {
    for (const { operation, other, state } of cascadesOf(session.contract, resources, resource)) {
      const referred = records.allShared().filter((one) => one.resource === other);
      const named = referred.filter(
        (one) => leadsThrough(subject, one) || refersToRecord(recorder.steps, subject, one),
      );
      if (operation === by) for (const one of named) await records.read(one, { kind: "cascaded", by, state });
    }
  }

  async function cascade(): Promise<void> {
    for (const one of cascadesOf(session.contract, resources, resource)) {
      const subject = await records.createNew(resource);
      if (subject === undefined) return;
      const unshare = records.share(subject);
      await tryOn(subject, one);
      unshare();
    }
  }

  async function tryOn(subject: Subject, { kind, operation, other, state, from }: Cascade): Promise<void> {
    const child = await records.createNew(other);
    const { record } = (child && (await records.read(child)))?.shown ?? {};
    const isOpen =
      record !== undefined &&
      !state.isHeldBy(record) &&
      (from.length === 0 || from.some((one) => one.isHeldBy(record)));
    if (child === undefined || !isOpen || !belongsTo(child, subject)) return;
    await records.read(subject);
    const step = await recorder.call(kind, operation, await records.actionInput(operation, subject), { subject });
    await records.read(subject);
    if (step?.isSuccess) await records.read(child, { kind: "cascaded", by: operation, state });
  }

  /** Itself, or through a record below it. */
  function belongsTo(child: Subject, subject: Subject): boolean {
    const below = records.allShared().filter((one) => leadsThrough(one, subject));
    return [subject, ...below].some((one) => refersToRecord(recorder.steps, child, one));
  }
}

/** The principle of cascades. */
export const cascadePrinciples: readonly Principle[] = [
  {
    id: "cascade-takes-effect",
    rule: "state-kept",
    concerns: ["remove", "action"],
    statement:
      "an operation puts the records that refer to its own, or that its own refers to, into the state that its description says",
    applies: ({ contract, resources }, resource) => cascadesOf(contract, resources, resource).length > 0,
    observe({ steps }, report) {
      for (const step of steps) {
        const { purpose, shown: payload, subject } = step;
        if (purpose?.kind !== "cascaded" || payload === undefined || subject === undefined) continue;
        const { by, state } = purpose;
        const { property, value } = state;
        const message = `Expected the \`${property}\` ${shown(value)} of the ${singular(subject.resource.name)} after ${by.id}, as its description says; received ${shown(payload.record[property])}`;
        report.compared(by, state.isHeldBy(payload.record) ? undefined : { message, ...placeOf(step, property) });
      }
    },
  },
];
