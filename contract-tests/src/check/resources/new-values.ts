import { randomInt, randomUUID } from "node:crypto";
import {
  type Contract,
  isJsonObject,
  type Json,
  type MediaType,
  pointer,
  sameJson,
  sampleValue,
  schemaProperties,
  stringAt,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { laterEnd, rangesIn } from "./ranges.js";

/** A property of a body, and where its value and its schema are. */
export interface Leaf {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly name: string;
  readonly schema: string;
  readonly value: Json;
}

/** The texts, numbers and booleans of a body whose properties its schema documents, also in lists. */
export function leavesOf(contract: Contract, schema: string, body: Json, at = "", name = ""): Leaf[] {
  if (isJsonObject(body)) {
    const properties = schemaProperties(contract, schema, body);
    return Object.entries(body).flatMap(([key, value]) => {
      const own = properties.get(key);
      return own === undefined ? [] : leavesOf(contract, own, value, pointer(at, key), key);
    });
  }
  if (Array.isArray(body)) {
    const items = pointer(contract.pointerOf(schema), "items");
    if (contract.schemaAt(schema)["items"] === undefined) return [];
    return body.flatMap((value, index) => leavesOf(contract, items, value, pointer(at, index), name));
  }
  return body === null ? [] : [{ at, name, schema, value: body }];
}

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
  /** The names whose values the service rejected: they keep those of the example. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** The names whose values it rejected from the example too: they are left out where they may be. */
  readonly left?: ReadonlySet<string> | undefined;
  /** Whether the body has the properties of the example alone, with its flags and listed values: others refer to the record. */
  readonly isUsual?: boolean;
  /** The id of an existing record that a property must name; undefined for any other property. */
  reference(name: string, at: string): Json | undefined;
}

/** A valid body like an example, with values of its own: new texts, shifted times and numbers, other documented values. */
export function newBody(contract: Contract, { schema, examples }: MediaType, choice: Choice): Json | undefined {
  const example = examples[0]?.value;
  if (schema === undefined || example === undefined) return example;
  let body = choice.number === 0 || choice.isUsual ? example : wholeBody(contract, schema, examples);
  const leaves = leavesOf(contract, schema, body).filter(({ name }) => !choice.kept?.has(name));
  for (const leaf of leaves) body = withNewValue(contract, schema, body, leaf, choice);
  for (const range of rangesIn(leaves)) {
    const end = laterEnd(valueAt(body, range.start.at) ?? null, valueAt(body, range.end.at) ?? null, range);
    const later = end === undefined ? undefined : withValue(body, range.end.at, end);
    if (later !== undefined && contract.isValid(schema, later)) body = later;
  }
  return without(contract, schema, body, ({ name }) => choice.left?.has(name) === true);
}

/** A body without some of the values that it may omit. */
export function without(contract: Contract, schema: string | undefined, body: Json, isLeft: (leaf: Leaf) => boolean) {
  if (schema === undefined) return body;
  return leavesOf(contract, schema, body)
    .filter(isLeft)
    .reduce((kept, { at }) => {
      const less = withValue(kept, at, undefined);
      return contract.isValid(schema, less) ? less : kept;
    }, body);
}

/** The first example with the optional properties, also in place of `null`, that other examples or the schema give. */
export function wholeBody(contract: Contract, schema: string, examples: MediaType["examples"]): Json {
  const [first, ...others] = examples.map(({ value }) => value);
  const sample = sampleValue(contract.document, schema, { properties: "all" });
  let body = first ?? sample ?? {};
  // The example of a schema may have less than its properties.
  const properties = schemaProperties(contract, schema, isJsonObject(body) ? body : {});
  const each = [...settable(contract, properties)].flatMap(([name, at]): [string, Json][] => {
    const value = sampleValue(contract.document, at, { properties: "all" });
    return value === undefined ? [] : [[name, value]];
  });
  for (const other of [...others, sample, Object.fromEntries(each)]) {
    for (const [name, value] of Object.entries(isJsonObject(other) ? other : {})) {
      if (!isJsonObject(body)) continue;
      const more = { ...body, [name]: filled(body[name], value) };
      if (contract.isValid(schema, more)) body = more;
    }
  }
  return body;
}

