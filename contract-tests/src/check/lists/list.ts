import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedExample,
  type Operation,
  objectAt,
  pointer,
  queryOf,
  stringAt,
} from "content-service-contract";
import { identifierOf } from "../resources/identity.js";
import { entriesIn, plain } from "../resources/payload.js";
import { COUNT, countsAll, endsWithoutMarker, maximumTold, totalIsOfMatches } from "../sentences/lists.js";
import { type CheckTarget, jsonOf } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { targetInput } from "../session/target-input.js";
import { type ListParameters, listParameters, type Position } from "./list-parameters.js";

export interface List {
  readonly operation: Operation;
  readonly parameters: ListParameters;
  /** How its pages can be selected: as `x-paging` says, or by the common names of parameters. */
  readonly positions: readonly Position[];
  readonly known: boolean;
  /** Whether the contract says how it is paged (`x-paging`). */
  readonly isDeclared: boolean;
  /** Whether a name in its responses, without its style, is that of the total. */
  readonly isTotal: (name: string) => boolean;
  /** Whether its total is that of the entries that pass its filters. */
  readonly countsMatches: boolean;
  /** Whether no marker says that there is no other page. */
  readonly endsWithoutMarker: boolean;
  /** The maximum page size, and the documented default. */
  readonly limits: { readonly maximum: number; readonly byDefault: number | undefined };
  readonly input: CallInput;
  /** What entries are compared by. */
  readonly identify: (entry: JsonObject) => string;
  /** JSON pointer to a pagination parameter. */
  pointerOf(name: string): string;
  with(query: Readonly<Record<string, Json>>): List;
  inputFor(position: Position | undefined, asked: Asked): CallInput;
}

export interface Asked {
  readonly limit?: number | undefined;
  /** The value of the parameter that selects it. Undefined for the first page. */
  readonly at?: Json | undefined;
  /** Other parameters, such as an offset beside a marker. */
  readonly more?: Readonly<Record<string, Json>> | undefined;
  /** The query of a link to the page, in place of all others. */
  readonly link?: Readonly<Record<string, Json>> | undefined;
}

export interface Entry {
  readonly id: string;
  readonly record: JsonObject;
  readonly exchange: Exchange;
  readonly at: string;
}

