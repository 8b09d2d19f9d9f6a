import { type Contract, type Exchange, type Operation, parseJson, type RecordAccess } from "content-service-contract";
import { factAt } from "../document/facts-of-schemas.js";
import { pathParameter } from "../runtime-expressions.js";
import { type Caller, type Callers, hasRole } from "../session/callers.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectStatus, isSuccess } from "../session/expectations.js";
import { exampleBody, validRequest } from "../session/own-request.js";
import {
  type ExampleNames,
  expectRejected,
  isError,
  ofEachKind,
  recordsIn,
  type Target,
  valueIn,
  withRecord,
  withValueAt,
} from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import { expirySoon } from "../writes/expiries.js";
import { moveInto } from "../writes/restored-values.js";
import { lockings } from "./lock-checks.js";
import { expectNothingHidden } from "./scope-checks.js";

/** Each role on a record gives the rights that the contract names, and no others, until its expiry. */
export function grantChecks(contract: Contract, operations: readonly Operation[], callers: Callers): Check[] {
  return operations
    .filter(({ access }) => access.grants !== undefined)
    .flatMap((operation) => {
      const each = [...contract.accessRules.grants].map(([role, rights]) => {
        const name = `gives-the-rights-of-${role.replaceAll(" ", "-")}`;
        const title = `gives a caller with the role ${role} its rights, and no others`;
        const run = (session: Session) => givesRights(session, operation, { role, rights }, callers);
        return checkOf(operation, [name, title, "lasting"], run);
      });
      const properties = contract.propertiesOf(operation.requestMedia?.schema ?? "");
      const [expiry] = [...properties].find(([, at]) => factAt(contract, at, "x-expires") === true) ?? [];
      if (expiry === undefined) return each;
      const run = (session: Session) => endsRights(session, operation, expiry, callers);
      const title = `gives rights until \`${expiry}\``;
      return [...each, checkOf(operation, ["rights-end-at-expiry", title, "lasting"], run)];
    });
}

/** Gives a caller, and a group of one, a role on a record that is hidden, for some seconds: it is shown, then hidden again. */
async function endsRights(session: Session, operation: Operation, expiry: string, { own, others }: Callers) {
  const isAlone = await endsRight(session, operation, expiry, own, others());
  const groups = others().flatMap((one) => Object.keys(one.facts.groups ?? {}).map((group) => ({ ...one, group })));
  await endsRight(session, operation, expiry, own, groups);
  if (!isAlone)
    session.skip("Missing a caller who can be given a role on a hidden record: give id and hidden in --callers");
}

/** Gives the first of some callers that can have it such a role. Returns whether there was one. */
async function endsRight(
  session: Session,
  operation: Operation,
  expiry: string,
  own: Caller,
  candidates: readonly (Caller & { readonly group?: string })[],
): Promise<boolean> {
  const schema = operation.requestMedia?.schema ?? "";
  for (const caller of candidates) {
    for (const [type, ids] of Object.entries(caller.facts.hidden ?? {})) {
      const [reading, place] = readingOf(session, caller, type) ?? [];
      const id = ids.find((one) => own.facts.hidden?.[type]?.includes(one) !== true);
      if (reading === undefined || place === undefined || id === undefined) continue;
      const record = { type, id };
      const request = withRecord(reading, validRequest(session, reading), place, record);
      const invitation = invitationOf(session, operation, { caller, record, group: caller.group });
      if (request === undefined || invitation === undefined) continue;
      if (!session.contract.isValid(schema, parseJson(invitation.body) ?? null)) continue;
      const { soon, passes } = expirySoon(session);
      const ending = withValueAt(operation, invitation, `$request.body#/${expiry}`, soon);
      if (!isSuccess((await own.send(session, operation, ending)).response.status)) continue;
      const name = caller.group === undefined ? caller.name : `the group ${caller.group} of ${caller.name}`;
      session.leaveBehind(`${operation.id} gave ${name} a role on ${type} ${id} until ${soon}.`);
      const exchange = await caller.send(session, reading, request);
      const about = `the ${type} ${id}, on which ${name} has a role until ${soon}`;
      if (isError(reading, exchange, [place.hidden, place.denied]))
        expectStatus(session, exchange, "2xx", about, { rule: "caller-respected" });
      await passes();
      const later = await caller.send(session, reading, request);
      expectRejected(session, later, [place.hidden, place.denied], `${about}, after it`);
      return true;
    }
  }
  return false;
}

/** A read that a caller may make of a record of a type, and the place of its id. */
function readingOf({ contract }: Session, caller: Caller, type: string) {
  return contract.operations
    .filter((one) => one.isSafe && one.secured && hasRole(one, caller) === true)
    .flatMap((one) => recordsIn(one).map((place) => [one, place] as const))
    .find(([, place]) => place.type === type && place.right !== undefined);
}

