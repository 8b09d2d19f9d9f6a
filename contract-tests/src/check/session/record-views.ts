import {
  arrayAt,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  parseJson,
  placeAt,
  pointer,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { cutText } from "content-service-contract/text";
import { jsonOf, objectOf } from "./check.js";
import type { PathRequest } from "./send.js";

/** A response that shows something of a record. */
export interface Sighting {
  readonly operation: Operation;
  readonly request: PathRequest;
  readonly exchange: Exchange;
  /** JSON pointer into the body. */
  readonly at: string;
  readonly value: string;
}

/** What two responses show differently. */
export interface Contradiction {
  readonly before: Sighting;
  readonly now: Sighting;
  /** The writes between them. None explains it. */
  readonly writes: readonly Operation[];
  readonly tell: Part["tell"];
}

/**
 * What the responses of a run show of each record, and of each list. It is the same for every caller, and only a write that
 * names the record changes it.
 */
export interface RecordViews {
  /**
   * Remembers a response. Returns at most one contradiction per type and attribute. Others can change a record in the
   * meantime, but rarely twice: a single change is left for `notes`.
   */
  see(operation: Operation, request: PathRequest, exchange: Exchange): Contradiction[];
  /** Whether an operation has written. */
  hasWritten(operation: string): boolean;
  /** Forgets all records: nobody knows what has changed. */
  forget(): void;
  /** What was seen once, as sentences. */
  notes(): string[];
}

/** Creates the memory of a run. */
export function createRecordViews({ document }: Contract): RecordViews {
  const known = new Map<string, Sighting & { readonly writes: number }>();
  const writes: Write[] = [];
  const ofViews = new Set(namesOfViews(document));
  const changed = new Map<string, string>();
  const seen = new Set<string>();
  /** The ids of the records that the run created. Nobody else knows them. */
  const own = new Set<string>();
  let once: Contradiction | undefined;
  /** Whether records have changed without a reason twice: two of them, or one in the same place; once for those of the run. */
  const isSure = (ids: readonly string[], key: string) => {
    const isAgain = ids.some((id) => own.has(id) || changed.get(id) === key);
    for (const id of ids) changed.set(id, changed.get(id) ?? key);
    return isAgain || changed.size > 1;
  };
  return {
    see(operation, request, exchange) {
      const { status } = exchange.response;
      const write = operation.isSafe ? undefined : writeOf(document, operation, request, exchange);
      // A rejected write changes nothing.
      if (write !== undefined && (status < 400 || status >= 500)) writes.push(write);
      const body = operation.server === "base" && status < 300 ? jsonOf(exchange) : undefined;
      const found = new Map<string, Contradiction>();
      for (const part of body === undefined ? [] : partsOf(request, body)) {
        const { key, kind, name, value, tell } = part;
        if (part.id !== undefined && !seen.has(part.id)) {
          seen.add(part.id);
          if (write?.sent.has(part.id) === false && OWN_PLACE.test(part.at())) own.add(part.id);
        }
        if (ofViews.has(name)) continue;
        const before = known.get(key);
        const isAsBefore = before !== undefined && isSame(before.value, value);
        const now = isAsBefore ? before : { operation, request, exchange, value, at: part.at() };
        known.set(key, { ...now, writes: writes.length });
        if (before === undefined || isAsBefore || found.has(kind)) continue;
        const between = writes.slice(before.writes);
        const contradiction = { before, now, writes: [...new Set(between.map((one) => one.operation))], tell };
        // A write to a user changes what refers to the user.
        const referred = part.isReference ? [before.value, value] : [];
        const isExplained = (id: string) =>
          between.some(
            ({ names, sent, changes }) =>
              names.has(id) || referred.some((one) => sent.has(one)) || stringsAt(changes, operation.id).includes(name),
          );
        const unexplained = part.changed(before.value).filter((id) => !isExplained(id));
        if (unexplained.length === 0) continue;
        // A read can be repeated, so that a change in the meantime is known.
        if (between.length === 0 && before.operation.isSafe) {
          if (kind !== LIST) found.set(kind, contradiction);
        } else if (isSure(unexplained, key)) {
          if (once !== undefined) found.set("once", once);
          once = undefined;
          found.set(kind, contradiction);
        } else once ??= contradiction;
      }
      return [...found.values()];
    },
    hasWritten: (id) => writes.some(({ operation }) => operation.id === id),
    forget: () => known.clear(),
    notes: () => (once === undefined ? [] : [`${changeText(once)}. Seen once: others may have changed it.`]),
  };
}

/** A change that no write explains, as a sentence without its end. */
export function changeText({ before, now, writes, tell }: Contradiction): string {
  const { expected, received } = tell(before.value, now.value);
  const names = writes.map(({ id }) => id);
  const since = `${names.slice(0, MOST_WRITES).join(", ")}${names.length > MOST_WRITES ? " and others" : ""}`;
  const place = before.operation.isSafe ? "" : ` in the response of ${before.operation.id}`;
  return `Expected ${expected}, as${place}${names.length === 0 ? "" : ` before ${since}`}; received ${received}`;
}

const MOST_WRITES = 5;
/** An attribute of the created record itself, or of one in a list of its parts: others are only referred to. */
const OWN_PLACE = /^(\/[^/]+\/\d+)*\/[^/]+$/;
/** The kind of the entries of a list. */
const LIST = "list";

interface Write {
  readonly operation: Operation;
  /** The values in its request, such as ids. */
  readonly sent: ReadonlySet<string>;
  /** Those in its response, too. */
  readonly names: ReadonlySet<string>;
  /** What it changes in what other operations show (`x-changes`). */
  readonly changes: JsonObject;
}

function writeOf(document: JsonObject, operation: Operation, { path, body }: PathRequest, exchange: Exchange): Write {
  const sent = new Set([...path.split(/[/?&=]/).map(decoded), ...valuesIn(parseJson(body))]);
  const names = new Set([...sent, ...valuesIn(jsonOf(exchange))]);
  return { operation, sent, names, changes: objectAt(placeAt(document, operation.pointer).node, "x-changes") };
}

/** A part of a path. An invalid request may have one that cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valuesIn(value: Json | undefined): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(valuesIn);
  return value === undefined ? [] : [String(value)];
}

/** The names of properties that depend on the operation that shows them (`x-changes-with`). */
function namesOfViews(node: Json): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, one]) => {
    const isOfView = isJsonObject(one) && stringsAt(one, "x-changes-with").includes("$view");
    return isOfView ? [name] : namesOfViews(one);
  });
}

