import { type JsonObject, type Operation, sameJson, valueAt, withValue } from "content-service-contract";
import { bodyProperties, placeInBody } from "../resources/bodies.js";
import { isEnding } from "../resources/operations.js";
import { singular } from "../resources/payload.js";
import { type Resource, resourceNamed } from "../resources/resources.js";
import { namesAction, neededStates, type State, statesOf } from "../sentences/states.js";
import { mentionsLoosely } from "../sentences/words.js";
import type { Session } from "../session/check.js";
import { correctedBodies, partsOf } from "./bodies.js";
import { withKey } from "./idempotency-keys.js";
import type { Recorder } from "./recorder.js";
import { type Calls, stateChanges } from "./states.js";
import { isCreation, refersToRecord, type Step, type Subject } from "./trace.js";

/** The calls to the records around another one. */
interface Around extends Omit<Calls, "session" | "recorder"> {
  readonly resources: readonly Resource[];
  prepare(subject: Subject, rejected: Step | undefined): Promise<boolean>;
  enrich(own: Resource, rejected: Step, held: readonly Subject[]): Promise<boolean>;
  /** Creates a record that the one above, or the one that it refers to, may need, with some values. */
  createPart(own: Resource, whole: Subject, values?: JsonObject, isLast?: boolean): Promise<Subject | undefined>;
  /** The record above a new one, if the plan created it for that. */
  above(own: Resource, path: Subject["path"]): Subject | undefined;
  /** The records that a new one refers to, and those that they refer to. */
  referred(own: Resource): readonly Subject[];
}

/** Creates the functions that make actions possible: they give records what these need. */
export function createPreparation(
  { contract }: Session,
  recorder: Recorder,
  { resources, present, actionInput, createPart }: Pick<Around, "resources" | "present" | "actionInput" | "createPart">,
) {
  const lacked = new Map<Resource, Map<string, Part>>();
  const given = new Map<Subject, Set<string>>();
  const enriched = new Set<string>();
  const act: Calls["act"] = async (action, input, subject) => {
    const sent = [input.body ?? null];
    for (let own = input; ; ) {
      const step = await recorder.call("action", action, own, { subject });
      if (step === undefined || step.isSuccess || sent.length > MOST_BODIES) return step;
      if ((await prepare(subject, step)) || (await enrich(subject.resource, step, namedBy(subject)))) {
        await present(subject);
        continue;
      }
      const seen = recorder.steps.findLast((one) => one.kind === "read" && one.subject === subject);
      const bodies = correctedBodies(contract, step, seen?.shown?.record ?? {});
      const body = bodies.find((one) => !sent.some((before) => sameJson(one, before)));
      if (body === undefined) return step;
      sent.push(body);
      own = { ...(withKey(action, input) ?? input), body };
    }
  };
  return { act, prepare, makeReady, enrich };

  /**
   * Gives records one of each kind that is below them or refers to them, with much of everything, such as the donations of a
   * campaign before its payout. Acts on it as the rejected operation says: "Needs a received sample." Once each. Returns whether
   * there is a new one.
   */
  async function enrich(own: Resource, rejected: Step, held: readonly Subject[]): Promise<boolean> {
    // What was accepted once is rejected for the state of the record.
    const isKnown = recorder.steps.some(
      (one) => one.operation === rejected.operation && one.isSuccess && one.kind === "action",
    );
    if (isKnown || !isForLack(rejected) || rejected.exchange.response.status === 400) return false;
    const isTold = (one: Operation) => !isEnding(one) && namesAction(contract, rejected.operation, one);
    let isRich = false;
    for (const whole of held) {
      for (const part of partsOf(contract, resources, whole.resource)) {
        const key = `${part.collection} of ${whole.resource.collection} ${whole.id}`;
        // A member of a site would see what is hidden from others.
        if (part === own || part.isChosen || enriched.has(key)) continue;
        enriched.add(key);
        const numbers = [...bodyProperties(contract, part.create)].filter(
          ([name, at]) => contract.hasType(at, "integer") && resourceNamed(resources, name) === undefined,
        );
        const most = (at: string) => Math.min(Number(contract.schemaAt(at)["maximum"] ?? MUCH), MUCH);
        const plenty = Object.fromEntries(numbers.map(([name, at]) => [name, most(at)]));
        const subject = (await createPart(part, whole, plenty, false)) ?? (await createPart(part, whole));
        if (subject === undefined) continue;
        isRich = true;
        for (const action of part.actions.filter(isTold))
          await act(action, await actionInput(action, subject), subject);
      }
    }
    return isRich;
  }

  /** The created records that one names. */
  function namedBy(subject: Subject): Subject[] {
    const made = recorder.steps.flatMap((one) => (isCreation(one) && one.subject) || []);
    return made.filter((one) => one !== subject && refersToRecord(recorder.steps, subject, one));
  }

  /** Gives a record all that earlier ones of its kind lacked. */
  async function makeReady(subject: Subject): Promise<void> {
    for (const [key, part] of lacked.get(subject.resource) ?? []) await give(subject, key, part);
  }

  /**
   * Gives a record what the rejection of an action says that it lacks: one below it, such as the first line of an order, or a
   * property. Returns whether it could.
   */
  async function prepare(subject: Subject, rejected: Step | undefined): Promise<boolean> {
    if (rejected === undefined || !isForLack(rejected)) return false;
    const message = messageIn(rejected.exchange.response.body ?? "");
    const has = (name: string) => mentionsLoosely(message, name);
    for (const [key, part] of partsNamed(subject.resource, has)) {
      if (!(await give(subject, key, part))) continue;
      lacked.set(subject.resource, (lacked.get(subject.resource) ?? new Map()).set(key, part));
      return true;
    }
    return false;
  }

  /** The parts of a record that a text names: "must include a main course", or a dish, or the price. */
  function partsNamed(own: Resource, has: (name: string) => boolean): [key: string, part: Part][] {
    const children = partsOf(contract, resources, own);
    const valued = children.flatMap((child) =>
      [...bodyProperties(contract, child.create)].flatMap(([name, at]) => {
        const value = has(name) ? contract.enumAt(at).find(has) : undefined;
        return value === undefined ? [] : [{ child, values: { [name]: value } }];
      }),
    );
    const named = children.filter((one) => has(singular(one.name))).map((child) => ({ child, values: {} }));
    const { patch } = own;
    const names = [...bodyProperties(contract, patch).keys()].filter(has);
    return [
      ...[...valued, ...named].map((one): [string, Part] => [`${one.child.name} ${JSON.stringify(one.values)}`, one]),
      ...names.map((property): [string, Part] => [property, { property }]),
    ];
  }

  /** Once each, unless it fails: what is rejected now can be possible in another state. */
  async function give(subject: Subject, key: string, part: Part): Promise<boolean> {
    const parts = given.get(subject) ?? new Set();
    const isGiven = !parts.has(key) && (await add(subject, part));
    if (isGiven) given.set(subject, parts.add(key));
    return isGiven;
  }

  async function add(subject: Subject, part: Part): Promise<boolean> {
    if ("child" in part) return (await createPart(part.child, subject, part.values)) !== undefined;
    const { patch } = subject.resource;
    const input = patch && (await actionInput(patch, subject));
    const place = placeInBody(contract, patch, part.property);
    const value = valueAt(input?.body ?? null, place);
    if (patch === undefined || value === undefined) return false;
    const body = withValue({}, place, value) ?? {};
    return (await recorder.call("patch", patch, { ...input, body }, { subject }))?.isSuccess === true;
  }
}

