import { expect } from "vitest";
import type { ManualClock } from "../../support/manual-clock.js";

/** How often the event loop turns with no timer set before a call counts as one that hangs, and how often at all. */
const IDLE_TURNS = 100;
const TURNS = 50_000;

/**
 * Lets time pass until a promise settles, and says how. Fails the test when nothing is left that could settle it, and
 * when a timer is left behind.
 */
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
