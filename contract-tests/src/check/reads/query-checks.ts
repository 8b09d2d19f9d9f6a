import {
  type Exchange,
  isJsonObject,
  type JsonObject,
  type Operation,
  pointer,
  requestMedia,
  sameJson,
  schemaProperties,
} from "content-service-contract";
import { filled, type Keys } from "../principles/instances.js";
import { arrayOf } from "../principles/resources.js";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { isSuccess, matches } from "../session/expectations.js";
import { isSorted } from "./entry-order.js";
import { identityOf } from "./list-pages.js";
import { type Condition, evaluate, type Values } from "./query-condition.js";
import {
  ancestorsOf,
  entriesIn,
  instanceIn,
  orderBy,
  type Query,
  type QueryData,
  readEntries,
  readQueryData,
  sourceOf,
} from "./query-data.js";
import { simpler, textOf } from "./query-text.js";
import { sampleConditions } from "./sample-conditions.js";

/** The checks of a query: its results against those of a small evaluator. */
export function queryChecks(query: Query): Check[] {
  const { id: operation } = query.operation;
  const check = (id: string, title: string, run: (session: Session, query: Query) => Promise<void>): Check => {
    const common = { operation, title: `${operation} ${title}`, effects: "none" } as const;
    return { ...common, id: `${operation}/${id}`, run: (session) => run(session, query) };
  };
  return [
    check("finds-what-matches", "finds the items that match the conditions", checkConditions),
    check("sorts", "sorts by each sortable field, in both directions and over pages", checkOrder),
    check("searches-the-folder", "finds only items below the folder", checkAncestor),
    check("shows-the-instances", `finds instances, and shows them as ${query.of.read.id} does`, checkInstances),
    check("returns-the-asked-fields", "returns the asked fields of an instance", checkFields),
  ];
}

async function checkConditions(session: Session, query: Query): Promise<void> {
  const data = await readQueryData(session, query);
  const records = data.rows.map(({ values }) => values);
  for (const condition of sampleConditions(data.fields, records, COMBINATIONS)) {
    if ((await compare(session, query, data, condition)) === undefined) continue;
    // Instances can change during the check.
    const now = await readQueryData(session, query);
    if ((await compare(session, query, now, condition)) === undefined) continue;
    const { message, exchange } = await smallest(session, query, now, condition);
    return find(session, query, query.condition.property, message, exchange);
  }
}

const COMBINATIONS = 20;

interface Difference {
  readonly message: string;
  readonly exchange: Exchange;
}

/** Shrinks a failing condition while a simpler one fails too. */
async function smallest(session: Session, query: Query, data: QueryData, condition: Condition): Promise<Difference> {
  let current = condition;
  let found = await compare(session, query, data, current);
  for (let tries = 0; tries < MOST_TRIES; ) {
    let next: Condition | undefined;
    for (const one of simpler(current)) {
      tries += 1;
      const failed = await compare(session, query, data, one);
      if (failed === undefined) continue;
      [next, found] = [one, failed];
      break;
    }
    if (next === undefined) break;
    current = next;
  }
  if (found === undefined) throw new Error("The result of the query changes from call to call");
  return found;
}

const MOST_TRIES = 30;

async function compare(
  session: Session,
  query: Query,
  data: QueryData,
  condition: Condition,
): Promise<Difference | undefined> {
  const { text, values } = textOf(condition);
  const given = Object.keys(values).length > 0;
  const sent = { [query.condition.property]: text, ...(given ? { [query.condition.arguments]: values } : {}) };
  const { entries, complete, last } = await readEntries(session, query, { ...data.base, ...sent });
  if (entries === undefined) return undefined;
  const received = new Set(entries.map(identityOf));
  const results = data.rows.map(({ identity, values }) => ({ identity, matches: evaluate(condition, values) }));
  const expected = results.filter(({ matches }) => matches === true);
  const missing = complete ? expected.find(({ identity }) => !received.has(identity)) : undefined;
  const extra = results.find(({ identity, matches }) => matches === false && received.has(identity));
  if (missing === undefined && extra === undefined) return undefined;
  const names = expected.slice(0, 3).map(({ identity }) => identity);
  const wanted =
    expected.length === 0
      ? "no item"
      : `${expected.length} items (${names.join(", ")}${expected.length > 3 ? " …" : ""})`;
  const wrong = missing === undefined ? `with ${extra?.identity}` : `without ${missing.identity}`;
  const shown = given ? ` with ${JSON.stringify(values)}` : "";
  const message = `Expected the query \`${text}\`${shown} to find ${wanted}; received ${received.size}, ${wrong}`;
  return { message, exchange: last };
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
      return find(session, query, query.order.property, message, last, "list-complete");
    }
    const known = received.map((identity) => valuesOf.get(identity) ?? {});
    if (isSortedByAll(known, order)) continue;
    const message = `Expected the items sorted by ${name}; received another order`;
    return find(session, query, query.order.property, message, last);
  }
}

type SortKey = readonly [key: string, direction: string];

/** Sorted by the first key, and by the next one among equal values. */
function isSortedByAll(values: readonly Values[], [first, ...others]: readonly SortKey[]): boolean {
  if (first === undefined) return true;
  const [key, direction] = first;
  const own = values.map((one) => one[key] ?? null);
  if (!isSorted(own, /^desc/i.test(direction))) return false;
  return [...new Set(own)].every((value) =>
    isSortedByAll(
      values.filter((_, index) => own[index] === value),
      others,
    ),
  );
}

