import { AuthError } from "content-service-client";
import { memoryTokenStore, refreshingAuth, type Tokens } from "content-service-client/refreshing-auth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { clientWith, tokenRequest } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { authUrl } from "../support/token-service.js";
import { check, expectReadable, settled } from "./support/check.js";
import { anyText, greatJson, jsonText, latin1Text, object, plainJson, visibleText } from "./support/texts.js";

interface FakeResponse {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: [name: string, value: string][];
}

/** The members that errors have, each of any type. */
const errorMember = fc.tuple(
  fc.constantFrom("code", "error", "message", "error_description", "request_id", "status", "context_info"),
  fc.oneof(
    { weight: 20, arbitrary: anyText.map((text) => JSON.stringify(text)) },
    { weight: 20, arbitrary: plainJson },
    { weight: 1, arbitrary: greatJson },
  ),
);

/** The text of a body: an error with members of any type, any JSON, a piece of one, or no JSON at all. */
const bodyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.array(errorMember, { maxLength: 6 }).map(object) },
  { weight: 3, arbitrary: jsonText },
  { weight: 1, arbitrary: fc.tuple(jsonText, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
  { weight: 1, arbitrary: anyText.map((text) => `<html>${text}</html>`) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "null", "\ufeff{}", "\0", "[object Object]") },
);

const names = "content-type content-length content-encoding transfer-encoding location retry-after x";
const headerName = fc.constantFrom(...names.split(" "));
const headerValue = fc.oneof(
  fc.constantFrom(
    "application/json",
    "text/html; charset=utf-16",
    "chunked",
    "0",
    "7",
    "-1",
    "gzip",
    "//other.example",
  ),
  latin1Text.map(oneLine),
);

const anyResponse: fc.Arbitrary<FakeResponse> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 204, 302, 304, 400, 401, 404, 409, 429, 503),
    fc.integer({ min: 200, max: 599 }),
  ),
  body: fc.oneof(
    { weight: 6, arbitrary: bodyText },
    // On a buffer of their own, as `Response` wants them.
    { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Uint8Array.from(bytes)) },
  ),
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 3 }),
});

/** A fetch with these responses, of which the last one is for all further requests. */
function fetchOf(responses: readonly FakeResponse[]) {
  const [first, ...rest] = responses.map(({ status, body, headers }) => () => {
    // A new one for each request, since a body is read once.
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
  });
  return scriptedFetch(first ?? expect.fail(), ...rest);
}

const writes = ["deleteUser", "updateFile", "createFileMetadata", "refreshAccessToken"] as const;
const operations = fc.constantFrom("getCurrentUser", "queryMetadata", ...writes);

describe("any response", () => {
  it("is a success or a readable error, and changes no other object", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const property = fc.asyncProperty(
      operations,
      fc.array(anyResponse, { minLength: 1, maxLength: 3 }),
      async (name, responses) => {
        const { client, clock, events } = clientWith(fetchOf(responses), { authUrl });
        const path = { user_id: "1001", file_id: "4001", scope: "global", template_key: "properties" };
        // The same options for all operations: each uses those that it has.
        const call = client[name] as (options: object) => Promise<unknown>;
        const result = await settled(clock, call({ path, body: tokenRequest }));
        if (result.status === "rejected") expectReadable(result.reason);
        expect(JSON.stringify(events)).toContain('"response"');
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
      },
    );
    await check(property);
  });

  it("of any success with JSON is returned as that JSON, whatever status the contract documents [RS-4]", async () => {
    const property = fc.asyncProperty(plainJson, fc.integer({ min: 200, max: 299 }), async (text, status) => {
      fc.pre(![204, 205].includes(status) && JSON.parse(text) !== null);
      const { client } = clientWith(scriptedFetch(() => new Response(text, { status })));
      expect(JSON.stringify(await client.getCurrentUser())).toBe(JSON.stringify(JSON.parse(text)));
    });
    await check(property);
  });
});

