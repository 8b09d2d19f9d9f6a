import { isJsonObject, type Json } from "../contract/json.js";
import { segmentsOf } from "../contract/json-pointer.js";
import { cutText, formatCount } from "./visible-text.js";

/** One line of a body as it is shown. */
export interface BodyLine {
  readonly text: string;
  /** `fault`: here it is wrong. `missing`: here something should be. `left-out`: a note of what is not shown. */
  readonly kind: "plain" | "fault" | "missing" | "left-out";
}

/** How much of a body is shown. */
export interface BodyOptions {
  /** The faulty place, as a JSON pointer into the body; undefined when it lies elsewhere. */
  readonly fault?: string | undefined;
  readonly maxLines: number;
  readonly maxLineCharacters: number;
}

/**
 * Lays a body out for reading: JSON is indented, long lists keep their beginning and the item with the fault. Anything
 * else stays as it is.
 */
export function bodyLines(body: string, { fault, maxLines, maxLineCharacters }: BodyOptions): BodyLine[] {
  const value = parsed(body);
  const path = fault === undefined ? undefined : segmentsOf(fault);
  const lines =
    value === undefined ? textLines(body, path) : jsonLines(value, { indent: "", before: "", after: "", path });
  return aroundFault(lines, maxLines).map((line) => ({ ...line, text: cutText(line.text, maxLineCharacters) }));
}

const MAX_TEXT_CHARACTERS = 50_000;
const MAX_DEPTH = 40;
const SHOWN_ITEMS = 20;

function textLines(body: string, path: readonly string[] | undefined): BodyLine[] {
  const kind = path?.length === 0 ? "fault" : "plain";
  const lines = body.slice(0, MAX_TEXT_CHARACTERS).split("\n");
  return [
    ...lines.map((text): BodyLine => ({ text, kind })),
    ...note("", body.length - MAX_TEXT_CHARACTERS, "characters"),
  ];
}

interface Spot {
  readonly indent: string;
  readonly before: string;
  readonly after: string;
  /** What is left of the way to the fault; undefined when it does not lead through here. */
  readonly path: readonly string[] | undefined;
}

function jsonLines(value: Json, { indent, before, after, path }: Spot): BodyLine[] {
  const line = (text: string): BodyLine => ({ text: `${indent}${text}`, kind: path?.length === 0 ? "fault" : "plain" });
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return [line(`${before}${JSON.stringify(value)}${after}`)];
  const [open, close] = isList ? "[]" : "{}";
  const entries: [string, Json][] = isList ? value.map((item, index) => [`${index}`, item]) : Object.entries(value);
  const [next, ...rest] = path ?? [];
  const faulty = next === undefined ? -1 : entries.findIndex(([key]) => key === next);
  const missing = next !== undefined && faulty === -1;
  if (entries.length === 0 && !missing) return [line(`${before}${open}${close}${after}`)];
  if (indent.length >= 2 * MAX_DEPTH) return [line(`${before}${open}…${close}${after}`)];
  const deeper = `${indent}  `;
  const name = (key: string) => (isList ? "" : `${JSON.stringify(key)}: `);
  const linesOf = ([key, child]: [string, Json], index: number) =>
    jsonLines(child, {
      indent: deeper,
      before: name(key),
      after: index === entries.length - 1 ? "" : ",",
      path: index === faulty ? rest : undefined,
    });
  const inTail = faulty >= SHOWN_ITEMS ? entries.slice(faulty, faulty + 1) : [];
  return [
    line(`${before}${open}`),
    ...(missing ? [{ text: `${deeper}${name(next)}…`, kind: "missing" as const }] : []),
    ...entries.slice(0, SHOWN_ITEMS).flatMap(linesOf),
    ...note(deeper, (inTail.length > 0 ? faulty : entries.length) - SHOWN_ITEMS),
    ...inTail.flatMap((entry) => linesOf(entry, faulty)),
    ...note(deeper, inTail.length > 0 ? entries.length - faulty - 1 : 0),
    line(`${close}${after}`),
  ];
}

/** Of too many lines, those around the fault; without one, the first. */
function aroundFault(lines: readonly BodyLine[], maxLines: number): BodyLine[] {
  if (lines.length <= maxLines) return [...lines];
  const fault = lines.findIndex(({ kind }) => kind === "fault" || kind === "missing");
  const from = Math.min(Math.max(0, fault - Math.floor(maxLines / 2)), lines.length - maxLines);
  const to = from + maxLines;
  return [...note("", from, "lines"), ...lines.slice(from, to), ...note("", lines.length - to, "lines")];
}

function note(indent: string, count: number, what?: string): BodyLine[] {
  const text = `${indent}… ${formatCount(count)} more${what === undefined ? "" : ` ${what}`}`;
  return count > 0 ? [{ text, kind: "left-out" }] : [];
}

function parsed(text: string): Json | undefined {
  try {
    // What was parsed from JSON is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
