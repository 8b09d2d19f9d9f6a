import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { correctedBodies } from "../records/bodies.js";
import { memberCalls } from "../records/members.js";
import { otherValues } from "../records/new-values.js";
import type { Plan } from "../records/records.js";
import { stateChanges } from "../records/states.js";
import { ownIds, type Step, type Subject } from "../records/trace.js";
import { bodyProperties, leastBody, placeInBody } from "../resources/bodies.js";
import { identifierOf } from "../resources/identity.js";
import { type Kind, ownOperationsByKind } from "../resources/operations.js";
import { collectionPath, pathOf } from "../resources/paths.js";
import { plain, propertiesOfRecord } from "../resources/payload.js";
import { isReference, type Resource, resourcesAbove } from "../resources/resources.js";
import { hiddenFrom, needOf, reservedIn, roleNames } from "../sentences/callers.js";
import { type State, statesOf } from "../sentences/states.js";
import { type Caller, callersOf } from "../session/callers.js";
import { seenBy } from "./other-callers.js";
import { type Principle, placeOf, rejecting } from "./principle.js";

/** The calls of users who lack a role that the description of an operation names. */
export function roleCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract, target } = session;
  const [, ...others] = callersOf(target);
  const names = roleNames(contract, target);
  const { membersOf, grant } = memberCalls({ session, recorder, records, resources });
  const { bring } = stateChanges({ session, recorder, ...records });
  const needing = operationsOf(resource).filter(([, one]) => needOf(contract, one, names) !== undefined);
  const reserved = reservedIn(contract, resource.patch, names);
  return { tryWithoutRoles };

  async function tryWithoutRoles(): Promise<void> {
    if (needing.length === 0 && reserved.length === 0) return;
    for (const caller of others) {
      if (!(await tryAsMember(caller))) await tryWhereSeen(caller);
    }
  }

  function lacks(operation: Operation, roles: readonly string[], isOwn = false): boolean {
    const need = needOf(contract, operation, names);
    return need !== undefined && roles.length > 0 && roles.every((one) => need.excludes(one, isOwn));
  }

  /** Whether a record names a caller in a role, such as with its `teacherId`. */
  function isHeld(record: JsonObject, role: string): boolean {
    const ids = new Set(callersOf(target).flatMap(({ facts }) => facts.id ?? []));
    return Object.entries(record).some(
      ([name, value]) => plain(name).replace(/id$/, "") === plain(role) && ids.has(String(value)),
    );
  }

  /** Whether some roles may call for records that name their user: "Teacher of the course". */
  function isTitled(operation: Operation, roles: readonly string[]): boolean {
    return roles.length > 0 && roles.every((one) => needOf(contract, operation, names)?.isTitled(one));
  }

  function lacksAny(roles: readonly string[]): boolean {
    return needing.some(([, one]) => lacks(one, roles) || isTitled(one, roles)) || reservedFor(roles).length > 0;
  }

  /** The properties that callers with some roles may not change, where they may change others. */
  function reservedFor(roles: readonly string[]) {
    const mayChange = resource.patch !== undefined && roles.length > 0 && !lacks(resource.patch, roles);
    return mayChange ? reserved.filter((one) => roles.every((role) => one.excludes(role))) : [];
  }

  /** Gives a user each role that is too low, on a new record with members. Returns whether that was possible. */
  async function tryAsMember(caller: Caller): Promise<boolean> {
    const holder = [resource, ...resourcesAbove(resource)].find((one) => membersOf(one) !== undefined);
    const members = holder && membersOf(holder);
    const above = holder && (await records.createNew(holder));
    if (members === undefined || above === undefined) return false;
    records.share(above);
    const roles = members.roles.filter((one) => lacksAny([one]));
    let isMember = false;
    for (const role of roles) {
      const below = await records.createBelow(above, resource);
      const isOpen = below === undefined || (await readAs(caller, below))?.isSuccess;
      const member = await grant(members, above, caller, role);
      if (member === undefined || below === undefined) continue;
      isMember = true;
      await tryAs(caller, [role], below);
      await records.remove(member);
      // Who is no member any more sees what a stranger does.
      const isRemoved = recorder.steps.at(-1)?.kind === "remove" && recorder.steps.at(-1)?.isSuccess;
      if (isRemoved && isOpen === false) await readAs(caller, below, true);
    }
    return isMember;
  }

  async function readAs(caller: Caller, subject: Subject, isHidden = false) {
    const { read } = subject.resource;
    if (read === undefined) return undefined;
    const purpose = { kind: "other-caller", caller: caller.name, isHidden } as const;
    return records.callOn("read", read, subject, {}, { purpose, caller });
  }

  /** By the roles that the operator names, below a record that the user sees already. */
  async function tryWhereSeen(caller: Caller): Promise<void> {
    const [top] = resourcesAbove(resource).toReversed();
    const { roles = [] } = caller.facts;
    if (!lacksAny(roles)) return;
    if (top?.list === undefined) {
      const subject = top === undefined && resource.list !== undefined ? await records.createNew(resource) : undefined;
      if (subject !== undefined) return tryAs(caller, roles, subject);
      // Records that nobody creates can be listed.
      const isBarred = top === undefined && resource.list !== undefined && lacks(resource.list, roles);
      const purpose = { ...seenBy(caller), role: roles.join(" and ") };
      if (isBarred) await recorder.list(resource, {}, { purpose, caller });
      return;
    }
    const seen = await recorder.list(top, {}, { purpose: seenBy(caller), caller });
    const own = await recorder.list(top, {});
    const seenIds = new Set(seen?.listing?.ids);
    // The first ones may be in a state in which they take no more records.
    const shared = own?.listing?.entries.filter(({ id }) => seenIds.has(id)) ?? [];
    const hidden = hiddenFrom(contract, resource.read ?? resource.create, roles, names);
    const some = shared.slice(0, MOST_SHARED).map(({ id, record }) => identifierOf(top, record) ?? id);
    const all = some.map((id) => ({ resource: top, path: pathOf(top, {}, id), id }));
    for (const { path } of hidden.length > 0 ? all : [])
      await recorder.list(resource, path, { purpose: seenBy(caller), caller });
    for (const one of all) {
      const below = await records.createBelow(one, resource);
      // One that the plan did not create can be the caller's own.
      if (below !== undefined) return tryAs(caller, roles, below, !ownIds(recorder.steps, top).has(String(one.id)));
    }
  }

  async function tryAs(caller: Caller, roles: readonly string[], subject: Subject, isOpen = false): Promise<void> {
    const purpose = { ...seenBy(caller), role: roles.join(" and "), roles };
    const { list, read, create } = resource;
    if (list !== undefined && hiddenFrom(contract, read ?? create, roles, names).length > 0)
      await recorder.list(resource, collectionPath(resource, subject.path), {
        purpose: { ...seenBy(caller), roles },
        caller,
      });
    await records.makeReady(subject);
    const record = await records.present(subject);
    const isMaker = resource.create !== undefined && recorder.able.get(resource.create)?.name === caller.name;
    const isOwn = isOpen || isMaker || isNamed(record, caller.facts.id);
    const isOther = !isOwn && roles.some((one) => isHeld(record, one));
    const barred = needing.filter(([, one]) => lacks(one, roles, isOwn) || (isOther && isTitled(one, roles)));
    for (const [kind, operation] of barred) {
      const isNew = kind === "create";
      const { path } = recorder.steps.find((one) => one.kind === "create" && one.subject === subject)?.input ?? {};
      let step = isNew ? await createIn(operation, path) : await call(kind, operation, subject);
      // The record above may take no more.
      if (isNew && isOfState(step) && records.forgetShared())
        step = await createIn(operation, await records.pathAbove(resource), true);
      // A service can let a single property through.
      for (const [name, value] of Object.entries((kind === "patch" && !step?.isSuccess && step?.sent) || {}))
        await records.set(subject, { [name]: value }, { purpose, caller });
      if (kind === "action" && isOfState(step) && !(await tryInStates(operation, subject)) && records.forgetShared()) {
        // What the record refers to may be taken.
        const other = await records.createNew(resource);
        if (other !== undefined) await tryInStates(operation, other);
      }
      if (kind !== "remove") await records.read(subject);
    }
    const { patch } = resource;
    for (const { name } of reservedFor(roles)) {
      const at = placeInBody(contract, patch, name);
      const leaf = { at, name, schema: bodyProperties(contract, patch).get(name) ?? "", value: record[name] ?? null };
      const values = otherValues(contract, leaf, await records.choice(patch, resource));
      const other = values.find((one) => one !== leaf.value);
      if (other !== undefined) await records.set(subject, { [name]: other }, { purpose, caller });
    }

    async function createIn(operation: Operation, path: Subject["path"] | undefined, isLeast = false) {
      const { body, ...input } = await records.actionInput(operation, { ...subject, ...(path && { path }) });
      const own = body !== undefined && isLeast ? leastBody(contract, operation, body) : body;
      const whole = { ...input, ...(own !== undefined && { body: own }) };
      return records.attempt(resource, operation, whole, { purpose, caller });
    }

    /** A call, also with other numbers, which a service can check before the role. */
    async function call(kind: Kind, operation: Operation, other: Subject): Promise<Step | undefined> {
      const input = await records.actionInput(operation, other);
      const step = await recorder.call(kind, operation, input, { subject: other, purpose, caller });
      const bodies = step === undefined || step.isSuccess ? [] : correctedBodies(contract, step, record);
      for (const body of bodies.slice(0, 1))
        await recorder.call(kind, operation, { ...input, body }, { subject: other, purpose, caller });
      return step;
    }

    /** An action in each state of a record. Returns whether the state was right in one of them. */
    async function tryInStates(operation: Operation, other: Subject): Promise<boolean> {
      // First those that a request does not set by itself.
      const set = bodyProperties(contract, resource.create);
      const isSet = ({ property }: State) => Number(set.has(property));
      const states = statesOf(contract, resource).toSorted((one, another) => isSet(one) - isSet(another));
      for (const state of states.slice(0, MOST_STATES)) {
        if (!(await bring(other, state))) continue;
        if (!isOfState(await call("action", operation, other))) return true;
      }
      return false;
    }
  }
}

