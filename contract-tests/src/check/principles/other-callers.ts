import { type CallInput, type Json, type Operation, withValue } from "content-service-contract";
import { valueFor } from "../lists/filters.js";
import { newBody } from "../records/new-values.js";
import { listOf } from "../records/recorder.js";
import type { Plan } from "../records/records.js";
import { isCreation, type Step, type Subject, showsIds } from "../records/trace.js";
import { bodyProperties, leavesSent, sentSchema } from "../resources/bodies.js";
import { createdId } from "../resources/identity.js";
import type { Kind } from "../resources/operations.js";
import { collectionPath, pathOf } from "../resources/paths.js";
import { successSchema } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { isForAll, isOfTenant, isPrivate, secrecyOf } from "../sentences/callers.js";
import { referredBy } from "../sentences/references.js";
import { type Caller, callersOf, hasRole } from "../session/callers.js";
import { isClientError } from "../session/expectations.js";
import { type Principle, placeOf } from "./principle.js";

/** A record of a caller of another tenant, and how it is deleted. */
interface Foreign {
  readonly id: Json;
  readonly remove: Operation;
  readonly path: Subject["path"];
}

const MOST_FOREIGN = 2;

/** The calls that other callers make about a record that they may not see. */
export function callsOfOthers({ session, recorder, records, resources, resource }: Plan) {
  const { steps } = recorder;
  const [own, ...others] = callersOf(session.target);
  const isForeign = (one: Caller) => isOfOtherTenant(own, one) && !isForAll(session.contract, resources, resource);
  const stranger = others.find(isForeign);
  return { tryAsOthers, referToForeign, listAsStranger };

  /** The list of records that nobody creates, where each is of one tenant. */
  async function listAsStranger(path: Subject["path"]): Promise<void> {
    const { list } = resource;
    if (stranger === undefined || !list?.secured || !isOfTenant(session.contract, list)) return;
    await recorder.list(resource, path, { purpose: { ...seenBy(stranger), isHidden: true }, caller: stranger });
  }

  /** A creation for each record that it names, with one of a caller of another tenant in its place. */
  async function referToForeign(path: Subject["path"]): Promise<void> {
    const { create: creation } = resource;
    if (stranger === undefined || creation === undefined) return;
    const made = steps.findLast((one) => one.operation === creation && one.isSuccess);
    for (const leaf of leavesSent(session.contract, creation, made?.input.body ?? {})) {
      const referred = referredBy(session.contract, resources, leaf);
      const foreign = referred === undefined || referred === resource ? [] : await foreignRecords(referred, stranger);
      const [named] = foreign;
      if (made === undefined || referred === undefined || named === undefined) continue;
      // Who sees the records of all tenants may name them.
      const known = { resource: referred, path: named.path, id: named.id };
      if ((await records.read(known, { kind: "view" }))?.isSuccess) {
        await removeForeign(foreign, stranger);
        continue;
      }
      records.forgetShared();
      const fresh = newBody(session.contract, creation, await records.choice(creation, resource)) ?? {};
      const purpose = { kind: "foreign-reference", caller: stranger.name, id: named.id } as const;
      const body = withValue(fresh, leaf.at, named.id) ?? fresh;
      const input = { ...session.inputFor(creation.id).input, path, body };
      await records.attempt(resource, creation, input, { purpose });
      const subject = bodyProperties(session.contract, resource.patch).has(leaf.name)
        ? await records.create(resource, path)
        : undefined;
      if (subject !== undefined) await records.set(subject, { [leaf.name]: named.id }, { purpose });
      await removeForeign(foreign, stranger);
    }
  }

  /** A new record of another caller, with those that it refers to: all of them can be deleted. The record itself comes first. */
  async function foreignRecords(referred: Resource, caller: Caller, depth = 0): Promise<Foreign[]> {
    const { create, remove, parent, isChosen } = referred;
    if (create === undefined || remove === undefined || sentSchema(create) === undefined || parent || isChosen)
      return [];
    const chosen = { ...(await records.choice(create, referred)), isUsual: true };
    let body = newBody(session.contract, create, chosen) ?? {};
    const others: Foreign[] = [];
    for (const leaf of leavesSent(session.contract, create, body)) {
      const other = referredBy(session.contract, resources, leaf);
      if (other === undefined || other === referred) continue;
      const named = depth < MOST_FOREIGN ? await foreignRecords(other, caller, depth + 1) : [];
      others.unshift(...named);
      body = withValue(body, leaf.at, named[0]?.id) ?? body;
    }
    const input = { ...session.inputFor(create.id).input, body };
    const step = await recorder.call("create", create, input, { caller, purpose: seenBy(caller) });
    const id = step?.isSuccess ? createdId(referred, step.exchange, step.sent) : undefined;
    if (id !== undefined) return [{ id, remove, path: pathOf(referred, {}, id) }, ...others];
    await removeForeign(others, caller);
    return [];
  }

  async function removeForeign(all: readonly Foreign[], caller: Caller): Promise<void> {
    for (const { id, remove, path } of all) {
      const removal = await recorder.call("remove", remove, { path }, { caller, purpose: seenBy(caller) });
      if (!removal?.isSuccess) session.leaveBehind(`A record of ${caller.name}: ${id}`);
    }
  }

  async function tryAsOthers(subject: Subject): Promise<void> {
    const colleagues = others.filter((one) => !isForeign(one)).slice(0, MOST_CALLERS);
    if (subject.id === undefined || scopeOf(resource) === "any") return;
    for (const caller of [...(stranger === undefined ? [] : [stranger]), ...colleagues]) {
      await tryAs(caller, subject);
      await filterAs(caller, subject);
    }
  }

  /** What one operation hides is hidden in all: by the contract, by the operator, or by a 404 of the operation that reads it. */
  async function tryAs(caller: Caller, original: Subject): Promise<void> {
    const { read, list, patch, replace, remove, actions } = resource;
    const isDeclared = scopeOf(resource) === "own" || isForeign(caller);
    const hidden = { ...seenBy(caller), isHidden: true, only: isDeclared ? undefined : original.id };
    // Under an id that callers choose, each can have a record of its own.
    const subject = { ...original };
    const call = async (
      kind: Kind,
      operation: Operation | undefined,
      input: CallInput = {},
      purpose: Step["purpose"] = hidden,
    ) => {
      if (!operation?.secured || hasRole(operation, caller) === false) return undefined;
      return records.callOn(kind, operation, subject, { ...input, path: subject.path }, { purpose, caller });
    };
    const inputOf = (operation: Operation | undefined) =>
      steps.find((one) => one.operation === operation && one.isSuccess && one.purpose === undefined)?.input;
    const seen = await call("read", read, {}, { ...hidden, isHidden: isDeclared });
    const status = seen?.exchange.response.status;
    if (seen?.isSuccess && !isDeclared) return readWhatIsHidden(caller, subject);
    if (status === 401 || (!isDeclared && status !== 404)) return;
    if (list?.secured)
      await recorder.list(resource, collectionPath(resource, subject.path), { purpose: hidden, caller });
    if (inputOf(patch) !== undefined) await call("patch", patch, inputOf(patch));
    // Who does not find a form may still send it, unless it is said to be hidden, or the response shows it.
    const schemaOf = (one?: Operation) => session.contract.pointerOf(successSchema(one) ?? "");
    const isBarred = isDeclared || isPrivate(session.contract, read);
    for (const action of actions.filter((one) => isBarred || schemaOf(one) === schemaOf(read)))
      await call("action", action, await records.actionInput(action, subject));
    const listed = resources.filter((one) => one.parent === resource && one.create === undefined);
    for (const view of [...resource.views, ...listed.flatMap(({ list: own }) => own ?? [])])
      if (view.responses.some((one) => one.status === "404")) await call("read", view);
    for (const child of isDeclared ? records.childrenOf(resource) : []) {
      if (child.isChosen || child.create === undefined) continue;
      const step = await call("create", child.create, await records.actionInput(child.create, subject));
      if (step?.isSuccess) records.adopt(child, step, subject.path);
    }
    if (inputOf(replace) !== undefined) await call("replace", replace, inputOf(replace));
    await call("remove", remove);
    await records.read(original);
  }

  /** What a caller does not find in the list, no filter and no search finds. */
  async function filterAs(caller: Caller, subject: Subject): Promise<void> {
    const { id } = subject;
    const path = collectionPath(resource, subject.path);
    const list = resource.list?.secured ? listOf(session, resource, path) : undefined;
    const purpose = (isHidden: boolean) => ({ ...seenBy(caller), isHidden, only: id });
    const seen = list && (await recorder.list(resource, path, { purpose: purpose(false), caller }));
    const own = steps.findLast(({ listing }) => listing?.entries.some((one) => one.id === String(id)));
    const record = own?.listing?.entries.find((one) => one.id === String(id))?.record;
    if (list === undefined || record === undefined || !seen?.listing?.isComplete) return;
    if (seen.listing.entries.some((one) => one.id === String(id))) return;
    // Nobody finds it without a filter while it is archived, for instance.
    const now = await recorder.list(resource, path);
    if (!now?.listing?.ids.includes(String(id))) return;
    const { filters, search } = list.parameters;
    const sent = steps.flatMap((one) =>
      one.subject === subject && one.isSuccess ? Object.values(one.sent ?? {}) : [],
    );
    const texts = Object.values(record).filter((one) => typeof one === "string" && one !== "" && sent.includes(one));
    const queries = [
      ...filters.slice(0, MOST_FILTERS).map((one) => [one.parameter.name, valueFor(one, record)] as const),
      ...texts.slice(0, MOST_FILTERS).map((value) => [search?.name, value] as const),
    ];
    for (const [name, value] of queries) {
      if (name === undefined || value === undefined) continue;
      const filtered = list.with({ [name]: value });
      await recorder.list(resource, path, { list: filtered, purpose: purpose(true), caller });
    }
  }

  /** Who does not find a record in the list, nor to delete it, may not read it either. */
  async function readWhatIsHidden(caller: Caller, { path }: Subject): Promise<void> {
    const { list, remove, read, parameter } = resource;
    if (parameter === undefined || !list?.secured || read === undefined) return;
    const { isOfOthers, isHidden: isSaid } = secrecyOf(session.contract, read, list);
    if (!isOfOthers || !(isSaid || remove?.secured)) return;
    const { [parameter]: _, ...above } = path;
    const subject = await records.create(resource, above);
    const purpose = (isHidden: boolean) => ({ ...seenBy(caller), isHidden });
    const listed = await recorder.list(resource, above, { purpose: purpose(false), caller });
    const { entries = [], isComplete = false } = listed?.listing ?? {};
    const isUnlisted = listed?.isSuccess && isComplete && entries.every(({ id }) => id !== String(subject?.id));
    if (subject === undefined || !isUnlisted) return;
    if (!isSaid && remove !== undefined) {
      const removal = await records.callOn("remove", remove, subject, {}, { purpose: purpose(false), caller });
      if (removal?.exchange.response.status !== 404) return;
    }
    await records.callOn("read", read, subject, {}, { purpose: purpose(true), caller });
  }
}

