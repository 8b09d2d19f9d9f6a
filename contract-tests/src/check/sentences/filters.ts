import {
  type Contract,
  type Operation,
  objectAt,
  type Parameter,
  placeAt,
  pointer,
  stringAt,
} from "content-service-contract";
import { plain, shownProperties } from "../resources/payload.js";
import { schemaText, textAt } from "./sentences.js";

/** What the description of a filter says. */
export interface FilterTold {
  /** Whether a bound belongs to what it selects, is left out, or may be either: "Or later.", "Strictly before.", "After this." */
  readonly isInclusive: boolean;
  readonly isExclusive: boolean;
  readonly isOpen: boolean;
  /** Whether a part of the text is enough: "Entries that contain this text." */
  readonly isPart: boolean;
  /** Whether days are those of UTC, here or in the whole contract: "Last day (UTC)." */
  readonly isUtc: boolean;
}

export function filterTold(contract: Contract, parameter: Parameter): FilterTold {
  const text = textAt(contract, parameter.pointer);
  const ofContract = stringAt(objectAt(contract.document, "info"), "description") ?? "";
  return {
    isInclusive: INCLUSIVE.test(text),
    isExclusive: EXCLUSIVE.test(text),
    isOpen: OPEN.test(text),
    isPart: PART.test(text),
    isUtc: /\bUTC\b/.test(text + ofContract),
  };
}

const INCLUSIVE =
  /\bon or (before|after)\b|\bor (later|earlier|more|less|fewer|greater|higher|lower)\b(?! than)|\bat (least|most)\b|\binclusive\b/i;
const EXCLUSIVE =
  /\b(is|are) not included\b|\bexclusive\b|\bstrictly (before|after|later|earlier|more|less|greater|lower|above|below)\b/i;
/** "That end after this time" leaves it open, whatever the name says. */
const OPEN = /\b(after|before|(later|earlier|more|less|greater|lower) than|above|below)\b/i;
const PART = /\bcontain|\b(with|has|have) this (text|word|string)|part of|substring/i;

/** The one of some times that a filter means by its verb: "Starting at this time or later" means `startsAt`. */
export function timeTold(contract: Contract, parameter: Parameter, times: readonly string[]): string | undefined {
  const words =
    textAt(contract, parameter.pointer)
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  const stemOf = (word: string) => word.replace(/(s|ed|ing)?(at|on|time|date)?$/, "");
  const found = times.filter((one) => stemOf(one).length > 2 && words.some((word) => stemOf(word) === stemOf(one)));
  return found.length === 1 ? found[0] : undefined;
}

/** Which of some properties a search looks into: "Finds rooms by their name or note." */
export function searchedNames(contract: Contract, search: Parameter, names: readonly string[]): string[] {
  const told = plain(textAt(contract, search.pointer));
  return names.filter((one) => told.includes(plain(one)));
}

/** Whether a total counts what passes the filters: "All entries that match the query." */
export function totalIsOfMatches(contract: Contract, operation: Operation, isTotal: (name: string) => boolean) {
  return [...shownProperties(contract, operation)].some(
    ([name, at]) => isTotal(name) && /\b(match|filter)/i.test(schemaText(contract, at)),
  );
}

/** The maximum above which a limit is lowered: "Lowered to the maximum of the service, 500." */
export function maximumTold(contract: Contract, limit: string): number | undefined {
  const inner =
    "schema" in placeAt(contract.document, limit).node ? schemaText(contract, pointer(limit, "schema")) : "";
  const [, maximum] = /\bmaximum of [^,.]*, (\d+)/.exec(`${textAt(contract, limit)} ${inner}`) ?? [];
  return maximum === undefined ? undefined : Number(maximum);
}
