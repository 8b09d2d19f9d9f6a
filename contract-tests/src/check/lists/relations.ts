import { type Contract, isJsonObject, type Json, type JsonObject, sameJson, stringAt } from "content-service-contract";
import { valueNamed } from "../resources/payload.js";
import { textAt } from "../sentences/sentences.js";
import { ignoresCase } from "../sentences/values.js";
import { misselected, passesAll, queriesBy, queriesTogether } from "./filters.js";
import { hiddenStates } from "./hidden-states.js";
import type { List } from "./list.js";
import type { FilterQuery, Position } from "./list-parameters.js";
import { isSorted } from "./orders.js";
import { type ListViolation, type PagesRead, type Reading, sameEntries, violationOf } from "./read-list.js";

/** A part or another view of a list, and how it relates to the whole (metamorphic testing). */
export interface Relation {
  readonly id: "pages-complete" | "filter-selects" | "search-finds" | "order-respected";
  readonly list: List;
  readonly reading: Reading;
  /** Whether a service may reject the request: no record has its value. */
  readonly isUnknown?: boolean;
  compare(part: PagesRead, whole: PagesRead): ListViolation | undefined;
}

/** Pages of a size together have the entries of the whole list, in the same order. */
export function pagesOf(list: List, position: Position | undefined, limit: number, most?: number): Relation {
  return {
    ...{ id: "pages-complete", list, reading: { position, limit, most } },
    compare(part, whole) {
      const isComplete = part.isComplete && whole.isComplete;
      const isReordered = isComplete && sameEntries(part.ids.toSorted(), whole.ids.toSorted());
      let start = 0;
      for (const page of part.pages) {
        const expected = whole.ids.slice(start, start + page.ids.length);
        const wrong = unlike({ expected, received: page.ids, whole: whole.ids }, `with limit ${limit}`);
        if (wrong !== undefined)
          return violationOf(list, isReordered ? "list-order" : wrong[0], wrong[1], page.entriesAt, page);
        start += page.ids.length;
      }
      if (!isComplete || start >= whole.ids.length) return undefined;
      const message = `to return ${whole.ids.length} entries in pages of ${limit}; received ${start}`;
      return violationOf(list, "list-complete", message, "/next_marker", part);
    },
  };
}

export function pageAt(list: List, position: Position, offset: number, limit: number): Relation {
  return {
    ...{ id: "pages-complete", list, reading: { position, limit, at: offset, most: 1 } },
    compare({ last, ids: received }, whole) {
      if (last === undefined) return undefined;
      const expected = whole.ids.slice(offset, offset + Math.min(limit, last.limit ?? limit));
      const wrong = unlike({ expected, received, whole: whole.ids }, `at offset ${offset} with limit ${limit}`, true);
      if (wrong !== undefined) return violationOf(list, wrong[0], wrong[1], last.entriesAt, last);
      const count = whole.isComplete ? whole.ids.length : whole.last?.total;
      if (last.total === undefined || count === undefined || last.total === count) return undefined;
      const message = `to return the total ${count} at offset ${offset}; received ${last.total}`;
      return violationOf(list, "list-complete", message, "/total_count", last);
    },
  };
}

/** A list with filters has all entries of the whole list that pass, and no others. */
export function filteredBy(list: List, query: FilterQuery, reading: Reading): Relation {
  const values = Object.fromEntries(query.chosen.map(([{ parameter }, value]) => [parameter.name, value]));
  return {
    ...{ id: "filter-selects", list: list.with(values), reading, isUnknown: query.isUnknown === true },
    compare(part, whole) {
      const wrong = misselected(query, whole.entries, part);
      const contract = query.chosen[0]?.[0].parameter.pointer ?? list.operation.pointer;
      const place = wrong?.entry ?? { exchange: part.exchange, at: part.last?.entriesAt ?? "" };
      if (wrong !== undefined) return foundAt("filter-respected", wrong.message, contract, place);
      const total = part.last?.total;
      const isCounted = list.countsMatches && (part.isComplete || part.ids.length === 0);
      if (total === undefined || !isCounted || total === part.ids.length) return undefined;
      const message = `to return the total ${part.ids.length} for ${JSON.stringify(values)}; received ${total}`;
      return violationOf(list, "list-complete", message, "/total_count", part);
    },
  };
}

export function filtersOf(contract: Contract, list: List, records: readonly JsonObject[]): FilterQuery[] {
  const { filters } = list.parameters;
  return [
    ...filters.flatMap((filter) => queriesBy(contract, filter, records)),
    ...queriesTogether(contract, filters, records),
  ];
}

