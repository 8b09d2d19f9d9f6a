import { valueAt, withValue } from "content-service-contract";
import { bodyProperties, placeInBody } from "../resources/bodies.js";
import { isEnding } from "../resources/operations.js";
import { singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { neededStates, statesOf } from "../sentences/states.js";
import { mentionsLoosely } from "../sentences/words.js";
import type { Session } from "../session/check.js";
import type { Recorder } from "./recorder.js";
import { type Calls, stateChanges } from "./states.js";
import type { Step, Subject } from "./trace.js";

/** The calls to the records around another one. */
interface Around extends Omit<Calls, "session" | "recorder"> {
  childrenOf(own: Resource): Resource[];
  /** Creates a record that the one above may need. */
  createOther(own: Resource, path: Subject["path"]): Promise<Subject | undefined>;
  /** The record above a new one, if the plan created it for that. */
  above(own: Resource, path: Subject["path"]): Subject | undefined;
  /** The records that a new one refers to. */
  referred(own: Resource): readonly Subject[];
}

/** Gives records what an action needs. */
export interface Preparation {
  /**
   * Gives a record what the rejection of an action says that it lacks: one below it, such as the first line of an order, or a
   * property. Returns whether it could.
   */
  prepare(subject: Subject, rejected: Step | undefined): Promise<boolean>;
  /** Gives a record all that earlier ones of its kind lacked. */
  makeReady(subject: Subject): Promise<void>;
}

/** Creates the functions that make actions possible. */
export function createPreparation(
  { contract }: Session,
  recorder: Recorder,
  { actionInput, childrenOf, createOther }: Pick<Around, "actionInput" | "childrenOf" | "createOther">,
): Preparation {
  const lacked = new Map<Resource, Set<Resource | string>>();
  const given = new Map<Subject, Set<Resource | string>>();
  return {
    async prepare(subject, rejected) {
      const { status, body = "" } = rejected?.exchange.response ?? {};
      if (rejected === undefined || ![400, 409, 422].includes(status ?? 0)) return false;
      const message = body.replaceAll("_", " ");
      const has = (name: string) => mentionsLoosely(message, name);
      const children = childrenOf(subject.resource).filter((one) => has(singular(one.name)));
      const { patch } = subject.resource;
      const names = [...bodyProperties(contract, patch).keys()].filter(has);
      for (const part of [...children, ...names]) {
        if (!(await give(subject, part))) continue;
        lacked.set(subject.resource, (lacked.get(subject.resource) ?? new Set()).add(part));
        return true;
      }
      return false;
    },
    async makeReady(subject) {
      for (const part of lacked.get(subject.resource) ?? []) await give(subject, part);
    },
  };

  /** Once each. */
  async function give(subject: Subject, part: Resource | string): Promise<boolean> {
    const parts = given.get(subject) ?? new Set();
    if (parts.has(part)) return false;
    given.set(subject, parts.add(part));
    if (typeof part !== "string") return (await createOther(part, subject.path)) !== undefined;
    const { patch } = subject.resource;
    const input = patch && (await actionInput(patch, subject));
    const place = placeInBody(contract, patch, part);
    const value = valueAt(input?.body ?? null, place);
    if (patch === undefined || value === undefined) return false;
    const body = withValue({}, place, value) ?? {};
    return (await recorder.call("patch", patch, { ...input, body }, { subject }))?.isSuccess === true;
  }
}

/**
 * Creates the function that makes a rejected creation possible. It brings the records that the new one needs into the states
 * that a rejection names, such as an order that is paid before it is shipped; after a 404 or 409, or the record above one step on
 * by an action, such as a draft that is submitted before it has samples. It returns whether it could.
 */
export function createAdvance(session: Session, recorder: Recorder, around: Around) {
  const { contract } = session;
  const { bring } = stateChanges({ session, recorder, ...around });
  return async (own: Resource, path: Subject["path"], attempts: readonly Step[]): Promise<boolean> => {
    const isOfState = ({ exchange }: Step) => [404, 409].includes(exchange.response.status);
    const attempt = attempts.findLast(isOfState) ?? attempts.at(-1);
    const { status = 0, body = "" } = attempt?.exchange.response ?? {};
    if (![400, 404, 409, 422].includes(status)) return false;
    if (await bringReferred(own, attempt, body.replaceAll("_", " "))) return true;
    // A draft can be hidden from those who may create records below it.
    const above = status === 409 || status === 404 ? around.above(own, path) : undefined;
    return above !== undefined && (await moveOn(above, own));
  };

  async function bringReferred(own: Resource, rejected: Step | undefined, message: string): Promise<boolean> {
    for (const held of around.referred(own)) {
      if (!mentionsLoosely(message, singular(held.resource.name))) continue;
      if (await around.prepare(held, rejected)) return true;
      const record = await around.present(held);
      const open = statesOf(contract, held.resource).filter((one) => !one.isHeldBy(record));
      const { states, isOneEnough } = neededStates(contract, own.create, message, open);
      let isThere = false;
      for (const state of states) {
        isThere = await bring(held, state);
        if (isThere && isOneEnough) break;
      }
      if (isThere) return true;
    }
    return false;
  }

  /** Moves a record one step on by an action. It may need records of other kinds first. */
  async function moveOn(above: Subject, own: Resource): Promise<boolean> {
    const actions = above.resource.actions.filter((one) => !isEnding(one));
    const act = async () => {
      for (const action of actions) {
        const input = await around.actionInput(action, above);
        const step = await recorder.call("action", action, input, { subject: above });
        if (step?.isSuccess) return true;
      }
      return false;
    };
    if (actions.length === 0) return false;
    if (await act()) return true;
    for (const child of around.childrenOf(above.resource))
      if (child !== own) await around.createOther(child, above.path);
    return act();
  }
}
