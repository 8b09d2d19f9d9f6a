import { type ClientOptions, createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { baseUrl, clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const auth = "access-token";
const authRule = "auth must be an access token or a function";
const urlRule = "must be a plain https: URL (http: needs loopback or allowInsecure)";

/** Bad options, as plain JavaScript can pass them, and what is said of each. */
const bad: [option: string, value: unknown, message: string][] = [
  ["auth", undefined, authRule],
  ["auth", "", authRule],
  ["auth", "two words", authRule],
  ["auth", "line\n", authRule],
  ["auth", "schlüssel", authRule],
  ["auth", { token: "x" }, authRule],
  ["baseUrl", undefined, `baseUrl ${urlRule}`],
  ["baseUrl", "/2.0", `baseUrl ${urlRule}`],
  ["baseUrl", "http://api.content.example", `baseUrl ${urlRule}`],
  ["authUrl", "auth.content.example", `authUrl ${urlRule}`],
  ["authUrl", "http://auth.content.example", `authUrl ${urlRule}`],
  ["timeoutMs", -1, "timeoutMs must be 0 or more"],
  ["timeoutMs", Number.NaN, "timeoutMs must be 0 or more"],
  ["timeoutMs", undefined, "timeoutMs must be 0 or more"],
  ["timeoutMs", "30s", "timeoutMs must be 0 or more"],
  ["totalTimeoutMs", -1, "totalTimeoutMs must be 0 or more"],
  ["maxBodyBytes", Number.NaN, "maxBodyBytes must be 0 or more"],
  ["retry", { maxAttempts: Number.NaN }, "maxAttempts must be 0 or more"],
  ["retry", { maxAttempts: undefined }, "maxAttempts must be 0 or more"],
  ["retry", { baseDelayMs: -1 }, "baseDelayMs must be 0 or more"],
  ["retry", { maxDelayMs: "8s" }, "maxDelayMs must be 0 or more"],
  ["retry", { maxRetryAfterMs: Number.NaN }, "maxRetryAfterMs must be 0 or more"],
];

describe("createClient", () => {
  it.each(bad)("refuses %s: %j, and says what would be right", (option, value, message) => {
    const options = { baseUrl, auth, [option]: value };
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).toThrow(message);
  });

  it("quotes no value that it refuses, since it may be a secret in the wrong place", () => {
    for (const option of ["auth", "baseUrl", "authUrl", "timeoutMs", "totalTimeoutMs", "maxBodyBytes"]) {
      const options = { baseUrl, auth, [option]: "s3cret value" };
      expect(() => createClient(options)).toThrow(TypeError);
      expect(() => createClient(options)).not.toThrow("s3cret");
    }
  });

  const good: Partial<ClientOptions>[] = [
    {},
    { auth: () => "access-token" },
    { auth: "!any|visible,ASCII~" },
    { authUrl: "https://auth.content.example" },
    { baseUrl: "http://127.0.0.1:8080/2.0" },
    { baseUrl: "http://api.content.example/2.0", authUrl: "http://auth.content.example", allowInsecure: true },
    { timeoutMs: 0, totalTimeoutMs: 1, maxBodyBytes: 1 },
    { retry: false },
    { retry: {} },
    { retry: { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0, random: () => 0 } },
    { maxBodyBytes: Number.POSITIVE_INFINITY },
  ];
  it.each(good.map((options, index) => [index, options] as const))("takes what can work: %i", (_, options) => {
    expect(() => createClient({ baseUrl, auth, ...options })).not.toThrow();
  });

  it("takes no notice of an option that it does not know, even if a part of its name looks like one", () => {
    const unknown: object = { timeoutMsNote: "half a minute", retry: { budgetNote: "ample" } };
    expect(() => createClient({ baseUrl, auth, ...unknown })).not.toThrow();
  });

  it("reads answers up to 64 MiB by default", async () => {
    const piece = new Uint8Array(1024 * 1024).fill(32);
    const answered = (pieces: number) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let index = 0; index < pieces; index += 1) controller.enqueue(piece);
          controller.enqueue(new TextEncoder().encode("{}"));
          controller.close();
        },
      });
      return clientWith(scriptedFetch(() => new Response(body))).client.getCurrentUser();
    };
    await expect(answered(63)).resolves.toEqual({});
    await expect(answered(64)).rejects.toThrow("longer than maxBodyBytes");
  });

  it("makes clients that share nothing", async () => {
    const fetch = scriptedFetch(() => json({}));
    const one = clientWith(fetch, { auth: "one" });
    const two = clientWith(fetch, { auth: "two" });
    one.client.http.use({ onRequest: ({ request }) => request.headers.set("x-one", "1") });
    await one.client.getCurrentUser();
    await two.client.getCurrentUser();
    expect(fetch.sent.map(({ headers }) => [headers.get("authorization"), headers.get("x-one")])).toEqual([
      ["Bearer one", "1"],
      ["Bearer two", null],
    ]);
    expect([one.events[0], two.events[0]]).toMatchObject([{ callId: 1 }, { callId: 1 }]);
  });
});
