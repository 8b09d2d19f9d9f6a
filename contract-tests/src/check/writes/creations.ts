import {
  callerOperation,
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  recordsOf,
  valueAt,
  withValue,
} from "content-service-contract";
import { expectConflict } from "../reads/expect-error.js";
import { inOtherCase } from "../records/new-values.js";
import { successSchema } from "../resources/payload.js";
import { asUser, callersOf, hasRole } from "../session/callers.js";
import { type Check, checkOf, objectOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess, matches, textIn } from "../session/expectations.js";
import { type OwnSource, ownPlaces, ownSource, type Place } from "../session/own-request.js";
import { isError } from "../session/record-requests.js";
import { expectChanged, listed, viewsOfChanges } from "./changed-lists.js";
import { type Creation, creationInput, creationsOf, listsWith, readersOf, shownFor, typeOf } from "./creation-facts.js";
import { expectOwnTenant } from "./credits.js";
import { expirySoon } from "./expiries.js";
import { readRecord, updateOf } from "./given-record.js";
import { expectKept } from "./kept-values.js";
import { expectShownWhole } from "./record-states.js";

/** The checks that create records which the API cannot delete (level `lasting`). */
export function creationChecks(...[contract, operations]: Parameters<typeof creationsOf>): Check[] {
  return creationsOf(contract, operations).flatMap((creation) => {
    const expiry = [...contract.propertiesOf(creation.schema)].find(
      ([, at]) => contract.schemaAt(at)["x-expires"] === true,
    );
    // A new address may never accept, so that nothing ends.
    const ends = expiry !== undefined && creation.isOnce && !creation.isFirst;
    return [createsCheck(creation), ...(ends ? [createsAgainCheck(creation, expiry[0])] : [])];
  });
}

function createsCheck(creation: Creation): Check {
  const { operation, example, isFirst, isOnce } = creation;
  const { id } = operation;
  const name = isFirst ? "creates" : `creates-${example.name.replaceAll("_", "-")}`;
  const title = `creates what was sent${isFirst ? "" : `, as in the example ${example.name}`}`;
  return checkOf(operation, [name, title, "lasting"], async (session) => {
    const { input, isNew } = await afterRejected(session, creation);
    // A list that was read before must show the record as well.
    for (const { operation: list, query } of listsWith(session.contract, creation, input.body))
      await listed(session, list, query);
    const changed = await viewsOfChanges(session, operation, input.body);
    const exchange = reportCreated(session, await session.call(id, input));
    const shows = shownFor(session.contract, operation, input.body, objectOf(exchange));
    if (isOnce && exchange.response.status === 409) {
      if (isNew) expectStatus(session, exchange, "2xx", "a record whose first creation was rejected as invalid");
      else await skipIfListed(session, creation, { input, shows }, exchange);
      return;
    }
    if (!expectSuccess(session, exchange)) return;
    expectKept(session, exchange, shows);
    await expectFound(session, creation, input.body, exchange);
    await expectChanged(session, operation, input.body, changed);
    await expectOpenToRole(session, creation, input);
    await expectAnother(session, creation, input);
    if (!isOnce) return;
    await expectUnique(session, creation, input, exchange);
    for (const body of [input.body, ...inOtherCase(session.contract, operation, input.body)]) {
      const again = reportCreated(session, await session.call(id, { ...input, body }));
      await expectConflict(session, again, body === input.body ? "a duplicate" : "a duplicate in another letter case");
    }
  });
}

/** Without the texts that no other record may have, as far as they are optional, the same request creates another record. */
async function expectAnother(session: Session, { operation, schema, isOnce }: Creation, input: Input): Promise<void> {
  const { contract } = session;
  const unique = ownPlaces(contract, operation, input.body).filter(({ schema: own }) => "x-unique" in own);
  const body = unique.reduce<Json>((whole, { at }) => {
    const less = withValue(whole, at, undefined) ?? null;
    return contract.isValid(schema, less) ? less : whole;
  }, input.body);
  const returnsPresent = operation.responses.filter(({ status }) => status.startsWith("2")).length > 1;
  if (returnsPresent || (isOnce && body === input.body)) return;
  const ids = new Set<string | undefined>();
  for (let count = 0; count < 2; count += 1) {
    const exchange = reportCreated(session, await session.call(operation.id, { ...input, body }));
    if (!isSuccess(exchange.response.status)) return;
    const id = textIn(exchange, "id");
    const message = `Expected another record for the same request; received ${id} again`;
    if (ids.has(id)) session.find({ rule: "state-kept", message, at: "/response/body/id", exchange });
    ids.add(id);
  }
}

type Input = ReturnType<typeof creationInput>["input"];

/** The request, after an invalid one for the same record, which must not create it. */
async function afterRejected(session: Session, creation: Creation): Promise<ReturnType<typeof creationInput>> {
  const { operation, isOnce } = creation;
  const first = creationInput(session, creation);
  if (!isOnce || !first.isNew) return first;
  const body = { ...first.input.body, no_such_property: "text" };
  const request = inputRequest(operation, { ...first.input, body }, session.target);
  const exchange = reportCreated(session, await session.sendWrong(operation.id, request));
  return isSuccess(exchange.response.status) ? creationInput(session, creation) : first;
}