/** Some members of a token response. */
const tokenJson = visibleText.map((text) => JSON.stringify(text));
const good: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom("access_token", "refresh_token"), tokenJson),
  fc.tuple(fc.constant("expires_in"), fc.integer().map(String)),
);
const bad: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom("access_token", "refresh_token", "expires_in", "error", "error_description"),
  plainJson,
);
const tokenResponse: fc.Arbitrary<FakeResponse> = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 401, 503),
  body: fc.array(fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad }), { maxLength: 5 }).map(object),
  headers: fc.constant<FakeResponse["headers"]>([]),
});

it("any response of a token server gives a token or an AuthError, the store always keeps a refresh token, and no other object changes", async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const responses = fc.array(fc.oneof({ weight: 3, arbitrary: tokenResponse }, { weight: 1, arbitrary: anyResponse }), {
    minLength: 1,
    maxLength: 3,
  });
  const property = fc.asyncProperty(responses, async (responses) => {
    const clock = manualClock();
    const memory = memoryTokenStore({ refreshToken: "refresh-1" });
    const saved: Tokens[] = [];
    const save = async (tokens: Tokens) => {
      saved.push(tokens);
      await memory.save(tokens);
    };
    const fetch = fetchOf(responses);
    const store = { ...memory, save };
    const auth = refreshingAuth({ authUrl, clientId: "a", clientSecret: "client-secret", store, fetch, clock });
    let rejected: string | undefined;
    for (const _ of responses) {
      const result = await settled(clock, Promise.resolve(auth({ rejected })));
      if (result.status === "fulfilled") {
        expect(result.value).toMatch(/^[!-~]+$/);
        expect((await memory.load())?.accessToken).toBe(result.value);
        rejected = result.value;
      } else {
        expect(result.reason).toBeInstanceOf(AuthError);
        expect(result.reason.code).toBeTypeOf("string");
        // The store never fails here.
        expect(result.reason.code).not.toBe("token_store_failed");
        expectReadable(result.reason);
      }
    }
    for (const tokens of [...saved, await memory.load()]) {
      expect(tokens?.refreshToken).toBeTypeOf("string");
      expect(tokens?.refreshToken).not.toBe("");
    }
    const sent = fetch.sent.map(({ body }) => new URLSearchParams(body ?? "").get("refresh_token"));
    for (const used of sent) expect(["refresh-1", ...saved.map(({ refreshToken }) => refreshToken)]).toContain(used);
  });
  await check(property);
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
});

/** Numbers, dates, similar texts, and any other header value. */
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

it("a Retry-After of any kind never causes a wait that is negative, not a number or above the limit, and the call ends in time", async () => {
  const status = fc.constantFrom(429, 503, 500);
  const maximum = fc.constantFrom(0, 5000, 60_000);
  const property = fc.asyncProperty(fc.array(retryAfter), status, maximum, async (values, status, maxRetryAfterMs) => {
    const fetch = scriptedFetch((_, index) => {
      const value = values[index];
      return new Response("", { status, headers: value === undefined ? {} : { "retry-after": value } });
    });
    const retry = { maxRetryAfterMs, maxDelayMs: 1000, maxAttempts: 6 };
    const { client, clock, waitsMs } = clientWith(fetch, { retry, totalTimeoutMs: 100_000 });
    const result = await settled(clock, client.getCurrentUser());
    for (const waitMs of waitsMs()) {
      expect(waitMs).toBeGreaterThanOrEqual(0);
      expect(waitMs).toBeLessThanOrEqual(Math.max(maxRetryAfterMs, retry.maxDelayMs));
    }
    expect(clock.elapsedMs()).toBeLessThanOrEqual(100_000);
    const { retryAfterMs } =
      result.status === "rejected" ? result.reason : expect.fail("expected a rejection; the promise resolved");
    if (retryAfterMs !== undefined) expect(retryAfterMs).toBeGreaterThanOrEqual(0);
  });
  await check(property);
});

function oneLine(text: string): string {
  return text.replaceAll(/[\0\r\n]/g, "");
}
