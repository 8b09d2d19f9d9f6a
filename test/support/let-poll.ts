import type { ManualClock } from "./manual-clock.js";

/** Lets whoever polls by this clock look `times` more times, and wait again; `others` counts the timers beside its own. */
export async function letPoll(clock: ManualClock, times: number, others = 0): Promise<void> {
  const waiting = async () => {
    while (clock.pending() <= others) await new Promise(setImmediate);
  };
  for (let time = 0; time < times; time += 1) {
    await waiting();
    await clock.advance(40);
  }
  await waiting();
}
