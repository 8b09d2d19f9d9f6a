import { asJson } from "./errors.js";

/** Longer texts are cut: redaction blocks the process, for up to a millisecond for each kilobyte. */
const MAX_LENGTH = 65_536;
/** How much a cut text loses at its end, where a part of a secret can stand. */
const CUT_LENGTH = 16_384;
/** A text of a hostile server could have thousands of levels of escapes. */
const MAX_LEVELS = 9;

/**
 * Creates a function that replaces secrets in a text: also those escaped for JSON, URLs, forms or HTML, even several times,
 * with the text around them decoded. A short word is replaced only as a whole word.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets.flatMap((secret) => levelsOf(secret.trim())).map(patternOf);
  const redact = (text: string, level = 1): string => {
    const redacted = patterns.reduce((rest, pattern) => rest.replace(pattern, "[secret]"), text);
    const decoded = decode(redacted);
    const deeper = level < MAX_LEVELS && decoded !== redacted ? redact(decoded, level + 1) : decoded;
    return deeper === decoded ? redacted : deeper;
  };
  return (text) =>
    text.length > MAX_LENGTH ? `${redact(text.slice(0, MAX_LENGTH)).slice(0, -CUT_LENGTH)}[cut]` : redact(text);
}

/** The members of an error response that the client reads. */
const MEMBERS = /^(code|error|message|error_description|request_id)$/;

/** Replaces secrets in a text, in JSON only in values, so that it stays valid. Returns the text, and the value of JSON. */
export function redactBody(text: string, secrets: readonly string[]): [text: string, value?: unknown] {
  const redact = redactor(secrets);
  let found = false;
  const clean = (key: string, value: unknown): unknown => {
    // A small number is a status or a count, not a secret.
    const isText =
      typeof value === "string" || (typeof value === "number" && value > 999 && secrets.includes(`${value}`));
    // JSON.parse removes a member without a value. One with such a name can be a token that the client does not know.
    const isRemoved = /token/i.test(key) || (!MEMBERS.test(key) && redact(key) !== key);
    const redacted = isRemoved ? undefined : isText ? redact(`${value}`) : value;
    found ||= redacted !== value;
    return redacted;
  };
  try {
    if (text.length <= MAX_LENGTH) {
      const value: unknown = JSON.parse(text, clean);
      return [found ? JSON.stringify(value) : text, value];
    }
  } catch {
    // Not JSON, or thousands of levels deep.
  }
  return [redact(text)];
}

/** The copy of an error. The errors of Node have a code: those of `fetch` in their cause. */
export interface SafeError extends Error {
  readonly code?: string;
  readonly cause?: SafeError;
}

/** Copies the name, code, message, stack and causes of an error without secrets. Other properties could hold some. */
export function safeError(error: unknown, secrets: readonly string[] = [], depth = 0): SafeError {
  const { name, code, message = error, stack, cause } = Object(error) as Readonly<Record<string, unknown>>;
  const redact = redactor(secrets);
  // A parser quotes the text that it cannot parse.
  const isQuote = name === "SyntaxError";
  const copy = new Error(
    isQuote ? "invalid JSON" : typeof message === "string" ? redact(message) : "",
    cause && depth < 9 ? { cause: safeError(cause, secrets, depth + 1) } : {},
  );
  for (const [key, value] of Object.entries({ name, code, stack: isQuote ? "" : stack }))
    if (typeof value === "string") Object.defineProperty(copy, key, { value: redact(value) });
  Object.defineProperty(copy, "toJSON", { value: () => asJson(copy) });
  // The cause is such a copy.
  return copy as SafeError;
}

/** An error as events hold it: `JSON.stringify` shows it. */
export function loggable(error: unknown): unknown {
  return error instanceof Error && !("toJSON" in error) ? safeError(error) : error;
}

/** A text with its escapes, and with one level less each time, until nothing is left to decode. */
function levelsOf(text: string): string[] {
  const decoded = decode(text);
  return text ? [text, ...(decoded === text ? [] : levelsOf(decoded))] : [];
}

function patternOf(secret: string): RegExp {
  const pattern = secret.replace(/\W/g, "\\$&");
  return new RegExp(/^[a-z_]{1,5}$/i.test(secret) ? `(?<![a-z_])${pattern}(?![a-z_])` : pattern, "gi");
}

const ESCAPES =
  /\\u([\da-f]{4})|&#(x[\da-f]{1,6}|\d{1,7});?|&(lt|gt|amp|quot|apos);|(?:%[\da-f]{2})+|\\\\|[\\+\b\f\n\r\t]/gi;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(ESCAPES, (match, unit?: string, number = unit && `x${unit}`, entity?: string) => {
    if (number) return String.fromCodePoint(Math.min(Number(`0${number}`), 0x10ffff));
    if (entity) return `${ENTITIES[entity.toLowerCase()]}`;
    // The parser of forms does not throw for bytes that are no UTF-8.
    if (/[%+]/.test(match)) return new URLSearchParams(`=${match}`).get("") ?? "";
    // JSON writes a line break as \n, and \n becomes n.
    return match[1] ? "\\" : JSON.stringify(match).slice(1, -1).replace(/\\/g, "");
  });
}
