import {
  type CallInput,
  type Json,
  type JsonObject,
  type Operation,
  remembered,
  sameJson,
  withValue,
} from "content-service-contract";
import type { Effects } from "../../report/report.js";
import { leastBody, withProperties } from "../resources/bodies.js";
import { createdId } from "../resources/identity.js";
import { nameOfAbove, pathOf } from "../resources/paths.js";
import { effectsOf, isNested, type Resource, resourceNamed, resourcesAbove } from "../resources/resources.js";
import { limitOf } from "../sentences/conflicts.js";
import { referredIn, wantedValues } from "../sentences/references.js";
import { isPermitted, type Session } from "../session/check.js";
import { isClientError, isSuccess } from "../session/expectations.js";
import { createAdvance, createPreparation } from "./advance.js";
import { isLeast, newBodies } from "./bodies.js";
import { createCalls } from "./calls.js";
import { createChoices } from "./choices.js";
import { chosenIds } from "./chosen-ids.js";
import { listedAbove } from "./listed-texts.js";
import { neededValues } from "./needed-values.js";
import { idsListed, onlyNewId } from "./new-ids.js";
import { type Choice, newBody } from "./new-values.js";
import type { About, Recorder } from "./recorder.js";
import { createRemoval } from "./removal.js";
import { sharedRecords } from "./shared-records.js";
import type { Step, Subject } from "./trace.js";

/** The records of a plan: creates them with what they need, reads and deletes them. */
export type Records = ReturnType<typeof createRecords>;

/** What the parts of a plan share. */
export interface Plan {
  readonly session: Session;
  readonly recorder: Recorder;
  readonly records: Records;
  readonly resources: readonly Resource[];
  /** The resource whose calls the plan makes. */
  readonly resource: Resource;
}

