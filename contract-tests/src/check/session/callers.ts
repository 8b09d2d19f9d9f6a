import {
  type CallInput,
  type Contract,
  callerOperation,
  type Exchange,
  type ExchangeRequest,
  errorCodeOf,
  inputRequest,
  type Operation,
  withCredentials,
} from "content-service-contract";
import { type CallerFacts, type CheckTarget, jsonOf, type KnownCaller, type Session } from "./check.js";
import { errorsNamed } from "./record-requests.js";
import type { PathRequest } from "./send.js";
import { givenValue } from "./target-input.js";

export interface Caller {
  readonly name: string;
  readonly isOwn: boolean;
  readonly facts: CallerFacts;
  send(session: Session, operation: Operation, request: PathRequest): Promise<Exchange>;
  call(session: Session, operation: string, input: CallInput): Promise<Exchange>;
}

export interface Callers {
  readonly own: Caller;
  others(): readonly Caller[];
}

type GivenCallers = Pick<CheckTarget, "token" | "secondToken" | "callers">;

/** The callers of a target: the user of its token, and the others. A second token is a caller without facts. */
export function callersOf({ token, secondToken, callers = [] }: GivenCallers): [own: Caller, ...others: Caller[]] {
  const isOwn = (one: KnownCaller) => one.token === undefined || one.token === token;
  const listed = callers.filter((one) => !isOwn(one));
  const second = listed.find((one) => one.token === secondToken) ?? { name: "the second user", token: secondToken };
  const others = new Set(secondToken === undefined || secondToken === token ? listed : [second, ...listed]);
  const own = toCaller("the user of the token", undefined, callers.find(isOwn));
  return [own, ...[...others].map((one) => toCaller(one.name, one.token, one))];
}

/** The name of the caller whose token a request has, if it is not that of the target. */
export function otherCaller(target: GivenCallers, { headers }: ExchangeRequest): string | undefined {
  const second = { name: "the second user", token: target.secondToken };
  const values = [...new Headers(headers).values()];
  return [...(target.callers ?? []), second].find(
    ({ token = "" }) => token !== "" && token !== target.token && values.some((value) => value.endsWith(` ${token}`)),
  )?.name;
}

function toCaller(name: string, token: string | undefined, known: KnownCaller | undefined): Caller {
  // Others send the headers of the target too, unless these are the credential of its user.
  const givenBy = (target: CheckTarget) =>
    token === undefined ? target : { token, headers: target.token === "" ? undefined : target.headers };
  const send: Caller["send"] = (session, operation, request) =>
    session.sendWrong(operation.id, withCredentials(request, operation, givenBy(session.target)));
  const call: Caller["call"] = (session, id, input) => {
    const operation = session.contract.operation(id);
    return send(session, operation, inputRequest(operation, input, ""));
  };
  return { name, isOwn: token === undefined, facts: known?.facts ?? {}, send, call };
}

/** Whether the operator or the contract says that a caller may act for others. Undefined when neither does. */
export function mayAct({ contract }: Session, { facts: { actsForOthers, roles } }: Caller): boolean | undefined {
  const { acting } = contract.accessRules;
  return actsForOthers ?? (roles && acting && roles.some((role) => acting.roles.includes(role)));
}

/** Whether a caller has the roles that an operation needs. Undefined when the operator does not say. */
export function hasRole({ access }: Operation, { facts: { roles } }: Caller): boolean | undefined {
  if (access.roles.length === 0) return true;
  if (roles === undefined || access.roles.some((all) => all.every((role) => roles.includes(role))))
    return roles && true;
  // Frameworks list the roles of which one is enough.
  return access.roles.flat().some((role) => roles.includes(role)) ? undefined : false;
}

/** Why a 403 may be right: the user of the token has no role of the operation, or nobody says which roles the user has. */
export function lackedRole({ contract, target, operationOf }: Session, exchange: Exchange): string | undefined {
  const { request, response } = exchange;
  const operation = contract.operation(operationOf(exchange));
  const { acting } = contract.accessRules;
  const isActing = acting !== undefined && new Headers(request.headers).has(acting.parameter);
  const known = response.status === 403 && !isActing ? hasRole(operation, callersOf(target)[0]) : true;
  const { denied, roles } = operation.access;
  const [documented] = errorsNamed(operation, [denied]);
  const isOther = documented && errorCodeOf(jsonOf(exchange)) !== documented.code;
  if (known === true || isOther) return undefined;
  const needed = roles.map((all) => all.join(" and ")).join(" or ");
  const missing =
    known === false ? "the user of the token lacks it" : "say in --callers whether the user of the token has it";
  return `${operation.id} needs the role ${needed}: ${missing}, or give another token`;
}

export function actsForOthers({ accessRules: { acting } }: Contract, { parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === acting?.parameter);
}

export function asUser(userId: string): Pick<Caller, "call"> {
  return {
    call(session, operation, input) {
      const { acting } = session.contract.accessRules;
      const header = acting === undefined ? input.header : { ...input.header, [acting.parameter]: userId };
      return session.call(operation, header === undefined ? input : { ...input, header });
    },
  };
}

/** Other users for whom the calls of the target can act: the callers of its tenant, and those whose records its calls change. */
export function usersOf(session: Session): string[] {
  const [own, ...others] = callersOf(session.target);
  const colleagues = others.flatMap(({ facts }) => (facts.tenant === own.facts.tenant ? (facts.id ?? []) : []));
  return [...new Set([...colleagues, ...representable(session)])];
}

/** Users of the target's tenant, the best one first: one to act for, and those whose records the calls of the target change. */
export function representable({ contract, target }: Session): string[] {
  const { acting } = contract.accessRules;
  const showing = callerOperation(contract);
  if (acting === undefined || showing === undefined) return [];
  const given = contract.operations.flatMap((one) =>
    one.access.records.flatMap(({ at, type }) => {
      const isGone = one.method === "delete" || type !== acting.type;
      return isGone ? [] : (givenValue(target, one, at.replace(/^.*[./]/, "")) ?? []);
    }),
  );
  return [givenValue(target, showing, acting.parameter) ?? [], given].flat();
}