async function checkAncestor(session: Session, query: Query): Promise<void> {
  const { property, shown } = query.ancestor;
  const { base, rows } = await readQueryData(session, query, [shown]);
  const isBelow = (id: string) => (entry: JsonObject) => ancestorsOf(query, entry).includes(id);
  const counts = new Map<string, number>();
  for (const id of rows.flatMap(({ entry }) => ancestorsOf(query, entry))) counts.set(id, (counts.get(id) ?? 0) + 1);
  const inner = [...counts].filter(([id, count]) => count < rows.length && id !== base[property]);
  const chosen = inner.toSorted(([, one], [, other]) => one - other);
  if (chosen.length === 0) session.skip("The query finds items in one folder only");
  for (const [id] of [...chosen.slice(0, 3), ...chosen.slice(3).slice(-1)]) {
    const { entries, last } = await readEntries(session, query, { ...base, [property]: id });
    if (entries === undefined) return;
    const received = new Set(entries.map(identityOf));
    const missing = rows.find(({ identity, entry }) => isBelow(id)(entry) && !received.has(identity));
    const extra = rows.find(({ identity, entry }) => !isBelow(id)(entry) && received.has(identity));
    const wrong = missing === undefined ? extra && `received ${extra.identity}` : `${missing.identity} is missing`;
    if (wrong !== undefined)
      return find(session, query, property, `Expected the items below folder ${id}; ${wrong}`, last);
  }
}

async function checkFields(session: Session, query: Query): Promise<void> {
  const { base, fields, rows, instance } = await readQueryData(session, query);
  const { contract, closed } = session;
  const { property, always } = query.fields;
  const valuesOf = new Map(rows.map(({ identity, values }) => [identity, values]));
  const ask = async (names: readonly string[] | undefined) => {
    const body = names === undefined ? base : { ...base, [property]: [...names] };
    const exchange = await session.call(query.operation.id, { body });
    return { exchange, entries: isSuccess(exchange.response.status) ? entriesIn(exchange) : [] };
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
    return find(session, query, property, message, exchange);
  }
  const shown = arrayOf(contract, successSchema(query.operation)) ?? "";
  const known = [...schemaProperties(contract, shown, { type: query.of.above.type }).keys()];
  for (const asked of [undefined, known.filter((name) => !always.includes(name)).slice(0, 1)]) {
    const { exchange, entries } = await ask(asked);
    const isExtra = (name: string) => ![...always, ...(asked ?? [])].includes(name) && (closed || known.includes(name));
    const extra = entries.flatMap((entry) => Object.keys(entry)).find(isExtra);
    if (extra === undefined) continue;
    const message = `Expected no \`${extra}\` when it is not in \`${property}\`; received one`;
    return find(session, query, property, message, exchange, "standard-representation");
  }
}

/** A search from the root finds the instance of the target's record, and shows each one as it is read. */
async function checkInstances(session: Session, query: Query): Promise<void> {
  const { keys, base } = sourceOf(session, query);
  const found = await difference(session, query, keys, base);
  // Instances can change during the check.
  if (found === undefined || (await difference(session, query, keys, base)) === undefined) return;
  find(session, query, query.source.property, `Expected ${found.message}`, found.exchange);
}

async function difference(
  session: Session,
  query: Query,
  keys: Keys,
  base: JsonObject,
): Promise<Difference | undefined> {
  const { read, above } = query.of;
  const instance = filled(query.instance, keys);
  const body = { ...base, [query.ancestor.property]: query.ancestor.root, [query.fields.property]: [instance] };
  const { entries, complete, last } = await readEntries(session, query, body);
  if (entries === undefined) return undefined;
  const ids = entries.filter(({ type }) => type === above.type).map(({ id = null }) => id);
  const own = session.inputFor(read.id).input.path?.[above.parameter];
  for (const id of new Set([...ids.slice(0, MOST_INSTANCES), ...(own === undefined ? [] : [own])])) {
    const exchange = await session.call(read.id, { path: { ...keys, [above.parameter]: id } });
    const record = jsonOf(exchange);
    if (!isSuccess(exchange.response.status) || !isJsonObject(record)) continue;
    const entry = entries.find((one) => one["id"] === id);
    if (entry === undefined && !complete) continue;
    if (entry === undefined)
      return { message: `the query to find ${above.type} ${id}; received no such entry`, exchange: last };
    const shown = instanceIn(entry, instance);
    // What the service manages can be missing.
    const managed = managedNames(session, query);
    const name = Object.entries(record).find(([one, value]) =>
      one in shown ? !matches(shown[one], value) : value !== null && !managed.has(one),
    )?.[0];
    const message = `the \`${name}\` that ${read.id} shows of ${above.type} ${id}; received another value`;
    if (name !== undefined) return { message, exchange: last };
  }
  return undefined;
}

const MOST_INSTANCES = 3;

/** The names of an instance that the contract documents: the service manages them, and its type has the others. */
function managedNames({ contract }: Session, { of }: Query): ReadonlySet<string> {
  return new Set(schemaProperties(contract, successSchema(of.read), {}).keys());
}

function successSchema({ responses }: Operation): string {
  return responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema ?? "";
}

function find(
  session: Session,
  { operation }: Query,
  property: string,
  message: string,
  exchange: Exchange,
  rule: "query-respected" | "list-complete" | "standard-representation" = "query-respected",
): void {
  const schema = session.contract.pointerOf(requestMedia(operation)?.schema ?? "");
  const contract = pointer(schema, "properties", property);
  session.find({ rule, message, operation: operation.id, contract, at: "/response/body/entries", exchange });
}
