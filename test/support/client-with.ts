import { type ClientEvent, type ClientOptions, createClient, type FetchLike } from "content-service-client";
import { expect } from "vitest";
import { manualClock } from "./manual-clock.js";

/** The base address of the clients that `clientWith` makes. */
export const baseUrl = "https://api.content.example/2.0";

/** Makes a client over a fetch function, with a clock that stands still, waits in the middle of their range, and its events. */
export function clientWith<Fetch extends FetchLike>(fetch: Fetch, options: Partial<ClientOptions> = {}) {
  const clock = manualClock();
  const events: ClientEvent[] = [];
  const { retry } = options;
  const client = createClient({
    baseUrl,
    auth: "access-token",
    fetch,
    clock,
    onEvent: (event) => events.push(event),
    ...options,
    retry: retry === false ? false : { random: () => 0.5, ...retry },
  });
  /** How long the client decided to wait, each time. */
  const waitsMs = () => events.flatMap((event) => (event.type === "wait" ? [event.waitMs] : []));
  return { client, clock, events, waitsMs, fetch };
}

/** What a promise rejects with; fails the test if it does not. */
export function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );
}
