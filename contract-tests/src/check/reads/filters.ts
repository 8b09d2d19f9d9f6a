import {
  type Contract,
  isJsonObject,
  type Json,
  type Operation,
  type Parameter,
  stringAt,
  stringsAt,
} from "content-service-contract";
import { valueAtPath } from "./fields-of.js";

/** A query parameter that selects entries by one of their attributes. */
export interface Filter {
  readonly parameter: Parameter;
  /** `equal` selects one value; `after` and `before` select times on one side of a time. */
  readonly kind: "equal" | "after" | "before";
  /** The values of the parameter, where the contract lists them. */
  readonly allowed: readonly string[];
}

/** The filters of a list: its query parameters without pagination and `fields`. */
export function filtersOf(contract: Contract, { parameters }: Operation): Filter[] {
  const inQuery = parameters.filter((one) => one.in === "query" && !NO_FILTERS.has(one.name));
  return inQuery.map((parameter) => {
    const schema = contract.schemaAt(parameter.schema);
    const [, side] = (stringAt(schema, "format") === "date-time" && TIME_NAME.exec(parameter.name)) || [];
    const kind = side === undefined ? "equal" : /after|since/.test(side) ? "after" : "before";
    return { parameter, kind, allowed: stringsAt(schema, "enum") };
  });
}

const NO_FILTERS: ReadonlySet<string> = new Set(["fields", "limit", "offset", "usemarker", "marker"]);
const TIME_NAME = /_(after|since|before|until)$/;

/** Whether a record passes a filter. Undefined where the record does not show the attribute. */
export type Passes = (record: Json, value: string) => boolean | undefined;

/** What a filter selects by, found by its name in the entries: `file_id` selects by `file.id`. */
export interface Selection {
  readonly filter: Filter;
  readonly passes: Passes;
  /** The value of a record as text. Undefined where the record does not show it. */
  valueIn(record: Json): string | undefined;
}

/** Finds the attribute of the entries that a filter selects by. Undefined when none has such a name. */
export function selectionOf(filter: Filter, records: readonly Json[]): Selection | undefined {
  const wanted = wordsOf(filter.parameter.name.replace(TIME_NAME, ""));
  const paths = new Map(records.flatMap((one) => pathsIn(one)).map((path) => [path.join("/"), path]));
  const [path] = [...paths.values()]
    .filter((one) => endsWith(wordsOf(one.join("_")), wanted, filter.kind !== "equal"))
    .toSorted((one, other) => wordsOf(one.join("_")).length - wordsOf(other.join("_")).length);
  if (path === undefined) return undefined;
  const valueIn = (record: Json) => {
    const value = valueAtPath(record, path);
    return typeof value === "string" ? value : undefined;
  };
  return {
    filter,
    valueIn,
    passes(record, value) {
      const own = valueIn(record);
      if (own === undefined) return undefined;
      if (filter.kind === "equal") return own === value;
      const difference = Date.parse(own) - Date.parse(value);
      return filter.kind === "after" ? difference > 0 : difference < 0;
    },
  };
}

/** The paths to the texts of a record, without those in lists. */
function pathsIn(record: Json, depth = 3): string[][] {
  if (!isJsonObject(record) || depth === 0) return [];
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === "string" ? [[name]] : pathsIn(value, depth - 1).map((path) => [name, ...path]),
  );
}

function wordsOf(name: string): string[] {
  return name.split("_").filter((word) => word !== "");
}

/** Whether the last words of a path are those of a parameter: `assigned_to_type` ends with `assign_to_type`. */
function endsWith(words: readonly string[], wanted: readonly string[], ofTime: boolean): boolean {
  const own = ofTime && /^(at|on|time|date)$/.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  const last = own.slice(-wanted.length);
  return last.length === wanted.length && last.every((word, index) => word.startsWith(wanted[index] ?? ""));
}
