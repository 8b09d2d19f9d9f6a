import { createClient, type OnEvent } from "content-service-client";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { user as ok, scriptedFetch, status } from "../support/scripted-fetch.js";

const busy = (retryAfter?: string, header = "retry-after") =>
  status(503, retryAfter === undefined ? {} : { [header]: retryAfter });

describe("the delay before a retry", () => {
  it("is the number of seconds in Retry-After, however the header is spelled", async () => {
    for (const name of ["retry-after", "Retry-After", "RETRY-AFTER"]) {
      const fetch = scriptedFetch(busy("1", name), busy("2", name), busy("1.5", name), ok);
      const { client, clock, waitsMs } = clientWith(fetch);
      await clock.run(client.getCurrentUser());
      expect(waitsMs()).toEqual([1000, 2000, 1500]);
      expect(clock.elapsedMs()).toBe(4500);
    }
  });

  it("lasts until the date in Retry-After", async () => {
    const inTwoForms = [busy("Thu, 01 Jan 2026 00:00:03 GMT"), busy("Thursday, 01-Jan-26 00:00:05 GMT")] as const;
    // Also where the machine has another time zone.
    const { client, clock, waitsMs } = clientWith(scriptedFetch(...inTwoForms, busy("Thu Jan  1 00:00:09 2026"), ok));
    await clock.run(client.getCurrentUser());
    expect(waitsMs()).toEqual([3000, 2000, 4000]);
  });

  const dates = ["Thu, 01 Jan 2026 09:00:00 GMT", "Wed, 31 Dec 2025 09:00:00 GMT"];
  it.each(dates)("counts a date in Retry-After from the Date of the response, not from here: %s", async (date) => {
    const until = new Date(Date.parse(date) + 7000).toUTCString();
    const { client, clock, waitsMs } = clientWith(scriptedFetch(status(503, { "retry-after": until, date }), ok));
    await clock.run(client.getCurrentUser());
    expect(waitsMs()).toEqual([7000]);
  });

  const noWaits = ["0", "0.001", "0.000001", "Wed, 31 Dec 2025 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"];
  it.each(noWaits)("is at least half of the longest backoff, with jitter, for a Retry-After of %s", async (none) => {
    for (const [random, waits] of [
      [0, [125, 250, 500]],
      [0.5, [187.5, 375, 750]],
    ] as const) {
      const { client, clock, waitsMs } = clientWith(scriptedFetch(busy(none)), { retry: { random: () => random } });
      await clock.run(errorOf(client.getCurrentUser()));
      expect(waitsMs()).toEqual(waits);
    }
    const short = clientWith(scriptedFetch(busy("0.9"), ok));
    await short.clock.run(short.client.getCurrentUser());
    expect(short.waitsMs()).toEqual([900]);
  });

  it.each(["0.5", "Wed, 31 Dec 2025 23:59:59 GMT"])("is paid from the retry budget for no wait: %s", async (none) => {
    const { client, clock, fetch } = clientWith(scriptedFetch(busy(none)), { retry: { budget: 20 } });
    await clock.run(Promise.all(Array.from({ length: 100 }, () => errorOf(client.getCurrentUser()))));
    // Each call, the budget of 20 retries, and one retry for five calls.
    expect(fetch.sent.length).toBeLessThanOrEqual(140);
    expect(fetch.sent.length).toBeGreaterThan(117);
  });

  const invalid = ["-5", "1e1", "2026-01-01T00:00:30Z", "Xxx, 99 Yyy 2026 00:00:00 GMT", " "];
  it.each(invalid)("is the backoff when Retry-After is %j", async (value) => {
    const { client, clock, waitsMs } = clientWith(scriptedFetch(busy(value), ok));
    await clock.run(client.getCurrentUser());
    expect(waitsMs()).toEqual([125]);
  });

  it("is never longer than maxRetryAfterMs: a longer Retry-After ends the call and is in the error", async () => {
    const atTheCap = clientWith(scriptedFetch(busy("60"), ok));
    await atTheCap.clock.run(atTheCap.client.getCurrentUser());
    expect(atTheCap.waitsMs()).toEqual([60_000]);

    const beyond = clientWith(scriptedFetch(busy("60.001")));
    const error = await errorOf(beyond.clock.run(beyond.client.getCurrentUser()));
    expect(error).toMatchObject({ status: 503, retryAfterMs: 60_001 });
    expect(beyond.waitsMs()).toEqual([]);

    const date = clientWith(scriptedFetch(busy("Thu, 01 Jan 2026 00:02:00 GMT")));
    await expect(date.client.getCurrentUser()).rejects.toMatchObject({ retryAfterMs: 120_000 });

    const own = clientWith(scriptedFetch(busy("3")), { retry: { maxRetryAfterMs: 2999 } });
    await expect(own.clock.run(own.client.getCurrentUser())).rejects.toMatchObject({ retryAfterMs: 3000 });
    expect(own.waitsMs()).toEqual([]);
  });

  it("doubles up to maxDelayMs if the service sets none", async () => {
    const { client, clock, waitsMs } = clientWith(scriptedFetch(busy()), { retry: { maxAttempts: 8 } });
    await clock.run(client.getCurrentUser()).catch(() => undefined);
    expect(waitsMs()).toEqual([125, 250, 500, 1000, 2000, 4000, 4000]);
    const own = clientWith(scriptedFetch(busy()), { retry: { baseDelayMs: 100, maxDelayMs: 300 } });
    await own.clock.run(own.client.getCurrentUser()).catch(() => undefined);
    expect(own.waitsMs()).toEqual([50, 100, 150]);
  });

  it("is random by default", async () => {
    const clock = manualClock();
    const waits = new Set<number>();
    const onEvent: OnEvent = (event) => event.type === "wait" && waits.add(event.waitMs);
    const client = createClient({ baseUrl, auth: "access-token", fetch: scriptedFetch(busy()), clock, onEvent });
    for (let call = 0; call < 5; call += 1) await clock.run(client.getCurrentUser()).catch(() => undefined);
    expect(waits.size).toBeGreaterThan(10);
    expect(Math.max(...waits)).toBeLessThan(1000);
  });

  it("is skipped when it would exceed the timeout of the call, which rejects with the last response", async () => {
    const fetch = scriptedFetch(busy("4"), busy("6"));
    const { client, clock, waitsMs } = clientWith(fetch, { totalTimeoutMs: 10_000 });
    const error = await errorOf(clock.run(client.getCurrentUser()));
    expect(error).toMatchObject({ status: 503, attempts: 2, retryAfterMs: 6000 });
    expect(waitsMs()).toEqual([4000]);
    expect(clock.elapsedMs()).toBe(4000);
  });
});
