import {
  arrayAt,
  type Contract,
  type Exchange,
  isJsonObject,
  type JsonObject,
  type Operation,
  objectAt,
  pointer,
  remembered,
  stringAt,
} from "content-service-contract";
import type { FindingRule } from "../../report/report.js";
import { identityOf } from "../lists/list.js";
import { objectOf, type Session } from "../session/check.js";
import { expectSuccess, isSuccess } from "../session/expectations.js";
import { type Field, fieldsOf, filled, type Instances, instancesOf, type Kind } from "../session/instances.js";
import { isName } from "./query-condition.js";

/** An operation that finds records by conditions on their instances. */
export interface Query extends Facts {
  readonly operation: Operation;
  readonly of: Instances & Required<Pick<Instances, "types">>;
}

/** What `x-query` says: properties of the body, and what their values mean. */
interface Facts {
  /** The property with the keys of the type, as they are written there. */
  readonly source: { readonly property: string; readonly value: string };
  /** The attribute of an entry that has the instance. */
  readonly instance: string;
  /** The record above those to find; `shown`: the attribute with those above an entry; `root`: the one above all. */
  readonly ancestor: { readonly property: string; readonly shown: string; readonly root: string };
  readonly condition: { readonly property: string; readonly arguments: string };
  /** The sort keys, and the kinds of fields that have an order. */
  readonly order: Readonly<Record<"property" | "key" | "direction", string>> & { readonly kinds: readonly Kind[] };
  /** The attributes to return, and those that are always returned. */
  readonly fields: { readonly property: string; readonly always: readonly string[] };
  /** The examples of the errors for wrong queries. */
  readonly errors: Readonly<Record<"argument" | "syntax" | "order", string>>;
}

export const queriesOf = remembered((contract: Contract): Query[] => {
  return contract.operations.flatMap((operation) => {
    const fact = contract.objectIn(operation.pointer, "x-query");
    const of = instancesOf(contract).find(({ create }) => create.id === fact["instances"]);
    // requireFacts has checked its form.
    return of?.types === undefined
      ? []
      : [{ ...(fact as unknown as Facts), operation, of: { ...of, types: of.types } }];
  });
});

/** The attribute of a record that has an instance with any values, such as `labels.own`, and the name that it begins with. */
export function openInstance(contract: Contract): { readonly name: string; readonly path: string } | undefined {
  const [query] = queriesOf(contract);
  const path = query && filled(query.instance, query.of.open);
  return path === undefined ? undefined : { path, name: path.replace(/\..*$/, "") };
}

export interface Row {
  readonly identity: string;
  readonly entry: JsonObject;
  readonly values: JsonObject;
}

export interface QueryData {
  /** The required properties of the body, and an order. */
  readonly base: JsonObject;
  readonly instance: string;
  readonly fields: readonly Field[];
  readonly rows: readonly Row[];
}

/** The keys of the type that the target's query searches, and the body of the query without conditions. */
export function sourceOf(session: Session, { operation, source, ancestor }: Query) {
  const { input, known } = session.inputFor(operation.id);
  const names = [source.property, ancestor.property];
  const { body } = input;
  if (!known || !isJsonObject(body)) session.skip(`Missing query: give ${names.join(" and ")} in --parameters`);
  const pattern = source.value.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)");
  const keys = new RegExp(`^${pattern}$`).exec(String(body[source.property]))?.groups ?? {};
  return { keys, base: Object.fromEntries(names.map((name) => [name, body[name] ?? ""])) };
}

/** Reads all items with their instances. Skips the check without ids, without rights, and where there are too many. */
export async function readQueryData(session: Session, query: Query): Promise<QueryData> {
  const { keys, base } = sourceOf(session, query);
  const instance = filled(query.instance, keys);
  const all = await fieldsOf(session, query.of.types, keys);
  const missing = `The token sees no type ${Object.values(keys).join(".")}: give another ${query.source.property} in --parameters`;
  const fields = (all ?? session.skip(missing)).filter(({ key }) => isName(key));
  const sorted = fields.find(({ kind }) => query.order.kinds.includes(kind)) ?? session.skip("No field can be sorted");
  const ordered = { ...base, ...orderBy(query, [[sorted.key, "asc"]]) };
  const body = { ...ordered, [query.fields.property]: [instance, query.ancestor.shown] };
  const read = await readEntries(session, query, body);
  if (read.entries === undefined || !read.complete) session.skip("The query has no result, or too many items");
  const rows = read.entries.map((entry): Row => {
    return { identity: identityOf(entry), entry, values: instanceIn(entry, instance) };
  });
  if (rows.length < 2) session.skip("The query finds fewer than two items");
  return { base: ordered, instance, fields, rows };
}

export function instanceIn(entry: JsonObject, instance: string): JsonObject {
  return instance.split(".").reduce(objectAt, entry);
}

export function entriesIn(exchange: Exchange): JsonObject[] {
  return isSuccess(exchange.response.status) ? arrayAt(objectOf(exchange), "entries").filter(isJsonObject) : [];
}

/** The ids of the records above an entry, the nearest last. */
export function ancestorsOf({ ancestor }: Query, entry: JsonObject): string[] {
  const above = entry[ancestor.shown];
  const [list = []] = [above, ...(isJsonObject(above) ? Object.values(above) : [])].filter(Array.isArray);
  return list.flatMap((one) => (isJsonObject(one) ? (stringAt(one, "id") ?? []) : []));
}

export function orderBy({ order }: Query, keys: readonly (readonly [key: string, direction: string])[]): JsonObject {
  return { [order.property]: keys.map(([key, direction]) => ({ [order.key]: key, [order.direction]: direction })) };
}

/** Reads the pages of a query, at most 10. The entries are undefined after an error response, which is a finding. */
export async function readEntries(session: Session, { operation }: Query, body: JsonObject, limit = 100) {
  const entries: JsonObject[] = [];
  let marker: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const paging = { limit, ...(marker === undefined ? {} : { marker }) };
    const last = await session.call(operation.id, { body: { ...body, ...paging } });
    if (last.response.status === 403) session.skip("The service does not permit the query, or it needs an index");
    if (!expectSuccess(session, last)) return { entries: undefined, complete: true, last };
    entries.push(...entriesIn(last));
    marker = stringAt(objectOf(last), "next_marker") || undefined;
    if (marker === undefined || pages >= MOST_PAGES) return { entries, complete: marker === undefined, last };
  }
}

const MOST_PAGES = 10;

export function findInQuery(
  session: Session,
  { operation }: Query,
  property: string,
  message: string,
  exchange: Exchange,
  rule: FindingRule = "query-respected",
): void {
  const contract = pointer(session.contract.pointerOf(operation.requestMedia?.schema ?? ""), "properties", property);
  session.find({ rule, message, contract, at: "/response/body/entries", exchange });
}
