/** Checks headers. `fetch` would reject some with an error that quotes the value, and change others silently. */
export function checkHeaders<Headers extends object | undefined>(headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value == null) {
      // Otherwise a forgotten etag would make the write unconditional.
      if (name.toLowerCase() === "if-match") throw new TypeError("header.If-Match must be an etag");
      continue;
    }
    // RFC 9110 section 5.5, as fetch accepts it.
    if (typeof value !== "string" || value.trim() !== value || !/^[\t -~\x80-\xff]+$/.test(value)) {
      throw new TypeError(`header.${name} must be trimmed, non-empty Latin-1 without line breaks`);
    }
  }
  return headers;
}
