import {
  arrayAt,
  type Contract,
  decodePercent,
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

export interface Sighting {
  readonly operation: Operation;
  readonly request: PathRequest;
  readonly exchange: Exchange;
  /** JSON pointer into the body. */
  readonly at: string;
  readonly value: string;
}

export interface Contradiction {
  readonly before: Sighting;
  readonly now: Sighting;
  /** The writes between them. None explains it. */
  readonly writes: readonly Operation[];
  readonly shown: ShownRecord;
  /** That of the attribute. */
  readonly name: string;
}

/** What the responses of a run show of each record and list: the same for every caller, until a write names the record. */
export type RecordViews = ReturnType<typeof createRecordViews>;

export function createRecordViews({ document }: Contract) {
  const known = new Map<string, Map<string, Sighting & { writes: number }>>();
  const writes: ReturnType<typeof writeOf>[] = [];
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
    /** Returns at most one contradiction per type and attribute. A single change, which others can make, is for `notes`. */
    see(operation: Operation, request: PathRequest, exchange: Exchange, records: readonly ShownRecord[]) {
      const { status } = exchange.response;
      const write = operation.isSafe ? undefined : writeOf(document, operation, request, exchange);
      // A rejected write changes nothing.
      if (write !== undefined && (status < 400 || status >= 500)) writes.push(write);
      const found = new Map<string, Contradiction>();
      if (operation.server !== "base" || status >= 300) return [];
      for (const shown of [...records, ...wholeList(request, jsonOf(exchange))]) {
        const { type, id } = shown;
        if (id !== undefined && !seen.has(id)) {
          seen.add(id);
          if (write?.sent.has(id) === false && OWN_PLACE.test(shown.at())) own.add(id);
        }
        const key = id === undefined ? JSON.stringify(request) : `${type} ${id}`;
        const views = known.get(key) ?? new Map<string, Sighting & { writes: number }>();
        known.set(key, views);
        for (const [name, attribute] of Object.entries(shown.attributes)) {
          const value = textOf(attribute);
          if (value === undefined || ofViews.has(name)) continue;
          const before = views.get(name);
          if (before !== undefined && isSame(before.value, value)) {
            before.writes = writes.length;
            continue;
          }
          const isReference = isJsonObject(attribute);
          const at = pointer(shown.at(), name, ...(isReference ? ["id"] : []));
          const now = { operation, request, exchange, value, at, writes: writes.length };
          views.set(name, now);
          const kind = `${type} ${name}`;
          if (before === undefined || found.has(kind)) continue;
          const between = writes.slice(before.writes);
          const operations = [...new Set(between.map((one) => one.operation))];
          const contradiction = { before, now, writes: operations, shown, name };
          // A write to a user changes what refers to the user.
          const referred = isReference ? [before.value, value] : [];
          const isMoved = between.some(({ sent }) => referred.some((one) => sent.has(one)));
          const isChanged = between.some(({ changes }) => stringsAt(changes, operation.id).includes(name));
          const isExplained = (one: string) => isMoved || isChanged || between.some(({ names }) => names.has(one));
          const ids = id === undefined ? changedEntries(before.value, value) : [id];
          const unexplained = ids.filter((one) => !isExplained(one));
          if (unexplained.length === 0) continue;
          // A read can be repeated, so that a change in the meantime is known.
          if (between.length === 0 && before.operation.isSafe) {
            if (id !== undefined) found.set(kind, contradiction);
          } else if (isSure(unexplained, `${key} ${name}`)) {
            if (once !== undefined) found.set("once", once);
            once = undefined;
            found.set(kind, contradiction);
          } else once ??= contradiction;
        }
      }
      return [...found.values()];
    },
    hasWritten: (id: string) => writes.some(({ operation }) => operation.id === id),
    forget: () => known.clear(),
    notes: () => (once === undefined ? [] : [`${changeText(once)}. Seen once: others may have changed it.`]),
  };
}

/** A change that no write explains, as a sentence without its end. */
export function changeText(contradiction: Contradiction): string {
  const { before, now, writes } = contradiction;
  const { expected, received } = difference(contradiction, before.value, now.value);
  const names = writes.map(({ id }) => id);
  const since = `${names.slice(0, MOST_WRITES).join(", ")}${names.length > MOST_WRITES ? " and others" : ""}`;
  const place = before.operation.isSafe ? "" : ` in the response of ${before.operation.id}`;
  return `Expected ${expected}, as${place}${names.length === 0 ? "" : ` before ${since}`}; received ${received}`;
}

