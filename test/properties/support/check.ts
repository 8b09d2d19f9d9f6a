import { inspect } from "node:util";
import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import fc from "fast-check";
import { expect } from "vitest";
import type { ManualClock } from "../../../support/manual-clock.js";

// `npm test` tries few cases; the slow lane tries the same ones and many more.
const { TEST_LANE, FUZZ_SEED = "20260111", FUZZ_PATH } = process.env;
const FUZZ_RUNS = process.env["FUZZ_RUNS"] ?? (TEST_LANE === undefined ? "50" : "2000");

/**
 * Checks a property on many cases, the same ones each time. `FUZZ_RUNS` and `FUZZ_SEED` choose other cases, and
 * `FUZZ_PATH` one failed case, as its message prints them. A property whose cases are slow tries a `share` of them.
 */
export async function check<Case>(property: fc.IRawProperty<Case>, share = 1): Promise<void> {
  await fc.assert(property, {
    numRuns: Math.ceil(Number(FUZZ_RUNS) * share),
    seed: Number(FUZZ_SEED),
    ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
  });
}

/** A call hangs after this many turns of the event loop without a timer, or this many turns in all. */
const IDLE_TURNS = 5000;
const TURNS = 50_000;

/** Advances the clock until a promise settles. Fails the test when the promise hangs or leaves a timer. */
export async function settled<T>(clock: ManualClock, promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  let result: PromiseSettledResult<T> | undefined;
  const outcome = Promise.allSettled([promise]).then(([one]) => {
    result = one;
  });
  await clock.run(Promise.race([outcome, hanging(clock, () => result !== undefined)]));
  if (result === undefined) return expect.fail("the call hangs");
  expect(clock.pending(), "timers that are left behind").toBe(0);
  return result;
}

async function hanging(clock: ManualClock, over: () => boolean): Promise<void> {
  let idle = 0;
  for (let turn = 0; turn < TURNS && idle < IDLE_TURNS && !over(); turn += 1) {
    await new Promise(setImmediate);
    idle = clock.pending() === 0 ? idle + 1 : 0;
  }
}

const kinds = [ApiError, AuthError, NetworkError, TimeoutError];

/** Every text that a program or a log can contain of a value. */
export function outputs(value: unknown): string[] {
  const texts = [inspect(value, { depth: Infinity, showHidden: true })];
  // `inspect` prints the causes of an error; its strings do not have them.
  for (let one = value; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    texts.push(String(one), JSON.stringify(one) ?? "");
    if (one instanceof Error) texts.push(one.message, one.stack ?? "");
  }
  return texts;
}

/** Expects an error of a known class that can be logged, each of whose texts is one short line. */
export function expectReadable(error: unknown): asserts error is Error {
  expect(kinds).toContain((error as object | undefined)?.constructor);
  const { message, code = "", requestId = "", excerpt = "" } = error as Error & Record<string, string | undefined>;
  // At most 500 characters of the response, and the text of the client.
  for (const [text, most] of [
    [message, 900],
    [code, 100],
    [requestId, 100],
    [excerpt, 500],
  ] as const) {
    expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
    expect(text.length).toBeLessThanOrEqual(most);
  }
  for (const text of [String(error), inspect(error, { depth: Infinity }), JSON.stringify(error)])
    expect(typeof text).toBe("string");
}
