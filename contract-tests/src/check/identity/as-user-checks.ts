import type { Contract, Exchange, Operation } from "content-service-contract";
import { contentOf } from "../conditions/parallel-reads.js";
import { AS_USER, asUser, type Caller, type Callers, CURRENT, representable } from "../session/callers.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { expectValues, isClientError, isSuccess } from "../session/expectations.js";
import { givenValue } from "../session/target-input.js";
import { callerChecks } from "./guards.js";

/** `As-User` selects the user that a call acts for, and only callers with the permission may send it. */
export function asUserChecks(
  contract: Contract,
  target: CheckTarget,
  operations: readonly Operation[],
  callers: Callers,
): Check[] {
  const able = operations.filter(({ parameters }) => parameters.some(({ name }) => name === AS_USER));
  const reading = able.filter(({ isSafe }) => isSafe);
  return [
    ...(able.some(({ id }) => id === CURRENT) ? [actsForCheck(callers)] : []),
    ...callerChecks(contract, target, able, {
      id: "rejects-unknown-as-user",
      title: "rejects an As-User of nobody and of another enterprise",
      sendAll: rejectsUsers,
    }),
    ...reading.map((one) => actsLikeCheck(one, callers)),
    ...reading.map((one) => withoutRightsCheck(one, callers)),
  ];
}

const RULE = "caller-respected";

function actsForCheck(callers: Callers): Check {
  return {
    id: `${CURRENT}/acts-for-the-user`,
    operation: CURRENT,
    title: `${CURRENT} returns the user in As-User, and only for that call`,
    effects: "none",
    async run(session) {
      const own = await callers.own(session);
      const other = await callers.represented(session);
      const alone = [...(other === undefined ? [] : [other]), own, asUser(own.userId), own];
      for (const caller of alone) {
        const exchange = await caller.call(session, CURRENT, {});
        // Without the permission, even the own id gets a 403.
        if (other === undefined && caller !== own && exchange.response.status === 403) continue;
        if (!expectUser(session, caller, exchange)) return;
      }
      const atOnce = other === undefined ? [own] : [other, own, other, own];
      const exchanges = await Promise.all(atOnce.map((caller) => caller.call(session, CURRENT, {})));
      for (const [index, caller] of atOnce.entries()) {
        const exchange = exchanges[index];
        if (exchange !== undefined) expectUser(session, caller, exchange);
      }
      if (other === undefined) session.skip(noUser(session));
    },
  };
}

function expectUser(session: Session, { userId }: Caller, exchange: Exchange): boolean {
  const { status } = exchange.response;
  if (isSuccess(status)) {
    return expectValues(session, exchange, { id: userId }, `the user ${userId} that the call acts for`, RULE);
  }
  find(session, exchange, `Expected ${CURRENT} to succeed for user ${userId}; received ${status}`);
  return false;
}

function noUser(session: Session): string {
  return representable(session).length === 0
    ? "Missing id of another user: give As-User in --parameters"
    : "The token may not act for others";
}

/** Ids that no user has, and the user of another enterprise. */
async function rejectsUsers(session: Session, operation: Operation, request: Parameters<typeof session.sendWrong>[1]) {
  const foreign = givenValue(session.target, { id: CURRENT }, "other_enterprise_user_id");
  const users = {
    "an unknown user": "909090909090909",
    "no user id": "nobody",
    "a user of another enterprise": foreign,
  };
  for (const [what, value] of Object.entries(users)) {
    if (value === undefined) continue;
    const headers = { ...Object.fromEntries(new Headers(request.headers)), [AS_USER.toLowerCase()]: value };
    const exchange = await session.sendWrong(operation.id, { ...request, headers });
    const { status } = exchange.response;
    if (isClientError(status) && status !== 401) continue;
    find(session, exchange, `Expected a 403 response for ${what} in \`${AS_USER}\`; received ${status}`);
    if (status < 400) return false;
  }
  return true;
}

/** With `As-User`, a user sees the same as with a token of that user. */
function actsLikeCheck({ id }: Operation, callers: Callers): Check {
  return {
    id: `${id}/acts-like-the-user`,
    operation: id,
    title: `${id} returns the same for As-User as for the token of that user`,
    effects: "none",
    async run(session) {
      const second = await callers.second(session);
      const represented = asUser(second.userId);
      if (!isSuccess((await represented.call(session, CURRENT, {})).response.status)) {
        session.skip("The token may not act for the user of the second token");
      }
      const { input } = session.inputFor(id);
      const expected = await second.call(session, id, input);
      const received = await represented.call(session, id, input);
      const [wanted, status] = [expected.response.status, received.response.status];
      if (wanted !== status) {
        find(
          session,
          received,
          `Expected a ${wanted} response, as with a token of the user in \`${AS_USER}\`; received ${status}`,
        );
      } else if (contentOf(expected) !== contentOf(received)) {
        const message = `Expected the records that the user in \`${AS_USER}\` sees with a token; received others`;
        find(session, received, message, "/response/body");
      }
    },
  };
}

/** A service decides once who may act for others, so an operation that allows it to another one has no check. */
function withoutRightsCheck({ id }: Operation, callers: Callers): Check {
  return {
    id: `${id}/requires-rights-for-as-user`,
    operation: id,
    title: `${id} rejects As-User of a caller who may not act for others`,
    effects: "none",
    async run(session) {
      const second = await callers.second(session);
      const header = { [AS_USER]: (await callers.own(session)).userId };
      const decided = await second.call(session, CURRENT, { header });
      if (decided.response.status !== 403) session.skip("The user of the second token may act for others");
      const { input } = session.inputFor(id);
      const exchange = await second.call(session, id, { ...input, header: { ...input.header, ...header } });
      const { status } = exchange.response;
      if (!isSuccess(status)) return;
      find(
        session,
        exchange,
        `Expected a 403 response for \`${AS_USER}\` of a caller without the permission; received ${status}`,
      );
    },
  };
}

function find(session: Session, exchange: Exchange, message: string, at = "/response/status"): void {
  const operation = session.operationOf(exchange);
  const { parameters, pointer } = session.contract.operation(operation);
  const contract = parameters.find(({ name }) => name === AS_USER)?.pointer ?? pointer;
  session.find({ rule: RULE, message, operation, contract, at, exchange });
}
