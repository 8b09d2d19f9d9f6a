import { type Contract, exampleResponses, type JsonObject, type Operation } from "content-service-contract";
import { fieldsOf } from "../document/facts-of-schemas.js";
import { passesAll, queriesBy, queriesTogether } from "../lists/filters.js";
import { type List, listOf } from "../lists/list.js";
import type { Filter, FilterQuery, Position } from "../lists/list-parameters.js";
import { expectMarkerRejected, foreignMarkers, otherMarkers } from "../lists/markers.js";
import {
  type ListViolation,
  type PagesRead,
  pageViolation,
  readList,
  sameEntries,
  sendIn,
  violationOf,
} from "../lists/read-list.js";
import { filteredBy, pageAt, pagesOf, type Relation, unsorted } from "../lists/relations.js";
import { isReference } from "../resources/resources.js";
import { type Check, type CheckTarget, checkOf, type Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { givenValue, noIdsReason } from "../session/target-input.js";
import { namesIn } from "./expect-error.js";
import { openInstance } from "./query-data.js";

export function listChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const list = listOf(contract, operation, target);
  if (list === undefined) return [];
  const check = (name: string, title: string, run: Check["run"]) => checkOf(operation, [name, title, "none"], run);
  const compared = (name: string, title: string, compare: (session: Session) => Promise<Compared>) =>
    check(name, title, (session) => checkTwice(session, list, () => compare(session)));
  const markers = list.positions.find(({ kind }) => kind === "marker");
  const { filters } = list.parameters;
  const optional = filters.filter(({ parameter }) => !parameter.required);
  return [
    ...list.positions.flatMap((position) => {
      const { kind } = position;
      const limits = `respects the limit and its maximum, by ${kind}`;
      const pages = `returns every entry once, in order, in pages of any size, by ${kind}`;
      return [
        compared(`limits-pages-by-${kind}`, limits, (session) => compareLimits(session, list, position)),
        compared(`pages-by-${kind}`, pages, (session) => comparePages(session, list, position)),
      ];
    }),
    ...(markers !== undefined && documentsUnknownMarker(operation)
      ? [
          check("rejects-an-invented-marker", "rejects an unknown marker", (session) =>
            expectMarkerRejected(session, list, markers, "no-list-gave-this-marker", "an unknown marker"),
          ),
          check("rejects-a-foreign-marker", "rejects a changed marker and the marker of another list", (session) =>
            foreignMarkers(session, list, markers),
          ),
        ]
      : []),
    ...filters.map((filter) =>
      compared(`filters-by-${filter.parameter.name}`, `filters by ${filter.parameter.name}`, (session) =>
        compareFilters(session, list, (records) => queriesOf(contract, list, filter, records), filter),
      ),
    ),
    ...(filters.length > 1
      ? [
          compared("filters-together", "combines its filters", (session) =>
            compareFilters(session, list, (records) => queriesTogether(contract, optional, records)),
          ),
        ]
      : []),
  ];
}

/** A violation; or why there is none: the pages are the same, too few, or error responses. */
type Compared = ListViolation | "same" | "short" | "rejected";

async function checkTwice(session: Session, list: List, compare: () => Promise<Compared>): Promise<void> {
  const first = await compare();
  if (first === "rejected" && !list.known) session.skip(noIdsReason(session, list));
  if (first === "short") session.skip("The list has fewer than two entries");
  if (typeof first === "string") return;
  // The list can change during the check, so a violation counts only if there is one again.
  if (typeof (await compare()) === "string") return;
  session.find({ ...first, operation: list.operation.id });
}