/** A record that a list shows may be rejected as a duplicate. */
async function skipIfListed(
  session: Session,
  creation: Creation,
  { input, shows }: { readonly input: Input; readonly shows: JsonObject },
  exchange: Exchange,
): Promise<void> {
  for (const { operation, query } of listsWith(session.contract, creation, input.body)) {
    const hasFields = operation.parameters.some(({ name }) => name === "fields");
    const list = await listed(session, operation, { ...query, ...(hasFields && { fields: Object.keys(shows) }) });
    const isListed = list?.isRejected || list?.entries.some(({ record }) => matches(record, shows));
    if (!isListed) return void expectStatus(session, exchange, "2xx", "a record that no list shows");
  }
  session.skip("The record exists already");
}

/** Expects each list to show the record, and each operation that reads by its id, or by that of a record listed in it, to succeed. */
async function expectFound(session: Session, creation: Creation, body: JsonObject, exchange: Exchange): Promise<void> {
  const { contract } = session;
  await expectInLists(session, creation, body, exchange);
  const inner = Object.values(objectOf(exchange)).filter((one) => isJsonObject(one) && Array.isArray(one["entries"]));
  for (const [, { type, id }] of inner.filter(isJsonObject).flatMap(recordsOf)) {
    for (const { operation, name } of readersOf(contract, String(type)))
      expectSuccess(session, await session.call(operation.id, { path: { [name]: id ?? null } }));
  }
  const id = textIn(exchange, "id");
  for (const { operation, name } of id === undefined ? [] : readersOf(contract, creation.type)) {
    const query = { fields: [...updateOf(session).fields] };
    const shown = await session.call(operation.id, { path: { [name]: id ?? null }, query });
    if (isSuccess(shown.response.status)) await expectShownWhole(session, shown);
  }
}

/** Expects each list to have a created record, with the values that its creation returned. */
export async function expectInLists(session: Session, creation: Creation, body: JsonObject, created: Exchange) {
  for (const { operation, query } of listsWith(session.contract, creation, body)) {
    const list = await listed(session, operation, query);
    if (list === undefined || (list.isRejected && !expectSuccess(session, list.exchange))) continue;
    const entry = list.entries.find(({ record }) => record["id"] === textIn(created, "id"));
    const message = "Expected the list to contain the created record";
    if (entry === undefined)
      session.find({ rule: "state-kept", message, at: "/response/body/entries", exchange: list.exchange });
    else expectKept(session, entry.exchange, objectOf(created), "as in the response to its creation", entry.at);
  }
}

/** Other callers with a role of the operation are not told that they lack it, and cannot create the same again. */
async function expectOpenToRole(session: Session, creation: Creation, made: Input): Promise<void> {
  const { operation, isOnce } = creation;
  const [own, ...others] = operation.access.roles.length === 0 ? [] : callersOf(session.target);
  for (const other of others.filter((one) => hasRole(operation, one) === true)) {
    if (isOnce && other.facts.tenant === own?.facts.tenant) {
      const again = reportCreated(session, await other.call(session, operation.id, made));
      await expectConflict(session, again, `a duplicate by ${other.name}`);
    }
    const { input } = creationInput(session, creation);
    const exchange = reportCreated(session, await other.call(session, operation.id, input));
    if (isSuccess(exchange.response.status)) expectOwnTenant(session, exchange, other);
    if (!isError(operation, exchange, [operation.access.denied])) continue;
    const what = `${other.name}, who has a role of the operation`;
    expectStatus(session, exchange, "2xx", what, { rule: "caller-respected" });
  }
}

/** What else a unique text excludes, and does not (`x-unique`), and the same user at another place (`x-access.grants`). */
async function expectUnique(session: Session, creation: Creation, input: Input, exchange: Exchange): Promise<void> {
  const { operation } = creation;
  await expectGranted(session, creation, input, exchange);
  for (const place of ownPlaces(session.contract, operation, input.body)) {
    const fact = place.schema["x-unique"];
    if (fact === "tenant") await expectFreeElsewhere(session, creation, input);
    if (!Array.isArray(fact)) continue;
    for (const [what, body] of await takenBy(session, creation, place, fact.map(String), input.body)) {
      const again = reportCreated(session, await session.call(operation.id, { ...input, body }));
      if (again.response.status !== 403 && !(await expectConflict(session, again, what))) return;
    }
  }
}

