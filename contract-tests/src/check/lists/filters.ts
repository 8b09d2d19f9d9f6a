import { randomUUID } from "node:crypto";
import { type Contract, type Json, type JsonObject, valueAt } from "content-service-contract";
import { isFreeText } from "../resources/bodies.js";
import { shown, valueNamed } from "../resources/payload.js";
import { moved } from "../resources/ranges.js";
import { NO_ID } from "../session/target-input.js";
import type { Entry } from "./list.js";
import type { Filter, FilterQuery } from "./list-parameters.js";

/** The queries by one filter: with values of entries and of the contract, and with a value that no entry has. */
export function queriesBy(contract: Contract, filter: Filter, records: readonly JsonObject[]): FilterQuery[] {
  const { parameter, relation, isExact } = filter;
  const values = filterValues(contract, filter, records);
  const [text] = isExact === undefined ? [] : values.filter((value) => typeof value === "string");
  const otherCase = text?.toUpperCase() === text ? text?.toLowerCase() : text?.toUpperCase();
  const known = [...values, ...(otherCase === undefined ? [] : [otherCase])];
  const isOpen = relation === "equal" && isFreeText(contract, { schema: parameter.schema, value: "" });
  const unknown = /^\d+$/.test(String(values[0])) ? NO_ID : `nothing-${randomUUID().slice(0, 8)}`;
  return [
    ...known.map((value): FilterQuery => ({ chosen: [[filter, value]] })),
    ...(isOpen ? [{ chosen: [[filter, unknown] as const], isUnknown: true }] : []),
  ];
}

/** The queries by several filters: all those of an entry, and each with another one that excludes it. */
export function queriesTogether(contract: Contract, filters: readonly Filter[], records: readonly JsonObject[]) {
  const usable = filters.filter((one) => records.some((record) => valueFor(one, record) !== undefined));
  const entry = records.find((record) => usable.every((one) => valueFor(one, record) !== undefined)) ?? records[0];
  if (entry === undefined) return [];
  const own = usable.flatMap((filter): FilterQuery["chosen"] => {
    const value = valueFor(filter, entry);
    return value === undefined ? [] : [[filter, value]];
  });
  const pairs = own.flatMap((one, index) =>
    own.slice(index + 1).map(([other, value]): FilterQuery => {
      const values = filterValues(contract, other, records);
      return { chosen: [one, [other, values.find((each) => passes(other, each, entry) === false) ?? value]] };
    }),
  );
  return own.length < 2 ? [] : [{ chosen: own }, ...pairs];
}

/** Values that the first entry, the most and the least entries have, and those that the contract lists; of times, those around one. */
function filterValues(contract: Contract, filter: Filter, records: readonly JsonObject[]): Json[] {
  const { parameter, relation } = filter;
  if (contract.hasType(parameter.schema, "boolean")) return [true, false];
  const own = records.flatMap((record) => valueIn(record, filter) ?? []).flat();
  if (relation === "contains") return own.slice(0, 1).flatMap((one) => String(one).split(" ").at(-1) ?? []);
  if (filter.isList) {
    const some = [...new Set(own)].filter((one) => typeof one !== "object").slice(0, 2);
    return [...some.map((one) => [one]), some].filter((one) => contract.isValid(parameter.schema, one));
  }
  const usable = own.filter((one) => typeof one !== "object" && contract.isValid(parameter.schema, one));
  const counts = new Map<Json, number>();
  for (const value of usable) counts.set(value, (counts.get(value) ?? 0) + 1);
  const distinct = [...counts.keys()];
  const middle = distinct.toSorted()[Math.floor(distinct.length / 2)];
  if (isExclusive(filter) && middle !== undefined) {
    const atMs = isInstant(middle) ? Date.parse(String(middle)) : Number.NaN;
    if (Number.isNaN(atMs)) return [moved(middle, -1), middle, moved(middle, 1)].flatMap((one) => one ?? []);
    // The same instant with another offset is on the other side of the entry's time without that.
    return [...[-1000, 0, 1000].map((ms) => timeOf(atMs + ms)), timeOf(atMs, relation === "after" ? -8 : 8)];
  }
  const middleMs = relation === "equal" ? Number.NaN : Date.parse(String(middle));
  const around = Number.isNaN(middleMs) ? [] : [-3_600_000, 3_600_000].map((ms) => timeOf(middleMs + ms));
  const bounds = around.filter((one) => contract.isValid(parameter.schema, one));
  const byCount = distinct.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const chosen = [distinct[0], byCount[0], distinct[Math.floor(distinct.length / 2)], byCount.at(-1)];
  const { listed = [] } = filter;
  const possible = contract.enumAt(parameter.schema).filter((one) => listed.length === 0 || listed.includes(one));
  return [...new Set([...chosen.flatMap((one) => one ?? []), ...bounds, ...possible.slice(0, 4)])];
}

