import {
  type CallInput,
  type Exchange,
  isJsonObject,
  type Json,
  type Operation,
  pointer,
  queryOf,
} from "content-service-contract";
import { jsonOf } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { identifierOf, identityOf } from "./identity.js";
import type { ListParameters } from "./list-parameters.js";
import { entriesIn, plain } from "./payload.js";
import type { Resource } from "./resources.js";
import type { Entry, Listing } from "./trace.js";

const MOST_PAGES = 60;

interface PageChoice {
  readonly input: CallInput;
  readonly limit: number | undefined;
  readonly resource: Resource;
}

/** Reads a list to its end: by links, cursors, offsets or numbers of pages. Undefined where the run does not permit the calls. */
export async function readPages(
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