async function givesRights(session: Session, operation: Operation, given: Role, { own, others }: Callers) {
  const { role } = given;
  const granted = others().flatMap((caller) => {
    const { grants, groups = {} } = caller.facts;
    const byGroup = [[undefined, grants] as const, ...Object.entries(groups)];
    return byGroup.flatMap(([group, records]) =>
      Object.entries(records?.[role] ?? {}).map(([type, id]) => ({ caller, record: { type, id }, group })),
    );
  });
  if (granted.length === 0)
    session.skip(`Missing a record for a caller with the role ${role}: give grants in --callers`);
  for (const { caller, record, group } of granted) {
    const one: Granted = { caller, record, group, own, ...given };
    await invite(session, operation, one);
    for (const at of operation.access.records) await tryToGive(session, operation, at, one);
    // A role on a record reaches what is in it as well.
    const { inside } = (await moveInto(session, record)) ?? {};
    // Where nobody says that it is hidden, an earlier run can have given the caller a role on it.
    const isHidden = inside !== undefined && caller.facts.hidden?.[inside.type]?.includes(inside.id) === true;
    const mayTry = (right: string) => isHidden || given.rights.includes(right);
    await tryRights(session, one);
    if (inside !== undefined) await tryRights(session, { ...one, record: inside }, mayTry);
    await tryTogether(session, operation, one);
  }
}

/** Tries the calls that need a right: all of them, or some of those for records of the one type. */
async function tryRights(session: Session, one: Granted, mayTry?: (right: string) => boolean): Promise<void> {
  for (const operation of session.contract.operations.filter(({ secured }) => secured))
    for (const at of hasRole(operation, one.caller) ? recordsIn(operation) : [])
      if (mayTry === undefined || (at.type === one.record.type && mayTry(at.right ?? "")))
        await tryRight(session, operation, at, one);
}

/** A role on a record above adds its rights to those of a role on the record. */
async function tryTogether(session: Session, invitation: Operation, one: Granted): Promise<void> {
  const workspace = { [`${one.record.type}Id`]: one.record.id };
  for (const [role, records] of Object.entries(one.caller.facts.grants ?? {})) {
    const more = session.contract.accessRules.grants.get(role)?.filter((right) => !one.rights.includes(right)) ?? [];
    for (const [type, id] of more.length === 0 ? [] : Object.entries(records)) {
      const moved = await moveInto({ ...session, target: { ...session.target, workspace } }, { type, id });
      if (moved?.inside === undefined) continue;
      await invite(session, invitation, { ...one, record: { type, id }, role, group: undefined });
      return tryRights(session, { ...one, rights: more }, (right) => more.includes(right));
    }
  }
}

/** Tries to give others each role that needs a right of its own. */
async function tryToGive(session: Session, operation: Operation, at: RecordAccess, granted: Granted): Promise<void> {
  const { caller, record, role, rights } = granted;
  const examples = [at.denied, at.hidden];
  for (const [other, right] of operation.access.grants?.rights ?? []) {
    const valid = withRecord(operation, validRequest(session, operation), at, record);
    if (valid === undefined) continue;
    const request = withValueAt(operation, valid, operation.access.grants?.role ?? "", other);
    const exchange = await caller.send(session, operation, request);
    if (isSuccess(exchange.response.status))
      session.leaveBehind(`${operation.id} gave the role ${other} on ${record.type} ${record.id}.`);
    const what = `${caller.name} with the role ${role}, who gives the role ${other} on ${record.type} ${record.id}`;
    if (rights.includes(right)) expectAllowed(session, exchange, examples, what);
    else expectRejected(session, exchange, examples, what);
  }
}

function expectAllowed(session: Session, exchange: Exchange, examples: ExampleNames, what: string) {
  if (!isError(session.contract.operation(session.operationOf(exchange)), exchange, examples)) return;
  const message = `Expected no rejection of ${what}; received ${exchange.response.status}`;
  session.find({ rule: "caller-respected", message, exchange });
}

