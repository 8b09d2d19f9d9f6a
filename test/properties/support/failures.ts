import { inspect } from "node:util";
import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import { expect } from "vitest";

/** The errors that a call may end with. */
export const kinds = [ApiError, AuthError, NetworkError, TimeoutError];

/** Everything that a program or a log could make of a value; fails the test where that fails. */
export function outputs(value: unknown): string[] {
  const texts = [inspect(value, { depth: Infinity, showHidden: true })];
  // What is printed of an error holds its causes; what it is written as does not.
  for (let one = value; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    texts.push(String(one), JSON.stringify(one) ?? "");
    if (one instanceof Error) texts.push(one.message, one.stack ?? "");
  }
  return texts;
}

/** Expects an error that a caller can read, log and show: of a known kind, with a message of one bounded line. */
export function expectReadable(error: unknown): asserts error is Error {
  expect(kinds).toContain((error as object | undefined)?.constructor);
  const { message } = error as Error;
  expect(message).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
  // 500 characters of the answer, and around them what the client says itself.
  expect(message.length).toBeLessThan(900);
  for (const text of [String(error), inspect(error, { depth: Infinity }), JSON.stringify(error)]) {
    expect(typeof text).toBe("string");
  }
}
