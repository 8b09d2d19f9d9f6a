import type { Contract } from "../contract/contract.js";
import { isJsonObject, type Json } from "../contract/json.js";
import { pointer, segmentsOf, valueAt } from "../contract/json-pointer.js";

/** What the contract says at a pointer. */
export interface ContractWords {
  /** Where the lines stand: the pointer itself, or what it is a keyword of. */
  readonly pointer: string;
  /** As YAML. `said` marks the lines that the pointer leads to. */
  readonly lines: readonly { readonly text: string; readonly said: boolean }[];
  /** How many lines more there are. */
  readonly linesLeft: number;
  /** The description that stands nearest, above or at the place; undefined when there is none. */
  readonly description: string | undefined;
}

/** Quotes what stands at a pointer of the contract; undefined when nothing does. */
export function contractWords(
  contract: Contract,
  at: string,
  { maxLines }: { readonly maxLines: number },
): ContractWords | undefined {
  const value = valueAt(contract.document, at);
  if (value === undefined) return undefined;
  const segments = segmentsOf(at);
  const isKeyword = !isJsonObject(value) && segments.length > 0;
  const owner = isKeyword ? pointer("", ...segments.slice(0, -1)) : at;
  const inside = isKeyword ? keywordLines(contract, owner, segments.at(-1) ?? "") : wholeLines(value);
  const name = segmentsOf(owner).at(-1);
  const named = inside.map(({ text, said }) => ({ text: `  ${text}`, said }));
  const lines = name === undefined ? inside : [{ text: `${yamlKey(name)}:`, said: false }, ...named];
  const from = Math.max(0, lines.findIndex(({ said }) => said) - Math.floor(maxLines / 2));
  const shown = lines.length <= maxLines ? lines : lines.slice(from, from + maxLines);
  return {
    pointer: owner,
    lines: shown,
    linesLeft: lines.length - shown.length,
    description: descriptionNear(contract, segments),
  };
}

const LEFT_OUT = new Set(["description", "summary", "example", "examples", "x-assumed", "x-requirement"]);

function wholeLines(value: Json): { text: string; said: boolean }[] {
  return yamlLines(value, { maxDepth: 3, without: LEFT_OUT }).map((text) => ({ text, said: false }));
}

/** The object that a keyword belongs to, of which the keyword is opened and the rest is not. */
function keywordLines(contract: Contract, owner: string, keyword: string): { text: string; said: boolean }[] {
  const node = valueAt(contract.document, owner);
  if (!isJsonObject(node)) {
    // An item of a list, such as one branch of a choice, or one name that is required.
    return wholeLines(valueAt(contract.document, pointer(owner, keyword)) ?? null).map((line) => ({
      ...line,
      said: true,
    }));
  }
  return Object.entries(node).flatMap(([key, child]) => {
    if (key !== keyword && LEFT_OUT.has(key)) return [];
    const said = key === keyword;
    return yamlLines({ [key]: child }, { maxDepth: said ? 4 : 2, without: LEFT_OUT }).map((text) => ({ text, said }));
  });
}

function descriptionNear(contract: Contract, segments: readonly string[]): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const node = valueAt(contract.document, pointer("", ...segments.slice(0, length)));
    const description = isJsonObject(node) ? node["description"] : undefined;
    // A property may be called `description`; then it is a schema.
    if (typeof description === "string") return description;
  }
  return undefined;
}

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
