import { type Contract, callerOperation, type Exchange, inputRequest, type Operation } from "content-service-contract";
import { withHeader } from "../../cases/broken-requests.js";
import { contentOf } from "../conditions/condition-checks.js";
import { fieldsOf } from "../document/facts-of-schemas.js";
import { actsForOthers, type Caller, type Callers, mayAct, representable } from "../session/callers.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectValues, isClientError, isSuccess, textIn } from "../session/expectations.js";
import { expectRejected } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import { givenValue, NO_ID } from "../session/target-input.js";
import { callerChecks } from "../writes/guard.js";

const RULE = "caller-respected";

/** A call acts as the user of its token, or as the user whom it names, and only callers with the right name another one. */
export function actingChecks(contract: Contract, operations: readonly Operation[], { own, others }: Callers): Check[] {
  const { acting } = contract.accessRules;
  if (acting === undefined) return [];
  const header = acting.parameter;
  const acts = operations.filter((one) => actsForOthers(contract, one));
  const showing = callerOperation(contract);
  const colleaguesOf = ({ facts: { tenant } }: Caller) => others().filter(({ facts }) => facts.tenant === tenant);
  const colleagues = () => colleaguesOf(own);

  const ofNobody = `rejects ${header} of nobody and of another tenant`;
  const withoutRight = `rejects ${header} of a caller who may not act for others`;
  return [
    ...acts.filter((one) => one === showing).map(actsForCheck),
    ...callerChecks(contract, acts, ["rejects-unknown-as-user", ofNobody], rejectsUsers),
    ...callerChecks(contract, acts, ["requires-rights-for-as-user", withoutRight], rejectsCallers),
    ...acts.filter(({ isSafe }) => isSafe).map(actsLikeCheck),
  ];

  function actsForCheck(operation: Operation): Check {
    const title = `returns the user of the token or of ${header}, and only for that call`;
    return checkOf(operation, ["acts-for-the-user", title, "none"], async (session) => {
      const show = (caller: Caller, user?: string) => caller.send(session, operation, actingFor(operation, {}, user));
      const ownId = await idOf(session, own);
      const users = [...colleagues().flatMap(({ facts }) => facts.id ?? []), ...representable(session)];
      const [user] = users.filter((id) => id !== ownId);
      const calls: [Caller, string | undefined, string][] = [[own, undefined, ownId]];
      for (const caller of others()) {
        if (caller.facts.id !== undefined) calls.push([caller, undefined, caller.facts.id]);
      }
      // Nobody says whether the token may, so a rejection is no finding.
      const may = mayAct(session, own) ?? (await show(own, user ?? ownId)).response.status !== 403;
      if (may) calls.push([own, ownId, ownId], [own, undefined, ownId]);
      if (may && user !== undefined) calls.push([own, user, user], [own, undefined, ownId]);
      for (const caller of others().filter((one) => mayAct(session, one) === true)) {
        const [represented] = [own, ...colleaguesOf(caller)].flatMap(({ facts }) =>
          facts.tenant === caller.facts.tenant && facts.id !== caller.facts.id ? (facts.id ?? []) : [],
        );
        if (represented !== undefined) calls.push([caller, represented, represented]);
      }
      for (const [caller, asked, id] of calls) expectUser(session, await show(caller, asked), id);
      const atOnce = await Promise.all(calls.map(([caller, asked]) => show(caller, asked)));
      for (const [index, exchange] of atOnce.entries()) expectUser(session, exchange, calls[index]?.[2] ?? "");
      if (user === undefined) session.skip(`Missing id of another user: give --callers, or ${header} in --parameters`);
      if (!may) session.skip("The token may not act for others");
    });
  }

  function expectUser(session: Session, exchange: Exchange, id: string): void {
    const { status } = exchange.response;
    if (isSuccess(status)) expectValues(session, exchange, { id }, `the user ${id} that the call acts for`, RULE);
    else find(session, exchange, `Expected the call to succeed for user ${id}; received ${status}`);
  }

  /** Ids that no user has, and users of other tenants. */
  async function rejectsUsers(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
    const given = givenValue(session.target, showing ?? operation, "other_enterprise_user_id");
    const all = [own, ...others()];
    const foreignTo = ({ facts: { tenant } }: Caller) =>
      all.find(({ facts }) => facts.tenant !== undefined && tenant !== undefined && facts.tenant !== tenant)?.facts.id;
    const acting = others().filter((one) => mayAct(session, one) === true);
    const users: [Caller, what: string, value: string | undefined][] = [
      [own, "an unknown user", NO_ID],
      [own, "no user id", "nobody"],
      [own, "a user of another tenant", foreignTo(own) ?? given],
      ...acting.map((one): (typeof users)[number] => [one, "a user of another tenant", foreignTo(one)]),
    ];
    for (const [caller, what, value] of operation.isSafe ? users : users.slice(0, 3)) {
      if (value === undefined) continue;
      const exchange = await caller.send(session, operation, withHeader(request, header, value));
      const { status } = exchange.response;
      if (isClientError(status) && status !== 401) continue;
      find(session, exchange, `Expected a 403 response for ${what} in \`${header}\`; received ${status}`);
      if (status < 400) return false;
    }
    return true;
  }

  async function rejectsCallers(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
    const without = [own, ...others()].filter((one) => mayAct(session, one) === false);
    if (without.length === 0) session.skip("Missing a caller who may not act for others, by its roles: give --callers");
    for (const caller of without.slice(0, MOST_CALLERS)) {
      const user = caller.isOwn ? colleagues()[0] : own;
      if (user === undefined) continue;
      const exchange = await caller.send(session, operation, withHeader(request, header, await idOf(session, user)));
      const what = `\`${header}\` of ${caller.name}, who may not act for others`;
      if (!expectRejected(session, exchange, [acting?.denied], what)) return false;
    }
    return true;
  }

  /** A call for a user sees the same as one with a token of that user. */
  function actsLikeCheck(operation: Operation): Check {
    const title = `returns the same for ${header} as for the token of that user`;
    return checkOf(operation, ["acts-like-the-user", title, "none"], async (session) => {
      const [other = session.skip("Missing another caller: give --callers or --second-token")] = colleagues();
      const user = await idOf(session, other);
      const { input } = session.inputFor(operation.id);
      const fields = fieldsOf(contract, operation);
      for (const query of [{}, ...(fields === undefined ? [] : [{ fields: fields.slice(0, 2) }])]) {
        const request = actingFor(operation, { ...input, query: { ...input.query, ...query } });
        const expected = await other.send(session, operation, request);
        const received = await own.send(session, operation, withHeader(request, header, user));
        const isDenied = received.response.status === 403 && expected.response.status !== 403;
        if (isDenied && mayAct(session, own) !== true) session.skip("The token may not act for the other user");
        const [wanted, status] = [expected.response.status, received.response.status];
        const same = `as with a token of the user in \`${header}\``;
        if (wanted !== status) find(session, received, `Expected a ${wanted} response, ${same}; received ${status}`);
        else if (contentOf(expected) !== contentOf(received))
          find(session, received, `Expected the same records ${same}; received others`, "/response/body");
      }
    });
  }

  function actingFor(operation: Operation, input: Parameters<typeof inputRequest>[1], user?: string): PathRequest {
    const request = inputRequest(operation, input, "");
    return user === undefined ? request : withHeader(request, header, user);
  }

  async function idOf(session: Session, caller: Caller): Promise<string> {
    if (caller.facts.id !== undefined) return caller.facts.id;
    const exchange = showing && (await caller.call(session, showing.id, {}));
    if (exchange !== undefined && !isSuccess(exchange.response.status))
      session.skip(`The service rejected the token of ${caller.name} (${exchange.response.status})`);
    return (exchange && textIn(exchange, "id")) ?? session.skip(`The id of ${caller.name} is unknown: give --callers`);
  }

  function find(session: Session, exchange: Exchange, message: string, at = "/response/status"): void {
    const { parameters, pointer } = session.contract.operation(session.operationOf(exchange));
    const contract = parameters.find(({ name }) => name === header)?.pointer ?? pointer;
    session.find({ rule: RULE, message, contract, at, exchange });
  }
}

const MOST_CALLERS = 2;