const MOST_WRITES = 5;
/** The place of the created record itself, or of one in a list of its parts: others are only referred to. */
const OWN_PLACE = /^(\/[^/]+\/\d+)*$/;

/** The values in the request of a write, such as ids, and those in its response too, and what other operations show then (`x-changes`). */
function writeOf(document: JsonObject, operation: Operation, { path, body }: PathRequest, exchange: Exchange) {
  const sent = new Set([...path.split(/[/?&=]/).map((one) => decodePercent(one) ?? one), ...valuesIn(parseJson(body))]);
  const names = new Set([...sent, ...valuesIn(jsonOf(exchange))]);
  return { operation, sent, names, changes: objectAt(placeAt(document, operation.pointer).node, "x-changes") };
}

/** All strings, numbers and other plain values in a value, as text. */
export function valuesIn(value: Json | undefined): string[] {
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

/** What a response shows of a record, or the entries of a whole list. */
export interface ShownRecord {
  readonly type: string;
  /** Undefined for a list. */
  readonly id?: string;
  readonly attributes: JsonObject;
  /** Its JSON pointer in the body, made only where it is needed: most records are as before. */
  readonly at: () => string;
}

function textOf(attribute: Json): string | undefined {
  const value = isJsonObject(attribute) ? attribute["id"] : attribute;
  return value == null || typeof value === "object" || value === "" ? undefined : String(value);
}

function changedEntries(one: string, other: string): string[] {
  return [...missingIn(other, one), ...missingIn(one, other)].map((entry) => entry.split(" ")[1] ?? "");
}

function missingIn(list: string, other: string): string[] {
  const entries = new Set(JSON.parse(list));
  return JSON.parse(other).filter((entry: string) => !entries.has(entry));
}

export function difference({ shown: { type, id }, name }: Contradiction, right: string, wrong: string) {
  if (id !== undefined)
    return { expected: `the \`${name}\` ${quoted(right)} of ${type} ${id}`, received: quoted(wrong) };
  const [lost] = missingIn(wrong, right);
  if (lost !== undefined) return { expected: `${lost} in the list`, received: "a list without it" };
  return { expected: `no ${missingIn(right, wrong)[0]} in the list`, received: "a list with it" };
}

function quoted(text: string): string {
  return JSON.stringify(cutText(text, MOST_CHARACTERS));
}

const MOST_CHARACTERS = 60;

/** The types and ids of the entries of a list that has no other page. */
function wholeList({ path }: PathRequest, body: Json | undefined): ShownRecord[] {
  if (!isJsonObject(body) || !Array.isArray(body["entries"]) || /[?&](marker|offset)=/.test(path)) return [];
  const records = body["entries"].flatMap((one) => (isJsonObject(one) && one["id"] !== undefined ? [one] : []));
  const { next_marker: next, total_count: total = records.length } = body;
  if (next != null || total !== records.length || records.length !== body["entries"].length) return [];
  const entries = JSON.stringify(records.map((one) => `${stringAt(one, "type")} ${stringAt(one, "id")}`));
  return [{ type: "list", attributes: { entries }, at: () => "" }];
}

/** The records of a response, the outer ones first. */
export function recordsIn(exchange: Exchange): ShownRecord[] {
  const found: ShownRecord[] = [];
  const visit = (value: Json | undefined, at: () => string): void => {
    if (typeof value !== "object" || value === null) return;
    if (isJsonObject(value)) {
      const [type, id] = [stringAt(value, "type"), stringAt(value, "id")];
      if (type !== undefined && id !== undefined) found.push({ type, id, attributes: value, at });
    }
    for (const [name, one] of Object.entries(value)) if (typeof one === "object") visit(one, () => pointer(at(), name));
  };
  if (exchange.response.status < 300) visit(jsonOf(exchange), () => "");
  return found;
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
export function futureTime({ response }: Exchange, records: readonly ShownRecord[]) {
  const date = new Headers(response.headers).get("date") ?? "";
  const latestMs = Date.parse(date) + CLOCK_SKEW_MS;
  for (const { attributes, at } of records) {
    for (const name of EVENTS) {
      const time = stringAt(attributes, name) ?? "";
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
