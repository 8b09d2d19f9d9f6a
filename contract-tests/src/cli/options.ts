import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.js";

/** The options of a command, by their names. */
export type Options = Readonly<Record<string, Switch | Value<string | undefined> | List>>;

export interface Switch {
  readonly text: string;
}

export interface Value<Default> {
  /** The value in the usage, such as `<file>`. */
  readonly value: string;
  readonly text: string;
  readonly standard: Default;
}

export interface List {
  readonly value: string;
  readonly text: string;
  readonly isList: true;
}

/** An option without a value. */
export function flag(text: string): Switch {
  return { text };
}

/** An option with a value, which the usage shows as `<file>`, for instance. */
export function value(form: string, text: string): Value<undefined>;
export function value(form: string, text: string, standard: string): Value<string>;
export function value(form: string, text: string, standard?: string): Value<string | undefined> {
  return { value: form, text, standard };
}

/** An option that may be given several times. */
export function list(form: string, text: string): List {
  return { value: form, text, isList: true };
}

/** The values of options. */
export type Values<Table extends Options> = {
  readonly [Name in keyof Table]: Table[Name] extends List
    ? readonly string[]
    : Table[Name] extends Value<infer Default>
      ? string | Default
      : boolean;
};

/** Reads the options of a command. Throws a `UsageError` for an unknown option or a missing value. */
export function readOptions<Table extends Options>(
  options: Table,
  args: readonly string[],
  allowPositionals = false,
): { readonly values: Values<Table>; readonly positionals: readonly string[] } {
  const config = Object.entries(options).map(([name, option]): [string, ParseArgsOption] => {
    if (!("value" in option)) return [name, { type: "boolean", default: false }];
    if ("isList" in option) return [name, { type: "string", multiple: true, default: [] }];
    return [name, { type: "string", ...(option.standard === undefined ? {} : { default: option.standard }) }];
  });
  try {
    const read = parseArgs({ args: [...args], allowPositionals, options: Object.fromEntries(config) });
    // The configuration above is of the same table.
    return { values: read.values as Values<Table>, positionals: read.positionals };
  } catch (error) {
    // The rest is about positional arguments that begin with a dash.
    const [sentence = ""] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [String(error)];
    throw new UsageError(`${sentence}. See --help.`);
  }
}

type ParseArgsOption = NonNullable<ParseArgsConfig["options"]>[string];

/** What `--help` prints: the arguments of a command, what it does, its options, and its exit codes. */
export function usageOf(synopsis: string, about: string, options: Options, end: string): string {
  const lines = Object.entries({ ...options, help: flag("this text") }).map(([name, option]) => {
    const form = `--${name}${"value" in option ? ` ${option.value}` : ""}`;
    const standard = "standard" in option && option.standard !== undefined ? ` (${option.standard})` : "";
    const repeatable = "isList" in option ? "; repeatable" : "";
    const text = fold(`${option.text}${repeatable}${standard}`, WIDTH - COLUMN).join(`\n${" ".repeat(COLUMN)}`);
    return `${`  ${form} `.padEnd(COLUMN)}${text}`;
  });
  return `Usage: content-contract ${synopsis}\n\n${about}\n\n${lines.join("\n")}\n\n${end}`;
}

const COLUMN = 28;
const WIDTH = 120;

function fold(text: string, room: number): string[] {
  return text.match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)`, "g")) ?? [];
}

/** The schema of an option in a config. */
export interface OptionSchema {
  readonly type: string;
  readonly description: string;
  readonly format?: string;
  readonly items?: object;
  readonly additionalProperties?: object;
}

/** The schemas of options, by their names. */
export function schemaOf(options: Options): Readonly<Record<string, OptionSchema>> {
  const schemas = Object.entries(options).map(([name, option]): [string, OptionSchema] => {
    const { text: description } = option;
    if (!("value" in option)) return [name, { type: "boolean", description }];
    const format = option.value === "<file>" ? { format: "path" } : {};
    if ("isList" in option) return [name, { type: "array", description, ...format, items: { type: "string" } }];
    if (option.value === "<json>")
      return [name, { type: "object", description, additionalProperties: { type: "string" } }];
    return [name, { type: NUMBERS.has(option.value) ? "number" : "string", description, ...format }];
  });
  return Object.fromEntries(schemas);
}

const NUMBERS: ReadonlySet<string> = new Set(["<number>", "<seconds>"]);
