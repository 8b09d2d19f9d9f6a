import { createQuerySerializer } from "openapi-fetch";

/** Fills in a path template, and checks that each of its parameters fits into one segment. */
export function filledPath(template: string, values: Record<string, unknown> = {}): string {
  return template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value)) {
      throw new TypeError(`path.${name} must be a non-empty string other than . and ..`);
    }
    return encodeURIComponent(value);
  });
}

/** Checks what `fetch` would reject with an error that quotes the value, or not at all. */
export function checkHeaders(headers: object = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value == null) continue;
    // RFC 9110 section 5.5, as fetch takes it: one byte a character, no controls but the tab, blanks only within.
    if (typeof value !== "string" || value.trim() !== value || !/^[\t -~\x80-\xff]+$/.test(value)) {
      throw new TypeError(`header.${name} must be trimmed, non-empty Latin-1 without line breaks`);
    }
  }
}

/** Writes a query, and checks its values, since openapi-fetch drops a Date without a word. */
export function writtenQuery(query: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(query)) {
    // An array, a number or a boolean too is what it reads as; any other object, NaN and Infinity are not.
    if (
      value !== undefined &&
      [value]
        .flat()
        .some((item) =>
          typeof item === "string" ? /\p{Cs}/u.test(item) : typeof item !== "boolean" && !Number.isFinite(item),
        )
    ) {
      throw new TypeError(`query.${name} must be a string, number, boolean or an array of them`);
    }
  }
  return serialized(query);
}

const serialized = /* @__PURE__ */ createQuerySerializer({ array: { style: "form", explode: false } });
