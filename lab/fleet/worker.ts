import { type Clock, type FetchLike, isAuthError } from "content-service-client";
import { refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";
import type { CallTally } from "./calls.js";

/** The environment of a worker. */
export interface Surroundings {
  readonly clock: Clock;
  readonly store: (clock: Clock) => TokenStore;
  readonly fetch: FetchLike;
  readonly accepts: (token: string) => boolean;
  readonly tally: CallTally;
  /** Determines the times of its calls. */
  readonly random: () => number;
  /** The option `random` of `refreshingAuth`. */
  readonly spread: () => number;
  /** Whether the worker dies before it sends a refresh, or before the response arrives. */
  readonly dies: () => "before" | "after" | undefined;
}

/** A process with the client's own `refreshingAuth`. It gets a token before each call, as the client does. */
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
      // After a 401, the client gets another token.
      const works = accepts(token) || accepts(await auth({ rejected: token }));
      tally.add(clock.now() - startMs, works ? undefined : "401");
    } catch (error) {
      tally.add(clock.now() - startMs, isAuthError(error) ? error.code : String(error));
    }
  }

  return {
    call,
    /** Calls about once a second until a time. Starts at a random time within the next second. */
    workUntil(endMs: number): void {
      const callNext = () => {
        if (clock.now() < endMs) call().then(() => ownClock.timer(500 + 1000 * random(), callNext));
      };
      ownClock.timer(1000 * random(), callNext);
    },
  };
}
