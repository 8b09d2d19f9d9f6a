import {
  type CallInput,
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  queryOf,
  requestMedia,
  valueAt,
} from "content-service-contract";
import { jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { SkippedError } from "../session/session.js";
import { type ListParameters, listParameters } from "./list-parameters.js";
import { wrapperOf } from "./new-values.js";
import { entriesIn, plain, recordIn, singular, valueNamed } from "./payload.js";
import type { Resource } from "./resources.js";
import type { Entry, Kind, Listing, Purpose, Step, Subject } from "./trace.js";

/** What a call is about. */
export interface About {
  readonly subject?: Subject | undefined;
  readonly purpose?: Purpose | undefined;
  /** Sends a request that violates the contract. */
  readonly isWrong?: boolean;
}

/** Makes the calls of a plan and keeps them. */
export interface Recorder {
  readonly steps: Step[];
  readonly gaps: string[];
  /** Calls an operation. Undefined where the run does not permit the call. */
  call(kind: Kind, operation: Operation, input: CallInput, about?: About): Promise<Step | undefined>;
  /** Reads a list to its end, in pages of a size where its parameters allow that. */
  list(resource: Resource, path: Subject["path"], options?: ListOptions): Promise<Step | undefined>;
}

/** How a list is read. */
export interface ListOptions {
  readonly query?: Readonly<Record<string, Json>>;
  readonly limit?: number;
  readonly purpose?: Purpose;
}

/** Creates the recorder of a plan. */
export function createRecorder(session: Session): Recorder {
  const steps: Step[] = [];
  const gaps: string[] = [];
  async function send(operation: Operation, input: CallInput, isWrong = false): Promise<Exchange | undefined> {
    try {
      if (!isWrong) return await session.call(operation.id, input);
      return await session.sendWrong(operation.id, inputRequest(operation, input, session.target.token));
    } catch (error) {
      if (!(error instanceof SkippedError)) throw error;
      gaps.push(error.message);
      return undefined;
    }
  }
  return {
    steps,
    gaps,
    async call(kind, operation, input, { subject, purpose, isWrong } = {}) {
      const exchange = await send(operation, input, isWrong);
      if (exchange === undefined) return undefined;
      const step: Step = {
        ...{ kind, operation, input, exchange, purpose, subject, listing: undefined },
        isSuccess: isSuccess(exchange.response.status),
        sent: dataIn(session, operation, input.body),
        shown: recordIn(jsonOf(exchange)),
      };
      steps.push(step);
      return step;
    },
    async list(resource, path, { query = {}, limit, purpose } = {}) {
      const { list: operation } = resource;
      if (operation === undefined) return undefined;
      const parameters = listParameters(session.contract, operation);
      const listed = await readPages((input) => send(operation, input), operation, parameters, {
        input: { ...session.inputFor(operation.id).input, path, query },
        limit: limit ?? largest(session, parameters),
        resource,
      });
      if (listed === undefined) return undefined;
      const { exchange, listing } = listed;
      const step: Step = {
        ...{ kind: "list", operation, input: { path, query }, exchange, purpose, subject: undefined, sent: undefined },
        isSuccess: isSuccess(exchange.response.status),
        shown: undefined,
        listing: { ...listing, resource, path },
      };
      steps.push(step);
      return step;
    },
  };
}

/** The data in the body of a request. */
function dataIn({ contract }: Session, operation: Operation, body: Json | undefined): JsonObject | undefined {
  const data = body === undefined ? undefined : valueAt(body, wrapperOf(contract, requestMedia(operation)));
  return isJsonObject(data) ? data : undefined;
}

function largest({ contract }: Session, { limit }: ListParameters): number | undefined {
  const maximum = limit === undefined ? undefined : contract.schemaAt(limit.schema)["maximum"];
  return limit === undefined ? undefined : typeof maximum === "number" ? Math.min(maximum, USUAL_LIMIT) : USUAL_LIMIT;
}

const USUAL_LIMIT = 100;
const MOST_PAGES = 60;

interface PageChoice {
  readonly input: CallInput;
  readonly limit: number | undefined;
  readonly resource: Resource;
}

async function readPages(
  send: (input: CallInput) => Promise<Exchange | undefined>,
  operation: Operation,
  { limit: limitParameter, position }: ListParameters,
  { input, limit, resource }: PageChoice,
): Promise<{ exchange: Exchange; listing: Omit<Listing, "resource" | "path"> } | undefined> {
  const sized = limitParameter === undefined || limit === undefined ? {} : { [limitParameter.name]: limit };
  const entries: Entry[] = [];
  const sizes: number[] = [];
  let next: Readonly<Record<string, Json>> =
    position?.kind === "page" ? { [position.parameter.name]: firstPage(position.parameter.example) } : {};
  for (let pages = 1; ; pages += 1) {
    const exchange = await send({ ...input, query: { ...input.query, ...sized, ...next } });
    if (exchange === undefined) return undefined;
    const body = jsonOf(exchange);
    const found = entriesIn(body);
    const total = totalIn(exchange, body);
    const listing = { entries, sizes, total };
    if (!isSuccess(exchange.response.status) || found === undefined)
      return { exchange, listing: { ...listing, isComplete: false } };
    for (const [index, record] of found.records.entries()) {
      const entry = isJsonObject(record) ? record : { value: record };
      entries.push({
        id: identityOf(resource, entry),
        record: entry,
        exchange,
        at: `${found.at}${pointer("", index)}`,
      });
    }
    sizes.push(found.records.length);
    const linked = nextIn(exchange, body);
    const isShort = found.records.length < (limit ?? 1);
    if (position === undefined && linked === undefined) {
      return { exchange, listing: { ...listing, isComplete: limitParameter === undefined || isShort } };
    }
    const isCounted = total !== undefined && entries.length >= total;
    const isEnd = isCounted || isShort || (position?.kind === "cursor" && !KEYS.test(plain(position.parameter.name)));
    if (found.records.length === 0 || (linked === undefined && isEnd))
      return { exchange, listing: { ...listing, isComplete: true } };
    if (pages >= MOST_PAGES) return { exchange, listing: { ...listing, isComplete: false } };
    if (linked !== undefined && typeof linked !== "string") next = known(operation, linked);
    else if (position?.kind === "cursor") {
      const last = linked ?? identifierOf(resource, entries.at(-1)?.record ?? {}) ?? null;
      next = { [position.parameter.name]: last };
    } else if (position?.kind === "offset") next = { [position.parameter.name]: entries.length };
    else if (position?.kind === "page") next = { [position.parameter.name]: Number(next[position.parameter.name]) + 1 };
    else return { exchange, listing: { ...listing, isComplete: false } };
  }
}

/** Parameters that take the id of the last entry, where the service gives no cursor. */
const KEYS = /^(after|startingafter|startafter|sinceid|afterid|lastid)$/;

function firstPage(example: Json | undefined): number {
  return example === 0 ? 0 : 1;
}

/** The parameters of a link that the operation has, with the types that its query can carry. */
function known({ parameters }: Operation, query: readonly [string, string][]): Record<string, Json> {
  const names = new Set(parameters.filter((one) => one.in === "query").map(({ name }) => name));
  return Object.fromEntries(
    query
      .filter(([name]) => names.has(name))
      .map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]),
  );
}

