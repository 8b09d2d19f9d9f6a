import { randomInt, randomUUID } from "node:crypto";
import { type Contract, type Json, type Operation, sameJson, valueAt, withValue } from "content-service-contract";
import { isValidBody, type Leaf, leavesOf, leavesSent, wholeBody, withNeeded, without } from "../resources/bodies.js";
import { formatOf } from "../resources/payload.js";
import { laterEnd, rangesIn } from "../resources/ranges.js";
import { type Bound, isInFuture, isLaterThan, isSameInAnyCase } from "../sentences/values.js";
/** How new values are chosen. */
export interface Choice {
  /** Counts the bodies of a run: two have different values. */
  readonly number: number;
  /** A text that no other record has. */
  readonly unique: string;
  /** The time of the service, in milliseconds. */
  readonly now: number;
  /** The names whose times it rejected: later ones may do. */
  readonly late?: ReadonlySet<string> | undefined;
  /** The names whose texts it rejected: those of an address may do. */
  readonly narrow?: ReadonlySet<string> | undefined;
  /** When the times must be, in milliseconds. */
  readonly period?: readonly [fromMs: number, toMs: number] | undefined;
  /** The numbers that a rejection says, by their names. */
  readonly told?: ReadonlyMap<string, Bound> | undefined;
  /** The names whose values the service rejected: they keep those of the example. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** The names whose values it rejected from the example too: they are left out where they may be. */
  readonly left?: ReadonlySet<string> | undefined;
  /** The properties without which it rejected a body, though they are optional by the contract. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether the body has the properties of the example alone, with its flags and listed values: others refer to the record. */
  readonly isUsual?: boolean;
  /** The id of an existing record that a property must name; undefined for any other property. */
  reference(name: string, at: string): Json | undefined;
}

/** A valid body like an example, with values of its own: new texts, shifted times and numbers, other documented values. */
export function newBody(contract: Contract, operation: Operation, choice: Choice): Json | undefined {
  const { schema, examples = [] } = operation.requestMedia ?? {};
  const example = examples[0]?.value;
  if (schema === undefined || example === undefined) return example;
  const isSmall = choice.number === 0 || choice.isUsual;
  let body = isSmall ? withNeeded(contract, operation, example, choice.needed) : wholeBody(contract, schema, examples);
  // The time of an example has often passed.
  const isNew = ({ name, schema: own }: Leaf) =>
    !choice.kept?.has(name) || choice.late?.has(name) || isInFuture(contract, own);
  const leaves = leavesOf(contract, schema, body).filter(isNew);
  for (const leaf of leaves) body = withNewValue(contract, schema, body, leaf, ofEntry(choice, leaf));
  // What was too much is little. Nothing at all shows in no sum.
  const isZero = ({ name, value }: Leaf) => value === 0 && choice.kept?.has(name) && !choice.left?.has(name);
  for (const { at } of choice.number > 0 ? leavesOf(contract, schema, body).filter(isZero) : [])
    body = [withValue(body, at, 2)].find((one) => one && contract.isValid(schema, one)) ?? body;
  for (const range of rangesIn(leaves, (end, start) => isLaterThan(contract, end, start))) {
    const end = laterEnd(valueAt(body, range.start.at) ?? null, valueAt(body, range.end.at) ?? null, range);
    const later = end === undefined ? undefined : withValue(body, range.end.at, end);
    if (later !== undefined && contract.isValid(schema, later)) body = later;
  }
  // With another value of an `enum`, a property may be required that is not allowed with others.
  const isKept = (name: string) => isSmall === true && choice.needed?.has(name) === true;
  return without(contract, operation, body, ({ name }) => choice.left?.has(name) === true && !isKept(name));
}

/** A later entry of a list has other texts than the first one. */
function ofEntry(choice: Choice, { at }: Leaf): Choice {
  const [, index = 0] = /.*\/(\d+)(?=\/|$)/.exec(at) ?? [];
  const last = (Number.parseInt(choice.unique.slice(-1), 16) + Number(index)) % 16;
  return index === 0 ? choice : { ...choice, unique: choice.unique.slice(0, -1) + last.toString(16) };
}

/** The body with another valid value at one place; the body itself where no other value is valid. */
export function withNewValue(contract: Contract, schema: string, body: Json, leaf: Leaf, choice: Choice): Json {
  const reference = choice.reference(leaf.name, leaf.at);
  const typed = reference !== undefined && (typeof leaf.value === "number" ? Number(reference) : String(reference));
  for (const value of reference === undefined ? otherValues(contract, leaf, choice) : [typed, reference]) {
    const changed = withValue(body, leaf.at, value);
    if (changed !== undefined && contract.isValid(schema, changed)) return changed;
  }
  return body;
}

