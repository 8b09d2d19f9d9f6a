import type { Tokens } from "../token-store.js";

/**
 * Reads tokens that a store wrote as JSON.
 *
 * @throws Error that names the place, and never quotes the text, when somebody else wrote it.
 */
export function parseTokens(text: string, place: string): Tokens {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which is a token.
  }
  if (
    value !== null &&
    typeof value === "object" &&
    "refreshToken" in value &&
    typeof value.refreshToken === "string"
  ) {
    // Written by a store; a reader checks each member before it uses it.
    return value as Tokens;
  }
  throw new Error(`${place} holds no tokens: it must be JSON with a refreshToken. Delete it and log in again.`);
}
