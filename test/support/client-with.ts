import { type ClientEvent, type ClientOptions, createClient, type FetchLike } from "content-service-client";
import { expect } from "vitest";
import { manualClock } from "../../support/manual-clock.js";

export const baseUrl = "https://api.content.example/2.0";

/**
 * Creates a client over a fetch function, with a manual clock and delays in the middle of their range. `events` are those
 * between the start and the end of each call.
 */
export function clientWith<Fetch extends FetchLike>(fetch: Fetch, options: Partial<ClientOptions> = {}) {
  const clock = manualClock();
  const events: ClientEvent[] = [];
  const { retry } = options;
  const client = createClient({
    baseUrl,
    auth: "access-token",
    fetch,
    clock,
    onEvent: (event) => {
      if (event.type !== "start" && event.type !== "end") events.push(event);
    },
    ...options,
    retry: retry === false ? false : { random: () => 0.5, ...retry },
  });
  /** The delays that the client chose. */
  const waitsMs = () => events.flatMap((event) => (event.type === "wait" ? [event.waitMs] : []));
  return { client, clock, events, waitsMs, fetch };
}

/** The body of a token request, with a secret that no output may have. */
export const tokenRequest = {
  ...({ grant_type: "refresh_token", refresh_token: "r1" } as const),
  ...{ client_id: "app", client_secret: "s3cret-0" },
};

/** The error of a promise; undefined if it resolves. */
export const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The error of a promise; fails the test if the promise resolves. */
export function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("expected a rejection; the promise resolved"),
    (error: unknown) => error,
  );
}
