import {
  arrayAt,
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type NamedExample,
  type Operation,
  objectAt,
  placeAt,
  pointer,
  requestMedia,
  schemaProperties,
  stringAt,
  stringsAt,
} from "content-service-contract";
import type { UsedExamples } from "../../coverage/coverage.js";
import { type CheckTarget, jsonOf, type Session } from "../session/check.js";
import { expectSuccessIfKnown, isSuccess } from "../session/expectations.js";
import { targetInput } from "../session/target-input.js";

/** A pagination scheme. */
export type Scheme = "offset" | "marker";

/** A paginated operation of the contract. */
export interface List {
  readonly operation: Operation;
  readonly schemes: readonly Scheme[];
  /** Whether every id of the call is known to exist. */
  readonly known: boolean;
  /** JSON pointer to a pagination parameter. */
  pointerOf(name: string): string;
  /** The documented default page size. */
  readonly defaultLimit: number | undefined;
  /** The maximum page size. */
  readonly maximumLimit: number;
  /** What each call sends beside its pagination. */
  readonly input: CallInput;
  /** The same list with more query parameters, such as filters. */
  with(query: Readonly<Record<string, Json>>): List;
  /** Requests a page. */
  call(session: Session, scheme: Scheme, asked: Asked, used?: UsedExamples): Promise<Exchange>;
  /** Requests a page, and expects it when every id is known. Undefined after an error response. */
  page(session: Session, scheme: Scheme, asked: Asked): Promise<Page | undefined>;
}

/** The pagination parameters of a request. */
export interface Asked {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly marker?: string | undefined;
}