/** A list without a parameter is that with its documented default. */
export function defaultsOf(contract: Contract, list: List): Relation[] {
  const { limit, order, positions } = list.parameters;
  const taken = [limit?.name, order?.parameter.name, ...positions.map(({ name }) => name)];
  const asked = list.operation.parameters.filter((one) => one.in === "query" && !taken.includes(one.name));
  return asked.flatMap(({ name, schema, pointer: at }): Relation[] => {
    const { default: usual } = contract.schemaAt(schema);
    if (typeof usual !== "boolean" && typeof usual !== "string") return [];
    return [
      {
        ...{ id: "filter-selects", list: list.with({ [name]: usual }), reading: {} },
        compare(part, whole) {
          const extra =
            whole.ids.find((id) => !part.ids.includes(id)) ?? part.ids.find((id) => !whole.ids.includes(id));
          if (extra === undefined || !part.isComplete || !whole.isComplete) return undefined;
          const message = `Expected the same entries without ${name} as with its default, ${usual}; ${extra} differs`;
          return foundAt("filter-respected", message, at, part);
        },
      },
    ];
  });
}

/** A list has the entries in a state only with the flag that asks for them, and the others with it too. */
export function inclusionsOf(contract: Contract, list: List): Relation[] {
  return hiddenStates(contract, list.operation).map(({ parameter, state, isHeld }) => ({
    ...{ id: "filter-selects", list: list.with({ [parameter.name]: true }), reading: {} },
    compare(part, whole) {
      const extra = whole.entries.find(({ record }) => isHeld(record));
      const lost = part.isComplete && whole.isComplete ? whole.ids.find((id) => !part.ids.includes(id)) : undefined;
      if (extra === undefined && lost === undefined) return undefined;
      const message = extra
        ? `Expected no entry that is ${state} without ${parameter.name}; received ${extra.id}`
        : `Expected the entry ${lost} also with ${parameter.name}; received a list without it`;
      return foundAt("filter-respected", message, parameter.pointer, extra ?? part);
    },
  }));
}

/** A search finds the record with a text, and none of the given ones without it; in either case, where the contract says so. */
export function searched(
  contract: Contract,
  list: List,
  text: string,
  found: Json | undefined,
  own: ReadonlySet<string>,
): Relation[] {
  const { search } = list.parameters;
  if (search === undefined) return [];
  const isEither = ignoresCase(textAt(contract, search.pointer));
  return [text, ...(isEither ? [text.toUpperCase()] : [])].map((asked) => ({
    ...{ id: "search-finds", list: list.with({ [search.name]: asked }), reading: {} },
    compare(part, whole) {
      const has = (record: Json) => JSON.stringify(record).toLowerCase().includes(text.toLowerCase());
      const others = new Set(whole.entries.flatMap(({ id, record }) => (has(record) ? [] : [id])));
      // A deleted one is in no list.
      const isGone = (id: string) => found === undefined && whole.isComplete && !whole.ids.includes(id);
      const wrong = part.entries.find(({ id }) => isGone(id) || (own.has(id) && others.has(id)));
      const isMissing = found !== undefined && part.isComplete && !part.ids.includes(String(found));
      if (wrong === undefined && !isMissing) return undefined;
      const message = isMissing
        ? `Expected the entry ${found} for its text ${asked}; received a list without it`
        : `Expected only entries with the text ${asked}; received ${wrong?.id}`;
      return foundAt("filter-respected", message, search.pointer, wrong ?? part);
    },
  }));
}

/** A search with a filter finds none of the entries that the filter excludes. */
export function searchedAndFiltered(contract: Contract, list: List, text: string, records: readonly JsonObject[]) {
  const { search, filters } = list.parameters;
  const [record] = records;
  if (search === undefined || record === undefined) return [];
  return filters.flatMap((filter): Relation[] => {
    const query = queriesBy(contract, filter, records).find((one) => passesAll(one, { record }) === false);
    if (query === undefined) return [];
    const relation = filteredBy(list.with({ [search.name]: text }), query, {});
    return [{ ...relation, compare: (part, whole) => relation.compare(part, { ...whole, entries: [] }) }];
  });
}

