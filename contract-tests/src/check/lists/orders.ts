import type { Contract, Json, Operation, Parameter } from "content-service-contract";
import { plain } from "../resources/payload.js";
import { sortableNames } from "../sentences/lists.js";
import { textAt } from "../sentences/sentences.js";

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

type Properties = ReadonlyMap<string, string>;

export function orderOf(
  contract: Contract,
  list: Operation,
  parameter: Parameter,
  properties: Properties,
  direction: Parameter | undefined,
): Order | undefined {
  const isList = "items" in contract.schemaAt(parameter.schema);
  const listed = contract.enumAt(isList ? contract.itemsOf(parameter.schema) : parameter.schema);
  const told = [...ordersByPattern(contract, parameter), ...ordersByExample(contract, list, parameter, properties)];
  const values = (listed.length > 0 ? listed : told).flatMap((value) => {
    const [, property = ""] = /^[-+]?(.*?)([ :,_.-]?(asc|desc)(ending)?)?$/i.exec(value) ?? [];
    const isDescending = value.startsWith("-") || /desc(ending)?$/i.test(value);
    const at = properties.get(plain(property));
    if (at === undefined && property !== "") return [];
    const allowed = at === undefined ? [] : contract.enumAt(at);
    const one = { value, property: plain(property), isDescending, allowed };
    if (direction === undefined) return [one];
    return directionsOf(contract, direction).map(({ value: way, isDescending: isDown }) => ({
      ...{ ...one, isDescending: isDown, more: { [direction.name]: way } },
    }));
  });
  return values.length === 0 ? undefined : { parameter, values, isList };
}

/** The orders of an example or a default such as `title desc`, or with a leading minus, for each property that a description names. */
function ordersByExample(contract: Contract, list: Operation, parameter: Parameter, properties: Properties): string[] {
  const { default: usual, examples = [] } = contract.schemaAt(parameter.schema);
  const [given] = [parameter.example ?? [examples].flat()[0] ?? usual].flat();
  const [, between] = /^\w+([ :,._]+)(asc|desc)$/.exec(String(given)) ?? [];
  const names = sortableNames(contract, list, parameter).filter((one) => properties.has(plain(one)));
  if (LEADING_MINUS.test(textAt(contract, parameter.pointer))) return names.flatMap((one) => [one, `-${one}`]);
  return between === undefined ? [] : names.flatMap((one) => [one, `${one}${between}desc`]);
}

const LEADING_MINUS = /\bleading [`"'(]?(-|minus|hyphen|dash)/i;

/** The orders that a pattern such as `^(name|price)(,(asc|desc))?$` permits. */
function ordersByPattern(contract: Contract, { schema }: Parameter): string[] {
  const pattern = String(contract.schemaAt(schema)["pattern"] ?? "");
  const names = [...new Set(pattern.match(/[a-z]\w+/gi))].filter((one) => !/^(asc|desc)(ending)?$/i.test(one));
  return names.flatMap((name) => {
    const spellings = [",", ":", " ", ".", "_"].map((between) => `${name}${between}desc`);
    return [name, `-${name}`, ...spellings].filter((one) => contract.isValid(schema, one)).slice(0, 2);
  });
}

/** The values of a parameter with a direction: listed ones, those of `^(asc|desc)$`, or of a flag such as `descending`. */
export function directionsOf(contract: Contract, { name, schema }: Parameter) {
  const node = contract.schemaAt(schema);
  if (contract.hasType(schema, "boolean"))
    return FLAG.test(plain(name)) ? [false, true].map((value) => ({ value, isDescending: value })) : [];
  const [, told = ""] = /^\^\(?([\w|]+)\)?\$$/.exec(String(node["pattern"])) ?? [];
  const values = [...contract.enumAt(schema), ...told.split("|").filter((one) => one !== "")];
  const isMeant = DIRECTION.test(plain(name)) && values.length > 1 && values.every((one) => /^(asc|desc)/i.test(one));
  return isMeant ? values.map((value) => ({ value, isDescending: /^desc/i.test(value) })) : [];
}

const DIRECTION = /^(order|dir|direction|(sort|order)(dir|direction|order))$/;
const FLAG = /^(is|sort)?(desc|descending|reverse|reversed)$/;

/** Whether values are sorted in one of the usual orders: each service has its own of texts. Nulls come first or last. */
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

function ordersOf(values: readonly Json[]): readonly Compare[] {
  if (values.every((one) => typeof one === "number")) return [byNumber];
  if (values.every((one) => TIME.test(String(one)))) return [byTime];
  // Amounts as texts have the order of numbers. Versions have other lengths.
  const decimals = values.map((one) => /^-?\d+\.(\d+)$/.exec(String(one))?.[1]?.length ?? 0);
  if (decimals.every((one) => one > 1 && one === decimals[0])) return [byNumber];
  return [byNumber, byCodePoint, ...byLanguage];
}

const TIME = /^\d{4}-\d\d-\d\dT/;
