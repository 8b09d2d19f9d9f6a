import {
  type Contract,
  callerOperation,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  pointer,
  stringAt,
} from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import { changesWith, factAt } from "../document/facts-of-schemas.js";
import { ancestorsOf, queriesOf } from "../reads/query-data.js";
import { plain } from "../resources/payload.js";
import { jsonOf, type Session } from "../session/check.js";
import { recordsShown } from "../session/expectations.js";
import { type PartialUpdate, type RecordState, readRecord, updateOf } from "./given-record.js";
import { differencesIn, expectKept } from "./kept-values.js";

/** Stands for every change in `x-changes-with`. */
export const ANY = "*";

/** Stands for another operation that shows the record. */
const VIEW = "$view";

/** The names of the properties that differ. */
export function changesIn(session: Session, before: RecordState, { record }: Pick<RecordState, "record">): string[] {
  return differencesIn(stateOf(session, before, []), record).map(({ at }) => at.split("/")[1] ?? "");
}

/** Expects another state of a record to be equal, except in some properties and in what changes with them. */
export function expectSame(
  session: Session,
  before: RecordState,
  { exchange }: Pick<RecordState, "exchange">,
  except: readonly string[] = [],
  { what = "unchanged", place = "" } = {},
): boolean {
  return expectKept(session, exchange, stateOf(session, before, except), what, place);
}

/** Expects another operation to show the stored record: itself, or as an entry of a list, which may not have it yet. */
export async function expectShownWhole(session: Session, exchange: Exchange): Promise<void> {
  const { type } = updateOf(session);
  const stored = await readRecord(session);
  const isStored = (one: JsonObject) => one["type"] === type && one["id"] === stored?.record["id"];
  const [place] = recordsShown(exchange).find(([, one]) => isStored(one)) ?? [];
  if (stored !== undefined && place !== undefined)
    expectSame(session, stored, { exchange }, [VIEW], { what: "as stored", place });
}

/** The values of a record without those that can change with some properties (`x-changes-with`). */
function stateOf(session: Session, before: RecordState, except: readonly string[]): JsonObject {
  const named = Object.entries(before.record).filter(([name]) => !except.includes(name));
  const { shown, request } = updateOf(session, before);
  return comparable(session.contract, { shown, request }, Object.fromEntries(named), new Set(["$use", ...except]));
}

/**
 * A record without what can change, and with ids in place of other records, whose states are their own. The schema of a
 * request is undefined where it sets nothing of the record.
 */
function comparable(
  contract: Contract,
  { shown, request }: { readonly shown: string; readonly request: string | undefined },
  record: JsonObject,
  changed: ReadonlySet<string>,
): JsonObject {
  const properties = contract.propertiesOf(shown, record);
  const settable = request === undefined ? undefined : contract.propertiesOf(request);
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, Json][] => {
      const schema = properties.get(name);
      if (schema === undefined) return [[name, value]];
      if (changesWith(contract, schema).some((one) => changed.has(one))) return [];
      const at = settable?.get(name);
      if (Array.isArray(value)) return [[name, value.map((one) => (isRecord(one) ? idOf(one) : one))]];
      if (!isJsonObject(value)) return [[name, value]];
      const members = at === undefined ? [] : [...contract.propertiesOf(at).keys()];
      const isOther = isRecord(value) && members.every((one) => one === "id");
      return [[name, isOther ? idOf(value) : comparable(contract, { shown: schema, request: at }, value, changed)]];
    }),
  );
}

function isRecord(value: Json): value is JsonObject {
  return isJsonObject(value) && "type" in value && "id" in value;
}

function idOf({ id = null }: JsonObject): JsonObject {
  return { id };
}

/**
 * Expects a change to show in the entity tag, the version and the times of the record, and in nothing else but the named
 * properties and what changes with them.
 */