/** A value that selects an entry. Undefined where the entry lacks the property. */
export function valueFor(filter: Filter, record: JsonObject): Json | undefined {
  const { relation, isList } = filter;
  const [own] = [valueIn(record, filter) ?? []].flat();
  if (own === undefined || typeof own === "object") return undefined;
  if (isList) return [own];
  if (relation === "positive") return Number(own) > 0;
  if (relation === "contains") return String(own).split(" ").at(-1);
  const isFrom = relation === "after" || relation === "least";
  // Without a time of the day, a second more or less is none.
  if (relation === "equal" || !isInstant(own)) return isExclusive(filter) ? moved(own, isFrom ? -1 : 1) : own;
  const atMs = Date.parse(String(own));
  return Number.isNaN(atMs) ? undefined : timeOf(atMs + (isFrom ? -1000 : 1000));
}

function isExclusive({ relation }: Filter): boolean {
  return relation === "after" || relation === "before";
}

function isInstant(value: Json): boolean {
  return /\dT\d/.test(String(value));
}

function timeOf(ms: number, offsetHours = 0): string {
  const local = new Date(ms + offsetHours * 3_600_000).toISOString().replace(/(\.000)?Z$/, "");
  return `${local}${offsetHours < 0 ? "-" : "+"}${String(Math.abs(offsetHours)).padStart(2, "0")}:00`;
}

function valueIn(record: JsonObject, { property, isDay }: Filter): Json | undefined {
  const own = property.startsWith("/") ? valueAt(record, property) : valueNamed(record, property);
  const isTime = isDay && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(String(own));
  return isTime ? new Date(String(own)).toISOString().slice(0, 10) : own;
}

/** Whether an entry passes a filter with a value. Undefined where it lacks the property, or on a boundary that may belong to both. */
function passes(filter: Filter, value: Json, record: JsonObject): boolean | undefined {
  const { relation, isExact, isInclusive } = filter;
  const own = valueIn(record, filter);
  if (own === undefined || (own === null && relation === "positive")) return undefined;
  // Nothing is neither before nor after something.
  if (own === null) return false;
  if (relation === "positive") return typeof own === "number" ? own > 0 === (value === true) : undefined;
  if (relation === "contains" || relation === "prefix") {
    const isFound = (text: string, part: string) =>
      relation === "prefix" ? text.startsWith(part) : text.includes(part);
    const [text, part] = [String(own), String(value)];
    const [isSame, isAny] = [isFound(text, part), isFound(text.toLowerCase(), part.toLowerCase())];
    if (isExact !== undefined) return isExact ? isSame : isAny;
    return relation === "contains" || isSame === isAny ? isAny : undefined;
  }
  if (relation === "equal" || filter.isList) {
    const fold = (one: Json) => (isExact === false ? String(one).toLowerCase() : String(one));
    const wanted = [value].flat().map(fold);
    return [own].flat().some((one) => wanted.includes(fold(one)));
  }
  // Numbers and times by size; NaN for other values.
  const sizeOf = (one: Json) => (typeof one === "number" ? one : Date.parse(String(one)));
  const difference = sizeOf(own) - sizeOf(value);
  if (Number.isNaN(difference)) return undefined;
  if (isExclusive(filter)) return relation === "after" ? difference > 0 : difference < 0;
  // A time that is shown without its fraction is the least one that was stored.
  const isPrecise = relation === "least" || typeof own === "number" || /^\d{4}-\d\d-\d\d$/.test(String(own));
  if (difference === 0) return (isPrecise && isInclusive) || undefined;
  return relation === "least" ? difference > 0 : difference < 0;
}

export function passesAll({ chosen, isUnknown = false }: FilterQuery, { record }: Pick<Entry, "record">) {
  const results = chosen.map(([filter, value]) => passes(filter, value, record));
  if (isUnknown || results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/** What a filtered list has too much, with the entry, or lacks. */
export function misselected(
  query: FilterQuery,
  whole: readonly Entry[],
  { entries, isComplete }: { readonly entries: readonly Entry[]; readonly isComplete: boolean },
): { readonly message: string; readonly entry?: Entry } | undefined {
  const { chosen } = query;
  const asked = chosen.map(([{ parameter }, value]) => `${parameter.name}=${shown(value)}`).join(" and ");
  const entry = entries.find((one) => passesAll(query, one) === false);
  if (entry !== undefined) {
    const values = chosen.map(([filter]) => shown(valueIn(entry.record, filter))).join(" and ");
    return { message: `Expected only entries that pass ${asked}; received ${entry.id} with ${values}`, entry };
  }
  const now = new Set(entries.map(({ id }) => id));
  const missing = isComplete ? whole.find((one) => passesAll(query, one) === true && !now.has(one.id)) : undefined;
  return missing && { message: `Expected all entries that pass ${asked}; received a list without ${missing.id}` };
}
