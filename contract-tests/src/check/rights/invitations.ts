import type { Operation } from "content-service-contract";
import type { Caller } from "../session/callers.js";
import type { Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { exampleBody, validRequest } from "../session/own-request.js";
import { type Target, withRecord, withValueAt } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";

/** A role on records, and the rights that it gives. */
export interface Role {
  readonly role: string;
  readonly rights: readonly string[];
}

/** A role that the user of the token gives a caller on a record. */
export interface Granted {
  readonly own: Caller;
  readonly caller: Caller;
  readonly record: Target;
  readonly role: string;
  /** The id of the group of the caller that gets the role. */
  readonly group?: string | undefined;
}

/** Gives the role, unless another run has. */
export async function invite(session: Session, operation: Operation, granted: Granted): Promise<void> {
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
export function invitationOf(
  session: Session,
  operation: Operation,
  { caller, record, role, group }: Pick<Granted, "caller" | "record" | "group"> & { readonly role?: string },
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