async function tryRight(session: Session, operation: Operation, at: RecordAccess, granted: Granted): Promise<void> {
  const { own, caller, record, role, rights } = granted;
  const valid = withRecord(operation, validRequest(session, operation), at, record);
  if (valid === undefined || at.right === undefined) return;
  const others = recordsIn(operation).filter((one) => one !== at && valueIn(operation, valid, one.at) !== undefined);
  // Another record of the request is one on which the caller has the right. Then no change is tried that would succeed.
  if (others.length > 0 && rights.includes(at.right)) return;
  const request = others.reduce<PathRequest | undefined>((whole, one) => {
    const own = recordWithRight(session, caller, one);
    return whole && own && withRecord(operation, whole, one, own);
  }, valid);
  if (request === undefined) return;
  // What does not exist cannot be deleted: the caller of the token creates it first.
  const creation = session.contract.operations.find((one) => one.method === "post" && one.path === operation.path);
  const created =
    creation && operation.method === "delete" && withRecord(creation, validRequest(session, creation), at, record);
  if (creation && created) {
    await own.send(session, creation, created);
    session.cleanUp(async () => void (await own.send(session, operation, request)));
  }
  const examples = [at.hidden, at.denied];
  const about = `the role ${role} on ${record.type} ${record.id}`;
  if (!rights.includes(at.right)) {
    const expectNone = (exchange: Exchange, named = examples) => {
      if (!expectRejected(session, exchange, named, `${caller.name}, who has ${about}`))
        session.leaveBehind(`${operation.id} changed ${record.type} ${record.id}.`);
    };
    for (const one of ofEachKind(session.contract, operation, request))
      expectNone(await caller.send(session, operation, one));
    const [lock, unlock] = pathParameter(at.at) !== undefined ? lockings(operation, request) : [];
    if (lock === undefined || unlock === undefined) return;
    if (!isSuccess((await own.send(session, operation, lock)).response.status)) return;
    const unlocked = async () => void (await own.send(session, operation, unlock));
    // Also where the run ends in between.
    session.cleanUp(unlocked);
    expectNone(await caller.send(session, operation, unlock), [...examples, at.locked]);
    return unlocked();
  }
  const exchange = await caller.send(session, operation, withoutChange(session, operation, request, at));
  expectAllowed(session, exchange, examples, `${caller.name}, who has ${about}`);
  expectNothingHidden(session, exchange, caller, [record.id]);
  if (isSuccess(exchange.response.status) && operation.method === "post" && !operation.isSafe)
    session.leaveBehind(`${operation.id} created a record on ${record.type} ${record.id}.`);
}

/** A record on which a caller has the right that a place of a request needs. */
function recordWithRight({ contract }: Session, { facts }: Caller, { type, right = "" }: RecordAccess) {
  const gives = (role: string) => contract.accessRules.grants.get(role)?.includes(right);
  const [id] = Object.entries(facts.grants ?? {}).flatMap(([role, one]) => (gives(role) ? (one[type] ?? []) : []));
  return id === undefined ? undefined : { type, id };
}

function withoutChange({ contract }: Session, operation: Operation, request: PathRequest, { at }: RecordAccess) {
  const schema = operation.requestMedia?.schema;
  const isFree = operation.method !== "post" && schema !== undefined && contract.isValid(schema, {});
  return isFree && pathParameter(at) !== undefined ? { ...request, body: "{}" } : request;
}

interface Role {
  readonly role: string;
  readonly rights: readonly string[];
}

interface Granted extends Role {
  readonly own: Caller;
  readonly caller: Caller;
  readonly record: Target;
  /** The id of the group of the caller that gets the role. */
  readonly group?: string | undefined;
}

/** Gives the role, unless another run has. */
async function invite(session: Session, operation: Operation, granted: Granted): Promise<void> {
  const { own, caller, record, role, group } = granted;
  if (caller.facts.id === undefined && group === undefined)
    session.skip(`Missing the id of ${caller.name}: give it in --callers`);
  const request = invitationOf(session, operation, granted);
  if (request === undefined) return;
  const { status } = (await own.send(session, operation, request)).response;
  const name = group === undefined ? caller.name : `The group ${group}`;
  if (isSuccess(status)) session.leaveBehind(`${name} has the role ${role} on ${record.type} ${record.id}.`);
  // After another run, the caller has the role already.
  else if (status !== 409)
    session.skip(`${own.name} may not give the role ${role} on ${record.type} ${record.id} (${status})`);
}

/** The request that gives a caller, or a group, a role on a record: by default that of the example. */
function invitationOf(
  session: Session,
  operation: Operation,
  { caller, record, role, group }: Pick<Granted, "caller" | "record" | "group"> & Partial<Role>,
): PathRequest | undefined {
  const { grants, records } = operation.access;
  const [at] = records;
  const id = group ?? caller.facts.id;
  if (grants === undefined || at === undefined || id === undefined) return undefined;
  const valid = validRequest(session, operation);
  const ofGroup = exampleBody(operation, grants.groupExample);
  if (group !== undefined && ofGroup === undefined)
    session.skip(`Missing a request of ${operation.id} that invites a group: name it in the contract (groupExample)`);
  const example = group === undefined ? valid : { ...valid, body: JSON.stringify(ofGroup) };
  const invited = withValueAt(operation, example, grants.caller, id);
  const request = role === undefined ? invited : withValueAt(operation, invited, grants.role, role);
  return withRecord(operation, request, at, record);
}