export interface Page {
  readonly exchange: Exchange;
  readonly asked: Asked;
  readonly entries: readonly Entry[];
  readonly entriesAt: string;
  readonly ids: readonly string[];
  readonly order: readonly Json[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly total: number | undefined;
  /** How many pages of which size the page says that there are. */
  readonly pages: { readonly count: number; readonly size: number } | undefined;
  readonly hasMore: boolean | undefined;
  /** Where the next page is: a marker, or the query of a link. */
  readonly next: string | readonly [string, string][] | undefined;
  readonly previous: string | undefined;
}

/** The list of an operation with `x-paging`. Undefined for any other. */
export function listOf(contract: Contract, operation: Operation, target: CheckTarget): List | undefined {
  if (operation.paging === undefined || operation.paging.schemes.length === 0) return undefined;
  return toList(contract, operation, { ...steadyInput(contract, operation, target), identify: identityOf });
}

/** Type and id of an entry, or all of it where it has no id. */
export function identityOf(entry: JsonObject): string {
  const id = stringAt(entry, "id");
  return id === undefined ? JSON.stringify(entry) : `${stringAt(entry, "type") ?? "entry"} ${id}`;
}

export function toList(
  contract: Contract,
  operation: Operation,
  { input, known = true, identify }: Pick<List, "input" | "identify"> & Partial<Pick<List, "known">>,
): List {
  const parameters = listParameters(contract, operation);
  const { schemes = [], marker } = operation.paging ?? {};
  const inBody = marker === "body";
  const inQuery = operation.parameters.filter((one) => one.in === "query");
  const sent = isJsonObject(input.body) ? input.body : {};
  const places = inBody
    ? contract.propertiesOf(operation.requestMedia?.schema ?? "", sent)
    : new Map(inQuery.map((one) => [one.name, one.pointer]));
  const pointerOf = (name: string) => places.get(name) ?? operation.pointer;
  // Where a list has both, a flag asks for markers.
  const flag = operation.parameters.find(
    ({ name, schema }) => schemes.length > 1 && plain(name).includes("marker") && contract.hasType(schema, "boolean"),
  );
  const positions = schemes.map((kind): Position => {
    const named = parameters.positions.find((one) => one.kind === kind);
    const flags = kind === "marker" && flag !== undefined ? { [flag.name]: true } : {};
    return { ...(named ?? { kind, name: kind, pointer: pointerOf(kind) }), flags };
  });
  const isTotal = (name: string) => TOTAL.test(name) || (COUNT.test(name) && countsAll(contract, operation));
  const limitName = parameters.limit?.name ?? (inBody ? "limit" : undefined);
  return {
    ...{ operation, parameters, known, input, identify, pointerOf },
    isDeclared: schemes.length > 0,
    countsMatches: schemes.length > 0 || totalIsOfMatches(contract, operation, (name) => isTotal(plain(name))),
    ...{ isTotal, endsWithoutMarker: endsWithoutMarker(contract, operation) },
    positions: positions.length > 0 ? positions : parameters.positions,
    limits: limitFacts(contract, limitName === undefined ? operation.pointer : pointerOf(limitName)),
    with: (query) =>
      toList(contract, operation, { known, identify, input: { ...input, query: { ...input.query, ...query } } }),
    inputFor(position, { limit, at = position?.first, more, link }) {
      const own = { ...(limitName && { [limitName]: limit }), ...(position && { [position.name]: at }) };
      const given = Object.entries<Json | undefined>({ ...own, ...position?.flags, ...more });
      const paging = Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
      // The cursor of a link can stand for filters.
      if (!inBody) return { ...input, query: link ?? { ...input.query, ...paging } };
      return { ...input, body: { ...sent, ...paging } };
    },
  };
}

/** Whether an example requests a later page. */
export function continues({ value }: NamedExample): boolean {
  return isJsonObject(value) && "marker" in value;
}

/** The input of a call. A query in the body needs an order to be stable across pages. */
function steadyInput(contract: Contract, operation: Operation, target: CheckTarget) {
  const plainInput = targetInput(contract, operation, target);
  const { body } = plainInput.input;
  const name = stringAt(objectAt(contract.objectIn(operation.pointer, "x-query"), "order"), "property") ?? "";
  const sorted = operation.requestMedia?.examples.find(({ value }) => isJsonObject(value) && name in value);
  if (operation.paging?.marker !== "body" || !isJsonObject(body) || sorted === undefined) return plainInput;
  const order = isJsonObject(sorted.value) ? sorted.value[name] : undefined;
  const required = contract.requiredAt(operation.requestMedia?.schema ?? "");
  // Without a condition the list has the most entries.
  const kept = Object.entries(body).filter(([own]) => required.includes(own));
  const wider = { ...Object.fromEntries(kept), ...(order === undefined ? {} : { [name]: order }) };
  return { input: { ...plainInput.input, body: wider }, known: plainInput.known };
}

/** The page of a response. Undefined for an error response, and for one without entries. */
export function pageOf(list: List, exchange: Exchange, asked: Asked): Page | undefined {
  const body = jsonOf(exchange);
  const found = entriesIn(body);
  if (!isSuccess(exchange.response.status) || found === undefined) return undefined;
  const entries = found.records.map((value, index): Entry => {
    const record = isJsonObject(value) ? value : { value };
    return { id: list.identify(record), record, exchange, at: `${found.at}${pointer("", index)}` };
  });
  // Others can have properties of these names that say something else.
  const own = isJsonObject(body) && list.isDeclared ? body : {};
  const number = (name: string) => (typeof own[name] === "number" ? own[name] : undefined);
  const next = nextIn(exchange, body);
  const isMore = hasMoreIn(body) ?? (list.endsWithoutMarker ? next !== undefined : undefined);
  return {
    ...{ exchange, asked, entries, entriesAt: found.at, ids: entries.map(({ id }) => id) },
    order: Array.isArray(own["order"]) ? own["order"] : [],
    ...{ limit: number("limit"), offset: number("offset"), total: totalIn(list, exchange, body) },
    pages: list.isDeclared ? undefined : pagesTold(body, asked, entries.length),
    hasMore: list.isDeclared ? undefined : isMore,
    next,
    previous: stringAt(own, "prev_marker") || undefined,
  };
}

/** What the request for the next page says; undefined at the end. `count` is the number of entries so far. */
export function nextOf(
  list: List,
  position: Position | undefined,
  { asked, entries, limit, total, hasMore, next }: Page,
  count: number,
): Asked | undefined {
  const { length } = entries;
  const size = asked.limit;
  if (position?.kind === "marker" && list.isDeclared)
    return typeof next === "string" ? { limit: size, at: next } : undefined;
  if (Array.isArray(next)) return length === 0 ? undefined : { limit: size, link: known(list.operation, next) };
  // The last page of a list with links has none.
  if (asked.link !== undefined) return undefined;
  const reached = position?.kind === "offset" ? Number(asked.at ?? 0) + (limit ?? length) : count;
  const isEnd = hasMore === undefined ? (total === undefined ? length < (size ?? 1) : reached >= total) : !hasMore;
  if (position === undefined || length === 0 || (next === undefined && isEnd)) return undefined;
  if (position.kind === "offset") return { limit: size, at: reached };
  if (position.kind === "page") return { limit: size, at: Number(asked.at ?? position.first) + 1 };
  if (next !== undefined) return { limit: size, at: next.toString() };
  const last = identifierOf({ name: "", item: undefined, parameter: "" }, entries.at(-1)?.record ?? {});
  return KEYS.test(plain(position.name)) && last !== undefined ? { limit: size, at: last } : undefined;
}

/** Parameters that take the id of the last entry, where the service gives no marker. */
const KEYS = /^(after|startingafter|startafter|sinceid|afterid|lastid)$/;

/** The parameters of a link that the operation has, with the types that its query can carry. */
function known({ parameters }: Operation, query: readonly (readonly [string, string])[]): Record<string, Json> {
  const names = new Set(parameters.filter((one) => one.in === "query").map(({ name }) => name));
  const own = query.filter(([name]) => names.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]));
}