/** Bodies with texts of other records, such as the name of a file in the same folder. */
async function takenBy(
  session: Session,
  { operation }: Creation,
  { at }: Place,
  types: readonly string[],
  body: JsonObject,
): Promise<[what: string, body: JsonObject][]> {
  const { contract, target } = session;
  const own = callerOperation(contract);
  const shown = successSchema(own);
  const found: [string, JsonObject][] = [];
  if (own !== undefined && shown !== undefined && types.includes(typeOf(contract, shown) ?? "")) {
    // Also users of other tenants.
    for (const caller of callersOf(target)) {
      const text = addressIn(await caller.call(session, own.id, {}));
      const changed = text === undefined ? body : withValue(body, at, text);
      if (text !== undefined && isJsonObject(changed)) found.push([`the address of ${caller.name}`, changed]);
    }
  }
  const file = types.some((type) => target.workspace?.[`${type}Id`] !== undefined)
    ? await readRecord(session)
    : undefined;
  const [above] = operation.access.records.flatMap((one) => /#(.*)$/.exec(one.at)?.[1] ?? []);
  const parent = above === undefined ? undefined : valueAt(file?.record ?? {}, above);
  const name = valueAt(file?.record ?? {}, at);
  if (above === undefined || parent === undefined || name === undefined) return found;
  const changed = withValue(withValue(body, at, name), above, parent);
  return isJsonObject(changed) ? [...found, ["the name of another record in the same place", changed]] : found;
}

/** The address in the record of a user. */
function addressIn(exchange: Exchange): string | undefined {
  if (!isSuccess(exchange.response.status)) return undefined;
  const isAddress = (one: Json) => typeof one === "string" && /^[^ @]+@[^ @]+$/.test(one);
  return Object.values(objectOf(exchange)).find(isAddress)?.toString();
}

/** A caller of another tenant can create a record with the same texts. */
async function expectFreeElsewhere(session: Session, { operation }: Creation, input: Input): Promise<void> {
  const [own, ...others] = callersOf(session.target);
  const foreign = others.find((one) => one.facts.tenant !== own.facts.tenant && hasRole(operation, one));
  const other = await foreign?.call(session, operation.id, input);
  if (other !== undefined)
    expectStatus(session, reportCreated(session, other), "2xx", "a record like one of another tenant");
}

/** The user to whom a request gives a role has the values of the user, and is the same under an address. */
async function expectGranted(session: Session, creation: Creation, input: Input, exchange: Exchange): Promise<void> {
  const { contract } = session;
  const { operation } = creation;
  const at = /#(.*)$/.exec(operation.access.grants?.caller ?? "")?.[1] ?? "";
  const userId = valueAt(input.body, at);
  const above = at.slice(0, at.lastIndexOf("/"));
  const own = callerOperation(contract);
  if (own === undefined || typeof userId !== "string" || !isJsonObject(valueAt(objectOf(exchange), above))) return;
  const user = await asUser(userId).call(session, own.id, {});
  if (!isSuccess(user.response.status)) return;
  const embedded = withValue({}, above, objectOf(user));
  if (isJsonObject(embedded)) expectKept(session, exchange, embedded, "of the user who has the role");
  for (const other of creationsOf(contract, [operation])) {
    const place = ownPlaces(contract, operation, other.example.value).find(({ schema }) => "x-unique" in schema);
    const address = addressIn(user);
    if (place === undefined || address === undefined) continue;
    const named = withValue(input.body, above, valueAt(other.example.value, above));
    const body = withValue(named, place.at, address);
    const again = reportCreated(session, await session.call(operation.id, { ...input, body }));
    await expectConflict(session, again, "an address of a user who has a role already");
  }
}

/** What was created for a time can be created again after it. */
function createsAgainCheck(creation: Creation, expiry: string): Check {
  const { operation, example } = creation;
  const title = `creates what is in the example ${example.name} again after the time of \`${expiry}\``;
  return checkOf(operation, ["creates-after-expiry", title, "lasting"], async (session) => {
    const source = ownSource(session);
    const usual = creationInput(session, creation, source);
    const { input } = creationInput(session, creation, otherRecord(source, creation, usual.input.body));
    const { soon, passes } = expirySoon(session);
    const first = await session.call(operation.id, { ...input, body: { ...input.body, [expiry]: soon } });
    // A service can forbid an expiry, and there can be one of an earlier run.
    if (!isSuccess(first.response.status)) session.skip(`The service takes no expiry here (${first.response.status})`);
    await passes();
    const again = reportCreated(session, await session.call(operation.id, input));
    expectStatus(session, again, "2xx", `a record like one that has expired, ${soon}`);
  });
}

/** A source without records of the type that the other checks use, where a request can have several. */
function otherRecord(source: OwnSource, creation: Creation, body: Json): OwnSource {
  const at = creation.operation.access.records.flatMap(({ type }) => /#(.*)$/.exec(type)?.[1] ?? [])[0];
  const { [`${at === undefined ? "" : valueAt(body, at)}Id`]: _, ...workspace } = source.target.workspace ?? {};
  return { ...source, target: { ...source.target, workspace } };
}

/** Reports what a call created, if it did. Returns its exchange. */
export function reportCreated(session: Session, exchange: Exchange): Exchange {
  const record = `${textIn(exchange, "type") ?? "a record"} ${textIn(exchange, "id") ?? ""}`;
  if (isSuccess(exchange.response.status)) session.leaveBehind(`${session.operationOf(exchange)} created ${record}.`);
  return exchange;
}
