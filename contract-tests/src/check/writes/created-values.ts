import {
  type Contract,
  type Exchange,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  pointer,
  stringAt,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { expectConflict } from "../reads/expect-error.js";
import { isFreeText, type Leaf, leavesOf } from "../resources/bodies.js";
import { actsForOthers, asUser, usersOf } from "../session/callers.js";
import { type Check, checkOf, objectOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { ownBody, ownPath, ownPlaces, ownSource, ownValue } from "../session/own-request.js";
import { narrowedFields } from "../session/target-input.js";
import { type Creation, creationInput, creationsOf, isNewIn, shownFor } from "./creation-facts.js";
import { expectInLists, reportCreated } from "./creations.js";
import { expectCredit } from "./credits.js";
import { expectKept } from "./kept-values.js";
import { callerOf, isEarlier, MOST_SKEW_MS } from "./record-states.js";
import { joinedText, LETTERS, LINE_SAMPLES, longText, TEXT_SAMPLES } from "./texts.js";
import { ABSENT, coveringRows, fixed, tryRows, type ValidValue, valuesOf } from "./valid-values.js";

/** The checks that create records with every valid value (level `lasting`). */
export function createdValueChecks(...given: Parameters<typeof creationsOf>): Check[] {
  return creationsOf(...given)
    .filter(({ isFirst }) => isFirst)
    .map(valuesCheck);
}

function valuesCheck(creation: Creation): Check {
  const { operation } = creation;
  const { id } = operation;
  const title = "accepts every valid value and keeps it";
  return checkOf(operation, ["accepts-values", title, "lasting"], async (session) => {
    const path = ownPath(ownSource(session), operation);
    const rows = coveringRows(valuesOfRequest(session, creation));
    const callerId = stringAt((await callerOf(session)) ?? {}, "id");
    const creator = { session, operation, callerId, ids: new Set<string>() };
    await tryRows({
      ...{ session, operation: id, rows },
      send: (input) => session.call(id, { path, ...input }),
      async onSuccess(exchange, body) {
        const isAsSent = expectCreated(creator, exchange, body);
        await expectInLists(session, creation, body, exchange);
        const isNamed = ownPlaces(session.contract, operation, body).some(({ schema }) => "x-unique" in schema);
        if (!creation.isOnce || isNamed) return isAsSent;
        // Of each kind of record, one is enough.
        const again = reportCreated(session, await session.call(id, { path, body }));
        return (await expectConflict(session, again, "a duplicate")) && isAsSent;
      },
      mayConflict: (body, own) => creation.isOnce && !isNewIn(body, own),
    });
    await expectCredited(creator, creation);
  });
}

/** What is created for another user has that user as its creator. */
async function expectCredited(creator: Creator, creation: Creation): Promise<void> {
  const { session, operation, callerId } = creator;
  const users = actsForOthers(session.contract, operation) ? usersOf(session) : [];
  for (const user of users.filter((id) => id !== callerId)) {
    const { input } = creationInput(session, creation);
    const exchange = await asUser(user).call(session, operation.id, input);
    // Some users have no right to create one.
    if (!isSuccess(exchange.response.status)) continue;
    expectCreated({ ...creator, callerId: user }, exchange, input.body);
    return;
  }
}

/** The valid values of each property of a request, and of the query parameters that any record can have. */
function valuesOfRequest(session: Session, creation: Creation): Record<string, readonly ValidValue[]> {
  const { contract } = session;
  const { operation, schema } = creation;
  const node = contract.schemaAt(schema);
  const body = Object.keys(objectAt(node, "properties")).map((name): [string, readonly ValidValue[]] => {
    const at = pointer(contract.pointerOf(schema), "properties", name);
    const own = contract.schemaAt(at);
    const avoided = Array.isArray(own["x-avoid"]) ? own["x-avoid"].map((one) => JSON.stringify(one)) : [];
    const named = namedValues(session, creation, name, at);
    const values = (named ?? valuesOf(session, at)).filter(({ kind }) => !avoided.includes(kind));
    const isOptional = !stringsAt(node, "required").includes(name);
    if (values.length === 0 && !isOptional)
      session.skip(`Missing an example with ${name} in the request of ${operation.id}: give it in the contract`);
    return [name, [...(isOptional ? [ABSENT] : []), ...values.map((one) => opened(creation, name, own, one))]];
  });
  const query = operation.parameters.flatMap(({ in: place, name, schema: type }): [string, ValidValue[]][] => {
    const fields = name === "fields" ? narrowedFields(contract, operation) : undefined;
    if (fields !== undefined) return [[`?${name}`, [ABSENT, fixed(fields)]]];
    const isFlag = place === "query" && contract.hasType(type, "boolean");
    return isFlag ? [[`?${name}`, [ABSENT, fixed(false), fixed(true)]]] : [];
  });
  return Object.fromEntries([...body, ...query]);
}

/** The contract lets a service reject some properties (`x-rejected`), and roles that need a right of their own. */
function opened({ operation }: Creation, name: string, schema: JsonObject, value: ValidValue): ValidValue {
  const { role, rights } = operation.access.grants ?? {};
  const granting = role === `$request.body#/${name}` ? [...(rights?.keys() ?? [])] : [];
  const needsRight = granting.some((one) => JSON.stringify(one) === value.kind);
  return "x-rejected" in schema || needsRight ? { ...value, open: true } : value;
}

/** The values of a property with ids of records, unique texts or a list. Undefined for any other one. */
function namedValues(session: Session, creation: Creation, name: string, at: string): ValidValue[] | undefined {
  const { contract } = session;
  const { operation } = creation;
  if ("x-unique" in contract.schemaAt(at)) return uniqueValues(session, operation, name, at);
  const bodies = (operation.requestMedia?.examples ?? []).flatMap(({ value }): JsonObject[] => {
    const own = valueAt(value, pointer("", name));
    return own === undefined ? [] : [{ [name]: own }];
  });
  if (bodies.some((one) => ownPlaces(contract, operation, one).length > 0))
    return recordValues(session, operation, name, bodies);
  const lists = bodies.flatMap((one) => (Array.isArray(one[name]) ? [one[name]] : []));
  const [list] = lists.sort((one, other) => other.length - one.length);
  return list === undefined ? undefined : listValues(session, at, list);
}

/** New texts in the forms that the schema permits. */
function uniqueValues(session: Session, operation: Operation, name: string, at: string): ValidValue[] {
  const { contract } = session;
  const { format, pattern, maxLength } = contract.schemaAt(at);
  const most = typeof maxLength === "number" ? maxLength : 0;
  const value = (kind: string, make: (own: string) => string, open = false): ValidValue => ({ kind, make, open });
  const long = `with ${most} characters`;
  if (format === "email") {
    const address = (own: string) =>
      String(ownValue({ ...ownSource(session), name: own }, operation, pointer("", name), {}));
    return [value("an address", address), value("in upper and lower case", (own) => address(own.toUpperCase()))];
  }
  const forms =
    format === "uri"
      ? [
          value("https", (own) => `https://contract-check.example/${own}`),
          value("http", (own) => `http://contract-check.example/${own}`),
          value("with a port, a query and a fragment", (own) => `https://c.example:8443/A/${own}/?q=a%20b&c=d+e#Top`),
        ]
      : pattern === undefined
        ? [
            value("with letters of several languages", (own) => `${own} ${LETTERS}`),
            // Without a documented maximum, a service may have rules of its own.
            value("with all kinds of characters", (own) => `${own} ${joinedText(LINE_SAMPLES)}`, most === 0),
            value(long, (own) => own + longText(most - own.length)),
          ]
        : [value("in upper case", (own) => own.toUpperCase()), value(long, (own) => own.padEnd(most, "Ab-9_"))];
  const sample = session.uniqueName();
  return forms.filter(({ kind, make }) => (kind !== long || most > 0) && contract.isValid(at, make(sample) ?? null));
}

/** The values of the examples with own ids: one for each type of record that the target has. */
function recordValues(session: Session, operation: Operation, name: string, bodies: readonly JsonObject[]) {
  const { contract, target, skip, uniqueName } = session;
  const place = pointer("", name);
  const typed = bodies.flatMap((body) => ownPlaces(contract, operation, body)).find((one) => one.typed);
  const types = stringsAt(typed?.schema ?? {}, "enum").map((type) => `${type}Id`);
  const own = types.flatMap((key) => Object.entries(target.workspace ?? {}).filter(([name]) => name === key));
  const workspaces = typed === undefined ? [target.workspace] : own.map((one) => Object.fromEntries([one]));
  const reasons: string[] = [];
  const found = bodies.flatMap((body) =>
    workspaces.flatMap((workspace): ValidValue[] => {
      const given = reasons.length;
      const missing = (reason: string) => `${reasons.push(reason)}`;
      const source = { contract, target: { ...target, workspace }, missing };
      const make = (unique: string) => valueAt(ownBody({ ...source, name: unique }, operation, body), place);
      const first = make(uniqueName());
      const open = ownPlaces(contract, operation, body).some(({ schema }) => "x-rejected" in schema);
      return first === undefined || reasons.length > given ? [] : [{ kind: JSON.stringify(first), make, open }];
    }),
  );
  if (found.length === 0) skip(reasons[0] ?? `Missing a record for ${name}: give it in --parameters`);
  return found.filter(({ kind }, index) => found.findIndex((one) => one.kind === kind) === index);
}

/** The longest list of the examples, an empty one, one with all kinds of texts, and an item with texts of full length. */
function listValues(session: Session, at: string, list: Json[]): ValidValue[] {
  const { contract } = session;
  const [first = null] = list;
  const changed = (items: Json[], change: (leaf: Leaf, index: number) => Json | undefined) =>
    leavesOf(contract, at, items).reduce<Json>((whole, leaf, index) => {
      const value = change(leaf, index);
      return value === undefined ? whole : withValue(whole, leaf.at, value);
    }, items);
  const texts = changed(list, (leaf, index) => {
    if (leaf.value === false) return true;
    // A short text is a name for programs.
    if (!isFreeText(contract, leaf) || lengthOf(contract, leaf) <= SHORT) return undefined;
    return `${joinedText(isRequired(contract, leaf) ? LINE_SAMPLES : TEXT_SAMPLES)} ${index}`;
  });
  const longest = changed([first], (leaf) => {
    const most = lengthOf(contract, leaf);
    if (!isFreeText(contract, leaf) || most === Number.POSITIVE_INFINITY) return undefined;
    return most <= SHORT ? "k".repeat(most) : longText(most);
  });
  const values = [[], list, texts, longest].filter((one) => contract.isValid(at, one));
  const kinds = ["[]", "as in the example", "with all kinds of texts", "of full length"];
  return values.map((value, index) => ({ kind: kinds[index] ?? "", make: () => value }));
}

const SHORT = 256;

function lengthOf(contract: Contract, { schema }: Leaf): number {
  return Number(contract.schemaAt(schema)["maxLength"] ?? Number.POSITIVE_INFINITY);
}

function isRequired(contract: Contract, { schema, name }: Leaf): boolean {
  return contract.requiredAt(schema.replace(/\/properties\/[^/]+$/, "")).includes(name);
}

const CREATED_AT = /^(creat|assign|add)ed_?at$/i;

interface Creator {
  readonly session: Session;
  readonly operation: Operation;
  readonly callerId: string | undefined;
  readonly ids: Set<string>;
}

/** Expects the record to have the values of the request, the documented defaults, an own id, the caller as creator, and the time. */
function expectCreated({ session, operation, callerId, ids }: Creator, exchange: Exchange, body: JsonObject): boolean {
  const record = objectOf(exchange);
  reportCreated(session, exchange);
  const isKept = expectKept(session, exchange, shownFor(session.contract, operation, body, record));
  const wrong = (name: string, message: string) =>
    session.find({ rule: "state-kept", message, at: `/response/body/${name}`, exchange });
  const id = stringAt(record, "id") ?? "";
  if (ids.has(id)) wrong("id", "Expected a new id for a new record; received that of another one");
  ids.add(id);
  expectCredit(session, exchange, "made", callerId);
  for (const [name, time] of Object.entries(record).filter(([key]) => CREATED_AT.test(key))) {
    // A gateway may have sent the `Date` by which the time of the service is known.
    if (Math.min(session.now(), Date.now()) - Date.parse(String(time)) > MOST_SKEW_MS)
      wrong(name, `Expected the time of the call in \`${name}\` of a new record; received ${time}`);
  }
  if (isEarlier(record["modified_at"], record["created_at"]))
    wrong("modified_at", "Expected `modified_at` not to be before `created_at`; received an earlier time");
  return isKept;
}
