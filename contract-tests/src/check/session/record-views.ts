import {
  arrayAt,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { jsonOf, objectOf } from "./check.js";
import type { PathRequest } from "./send.js";

/** An attribute of a record in a response. */
export interface Sighting {
  readonly operation: Operation;
  readonly request: PathRequest;
  readonly exchange: Exchange;
  /** JSON pointer into the body. */
  readonly at: string;
  readonly value: string;
}

/** A record that two responses show with different values. */
export interface Contradiction {
  /** Type and id. */
  readonly record: string;
  readonly attribute: string;
  readonly before: Sighting;
  readonly now: Sighting;
}

/** What the responses of a run show of each record. It is the same for every caller. */
export interface RecordViews {
  /** Remembers the records of a response. Returns at most one contradiction per type and attribute. */
  see(operation: Operation, request: PathRequest, exchange: Exchange): Contradiction[];
  /** Forgets all records, since a write can change any of them. */
  forget(): void;
}

/** Creates the memory of a run. */
export function createRecordViews({ document }: Contract): RecordViews {
  const known = new Map<string, Sighting>();
  const ofViews = new Set(namesOfViews(document));
  return {
    see(operation, request, exchange) {
      const { status } = exchange.response;
      const body = operation.isSafe && operation.server === "base" && status < 300 ? jsonOf(exchange) : undefined;
      if (body === undefined) return [];
      const found = new Map<string, Contradiction>();
      visit(body, (record, type, attribute, sighting) => {
        if (ofViews.has(attribute)) return;
        const key = `${type} ${record} ${attribute}`;
        const before = known.get(key);
        if (before !== undefined && isSame(before.value, sighting.value)) return;
        const now = { value: sighting.value, at: sighting.at(), operation, request, exchange };
        known.set(key, now);
        if (before === undefined) return;
        const place = `${type} ${attribute}`;
        if (!found.has(place)) found.set(place, { record: `${type} ${record}`, attribute, before, now });
      });
      return [...found.values()];
    },
    forget: () => known.clear(),
  };
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
  let found: { at: string; time: string; date: string } | undefined;
  visitRecords(body ?? null, ROOT, (record, at) => {
    for (const name of EVENTS) {
      const time = stringAt(record, name) ?? "";
      if (Date.parse(time) > latestMs) found ??= { at: pointer(at(), name), time, date };
    }
  });
  return found;
}

/** `Date` has whole seconds, and the parts of a service can have clocks of their own. */
const CLOCK_SKEW_MS = 60_000;
const EVENTS = ["created_at", "modified_at", "assigned_at", "applied_at", "acknowledged_at", "trashed_at"];

/** The JSON pointer of a value, made only where it is needed: most records are as before. */
type At = () => string;
const ROOT: At = () => "";

/** The names of properties that depend on the operation that shows them (`x-changes-with`). */
function namesOfViews(node: Json): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, one]) => {
    const isOfView = isJsonObject(one) && stringsAt(one, "x-changes-with").includes("$view");
    return isOfView ? [name] : namesOfViews(one);
  });
}

type Visitor = (id: string, type: string, attribute: string, seen: { at: At; value: string }) => void;

function visit(body: Json, visitor: Visitor): void {
  visitRecords(body, ROOT, (value, at) => {
    const [type, id] = [stringAt(value, "type") ?? "", stringAt(value, "id") ?? ""];
    for (const [name, own] of Object.entries(value)) {
      const path = isJsonObject(own) ? [name, "id"] : [name];
      const shown = isJsonObject(own) ? own["id"] : own;
      if (shown !== undefined && shown !== null && typeof shown !== "object" && shown !== "")
        visitor(id, type, name, { at: () => pointer(at(), ...path), value: String(shown) });
    }
  });
}

function visitRecords(value: Json, at: At, visitor: (record: JsonObject, at: At) => void): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visitRecords(one, () => pointer(at(), index), visitor);
  }
  if (!isJsonObject(value)) return;
  if (stringAt(value, "type") !== undefined && stringAt(value, "id") !== undefined) visitor(value, at);
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === "object") visitRecords(one, () => pointer(at(), name), visitor);
  }
}

/** Times are the same within a second: a service may show fewer digits in some responses. */
export function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  return TIME.test(one) && TIME.test(other) && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
