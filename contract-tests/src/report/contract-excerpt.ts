import { type Contract, isJsonObject, type Json, pointer, segmentsOf, valueAt } from "content-service-contract";

/** A part of the contract, for display. */
export interface ContractExcerpt {
  /** The pointer itself, or the pointer to the schema of a keyword. */
  readonly pointer: string;
  /** As YAML. `marked` is set for the lines that the pointer leads to. */
  readonly lines: readonly { readonly text: string; readonly marked: boolean }[];
  /** The number of omitted lines. */
  readonly linesLeft: number;
  /** The nearest description, at the place or above. */
  readonly description: string | undefined;
}

/** Quotes the contract at a pointer; undefined when the pointer leads nowhere. */
export function contractExcerpt(
  contract: Contract,
  at: string,
  { maxLines }: { readonly maxLines: number },
): ContractExcerpt | undefined {
  const value = valueAt(contract.document, at);
  if (value === undefined) return undefined;
  const segments = segmentsOf(at);
  const isKeyword = !isJsonObject(value) && segments.length > 0;
  const owner = isKeyword ? pointer("", ...segments.slice(0, -1)) : at;
  const inside = isKeyword ? keywordLines(contract, owner, segments.at(-1) ?? "") : wholeLines(value);
  const name = segmentsOf(owner).at(-1);
  const named = inside.map(({ text, marked }) => ({ text: `  ${text}`, marked }));
  const lines = name === undefined ? inside : [{ text: `${yamlKey(name)}:`, marked: false }, ...named];
  const from = Math.max(0, lines.findIndex(({ marked }) => marked) - Math.floor(maxLines / 2));
  const shown = lines.length <= maxLines ? lines : lines.slice(from, from + maxLines);
  return {
    pointer: owner,
    lines: shown,
    linesLeft: lines.length - shown.length,
    description: descriptionNear(contract, segments),
  };
}

const OMITTED = new Set(["description", "summary", "example", "examples", "x-assumed", "x-requirement"]);

function wholeLines(value: Json): { text: string; marked: boolean }[] {
  return yamlLines(value, { maxDepth: 3, without: OMITTED }).map((text) => ({ text, marked: false }));
}

/** The object around a keyword, with the keyword expanded further than the rest. */
function keywordLines(contract: Contract, owner: string, keyword: string): { text: string; marked: boolean }[] {
  const node = valueAt(contract.document, owner);
  if (!isJsonObject(node)) {
    // An array item, such as a branch of `anyOf` or a name in `required`.
    return wholeLines(valueAt(contract.document, pointer(owner, keyword)) ?? null).map((line) => ({
      ...line,
      marked: true,
    }));
  }
  return Object.entries(node).flatMap(([key, child]) => {
    if (key !== keyword && OMITTED.has(key)) return [];
    const marked = key === keyword;
    return yamlLines({ [key]: child }, { maxDepth: marked ? 4 : 2, without: OMITTED }).map((text) => ({
      text,
      marked,
    }));
  });
}

function descriptionNear(contract: Contract, segments: readonly string[]): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const node = valueAt(contract.document, pointer("", ...segments.slice(0, length)));
    const description = isJsonObject(node) ? node["description"] : undefined;
    // A property named `description` is a schema.
    if (typeof description === "string") return description;
  }
  return undefined;
}

export interface YamlOptions {
  /** The depth to which lists and objects are expanded. */
  readonly maxDepth: number;
  /** Omitted keys. */
  readonly without?: ReadonlySet<string> | undefined;
}

/** Writes a value as lines of YAML. Deeper values are shown as `{…}` and `[…]`. */
export function yamlLines(value: Json, options: YamlOptions): string[] {
  return linesOf(value, options, 0);
}

/** Writes a key as YAML. */
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

/** Strings that need no quotes, also in flow sequences. */
const PLAIN = /^[A-Za-z_$./(<](?:[^\n\r\t:#,[\]{}"]|:(?! ))*$/;

const RESERVED = /^(?:true|false|null|yes|no|on|off|~)$|:$|\s$/i;