/** Where the next page is: the query of a link, a marker, or nothing. RFC 8288 for the header. */
function nextIn({ response }: Exchange, body: Json | undefined): Page["next"] {
  const link = new Headers(response.headers).get("link") ?? "";
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(link) ?? [];
  if (address !== undefined) return queryOf(address);
  const value = namedIn(body, (name) => /^next/.test(name) || /next$/.test(name), 2);
  const text = isJsonObject(value) ? value["href"] : value;
  if (typeof text === "number") return String(text);
  if (typeof text !== "string" || text === "") return undefined;
  return /^(https?:\/\/|\/)|\?/.test(text) ? queryOf(text) : text;
}

function hasMoreIn(body: Json | undefined): boolean | undefined {
  const value = namedIn(body, (name) => /^(hasmore|hasnext|hasnextpage|more)$/.test(name), 2);
  const isLast = namedIn(body, (name) => /^(is)?last(page)?$/.test(name), 2);
  return typeof value === "boolean" ? value : typeof isLast === "boolean" ? !isLast : undefined;
}

const TOTAL = /^total(count|items|results|entries|elements|records|size)?$/;

function totalIn({ isTotal }: List, { response }: Exchange, body: Json | undefined): number | undefined {
  const headers = new Headers(response.headers);
  const header = headers.get("x-total-count") ?? headers.get("x-total");
  if (header !== null && /^\d+$/.test(header)) return Number(header);
  const value = namedIn(body, isTotal, 2);
  return typeof value === "number" ? value : undefined;
}

/** A service can lower the size that was asked for: only a full page, or one that shows its size, has it for sure. */
function pagesTold(body: Json | undefined, { limit }: Asked, length: number): Page["pages"] {
  const count = namedIn(body, (name) => /^(total|num|last)?pages?(count)?$/.test(name) && !/^pages?$/.test(name), 2);
  const told = namedIn(body, (name) => /^((per|in)page|page(size|limit)|size|limit)$/.test(name), 2);
  const size = told ?? (length === limit ? limit : undefined);
  const isTold = typeof count === "number" && typeof size === "number" && size > 0;
  return isTold ? { count, size } : undefined;
}

/** The first value, that is neither null nor an entry of the list, whose name passes. */
function namedIn(body: Json | undefined, isMeant: (name: string) => boolean, depth: number): Json | undefined {
  if (!isJsonObject(body)) return undefined;
  const own = Object.entries(body).find(
    ([name, value]) => isMeant(plain(name)) && value !== null && !Array.isArray(value),
  );
  if (own !== undefined || depth < 2) return own?.[1];
  return Object.values(body)
    .map((value) => namedIn(value, isMeant, depth - 1))
    .find((one) => one !== undefined);
}

/** Only the description has a maximum above which a limit is lowered, since a higher limit is valid. */
function limitFacts(contract: Contract, at: string): List["limits"] {
  const node = contract.nodeAt(at);
  const schema = "schema" in node ? contract.schemaAt(pointer(at, "schema")) : node;
  const byDefault = schema["default"];
  return {
    byDefault: typeof byDefault === "number" ? byDefault : undefined,
    maximum: maximumTold(contract, at) ?? USUAL_MAXIMUM,
  };
}

const USUAL_MAXIMUM = 1000;
