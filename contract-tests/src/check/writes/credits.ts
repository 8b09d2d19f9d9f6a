import { type Exchange, isJsonObject, pointer, stringAt, valueAt } from "content-service-contract";
import { asUser, type Caller, callersOf, usersOf } from "../session/callers.js";
import { jsonOf, objectOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { ownId } from "../session/target-input.js";
import { type RecordState, updateOf } from "./given-record.js";
import { sampleBody } from "./record-changes.js";
import { callerOf } from "./record-states.js";
import { restoreAfterwards } from "./restored-values.js";

/** The properties that name who made a record, and who changed it last. */
const CREDITS = { made: /^(creat|assign|add)ed_?by$/i, changed: /^(modifi|chang|updat)ed_?by$/i } as const;

/** Expects a record, at a place of a response, to name a user as the one who made or changed it. */
export function expectCredit(
  session: Session,
  exchange: Exchange,
  kind: keyof typeof CREDITS,
  userId: string | undefined,
  at = "",
): void {
  const record = valueAt(jsonOf(exchange) ?? null, at);
  for (const [name, user] of Object.entries(isJsonObject(record) ? record : {})) {
    const id = CREDITS[kind].test(name) && isJsonObject(user) ? stringAt(user, "id") : undefined;
    if (id === undefined || userId === undefined || id === userId) continue;
    const message = `Expected \`${name}\` to be user ${userId}, for whom the call acts; received user ${id}`;
    session.find({ rule: "state-kept", message, at: `/response/body${pointer(at, name)}`, exchange });
  }
}

/** A change for another user names that user, as do the objects that it makes, such as a lock. */
export async function creditsUser(session: Session, before: RecordState): Promise<void> {
  const { operation, parameter, type, fields, settable } = updateOf(session, before);
  restoreAfterwards(session, before, settable);
  const callerId = stringAt((await callerOf(session)) ?? {}, "id");
  const plain = settable.filter(({ refersTo }) => refersTo === undefined);
  for (const user of usersOf(session).filter((id) => id !== callerId)) {
    const input = { path: { [parameter]: ownId(session, type) }, query: { fields: [...fields] } };
    const body = sampleBody(session, plain, before);
    const exchange = await asUser(user).call(session, operation.id, { ...input, body });
    // Some users have no right to change it.
    if (!isSuccess(exchange.response.status)) continue;
    // Only its holder removes a lock together with other changes.
    const removed = plain.filter(({ isRemovable }) => isRemovable).map(({ name }) => [name, null] as const);
    const removal = { ...input, body: Object.fromEntries(removed) };
    session.cleanUp(async () => void (await asUser(user).call(session, operation.id, removal)));
    expectCredit(session, exchange, "changed", user);
    for (const { name } of plain) expectCredit(session, exchange, "made", user, pointer("", name));
    return;
  }
  session.skip(`No other user may change the ${type}`);
}

/** What a caller creates is of no other tenant. */
export function expectOwnTenant(session: Session, exchange: Exchange, { name, facts: { tenant } }: Caller): void {
  const others = callersOf(session.target).flatMap(({ facts }) => facts.tenant ?? []);
  for (const [at, inner] of Object.entries(objectOf(exchange))) {
    const id = isJsonObject(inner) ? String(inner["id"]) : undefined;
    if (id === undefined || id === tenant || tenant === undefined || !others.includes(id)) continue;
    const message = `Expected a record of tenant ${tenant} for ${name}; received one of ${id}`;
    session.find({ rule: "caller-respected", message, at: pointer("/response/body", at, "id"), exchange });
  }
}
