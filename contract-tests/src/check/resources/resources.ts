import { type Operation, remembered } from "content-service-contract";
import type { Effects } from "../../report/report.js";
import { plain, singular } from "./payload.js";

/** A kind of record, and the operations that show and change it. */
export interface Resource {
  /** The last segment of its collection, such as `books`. */
  readonly name: string;
  /** The path of its collection, such as `/shelves/{shelf_id}/books`. */
  readonly collection: string;
  /** The path of a record, such as `/books/{book_id}`: below its collection or, as `/loans/{loan_id}`, apart from it. */
  readonly item: string | undefined;
  /** The parameter that selects a record. Undefined where no path has one. */
  readonly parameter: string | undefined;
  /** Other names of that parameter, in the paths of operations below the record: `{book_id}` beside `{id}`. */
  readonly aliases: readonly string[];
  /** Creates a record: a POST on the collection, or a PUT or POST under an id that the caller chooses. */
  readonly create: Operation | undefined;
  readonly isChosen: boolean;
  readonly read: Operation | undefined;
  readonly list: Operation | undefined;
  readonly patch: Operation | undefined;
  readonly replace: Operation | undefined;
  readonly remove: Operation | undefined;
  /** Whether there is one alone, such as `/settings`, or one below each record above, as `/books/{book_id}/note`: it has no id. */
  readonly isSingle: boolean;
  /** Operations on one record that are no part of it, such as `POST /books/{book_id}/lend`. */
  readonly actions: readonly Operation[];
  /** Operations on the record above that take records of the list for some time (`x-takes`). */
  readonly takers: readonly Operation[];
  /** Operations that show numbers about one record, such as `GET /books/{book_id}/stats`. */
  readonly views: readonly Operation[];
  /** Operations that find one record by another property, such as `GET /books/by-isbn/{isbn}`. */
  readonly lookups: readonly Operation[];
  readonly parent: Resource | undefined;
  /** Whether the creation returns the record above, such as a ticket for a new label. */
  readonly returnsParent: boolean;
  /** The resource whose action makes its records, such as `POST /carts/{cart_id}/checkout` the `/orders`. */
  readonly producer: Resource | undefined;
  /** Where the response of the creation has the id, by a link of the contract. */
  readonly idExpression: string | undefined;
}

/** What remains of a new record: all of it without a deletion, or below a record without one. */
export function effectsOf({ remove, parent, create, isSingle }: Resource): Effects {
  if (create === undefined) return isSingle ? "undone" : "none";
  return remove === undefined || (parent !== undefined && effectsOf(parent) === "lasting") ? "lasting" : "undone";
}

/** The nearest first. */
export function resourcesAbove({ parent }: Resource): Resource[] {
  return parent === undefined ? [] : [parent, ...resourcesAbove(parent)];
}

/** Whether the path of a record has those of the records above it: `/shelves/{shelf_id}/books/{book_id}`. */
export function isNested({ item, collection }: Resource): boolean {
  return item?.startsWith(`${collection}/`) === true;
}

export function isReference(name: string): boolean {
  return /(id|key|ref|number)s?$/i.test(name);
}

/** The resource that a name of a parameter or property refers to: `book_id`, `newBookId` and `books` name `/books`. */
export function resourceNamed(resources: readonly Resource[], name: string): Resource | undefined {
  const words = name.split(/[^a-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/i);
  for (const place of words.keys()) {
    const wanted = plain(words.slice(place).join("")).replace(/(ids?|keys?|number|ref)$/, "");
    const named = resources.find((one) => namesOf(one).includes(wanted));
    if (named !== undefined && wanted !== "") return named;
  }
  return undefined;
}

const namesOf = remembered(({ name }: Resource) => [plain(name), plain(singular(name))]);