/** A value with what another one has in place of what is missing or null. */
function filled(value: Json | undefined, other: Json): Json {
  if (value === undefined || value === null) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    // Numbers alone, such as a quantity: entries can be of several kinds.
    const entries: [string, Json][] = Object.entries(other[0] ?? {});
    const numbers = entries.filter(([, one]) => typeof one === "number");
    return value.map((one) => (isJsonObject(one) ? { ...Object.fromEntries(numbers), ...one } : one));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const members = Object.entries(other).map(([name, one]) => [name, filled(value[name], one)]);
  return { ...value, ...Object.fromEntries(members) };
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
  const node = contract.schemaAt(schema);
  const allowed = node["enum"];
  if ("const" in node || (isUsual && (Array.isArray(allowed) || typeof value === "boolean"))) return [];
  if (Array.isArray(allowed)) {
    const start = allowed.indexOf(value);
    return allowed
      .map((_, index) => allowed[(start + number + index) % allowed.length] ?? null)
      .filter((one) => one !== null);
  }
  if (typeof value === "boolean") return number % 2 === 0 ? [] : [!value];
  if (typeof value === "number") {
    // As texts, numbers of other lengths have another order.
    const long = isUsual || number === 0 || number % 2 === 1 ? [] : [10 * value + number];
    return [...long, value + number, value - number, value + number / 2];
  }
  if (typeof value !== "string") return [];
  const format = stringAt(node, "format") ?? "";
  const isLate = choice.late?.has(name) || FUTURE.test(stringAt(node, "description") ?? "");
  if (format === "date-time") return [shifted(isLate ? ahead(value, choice.now) : value, number * 3_600_000)];
  if (format === "date") {
    const time = `${value}T00:00:00Z`;
    return [shifted(isLate ? ahead(time, choice.now) : time, number * 86_400_000).slice(0, 10)];
  }
  if (format === "email" || /e-?mail/i.test(name)) return [`${unique.toLowerCase()}@example.com`];
  if (format === "uuid") return [randomUUID()];
  if (/^(uri|url)/.test(format)) return [`${value.replace(/\/+$/, "")}/${unique}`];
  // Among 9, 80, 700 and 6000, texts have another order than numbers.
  const zeros = number % 4;
  if (format === "decimal") return [(9 - zeros) * 10 ** zeros, number].map((more) => plus(value, more));
  if (format !== "" && format !== "password") return [];
  const short = unique.slice(-6);
  const texts = [
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
  return Number.isNaN(before) ? time : new Date(before + ms).toISOString().replace(/\.000Z$/, "Z");
}

/** A larger number with as many decimals. */
function plus(decimal: string, more: number): string {
  return (Number(decimal) + more).toFixed(/\.(\d+)$/.exec(decimal)?.[1]?.length ?? 0);
}

/** How a description says that a time is later than the request. */
const FUTURE =
  /(?<!\bnot (be )?)\bin the future\b|\bnot (be )?in the past\b|\b(after|later than) (now|the present|today)\b/i;
const WEEK_MS = 7 * 86_400_000;

/** A time some weeks later, after now, with the same distance to others of its week. */
function ahead(time: string, now: number): string {
  const weeks = Math.ceil((now + WEEK_MS / 7 - Date.parse(time)) / WEEK_MS);
  return weeks > 0 ? shifted(time, weeks * WEEK_MS) : time;
}

/** Whether a property holds text that a caller writes freely. */
export function isFreeText(contract: Contract, { schema, value }: Pick<Leaf, "schema" | "value">): boolean {
  const node = contract.schemaAt(schema);
  const isBound = ["enum", "const", "format", "pattern"].some((keyword) => keyword in node);
  return typeof value === "string" && !isBound && stringsAt(node, "type").includes("string");
}

/** The name under which requests of an operation wrap their data: its schema has one property, an object. */
export function wrapperOf(contract: Contract, media: MediaType | undefined): string {
  if (media?.schema === undefined) return "";
  const [only, ...others] = schemaProperties(contract, media.schema, {});
  if (only === undefined || others.length > 0) return "";
  const isWrapper =
    schemaProperties(contract, only[1], {}).size > 0 &&
    stringsAt(contract.schemaAt(media.schema), "required").includes(only[0]);
  return isWrapper ? pointer("", only[0]) : "";
}

/** The documented properties that the data in a request may have, with the pointers to their schemas. */
export function bodyProperties(contract: Contract, media: MediaType | undefined): ReadonlyMap<string, string> {
  if (media?.schema === undefined) return new Map();
  const outer = schemaProperties(contract, media.schema, {});
  const wrapper = wrapperOf(contract, media);
  const inner = wrapper === "" ? undefined : outer.get(wrapper.slice(1));
  return settable(contract, inner === undefined ? outer : schemaProperties(contract, inner, {}));
}

/** Those of the properties that are not read-only. */
function settable(contract: Contract, properties: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...properties].filter(([, at]) => contract.schemaAt(at)["readOnly"] !== true));
}

/** A body without the properties that it may omit. */
export function leastBody(contract: Contract, media: MediaType, body: Json): Json {
  const { schema } = media;
  const wrapper = wrapperOf(contract, media);
  const data = valueAt(body, wrapper);
  if (schema === undefined || !isJsonObject(data)) return body;
  return Object.keys(data).reduce((kept, name) => {
    const less = withValue(kept, `${wrapper}${pointer("", name)}`, undefined);
    return contract.isValid(schema, less) ? less : kept;
  }, body);
}

/** The body in upper and lower case, where its texts are the same in both by their descriptions. */
export function inOtherCase(contract: Contract, schema: string, body: Json): Json[] {
  const isEither = (leaf: Leaf) => {
    const { format = "email", description, enum: allowed } = contract.schemaAt(leaf.schema);
    const isText = typeof leaf.value === "string" && format === "email" && allowed === undefined;
    return isText && IGNORES_CASE.test(String(description));
  };
  const texts = leavesOf(contract, schema, body).filter(isEither);
  const cased = ["toUpperCase", "toLowerCase"] as const;
  const bodies = cased.map((method) =>
    texts.reduce((kept, { at, value }) => withValue(kept, at, String(value)[method]()), body),
  );
  return bodies.filter((one) => !sameJson(one, body) && contract.isValid(schema, one));
}

/** How a description says that texts are the same in upper and lower case. */
export const IGNORES_CASE =
  /\bignor\w+ (the )?(upper and lower )?case\b|\bcase[- ]insensitiv|\b(in|whatever|regardless of|without regard to) (the |its |any |upper (and|or) lower )?case\b|\bcase (does not matter|makes? no difference|(are|being|count as) the same)\b/i;

/** Whether a property holds a time. */
export function isTime(contract: Contract, schema: string): boolean {
  return stringAt(contract.schemaAt(schema), "format") === "date-time";
}
