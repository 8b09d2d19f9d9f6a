import type { Contract, Json, Operation } from "content-service-contract";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { NO_ID, noIdsReason } from "../session/target-input.js";
import { fieldsOf } from "./fields-of.js";
import { type Filter, filtersOf, type Selection, selectionOf } from "./filters.js";
import { identityOf, type List, listOf, type Scheme } from "./list-pages.js";
import { type ListViolation, paginate, violationOf } from "./paginate.js";
import { openInstance } from "./query-data.js";

/** A list with a filter has all entries of the list without it that pass, and no others. */
export function filterChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const filters = filtersOf(contract, operation);
  const plain = listOf(contract, operation, target);
  if (plain === undefined || filters.length === 0) return [];
  const fields = fieldsOf(contract, operation)?.filter((name) => name !== openInstance(contract)?.name);
  const list = fields === undefined ? plain : plain.with({ fields: [...fields] });
  const check = (id: string, title: string, compare: (session: Session, all: All) => Promise<Result>): Check => ({
    ...{ id: `${operation.id}/filters-${id}`, operation: operation.id, effects: "none" },
    title: `${operation.id} ${title}`,
    async run(session) {
      const found = await compare(session, await readAll(session, list));
      // The list can change during the check.
      const again = found === undefined ? undefined : await compare(session, await readAll(session, list));
      if (found === undefined || again === undefined) return;
      const { page, ...violation } = found;
      session.find({ ...violation, operation: operation.id, exchange: page.exchange });
    },
  });
  const alone = filters.map((filter) =>
    check(`by-${filter.parameter.name}`, `filters by ${filter.parameter.name}`, (session, all) =>
      compareAlone(session, list, all, filter),
    ),
  );
  const together = check("together", "combines its filters", (session, all) =>
    compareTogether(
      session,
      list,
      all,
      filters.filter(({ parameter }) => !parameter.required),
    ),
  );
  return filters.length > 1 ? [...alone, together] : alone;
}

type Result = ListViolation | undefined;

/** The list without optional filters, or its start. */
interface All {
  readonly records: readonly Json[];
  readonly complete: boolean;
}

async function readAll(session: Session, list: List): Promise<All> {
  const [scheme = "marker"] = list.schemes;
  const read = await paginate(session, list, scheme, list.maximumLimit, MOST_PAGES);
  if (read.kind === "rejected") session.skip(noIdsReason(session, list));
  if (read.kind === "violation") session.skip("The list without filters cannot be read");
  return read.records.length === 0 ? session.skip("The list has no entries") : read;
}

const MOST_PAGES = 5;

async function compareAlone(session: Session, list: List, all: All, filter: Filter): Promise<Result> {
  const { name } = filter.parameter;
  const selection = selectionOf(filter, all.records);
  if (filter.parameter.required) return selection && compareRequired(session, list, selection);
  if (selection === undefined) session.skip(`No entry shows what ${name} selects by`);
  for (const [index, value] of valuesFor(selection, all.records).entries()) {
    for (const scheme of index < 2 ? list.schemes : list.schemes.slice(0, 1)) {
      const found = await compareFiltered(session, list, all, { chosen: [[selection, value]], scheme });
      if (found !== undefined) return found;
    }
  }
  if (filter.kind !== "equal" || filter.allowed.length > 0) return undefined;
  const page = await unlessRejected(session, list.with({ [name]: NO_ID }));
  if (page === undefined || page.entries.length === 0) return undefined;
  return violation(list, filter, `to return no entries for an unknown ${name}; received ${page.entries[0]}`, page);
}

async function unlessRejected(session: Session, list: List) {
  const [scheme = "marker"] = list.schemes;
  const exchange = await list.call(session, scheme, {});
  return isClientError(exchange.response.status) ? undefined : list.page(session, scheme, {});
}

/** A list with a required parameter has only entries that pass. */
async function compareRequired(session: Session, list: List, { filter, passes }: Selection): Promise<Result> {
  const [scheme = "marker"] = list.schemes;
  const page = await list.page(session, scheme, { limit: list.maximumLimit });
  const value = String(list.input.query?.[filter.parameter.name]);
  const wrong = page?.records.find((record) => passes(record, value) === false);
  if (page === undefined || wrong === undefined) return undefined;
  return violation(list, filter, `to return only entries that pass; received ${identityOf(wrong)}`, page);
}

