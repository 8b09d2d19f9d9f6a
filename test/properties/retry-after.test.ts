import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { settled } from "./support/settled.js";
import { latin1Text } from "./support/texts.js";

/** Texts that are nearly a number or a date, and any other that a header can hold. */
const number = fc.oneof(
  fc.double().map(String),
  fc.nat().map(String),
  fc.string({ unit: fc.constantFrom(..."0129.e+-") }),
);
const date = fc.date().map((date) => (Number.isNaN(date.getTime()) ? "Thu, never GMT" : date.toUTCString()));
const near = fc.date({ min: new Date("2025-12-31"), max: new Date("2026-01-02"), noInvalidDate: true });
const mixed = fc.string({
  unit: fc.constantFrom("Thu", ", ", "01", " ", "Jan", "2026", ":", "00", "GMT", "-", "9", "\t"),
});
const retryAfter = fc.oneof(
  number,
  date,
  near.map((date) => date.toUTCString()),
  mixed,
  latin1Text.map(oneLine),
);

describe("a Retry-After of any kind", () => {
  it("never makes a wait that is negative, no number, or beyond its bound, and the call ends in time", async () => {
    const status = fc.constantFrom(429, 503, 500);
    const bound = fc.constantFrom(0, 5000, 60_000);
    const property = fc.asyncProperty(fc.array(retryAfter), status, bound, async (values, status, maxRetryAfterMs) => {
      const fetch = scriptedFetch((_, index) => {
        const value = values[index];
        return new Response("", { status, headers: value === undefined ? {} : { "retry-after": value } });
      });
      const retry = { maxRetryAfterMs, maxDelayMs: 1000, maxAttempts: 6 };
      const { client, clock, waitsMs } = clientWith(fetch, { retry, totalTimeoutMs: 100_000 });
      const startMs = clock.now();
      const result = await settled(clock, client.getCurrentUser());
      for (const waitMs of waitsMs()) {
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(maxRetryAfterMs);
      }
      expect(clock.now() - startMs).toBeLessThanOrEqual(100_000);
      const { retryAfterMs } = result.status === "rejected" ? result.reason : expect.fail("it did not fail");
      if (retryAfterMs !== undefined) expect(retryAfterMs).toBeGreaterThanOrEqual(0);
    });
    await check(property);
  });
});

function oneLine(text: string): string {
  return text.replaceAll(/[\0\r\n]/g, "");
}