/** A requested order sorts the entries, and loses none of them. A part of the list has some of them. */
export function ordersOf(list: List, { isPart = false, ...reading }: Reading & { isPart?: boolean } = {}): Relation[] {
  const { order } = list.parameters;
  if (order === undefined) return [];
  const { name, pointer: contract } = order.parameter;
  const ordered = (query: Readonly<Record<string, Json>>, compare: Relation["compare"]): Relation => ({
    ...{ id: "order-respected", list: list.with(query), reading, compare },
  });
  const byOne = order.values.slice(0, MOST_ORDERS).map(({ value, property, isDescending, allowed, more }) =>
    ordered({ [name]: order.isList ? [value] : value, ...more }, ({ ids, entries, exchange, isComplete }, whole) => {
      const isAll = !isPart && isComplete && whole.isComplete;
      const lost = isAll ? whole.ids.find((one) => !ids.includes(one)) : undefined;
      const also = `to return ${lost} with ${name}=${value} too`;
      if (lost !== undefined) return violationOf(list, "list-complete", also, "", { exchange });
      const values = entries.flatMap(({ record }) => valueNamed(record, property) ?? []);
      // The documented values of a property can have an order of their own.
      const ranks = allowed.length === 0 ? [] : values.map((one) => allowed.indexOf(String(one)));
      const isRanked = ranks.length > 0 && (isSorted(ranks, true) || isSorted(ranks, false));
      const tied = isSorted(values, isDescending) ? outOfTies(list, entries, property) : undefined;
      if (tied !== undefined) {
        const own = `Expected ${tied.id} before an entry with the same ${property}, as the contract says; received it after that`;
        return foundAt("list-order", own, contract, tied);
      }
      if (isSorted(values, isDescending) || isRanked) return undefined;
      const message = `Expected the entries sorted by ${value}; received another order`;
      return foundAt("list-order", message, contract, { exchange });
    }),
  );
  const first = order.values.find(({ allowed }) => allowed.length > 0) ?? order.values[0];
  const others = order.isList ? order.values.filter(({ property }) => property !== first?.property) : [];
  const byTwo = others.slice(-2).map(({ value, property, isDescending }) =>
    ordered({ [name]: [first?.value ?? "", value] }, ({ entries, exchange }) => {
      const valuesBy = new Map<Json | undefined, Json[]>();
      for (const { record } of entries) {
        const group = valueNamed(record, first?.property ?? "");
        valuesBy.set(group, [...(valuesBy.get(group) ?? []), valueNamed(record, property) ?? []].flat());
      }
      const isWrong = [...valuesBy.values()].some((values) => !isSorted(values, isDescending));
      const message = `Expected entries with the same ${first?.property} sorted by ${value}; received another order`;
      return isWrong ? foundAt("list-order", message, contract, { exchange }) : undefined;
    }),
  );
  return [...byOne, ...byTwo];
}

function foundAt(
  rule: ListViolation["rule"],
  message: string,
  contract: string,
  { exchange, at = "" }: Pick<ListViolation, "exchange"> & { readonly at?: string },
): ListViolation {
  return { rule, message, contract, at: `/response/body${at}`, exchange };
}

/** An entry that comes too late among those with the same value, where the contract says how they are ordered. */
function outOfTies({ parameters: { ties } }: List, entries: PagesRead["entries"], property: string) {
  return entries.find(({ id, record }, index) => {
    const before = entries[index - 1];
    if (ties === undefined || before === undefined) return false;
    if (!sameJson(valueNamed(record, property) ?? null, valueNamed(before.record, property) ?? null)) return false;
    if (ties === "id") return id.length === before.id.length && id < before.id;
    const timeOf = (one: JsonObject) => Date.parse(String(valueNamed(one, "created_at")));
    return timeOf(record) < timeOf(before.record);
  });
}

const MOST_ORDERS = 8;

/** The violation of a list whose entries are not in the order that it names, or that the contract documents (`x-order`). */
export function unsorted(list: List, { entries, last }: PagesRead): ListViolation | undefined {
  const { sorted } = list.parameters;
  const [key] = last?.order ?? [];
  const [by, direction] = isJsonObject(key) ? [stringAt(key, "by") ?? "", stringAt(key, "direction") ?? ""] : [];
  if (last === undefined) return undefined;
  if (by === "") return violationOf(list, "list-order", "to name its sort key; received none", "/order/0/by", last);
  const property = by ?? sorted?.property;
  const isDescending = direction === undefined ? sorted?.isDescending : /^desc/i.test(direction);
  if (property === undefined || isDescending === undefined || !/^(asc|desc|$)/i.test(direction ?? "")) return undefined;
  const values = entries.flatMap(({ record }) => valueNamed(record, property) ?? []);
  if (isSorted(values, isDescending)) return undefined;
  const said = by === undefined ? "" : ` as its \`order\` says (${direction})`;
  const message = `to return the entries sorted by ${property}${said}; received another order`;
  return violationOf(list, "list-order", message, by === undefined ? "" : "/order", last);
}

function unlike(
  { expected, received, whole }: Readonly<Record<"expected" | "received" | "whole", readonly string[]>>,
  place: string,
  isPlaced = false,
): [rule: ListViolation["rule"], message: string] | undefined {
  if (sameEntries(received, expected)) return undefined;
  const but = `${place}; received ${describe(received)}`;
  if (sameEntries(received.toSorted(), expected.toSorted()))
    return ["list-order", `to keep the order ${describe(expected)} ${but}`];
  const start = whole.indexOf(received[0] ?? "");
  const isElsewhere = start >= 0 && sameEntries(received, whole.slice(start, start + received.length));
  const isOther = isPlaced && (isElsewhere || expected.length === 0);
  return [isOther ? "offset-respected" : "list-complete", `to return ${describe(expected)} ${but}`];
}

function describe(entries: readonly string[]): string {
  const rest = entries.length - SHOWN;
  const text = entries.slice(0, SHOWN).join(", ");
  return entries.length === 0 ? "no entries" : `${text}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const SHOWN = 3;