/** Creates the records of a plan, within the permitted effects. Where it may not create one, it refers to one that a list shows. */
export function createRecords(
  session: Session,
  recorder: Recorder,
  { resources, resource: planned, permitted }: Pick<Plan, "resources" | "resource"> & { readonly permitted: Effects },
) {
  const { contract } = session;
  const { steps } = recorder;
  const made: Subject[] = [];
  const calls = createCalls(session, recorder, made);
  const { present, readChanged } = calls;
  /** What a record must have for the references of the planned resource, or of others, to it. */
  const valuesFor = remembered((own: Resource) =>
    own === planned ? [] : [...wantedValues(contract, resources, planned, own)],
  );
  const choices = createChoices(session, resources);
  /** Creates a record that others can refer to. */
  const createUsual = async (own: Resource, path: Subject["path"]) => {
    const subject = await create(own, path, undefined, { isUsual: true });
    if (subject !== undefined) await preparation.makeReady(subject);
    return subject;
  };
  const others = sharedRecords(session, recorder, resources, { create: createUsual, made });
  const { pathAbove, sharedRecord, newRecord, listedRecord, sibling, forgetShared, share, allShared } = others;
  const createPart = async (own: Resource, whole: Subject, values: JsonObject = {}, isLast = true) => {
    const isBelow = own.parent === whole.resource;
    const unshare = isBelow ? undefined : share(whole);
    const path = isBelow ? whole.path : await pathAbove(own);
    const adapt = (body: Json) => withProperties(contract, own.create, body, values);
    const adapted = Object.keys(values).length === 0 ? undefined : adapt;
    const subject = path && (await create(own, path, adapted, { isUsual: true, isLast }));
    unshare?.();
    return subject;
  };
  const preparation = createPreparation(session, recorder, { resources, present, actionInput, createPart });
  const { advance, makeReadyFor } = createAdvance(session, recorder, {
    ...{ resources, present, actionInput, createPart, ...preparation },
    above: (own, path) => (own.parent === planned ? undefined : aboveOf(own, path)),
    referred: (own) => [...referredMade(own), ...referredMade(own).flatMap((one) => referredMade(one.resource))],
  });
  const needed = neededValues(session, steps, { present, resources, ...others });
  const { chosenId, isListed } = chosenIds(contract, recorder, resources, createNew);
  const [removal, ended] = [createRemoval(session, recorder, made, calls), new Set<Subject>()];
  /** The resources whose records the service creates only without their optional properties. */
  const bare = new Set<Resource>();
  return {
    ...{ pathAbove, share, forgetShared, allShared, aboveOf },
    ...{ ...calls, create, createNew, createUsual, createBelow, attempt, adopt },
    ...{ ...removal, makeRoom },
    ...{ choice, learn: choices.learn, actionInput, childrenOf },
    ...preparation,
  };

  /** The created record with an id in its path, such as the one above the others of the plan. */
  function madeAt(resource: Resource, id: Json | undefined): Subject | undefined {
    return made.find((one) => one.resource === resource && one.path[resource.parameter ?? ""] === id);
  }

  function aboveOf(own: Resource, path: Subject["path"]): Subject | undefined {
    return own.parent && madeAt(own.parent, path[nameOfAbove(own, own.parent)]);
  }

  /** The records that one of a resource refers to. One of the service that is not ours stays as it is. */
  function referredMade(own: Resource): Subject[] {
    const isFirst = (one: Resource) => (other: Subject) => other === others.firstOf(one);
    return referredIn(contract, resources, own.create).flatMap((one) => made.find(isFirst(one)) ?? []);
  }

  /** How the next body of a resource is made. */
  async function choice(operation: Operation | undefined, own: Resource, actedOn?: Subject, path?: Subject["path"]) {
    const chosen = await choices.next(operation, own, async (referred, place) => {
      if (actedOn === undefined)
        return path !== undefined && referred.parent !== undefined && referred.parent === own.parent
          ? sibling(referred, path, place)
          : sharedRecord(referred, place);
      // An order is paid by one of its own offers.
      const below = referred.parent === own ? await listedRecord(referred, actedOn.path, place) : undefined;
      // A record moves to another one above it; in a nested path, it would have another address then.
      const isMove = referred === own.parent && !isNested(own);
      return below ?? (isMove ? newRecord : sharedRecord)(referred, place);
    });
    if (operation === own.create) await makeReadyFor(own);
    const above = actedOn?.path ?? path ?? {};
    const reference: Choice["reference"] = (name, at) =>
      chosen.reference(name, at) ?? listedAbove(recorder, own, above, name, referredMade(own));
    return { ...chosen, reference, period: needed.period(own) };
  }

  /** Creates a record with new values; with those of the example where the service rejects them. */
  async function create(
    own: Resource,
    path: Subject["path"],
    adapt?: (body: Json) => Json,
    { isUsual = false, isLast = false } = {},
  ): Promise<Subject | undefined> {
    const { create: operation, parameter = "", isChosen } = own;
    if (operation === undefined || permitted === "none" || !isPermitted(effectsOf(own), permitted)) return undefined;
    if (own.producer !== undefined) return produce(own);
    const chosen = { ...(await choice(operation, own, undefined, path)), isUsual };
    const id = isChosen ? await chosenId(own, operation, chosen, path) : undefined;
    if (isChosen && id === undefined) return undefined;
    const key = id === undefined ? {} : { [parameter]: id };
    if (isChosen && (await isTaken(own, { ...path, ...key }))) return undefined;
    const given = session.inputFor(operation.id).input;
    const earlier = steps.length;
    let bodies: readonly (Json | undefined)[] = newBodies(contract, operation, chosen, own);
    while (bodies.length > 0) {
      const [body, ...others] = bodies;
      const values = [...valuesFor(own), ...needed.amounts(own)];
      const filled = body && values.reduce<Json>((some, [at, one]) => withValue(some, at, one) ?? some, body);
      const usual = filled && bare.has(own) ? leastBody(contract, operation, filled, chosen.needed) : filled;
      const sent = usual === undefined ? {} : { body: adapt?.(usual) ?? usual };
      if (isKnown(operation, { ...path, ...key }, sent.body)) {
        bodies = others;
        continue;
      }
      const subject = await created(own, operation, { ...given, path: { ...path, ...key }, ...sent }, path, id);
      if (subject === "failed") break;
      if (subject !== "rejected") return subject;
      const last = steps.at(-1);
      const isNew = body !== undefined && last !== undefined && choices.learn(own, last, body);
      bodies = isNew ? newBodies(contract, operation, chosen, own) : others;
    }
    const isFull = steps.at(-1)?.exchange.response.status === 409 && (await makeRoom(own));
    if (isFull || isListed(id)) return create(own, path, adapt, { isUsual, isLast });
    if (await needed.learn(own)) return create(own, path, adapt, { isUsual, isLast });
    // A service can need a property that is optional by the contract.
    const last = steps.findLast((one) => one.operation === operation);
    const isIncomplete = isUsual && [400, 422].includes(last?.exchange.response.status ?? 0);
    if (isIncomplete) return create(own, path, adapt, { isLast });
    if (isLast) return undefined;
    const attempts = steps.slice(earlier).filter((one) => one.operation === operation);
    const again = () => create(own, path, adapt, { isUsual, isLast: true });
    if (referredIn(contract, resources, operation).length > 0) {
      // A rejected value of a test says nothing of the records that the body names.
      // A record that others refer to may be taken, such as a book that is lent.
      forgetShared(adapt === undefined ? own : undefined, aboveOf(own, path));
      const other = await again();
      if (other !== undefined) return other;
    }
    const advanced = (await advance(own, path, attempts, adapt !== undefined)) ? await again() : undefined;
    const isWhole = (one: Step) => one.operation === operation && one.isSuccess && !isLeast(contract, one);
    if (advanced !== undefined || bare.has(own) || steps.some(isWhole)) return advanced;
    // An optional property may have a rule that the contract does not state.
    bare.add(own);
    const least = await again();
    if (least === undefined) bare.delete(own);
    return least;
  }

  /** Ends the newest record of a resource of which the user may have some alone, such as open orders. Returns whether there was one. */
  async function makeRoom(own: Resource): Promise<boolean> {
    const limit = limitOf(contract, resources, own);
    const subject = made.findLast((one) => one.resource === own && one.id !== undefined && !ended.has(one));
    if (subject === undefined || limit === undefined || limit.holder !== undefined) return false;
    ended.add(subject);
    return (await removal.end(subject)) || makeRoom(own);
  }

  /** Creates a record below those that the others are below. */
  async function createNew(own: Resource): Promise<Subject | undefined> {
    const attempt = async () => {
      const path = await pathAbove(own);
      return path && create(own, path);
    };
    const subject = await attempt();
    const { exchange } = steps.findLast(({ operation }) => operation === own.create) ?? {};
    // The one above may be taken, such as a tool in repair.
    const isTaken = subject === undefined && own.parent !== undefined && exchange?.response.status === 409;
    return isTaken && forgetShared(own) ? attempt() : subject;
  }

  /** Whether the service rejected the very same request as invalid, and nothing has changed since. */
  function isKnown(operation: Operation, path: Subject["path"], body: Json | undefined): boolean {
    const changed = steps.findLastIndex((one) => one.isSuccess && !one.operation.isSafe);
    return steps.slice(changed + 1).some(({ operation: one, input, exchange: { response } }) => {
      const isSame = one === operation && sameJson([input.path ?? {}, input.body ?? null], [path, body ?? null]);
      return isSame && [400, 422].includes(response.status);
    });
  }

  /** Whether there is a record under an id already: a PUT would change one that is not ours. */
  async function isTaken({ read: operation, isSingle }: Resource, path: Subject["path"]): Promise<boolean> {
    if (operation === undefined || isSingle) return false;
    const { input } = session.inputFor(operation.id);
    return isSuccess((await session.call(operation.id, { ...input, path })).response.status);
  }

  /** Creates a usual record of a resource below one of a resource above it, with those in between. */
  async function createBelow(above: Subject, own: Resource): Promise<Subject | undefined> {
    const chain = [own, ...resourcesAbove(own)];
    let subject: Subject | undefined = above;
    for (const one of chain.slice(0, chain.indexOf(above.resource)).toReversed())
      subject = subject && (await create(one, subject.path, undefined, { isUsual: true }));
    return subject;
  }

  /** A record that an action on another one makes, such as the order that a checkout of a cart makes. */
  async function produce(own: Resource): Promise<Subject | undefined> {
    const { producer, create: operation } = own;
    if (producer === undefined || operation === undefined) return undefined;
    const source = await createNew(producer);
    if (source === undefined) return undefined;
    for (const child of childrenOf(producer)) await create(child, source.path, undefined, { isUsual: true });
    await readChanged(operation);
    const result = await created(own, operation, await actionInput(operation, source), {}, undefined);
    await readChanged(operation);
    return typeof result === "string" ? undefined : result;
  }

  /** The input of an action on a record. */
  async function actionInput(operation: Operation, subject: Subject): Promise<CallInput> {
    const hasBody = operation.requestMedia !== undefined;
    const body = hasBody ? newBody(contract, operation, await choice(operation, subject.resource, subject)) : undefined;
    const path: Record<string, Json> = { ...subject.path };
    for (const { in: place, name } of operation.parameters) {
      const referred = place === "path" && path[name] === undefined ? resourceNamed(resources, name) : undefined;
      const id = (referred && (await sharedRecord(referred)))?.id;
      if (id !== undefined) path[name] = id;
    }
    return { ...session.inputFor(operation.id).input, path, ...(body === undefined ? {} : { body }) };
  }

  /** The resources below a resource that have creations of their own. */
  function childrenOf(own: Resource): Resource[] {
    return resources.filter((one) => one.parent === own && one.create !== undefined && one.producer === undefined);
  }

  async function created(
    own: Resource,
    operation: Operation,
    input: CallInput,
    path: Subject["path"],
    key: Json | undefined,
  ): Promise<Subject | "rejected" | "failed" | undefined> {
    // The subject belongs to the step, and the step says which id it has.
    const holder: { resource: Resource; path: Record<string, Json>; id: Json | undefined } = {
      resource: own,
      path: { ...path },
      id: key,
    };
    const before = key === undefined && own.list !== undefined ? idsListed(steps, made, own, path) : undefined;
    const step = await recorder.call("create", operation, input, { subject: holder });
    if (step === undefined) return undefined;
    const { status } = step.exchange.response;
    if (!step.isSuccess) return isClientError(status) ? "rejected" : status === 500 ? "failed" : undefined;
    holder.id ??= createdId(own, step.exchange, step.sent);
    if (holder.id === undefined && before !== undefined) {
      const listed = await recorder.list(own, path);
      holder.id = onlyNewId(own, listed?.listing, before);
    }
    if (holder.id !== undefined) holder.path = pathOf(own, holder.path, holder.id);
    made.push(holder);
    return holder;
  }

  /** A creation that the service may have to reject. What it accepts is deleted in the end. */
  async function attempt(own: Resource, operation: Operation, input: CallInput, about: About) {
    const step = await recorder.call("create", operation, input, about);
    if (step?.isSuccess) adopt(own, step, input.path ?? {});
    return step;
  }

  /** Takes over a record that a call created, so that it is deleted in the end. */
  function adopt(own: Resource, { exchange, sent }: Step, path: Subject["path"]): Subject | undefined {
    const id = createdId(own, exchange, sent);
    if (id === undefined) return undefined;
    const known = made.find((one) => one.resource === own && String(one.id) === String(id));
    if (known !== undefined && !own.isChosen) return known;
    const subject = { resource: own, path: pathOf(own, path, id), id };
    made.push(subject);
    return subject;
  }
}
