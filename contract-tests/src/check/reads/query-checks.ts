import {
  arrayAt,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  sameJson,
  stringAt,
} from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { isSuccess, matches } from "../session/expectations.js";
import { isSorted } from "./entry-order.js";
import { identityOf } from "./list-pages.js";
import { type Condition, evaluate, type Values } from "./query-condition.js";
import { QUERY, type QueryData, readEntries, readQueryData, SORTABLE } from "./query-data.js";
import { simpler, textOf } from "./query-text.js";
import { sampleConditions } from "./sample-conditions.js";

/** The checks of a metadata query: its results against those of a small evaluator. */
export function queryChecks(contract: Contract): Check[] {
  if (!contract.operations.some(({ id }) => id === QUERY)) return [];
  return [
    check("finds-what-matches", "finds the items that match the conditions", checkConditions),
    check("sorts", "sorts by each sortable field, in both directions and over pages", checkOrder),
    check("searches-the-folder", "finds only items below the folder", checkFolder),
    check("shows-the-instances", "finds instances, and shows them as getFileMetadata does", checkInstances),
    check("returns-the-asked-fields", "returns the asked fields of an instance", checkFields),
  ];
}

function check(id: string, title: string, run: Check["run"]): Check {
  return { id: `${QUERY}/${id}`, operation: QUERY, title: `${QUERY} ${title}`, effects: "none", run };
}

async function checkConditions(session: Session): Promise<void> {
  const data = await readQueryData(session);
  const records = data.rows.map(({ values }) => values);
  for (const condition of sampleConditions(data.fields, records, COMBINATIONS)) {
    if ((await compare(session, data, condition)) === undefined) continue;
    // Instances can change during the check.
    const now = await readQueryData(session);
    if ((await compare(session, now, condition)) === undefined) continue;
    const { message, exchange } = await smallest(session, now, condition);
    return find(session, "query", message, exchange);
  }
}

const COMBINATIONS = 20;

interface Difference {
  readonly message: string;
  readonly exchange: Exchange;
}

