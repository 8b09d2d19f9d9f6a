import { isJsonObject, type JsonObject, sameJson } from "content-service-contract";
import { identityOf } from "../lists/list.js";
import { isSorted } from "../lists/orders.js";
import { shownProperties } from "../resources/payload.js";
import { type Check, checkOf, jsonOf, type Session } from "../session/check.js";
import { isSuccess, matches } from "../session/expectations.js";
import { filled } from "../session/instances.js";
import { evaluate, sampleConditions, textOf } from "./query-condition.js";
import {
  ancestorsOf,
  entriesIn,
  findInQuery,
  instanceIn,
  orderBy,
  type Query,
  type QueryData,
  type Row,
  readEntries,
  readQueryData,
  sourceOf,
} from "./query-data.js";

/** The checks of a query: its results against those of a small evaluator. */
export function queryChecks(query: Query): Check[] {
  const check = (name: string, title: string, run: (session: Session, query: Query) => Promise<void>) =>
    checkOf(query.operation, [name, title, "none"], (session) => run(session, query));
  return [
    check("finds-what-matches", "finds the items that match the conditions", checkConditions),
    check("sorts", "sorts by each sortable field, in both directions and over pages", checkOrder),
    check("searches-below", "finds only items below the record above", checkAncestor),
    check("shows-the-instances", `finds instances, and shows them as ${query.of.read.id} does`, checkInstances),
    check("returns-the-asked-fields", "returns the asked fields of an instance", checkFields),
  ];
}

async function checkConditions(session: Session, query: Query): Promise<void> {
  const data = await readQueryData(session, query);
  const { property, arguments: given } = query.condition;
  for (const condition of sampleConditions(data.fields, data.rows)) {
    const { text, values } = textOf(condition);
    const isGiven = Object.keys(values).length > 0;
    const what = `the query \`${text}\`${isGiven ? ` with ${JSON.stringify(values)}` : ""}`;
    const body = { [property]: text, ...(isGiven ? { [given]: values } : {}) };
    const isFound = (row: Row) => evaluate(condition, row.values);
    if (!(await findsRows(session, query, data, { property, what, body, isFound }))) return;
  }
}

/** What a query sends beside the base, and which rows it finds. Undefined: either is right. */
interface Search {
  readonly property: string;
  readonly what: string;
  readonly body: JsonObject;
  readonly isFound: (row: Row) => boolean | undefined;
}

/** Expects a query to find the right rows. Instances can change during the check, so it reads them again before a finding. */
async function findsRows(session: Session, query: Query, data: QueryData, search: Search): Promise<boolean> {
  const { property, what, body, isFound } = search;
  const wrongIn = async ({ rows, base }: QueryData) => {
    const { entries, complete, last } = await readEntries(session, query, { ...base, ...body });
    const received = new Set(entries?.map(identityOf));
    const expected = rows.filter((row) => isFound(row) === true);
    const missing = complete ? expected.find(({ identity }) => !received.has(identity)) : undefined;
    const extra = rows.find((row) => isFound(row) === false && received.has(row.identity));
    if (entries === undefined || (missing === undefined && extra === undefined)) return undefined;
    const names = expected.slice(0, 3).map(({ identity }) => identity);
    const wrong = missing === undefined ? `with ${extra?.identity}` : `without ${missing.identity}`;
    const wanted = `${expected.length} items (${names.join(", ")}${expected.length > 3 ? " …" : ""})`;
    const message = `Expected ${what} to find ${expected.length === 0 ? "no item" : wanted}; received ${received.size}, ${wrong}`;
    return { message, exchange: last };
  };
  const wrong = (await wrongIn(data)) && (await wrongIn(await readQueryData(session, query)));
  if (wrong !== undefined) findInQuery(session, query, property, wrong.message, wrong.exchange);
  return wrong === undefined;
}

async function checkOrder(session: Session, query: Query): Promise<void> {
  const { base, fields, rows, instance } = await readQueryData(session, query);
  const sortable = fields.filter(({ kind }) => query.order.kinds.includes(kind));
  const limit = Math.ceil(rows.length / 3);
  const valuesOf = new Map(rows.map(({ identity, values }) => [identity, values]));
  const orders = sortable.flatMap(({ key }, index) =>
    (index % 2 === 0 ? ["asc", "DESC"] : ["ASC", "desc"]).map((direction): SortKey[] => [[key, direction]]),
  );
  const two = sortable.slice(0, 2).map(({ key }, index): SortKey => [key, index === 0 ? "desc" : "asc"]);
  // The fewest values first, so that the second key has something to sort.
  const countOf = ([key]: SortKey) => new Set(rows.map(({ values }) => values[key])).size;
  const keys = two.toSorted((one, other) => countOf(one) - countOf(other));
  for (const order of [...orders, ...(keys.length > 1 ? [keys] : [])]) {
    const body = { ...base, [query.fields.property]: [instance], ...orderBy(query, order) };
    const { entries, last } = await readEntries(session, query, body, limit);
    if (entries === undefined) return;
    const received = entries.map(identityOf);
    const name = order.map((one) => one.join(" ")).join(", ");
    const lost = rows.find(({ identity }) => !received.includes(identity));
    if (new Set(received).size < received.length || lost !== undefined) {
      const what = lost === undefined ? "received one twice" : `${lost.identity} is missing`;
      const message = `Expected every item once when sorted by ${name}; ${what}`;
      return findInQuery(session, query, query.order.property, message, last, "list-complete");
    }
    const known = received.map((identity) => valuesOf.get(identity) ?? {});
    if (isSortedByAll(known, order)) continue;
    const message = `Expected the items sorted by ${name}; received another order`;
    return findInQuery(session, query, query.order.property, message, last);
  }
}