/** All documented values, or the most and the least frequent ones; for times, those around an entry's time. */
function valuesFor({ filter, valueIn }: Selection, records: readonly Json[]): readonly string[] {
  if (filter.allowed.length > 0) return filter.allowed;
  const counts = new Map<string, number>();
  for (const value of records.flatMap((one) => valueIn(one) ?? [])) counts.set(value, (counts.get(value) ?? 0) + 1);
  const byCount = [...counts.keys()].toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const middle = byCount.toSorted()[Math.floor(byCount.length / 2)];
  if (filter.kind === "equal")
    return [...new Set([byCount[0], middle, byCount.at(-1)])].filter((one) => one !== undefined);
  const atMs = Date.parse(middle ?? "");
  if (Number.isNaN(atMs)) return [];
  const times = [atMs - 1000, atMs, atMs + 1000].map((ms) => timeOf(ms));
  // The same instant with another offset. Without its offset, it would be on the other side of the entry's time.
  return [...times, filter.kind === "after" ? timeOf(atMs, -8) : timeOf(atMs, 8)];
}

function timeOf(ms: number, offsetHours = 0): string {
  const local = new Date(ms + offsetHours * 3_600_000).toISOString().replace(/(\.000)?Z$/, "");
  return `${local}${offsetHours < 0 ? "-" : "+"}${String(Math.abs(offsetHours)).padStart(2, "0")}:00`;
}

type Chosen = readonly [Selection, value: string];

interface Filtered {
  readonly chosen: readonly [Chosen, ...Chosen[]];
  readonly scheme: Scheme;
}

async function compareFiltered(session: Session, list: List, all: All, { chosen, scheme }: Filtered): Promise<Result> {
  const query = Object.fromEntries(chosen.map(([{ filter }, value]) => [filter.parameter.name, value]));
  const passing = (record: Json) => {
    const results = chosen.map(([{ passes }, value]) => passes(record, value));
    if (results.includes(false)) return false;
    return results.includes(undefined) ? undefined : true;
  };
  const expected = all.records.filter((record) => passing(record) === true).map(identityOf);
  // Several pages, since a later page can lose the filter.
  const limit = Math.min(Math.max(2, Math.ceil(expected.length / 3)), list.maximumLimit);
  const read = await paginate(session, list.with(query), scheme, limit, MOST_SMALL_PAGES);
  if (read.kind === "violation") return read.violation;
  if (read.kind === "rejected") return undefined;
  const what = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const filter = chosen[0][0].filter;
  const wrong = read.records.find((record) => passing(record) === false);
  if (wrong !== undefined) {
    return violation(
      list,
      filter,
      `to return only entries that pass ${what}; received ${identityOf(wrong)}`,
      read.last,
    );
  }
  const received = new Set(read.entries);
  const missing = read.complete ? expected.find((one) => !received.has(one)) : undefined;
  if (missing !== undefined) {
    return violation(list, filter, `to return all entries that pass ${what}; ${missing} is missing`, read.last);
  }
  const { totalCount } = read.last;
  const isCounted = read.complete || read.records.length === 0;
  if (totalCount === undefined || !isCounted || totalCount === read.entries.length) return undefined;
  const message = `to return the \`total_count\` ${read.entries.length} for ${what}; received ${totalCount}`;
  return violationOf(list, "list-complete", message, "/response/body/total_count", read.last);
}

const MOST_SMALL_PAGES = 8;

/** Sends all filters of one entry, and each pair of filters of two entries. */
async function compareTogether(session: Session, list: List, all: All, filters: readonly Filter[]): Promise<Result> {
  const selections = filters.flatMap((filter) => selectionOf(filter, all.records) ?? []);
  const whole = all.records.filter((one) => selections.every(({ valueIn }) => valueIn(one) !== undefined));
  const [first, last] = [whole[0], whole.at(-1)];
  if (selections.length < 2 || first === undefined || last === undefined) {
    session.skip("No entry shows what several filters select by");
  }
  const valueFor = ({ filter, valueIn }: Selection, record: Json): string => {
    const value = valueIn(record) ?? "";
    if (filter.kind === "equal") return value;
    // A period around the entry.
    return timeOf(Date.parse(value) + (filter.kind === "after" ? -1000 : 1000));
  };
  const [scheme = "marker"] = list.schemes;
  const [one, ...others] = selections.map((selection): Chosen => [selection, valueFor(selection, first)]);
  if (one === undefined) return undefined;
  const pairs = selections.flatMap((selection, index) =>
    selections.slice(index + 1).map((other): Filtered["chosen"] => [
      [selection, valueFor(selection, first)],
      [other, valueFor(other, last)],
    ]),
  );
  const tried: readonly Filtered["chosen"][] = [[one, ...others], ...pairs];
  for (const chosen of tried) {
    const found = await compareFiltered(session, list, all, { chosen, scheme });
    if (found !== undefined) return found;
  }
  return undefined;
}

function violation(list: List, { parameter }: Filter, expected: string, page: ListViolation["page"]): ListViolation {
  const found = violationOf(list, "filter-respected", expected, "/response/body/entries", page);
  return { ...found, contract: parameter.pointer };
}
