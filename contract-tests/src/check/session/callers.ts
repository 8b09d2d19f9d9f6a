import { type CallInput, type Exchange, inputRequest } from "content-service-contract";
import type { Session } from "./check.js";
import { expectSuccess, isSuccess, textIn } from "./expectations.js";
import { givenValue } from "./target-input.js";

/** A user, and how to call as that user. */
export interface Caller {
  readonly userId: string;
  readonly call: (session: Session, operation: string, input: CallInput) => Promise<Exchange>;
}

export const CURRENT = "getCurrentUser";

/** The users of a run, each looked up once. */
export interface Callers {
  /** The user of the target's token. */
  own(session: Session): Promise<Caller>;
  /** Another user, of the second token. Skips the check without one. */
  second(session: Session): Promise<Caller>;
  /** Another user, by `As-User`. Undefined without the id of one, or without the permission to act for others. */
  represented(session: Session): Promise<Caller | undefined>;
  /** Another user, of the second token or by `As-User`. Skips the check without one. */
  other(session: Session): Promise<Caller>;
}

/** Finds the users that a target can call as. */
export function createCallers(): Callers {
  const known = new Map<string, Caller>();
  async function once(name: string, find: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const caller = known.get(name) ?? (await find());
    if (caller !== undefined) known.set(name, caller);
    return caller;
  }
  const callers: Callers = {
    own: async (session) => (await once("own", () => ownCaller(session))) ?? session.skip(UNKNOWN),
    async second(session) {
      const own = await callers.own(session);
      const second =
        (await once("second", () => secondCaller(session))) ??
        session.skip("Missing second token: give --second-token");
      return second.userId === own.userId
        ? session.skip("The second token is of the same user: give another one with --second-token")
        : second;
    },
    async represented(session) {
      const own = await callers.own(session);
      return once("represented", () => representedCaller(session, own));
    },
    async other(session) {
      if (session.target.secondToken !== undefined) return callers.second(session);
      return (await callers.represented(session)) ?? session.skip(NO_OTHER);
    },
  };
  return callers;
}

async function ownCaller(session: Session): Promise<Caller | undefined> {
  const exchange = await session.call(CURRENT, {});
  const userId = textIn(exchange, "id");
  if (!expectSuccess(session, exchange) || userId === undefined) return undefined;
  return { userId, call: (one, operation, input) => one.call(operation, input) };
}

async function secondCaller(session: Session): Promise<Caller | undefined> {
  const { secondToken } = session.target;
  if (secondToken === undefined) return undefined;
  const call: Caller["call"] = (one, operation, input) => {
    const request = inputRequest(one.contract.operation(operation), input, secondToken);
    return one.sendWrong(operation, request);
  };
  const exchange = await call(session, CURRENT, {});
  const { status } = exchange.response;
  if (!isSuccess(status)) session.skip(`The service rejected the second token (${status})`);
  const userId = textIn(exchange, "id");
  return userId === undefined ? session.skip(UNKNOWN) : { userId, call };
}

async function representedCaller(session: Session, own: Caller): Promise<Caller | undefined> {
  for (const userId of representable(session)) {
    if (userId === own.userId) continue;
    const caller = asUser(userId);
    const exchange = await caller.call(session, CURRENT, {});
    if (isSuccess(exchange.response.status)) return caller;
  }
  return undefined;
}

const UNKNOWN = "The user of the token is unknown";
const NO_OTHER =
  "Missing other user: give --second-token, or As-User in --parameters and a token that may act for others";

/** Calls with the target's token for another user. */
export function asUser(userId: string): Caller {
  const call: Caller["call"] = (session, operation, input) =>
    session.call(operation, { ...input, header: { ...input.header, [AS_USER]: userId } });
  return { userId, call };
}

export const AS_USER = "As-User";

/** Users of the target's enterprise, the best one first. */
export function representable({ contract, target }: Session): string[] {
  const names = [
    [CURRENT, AS_USER],
    ["addEmailAlias", "user_id"],
    ["createCollaboration", "collaborator_id"],
  ] as const;
  return names.flatMap(([id, name]) => givenValue(target, contract.operation(id), name) ?? []);
}