export function seenBy({ name, facts }: Caller) {
  return { kind: "other-caller", caller: name, isHidden: false, roles: facts.roles } as const;
}

/** More are of the same kind. */
const MOST_CALLERS = 4;
const MOST_FILTERS = 4;

/** The principle of callers: the responses to others show and change nothing of a record that they may not see. */
export const callerPrinciples: readonly Principle[] = [
  {
    id: "hidden-from-others",
    rule: "caller-respected",
    concerns: ["create", "read", "list", "patch", "replace", "remove", "action"],
    missing: "Missing a caller who may not see the records, by facts or a 404: give --callers",
    statement: "a record that another caller may not see is hidden in every operation",
    problem({ steps }) {
      for (const { purpose, exchange } of steps)
        if (purpose?.kind === "other-caller" && exchange.response.status === 401)
          return `The service rejected the token of ${purpose.caller} (401)`;
      return undefined;
    },
    applies: ({ target }, resource) => scopeOf(resource) !== "any" && callersOf(target).length > 1,
    observe({ steps, resource }, report) {
      const creations = steps.filter((one) => isCreation(one) && one.subject?.resource === resource);
      const usual = creations.length > 0 ? [] : steps.filter(({ purpose }) => purpose === undefined);
      const listed = usual.flatMap(({ listing }) => (listing !== undefined && showsIds(listing) ? listing.ids : []));
      const made = new Set([...listed, ...creations.map(({ subject }) => String(subject?.id))]);
      for (const [index, step] of steps.entries()) {
        const { purpose, operation, exchange, kind, listing, subject, isSuccess, shown: payload } = step;
        if (purpose?.kind === "foreign-reference") {
          const message = `Expected a 4xx response of ${operation.id} to a record of ${purpose.caller}, who is of another tenant; received ${exchange.response.status}`;
          // A service can ignore a property, and shows nothing of it then.
          const isTaken = isSuccess && JSON.stringify(payload?.record ?? {}).includes(JSON.stringify(purpose.id));
          report.compared(operation, isTaken ? { message, exchange } : undefined);
        }
        if (purpose?.kind !== "other-caller" || !purpose.isHidden) continue;
        const { status } = exchange.response;
        if (kind === "remove") {
          // A service may accept the deletion of a record that the caller does not see, and delete nothing.
          const next = steps.slice(index + 1).find((one) => one.kind === "read" && one.purpose === undefined);
          if (next === undefined) continue;
          const isGone = isSuccess && isClientError(next.exchange.response.status);
          const message = `Expected ${operation.id} to delete nothing for ${purpose.caller}, who may not see the record; it is gone`;
          report.compared(operation, isGone ? { message, exchange } : undefined);
          continue;
        }
        if (kind === "replace" && subject?.resource.isChosen) continue;
        // A plan has checks of its own resource alone.
        const isOther = kind === "read" && operation !== resource.read;
        const blamed = (kind === "create" ? resource.create : isOther ? resource.read : operation) ?? operation;
        const { only } = purpose;
        const shown = listing?.entries.find(({ id }) => made.has(id) && (only === undefined || id === String(only)));
        const isHidden = !isSuccess || (listing !== undefined && shown === undefined);
        const message = `Expected ${listing ? `no record ${shown?.id}` : "a 403 or 404 response"} of ${operation.id} for ${purpose.caller}, who may not see the record; received ${listing ? "it" : status}`;
        report.compared(blamed, isHidden ? undefined : { message, ...(shown ? placeOf(shown) : { exchange }) });
      }
    },
  },
];

/** Whose records a resource has, by `x-access` of its operations, or of those of the resource above. */
function scopeOf({ list, read, create, parent }: Resource): string | undefined {
  const [own] = [list, read, create].flatMap((one) => one?.access.scope ?? []);
  return own ?? (parent && scopeOf(parent));
}

/** Whether two callers are of different tenants, by the word of the operator. */
function isOfOtherTenant({ facts: { tenant: one } }: Caller, { facts: { tenant: other } }: Caller): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