/** Where the next page is: the query of a link, a cursor, or nothing. RFC 8288 for the header. */
function nextIn({ response }: Exchange, body: Json | undefined): string | [string, string][] | undefined {
  const link = new Headers(response.headers).get("link") ?? "";
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(link) ?? [];
  if (address !== undefined) return queryOf(address);
  const value = namedIn(body, (name) => /^next/.test(name) || /next$/.test(name), 2);
  const text = isJsonObject(value) ? value["href"] : value;
  if (typeof text === "number") return String(text);
  if (typeof text !== "string" || text === "") return undefined;
  return /^(https?:\/\/|\/)|\?/.test(text) ? queryOf(text) : text;
}

function totalIn({ response }: Exchange, body: Json | undefined): number | undefined {
  const header = new Headers(response.headers).get("x-total-count") ?? new Headers(response.headers).get("x-total");
  if (header !== null && /^\d+$/.test(header)) return Number(header);
  const value = namedIn(body, (name) => /^total(count|items|results|entries|records|size)?$/.test(name), 2);
  return typeof value === "number" ? value : undefined;
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

/** The id of a record, by the parameter of its path or a usual name. An empty text where it has none. */
export function identityOf({ name, parameter = "id" }: Resource, record: JsonObject): string {
  const id = identifierOf({ name, parameter }, record);
  return id === undefined ? JSON.stringify(record) : String(id);
}

/** The property that a path selects a record by. */
export function identifierOf(
  { name, parameter = "id" }: Pick<Resource, "name" | "parameter">,
  record: JsonObject,
): Json | undefined {
  const own = singular(name);
  const bare = plain(parameter).replace(new RegExp(`^${plain(own)}`), "");
  const names = [
    parameter,
    ...(bare === "" ? [] : [bare]),
    "id",
    "$id",
    `${own}_id`,
    "uuid",
    "key",
    "slug",
    "code",
    "number",
    "name",
    own,
  ];
  for (const one of names) {
    const value = valueNamed(record, one);
    if (typeof value === "string" || typeof value === "number") return value;
  }
  return undefined;
}

/**
 * The id that a creation returns: by a link of the contract, in the record, or in the path of `Location`. Where the response is
 * the record above, as of a new label of a ticket, the id is in the request.
 */
export function createdId(resource: Resource, exchange: Exchange, sent?: JsonObject): Json | undefined {
  const body = jsonOf(exchange);
  const [, place] = /^\$response\.body#(.*)$/.exec(resource.idExpression ?? "") ?? [];
  const linked = place === undefined ? undefined : valueAt(body ?? null, place);
  if (linked !== undefined && linked !== null) return linked;
  if (resource.returnsParent) return sent === undefined ? undefined : identifierOf(resource, sent);
  const own = identifierOf(resource, recordIn(body)?.record ?? {});
  if (own !== undefined) return own;
  const path = new Headers(exchange.response.headers)
    .get("location")
    ?.replace(/[?#].*$/, "")
    .replace(/\/$/, "");
  return path === undefined ? undefined : decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}
