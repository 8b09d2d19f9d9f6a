import { createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { baseUrl, errorOf } from "../support/client-with.js";
import { scriptedFetch, user } from "../support/scripted-fetch.js";

const auth = "access-token";
const authRule = "auth must be a function, or a token without line breaks or Bearer";
const urlRule = "must be an https: URL (http: needs allowInsecure)";

/** Invalid options, as plain JavaScript can pass them, and their messages. */
const invalid: [option: string, value: unknown, message: string][] = [
  ["auth", undefined, authRule],
  ["auth", { token: "x" }, authRule],
  ["auth", "x\n", authRule],
  ["baseUrl", "http://api.content.example", `baseUrl ${urlRule}`],
  ["baseUrl", "/api/2.0", `baseUrl ${urlRule}`],
  ["authUrl", "auth.content.example", `authUrl ${urlRule}`],
  ["retry", { attempts: 3 }, "unknown option retry.attempts: the options are maxAttempts, baseDelayMs"],
  ["retry", 3, "retry must be a plain object"],
  ["headers", { authorization: "Bearer x" }, "headers.authorization must be a header name of your own"],
  ["timeout", 5000, "unknown option timeout: the options are auth, headers, timeoutMs"],
  ["fetch", null, "fetch must be a function"],
  ["clock", {}, "clock must have now() and timer()"],
  ...["", "a b", "Service Api", "ServiceApi:", "x\r\ny", "Authorization", "content-type", "User-Agent"].map(
    (name): [string, unknown, string] => ["brandHeader", name, "brandHeader must be a header name of your own"],
  ),
  ["appInfo", "my\napp", "header.User-Agent must be trimmed"],
];

describe("createClient", () => {
  it.each(invalid)("rejects %s: %j, and names the valid values", (option, value, message) => {
    const options = { baseUrl, auth, [option]: value };
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).toThrow(message);
  });

  it("says what is missing if it has no options at all", () => {
    // @ts-expect-error: the base URL and the token are required
    expect(() => createClient()).toThrow(new TypeError(authRule));
  });

  it("does not quote an invalid value, which may be a secret", () => {
    for (const option of ["auth", "baseUrl", "authUrl", "timeoutMs", "totalTimeoutMs", "maxBodyBytes"]) {
      const options = { baseUrl, auth, [option]: "s3cret value" };
      expect(() => createClient(options)).toThrow(TypeError);
      expect(() => createClient(options)).not.toThrow("s3cret");
    }
  });

  it("gives an option that is undefined its default", async () => {
    const names =
      "authUrl timeoutMs totalTimeoutMs maxBodyBytes brandHeader appInfo headers onEvent allowInsecure clock retry";
    const undefinedOptions = Object.fromEntries(names.split(" ").map((name) => [name, undefined]));
    const retry = { maxAttempts: undefined, budget: undefined, random: undefined };
    const fetch = scriptedFetch(user);
    const client = createClient({ baseUrl, auth, fetch, ...undefinedOptions, retry });
    await expect(client.getCurrentUser({ timeoutMs: undefined, retry: undefined })).resolves.toMatchObject({
      id: "1001",
    });
    expect(() => createClient({ baseUrl, auth, fetch: undefined })).not.toThrow();
  });
});

/** The URL of a request by a client with this base URL. */
async function sentTo(baseUrl: string, allowInsecure = false): Promise<string | undefined> {
  const fetch = scriptedFetch(user);
  await createClient({ baseUrl, auth: "access-1", fetch, allowInsecure }).getCurrentUser();
  return fetch.sent[0]?.url;
}

describe("the base address", () => {
  /** This machine may have plain HTTP. */
  const withPath = (url: string) => [url, `${url}/users/me`] as const;
  it.each<readonly [baseUrl: string, sent: string]>([
    ["https://api.content.example/2.0", "https://api.content.example/2.0/users/me"],
    ["https://api.content.example/2.0///", "https://api.content.example/2.0/users/me"],
    ["https://api.content.example", "https://api.content.example/users/me"],
    ["HTTPS://API.content.example:8443/x", "https://api.content.example:8443/x/users/me"],
    ...["http://localhost:4010", "http://127.0.0.1", "http://127.10.20.30", "http://[::1]:4010"].map(withPath),
    // An @ in the path does not mark credentials.
    ["https://api.content.example/x://of@team", "https://api.content.example/x://of@team/users/me"],
  ])("%s includes the version, and its trailing slashes are removed [CO-6]", async (baseUrl, url) => {
    expect(await sentTo(baseUrl)).toBe(url);
  });

  it.each([
    "http://api.content.example",
    "http://notlocalhost",
    // A name that DNS may resolve to any address.
    "http://sandbox.localhost:4010",
    "http://127.0.0.1.content.example",
    "http://128.0.0.1",
    "http://[::2]",
    // An address in the path is not the host.
    "http://api.content.example/http://127.0.0.1/x",
  ])("may be plain http to another host only with allowInsecure: %s", async (baseUrl) => {
    expect(await problemOf(baseUrl)).toMatch(/^baseUrl must be an https: URL/);
    expect(await sentTo(baseUrl, true)).toBe(`${baseUrl}/users/me`);
  });

  it.each([
    "",
    "api.content.example/2.0",
    "ftp://api.content.example/https://api.content.example",
    "localhost:4010",
    "https://admin@api.content.example",
    "https://:pass-word@api.content.example",
    "https://api.content.example/2.0?key=pass-word",
    "https://api.content.example/2.0#",
    undefined,
  ])("%j throws a TypeError that does not quote it", async (baseUrl) => {
    // As a caller without types would.
    const message = await problemOf(baseUrl as string, true);
    const hasMore = /^https:.*[@?#]/.test(String(baseUrl));
    expect(message).toBe(`baseUrl ${hasMore ? "must have no password, query or fragment" : urlRule}`);
  });
});

async function problemOf(baseUrl: string, allowInsecure = false): Promise<string> {
  const error = await errorOf(sentTo(baseUrl, allowInsecure));
  return error instanceof TypeError ? error.message : expect.fail(String(error));
}
