import {
  type Contract,
  inputRequest,
  isJsonObject,
  type Json,
  type Operation,
  type RecordAccess,
} from "content-service-contract";
import type { Caller, Callers } from "../session/callers.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectStatus, isSuccess } from "../session/expectations.js";
import { exampleBody, validRequest } from "../session/own-request.js";
import { expectRejected, recordsIn, valueIn, withRecord } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import { ownId } from "../session/target-input.js";
import { reportCreated } from "../writes/creations.js";

/** A lock of another caller forbids what the contract says, and nothing else. Everyone with the right can remove it. */
export function lockChecks(contract: Contract, operations: readonly Operation[], callers: Callers): Check[] {
  return operations.flatMap((operation) =>
    recordsIn(operation).flatMap((at): Check[] => {
      const locker = contract.operations.find(({ access }) => access.locks?.type === at.type);
      if (locker === undefined) return [];
      const locked = { operation, at, locker };
      const rejected = "is rejected while another caller holds a lock";
      const respects = (session: Session) => respectsLocks(session, locked, callers);
      if (at.locked !== undefined) return [checkOf(operation, ["respects-locks", rejected, "undone"], respects)];
      const same = "does the same while another caller holds a lock";
      const ignores = (session: Session) => ignoresLocks(session, locked, callers);
      return [checkOf(operation, ["ignores-locks", same, operation.isSafe ? "undone" : "lasting"], ignores)];
    }),
  );
}

interface Locked {
  readonly operation: Operation;
  readonly at: RecordAccess;
  readonly locker: Operation;
}

/** Another caller who can lock the record of the workspace, and requests about that. The lock is removed after the check. */
function prepareLock(session: Session, { at, locker }: Locked, { own, others }: Callers) {
  const id = ownId(session, at.type);
  const [other] = others().filter(({ facts }) => facts.hidden?.[at.type]?.includes(id) !== true);
  if (other === undefined) return session.skip("Missing another caller: give --callers or --second-token");
  const requestOf = (one: Operation, body?: Json) => {
    const input = { ...session.inputFor(one.id).input, body: body ?? null };
    const request = body === undefined ? validRequest(session, one) : inputRequest(one, input, "");
    const place = recordsIn(one).find(({ locked }) => locked) ?? at;
    return withRecord(one, request, place, { type: at.type, id }) ?? request;
  };
  const { add, remove } = locker.access.locks ?? {};
  const [lock, unlock] = [add, remove].map((name) => requestOf(locker, exampleBody(locker, name) ?? null));
  if (lock === undefined || unlock === undefined) return session.skip("The contract has no examples of locks");
  session.cleanUp(async () => void (await own.send(session, locker, unlock)));
  const lockBy = (holder: Caller) => holder.send(session, locker, lock);
  const requireLock = async (holder: Caller) => {
    if (!isSuccess((await lockBy(holder)).response.status))
      session.skip(`${holder.name} may not lock the ${at.type} ${id}, or it is locked`);
  };
  return { id, other, requestOf, lockBy, requireLock, unlock };
}

async function ignoresLocks(session: Session, locked: Locked, callers: Callers): Promise<void> {
  const { operation, at } = locked;
  const { id, other, requireLock } = prepareLock(session, locked, callers);
  const send = async () => {
    const request = withRecord(operation, validRequest(session, operation), at, { type: at.type, id });
    const exchange = request && (await callers.own.send(session, operation, request));
    return exchange && !operation.isSafe ? reportCreated(session, exchange) : exchange;
  };
  const before = await send();
  await requireLock(other);
  const exchange = before && (await send());
  const what = `a ${at.type} that ${other.name} locked, as for an unlocked one`;
  if (exchange !== undefined)
    expectStatus(session, exchange, before?.response.status ?? 0, what, { rule: "caller-respected" });
}

async function respectsLocks(session: Session, locked: Locked, callers: Callers): Promise<void> {
  const { operation, at, locker } = locked;
  const { own } = callers;
  const { id, other, requestOf, lockBy, requireLock, unlock } = prepareLock(session, locked, callers);
  await prepare(session, operation, requestOf(operation).path, own);
  const changes = changesOf(locker, locker.access.locks?.remove).map((body) => requestOf(locker, body));
  const attempts = operation === locker ? changes : [requestOf(operation)];
  for (const holder of [other, own]) {
    const rival = holder === own ? other : own;
    await requireLock(holder);
    for (const request of attempts.filter((one) => isAlone(operation, one, at))) {
      const exchange = await rival.send(session, operation, request);
      const what = `${request.body ?? "a change"} of ${rival.name} on a ${at.type} that ${holder.name} locked`;
      if (expectRejected(session, exchange, [at.locked, at.denied], what)) continue;
      return session.leaveBehind(`${operation.id} changed the locked ${at.type} ${id}.`);
    }
    const again = await lockBy(holder);
    if (!expectStatus(session, again, "2xx", "a change by the creator of the lock")) return;
    const removed = await rival.send(session, locker, unlock);
    if (!expectStatus(session, removed, "2xx", "the removal of a lock alone, by another caller")) return;
  }
}

/** What does not exist cannot be deleted, and what exists cannot be created: the check creates it or requires its absence. */
async function prepare(session: Session, operation: Operation, path: string, own: Caller): Promise<void> {
  const send = async (method: string) => {
    const one = session.contract.operations.find((other) => other.method === method && other.path === operation.path);
    if (one === undefined) return undefined;
    return isSuccess((await own.send(session, one, { ...validRequest(session, one), path })).response.status);
  };
  if (operation.method !== "post" && operation.method !== "delete") return;
  if (await send("get")) session.skip("There is such a record already, which could not be restored");
  session.cleanUp(async () => void (await send("delete")));
  if (operation.method === "delete" && !(await send("post"))) session.skip("Nothing to delete could be created");
}

/** The examples of changes, and the removal of the lock together with another change. */
function changesOf(locker: Operation, remove: string | undefined): Json[] {
  const bodies = (locker.requestMedia?.examples ?? []).filter(({ name }) => name !== remove).map(({ value }) => value);
  const removal = exampleBody(locker, remove);
  const [first] = bodies;
  return isJsonObject(first) && isJsonObject(removal) ? [...bodies, { ...first, ...removal }] : bodies;
}

/** Whether a request names no other record, which could be the cause of an error. */
function isAlone(operation: Operation, request: PathRequest, at: RecordAccess): boolean {
  return recordsIn(operation).every((one) => one.at === at.at || valueIn(operation, request, one.at) === undefined);
}

export function lockings(operation: Operation, request: PathRequest): (PathRequest | undefined)[] {
  const { add, remove } = operation.access.locks ?? {};
  return [add, remove].map((name) => {
    const body = exampleBody(operation, name);
    return body === undefined ? undefined : { ...request, body: JSON.stringify(body) };
  });
}