/** The JSON pointer of a value, made only where it is needed: most records are as before. */
type At = () => string;
const ROOT: At = () => "";

/** What a response shows that other responses show, too. */
interface Part {
  readonly key: string;
  /** That of the record. Undefined for a list. */
  readonly id?: string;
  /** Of its kind, one contradiction in a response is enough. */
  readonly kind: string;
  /** That of the attribute. */
  readonly name: string;
  readonly value: string;
  readonly at: At;
  /** Whether the value is the id of another record. */
  readonly isReference: boolean;
  /** The ids of the records that have changed, each of which a write has to name. */
  readonly changed: (before: string) => readonly string[];
  readonly tell: (right: string, wrong: string) => { readonly expected: string; readonly received: string };
}

/** The attributes of the records in a response, and the entries of a whole list. */
function* partsOf(request: PathRequest, body: Json): Generator<Part> {
  for (const [record, place] of recordsIn(body, ROOT)) {
    const [type, id] = [stringAt(record, "type") ?? "", stringAt(record, "id") ?? ""];
    for (const [name, own] of Object.entries(record)) {
      const isReference = isJsonObject(own);
      const shown = isReference ? own["id"] : own;
      if (shown === undefined || shown === null || typeof shown === "object" || shown === "") continue;
      const value = String(shown);
      yield {
        ...{ key: `${type} ${id} ${name}`, id, kind: `${type} ${name}`, name, value, isReference },
        at: () => pointer(place(), name, ...(isReference ? ["id"] : [])),
        changed: () => [id],
        tell: (right, wrong) => ({
          expected: `the \`${name}\` ${quoted(right)} of ${type} ${id}`,
          received: quoted(wrong),
        }),
      };
    }
  }
  const entries = wholeList(request, body);
  if (entries === undefined) return;
  const changes = (one: string, other: string): string[] => {
    const others = new Set(JSON.parse(other));
    return JSON.parse(one).filter((entry: string) => !others.has(entry));
  };
  const value = JSON.stringify(entries);
  yield {
    ...{ key: JSON.stringify(request), kind: LIST, name: "entries", value, isReference: false },
    at: () => "/entries",
    changed: (before) => [...changes(before, value), ...changes(value, before)].map((one) => one.split(" ")[1] ?? ""),
    tell(right, wrong) {
      const [lost] = changes(right, wrong);
      const [added] = changes(wrong, right);
      if (lost !== undefined) return { expected: `${lost} in the list`, received: "a list without it" };
      return { expected: `no ${added} in the list`, received: "a list with it" };
    },
  };
}

