import { type Contract, isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { factAt } from "../document/facts-of-schemas.js";
import { type Caller, callersOf } from "../session/callers.js";
import { type Check, letPass, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { validRequest } from "../session/own-request.js";
import { isError, recordsIn, type Target, withRecord } from "../session/record-requests.js";
import { ownId } from "../session/target-input.js";
import {
  isLocked,
  type PartialUpdate,
  partialUpdates,
  type RecordState,
  readRecord,
  recordCheck,
  type Settable,
  updateOf,
  updateRecord,
} from "./given-record.js";
import { expectKept } from "./kept-values.js";
import { expectClosed, type Way, waysOf } from "./linked-records.js";
import { plainChange, shownFor, wholeValue } from "./record-changes.js";
import { MOST_SKEW_MS } from "./record-states.js";
import { restoreAfterwards } from "./restored-values.js";
import { atOffset } from "./valid-values.js";

/** What a request gives a time to end (`x-expires`), such as a lock. One that has passed is rejected, or ends it at once. */
export function expiryChecks(contract: Contract): Check[] {
  return partialUpdates(contract).flatMap((update) => {
    const expiring = expiringIn(contract, update);
    if (expiring.length === 0) return [];
    const names = expiring.map(({ property }) => `\`${property.name}\``).join(" and ");
    const run = (session: Session, before: RecordState) => endsAll(session, expiring, before);
    return [recordCheck(update, ["ends-what-expires", `ends ${names} at the expiry`], run)];
  });
}

interface Expiring {
  readonly property: Settable;
  /** The name of the member with the time. */
  readonly member: string;
  /** How the object leads to the record. */
  readonly way: Way | undefined;
}

/** The objects that a request makes until a time. */
function expiringIn(contract: Contract, update: PartialUpdate): Expiring[] {
  const ways = waysOf(contract, update);
  return update.settable.flatMap((property) => {
    const members = property.isRemovable ? [...contract.propertiesOf(property.schema)] : [];
    const [member] = members.find(([, at]) => factAt(contract, at, "x-expires") === true) ?? [];
    return member === undefined
      ? []
      : [{ property, member, way: ways.find((one) => one.property.name === property.name) }];
  });
}

async function endsAll(session: Session, expiring: readonly Expiring[], before: RecordState): Promise<void> {
  const update = updateOf(session, before);
  const properties = expiring.map(({ property }) => property);
  restoreAfterwards(session, before, properties);
  // Responses show none that has ended, but the service may keep it.
  const removal = Object.fromEntries(properties.map(({ name }) => [name, null]));
  session.cleanUp(async () => void (await updateRecord(session, update, removal)));
  const until = (time: string, one: Expiring): [string, Json][] => {
    const whole = wholeValue(session, one.property.schema);
    // A way without a secret is closed by its end alone.
    const { [one.way?.secret ?? ""]: _, ...open } = isJsonObject(whole) ? whole : {};
    return [[one.property.name, { ...open, [one.member]: time }]];
  };
  for (const one of expiring) {
    const made = await updateRecord(session, update, Object.fromEntries(until(PAST, one)));
    if (isSuccess(made.exchange.response.status) && !(await expectEnded(session, [one], made, "one in the past")))
      return;
  }
  const { soon, passes } = expirySoon(session);
  const made = await updateRecord(session, update, Object.fromEntries(expiring.flatMap((one) => until(soon, one))));
  // A slow service may take it for one in the past.
  if (!isSuccess(made.exchange.response.status)) session.skip(`The service rejected the expiry ${soon}`);
  await passes();
  if (!(await expectEnded(session, expiring, made, soon))) return;
  // What has ended can be made again.
  const wholes = expiring.map(({ property, member }) => {
    const { [member]: _, ...lasting } = Object(wholeValue(session, property.schema));
    return [property.name, lasting] as const;
  });
  const body: JsonObject = Object.fromEntries(wholes);
  const again = await updateRecord(session, update, body);
  if (!expectSuccess(session, again.exchange)) return;
  const shown = shownFor(session.contract, update, body, again.record);
  expectKept(session, again.exchange, shown, "made again after its expiry");
}

/** Another caller can change the record, and nobody finds it by a link. */
async function expectEnded(session: Session, expiring: readonly Expiring[], made: RecordState, expiry: string) {
  const update = updateOf(session, made);
  for (const { way, property } of expiring) {
    if (way === undefined || made.record[property.name] == null) continue;
    const followed = { way, made, secret: undefined };
    // The record has not changed, but the way to it is no more.
    const etag = (await readRecord(session, update))?.record["etag"];
    const what = `a \`${property.name}\` after its expiry, ${expiry}`;
    for (const header of [{}, ...(typeof etag === "string" ? [{ "If-None-Match": etag }] : [])])
      if (!(await expectClosed(session, followed, what, header))) return false;
  }
  const id = ownId(session, update.type);
  const [, ...others] = callersOf(session.target);
  const other = others.find(({ facts }) => facts.hidden?.[update.type]?.includes(id) !== true);
  if (other === undefined) return true;
  const input = { path: { [update.parameter]: id }, body: plainChange(session, made) };
  const changed = await other.call(session, update.operation.id, input);
  // Who may not change the record, or not even see it, says nothing of the lock.
  if ([403, 404].includes(changed.response.status) && !isLocked(session, changed)) return true;
  const what = `a change by ${other.name} after the expiry of a lock, ${expiry}`;
  if (!expectStatus(session, changed, "2xx", what)) return false;
  return createsUnlocked(session, other, { type: update.type, id }, what);
}

/** What a lock forbids to create on a record is created without one, and deleted. */
async function createsUnlocked(session: Session, other: Caller, record: Target, what: string): Promise<boolean> {
  const { operations } = session.contract;
  for (const creation of operations.filter(({ method }) => method === "post")) {
    const at = recordsIn(creation).find(({ type, locked }) => type === record.type && locked !== undefined);
    const removal = operations.find(({ method, path }) => method === "delete" && path === creation.path);
    if (at === undefined || removal === undefined) continue;
    for (const one of [creation, removal]) {
      const request = withRecord(one, validRequest(session, one), at, record);
      const exchange = request && (await other.send(session, one, request));
      if (exchange === undefined) break;
      if (isError(one, exchange, [at.locked])) return expectStatus(session, exchange, "2xx", what);
      // There may be one already, which is not deleted.
      if (isSuccess(exchange.response.status)) continue;
      if (one === removal) session.leaveBehind(`${creation.id} created a record on ${record.type} ${record.id}.`);
      break;
    }
  }
  return true;
}

/** A time that comes soon, with an offset that a comparison of texts would overlook, and a way to wait for it. */
export function expirySoon(session: Session): { soon: string; passes(): Promise<void> } {
  // A gateway may have sent the `Date` by which the time of the service is known.
  if (Math.abs(session.now() - Date.now()) > MOST_SKEW_MS)
    session.skip("The clock of the service differs from this one by more than a minute");
  const endMs = Math.ceil(session.now() / 1000) * 1000 + SHORT_MS;
  return {
    soon: atOffset(new Date(endMs).toISOString()),
    async passes() {
      if (!(await letPass(session, endMs - session.now() + 1)))
        session.skip("The run may not wait until something expires: give --wait 5");
      await readRecord(session);
      if (session.now() < endMs) session.skip("The clock of the service stands still");
    },
  };
}

const PAST = "2000-01-02T03:04:05Z";
/** Enough for the calls before the end. The `Date` of a service has whole seconds, so the wait is up to two seconds longer. */
const SHORT_MS = 2000;
