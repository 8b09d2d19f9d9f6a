/** Checks that a path template starts with a slash, and that each of its parameters fits into one segment. */
export function checkPath(template: string, values: Record<string, unknown> = {}): void {
  if (template[0] !== "/") throw new TypeError("path must start with /");
  for (const [, name = ""] of template.matchAll(/\{(.+?)\}/g)) {
    const value = values[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`path.${name} must be a non-empty string other than . and ..`);
    }
  }
}

/** Checks what `fetch` would reject with an error that quotes the value, or not at all. */
export function checkHeaders(headers: object = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    // RFC 9110 section 5.5, as fetch takes it: one byte a character, no controls but the tab.
    if (value != null && (typeof value !== "string" || !/^[\t -~\x80-\xff]+$/.test(value))) {
      throw new TypeError(`header.${name} must be non-empty Latin-1 without line breaks`);
    }
  }
}

/** Checks query values, since openapi-fetch drops a Date without a word. */
export function checkQuery(query: Record<string, unknown> = {}): void {
  for (const [name, value] of Object.entries(query)) {
    // An array, a number or a boolean too is what it reads as; any other object, NaN and Infinity are not.
    if (
      value !== undefined &&
      [value].flat().some((item) => !/string|boolean/.test(typeof item) && !Number.isFinite(item))
    ) {
      throw new TypeError(`query.${name} must be a string, number, boolean or an array of them`);
    }
  }
}
