/** Whether a text can be a bearer token: the characters of RFC 6750 section 2.1, and any other visible ASCII. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}
