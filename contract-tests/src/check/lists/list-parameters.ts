import {
  type Contract,
  type Json,
  type Operation,
  objectAt,
  type Parameter,
  pointer,
  remembered,
  stringAt,
} from "content-service-contract";
import { formatOf, nameOf, plain, propertiesOfEntries } from "../resources/payload.js";
import { filterTold, orderTold, type Sorted, tiesTold, timeTold } from "../sentences/lists.js";
import { textAt } from "../sentences/sentences.js";
import { ignoresCase } from "../sentences/values.js";
import { directionsOf, type Order, orderOf } from "./orders.js";

export interface ListParameters {
  readonly limit: Parameter | undefined;
  /** The usual one first. */
  readonly positions: readonly Position[];
  readonly filters: readonly Filter[];
  /** Finds entries by any of their texts. */
  readonly search: Parameter | undefined;
  readonly order: Order | undefined;
  /** How entries with equal values are ordered, as a description says: by their ids, or by the times of their creation. */
  readonly ties: "id" | "created" | undefined;
  /** The property that sorts the list by itself: by `x-order`, or as its description says ("The newest come first"). */
  readonly sorted: Sorted | undefined;
}

export interface Position {
  readonly kind: "offset" | "page" | "marker";
  readonly name: string;
  readonly pointer: string;
  /** What a request sends for the first page. */
  readonly first?: number;
  /** What each request sends beside it. */
  readonly flags?: Readonly<Record<string, Json>>;
}

export interface Filter {
  readonly parameter: Parameter;
  /** A name in any style, or a place such as `/owner/id`. */
  readonly property: string;
  readonly relation: Relation;
  /** Whether a bound belongs to what it selects, by its description or its name. Else it may. */
  readonly isInclusive: boolean;
  /** What the property can be, where the contract lists that: `all` is no state of an entry. */
  readonly listed?: readonly Json[] | undefined;
  /** Whether it takes days, which are those of UTC, as the contract says. */
  readonly isDay?: boolean;
  /** Whether it takes several values, such as `status=open,closed`. */
  readonly isList: boolean;
  /** Whether letters must have the same case. Undefined where the contract does not say. */
  readonly isExact?: boolean | undefined;
}

/** How the property of an entry compares to the value of the parameter; `positive` where the parameter is `true`. */
export type Relation = (typeof RELATIONS)[number];

const RELATIONS = ["equal", "least", "most", "after", "before", "positive", "prefix", "contains"] as const;

export interface FilterQuery {
  readonly chosen: readonly (readonly [Filter, value: Json])[];
  /** Whether no entry has the value. */
  readonly isUnknown?: boolean;
}

/** The size of a large page by the schema of the limit: 100, or the documented maximum. */
export function largePage(contract: Contract, schema: string): number {
  const { maximum } = contract.schemaAt(schema);
  return typeof maximum === "number" ? Math.min(maximum, LARGE) : LARGE;
}

const LARGE = 100;

/** The parameters of a list, by their common names or by `x-filter`. One with `x-infer: false` is none of these. */
export const listParameters = remembered((contract: Contract, list: Operation): ListParameters => {
  // Without the style of their names.
  const schemas = new Map(propertiesOfEntries(contract, list).map(([name, at]) => [plain(name), at]));
  const properties = [...schemas.keys()];
  const known = list.parameters.filter(
    (one) => one.in === "query" && contract.nodeAt(one.pointer)["x-infer"] !== false,
  );
  const isOwn = (one: Parameter) => properties.some((name) => name === nameOf(one) || name === `${nameOf(one)}s`);
  // Beside a `q`, a `keyword` selects by the `keywords`.
  const named = (pattern: RegExp) =>
    known
      .filter((one) => pattern.test(nameOf(one)) && !("x-filter" in contract.nodeAt(one.pointer)))
      .toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))[0];
  const limit = named(/^(limit|perpage|pagesize|size|maxresults|maxitems|count|top|take|first)$/);
  const positions = POSITIONS.flatMap(([kind, pattern]): Position[] => {
    const isMeant = ({ name }: Parameter) => pattern.test(plain(name)) && !properties.includes(plain(name));
    const isNumber = ({ schema }: Parameter) => ["integer", "number"].some((type) => contract.hasType(schema, type));
    const parameter = known.find((one) => isMeant(one) && (kind === "marker" || isNumber(one)));
    if (parameter === undefined) return [];
    const { name, pointer: at, example } = parameter;
    const { default: usual, minimum } = contract.schemaAt(parameter.schema);
    // Without a default, a minimum says where pages begin.
    const isFromZero = example === 0 || (usual ?? minimum) === 0;
    return [{ kind, name, pointer: at, ...(kind === "page" ? { first: isFromZero ? 0 : 1 } : {}) }];
  });
  const sorted = stringAt(contract.nodeAt(list.pointer), "x-order");
  const search = named(/^(q|query|search|searchterm|text|term|keyword)$/);
  const direction = known.find((one) => directionsOf(contract, one).length > 0);
  const order = known.find((one) => one !== direction && ORDER.test(nameOf(one))) ?? direction;
  const taken = new Set([limit, search, order, direction, ...positions].flatMap((one) => one?.name ?? []));
  return {
    ...{ limit, positions, search },
    filters: known.filter((one) => !taken.has(one.name)).flatMap((one) => filterOf(contract, list, one, schemas) ?? []),
    sorted:
      sorted === undefined
        ? orderTold(contract, list, schemas)
        : { property: sorted.replace(/^-/, ""), isDescending: sorted.startsWith("-") },
    order: order && orderOf(contract, list, order, schemas, order === direction ? undefined : direction),
    ties: order && tiesTold(contract, list, order),
  };
});