type SortKey = readonly [key: string, direction: string];

/** Sorted by the first key, and by the next one among equal values. */
function isSortedByAll(values: readonly JsonObject[], [first, ...others]: readonly SortKey[]): boolean {
  if (first === undefined) return true;
  const [key, direction] = first;
  const own = values.map((one) => one[key] ?? null);
  if (!isSorted(own, /^desc/i.test(direction))) return false;
  const equalTo = (value: unknown) => values.filter((_, index) => own[index] === value);
  return [...new Set(own)].every((value) => isSortedByAll(equalTo(value), others));
}

async function checkAncestor(session: Session, query: Query): Promise<void> {
  const { property } = query.ancestor;
  const data = await readQueryData(session, query);
  const { base, rows } = data;
  const all = rows.flatMap(({ entry }) => ancestorsOf(query, entry));
  const inner = [...new Set(all)].filter((id) => id !== base[property] && countIn(all, id) < rows.length);
  const chosen = inner.toSorted((one, other) => countIn(all, one) - countIn(all, other));
  if (chosen.length === 0) session.skip("The query finds items in one place only");
  for (const id of [...chosen.slice(0, 3), ...chosen.slice(3).slice(-1)]) {
    const isFound = ({ entry }: Row) => ancestorsOf(query, entry).includes(id);
    const search = { property, what: `the query below ${id}`, body: { [property]: id }, isFound };
    if (!(await findsRows(session, query, data, search))) return;
  }
}

function countIn(all: readonly string[], id: string): number {
  return all.filter((one) => one === id).length;
}

async function checkFields(session: Session, query: Query): Promise<void> {
  const { base, fields, rows, instance } = await readQueryData(session, query);
  const { contract, closed } = session;
  const { property, always } = query.fields;
  const valuesOf = new Map(rows.map(({ identity, values }) => [identity, values]));
  const ask = async (names: string[] | undefined) => {
    const body = names === undefined ? base : { ...base, [property]: names };
    const exchange = await session.call(query.operation.id, { body });
    return { exchange, entries: entriesIn(exchange) };
  };
  const managed = managedNames(session, query);
  for (const { key } of fields) {
    const { exchange, entries } = await ask([`${instance}.${key}`]);
    const wrong = entries.find((entry) => {
      const { [key]: value, ...others } = instanceIn(entry, instance);
      const known = valuesOf.get(identityOf(entry));
      return Object.keys(others).some((name) => !managed.has(name)) || (known && !sameJson(value, known[key]));
    });
    if (wrong === undefined) continue;
    const message = `Expected only the value of ${key} that the whole instance has; received others for ${identityOf(wrong)}`;
    return findInQuery(session, query, property, message, exchange);
  }
  const entries = shownProperties(contract, query.operation).get("entries") ?? "";
  const entry = contract.itemsOf(entries);
  const known = [...contract.propertiesOf(entry, { type: query.of.above.type }).keys()];
  for (const asked of [undefined, known.filter((name) => !always.includes(name)).slice(0, 1)]) {
    const { exchange, entries } = await ask(asked);
    const isExtra = (name: string) => ![...always, ...(asked ?? [])].includes(name) && (closed || known.includes(name));
    const extra = entries.flatMap((entry) => Object.keys(entry)).find(isExtra);
    if (extra === undefined) continue;
    const message = `Expected no \`${extra}\` when it is not in \`${property}\`; received one`;
    return findInQuery(session, query, property, message, exchange, "standard-representation");
  }
}

/** A search from the root finds the instance of the target's record, and shows each one as it is read. */
async function checkInstances(session: Session, query: Query): Promise<void> {
  const { keys, base } = sourceOf(session, query);
  const { read, above } = query.of;
  const instance = filled(query.instance, keys);
  const body = { ...base, [query.ancestor.property]: query.ancestor.root, [query.fields.property]: [instance] };
  const managed = managedNames(session, query);
  const own = session.inputFor(read.id).input.path?.[above.parameter];
  const wrongIn = async () => {
    const { entries = [], complete, last: exchange } = await readEntries(session, query, body);
    if (!isSuccess(exchange.response.status)) return undefined;
    const ids = entries.filter(({ type }) => type === above.type).map(({ id = null }) => id);
    for (const id of new Set([...ids.slice(0, MOST_INSTANCES), ...(own === undefined ? [] : [own])])) {
      const shown = await session.call(read.id, { path: { ...keys, [above.parameter]: id } });
      const [record, entry] = [jsonOf(shown), entries.find((one) => one["id"] === id)];
      if (!isSuccess(shown.response.status) || !isJsonObject(record) || (entry === undefined && !complete)) continue;
      const found = entry && instanceIn(entry, instance);
      if (found === undefined)
        return { message: `the query to find ${above.type} ${id}; received no such entry`, exchange };
      // What the service manages can be missing.
      const name = Object.keys(record).find((one) =>
        one in found ? !matches(found[one], record[one] ?? null) : record[one] !== null && !managed.has(one),
      );
      const message = `the \`${name}\` that ${read.id} shows of ${above.type} ${id}; received another value`;
      if (name !== undefined) return { message, exchange };
    }
    return undefined;
  };
  // Instances can change during the check.
  const wrong = (await wrongIn()) && (await wrongIn());
  if (wrong !== undefined)
    findInQuery(session, query, query.source.property, `Expected ${wrong.message}`, wrong.exchange);
}

const MOST_INSTANCES = 3;

/** The names of an instance that the contract documents: the service manages them, and its type has the others. */
function managedNames({ contract }: Session, { of }: Query): ReadonlySet<string> {
  return new Set(shownProperties(contract, of.read).keys());
}
