import { type CallInput, type Contract, type Operation, sameJson, withValue } from "content-service-contract";
import type { Entry } from "../lists/list.js";
import { partsOf } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import { stateChanges } from "../records/states.js";
import { namesRecord, ownIds, type Purpose, type Subject } from "../records/trace.js";
import { bodyProperties, isValidBody, leastBody, placeInBody } from "../resources/bodies.js";
import { identifierOf } from "../resources/identity.js";
import { pathOf } from "../resources/paths.js";
import { plain, shown, singular } from "../resources/payload.js";
import { type Resource, resourcesAbove } from "../resources/resources.js";
import { type Barrier, barriersOf, lastKept } from "../sentences/barred-states.js";
import { needsPart } from "../sentences/conflicts.js";
import { referredIn } from "../sentences/references.js";
import { closedTransitions, type State, type Transition } from "../sentences/states.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls that the contract rejects in some states of a record, each with a record in such a state. */
export function stateCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { createNew, read, pathAbove, actionInput } = records;
  const { bring, stateInputs } = stateChanges({ session, recorder, ...records });
  const inStates = new Map<string, Subject>();
  return { tryInStates };

  async function tryInStates(): Promise<void> {
    for (const barrier of barriersOf(contract, resources, resource)) {
      for (const state of barrier.states.slice(0, MOST_STATES)) {
        const isTried = await tryIn(barrier, state);
        // What the record refers to may be taken, such as a unit that is let.
        if (!isTried && records.forgetShared()) await tryIn(barrier, state);
      }
    }
    await tryLast();
    for (const [action, part] of partsNeeded(contract, resources, resource)) await tryWithout(action, part);
    const closed = closedTransitions(contract, resource);
    for (const from of new Set(closed.map((one) => one.from)))
      for (const one of closed.filter((other) => other.from === from).slice(0, MOST_WAYS)) await tryTransition(one);
  }

  /** Changes and removes the only record with a value below a new one, such as its owner. */
  async function tryLast(): Promise<void> {
    const { parent } = resource;
    const kept = lastKept(contract, resource);
    const above = parent === undefined || kept.length === 0 ? undefined : await createNew(parent);
    for (const { kind, operation, property, value } of above === undefined ? [] : kept) {
      const { entries = [] } = (await recorder.list(resource, above?.path ?? {}))?.listing ?? {};
      const [last, ...others] = entries.filter(({ record }) => record[property] === value);
      if (last === undefined || others.length > 0) continue;
      const subject = { resource, path: pathOf(resource, above?.path ?? {}, last.id), id: last.id };
      const about = { purpose: { kind: "barred", state: `it is the last \`${value}\`` } } as const;
      const other = contract
        .enumAt(bodyProperties(contract, resource.patch).get(property) ?? "")
        .find((one) => one !== value);
      if (kind === "patch") await records.set(subject, { [property]: other ?? null }, about);
      else await records.callOn("remove", operation, subject, {}, about);
    }
  }

  /** An action on a new record that has no part yet, such as an order without lines. */
  async function tryWithout(action: Operation, part: Resource): Promise<void> {
    const subject = await createNew(resource);
    if (subject === undefined) return;
    const record = await records.present(subject);
    const { listing } = (await recorder.list(part, subject.path)) ?? {};
    const held = Object.entries(record).filter(([name]) => plain(name).startsWith(plain(singular(part.name))));
    const hasAny = held.some(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
    const isTold = listing?.isComplete === true || held.length > 0;
    const isHeld = ({ record: one }: Entry) => part.parent === resource || namesRecord(one, subject);
    if (!isTold || hasAny || listing?.entries.some(isHeld)) return;
    const purpose = { kind: "barred", state: `it has no ${singular(part.name)}` } as const;
    await recorder.call("action", action, await actionInput(action, subject), { subject, purpose });
    await read(subject);
  }

  /** Brings a record into a state, and from there into one that the contract has no way to. */
  async function tryTransition({ operation, from, to }: Transition): Promise<void> {
    const subject = (await recordIn(resource, from)) ?? (await createNew(resource));
    if (subject === undefined || !(await bring(subject, from))) return;
    inStates.set(`${from.property} ${from.value}`, subject);
    const at = placeInBody(contract, operation, to.property);
    const isPatch = operation === resource.patch;
    const { body = {}, ...input } = isPatch
      ? { ...session.inputFor(operation.id).input, path: subject.path }
      : await actionInput(operation, subject);
    const named = { ...input, body: withValue(isPatch ? {} : body, at, to.value) };
    const purpose = { kind: "barred", state: heldBy(resource, from) } as const;
    await recorder.call(isPatch ? "patch" : "action", operation, named, { subject, purpose });
    await read(subject);
  }

  /** Returns whether the record came into the state. */
  async function tryIn({ kind, operation, holder }: Barrier, state: State): Promise<boolean> {
    const isNew = kind === "create";
    const held = (isNew ? undefined : await recordIn(holder, state)) ?? (await createNew(holder));
    if (held === undefined) return false;
    // A change that can name a record in the state is rejected where it does.
    const isMove =
      (kind === "patch" || kind === "replace") && referredIn(contract, resources, operation).includes(holder);
    const moved = isMove ? await createNew(resource) : undefined;
    const unshare = records.share(held);
    const subject = isNew ? await aboveNew(held) : (moved ?? (await existing(held)));
    // The service may have taken another record that others refer to.
    const isHeld = [resource, ...resourcesAbove(resource)].includes(holder) || records.allShared().includes(held);
    if (kind === "action" && holder === resource && subject === held) await records.makeReady(held);
    // What it refers to cannot be created in some states.
    const whole = subject && isNew ? await actionInput(operation, subject) : undefined;
    const isThere = subject !== undefined && isHeld && (await bring(held, state));
    const purpose = { kind: "barred", state: heldBy(holder, state) } as const;
    if (isThere) {
      if (holder === resource) inStates.set(`${state.property} ${state.value}`, held);
      const about = { purpose, ...(isNew ? {} : { subject }) };
      const named = kind === "action" ? [...(await stateInputs(operation, subject, state))] : [];
      const others = named.flatMap(([value, one]) => (value === state.value ? [] : [one]));
      const usual = withoutState(operation, whole ?? (await actionInput(operation, subject)), state);
      // A value that it may omit can be wrong for another reason.
      const least =
        kind === "action" && usual.body !== undefined ? leastBody(contract, operation, usual.body) : undefined;
      const isLess = least !== undefined && !sameJson(least, usual.body ?? null);
      const inputs = others.length > 0 ? others : [usual, ...(isLess ? [{ ...usual, body: least }] : [])];
      // What the new record refers to can be left out.
      const isNamed = ({ path, body }: CallInput) => JSON.stringify([path, body]).includes(JSON.stringify(held.id));
      for (const input of isNew || isMove ? inputs.filter(isNamed) : inputs) {
        await (isNew
          ? records.attempt(resource, operation, input, about)
          : recorder.call(kind, operation, input, about));
        if (!isNew) await read(subject);
      }
    }
    if (isNew && holder === resource.parent) await createBelowListed(operation, state, purpose);
    unshare();
    return isThere;
  }

  /** Another rule can reject a creation below a record of the plan, such as one review by each user. */
  async function createBelowListed(operation: Operation, state: State, purpose: Purpose): Promise<void> {
    const { parent } = resource;
    if (parent === undefined || parent.parent !== undefined) return;
    const own = ownIds(recorder.steps, parent);
    const { entries = [] } = (await recorder.list(parent, {}))?.listing ?? {};
    const others = entries.filter(({ id, record }) => !own.has(id) && state.isHeldBy(record));
    // The last ones are rarely of an earlier plan.
    for (const { record } of others.slice(-MOST_STATES)) {
      const path = pathOf(parent, {}, identifierOf(parent, record) ?? "");
      const input = await actionInput(operation, { resource, path, id: undefined });
      await records.attempt(resource, operation, input, { purpose });
    }
  }

  /** A record of the resource that an earlier call left in a state: to bring another one there can take many calls. */
  async function recordIn(holder: Resource, state: State): Promise<Subject | undefined> {
    const held = holder === resource ? inStates.get(`${state.property} ${state.value}`) : undefined;
    return held !== undefined && state.isHeldBy(await records.present(held)) ? held : undefined;
  }

  /** A record of the resource that belongs to another one. */
  async function existing(held: Subject): Promise<Subject | undefined> {
    if ([resource, ...resourcesAbove(resource)].includes(held.resource)) return records.createBelow(held, resource);
    return createNew(resource);
  }

  /** Where a record of the resource would belong to another one. */
  async function aboveNew(held: Subject): Promise<Subject | undefined> {
    const { parent } = resource;
    const isAbove = parent !== undefined && resourcesAbove(resource).includes(held.resource);
    const path = isAbove ? (await records.createBelow(held, parent))?.path : await pathAbove(resource);
    return path && { resource, path, id: undefined };
  }

  /** The input of a call that leaves the state of the record as it is. */
  function withoutState(operation: Operation, input: CallInput, { property, value }: State): CallInput {
    if (!bodyProperties(contract, operation).has(property) || input.body === undefined) return input;
    const at = placeInBody(contract, operation, property);
    const bodies = [undefined, value].map((one) => withValue(input.body ?? {}, at, one));
    const body = bodies.find((one) => isValidBody(contract, operation, one));
    return body === undefined ? input : { ...input, body };
  }
}

