import { expect } from "vitest";

/** What a promise rejects with; fails the test if it does not. */
export function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );
}
