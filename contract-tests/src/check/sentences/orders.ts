import { type Contract, isJsonObject, type Operation, type Parameter, stringAt } from "content-service-contract";
import { plain } from "../resources/payload.js";
import { sentencesIn, sentencesOf, textAt } from "./sentences.js";
import { MAY, pattern } from "./words.js";

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
  const { info } = contract.document;
  const texts = [textAt(contract, order.pointer), isJsonObject(info) ? (stringAt(info, "description") ?? "") : ""];
  const all = [...texts.flatMap(sentencesIn), ...sentencesOf(contract, list)];
  const told = all.find((one) => TIES.test(one)) ?? "";
  if (/\bids?\b/i.test(told) && !/\bdescending (by )?`?id/i.test(told)) return "id";
  return /\boldest first\b/i.test(told) ? "created" : undefined;
}

const TIES = /\b(equal|ties?|same)\b[^.]*\b(by (ascending )?`?id|ordered by `?id|oldest first)\b/i;

/** The order by creation of a list: "The newest come first." A time that the sentence names is meant. */
export function orderTold(
  contract: Contract,
  list: Operation,
  schemas: ReadonlyMap<string, string>,
): Sorted | undefined {
  const isTime = ([, at]: [string, string]) => /^date/.test(stringAt(contract.schemaAt(at), "format") ?? "");
  const times = [...schemas].flatMap((one) => (isTime(one) ? one[0] : []));
  const told = sentencesOf(contract, list).find((one) => ORDER_TOLD.test(one)) ?? "";
  const named = times.find((one) => plain(told).includes(one));
  const property =
    named ?? [...schemas.keys()].find((one) => /^(created(at|on)?|creat(ion|ed?)(date|time))$/.test(one));
  const which = ORDER_TOLD.exec(told)?.[1];
  return property === undefined || which === undefined ? undefined : { property, isDescending: !/oldest/i.test(which) };
}

const ORDER_TOLD =
  /\b(newest|most recent(?:ly created)?|latest|oldest)( (ones?|entries|records|\w+s))?( (come|are|is))?( listed| returned)? first\b/i;
