import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, Name, type Options } from "ajv";
import { not } from "ajv/dist/compile/codegen/index.js";
import { alwaysValidSchema, Type } from "ajv/dist/compile/util.js";
import { countBranches, interruptible } from "./budget.js";

/** The number of errors after which the rest of a list is skipped. */
const MAX_ERRORS = 101;

/** Replaces the keywords whose time or output grows faster than the value, and limits the time of formats. */
export function addLimitedKeywords(ajv: Ajv): void {
  const [items, uniqueItems] = [definitionOf(ajv, "items"), definitionOf(ajv, "uniqueItems")];
  for (const { keyword } of [items, uniqueItems]) if (typeof keyword === "string") ajv.removeKeyword(keyword);
  ajv.addKeyword({ ...uniqueItems, code: uniqueItemsCode, $data: false, before: "unevaluatedItems" });
  ajv.addKeyword({ ...items, code: (cxt) => itemsCode(cxt, items) });
  for (const keyword of ["anyOf", "oneOf"]) {
    // The copy of this instance.
    const definition = definitionOf(ajv, keyword);
    const { code } = definition;
    definition.code = (cxt, rule) => {
      const count = cxt.gen.scopeValue("func", { ref: countBranches });
      cxt.gen.code(_`${count}(${Array.isArray(cxt.schema) ? cxt.schema.length : 1})`);
      code(cxt, rule);
    };
  }
  for (const [name, format] of Object.entries(ajv.formats)) {
    if (format instanceof RegExp || typeof format === "function") ajv.formats[name] = limitedFormat(format);
    else if (typeof format === "object" && format.type !== "number" && typeof format.validate === "function") {
      // A format of strings, unless its type is `number`. None of them is asynchronous.
      ajv.formats[name] = {
        ...format,
        validate: limitedFormat(format.validate as (text: string) => boolean),
      } as typeof format;
    }
  }
}

function definitionOf(ajv: Ajv, keyword: string): CodeKeywordDefinition {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition === "boolean" || !("code" in definition) || definition.code === undefined)
    throw new Error(`Ajv has no keyword ${keyword} with code`);
  return definition;
}

/** The variable of a compiled schema that counts its errors. */
const ERRORS = new Name("errors");

/** As Ajv, except that a list with many errors is not read to its end. */
function itemsCode(cxt: KeywordCxt, { code }: CodeKeywordDefinition): void {
  const { gen, data, schema, parentSchema, it } = cxt;
  if (!it.allErrors || parentSchema["prefixItems"] || alwaysValidSchema(it, schema)) {
    code(cxt);
    return;
  }
  it.items = true;
  const valid = gen.let("valid", true);
  const isValid = gen.name("valid");
  const before = gen.const("before", ERRORS);
  gen.forRange("i", 0, _`${data}.length`, (index) => {
    cxt.subschema({ keyword: "items", dataProp: index, dataPropType: Type.Num }, isValid);
    gen.if(not(isValid), () => {
      gen.assign(valid, false);
      gen.if(_`${ERRORS} - ${before} >= ${MAX_ERRORS}`, () => gen.break());
    });
  });
  cxt.ok(valid);
}

/** Ajv compares each item with every other. This takes linear time. */
function uniqueItemsCode(cxt: KeywordCxt): void {
  if (cxt.schema !== true) return;
  const find = cxt.gen.scopeValue("func", { ref: duplicateIn });
  const found = cxt.gen.const("duplicate", _`${find}(${cxt.data})`);
  cxt.setParams({ i: _`${found}.i`, j: _`${found}.j` });
  cxt.fail(_`${found} !== undefined`);
}

function duplicateIn(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const seen = new Map<string, number>();
  let found: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const key = JSON.stringify(item, sortedKeys);
    const j = seen.get(key);
    if (j !== undefined) found = { i, j };
    seen.set(key, i);
  }
  return found;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** A regular expression that is interrupted when it backtracks for too long. */
export const limitedPatterns: NonNullable<NonNullable<Options["code"]>["regExp"]> = Object.assign(
  (source: string, flags: string) => {
    const pattern = readPattern(source, flags);
    const maxDirect = maxDirectLength(pattern.source);
    const test = (text: string) =>
      text.length <= maxDirect ? pattern.test(text) : interruptible(() => pattern.test(text), "pattern");
    return { test, toString: () => String(pattern) };
  },
  { code: "new RegExp" },
);

/** A pattern can be of another dialect: what JavaScript cannot read matches any text. */
function readPattern(source: string, flags: string): RegExp {
  for (const one of [flags, ""]) {
    try {
      return new RegExp(source, one);
    } catch {
      // An escape that only the `u` flag rejects, or syntax of another language.
    }
  }
  return /(?:)/;
}

/** The longest text that a pattern matches in at most about a million steps. */
function maxDirectLength(source: string): number {
  const literal = source.replace(/\\[^1-9k]/g, "x").replace(/\[[^\]]*\]/g, "x");
  if (/\)(?:[*+]|\{\d)|\\/.test(literal)) return 16;
  const repeats = (literal.match(/[*+]|,\}/g) ?? []).length + (literal.startsWith("^") ? 0 : 1);
  // An optional group is there or not.
  const options = 2 ** (literal.match(/\)\?/g) ?? []).length;
  return Math.floor((1_000_000 / options) ** (1 / Math.max(1, repeats)));
}

const MAX_DIRECT_FORMAT = 1_000;

function limitedFormat(format: RegExp | ((text: string) => boolean)): (text: string) => boolean {
  const test = format instanceof RegExp ? (text: string) => format.test(text) : format;
  return (text) => (text.length <= MAX_DIRECT_FORMAT ? test(text) : interruptible(() => test(text), "pattern"));
}
