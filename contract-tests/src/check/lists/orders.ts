import {
  type Contract,
  isJsonObject,
  type Json,
  type Operation,
  type Parameter,
  placeAt,
  pointer,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { plain } from "../resources/payload.js";
import { sentencesIn, sentencesOf } from "../resources/sentences.js";

/** The property that sorts a list by itself. */
export type Sorted = Pick<Order["values"][number], "property" | "isDescending">;

/** A parameter that sorts, and its values. */
export interface Order {
  readonly parameter: Parameter;
  /** Whether it takes several values, of which a later one sorts entries that are equal by the earlier ones. */
  readonly isList: boolean;
  readonly values: readonly {
    readonly value: string;
    /** Empty where only the direction is known, as of `asc`. */
    readonly property: string;
    readonly isDescending: boolean;
    /** The documented values of the property, which may have an order of their own. */
    readonly allowed: readonly string[];
    /** The parameter with the direction, where that is another one. */
    readonly more?: Readonly<Record<string, Json>>;
  }[];
}

/** The orders that a parameter takes. */
export function orderOf(
  contract: Contract,
  list: Operation,
  parameter: Parameter,
  properties: ReadonlyMap<string, string>,
  direction: Parameter | undefined,
): Order | undefined {
  const schema = contract.schemaAt(parameter.schema);
  const isList = "items" in schema;
  const listed = stringsAt(
    isList ? contract.schemaAt(pointer(contract.pointerOf(parameter.schema), "items")) : schema,
    "enum",
  );
  const told = [...ordersByPattern(contract, parameter), ...ordersByExample(contract, list, parameter, properties)];
  const values = (listed.length > 0 ? listed : told).flatMap((value) => {
    const [, property = ""] = /^[-+]?(.*?)([ :,_.-]?(asc|desc)(ending)?)?$/i.exec(value) ?? [];
    const isDescending = value.startsWith("-") || /desc(ending)?$/i.test(value);
    const at = properties.get(plain(property));
    if (at === undefined && property !== "") return [];
    const allowed = at === undefined ? [] : stringsAt(contract.schemaAt(at), "enum");
    const one = { value, property: plain(property), isDescending, allowed };
    if (direction === undefined) return [one];
    return valuesOf(contract, direction).map((way) => ({
      ...{ ...one, isDescending: /^desc/i.test(way), more: { [direction.name]: way } },
    }));
  });
  return values.length === 0 ? undefined : { parameter, values, isList };
}

/** The orders of an example or a default such as `title desc`, for each property that a description names. */
function ordersByExample(
  contract: Contract,
  list: Operation,
  { schema, pointer: at, example }: Parameter,
  properties: ReadonlyMap<string, string>,
): string[] {
  const text = stringAt(placeAt(contract.document, at).node, "description") ?? "";
  const { default: usual, examples = [] } = contract.schemaAt(schema);
  const [given] = [example ?? [examples].flat()[0] ?? usual].flat();
  const [, between] = /^\w+([ :,._]+)(asc|desc)$/.exec(String(given)) ?? [];
  // In backticks, or as "Properties: sku, name", or of the list: "It can be sorted by sku and name."
  const listed = [text, ...sentencesOf(contract, list)].flatMap((one) => SORTABLE.exec(one)?.[1] ?? []).join();
  const told = [...(text.match(/(?<=`)\w+(?=`)/g) ?? []), ...listed.split(/\W+/)];
  const names = [...new Set(told)].filter((one) => properties.has(plain(one)));
  return between === undefined ? [] : names.flatMap((one) => [one, `${one}${between}desc`]);
}

const SORTABLE =
  /\b(?:(?:properties|fields|attributes|one of):|(?:can|may) be (?:sorted|ordered) by|sortable by) ?([\w, ]+)/i;

/** The orders that a pattern such as `^(name|price)(,(asc|desc))?$` permits. */
function ordersByPattern(contract: Contract, { schema }: Parameter): string[] {
  const pattern = stringAt(contract.schemaAt(schema), "pattern") ?? "";
  const names = [...new Set(pattern.match(/[a-z]\w+/gi))].filter((one) => !/^(asc|desc)(ending)?$/i.test(one));
  return names.flatMap((name) => {
    const spellings = [",", ":", " ", ".", "_"].map((between) => `${name}${between}desc`);
    return [name, `-${name}`, ...spellings].filter((one) => contract.isValid(schema, one)).slice(0, 2);
  });
}

/** Says how equal entries are ordered: a sentence about the order, the list or all lists. */
export function tiesTold(contract: Contract, list: Operation, order: Parameter): "id" | "created" | undefined {
  const { info } = contract.document;
  const texts = [placeAt(contract.document, order.pointer).node, isJsonObject(info) ? info : {}];
  const all = [
    ...texts.flatMap((one) => sentencesIn(stringAt(one, "description") ?? "")),
    ...sentencesOf(contract, list),
  ];
  const told = all.find((one) => TIES.test(one)) ?? "";
  if (/\bids?\b/i.test(told) && !/\bdescending (by )?`?id/i.test(told)) return "id";
  return /\boldest first\b/i.test(told) ? "created" : undefined;
}

const TIES = /\b(equal|ties?|same)\b[^.]*\b(by (ascending )?`?id|ordered by `?id|oldest first)\b/i;

/** The order by creation that a sentence about a list tells. */
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

/** The values that a parameter lists. */
export function valuesOf(contract: Contract, { schema }: Parameter): string[] {
  return stringsAt(contract.schemaAt(schema), "enum");
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
  // Amounts as texts have the order of numbers. Versions have other lengths.
  const decimals = values.map((one) => /^-?\d+\.(\d+)$/.exec(String(one))?.[1]?.length ?? 0);
  if (decimals.every((one) => one > 1 && one === decimals[0])) return [byNumber];
  return [byNumber, byCodePoint, ...byLanguage];
}

const TIME = /^\d{4}-\d\d-\d\dT/;
