import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type JsonObject,
  stringAt,
  valueAt,
} from "content-service-contract";
import { factAt } from "../document/facts-of-schemas.js";
import { type Link, linkedInput, linksOf } from "../resources/links.js";
import { asUser, type Caller, callersOf, representable } from "../session/callers.js";
import type { Check, Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isSuccess, PRECONDITION, textIn } from "../session/expectations.js";
import { ownId } from "../session/target-input.js";
import {
  type PartialUpdate,
  partialUpdates,
  type RecordState,
  recordCheck,
  type Settable,
  updateOf,
  updateRecord,
} from "./given-record.js";
import { expectKept } from "./kept-values.js";
import { plainChange, shownFor, wholeValue } from "./record-changes.js";
import { expectShownWhole } from "./record-states.js";
import { restoreAfterwards } from "./restored-values.js";

/** A property that opens another way to the record, by links of the update that have its address. */
export interface Way {
  readonly property: Settable;
  readonly links: readonly Link[];
  /** The member with the secret of the way. */
  readonly secret: string | undefined;
  /** The member that says who is admitted, and whom each of its values admits (`x-admits`). */
  readonly access: string | undefined;
  readonly admits: JsonObject;
}

/** The ways to a record that an update opens and closes. */
export function waysOf(contract: Contract, { operation, settable }: PartialUpdate): Way[] {
  return settable.flatMap((property) => {
    const at = `body#/${property.name}/`;
    const links = linksOf(contract, operation).filter(
      (one) => one.operation.isSafe && JSON.stringify(one.parameters).includes(`$response.${at}`),
    );
    if (links.length === 0) return [];
    const [, secret] = new RegExp(`\\$request\\.${at}([^"{}]+)`).exec(JSON.stringify(links[0]?.parameters)) ?? [];
    const facts = [...contract.propertiesOf(property.schema)].map(
      ([name, schema]) => [name, factAt(contract, schema, "x-admits")] as const,
    );
    const [access, admits] = facts.find(([, fact]) => fact !== undefined) ?? [];
    return [{ property, links, secret, access, admits: isJsonObject(admits) ? admits : {} }];
  });
}

/** The checks of the ways to a record: each leads there with its secret until its removal, and only those whom it admits. */
export function wayChecks(contract: Contract): Check[] {
  return partialUpdates(contract).flatMap((update) =>
    waysOf(contract, update).flatMap((way) => {
      const { name } = way.property;
      const leads = `makes a \`${name}\` that leads to the record until its removal`;
      const admits = `makes a \`${name}\` that admits whom its \`${way.access}\` says`;
      const opening = recordCheck(update, [`opens/${name}`, leads], (session, before) => opens(session, way, before));
      if (way.access === undefined) return [opening];
      const run = (session: Session, before: RecordState) => admitsViewers(session, way, before);
      return [opening, recordCheck(update, [`admits/${name}`, admits], run)];
    }),
  );
}

async function opens(session: Session, way: Way, before: RecordState): Promise<void> {
  const { name, schema } = way.property;
  let last = await opened(session, way, before);
  if (last === undefined || !(await isFollowed(session, last))) return;
  if (way.secret !== undefined) {
    const secret = session.uniqueName();
    if (isSuccess((await change(session, last, { [way.secret]: secret })).exchange.response.status)) {
      await expectClosed(session, last, `a \`${name}\` with its former secret`);
      last = { ...last, secret };
    }
  }
  const removed = await change(session, last, null);
  if (!expectSuccess(session, removed.exchange) || !expectKept(session, removed.exchange, { [name]: null })) return;
  if (!(await expectClosed(session, last, `a removed \`${name}\``)) || !session.contract.isValid(schema, {})) return;
  // Those who know the removed one have to receive the new one.
  const again = await change(session, last, {});
  if (expectSuccess(session, again.exchange))
    await expectClosed(session, last, `a removed \`${name}\`, after a new one`);
}

/** Nobody finds the record by any of the links. */
export async function expectClosed(session: Session, followed: Followed, what: string, header: JsonObject = {}) {
  const { way, made } = followed;
  for (const link of way.links.filter((one) => linkedInput(one, { input: {}, exchange: made.exchange }) !== undefined))
    if (!expectStatus(session, await follow(session, followed, { link, header }), 404, what)) return false;
  return true;
}

async function admitsViewers(session: Session, way: Way, before: RecordState): Promise<void> {
  const last = await opened(session, way, before);
  if (last === undefined) return;
  const untried: string[] = [];
  for (const [access, admitted] of Object.entries(way.admits)) {
    const { exchange } = await change(session, last, { [way.access ?? ""]: access });
    // The service can forbid some of them.
    if (isSuccess(exchange.response.status) && (await expectViewers(session, last, admitted)) === 0)
      untried.push(access);
  }
  const { type } = updateOf(session, before);
  if (untried.length > 0)
    session.skip(
      `Missing callers to follow a \`${way.property.name}\` with the access ${untried.join(" or ")}: in --callers, give callers with their tenant, and one with the ${type} ${ownId(session, type)} in hidden`,
    );
}

