import { type Clock, type FetchLike, isAuthError } from "content-service-client";
import { refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";
import type { CallTally } from "./calls.js";

/** What a worker lives among. */
export interface Surroundings {
  readonly clock: Clock;
  readonly store: (clock: Clock) => TokenStore;
  readonly fetch: FetchLike;
  readonly accepts: (token: string) => boolean;
  readonly tally: CallTally;
  /** Draws the moments of its calls. */
  readonly random: () => number;
  /** What it gives to `refreshingAuth` as `random`. */
  readonly spread: () => number;
  /** Whether the worker that is about to ask the token server dies instead, or before it gets the response. */
  readonly dies: () => "before" | "after" | undefined;
}

/** A process with the client's own `refreshingAuth`, that asks for a token before each call as the client does. */
export function createWorker({ clock, store, fetch, accepts, tally, random, spread, dies }: Surroundings) {
  let isDead = false;
  const nothing = new Promise<never>(() => {});
  const ownClock: Clock = {
    now: clock.now,
    timer: (delayMs, callback) => clock.timer(delayMs, () => isDead || callback()),
  };
  const auth = refreshingAuth({
    authUrl: "https://auth.content.example",
    clientId: "fleet",
    clientSecret: "client-secret",
    store: store(ownClock),
    clock: ownClock,
    random: spread,
    fetch: (url, init) => {
      const death = dies();
      if (!death) return fetch(url, init);
      isDead = true;
      if (death === "after") void fetch(url, init);
      return nothing;
    },
  });

  async function call(): Promise<void> {
    const startMs = clock.now();
    try {
      const token = await auth({});
      // The response to a token that is not taken is a 401: the client asks once more.
      const works = accepts(token) || accepts(await auth({ rejected: token }));
      tally.add(clock.now() - startMs, works ? undefined : "401");
    } catch (error) {
      tally.add(clock.now() - startMs, isAuthError(error) ? error.code : String(error));
    }
  }

  return {
    call,
    /** Makes a call about once a second, from some moment of the next second on, until a time. */
    workUntil(endMs: number): void {
      const callNext = () => {
        if (clock.now() < endMs) call().then(() => ownClock.timer(500 + 1000 * random(), callNext));
      };
      ownClock.timer(1000 * random(), callNext);
    },
  };
}
