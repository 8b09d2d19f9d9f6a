import { isJsonObject, type Json, stringAt } from "content-service-contract";
import type { List, Page } from "./list-pages.js";
import { type ListViolation, violationOf } from "./paginate.js";

/** The violation of a list whose entries are not in the order that its pages name. */
export function unsorted(list: List, records: readonly Json[], page: Page): ListViolation | undefined {
  const [key] = page.order;
  if (!isJsonObject(key)) return undefined;
  const by = stringAt(key, "by") ?? "";
  const direction = stringAt(key, "direction") ?? "";
  if (by === "") {
    return violationOf(list, "list-order", "to name its sort key; received none", "/response/body/order/0/by", page);
  }
  const values = records.flatMap((one) => (isJsonObject(one) && one[by] !== undefined ? [one[by]] : []));
  if (!/^(asc|desc)/i.test(direction) || isSorted(values, /^desc/i.test(direction))) return undefined;
  const message = `to sort the entries by ${by} as its \`order\` says (${direction}); received another order`;
  return violationOf(list, "list-order", message, "/response/body/order", page);
}

/**
 * Whether values are sorted. Each service has its own order of texts, so one usual order that fits is enough. Nulls come
 * first or last.
 */
export function isSorted(values: readonly Json[], descending: boolean): boolean {
  const known = values.filter((one) => one !== null);
  const start = values.findIndex((one) => one !== null);
  const together = known.length === 0 || values.slice(start, start + known.length).every((one) => one !== null);
  return (
    together &&
    ordersOf(known).some((compare) =>
      known.every((one, index) => {
        const before = known[index - 1];
        return before === undefined || (descending ? compare(one, before) : compare(before, one)) <= 0;
      }),
    )
  );
}

type Compare = (left: Json, right: Json) => number;

const byCodePoint: Compare = (left, right) => Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
const byNumber: Compare = (left, right) => Number(left) - Number(right);
const byTime: Compare = (left, right) => Date.parse(String(left)) - Date.parse(String(right));
const collators = [new Intl.Collator("en"), new Intl.Collator("en", { numeric: true, sensitivity: "base" })];
const byLanguage = collators.map(
  ({ compare }): Compare =>
    (left, right) =>
      compare(String(left), String(right)),
);

/** The usual orders of such values. */
function ordersOf(values: readonly Json[]): readonly Compare[] {
  if (values.every((one) => typeof one === "number")) return [byNumber];
  if (values.every((one) => TIME.test(String(one)))) return [byTime];
  return [byNumber, byCodePoint, ...byLanguage];
}

const TIME = /^\d{4}-\d\d-\d\dT/;
