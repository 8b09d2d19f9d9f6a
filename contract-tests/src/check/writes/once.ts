import {
  type CallInput,
  type Contract,
  callerOperation,
  type Exchange,
  isJsonObject,
  type JsonObject,
  type Operation,
  type RecordAccess,
} from "content-service-contract";
import { expectError } from "../reads/expect-error.js";
import { pathParameter } from "../runtime-expressions.js";
import { callersOf } from "../session/callers.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isSuccess } from "../session/expectations.js";
import { ownBody, ownSource, validRequest } from "../session/own-request.js";
import { withRecord } from "../session/record-requests.js";
import { narrowedFields } from "../session/target-input.js";
import { creationInput, creationsOf, valuesSet } from "./creation-facts.js";
import { reportCreated } from "./creations.js";
import { expectKept } from "./kept-values.js";
import { moveInto } from "./restored-values.js";
import { LETTERS } from "./texts.js";

/** The checks of operations that succeed once for a record (`once` in `x-access`), such as a deletion. They run last. */
export function onceChecks(contract: Contract): Check[] {
  return contract.operations.flatMap((operation): Check[] => {
    const at = operation.access.records.find(({ once }) => once);
    const parameter = pathParameter(at?.at);
    if (at === undefined || parameter === undefined) return [];
    const once: Once = { operation, at, parameter };
    const fields = narrowedFields(contract, operation);
    return [
      checkOf(operation, ["succeeds-once", "succeeds once for a record", "lasting"], (session) =>
        succeedsOnce(session, once),
      ),
      ...(fields === undefined ? [] : [returnsFields(once, fields)]),
    ];
  });
}

interface Once {
  readonly operation: Operation;
  readonly at: RecordAccess;
  /** The parameter in the path with the id. */
  readonly parameter: string;
}

async function succeedsOnce(session: Session, once: Once): Promise<void> {
  const { operation, parameter, at } = once;
  const id = idOf(session, once, parameter);
  const input = wholeInput(session, once, id);
  const made = operation.method === "delete" ? await makeUnique(session, once, id) : [];
  if (!(await succeeds(session, once, id, input))) return;
  if (isJsonObject(input.body)) await expectShownInside(session, once, id, input.body);
  const body = input.body === undefined ? {} : { body: {} };
  for (const query of [{}, ...flagsOf(session, operation)]) {
    const exchange = await session.call(operation.id, { path: { [parameter]: id }, query, ...body });
    const what = `the second call for a ${at.type}, with ${JSON.stringify(query)}`;
    await expectError(session, exchange, { example: at.hidden, what, rule: "state-kept" });
  }
  if (operation.method === "delete") await expectUnknown(session, once, id);
  for (const [creation, own] of made) {
    const exchange = reportCreated(session, await session.call(creation.id, own));
    const what = `a record like one that was deleted with the ${at.type}`;
    expectStatus(session, exchange, "2xx", what, { operation: operation.id });
  }
}

/** Creates below a record what no other record may have (`x-unique`). Returns the requests for the usual record. */
async function makeUnique(session: Session, { at }: Once, id: string): Promise<[Operation, CallInput][]> {
  const made: [Operation, CallInput][] = [];
  for (const creation of creationsOf(session.contract)) {
    const { operation } = creation;
    const records = operation.access.records.filter(({ type }) => type === at.type);
    const [above] = records.flatMap((one) => pathParameter(one.at) ?? []);
    const { input, isNew } = above === undefined ? { isNew: false } : creationInput(session, creation);
    if (above === undefined || input === undefined || !isNew) continue;
    const path = { ...input.path, [above]: id };
    const exchange = reportCreated(session, await session.call(operation.id, { ...input, path }));
    if (isSuccess(exchange.response.status)) made.push([operation, input]);
  }
  return made;
}

/** With `fields` alone, the record returns to what it was. */
function returnsFields(once: Once, fields: readonly string[]): Check {
  const { operation, parameter } = once;
  return checkOf(operation, ["returns-fields", "returns the requested fields", "lasting"], async (session) => {
    const id = idOf(session, once, `other_${parameter}`);
    const query = { fields: [...fields] };
    const exchange = await session.call(operation.id, { path: { [parameter]: id }, query });
    // What the record was below may be gone by now, or have another one of its name.
    const isElsewhere = [404, 409].includes(exchange.response.status);
    if (isElsewhere) await succeeds(session, once, id, { ...wholeInput(session, once, id), query });
    else if (expectSuccess(session, exchange)) expectSet(session, once, exchange, id);
  });
}

function idOf({ target, skip }: Session, { operation, at }: Once, name: string): string {
  const missing = `Missing ${operation.id}.${name}, the id of a ${at.type}: give it in --parameters`;
  return target.parameters?.[`${operation.id}.${name}`] ?? skip(missing);
}

