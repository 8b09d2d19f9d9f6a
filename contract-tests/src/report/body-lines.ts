import { isJsonObject, type Json, parseJson, segmentsOf } from "content-service-contract";
import { cutText, formatCount } from "content-service-contract/text";

export interface BodyLine {
  readonly text: string;
  /** `invalid` and `missing` mark the violation; `omitted` says how much is not shown. */
  readonly kind: "plain" | "invalid" | "missing" | "omitted";
}

interface BodyOptions {
  /** JSON pointer to the violation; undefined when the violation is not in the body. */
  readonly invalidAt?: string | undefined;
  readonly maxLines: number;
  readonly maxLineCharacters: number;
}

/** Formats a body for reading: JSON is indented, and long lists keep their first items and the invalid one. */
export function bodyLines(body: string, { invalidAt, maxLines, maxLineCharacters }: BodyOptions): BodyLine[] {
  const value = parseJson(body);
  const path = invalidAt === undefined ? undefined : segmentsOf(invalidAt);
  const lines =
    value === undefined ? aroundViolation(textLines(body, path), maxLines) : jsonLines(value, { path, maxLines });
  return lines.map((line) => ({ ...line, text: cutText(line.text, maxLineCharacters) }));
}

/** Indents JSON as `bodyLines` does, around the value at a path. */
export function jsonLines(
  value: Json,
  {
    path,
    maxLines,
    maxDepth = MAX_DEPTH,
  }: { readonly path: readonly string[] | undefined; readonly maxLines: number; readonly maxDepth?: number },
): BodyLine[] {
  return aroundViolation(linesOf(value, { indent: "", before: "", after: "", path, maxDepth }), maxLines);
}

const MAX_TEXT_CHARACTERS = 50_000;
const MAX_DEPTH = 40;
const SHOWN_ITEMS = 20;

function textLines(body: string, path: readonly string[] | undefined): BodyLine[] {
  const kind = path?.length === 0 ? "invalid" : "plain";
  const lines = body.slice(0, MAX_TEXT_CHARACTERS).split("\n");
  return [
    ...lines.map((text): BodyLine => ({ text, kind })),
    ...note("", body.length - MAX_TEXT_CHARACTERS, "characters"),
  ];
}

interface Place {
  readonly indent: string;
  readonly before: string;
  readonly after: string;
  /** The rest of the path to the violation; undefined when the violation is elsewhere. */
  readonly path: readonly string[] | undefined;
  readonly maxDepth: number;
}

function linesOf(value: Json, { indent, before, after, path, maxDepth }: Place): BodyLine[] {
  const kind = path?.length === 0 ? "invalid" : "plain";
  const line = (text: string): BodyLine => ({ text: `${indent}${text}`, kind });
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return [line(`${before}${JSON.stringify(value)}${after}`)];
  const [open, close] = isList ? "[]" : "{}";
  const entries: [string, Json][] = isList ? value.map((item, index) => [`${index}`, item]) : Object.entries(value);
  const [next, ...rest] = path ?? [];
  const invalid = next === undefined ? -1 : entries.findIndex(([key]) => key === next);
  const missing = next !== undefined && invalid === -1;
  if (entries.length === 0 && !missing) return [line(`${before}${open}${close}${after}`)];
  if (indent.length >= 2 * maxDepth) return [line(`${before}${open}…${close}${after}`)];
  const deeper = `${indent}  `;
  const name = (key: string) => (isList ? "" : `${JSON.stringify(key)}: `);
  const entryLines = ([key, child]: [string, Json], index: number) =>
    linesOf(child, {
      indent: deeper,
      before: name(key),
      after: index === entries.length - 1 ? "" : ",",
      path: index === invalid ? rest : undefined,
      maxDepth,
    });
  const inTail = invalid >= SHOWN_ITEMS ? entries.slice(invalid, invalid + 1) : [];
  return [
    line(`${before}${open}`),
    ...(missing ? [{ text: `${deeper}${name(next)}…`, kind: "missing" as const }] : []),
    ...entries.slice(0, SHOWN_ITEMS).flatMap(entryLines),
    ...note(deeper, (inTail.length > 0 ? invalid : entries.length) - SHOWN_ITEMS),
    ...inTail.flatMap((entry) => entryLines(entry, invalid)),
    ...note(deeper, inTail.length > 0 ? entries.length - invalid - 1 : 0),
    line(`${close}${after}`),
  ];
}

function aroundViolation(lines: readonly BodyLine[], maxLines: number): BodyLine[] {
  if (lines.length <= maxLines) return [...lines];
  const violation = lines.findIndex(({ kind }) => kind === "invalid" || kind === "missing");
  const from = Math.min(Math.max(0, violation - Math.floor(maxLines / 2)), lines.length - maxLines);
  const to = from + maxLines;
  return [...note("", from, "lines"), ...lines.slice(from, to), ...note("", lines.length - to, "lines")];
}

function note(indent: string, count: number, what?: string): BodyLine[] {
  const text = `${indent}… ${formatCount(count)} more${what === undefined ? "" : ` ${what}`}`;
  return count > 0 ? [{ text, kind: "omitted" }] : [];
}