export function expectChange(
  session: Session,
  [before, after]: readonly [RecordState, RecordState],
  names: readonly string[],
  { caller, isLater = false }: { readonly caller: JsonObject | undefined; readonly isLater?: boolean | undefined },
): void {
  const update = updateOf(session, before);
  const find = (name: string, message: string, rule?: ConductRule) =>
    report(session, update, after, name, message, rule);
  expectEtag(session, before, after, true);
  for (const [name, schema] of session.contract.propertiesOf(update.shown, after.record)) {
    const [was, is] = [before.record[name], after.record[name]];
    const fact = factAt(session.contract, schema, "x-changes-with");
    for (const [source, pattern] of Object.entries(isJsonObject(fact) ? fact : {})) {
      const part = new RegExp(String(pattern)).exec(String(after.record[source]))?.[1];
      if (part !== undefined && is != null && is !== part)
        find(name, `Expected the \`${name}\` of the changed \`${source}\`; received another value`);
    }
    if (!changesWith(session.contract, schema).includes(ANY)) continue;
    if (VERSION.test(plain(name)) && isNotAbove(is, was))
      find(name, `Expected a higher \`${name}\` after a change; received another value`);
    const isTime = stringAt(session.contract.schemaAt(schema), "format") === "date-time";
    if (isTime && (isEarlier(is, was) || (isChangeTime(name) && isEarlier(is, after.record["created_at"]))))
      find(name, `Expected a later \`${name}\` after a change; received an earlier time`);
    if (isLater && isChangeTime(name) && is === was)
      find(name, `Expected the time of the change in \`${name}\`; received that of an earlier one`);
    if (isJsonObject(is) && caller?.["type"] === is["type"] && caller?.["id"] !== is["id"])
      find(name, `Expected \`${name}\` to be the caller; received ${stringAt(is, "type")} ${stringAt(is, "id")}`);
  }
  expectAncestors(session, update, after);
  expectSame(session, before, after, [...names, ANY]);
}

/** The nearest of the records above a record is the one that it names, where it is not the one above all. */
function expectAncestors(session: Session, update: PartialUpdate, { record, exchange }: RecordState): void {
  for (const query of queriesOf(session.contract)) {
    const nearest = ancestorsOf(query, record).at(-1);
    for (const { name, refersTo } of update.settable) {
      const above = refersTo === undefined ? undefined : objectAt(record, name)["id"];
      if (nearest === undefined || typeof above !== "string" || nearest === above) continue;
      const message = `Expected \`${query.ancestor.shown}\` to end with the \`${name}\` ${above}; received ${nearest}`;
      report(session, update, { record, exchange }, query.ancestor.shown, message, "consistent-records");
    }
  }
}

/** Expects another etag after a change, and the same one after rejected changes. */
export function expectEtag(session: Session, before: RecordState, after: RecordState, isNew: boolean): void {
  const [was, is] = [before.record["etag"], after.record["etag"]];
  if (is === undefined || (is !== was) === isNew) return;
  const message = isNew
    ? "Expected a new etag after a change; received the same"
    : `Expected the etag ${was} after rejected changes; received ${is}`;
  report(session, updateOf(session, before), after, "etag", message, "precondition-respected");
}

/** The record of the caller, if the contract says which operation shows it (`x-access`). */
export async function callerOf(session: Session): Promise<JsonObject | undefined> {
  const operation = callerOperation(session.contract);
  const caller = operation && jsonOf(await session.call(operation.id, {}));
  return isJsonObject(caller) ? caller : undefined;
}

function report(
  session: Session,
  { shown }: PartialUpdate,
  { exchange }: RecordState,
  name: string,
  message: string,
  rule: ConductRule = "state-kept",
): void {
  const contract = session.contract.propertiesOf(shown).get(name) ?? pointer(shown, "properties", name);
  session.find({ rule, message, contract, at: `/response/body/${name}`, exchange });
}

/** The parts of a service can have clocks of their own. */
export const MOST_SKEW_MS = 60_000;

const VERSION = /^(sequence|version|revision)(id|number)?$/;

function isChangeTime(name: string): boolean {
  return /^(modified|updated|changed)at$/.test(plain(name));
}

/** Whether a number, also in a text, is not above another one. Texts can exceed the integers of JavaScript. */
function isNotAbove(left: Json | undefined, right: Json | undefined): boolean {
  const [one, other] = [left, right].map((value) => (/^\d+$/.test(String(value)) ? BigInt(String(value)) : undefined));
  return one !== undefined && other !== undefined && one <= other;
}

/** Whether one time is before another one. */
export function isEarlier(left: Json | undefined, right: Json | undefined): boolean {
  return typeof left === "string" && typeof right === "string" && Date.parse(left) < Date.parse(right);
}
