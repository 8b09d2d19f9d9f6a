import { type Contract, type Operation, type Parameter, pointer } from "content-service-contract";
import { formatOf, plain, propertiesOfEntries, shownProperties } from "../resources/payload.js";
import { apiText, schemaText, sentencesIn, sentencesOf, textAt } from "./sentences.js";
import { MAY, pattern } from "./words.js";

/** What a filter says of a bound ("or later", "strictly before", "after"), of a part of a text, and of days in UTC. */
export function filterTold(contract: Contract, parameter: Parameter) {
  const text = textAt(contract, parameter.pointer);
  return {
    isInclusive: INCLUSIVE.test(text),
    isExclusive: EXCLUSIVE.test(text),
    isOpen: OPEN.test(text),
    isPart: PART.test(text),
    isUtc: /\bUTC\b/.test(text + apiText(contract)),
  };
}

const INCLUSIVE =
  /\b(on|at) or (before|after)\b|\bor (later|earlier|more|less|fewer|greater|higher|lower)\b(?! than)|\bat (least|most)\b|\binclusive\b/i;
const EXCLUSIVE =
  /\bnot included\b|\bexclusive\b|\bstrictly (before|after|later|earlier|more|less|greater|lower|above|below)\b/i;
/** "That end after this time" leaves it open, whatever the name says. */
const OPEN = /\b(after|before|(later|earlier|more|less|greater|lower) than|above|below)\b/i;
const PART = /\bcontain|\b(with|has|have) this (text|word|string)|part of|substring/i;

/** The one of some times that a filter means by its verb: "Starting at this time or later" means `startsAt`. */
export function timeTold(contract: Contract, parameter: Parameter, times: readonly string[]): string | undefined {
  const text = textAt(contract, parameter.pointer).toLowerCase();
  const words = text.match(/[a-z]{3,}/g) ?? [];
  const stemOf = (word: string) => word.replace(/(s|ed|ing)?(at|on|time|date)?$/, "");
  const found = times.filter((one) => stemOf(one).length > 2 && words.some((word) => stemOf(word) === stemOf(one)));
  return found.length === 1 ? found[0] : undefined;
}

/** Which of some properties a search looks into: "Finds rooms by their name or note." */
export function searchedNames(contract: Contract, search: Parameter, names: readonly string[]): string[] {
  const told = plain(textAt(contract, search.pointer));
  return names.filter((one) => told.includes(plain(one)));
}

/** Whether a list without parameters leaves out entries: "Defaults to the current year." */
export function filtersByDefault(contract: Contract, list: Operation): boolean {
  const isUsual = (text: string) =>
    /\b(defaults? (to|is)|by default)\b[^.;]*\b(current|today|this|now|own|last|next)\b/i.test(text);
  return list.parameters.some((one) => one.in === "query" && !one.required && isUsual(textAt(contract, one.pointer)));
}

/** Whether a `count` is that of all pages, and not of one: "Number of all records." */
export function countsAll(contract: Contract, operation: Operation): boolean {
  const at = propertiesOfPage(contract, operation).find(([name]) => COUNT.test(plain(name)))?.[1];
  return at !== undefined && /\b(all|total|overall|match\w*)\b/i.test(schemaText(contract, at));
}

/** Whether a list says by its marker that there is no other page: "Null on the last page." */
export function endsWithoutMarker(contract: Contract, operation: Operation): boolean {
  const all = propertiesOfPage(contract, operation);
  return all.some(([name, at]) => /^next|next$/.test(plain(name)) && ENDS.test(schemaText(contract, at)));
}

const NOTHING = "(null|absent|missing|empty|omitted|(only|not) (set|present|returned))";
const END = "(last page|end of the (list|results)|no (more|further|other|next)|(is|are) more)";
const ENDS = pattern`\b${NOTHING}\b.*\b${END}\b|\b${END}\b.*\b${NOTHING}\b`;

/** The properties of a page, also of an object in it. */
function propertiesOfPage(contract: Contract, operation: Operation): [name: string, schema: string][] {
  const outer = [...shownProperties(contract, operation)];
  return [...outer, ...outer.flatMap(([, at]) => [...contract.propertiesOf(at)])];
}

/** A name of the total, or of the number of entries of the page. */
export const COUNT = /^((item|entry|record|result)s?)?count$/;

/** Whether a total counts what passes the filters: "All entries that match the query." */
export function totalIsOfMatches(contract: Contract, operation: Operation, isTotal: (name: string) => boolean) {
  return [...shownProperties(contract, operation)].some(
    ([name, at]) => isTotal(name) && /\b(match|filter)/i.test(schemaText(contract, at)),
  );
}