/** A parsed page. */
export interface Page {
  readonly exchange: Exchange;
  readonly asked: Asked;
  /** Type and id of each entry. */
  readonly entries: readonly string[];
  /** The entries as received. */
  readonly records: readonly Json[];
  /** The sort keys that the page names. */
  readonly order: readonly Json[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly totalCount: number | undefined;
  /** Undefined at the end of the list. */
  readonly nextMarker: string | undefined;
  /** Undefined on the first page, and where the service gives none. */
  readonly prevMarker: string | undefined;
}

/** The pagination of an operation. Undefined for an operation without `x-paging`. */
export function listOf(contract: Contract, operation: Operation, target: CheckTarget): List | undefined {
  const paging = objectAt(placeAt(contract.document, operation.pointer).node, "x-paging");
  const schemes = stringsAt(paging, "schemes").filter((one) => one === "offset" || one === "marker");
  if (schemes.length === 0) return undefined;
  const inBody = stringAt(paging, "marker") === "body";
  const { input, known } = steady(contract, operation, target, inBody);
  const places = inBody ? bodyPlaces(contract, operation, input.body) : queryPlaces(operation);
  const pointerOf = (name: string) => places.get(name) ?? operation.pointer;
  const limit = limitFacts(contract, pointerOf("limit"));
  const continuing = requestMedia(operation)?.examples.find(continues)?.name;
  const from = (input: CallInput): List => {
    const call: List["call"] = async (session, scheme, asked, used) => {
      const usemarker = scheme === "marker" && schemes.length > 1;
      const given = Object.entries<Json | undefined>({ ...asked, usemarker: usemarker || undefined });
      return session.call(operation.id, withPaging(input, given, inBody), used);
    };
    return {
      operation,
      schemes,
      known,
      pointerOf,
      defaultLimit: limit.byDefault,
      maximumLimit: limit.maximum,
      input,
      with: (query) => from({ ...input, query: { ...input.query, ...query } }),
      call,
      async page(session, scheme, asked) {
        const used = asked.marker === undefined ? undefined : { requestExample: continuing };
        const exchange = await call(session, scheme, asked, used);
        return expectSuccessIfKnown(session, exchange, known) ? pageOf(exchange, asked) : undefined;
      },
    };
  };
  return from(input);
}

/** Whether an example requests a later page. */
export function continues({ value }: NamedExample): boolean {
  return isJsonObject(value) && "marker" in value;
}

/** A query needs an order to be stable across pages. */
function steady(contract: Contract, operation: Operation, target: CheckTarget, inBody: boolean) {
  const choices = requestMedia(operation)?.examples ?? [];
  const plain = targetInput(contract, operation, target);
  const body = plain.input.body;
  const query = objectAt(placeAt(contract.document, operation.pointer).node, "x-query");
  const name = stringAt(objectAt(query, "order"), "property") ?? "";
  const sorted = choices.find(({ value }) => isJsonObject(value) && name in value);
  if (!inBody || !isJsonObject(body) || sorted === undefined) return plain;
  const { input } = targetInput(contract, operation, target, { requestExample: sorted });
  const order = isJsonObject(input.body) ? input.body[name] : undefined;
  const schema = requestMedia(operation)?.schema ?? "";
  const required = stringsAt(contract.schemaAt(schema), "required");
  // Without a condition the list has the most entries.
  const kept = Object.entries(body).filter(([name]) => required.includes(name));
  const wider = { ...Object.fromEntries(kept), ...(order === undefined ? {} : { [name]: order }) };
  return { input: { ...plain.input, body: wider }, known: plain.known };
}

function withPaging(input: CallInput, given: [string, Json | undefined][], inBody: boolean): CallInput {
  const paging = Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  if (!inBody) return { ...input, query: { ...input.query, ...paging } };
  return { ...input, body: { ...(isJsonObject(input.body) ? input.body : {}), ...paging } };
}

/** The page of a response. Undefined for an error response. */
export function pageOf(exchange: Exchange, asked: Asked): Page | undefined {
  const body = jsonOf(exchange);
  if (!isSuccess(exchange.response.status) || !isJsonObject(body) || !Array.isArray(body["entries"])) return undefined;
  const number = (name: string) => (typeof body[name] === "number" ? body[name] : undefined);
  const marker = (name: string) => stringAt(body, name) || undefined;
  const records = arrayAt(body, "entries");
  return {
    exchange,
    asked,
    entries: records.map(identityOf),
    records,
    order: arrayAt(body, "order"),
    limit: number("limit"),
    offset: number("offset"),
    totalCount: number("total_count"),
    nextMarker: marker("next_marker"),
    prevMarker: marker("prev_marker"),
  };
}

/** Type and id of an entry; an entry without an id as JSON. */
export function identityOf(entry: Json): string {
  const id = isJsonObject(entry) ? stringAt(entry, "id") : undefined;
  return isJsonObject(entry) && id !== undefined
    ? `${stringAt(entry, "type") ?? "entry"} ${id}`
    : JSON.stringify(entry);
}

function queryPlaces({ parameters }: Operation): ReadonlyMap<string, string> {
  return new Map(parameters.filter((one) => one.in === "query").map((one) => [one.name, one.pointer]));
}

function bodyPlaces(contract: Contract, operation: Operation, body: Json | undefined): ReadonlyMap<string, string> {
  const schema = requestMedia(operation)?.schema;
  return schema === undefined ? new Map() : schemaProperties(contract, schema, isJsonObject(body) ? body : {});
}

/** Only the description has the maximum, since a higher limit is valid. */
function limitFacts(contract: Contract, at: string): { byDefault: number | undefined; maximum: number } {
  const { node } = placeAt(contract.document, at);
  const schema = "schema" in node ? contract.schemaAt(pointer(at, "schema")) : node;
  const words = `${stringAt(node, "description") ?? ""} ${stringAt(schema, "description") ?? ""}`;
  const [, documented] = /\bmaximum of [^,.]*, (\d+)/.exec(words) ?? [];
  const byDefault = schema["default"];
  return {
    byDefault: typeof byDefault === "number" ? byDefault : undefined,
    maximum: documented === undefined ? USUAL_MAXIMUM : Number(documented),
  };
}

const USUAL_MAXIMUM = 1000;
