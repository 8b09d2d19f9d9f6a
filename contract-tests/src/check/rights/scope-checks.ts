import {
  type CallInput,
  type Contract,
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type Operation,
  pointer,
} from "content-service-contract";
import { largePage, listParameters } from "../lists/list-parameters.js";
import { type Caller, type Callers, hasRole } from "../session/callers.js";
import { type Check, checkOf, jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { isError, recordsIn, type Target, typeOfId, withRecord } from "../session/record-requests.js";

/** A caller sees no hidden record in any response, none of another tenant, and none that another operation hides. */
export function scopeChecks(contract: Contract, operations: readonly Operation[], { own, others }: Callers): Check[] {
  const readers = contract.operations.flatMap((one) =>
    recordsIn(one).flatMap((at) => (one.isSafe && at.right !== undefined ? [{ operation: one, at }] : [])),
  );
  return operations
    .filter(({ isSafe, secured, access }) => isSafe && secured && access.scope !== "any")
    .map((operation) =>
      checkOf(operation, ["shows-own-records", "shows each caller only what the caller may see", "none"], (session) =>
        showsOwn(session, operation, [own, ...others()], readers),
      ),
    );
}

interface Reader {
  readonly operation: Operation;
  readonly at: ReturnType<typeof recordsIn>[number];
}

interface Shown extends Target {
  readonly place: string;
}

async function showsOwn(session: Session, operation: Operation, callers: readonly Caller[], readers: Reader[]) {
  if (callers.length < 2) session.skip("Missing other callers: give --callers");
  const tenants = new Map<string, string>();
  for (const caller of callers.filter((one) => hasRole(operation, one) !== false)) {
    const [input = {}, ordered] = withLargePages(session, operation);
    const exchange = await caller.call(session, operation.id, input);
    const { tenant } = caller.facts;
    const shown = shownIn(session, exchange);
    const find = (one: Shown, why: string) => findShown(session, exchange, caller, one, why);
    for (const one of shown) {
      const other = operation.access.scope === "tenant" ? tenants.get(`${one.type} ${one.id}`) : undefined;
      if (isHidden(caller, one)) find(one, "who may not see it");
      else if (other !== undefined && tenant !== undefined && other !== tenant)
        find(one, `who is not of tenant ${other}`);
    }
    if (ordered !== undefined)
      expectNothingHidden(session, await caller.call(session, operation.id, ordered), caller, []);
    if (tenant !== undefined) for (const { type, id } of shown) tenants.set(`${type} ${id}`, tenant);
    for (const [name, id] of hiddenFilters(operation, caller)) {
      const { input } = session.inputFor(operation.id);
      const filtered = await caller.call(session, operation.id, { ...input, query: { ...input.query, [name]: id } });
      expectNothingHidden(session, filtered, caller, []);
    }
    for (const reader of readers.filter((one) => one.operation.id !== operation.id)) {
      const unread = await firstUnread(session, reader, caller, shown);
      if (unread !== undefined) find(unread, `for whom ${reader.operation.id} does not find it`);
    }
  }
}

/** The optional parameters of a query that select by a hidden record, such as `file_id`, with its id. */
function hiddenFilters({ parameters }: Operation, { facts: { hidden = {} } }: Caller): [name: string, id: string][] {
  return parameters.flatMap(({ in: place, name, required }): [string, string][] => {
    const ids = place === "query" && !required ? (hidden[name.replace(/_?id$/i, "")] ?? []) : [];
    return ids.map((id) => [name, id]);
  });
}

/** A response about a record that a caller may see shows nothing around it that is hidden, such as the folder above it. */
export function expectNothingHidden(session: Session, exchange: Exchange, caller: Caller, known: readonly string[]) {
  const found = shownIn(session, exchange).find((one) => isHidden(caller, one) && !known.includes(one.id));
  if (found !== undefined) findShown(session, exchange, caller, found, "who may not see it");
}

function isHidden({ facts: { hidden = {} } }: Caller, { type, id }: Shown): boolean {
  return (type === "" ? Object.values(hidden).flat() : (hidden[type] ?? [])).includes(id);
}

function findShown(session: Session, exchange: Exchange, { name }: Caller, { type, id, place }: Shown, why: string) {
  const message = `Expected no ${type} ${id} for ${name}, ${why}; received it`;
  session.find({ rule: "caller-respected", message, at: `/response/body${place}`, exchange });
}

/** The inputs of calls for many entries: with large pages, without the conditions of a body, and with what else its example has. */
function withLargePages({ contract, inputFor }: Session, operation: Operation): CallInput[] {
  const { input } = inputFor(operation.id);
  const schema = operation.requestMedia?.schema;
  const inBody = schema === undefined ? undefined : contract.propertiesOf(schema).get("limit");
  if (schema !== undefined && inBody !== undefined && isJsonObject(input.body)) {
    const required = contract.requiredAt(schema);
    const { property, arguments: values } = contract.objectIn(operation.pointer, "x-query");
    const limited = { ...input.body, limit: largePage(contract, inBody) };
    const whole = Object.entries(limited).filter(([name]) => ![property, values, "marker"].includes(name));
    const kept = whole.filter(([name]) => name === "limit" || required.includes(name));
    const bodies = whole.length > kept.length ? [kept, whole] : [kept];
    return bodies.map((body) => ({ ...input, body: Object.fromEntries(body) }));
  }
  const { limit } = listParameters(contract, operation);
  const query = limit && { query: { ...input.query, [limit.name]: largePage(contract, limit.schema) } };
  return [{ ...input, ...query }];
}

/** The first of a few records that a caller does not find with an operation that reads it. */
async function firstUnread(session: Session, { operation, at }: Reader, caller: Caller, shown: readonly Shown[]) {
  const request = inputRequest(operation, session.inputFor(operation.id).input, "");
  for (const one of shown.filter(({ type }) => type === at.type).slice(0, MOST_RECORDS)) {
    const read = withRecord(operation, request, at, one);
    if (read !== undefined && isError(operation, await caller.send(session, operation, read), [at.hidden])) return one;
  }
  return undefined;
}

const MOST_RECORDS = 3;

/** The records of a success, those in its lists, and those in their properties. */
function shownIn({ contract, operationOf }: Session, exchange: Exchange): Shown[] {
  const body = jsonOf(exchange);
  if (!isSuccess(exchange.response.status) || body === undefined) return [];
  const unnamed = typeShown(contract, contract.operation(operationOf(exchange)));
  return [["", body] as const, ...insideOf("", body)].flatMap(([at, value]) =>
    [[at, value] as const, ...insideOf(at, value)].flatMap(([place, one]) => shownAt(place, one, unnamed)),
  );
}

/** The properties of an object, and the entries of a list or of the lists in an object. */
function insideOf(at: string, value: Json): (readonly [place: string, value: Json])[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).map(([name, one]) => [pointer(at, name), one] as const);
  return inner.flatMap(([place, one]) => (Array.isArray(one) ? insideOf(place, one) : [[place, one] as const]));
}

/** A record. Where records do not name their types, only a whole body or an entry of a list is one for sure. */
function shownAt(place: string, record: Json, unnamed: string): Shown[] {
  if (!isJsonObject(record)) return [];
  const { id, type: named } = record;
  const type = typeof named === "string" ? named : /^$|\/\d+$/.test(place) ? unnamed : undefined;
  if (type === undefined || (typeof id !== "string" && typeof id !== "number")) return [];
  return [{ type, id: String(id), place }];
}

/** The type of the records that an operation shows, by the parameter with their id: in its path, or below it. */
function typeShown({ operations }: Contract, { path }: Operation): string {
  const below = operations.find((one) => one.path.startsWith(`${path}/{`) && one.path.endsWith("}"));
  const [, parameter = ""] = LAST_PARAMETER.exec(path) ?? LAST_PARAMETER.exec(below?.path ?? "") ?? [];
  return typeOfId(parameter);
}

const LAST_PARAMETER = /\{([^/{}]+)\}$/;