/** The maximum above which a limit is lowered: "Lowered to the maximum of the service, 500." */
export function maximumTold(contract: Contract, limit: string): number | undefined {
  const inner = "schema" in contract.nodeAt(limit) ? schemaText(contract, pointer(limit, "schema")) : "";
  const [, maximum] = /\bmaximum of [^,.]*, (\d+)/.exec(`${textAt(contract, limit)} ${inner}`) ?? [];
  return maximum === undefined ? undefined : Number(maximum);
}

/** The property that sorts a list by itself. */
export interface Sorted {
  readonly property: string;
  readonly isDescending: boolean;
}

/** The names that a list can be sorted by: "Properties: sku, name", "It can be sorted by sku and name", "`sku` or `name`". */
export function sortableNames(contract: Contract, list: Operation, { pointer: at }: Parameter): string[] {
  const text = textAt(contract, at);
  const listed = [text, ...sentencesOf(contract, list)].flatMap((one) => SORTABLE.exec(one)?.[1] ?? []).join();
  return [...new Set([...(text.match(/(?<=`)\w+(?=`)/g) ?? []), ...listed.split(/\W+/)])];
}

const SORTABLE = pattern`\b(?:(?:properties|fields|attributes|one of):|${MAY} be (?:sorted|ordered) by|sortable by) ?([\w, ]+)`;

/** How equal entries are ordered, by a sentence about the order, the list or all lists: "Ties are ordered by id", "Equal ones oldest first". */
export function tiesTold(contract: Contract, list: Operation, order: Parameter): "id" | "created" | undefined {
  const texts = [textAt(contract, order.pointer), apiText(contract)];
  const all = [...texts.flatMap(sentencesIn), ...sentencesOf(contract, list)];
  const told = all.find((one) => TIES.test(one)) ?? "";
  if (/\bids?\b/i.test(told) && !/\bdescending (by )?`?id/i.test(told)) return "id";
  return /\boldest first\b/i.test(told) ? "created" : undefined;
}

const TIES = /\b(equal|ties?|same)\b[^.]*\b(by (ascending )?`?id|ordered by `?id|oldest first)\b/i;

/** The order of a list by itself: "Highest number first", or "The newest come first" of the creation or a time that it names. */
export function orderTold(contract: Contract, list: Operation, all: ReadonlyMap<string, string>): Sorted | undefined {
  const isTime = ([, at]: [string, string]) => /^date/.test(formatOf(contract, at));
  const times = [...all].flatMap((one) => (isTime(one) ? one[0] : []));
  const sentences = sentencesOf(contract, list);
  const [, most = "", name = ""] = sentences.flatMap((one) => MOST_FIRST.exec(one) ?? []);
  const isNumber = (at = list.pointer) => contract.hasType(at, "integer") || contract.hasType(at, "number");
  if (isNumber(all.get(plain(name)))) return { property: plain(name), isDescending: /^[hg]|^la/i.test(most) };
  const [, by = "", direction = ""] = sentences.flatMap((one) => ORDERED_BY.exec(one) ?? []);
  const at = all.get(plain(by));
  if (at !== undefined && contract.enumAt(at).length === 0)
    return { property: plain(by), isDescending: direction !== "" };
  const told = sentences.find((one) => ORDER_TOLD.test(one)) ?? "";
  const named = times.find((one) => plain(told).includes(one));
  const property = named ?? [...all.keys()].find((one) => /^(created(at|on)?|creat(ion|ed?)(date|time))$/.test(one));
  const which = ORDER_TOLD.exec(told)?.[1];
  return property === undefined || which === undefined ? undefined : { property, isDescending: !/oldest/i.test(which) };
}

/** "Ordered by name", and not "can be ordered by name". */
const ORDERED_BY =
  /(?<!\b(?:be|when|if|while) )\b(?:ordered|sorted) (?:alphabetically )?by (?:the |its |their )?`?(\w+)`?((?:,| in)? desc(?:ending)?)?(?=[.,;)]|$| (?:and|then|in)\b)/i;
const MOST_FIRST = /\b(highest|lowest|greatest|largest|smallest) (\w+) first\b/i;
const ORDER_TOLD =
  /\b(newest|most recent(?:ly created)?|latest|oldest)( (ones?|entries|records|\w+s))?( (come|are|is))?( listed| returned)? first\b/i;

/** The properties of the entries of a list that are unique, and not only among some of them. */
export function uniqueIn(contract: Contract, list: Operation): string[] {
  const entries = propertiesOfEntries(contract, list);
  return entries.flatMap(([name, at]) => (UNIQUE.test(schemaText(contract, at)) ? name : []));
}

/** "Unique. Made of the title", and not "Unique code of the plan" of another record. */
const UNIQUE = /(?:^|\. |\b(?:is|are|be) )unique(?=[.,;]|$| (?:regardless|whatever|ignoring)\b)/i;