/** Other values of a property, the best one first. */
export function otherValues(contract: Contract, { schema, value, name }: Leaf, choice: Choice): Json[] {
  const { number, unique, isUsual = false } = choice;
  const told = choice.told?.get(name);
  if (told !== undefined) {
    const values = [told.number + told.step * (number % 5), told.number];
    return [...values, ...values.map((one) => one.toFixed(2))];
  }
  const node = contract.schemaAt(schema);
  const listed = contract.enumAt(schema);
  const allowed = listed.length > 0 ? listed : node["enum"];
  if ("const" in node || (isUsual && (Array.isArray(allowed) || typeof value === "boolean"))) return [];
  if (Array.isArray(allowed)) {
    const start = allowed.indexOf(value);
    return allowed
      .map((_, index) => allowed[(start + number + index) % allowed.length] ?? null)
      .filter((one) => one !== null);
  }
  if (typeof value === "boolean") return number % 2 === 0 ? [] : [!value];
  if (typeof value === "number") {
    // A record that others refer to can be too large for them, or too small without an example.
    if (isUsual && "minimum" in node && "maximum" in node) return value === node["minimum"] ? [value + 3] : [];
    // As texts, numbers of other lengths have another order.
    const long = isUsual || number === 0 || number % 2 === 1 ? [] : [10 * value + number];
    return [...long, value + number, value - number, value + number / 2];
  }
  if (typeof value !== "string") return [];
  const format = formatOf(contract, schema, value);
  const isLate = choice.late?.has(name) || isInFuture(contract, schema, name);
  const [fromMs, toMs] = choice.period ?? [0, 0];
  if (format === "date-time" && toMs > Math.max(fromMs, choice.now)) {
    const startMs = Math.max(fromMs, choice.now + DAY_MS);
    return [new Date(startMs + ((number * FAR_MS) % (toMs - startMs))).toISOString().replace(/\.\d+Z$/, "Z")];
  }
  if (format === "date-time")
    return [isLate ? shifted(ahead(value, choice.now), (number % HOURS) * HOUR_MS) : shifted(value, number * HOUR_MS)];
  if (format === "date") {
    const time = `${value}T00:00:00Z`;
    // A week apart: days of a week can have rules of their own, and ranges may not overlap.
    const days = isLate ? 7 * (number % WEEKS) + 2 * (Math.floor(number / WEEKS) % 3) : number;
    return [shifted(isLate ? ahead(time, choice.now) : time, days * DAY_MS).slice(0, 10)];
  }
  if (format === "email" || /e-?mail/i.test(name)) return [`${unique.toLowerCase()}@example.com`];
  if (format === "uuid") return [randomUUID()];
  if (/^(uri|url)/.test(format)) return [`${value.replace(/\/+$/, "")}/${unique}`];
  // Among 9, 80, 700 and 6000, texts have another order than numbers.
  const zeros = number % 4;
  const decimals = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
  if (format === "decimal")
    return [(9 - zeros) * 10 ** zeros, number].map((more) => (Number(value) + more).toFixed(decimals));
  if (format !== "" && format !== "password") return [];
  const short = unique.slice(-6);
  const slug = `${value}-${unique}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const texts = [
    ...(choice.narrow?.has(name) ? [slug] : []),
    `${value} ${unique}`,
    `${value}-${unique}`,
    unique,
    short,
    short.toUpperCase(),
    unique.toLowerCase().replace("-", ""),
    value.slice(0, 2) + short,
  ];
  const half = Math.ceil(value.length / 2);
  const ending = [half, value.length - 2].map((from) => value.slice(0, from) + sameShape(value.slice(from)));
  return [...texts, sameShape(value), ...ending];
}

/** Another text with letters, digits and other characters in the same places. */
function sameShape(value: string): string {
  const among = (characters: string) => characters[randomInt(characters.length)] ?? "";
  return value
    .replace(/[0-9]/g, () => among("0123456789"))
    .replace(/[A-Z]/g, () => among("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .replace(/[a-z]/g, () => among("abcdefghijklmnopqrstuvwxyz"));
}

function shifted(time: string, ms: number): string {
  const before = Date.parse(time);
  const zone = /\+00:?00$/.exec(time)?.[0] ?? "Z";
  return Number.isNaN(before) ? time : new Date(before + ms).toISOString().replace(/(\.000)?Z$/, zone);
}

const [HOUR_MS, DAY_MS, WEEK_MS] = [3_600_000, 86_400_000, 604_800_000];
/** How far times of a period are apart, so that they rarely overlap. */
const FAR_MS = 7 * HOUR_MS;
/** How far times in the future are apart, within what services accept: the bodies of a run can be thousands. */
const [HOURS, WEEKS] = [24 * 28, 12];

/** A time some weeks later, after now, with the same distance to others of its week. */
function ahead(time: string, now: number): string {
  const weeks = Math.ceil((now + WEEK_MS / 7 - Date.parse(time)) / WEEK_MS);
  return weeks > 0 ? shifted(time, weeks * WEEK_MS) : time;
}

/** The body in upper and lower case, where its texts are the same in both by their descriptions. */
export function inOtherCase(contract: Contract, operation: Operation, body: Json): Json[] {
  const isEither = (leaf: Leaf) => {
    const { format = "email", enum: allowed } = contract.schemaAt(leaf.schema);
    const isText = typeof leaf.value === "string" && format === "email" && allowed === undefined;
    return isText && isSameInAnyCase(contract, operation, leaf);
  };
  const texts = leavesSent(contract, operation, body).filter(isEither);
  const cased = ["toUpperCase", "toLowerCase"] as const;
  const bodies = cased.map((method) =>
    texts.reduce((kept, { at, value }) => withValue(kept, at, String(value)[method]()), body),
  );
  return bodies.filter((one) => !sameJson(one, body) && isValidBody(contract, operation, one));
}