function heldBy({ name }: Resource, { property, value }: State): string {
  return `the \`${property}\` of the ${singular(name).replaceAll(/[_-]/g, " ")} is ${shown(value)}`;
}

/** The actions of a resource that need a part of its record. */
function partsNeeded(contract: Contract, resources: readonly Resource[], resource: Resource) {
  const parts = partsOf(contract, resources, resource);
  return resource.actions.flatMap((action): [Operation, Resource][] =>
    parts.flatMap((part) => (needsPart(contract, action, part) ? [[action, part]] : [])),
  );
}

/** More are of the same rule. */
const MOST_STATES = 4;
const MOST_WAYS = 2;

/** The principle of states: what the contract rejects in one is rejected. */
export const statePrinciples: readonly Principle[] = [
  rejecting({
    id: "barred-by-state",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove", "action"],
    statement: "a call that the description of a 409 or a 412 bars in a state of the record is rejected in that state",
    applies: ({ contract, resources }, resource) =>
      barriersOf(contract, resources, resource).length > 0 ||
      closedTransitions(contract, resource).length > 0 ||
      lastKept(contract, resource).length > 0 ||
      partsNeeded(contract, resources, resource).length > 0,
    told: ({ purpose }) => (purpose?.kind === "barred" ? `while ${purpose.state}, as its description says` : undefined),
  }),
];