/** Shrinks a failing condition while a simpler one fails too. */
async function smallest(session: Session, data: QueryData, condition: Condition): Promise<Difference> {
  let current = condition;
  let found = await compare(session, data, current);
  for (let tries = 0; tries < MOST_TRIES; ) {
    let next: Condition | undefined;
    for (const one of simpler(current)) {
      tries += 1;
      const failed = await compare(session, data, one);
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

async function compare(session: Session, data: QueryData, condition: Condition): Promise<Difference | undefined> {
  const text = textOf(condition);
  const { query_params, ...rest } = text;
  const sent = Object.keys(query_params).length === 0 ? rest : text;
  const { entries, complete, last } = await readEntries(session, { ...data.base, ...sent });
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
  const values = Object.keys(query_params).length === 0 ? "" : ` with ${JSON.stringify(query_params)}`;
  const message = `Expected the query \`${text.query}\`${values} to find ${wanted}; received ${received.size}, ${wrong}`;
  return { message, exchange: last };
}

async function checkOrder(session: Session): Promise<void> {
  const { base, fields, rows, instance } = await readQueryData(session);
  const sortable = fields.filter(({ type }) => SORTABLE.has(type));
  const limit = Math.ceil(rows.length / 3);
  const valuesOf = new Map(rows.map(({ identity, values }) => [identity, values]));
  const [first, second] = sortable;
  const orders = sortable.flatMap(({ key }, index) =>
    (index % 2 === 0 ? ["asc", "DESC"] : ["ASC", "desc"]).map((direction) => [{ field_key: key, direction }]),
  );
  const two = [first, second].flatMap((one, index) =>
    one === undefined ? [] : [{ field_key: one.key, direction: index === 0 ? "desc" : "asc" }],
  );
  // The fewest values first, so that the second key has something to sort.
  const countOf = (key: string) => new Set(rows.map(({ values }) => values[key])).size;
  const keys = two.toSorted((one, other) => countOf(one.field_key) - countOf(other.field_key));
  for (const order_by of [...orders, ...(keys.length > 1 ? [keys] : [])]) {
    const { entries, last } = await readEntries(session, { ...base, fields: [instance], order_by }, limit);
    if (entries === undefined) return;
    const received = entries.map(identityOf);
    const name = order_by.map(({ field_key, direction }) => `${field_key} ${direction}`).join(", ");
    const lost = rows.find(({ identity }) => !received.includes(identity));
    const known = received.map((identity) => valuesOf.get(identity) ?? {});
    if (new Set(received).size < received.length || lost !== undefined) {
      const what = lost === undefined ? "received one twice" : `${lost.identity} is missing`;
      return find(
        session,
        "order_by",
        `Expected every item once when sorted by ${name}; ${what}`,
        last,
        "list-complete",
      );
    }
    if (!isSortedByAll(known, order_by)) {
      return find(session, "order_by", `Expected the items sorted by ${name}; received another order`, last);
    }
  }
}

type SortKey = { readonly field_key: string; readonly direction: string };

/** Sorted by the first key, and by the next one among equal values. */
function isSortedByAll(values: readonly Values[], [key, ...others]: readonly SortKey[]): boolean {
  if (key === undefined) return true;
  const own = values.map((one) => one[key.field_key] ?? null);
  if (!isSorted(own, /^desc/i.test(key.direction))) return false;
  const groups = new Map<unknown, Values[]>();
  for (const one of values) {
    const value = one[key.field_key] ?? null;
    groups.set(value, [...(groups.get(value) ?? []), one]);
  }
  return [...groups.values()].every((group) => isSortedByAll(group, others));
}

async function checkFolder(session: Session): Promise<void> {
  const { base, rows } = await readQueryData(session, ["path_collection"]);
  const foldersOf = (entry: JsonObject) =>
    arrayAt(objectAt(entry, "path_collection"), "entries").flatMap((one) =>
      isJsonObject(one) ? (stringAt(one, "id") ?? []) : [],
    );
  const counts = new Map<string, number>();
  for (const id of rows.flatMap(({ entry }) => foldersOf(entry))) counts.set(id, (counts.get(id) ?? 0) + 1);
  const inner = [...counts].filter(([id, count]) => count < rows.length && id !== base["ancestor_folder_id"]);
  const chosen = inner.toSorted(([, one], [, other]) => one - other);
  if (chosen.length === 0) session.skip("The query finds items in one folder only");
  for (const [id] of [...chosen.slice(0, 3), ...chosen.slice(3).slice(-1)]) {
    const { entries, last } = await readEntries(session, { ...base, ancestor_folder_id: id });
    if (entries === undefined) return;
    const received = new Set(entries.map(identityOf));
    const missing = rows.find(({ identity, entry }) => foldersOf(entry).includes(id) && !received.has(identity));
    const extra = rows.find(({ identity, entry }) => !foldersOf(entry).includes(id) && received.has(identity));
    const wrong = missing === undefined ? extra && `received ${extra.identity}` : `${missing.identity} is missing`;
    if (wrong === undefined) continue;
    return find(session, "ancestor_folder_id", `Expected the items below folder ${id}; ${wrong}`, last);
  }
}

async function checkFields(session: Session): Promise<void> {
  const { base, fields, rows, instance } = await readQueryData(session);
  const [, scope = "", template = ""] = instance.split(".");
  const valuesOf = new Map(rows.map(({ identity, values }) => [identity, values]));
  for (const { key } of fields) {
    const exchange = await session.call(QUERY, { body: { ...base, fields: [`${instance}.${key}`] } });
    const wrong = entriesIn(exchange).find((entry) => {
      const { [key]: value, ...others } = objectAt(objectAt(objectAt(entry, "metadata"), scope), template);
      const known = valuesOf.get(identityOf(entry));
      return Object.keys(others).some((name) => !name.startsWith("$")) || (known && !sameJson(value, known[key]));
    });
    if (wrong === undefined) continue;
    const message = `Expected only the value of ${key} that the whole instance has; received others for ${identityOf(wrong)}`;
    return find(session, "fields", message, exchange);
  }
  const known = new Set(
    Object.keys(objectAt(session.contract.schemaAt("/components/schemas/FileFields"), "properties")),
  );
  for (const asked of [undefined, ["size"]]) {
    const exchange = await session.call(QUERY, {
      body: { ...base, ...(asked === undefined ? {} : { fields: asked }) },
    });
    const allowed = new Set([...MINI, ...(asked ?? [])]);
    const isExtra = (name: string) => !allowed.has(name) && (session.closed || known.has(name));
    const extra = entriesIn(exchange).flatMap((entry) => Object.keys(entry).filter(isExtra))[0];
    if (extra === undefined) continue;
    return find(
      session,
      "fields",
      `Expected no \`${extra}\` when it is not in \`fields\`; received one`,
      exchange,
      "standard-representation",
    );
  }
}

/** A search from the root folder finds the instance of the target's file, and shows each one as it is read. */
async function checkInstances(session: Session): Promise<void> {
  const { input, known } = session.inputFor(QUERY);
  if (!known || !isJsonObject(input.body)) session.skip("Missing query: give from in --parameters");
  const from = String(input.body["from"]);
  const own = session.inputFor(READ).input.path?.["file_id"];
  const found = await difference(session, from, own);
  // Instances can change during the check.
  if (found === undefined || (await difference(session, from, own)) === undefined) return;
  find(session, "from", `Expected ${found.message}`, found.exchange);
}

const READ = "getFileMetadata";

async function difference(session: Session, from: string, own: Json | undefined): Promise<Difference | undefined> {
  const [scope = "", template_key = ""] = from.split(".");
  const body = { from, ancestor_folder_id: "0", fields: [`metadata.${from}`] };
  const { entries, complete, last } = await readEntries(session, body);
  if (entries === undefined) return undefined;
  const files = entries.filter(({ type }) => type === "file").map(({ id = null }) => id);
  for (const file_id of new Set([...files.slice(0, MOST_INSTANCES), ...(own === undefined ? [] : [own])])) {
    const read = await session.call(READ, { path: { file_id, scope, template_key } });
    const instance = jsonOf(read);
    if (!isSuccess(read.response.status) || !isJsonObject(instance)) continue;
    const entry = entries.find(({ id }) => id === file_id);
    if (entry === undefined && !complete) continue;
    if (entry === undefined)
      return { message: `the query to find file ${file_id}; received no such entry`, exchange: last };
    const shown = objectAt(objectAt(objectAt(entry, "metadata"), scope), template_key);
    // Attributes of the service can be missing.
    const name = Object.entries(instance).find(([one, value]) =>
      one in shown ? !matches(shown[one], value) : value !== null && !one.startsWith("$"),
    )?.[0];
    const message = `the \`${name}\` that ${READ} shows of file ${file_id}; received another value`;
    if (name !== undefined) return { message, exchange: last };
  }
  return undefined;
}

const MOST_INSTANCES = 3;

const MINI = ["type", "id", "sequence_id", "etag", "sha1", "name", "file_version"];

function entriesIn({ response }: Exchange): JsonObject[] {
  const body: unknown = isSuccess(response.status) ? JSON.parse(response.body ?? "null") : undefined;
  return isJsonObject(body) ? arrayAt(body, "entries").filter(isJsonObject) : [];
}

function find(
  session: Session,
  property: string,
  message: string,
  exchange: Exchange,
  rule: "query-respected" | "list-complete" | "standard-representation" = "query-respected",
): void {
  const contract = `/components/schemas/MetadataQuery/properties/${property}`;
  session.find({ rule, message, operation: QUERY, contract, at: "/response/body/entries", exchange });
}
