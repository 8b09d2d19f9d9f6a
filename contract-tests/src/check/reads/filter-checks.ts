import type { Contract, JsonObject, Operation } from "content-service-contract";
import { misselected, passesAll, queriesBy, queriesTogether } from "../principles/filters.js";
import { type Filter, type FilterQuery, listParameters } from "../principles/list-parameters.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { noIdsReason } from "../session/target-input.js";
import { fieldsOf } from "./fields-of.js";
import { type List, listOf, type Scheme } from "./list-pages.js";
import { type ListViolation, type PagesRead, paginate, violationOf } from "./paginate.js";
import { openInstance } from "./query-data.js";

/** A list with a filter has all entries of the list without it that pass, and no others. */
export function filterChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const plain = listOf(contract, operation, target);
  const filters = plain === undefined ? [] : listParameters(contract, operation).filters;
  if (plain === undefined || filters.length === 0) return [];
  const fields = fieldsOf(contract, operation)?.filter((name) => name !== openInstance(contract)?.name);
  const list = fields === undefined ? plain : plain.with({ fields: [...fields] });
  const check = (id: string, title: string, queries: (records: readonly JsonObject[]) => FilterQuery[]): Check => ({
    ...{ id: `${operation.id}/filters-${id}`, operation: operation.id, effects: "none" },
    title: `${operation.id} ${title}`,
    async run(session) {
      const found = await compare(session, list, queries);
      // The list can change during the check.
      if (found === undefined || (await compare(session, list, queries)) === undefined) return;
      const { page, ...violation } = found;
      session.find({ ...violation, operation: operation.id, exchange: page.exchange });
    },
  });
  const optional = filters.filter(({ parameter }) => !parameter.required);
  return [
    ...filters.map((filter) =>
      check(`by-${filter.parameter.name}`, `filters by ${filter.parameter.name}`, (records) =>
        filter.parameter.required ? ofInput(list, filter) : queriesBy(contract, filter, records),
      ),
    ),
    ...(filters.length > 1
      ? [check("together", "combines its filters", (records) => queriesTogether(contract, optional, records))]
      : []),
  ];
}

/** A list with a required parameter has only entries that pass. */
function ofInput({ input }: List, filter: Filter): FilterQuery[] {
  return [{ chosen: [[filter, input.query?.[filter.parameter.name] ?? null]] }];
}

type Whole = Extract<PagesRead, { kind: "whole" }>;

async function compare(
  session: Session,
  list: List,
  queries: (records: readonly JsonObject[]) => FilterQuery[],
): Promise<ListViolation | undefined> {
  const [first = "marker"] = list.schemes;
  const all = await paginate(session, list, first, list.maximumLimit, MOST_PAGES);
  if (all.kind === "rejected") session.skip(noIdsReason(session, list));
  if (all.kind === "violation") session.skip("The list without filters cannot be read");
  const { entries } = all;
  if (entries.length === 0) session.skip("The list has no entries");
  const tried = queries(entries.map(({ record }) => record));
  if (tried.every(({ isUnknown }) => isUnknown)) session.skip("No entry shows what is selected by");
  for (const [index, query] of tried.entries()) {
    for (const scheme of index < 2 ? list.schemes : [first]) {
      const found = await compareFiltered(session, list, all, query, scheme);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const MOST_PAGES = 5;

async function compareFiltered(
  session: Session,
  plain: List,
  all: Whole,
  query: FilterQuery,
  scheme: Scheme,
): Promise<ListViolation | undefined> {
  const values = Object.fromEntries(query.chosen.map(([{ parameter }, value]) => [parameter.name, value]));
  const list = plain.with(values);
  // A service may reject a value that no record has.
  if (query.isUnknown && isClientError((await list.call(session, scheme, {})).response.status)) return undefined;
  // Several pages, since a later page can lose the filter.
  const passing = all.entries.filter((one) => passesAll(query, one) === true).length;
  const limit = Math.min(Math.max(2, Math.ceil(passing / 3)), list.maximumLimit);
  const read = await paginate(session, list, scheme, limit, MOST_SMALL_PAGES);
  if (read.kind !== "whole") return read.kind === "violation" ? read.violation : undefined;
  const wrong = misselected(query, all.entries, read);
  const page = { ...read.last, exchange: wrong?.entry?.exchange ?? read.last.exchange };
  const contract = query.chosen[0]?.[0].parameter.pointer ?? list.operation.pointer;
  const at = `/response/body${wrong?.entry?.at ?? "/entries"}`;
  if (wrong !== undefined) return { rule: "filter-respected", message: wrong.message, contract, at, page };
  const { totalCount } = read.last;
  const isCounted = read.isComplete || read.entries.length === 0;
  if (totalCount === undefined || !isCounted || totalCount === read.entries.length) return undefined;
  const message = `to return the \`total_count\` ${read.entries.length} for ${JSON.stringify(values)}; received ${totalCount}`;
  return violationOf(list, "list-complete", message, "/response/body/total_count", read.last);
}

const MOST_SMALL_PAGES = 8;
