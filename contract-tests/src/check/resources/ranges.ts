import type { Json } from "content-service-contract";
import { isReference } from "./resources.js";

/** Two properties of a body, of which one ends what the other one starts. */
export interface Range<Value extends Placed = Placed> {
  readonly start: Value;
  readonly end: Value;
}

interface Placed {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly name: string;
  readonly value: Json;
}

/** The ranges among the values of a body: by their names, or where the contract says that one is later than another one. */
export function rangesIn<Value extends Placed>(
  leaves: readonly Value[],
  isLater: (end: Value, start: Value) => boolean = () => false,
): Range<Value>[] {
  return leaves.flatMap((start) => {
    const like = leaves.filter((one) => one !== start && typeof one.value === typeof start.value);
    const isEnd = ({ at }: Value) =>
      ENDS.some(([from, to]) => start.at.replace(from, to).toLowerCase() === at.toLowerCase() && from.test(start.at));
    const end = like.find(isEnd) ?? like.find((one) => isLater(one, start));
    const isOrdered = moved(start.value, -1) !== undefined && !isReference(start.name);
    return end === undefined || !isOrdered ? [] : [{ start, end }];
  });
}

/** The words for the start of a range in the name of a property, and for its end. */
const ENDS: readonly (readonly [RegExp, string])[] = [
  [/(start|begin)(?=[^/]*$)/i, "end"],
  [/from(?=[^/]*$)/i, "to"],
  [/from(?=[^/]*$)/i, "until"],
  [/open(?=[^/]*$)/i, "close"],
  [/min(?=[^/]*$)/i, "max"],
  [/check_?in(?=[^/]*$)/i, "check_out"],
];

/** A number, a day or a time, one step on or back. */
export function moved(value: Json, by: 1 | -1): Json | undefined {
  if (typeof value === "number") return value + by;
  const atMs = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) return undefined;
  const next = new Date(atMs + by * DAY_MS).toISOString();
  return /^[\d-]{10}$/.test(String(value)) ? next.slice(0, 10) : next;
}

export const DAY_MS = 86_400_000;

/** The end of a range that must come later: as long after its start as in the example, or an hour, or a day. Undefined where it does. */
export function laterEnd(start: Json, end: Json, example: Range): Json | undefined {
  const [from, to, first, last] = [start, end, example.start.value, example.end.value].map(numberOf);
  if (from === undefined || to === undefined || first === undefined || last === undefined || to > from)
    return undefined;
  if (typeof start === "number") return from + Math.max(last - first, 1);
  const isDay = /^[\d-]{10}$/.test(String(start));
  const next = new Date(from + (last > first ? last - first : isDay ? DAY_MS : HOUR_MS)).toISOString();
  return isDay ? next.slice(0, 10) : next.replace(/\.000Z$/, "Z");
}

/** The end of a period that is twice as long, or three days longer, since a weekend may not count. Undefined for other ranges. */
export function endOfLonger({ start, end }: Range): Json | undefined {
  const [from, to] = [start.value, end.value].map((one) => Date.parse(String(one)));
  if (typeof end.value !== "string" || from === undefined || to === undefined || !(to > from)) return undefined;
  const isDay = /^[\d-]{10}$/.test(end.value);
  const later = new Date(to + (isDay ? 3 * DAY_MS : to - from)).toISOString();
  return isDay ? later.slice(0, 10) : later.replace(/\.000Z$/, "Z");
}

export const HOUR_MS = 3_600_000;

function numberOf(value: Json): number | undefined {
  const number = typeof value === "number" ? value : Date.parse(String(value));
  return Number.isNaN(number) ? undefined : number;
}
