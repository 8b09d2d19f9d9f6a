import { parseArgs } from "node:util";
import { fold } from "../report/terminal-text.js";
import { UsageError } from "./usage-error.js";

/** The options of a command, by their names, as `parseArgs` takes them. */
export type Options = Readonly<Record<string, Option>>;

interface Option {
  readonly type: "boolean" | "string";
  readonly multiple?: true;
  readonly default?: string | boolean | string[];
  /** The value in the usage, such as `<file>`. */
  readonly form?: string;
  readonly text: string;
}

export function flag(text: string) {
  return { type: "boolean", default: false, text } as const;
}

/** An option with a value, which the usage shows as `<file>`, for instance. */
export function value(form: string, text: string): { type: "string"; form: string; text: string };
export function value(
  form: string,
  text: string,
  standard: string,
): { type: "string"; form: string; text: string; default: string };
export function value(form: string, text: string, standard?: string) {
  return { type: "string", form, text, ...(standard === undefined ? {} : { default: standard }) };
}

export function list(form: string, text: string) {
  const none: string[] = [];
  return { type: "string", multiple: true, default: none, form, text } as const;
}

export type Values<Table extends Options> = ReturnType<typeof parseArgs<{ options: Table }>>["values"];

export function readOptions<Table extends Options>(
  options: Table,
  args: readonly string[],
  allowPositionals = false,
): { values: Values<Table>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], allowPositionals, options });
  } catch (error) {
    // The rest is about positional arguments that begin with a dash.
    const [sentence = ""] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [String(error)];
    throw new UsageError(`${sentence}. See --help.`);
  }
}

/** What `--help` prints: the arguments of a command, what it does, its options, and its exit codes. */
export function usageOf(synopsis: string, about: string, options: Options, end: string): string {
  const lines = Object.entries<Option>({ ...options, help: flag("this text") }).map(([name, option]) => {
    const form = `--${name}${option.form === undefined ? "" : ` ${option.form}`}`;
    const standard = typeof option.default === "string" ? ` (${option.default})` : "";
    const repeatable = option.multiple ? "; repeatable" : "";
    const text = fold(`${option.text}${repeatable}${standard}`, WIDTH - COLUMN).join(`\n${" ".repeat(COLUMN)}`);
    return `${`  ${form} `.padEnd(COLUMN)}${text}`;
  });
  return `Usage: content-contract ${synopsis}\n\n${about}\n\n${lines.join("\n")}\n\n${end}`;
}

const COLUMN = 28;
const WIDTH = 120;

export interface OptionSchema {
  readonly type: string;
  readonly description: string;
  readonly format?: string;
  readonly items?: object;
  readonly additionalProperties?: object;
}

export function schemaOf(options: Options): Readonly<Record<string, OptionSchema>> {
  const schema = ({ text: description, form, multiple }: Option): OptionSchema => {
    if (form === undefined) return { type: "boolean", description };
    const format = form === "<file>" ? { format: "path" } : {};
    if (multiple) return { type: "array", description, ...format, items: { type: "string" } };
    if (form === "<json>") return { type: "object", description, additionalProperties: { type: "string" } };
    return { type: /^<(number|seconds)>$/.test(form) ? "number" : "string", description, ...format };
  };
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, schema(option)]));
}