/** Makes the way with all its members, and restores the record after the check. Undefined after a finding. */
async function opened(session: Session, way: Way, before: RecordState): Promise<Followed | undefined> {
  const { name, schema } = way.property;
  restoreAfterwards(session, before, [way.property]);
  const update = updateOf(session, before);
  const whole = wholeValue(session, schema);
  if (!isJsonObject(whole)) return undefined;
  const made = await updateRecord(session, update, { [name]: whole });
  const shown = shownFor(session.contract, update, { [name]: whole }, made.record);
  if (!expectSuccess(session, made.exchange) || !expectKept(session, made.exchange, shown)) return undefined;
  return { way, made, secret: stringAt(whole, way.secret ?? "") };
}

function change(session: Session, { way, made }: Followed, value: JsonObject | null) {
  return updateRecord(session, updateOf(session, made), { [way.property.name]: value });
}

/** Follows the links with and without the secret and the etag. False when that ends the check. */
async function isFollowed(session: Session, followed: Followed): Promise<boolean> {
  const { way, made, secret } = followed;
  const { type } = updateOf(session, made);
  const { name } = way.property;
  const found = await follow(session, followed);
  const values = { type, id: ownId(session, type) };
  if (!expectSuccess(session, found) || !expectValues(session, found, values, `the \`${name}\` to lead to the ${type}`))
    return false;
  await expectShownWhole(session, found);
  const isForColleagues = way.admits[String(valueAt(made.record, `/${name}/${way.access}`))] === "tenant";
  for (const userId of isForColleagues ? representable(session) : []) {
    const exchange = await follow(session, followed, { caller: asUser(userId) });
    if (exchange.response.status === 403) break;
    expectStatus(session, exchange, "2xx", `a \`${name}\` for colleagues, followed by the user ${userId}`);
  }
  const etag = textIn(found, "etag");
  const takesEtag = way.links[0]?.operation.parameters.some((one) => one.name.toLowerCase() === "if-none-match");
  const isConditional = etag !== undefined && takesEtag === true;
  for (const link of secret === undefined ? [] : way.links) {
    // An unchanged record is no reason to skip the secret.
    for (const header of [{}, ...(isConditional ? [{ "If-None-Match": etag }] : [])]) {
      const open = await follow(session, { ...followed, secret: undefined }, { link, header });
      expectStatus(session, open, 404, `a \`${name}\` without its secret`);
    }
  }
  if (!isConditional) return true;
  const unchanged = await follow(session, followed, { header: { "If-None-Match": etag } });
  expectStatus(session, unchanged, 304, "the current etag in `If-None-Match`", PRECONDITION);
  const other = await follow(session, followed, { header: { "If-None-Match": `${etag}-of-another-state` } });
  expectStatus(session, other, "2xx", "another etag in `If-None-Match`", PRECONDITION);
  const changed = await updateRecord(session, updateOf(session, made), plainChange(session, made));
  if (!isSuccess(changed.exchange.response.status) || changed.record["etag"] === etag) return true;
  const stale = await follow(session, followed, { header: { "If-None-Match": etag } });
  expectStatus(session, stale, "2xx", "the etag before the last change in `If-None-Match`", PRECONDITION);
  return true;
}

/** Who may follow a link, by the tenant of each caller and the records that are hidden from them. Returns how many tried it. */
async function expectViewers(session: Session, followed: Followed, admitted: unknown): Promise<number> {
  const { type } = updateOf(session, followed.made);
  const [own, ...others] = callersOf(session.target);
  let tried = 0;
  for (const viewer of others) {
    const { tenant, hidden } = viewer.facts;
    const isInvited = hidden?.[type]?.includes(ownId(session, type)) !== true;
    const isKnown = tenant !== undefined && own.facts.tenant !== undefined;
    const isColleague = isKnown && tenant === own.facts.tenant;
    const mayFollow = admitted === "any" || (admitted === "tenant" && isColleague);
    // Nobody says whether others are invited.
    if (!mayFollow && (isInvited || (admitted === "tenant" && !isKnown))) continue;
    const found = await follow(session, followed, { caller: viewer });
    // A user whom an earlier run deleted.
    if (found.response.status === 401) continue;
    tried += 1;
    const what = `a \`${followed.way.property.name}\` that admits ${admitted}, followed by ${viewer.name}`;
    expectStatus(session, found, mayFollow ? "2xx" : "4xx", what, { rule: "caller-respected" });
  }
  return tried;
}

/** A way that was opened, and its secret. */
interface Followed {
  readonly way: Way;
  readonly made: RecordState;
  readonly secret: string | undefined;
}

/** Follows a link, by default the first one, as the user of the token. */
export async function follow(
  session: Session,
  { way, made, secret }: Followed,
  {
    link = way.links[0],
    header = {},
    caller,
  }: { readonly link?: Link; readonly header?: JsonObject; readonly caller?: Pick<Caller, "call"> } = {},
): Promise<Exchange> {
  const body = { [way.property.name]: { [way.secret ?? ""]: secret ?? "" } };
  const input = link && linkedInput(link, { input: { body }, exchange: made.exchange });
  if (link === undefined || input === undefined) return session.skip(`\`${way.property.name}\` has no address`);
  const own = Object.entries(input.header ?? {}).map(([name, value]) => {
    // An empty secret is left out.
    const pattern = link.operation.parameters.find((one) => one.name === name)?.secret?.pattern;
    const found = pattern === undefined ? null : new RegExp(pattern).exec(String(value));
    return [name, found?.[1] === "" ? String(value).replace(found[0], "") : value] as const;
  });
  const whole: CallInput = { ...input, header: { ...Object.fromEntries(own), ...header } };
  return caller?.call(session, link.operation.id, whole) ?? session.call(link.operation.id, whole);
}
