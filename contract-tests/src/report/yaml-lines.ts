import { isJsonObject, type Json } from "../contract/json.js";

/** How much of a value is written. */
export interface YamlOptions {
  /** How deep lists and objects are opened. */
  readonly maxDepth: number;
  /** Keys that are left out. */
  readonly without?: ReadonlySet<string> | undefined;
}

/** Writes a value as YAML, a line each. What lies deeper is shown as `{…}` and `[…]`. */
export function yamlLines(value: Json, options: YamlOptions): string[] {
  return linesOf(value, options, 0);
}

/** Writes the name of a member as YAML does. */
export function yamlKey(name: string): string {
  return scalar(name);
}

function linesOf(value: Json, options: YamlOptions, depth: number): string[] {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) return [`[${value.map(scalar).join(", ")}]`];
    if (depth >= options.maxDepth) return ["[…]"];
    return value.flatMap((item) => {
      const [first = "", ...rest] = linesOf(item, options, depth + 1);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (!isJsonObject(value)) return [scalar(value)];
  const entries = Object.entries(value).filter(([key]) => options.without?.has(key) !== true);
  if (entries.length === 0) return ["{}"];
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === "$ref") return [`$ref: ${scalar(only[1])}`];
  if (depth >= options.maxDepth) return ["{…}"];
  return entries.flatMap(([key, child]) => {
    const lines = linesOf(child, options, depth + 1);
    const block = typeof child === "object" && child !== null && !/^(?:\{[}…]|\[.*\]$)/.test(lines[0] ?? "");
    return block ? [`${scalar(key)}:`, ...lines.map((line) => `  ${line}`)] : [`${scalar(key)}: ${lines[0] ?? ""}`];
  });
}

function scalar(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
}

/** Text that reads as itself without quotes, also within brackets. */
const PLAIN = /^[A-Za-z_$./(<](?:[^\n\r\t:#,[\]{}"]|:(?! ))*$/;

const RESERVED = /^(?:true|false|null|yes|no|on|off|~)$|:$|\s$/i;