/** Whether a record names a user, such as one to whom it is assigned. */
function isNamed(record: JsonObject, id: Json | undefined): boolean {
  return Object.entries(record).some(
    ([name, value]) => String(value) === String(id) && (typeof value === "string" || isReference(name)),
  );
}

/** Whether the state of a record was wrong: a service can check that before the role, or hide the record in it. */
function isOfState(step: Step | undefined): boolean {
  return [404, 409, 422].includes(step?.exchange.response.status ?? 0);
}

const MOST_SHARED = 3;
const MOST_STATES = 4;

/** The principles of roles: who lacks one is rejected, or does not see a property. */
export const rolePrinciples: readonly Principle[] = [
  {
    id: "value-hidden",
    rule: "caller-respected",
    concerns: ["read", "list"],
    missing: "Missing a caller with a role that does not see a property: give --callers",
    statement: "a property is hidden from callers with the roles that its description names",
    applies: ({ contract, target }, { read, create }) => {
      const names = roleNames(contract, target);
      return [...names].some((role) => hiddenFrom(contract, read ?? create, [role], names).length > 0);
    },
    observe({ resource, steps, roles }, report) {
      for (const { purpose, operation, exchange, isSuccess, shown, listing } of steps) {
        if (purpose?.kind !== "other-caller" || !isSuccess) continue;
        const records = listing?.entries ?? (shown === undefined ? [] : [{ ...shown, exchange }]);
        for (const name of hiddenFrom(report.contract, resource.read ?? resource.create, purpose.roles ?? [], roles)) {
          const seen = records.find(({ record }) => (record[name] ?? null) !== null);
          const message = `Expected no \`${name}\` of ${operation.id} for ${purpose.caller}, by its description; received it`;
          report.compared(operation, seen && { message, ...placeOf(seen, name) });
        }
      }
    },
  },
  {
    id: "write-only-hidden",
    rule: "caller-respected",
    concerns: ["create", "read", "list", "patch", "replace", "action"],
    statement: "a write-only property is in no response, and a secret that only the creation documents in no other one",
    applies: ({ contract }, resource) => [secretsOf, shownOnce].some((names) => names(contract, resource).length > 0),
    observe({ steps, resource }, report) {
      const [secrets, once] = [secretsOf(report.contract, resource), shownOnce(report.contract, resource)];
      const created = steps.filter((one) => one.operation === resource.create);
      // A masked one is none.
      const isLeaked = (name: string, value: Json) =>
        !once.includes(name) || created.some(({ shown: made }) => made?.record[name] === value);
      for (const { operation, exchange, shown, listing, subject } of steps) {
        if (subject !== undefined ? subject.resource !== resource : listing?.resource !== resource) continue;
        const names = operation === resource.create ? secrets : [...secrets, ...once];
        for (const { at, record } of [...(shown ? [shown] : []), ...(listing?.entries ?? [])]) {
          const name = names.find((one) => (record[one] ?? null) !== null && isLeaked(one, record[one] ?? null));
          const which = once.includes(name ?? "") ? "only the creation shows" : "is write-only";
          const message = `Expected no \`${name}\` of ${operation.id}, which ${which}; received it`;
          report.compared(operation, name === undefined ? undefined : { message, ...placeOf({ at, exchange }, name) });
        }
      }
    },
  },
  rejecting({
    id: "role-needed",
    rule: "caller-respected",
    concerns: ["create", "read", "list", "patch", "replace", "remove", "action"],
    missing: "Missing a caller without the role that the description names: give --callers",
    asks: ({ contract, target }, one) => needOf(contract, one, roleNames(contract, target)) !== undefined,
    statement: "a caller without the role that its description names is rejected",
    applies: ({ contract, target }, resource) =>
      callersOf(target).length > 1 &&
      (operationsOf(resource).some(([, one]) => needOf(contract, one, roleNames(contract, target)) !== undefined) ||
        reservedIn(contract, resource.patch, roleNames(contract, target)).length > 0),
    told: ({ purpose }) =>
      purpose?.kind === "other-caller" && purpose.role !== undefined
        ? `for ${purpose.caller}, whose role is ${purpose.role}, by its description`
        : undefined,
  }),
];

/** The names of the write-only properties of a resource. */
function secretsOf(contract: Contract, { create, patch, replace }: Resource): string[] {
  const all = [create, patch, replace].flatMap((one) => [...bodyProperties(contract, one)]);
  return all.flatMap(([name, at]) => (contract.schemaAt(at)["writeOnly"] === true ? name : []));
}

/** The names of the secrets of a record that its creation documents, and its read does not: `CreatedKey` with a `token` beside `Key`. */
function shownOnce(contract: Contract, { create, read }: Resource): string[] {
  const known = propertiesOfRecord(contract, read);
  const all = create === undefined || known.size === 0 ? [] : [...propertiesOfRecord(contract, create).keys()];
  return all.filter((name) => !known.has(name) && SECRET.test(plain(name)));
}

const SECRET = /(secret|token|password|passphrase|key|pin)$/;

function operationsOf(resource: Resource): [Kind, Operation][] {
  return ownOperationsByKind(resource).filter(([, one]) => one.secured && one.access.roles.length === 0);
}
