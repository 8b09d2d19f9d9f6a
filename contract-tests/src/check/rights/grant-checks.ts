import { type Contract, type Operation, type RecordAccess, requestMedia } from "content-service-contract";
import { type Caller, type Callers, hasRole } from "../session/callers.js";
import type { Check, Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { validRequest } from "../session/own-request.js";
import { expectRejected, isError, recordsIn, valueIn, withRecord, withValueAt } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";

/** Each role on a record gives the rights that the contract names, and no others. */
export function grantChecks(contract: Contract, operations: readonly Operation[], callers: Callers): Check[] {
  return operations.flatMap(({ id, access }) =>
    [...(access.grants === undefined ? [] : contract.accessRules.grants)].map(([role, rights]) => ({
      id: `${id}/gives-the-rights-of-${role.replaceAll(" ", "-")}`,
      operation: id,
      title: `${id} gives a caller with the role ${role} its rights, and no others`,
      effects: "lasting",
      run: (session) => givesRights(session, id, { role, rights }, callers),
    })),
  );
}

interface Role {
  readonly role: string;
  readonly rights: readonly string[];
}

type Target = Parameters<typeof withRecord>[3];

async function givesRights(session: Session, invitation: string, given: Role, { own, others }: Callers): Promise<void> {
  const { role } = given;
  const granted = others().flatMap((caller) =>
    Object.entries(caller.facts.grants?.[role] ?? {}).map(([type, id]) => ({ caller, record: { type, id } })),
  );
  if (granted.length === 0)
    session.skip(`Missing a record for a caller with the role ${role}: give grants in --callers`);
  for (const { caller, record } of granted) {
    const operation = session.contract.operation(invitation);
    await invite(session, operation, { caller, record, role, own });
    for (const at of operation.access.records)
      await tryToGive(session, operation, at, { caller, record, own, ...given });
    for (const operation of session.contract.operations.filter((one) => one.secured && hasRole(one, caller))) {
      for (const at of recordsIn(operation)) await tryRight(session, operation, at, { caller, record, own, ...given });
    }
  }
}

interface Granted {
  readonly own: Caller;
  readonly caller: Caller;
  readonly record: Target;
  readonly role: string;
}

async function invite(session: Session, operation: Operation, { own, caller, record, role }: Granted): Promise<void> {
  const { grants, records } = operation.access;
  const [at] = records;
  const userId = caller.facts.id ?? session.skip(`Missing the id of ${caller.name}: give it in --callers`);
  if (grants === undefined || at === undefined) return;
  const invited = withValueAt(operation, validRequest(session, operation), grants.caller, userId);
  const request = withRecord(operation, withValueAt(operation, invited, grants.role, role), at, record);
  const { status } = (await own.send(session, operation, request ?? invited)).response;
  if (isSuccess(status)) session.leaveBehind(`${caller.name} has the role ${role} on ${record.type} ${record.id}.`);
  // After another run, the caller has the role already.
  else if (status !== 409)
    session.skip(`${own.name} may not give the role ${role} on ${record.type} ${record.id} (${status})`);
}

/** Tries to give others the roles for which the caller lacks the right. */
async function tryToGive(
  session: Session,
  operation: Operation,
  at: RecordAccess,
  { caller, record, role, rights }: Granted & Role,
): Promise<void> {
  for (const [other, right] of operation.access.grants?.rights ?? []) {
    const valid = withRecord(operation, validRequest(session, operation), at, record);
    if (rights.includes(right) || valid === undefined) continue;
    const request = withValueAt(operation, valid, operation.access.grants?.role ?? "", other);
    const exchange = await caller.send(session, operation, request);
    const what = `${caller.name} with the role ${role}, who gives the role ${other} on ${record.type} ${record.id}`;
    if (!expectRejected(session, operation, exchange, { examples: [at.denied, at.hidden], what }))
      session.leaveBehind(`${operation.id} gave the role ${other} on ${record.type} ${record.id}.`);
  }
}

/** Sends a call that needs a right on the record alone. */
async function tryRight(
  session: Session,
  operation: Operation,
  at: RecordAccess,
  { own, caller, record, role, rights }: Granted & Role,
): Promise<void> {
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
    const exchange = await caller.send(session, operation, request);
    if (!expectRejected(session, operation, exchange, { examples, what: `${caller.name}, who has ${about}` }))
      session.leaveBehind(`${operation.id} changed ${record.type} ${record.id}.`);
    return;
  }
  const exchange = await caller.send(session, operation, withoutChange(session, operation, request, at));
  if (isError(operation, exchange, examples)) {
    session.find({
      rule: "caller-respected",
      message: `Expected no rejection of ${caller.name}, who has ${about}; received ${exchange.response.status}`,
      ...{ operation: operation.id, contract: operation.pointer, at: "/response/status", exchange },
    });
  } else if (isSuccess(exchange.response.status) && operation.method === "post" && !operation.isSafe) {
    session.leaveBehind(`${operation.id} created a record on ${record.type} ${record.id}.`);
  }
}

/** A record on which a caller has the right that a place of a request needs. */
function recordWithRight(
  { contract }: Session,
  { facts: { grants = {} } }: Caller,
  place: RecordAccess,
): Target | undefined {
  for (const [role, records] of Object.entries(grants)) {
    const id = records[place.type];
    if (id !== undefined && contract.accessRules.grants.get(role)?.includes(place.right ?? ""))
      return { type: place.type, id };
  }
  return undefined;
}

/** An update without changes, where one is valid. */
function withoutChange(
  { contract }: Session,
  operation: Operation,
  request: PathRequest,
  { at }: RecordAccess,
): PathRequest {
  const schema = requestMedia(operation)?.schema;
  const isFree = operation.method !== "post" && schema !== undefined && contract.isValid(schema, {});
  return isFree && at.startsWith("$request.path") ? { ...request, body: "{}" } : request;
}