const ORDER = /^(sort|order|orderby|sortby|sortfield|ordering)$/;

const POSITIONS: readonly (readonly [kind: Position["kind"], name: RegExp])[] = [
  ["offset", /^(offset|skip|start|startindex|from)$/],
  ["page", /^(page|pagenumber|pageno|pageindex)$/],
  [
    "marker",
    /^(cursor|marker|pagetoken|nextpagetoken|continuationtoken|continuation|after|startingafter|nexttoken|next)$/,
  ],
];

/** The place of the only property of a name that is inside of another one, such as `/address/city`. */
function innerPlace(contract: Contract, operation: Operation, name: string): string | undefined {
  const places = propertiesOfEntries(contract, operation).flatMap(([outer, at]) =>
    [...contract.propertiesOf(at).keys()].flatMap((inner) =>
      plain(inner) === name ? pointer(pointer("", outer), inner) : [],
    ),
  );
  return places.length === 1 ? places[0] : undefined;
}

/** The place of the id of another record that the entries show: `job_id` selects by `job`, or by the `id` in it. */
function idPlace(contract: Contract, operation: Operation, name: string): string | undefined {
  const [, stem] = /^(.+)id$/.exec(name) ?? [];
  const [own, at] = propertiesOfEntries(contract, operation).find(([one]) => plain(one) === stem) ?? [];
  const isObject = at !== undefined && contract.propertiesOf(at).has("id");
  return isObject ? pointer("", own ?? "", "id") : own;
}

type Schemas = ReadonlyMap<string, string>;
function filterOf(contract: Contract, list: Operation, parameter: Parameter, schemas: Schemas): Filter | undefined {
  const properties = [...schemas.keys()];
  const node = contract.nodeAt(parameter.pointer);
  const told = filterTold(contract, parameter);
  // "Before this time" beside "at or after this time".
  const isUnlike = (other: Parameter) =>
    formatOf(contract, other.schema) === formatOf(contract, parameter.schema) &&
    filterTold(contract, other).isInclusive;
  const isBeyond = told.isOpen && !told.isInclusive && list.parameters.some(isUnlike);
  const about = {
    parameter,
    isInclusive: told.isInclusive || (INCLUSIVE_NAME.test(nameOf(parameter)) && !told.isOpen),
    isList: contract.hasType(parameter.schema, "array"),
    ...(ignoresCase(textAt(contract, parameter.pointer)) && { isExact: false }),
    isDay: formatOf(contract, parameter.schema) === "date" && told.isUtc,
  };
  const declared = objectAt(node, "x-filter");
  const property = stringAt(declared, "property");
  const declaredRelation = stringAt(declared, "relation");
  if (property !== undefined) {
    const isExact = { same: true, any: false }[stringAt(declared, "case") ?? ""];
    const known = RELATIONS.find((one) => one === declaredRelation) ?? "equal";
    return { ...about, property, relation: known, isExact };
  }
  const name = nameOf(parameter);
  const direct =
    properties.find((one) => one === name || `${one}s` === name || `${name}s` === one) ??
    innerPlace(contract, list, name) ??
    idPlace(contract, list, name);
  const relation = told.isPart ? "contains" : "equal";
  const at = direct === undefined ? undefined : schemas.get(direct);
  const listed = at === undefined ? [] : contract.enumAt(at);
  if (direct !== undefined) return { ...about, property: direct, relation, listed };
  const start = /^(.*?)(prefix|startswith)$/.exec(name)?.[1];
  const begun = start === undefined ? undefined : properties.find((one) => one === (start || "name"));
  if (begun !== undefined) return { ...about, property: begun, relation: "prefix" };
  for (const [side, pattern] of Object.entries(SIDES)) {
    const rest = name.replace(pattern, "");
    const found = properties.find(
      (one) =>
        one === rest || one === `${rest}at` || one === `${rest}time` || one === `${rest}on` || one === `${rest}date`,
    );
    const times = rest === "" ? timesLike(contract, parameter, schemas) : [];
    const property = found ?? (times.length === 1 ? times[0] : timeTold(contract, parameter, times));
    const [within, beyond] = side === "least" ? (["least", "after"] as const) : (["most", "before"] as const);
    if (rest !== name && property !== undefined)
      return { ...about, property, relation: told.isExclusive || isBeyond ? beyond : within };
  }
  return undefined;
}

/** The properties that `from` and `to` can mean: those of the same format that callers set. */
function timesLike(contract: Contract, { schema }: Parameter, schemas: ReadonlyMap<string, string>): string[] {
  const format = formatOf(contract, schema);
  if (format !== "date" && format !== "date-time") return [];
  const isLike = (at: string) => formatOf(contract, at) === format;
  return [...schemas].flatMap(([name, at]) => (isLike(at) && !/^(creat|updat|modif|delet)/.test(name) ? name : []));
}

const INCLUSIVE_NAME = /^(min|max|from)|(min|max|from|gte|lte)$/;

const SIDES = {
  least: /^min(imum)?|^from|(min|after|since|from|gte)$/,
  most: /^max(imum)?|^to|(max|before|until|to|lte)$/,
};