async function compareLimits(session: Session, list: List, position: Position): Promise<Compared> {
  let maximum: number | undefined;
  const read = (limit: number | undefined) => readList(sendIn(session), list, { position, limit, most: 1 });
  // The last ones are above the maximum, one of them beyond 32 bits, and still valid by the contract.
  for (const limit of [1, 2, undefined, list.limits.maximum, list.limits.maximum + 1, 2 ** 31]) {
    const page = (await read(limit))?.last;
    if (page === undefined) return "rejected";
    const wrong = pageViolation(list, page);
    if (wrong !== undefined) return wrong;
    const found = (message: string) => violationOf(list, "limit-respected", message, "/limit", page);
    // A service may have a lower maximum, but it is the same for every limit above it.
    if (maximum !== undefined && page.limit !== undefined && page.limit < maximum)
      return found(`to use its maximum ${maximum} for the limit ${limit}; received \`limit\` ${page.limit}`);
    if (limit === list.limits.maximum) maximum = page.limit;
    if (limit !== undefined || page.limit === undefined || page.limit > list.limits.maximum) continue;
    const named = (await read(page.limit))?.last;
    if (named?.limit === page.limit && named.ids.length !== page.ids.length)
      return found(
        `to return ${named.ids.length} entries, as for its \`limit\` ${page.limit}; received ${page.ids.length}`,
      );
  }
  return "same";
}

/** Reads the whole list in large pages, in pages of several sizes and at several places, and by the other scheme. */
async function comparePages(session: Session, list: List, position: Position): Promise<Compared> {
  const send = sendIn(session);
  const large = (by: Position) => readList(send, list, { position: by, limit: list.limits.maximum });
  const whole = await large(position);
  if (whole === undefined || whole.isRejected) return "rejected";
  const other = list.positions.find((one) => one !== position);
  const others = other && (await large(other));
  const wrong = whole.violation ?? (others && unlikeOthers(list, whole, others));
  if (wrong !== undefined) return wrong;
  if (whole.ids.length < 2) return "short";
  const found = unsorted(list, whole) ?? (await firstWrong(session, relationsOf(list, position, whole), whole));
  if (found === undefined && position.kind === "marker") return otherMarkers(session, list, position);
  const isOfOrder = typeof found === "object" && found.rule === "list-order";
  if (!isOfOrder || position.kind !== "marker" || whole.last?.order.length) return found ?? "same";
  // Without sort keys, only a list that keeps its order between calls can be compared.
  const again = await large(position);
  return again !== undefined && sameEntries(again.ids, whole.ids) ? found : "same";
}

function unlikeOthers(list: List, whole: PagesRead, others: PagesRead): ListViolation | undefined {
  const missing = (from: PagesRead, own: PagesRead) => from.ids.find((id) => !own.ids.includes(id));
  const entry = missing(whole, others) ?? missing(others, whole);
  if (!whole.isComplete || !others.isComplete || entry === undefined) return undefined;
  const message = `to return the same entries by each scheme; ${entry} differs`;
  return violationOf(list, "list-complete", message, whole.last?.entriesAt ?? "", whole);
}

function relationsOf(list: List, position: Position, { ids: { length }, isComplete }: PagesRead): Relation[] {
  const middle = Math.floor(length / 2);
  if (position.kind === "marker") {
    const several = Math.max(5, Math.ceil(length / 4) | 1);
    const sizes = [1, 2, 3].map((size) => [size, 3] as const);
    const atEnd = [several, length - 1, length, length + 1].map((size) => [size, MOST_SMALL_PAGES] as const);
    return [...(isComplete ? atEnd : []), ...sizes]
      .filter(([size]) => size <= list.limits.maximum)
      .map(([size, most]) => pagesOf(list, position, size, most));
  }
  const at = (offset: number, limit: number) =>
    offset < 0 || limit > list.limits.maximum ? [] : [pageAt(list, position, offset, limit)];
  const atStart = [at(0, 2), at(1, 1), at(1, 2), at(2, 2), at(middle - 1, 3), at(middle, 5)];
  const atEnd = [at(length - 1, 1), at(length - 1, 2), at(length - 2, 2)];
  const whole = [at(0, length - 1), at(0, length), at(0, length + 1)];
  const afterEnd = [at(length, 1), at(length + 7, 2)];
  const inSixths = pagesOf(list, position, Math.max(1, Math.ceil(length / 6)), MOST_SMALL_PAGES);
  return [...atStart, ...(isComplete ? [...atEnd, ...whole, ...afterEnd] : []), inSixths].flat();
}

