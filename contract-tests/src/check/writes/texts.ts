import { cutText, visibleText } from "content-service-contract/text";

/** A text with one property that services break. */
export interface TextSample {
  /** Completes "a text with …". */
  readonly kind: string;
  readonly text: string;
}

/** Letters that every name can have. */
export const LETTERS = "Grüße Ångström ĲßŠ 日本語";

/** Texts on one line, for labels and names. */
export const LINE_SAMPLES: readonly TextSample[] = [
  { kind: "letters of several languages", text: LETTERS },
  { kind: "decomposed characters", text: "Cafe\u0301 A\u030angstro\u0308m" },
  { kind: "characters beyond 16 bits", text: "😀 𝒳 👩‍👩‍👧" },
  { kind: "right-to-left text", text: "שלום مرحبا" },
  { kind: "characters of HTML and JSON", text: `<b title="q">R&amp;D's</b> {[\`${"\\"}n\`]}` },
  { kind: "characters of URLs", text: "100%25 a+b ?x=1&y=2#z a/b" },
  { kind: "two spaces in a row", text: "two  spaces" },
  { kind: "upper and lower case", text: "camelCase UPPER lower" },
];

/** Texts that may have several lines, for descriptions and messages. */
export const TEXT_SAMPLES: readonly TextSample[] = [
  ...LINE_SAMPLES,
  { kind: "a tab", text: "a\tb" },
  { kind: "line feeds", text: "a\nb\n\nc" },
  { kind: "carriage returns", text: "a\r\nb" },
  { kind: "spaces at both ends", text: " text " },
];

/** Texts that a service could take for a number, a boolean, null or a date. */
export const VALUE_LIKE_TEXTS = ["007", "1e3", "0.10", "+1", "true", "null", "2036-01-02"];

/** One text with all samples. */
export function joinedText(samples: readonly TextSample[]): string {
  return samples.map(({ text }) => text).join("|");
}

/**
 * A text with so many characters, counted as JSON Schema counts them (RFC 8259: code points). It is longer in bytes and
 * in UTF-16 units.
 */
export function longText(characters: number): string {
  const half = Math.floor(characters / 2);
  return "語".repeat(characters - half) + "😀".repeat(half);
}

/** Describes how a text differs from the expected one. */
export function textChange(expected: string, received: string): string {
  const kind = CHANGES.find(([, normalized]) => normalized(expected) === normalized(received))?.[0];
  if (kind !== undefined) return `the text with ${kind}`;
  const length = [...expected].length;
  if (received !== "" && expected.startsWith(received))
    return `its first ${[...received].length} of ${length} characters`;
  const start = [...expected].findIndex((one, index) => one !== [...received][index]);
  const at = start < 0 ? length : start;
  return `${quoted(received, at)} instead of ${quoted(expected, at)} at character ${at}`;
}

function quoted(text: string, start: number): string {
  return JSON.stringify(visibleText(cutText([...text].slice(start).join(""), MOST_CHARACTERS)));
}

const MOST_CHARACTERS = 24;

/** Without the difference, both texts are equal. */
const CHANGES: readonly (readonly [kind: string, normalized: (text: string) => string])[] = [
  ["other spaces at its ends", (text) => text.trim()],
  ["other line ends", (text) => text.replace(/\r\n?|\n/g, "\n")],
  ["other spaces", (text) => text.replace(/\s+/g, " ").trim()],
  ["another Unicode normalization", (text) => text.normalize("NFC")],
  ["other letter case", (text) => text.toLowerCase()],
  ["escaped HTML", withoutEntities],
  ["decoded percent signs", (text) => text.replaceAll("+", " ").replaceAll("%25", "%")],
];

/** Without HTML entities, also those of entities. */
function withoutEntities(text: string): string {
  const decoded = text.replace(/&(lt|gt|quot|amp|#\d+|#x[0-9a-f]+);/gi, entityOf);
  return decoded === text ? text : withoutEntities(decoded);
}

function entityOf(_: string, name: string): string {
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  if (!name.startsWith("#")) return named[name.toLowerCase()] ?? "";
  return String.fromCodePoint(name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}
