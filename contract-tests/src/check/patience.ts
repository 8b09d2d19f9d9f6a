import type { Exchange } from "../exchange/exchange.js";

/** Waits when a service asks for it (429 with `Retry-After`). Tells whether the call shall be sent once more. */
export type Patience = (exchange: Exchange) => Promise<boolean>;

/**
 * Makes what waits for a service that limits the rate of calls: a minute at most, and no longer when waiting has not
 * helped a few times.
 */
export function createPatience(wait: (delayMs: number) => Promise<void>): Patience {
  let fruitless = 0;
  return async ({ response }) => {
    if (response.status !== 429) {
      fruitless = 0;
      return false;
    }
    const seconds = Number(new Headers(response.headers).get("retry-after") ?? Number.NaN);
    if (!(seconds >= 0 && seconds <= LONGEST_SECONDS) || fruitless >= MOST_FRUITLESS) return false;
    fruitless += 1;
    await wait(seconds * 1000);
    return true;
  };
}

const LONGEST_SECONDS = 60;
const MOST_FRUITLESS = 3;
