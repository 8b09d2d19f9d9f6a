import { createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

/** Where a client with this base address sends its request. */
async function sentTo(baseUrl: string, allowInsecure = false): Promise<string | undefined> {
  const fetch = scriptedFetch(() => json({ type: "user", id: "1004" }));
  await createClient({ baseUrl, auth: "access-1", fetch, allowInsecure }).getCurrentUser();
  return fetch.sent[0]?.url;
}

describe("the base address", () => {
  it.each([
    ["https://api.content.example/2.0", "https://api.content.example/2.0/users/me"],
    ["https://api.content.example/2.0/", "https://api.content.example/2.0/users/me"],
    ["https://api.content.example/2.0///", "https://api.content.example/2.0/users/me"],
    ["https://api.content.example", "https://api.content.example/users/me"],
    ["HTTPS://API.content.example:8443/x", "https://api.content.example:8443/x/users/me"],
    // What stands before an @ in a path is nobody's name.
    ["https://api.content.example/x://of@team", "https://api.content.example/x://of@team/users/me"],
  ])("%s holds the version already, and ends without a slash [CO-6]", async (baseUrl, url) => {
    expect(await sentTo(baseUrl)).toBe(url);
  });

  it.each([
    "http://localhost:4010",
    "http://sandbox.localhost:4010",
    "http://127.0.0.1",
    "http://127.10.20.30",
    "http://[::1]:4010",
  ])("may be plain http on this machine: %s", async (baseUrl) => {
    expect(await sentTo(baseUrl)).toBe(`${baseUrl}/users/me`);
  });

  it.each([
    "http://api.content.example",
    "http://localhost.content.example",
    "http://notlocalhost",
    "http://127.0.0.1.content.example",
    "http://content.127.0.0.1.example",
    "http://128.0.0.1",
    "http://127-0-0-1",
    "http://[::2]",
    // An address in the path says nothing of the host.
    "http://api.content.example/https:",
    "http://api.content.example/http://127.0.0.1/x",
  ])("may be plain http to another machine only where allowInsecure says so: %s", async (baseUrl) => {
    expect(await problemOf(baseUrl)).toMatch(/^baseUrl must be a plain https: URL/);
    expect(await sentTo(baseUrl, true)).toBe(`${baseUrl}/users/me`);
  });

  it.each([
    "",
    "/2.0",
    "api.content.example/2.0",
    "ftp://api.content.example",
    "ftp://api.content.example/https://api.content.example",
    "localhost:4010",
    "https://admin@api.content.example",
    "https://:pass-word@api.content.example",
    "https://api.content.example/2.0?key=pass-word",
    "https://api.content.example/2.0#pass-word",
    "https://api.content.example/2.0?",
    "https://api.content.example/2.0#",
    undefined,
  ])("%j is refused by a TypeError that quotes nothing of it", async (baseUrl) => {
    // As a caller without types would.
    const message = await problemOf(baseUrl as string, true);
    expect(message).toBe("baseUrl must be a plain https: URL (http: needs loopback or allowInsecure)");
  });
});

function problemOf(baseUrl: string, allowInsecure = false): Promise<string> {
  return sentTo(baseUrl, allowInsecure).then(
    () => expect.fail("it was taken"),
    (error: unknown) => (error instanceof TypeError ? error.message : expect.fail(String(error))),
  );
}
