import type { Json } from "content-service-contract";

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