function quoted(text: string): string {
  return JSON.stringify(cutText(text, MOST_CHARACTERS));
}

const MOST_CHARACTERS = 60;

/** The types and ids of the entries of a list that has no other page. */
function wholeList({ path }: PathRequest, body: Json): string[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body["entries"]) || /[?&](marker|offset)=/.test(path)) return undefined;
  const records = body["entries"].flatMap((one) => (isJsonObject(one) && one["id"] !== undefined ? [one] : []));
  const { next_marker: next, total_count: total = records.length } = body;
  if (next != null || total !== records.length || records.length !== body["entries"].length) return undefined;
  return records.map((one) => `${stringAt(one, "type")} ${stringAt(one, "id")}`);
}

function* recordsIn(value: Json, at: At): Generator<readonly [record: JsonObject, at: At]> {
  if (typeof value !== "object" || value === null) return;
  if (isJsonObject(value) && stringAt(value, "type") !== undefined && stringAt(value, "id") !== undefined)
    yield [value, at];
  for (const [name, one] of Object.entries(value)) yield* recordsIn(one, () => pointer(at(), name));
}

/** The first entry of a page that has the type and id of an earlier one. */
export function repeatedEntry(exchange: Exchange): { at: string; entry: string } | undefined {
  const body = exchange.response.status < 300 ? objectOf(exchange) : {};
  const seen = new Set<string>();
  for (const [index, one] of arrayAt(body, "entries").entries()) {
    const entry = isJsonObject(one) && stringAt(one, "id") ? `${stringAt(one, "type")} ${stringAt(one, "id")}` : "";
    if (entry !== "" && seen.has(entry)) return { at: pointer("/response/body/entries", index), entry };
    seen.add(entry);
  }
  return undefined;
}

/** A time in a response that is after its `Date`, though the event is over. Undefined without one. */
export function futureTime(exchange: Exchange): { at: string; time: string; date: string } | undefined {
  const { status, headers } = exchange.response;
  const date = new Headers(headers).get("date") ?? "";
  const latestMs = Date.parse(date) + CLOCK_SKEW_MS;
  const body = status < 300 ? jsonOf(exchange) : undefined;
  for (const [record, at] of recordsIn(body ?? null, ROOT)) {
    for (const name of EVENTS) {
      const time = stringAt(record, name) ?? "";
      if (Date.parse(time) > latestMs) return { at: pointer(at(), name), time, date };
    }
  }
  return undefined;
}

/** `Date` has whole seconds, and the parts of a service can have clocks of their own. */
const CLOCK_SKEW_MS = 60_000;
const EVENTS = ["created_at", "modified_at", "assigned_at", "applied_at", "acknowledged_at", "trashed_at"];

/** Times are the same within a second: a service may show fewer digits in some responses. */
export function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  return TIME.test(one) && TIME.test(other) && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