/** Whether a rejection can be for the lack of something: "already has a pledge" is not. */
function isForLack({ exchange: { response } }: Step): boolean {
  return [400, 409, 422].includes(response.status) && !/\balready\b/i.test(response.body ?? "");
}

const MOST_BODIES = 3;
const MUCH = 100_000;

/** The body of an error, without the names of its own members (RFC 9457), one of which is `status`. */
function messageIn(body: string): string {
  return body.replaceAll("_", " ").replaceAll(/"(type|title|status|detail|instance|code|message)"\s*:/g, "");
}

/** What a record can lack for an action: one below it or that refers to it, with some values, or a property. */
type Part = { readonly child: Resource; readonly values: JsonObject } | { readonly property: string };

/**
 * Creates the functions that make creations possible. After a rejection, `advance` brings the records that the new one needs into the states
 * that a rejection names, such as an order that is paid before it is shipped; after a 404 or 409, or the record above one step on
 * by an action, such as a draft that is submitted before it has samples. It returns whether it could. `makeReadyFor` brings the
 * records that another new one needs into the same states.
 */
export function createAdvance(session: Session, recorder: Recorder, around: Around) {
  const { contract } = session;
  const { bring } = stateChanges({ session, recorder, ...around });
  const learned = new Map<Resource, Map<Resource, State>>();
  const ready = new Set<Subject>();
  return { advance, makeReadyFor };

  async function makeReadyFor(own: Resource): Promise<void> {
    for (const held of around.referred(own)) {
      const state = learned.get(own)?.get(held.resource);
      if (state === undefined || ready.has(held)) continue;
      ready.add(held);
      await bring(held, state);
    }
  }

  async function advance(own: Resource, path: Subject["path"], attempts: readonly Step[], isTest: boolean) {
    const isOfState = ({ exchange }: Step) => [404, 409].includes(exchange.response.status);
    const attempt = attempts.findLast(isOfState) ?? attempts.at(-1);
    const { status = 0, body = "" } = attempt?.exchange.response ?? {};
    if (![400, 404, 409, 422].includes(status)) return false;
    // A draft can be hidden from those who may create records below it.
    const above = status === 409 || status === 404 ? around.above(own, path) : undefined;
    const needed = [...(above === undefined ? [] : [above]), ...around.referred(own)];
    if (await bringNeeded(own, needed, attempt, messageIn(body))) return true;
    if (above !== undefined && (await moveOn(above))) return true;
    return attempt !== undefined && !isTest && (await around.enrich(own, attempt, needed));
  }

  async function bringNeeded(own: Resource, needed: readonly Subject[], rejected: Step | undefined, message: string) {
    for (const held of needed) {
      if (!mentionsLoosely(message, singular(held.resource.name))) continue;
      if (await around.prepare(held, rejected)) return true;
      const record = await around.present(held);
      const open = statesOf(contract, held.resource).filter((one) => !one.isHeldBy(record));
      const { states, isOneEnough } = neededStates(contract, own.create, message, open);
      let isThere = false;
      for (const state of states) {
        isThere = await bring(held, state);
        if (isThere) learned.set(own, (learned.get(own) ?? new Map()).set(held.resource, state));
        if (isThere && isOneEnough) break;
      }
      if (isThere) return true;
    }
    return false;
  }

  /** Moves a record one step on by an action. */
  async function moveOn(above: Subject): Promise<boolean> {
    for (const action of above.resource.actions.filter((one) => !isEnding(one)))
      if ((await around.act(action, await around.actionInput(action, above), above))?.isSuccess) return true;
    return false;
  }
}