/** Enough for a service that returns less than the limit now and then. */
const MOST_SMALL_PAGES = 12;

async function firstWrong(session: Session, relations: readonly Relation[], whole: PagesRead) {
  for (const { list, reading, isUnknown, compare } of relations) {
    const part = await readList(sendIn(session, isUnknown), list, reading);
    // A service may reject a value that no record has.
    if (part?.isRejected && isUnknown && isClientError(part.exchange.response.status)) continue;
    if (part === undefined || part.isRejected) return "rejected" as const;
    const wrong = part.violation ?? compare(part, whole);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The queries by a filter. A list with a required parameter has only entries that pass. */
function queriesOf(contract: Contract, { input }: List, filter: Filter, records: readonly JsonObject[]): FilterQuery[] {
  const { required, name } = filter.parameter;
  return required ? [{ chosen: [[filter, input.query?.[name] ?? null]] }] : queriesBy(contract, filter, records);
}

/** A list with a filter has all entries of the list without it that pass, and no others. */
async function compareFilters(
  session: Session,
  given: List,
  queries: (records: readonly JsonObject[]) => FilterQuery[],
  filter?: Filter,
): Promise<Compared> {
  const { contract } = session;
  // With all attributes that its filters can select by.
  const fields = fieldsOf(contract, given.operation)?.filter((name) => name !== openInstance(contract)?.name);
  const list = fields === undefined ? given : given.with({ fields });
  const whole = await readList(sendIn(session), list, { limit: list.limits.maximum, most: MOST_PAGES });
  if (whole === undefined || whole.isRejected) return "rejected";
  if (whole.violation !== undefined) session.skip("The list without filters cannot be read");
  if (whole.entries.length === 0) {
    const shown = filter && (await shownByFilter(session, list, filter));
    return shown ?? session.skip("The list has no entries");
  }
  const tried = queries(whole.entries.map(({ record }) => record));
  if (tried.every(({ isUnknown }) => isUnknown)) session.skip("No entry shows what is selected by");
  const relations = tried.flatMap((query, index) => {
    // Several pages, since a later page can lose the filter.
    const passing = whole.entries.filter((one) => passesAll(query, one) === true).length;
    const limit = Math.min(Math.max(2, Math.ceil(passing / 3)), list.limits.maximum);
    const positions = index < 2 ? list.positions : list.positions.slice(0, 1);
    return positions.map((position) => filteredBy(list, query, { position, limit, most: MOST_PAGES }));
  });
  return (await firstWrong(session, relations, whole)) ?? "same";
}

/** An entry that a list without filters lacks, with a time that all entries pass or the record that an entry refers to. */
async function shownByFilter(session: Session, list: List, { parameter, relation }: Filter) {
  const { name, schema, required, example } = parameter;
  const isTime = session.contract.schemaAt(schema)["format"] === "date-time";
  const any = relation === "after" || relation === "least" ? "1971-01-01T00:00:00Z" : "2199-01-01T00:00:00Z";
  const value = isTime ? any : (givenValue(session.target, list.operation, name) ?? example);
  if (required || value === undefined || !(isTime || isReference(name))) return undefined;
  const part = await readList(sendIn(session), list.with({ [name]: value }), { most: 1 });
  const [entry] = part?.ids ?? [];
  if (part === undefined || part.isRejected || entry === undefined) return undefined;
  const message = `to return ${entry} without ${name} too; received no entries`;
  return violationOf(list, "list-complete", message, part.last?.entriesAt ?? "", part);
}

const MOST_PAGES = 8;

function documentsUnknownMarker(operation: Operation): boolean {
  return exampleResponses(operation).some(
    ({ status, example }) => status === 400 && namesIn(example?.value).includes("marker"),
  );
}