/** A call with all that the request can say, in letters of several languages, without what affects others (`x-avoid`). */
function wholeInput(session: Session, { operation, parameter }: Once, id: string): CallInput {
  const { schema, examples = [] } = operation.requestMedia ?? {};
  const example = examples.at(-1)?.value;
  const [quiet = {}] = flagsOf(session, operation);
  const body = example === undefined ? undefined : ownBody(ownSource(session), operation, example);
  const texts = Object.entries(textsIn(isJsonObject(body) ? body : {}));
  const long = { ...Object(body), ...Object.fromEntries(texts.map(([name, value]) => [name, `${value} ${LETTERS}`])) };
  const isValid = schema !== undefined && session.contract.isValid(schema, long);
  return {
    ...{ path: { [parameter]: id }, query: quiet },
    ...(body === undefined ? {} : { body: isValid ? long : body }),
  };
}

/** The values of the optional flags in the query: each without what affects others, all but one of them as by default. */
function flagsOf({ contract }: Session, { parameters }: Operation): Record<string, boolean>[] {
  const flags = parameters.filter((one) => one.in === "query" && contract.hasType(one.schema, "boolean"));
  const avoided = flags.filter(({ schema }) => "x-avoid" in contract.schemaAt(schema));
  const quiet = Object.fromEntries(avoided.map(({ name }) => [name, false]));
  const others = flags.flatMap(({ name }) => [true, false].map((value) => ({ [name]: value })));
  return flags.length === 0 ? [] : [quiet, ...others.map((one) => ({ ...quiet, ...one }))];
}

async function succeeds(session: Session, once: Once, id: string, input: CallInput): Promise<boolean> {
  const { operation, at } = once;
  const exchange = await session.call(operation.id, input);
  if (exchange.response.status === 404) await skipIfOver(session, once, id);
  if (!expectSuccess(session, exchange)) return false;
  session.leaveBehind(`${operation.id} succeeded for ${at.type} ${id}.`);
  return expectSet(session, once, exchange, id, isJsonObject(input.body) ? input.body : {});
}

/** A response shows the record, what the operation sets (`x-sets`), and the texts of the request. */
function expectSet(session: Session, { operation }: Once, exchange: Exchange, id: string, body: JsonObject = {}) {
  if ((exchange.response.body ?? "") === "") return true;
  const values = { id, ...valuesSet(session.contract, operation), ...textsIn(body) };
  return expectValues(session, exchange, values, "the values of the call");
}

function textsIn(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === "string"));
}

/** A record below another one shows the texts that the call gave to that. */
async function expectShownInside(session: Session, { operation, at }: Once, id: string, body: JsonObject) {
  const texts = textsIn(body);
  const moved = Object.keys(texts).length === 0 ? undefined : await moveInto(session, { type: at.type, id });
  if (moved === undefined) return;
  const { exchange, update, property } = moved;
  const what = `a move of a ${update.type} into this ${at.type}`;
  if (expectStatus(session, exchange, "2xx", what, { operation: operation.id }))
    expectKept(session, exchange, { [property]: { id, ...texts } }, `as the ${at.type} has it`);
}

/**
 * Skips the check if another run was first: nothing finds a record that is deleted, and something finds one that a call
 * has brought back.
 */
async function skipIfOver(session: Session, once: Once, id: string): Promise<void> {
  const isFound = (await callsWith(session, once, id, true)).some(({ response }) => isSuccess(response.status));
  if (isFound === (once.operation.method === "delete")) return;
  const { operation, at, parameter } = once;
  const over = `${operation.id} has succeeded for ${at.type} ${id} already, perhaps in another run`;
  session.skip(`${over}: give another ${operation.id}.${parameter} in --parameters`);
}

/** No operation finds a deleted record, nobody acts for a deleted user, and the token of that user is no longer accepted. */
async function expectUnknown(session: Session, once: Once, id: string): Promise<void> {
  const { operation, at } = once;
  const showing = callerOperation(session.contract);
  const isUser = session.contract.accessRules.acting?.type === at.type;
  const deleted = isUser ? callersOf(session.target).find(({ facts }) => facts.id === id) : undefined;
  const shown = showing && (await deleted?.call(session, showing.id, {}));
  if (shown !== undefined)
    expectStatus(session, shown, 401, `the token of a deleted ${at.type}`, { operation: operation.id });
  for (const exchange of await callsWith(session, once, id, false)) {
    if (isSuccess(exchange.response.status))
      expectStatus(session, exchange, "4xx", `a deleted ${at.type}`, { operation: operation.id });
  }
}

/** The responses of the other operations whose requests have the id of the record, or that only read. */
async function callsWith(session: Session, { operation, at }: Once, id: string, reads: boolean): Promise<Exchange[]> {
  const { contract } = session;
  const { acting } = contract.accessRules;
  const [own] = callersOf(session.target);
  const found: Exchange[] = [];
  for (const other of contract.operations) {
    const place = other.access.records.find(({ type, once }) => type === at.type && once !== true);
    if (other === operation || place === undefined || (reads && !other.isSafe)) continue;
    const request = withRecord(other, validRequest(session, other), place, { type: at.type, id });
    if (request !== undefined) found.push(await own.send(session, other, request));
  }
  const acts = callerOperation(contract);
  if (acts !== undefined && acting?.type === at.type)
    found.push(await session.call(acts.id, { header: { [acting.parameter]: id } }));
  return found;
}
