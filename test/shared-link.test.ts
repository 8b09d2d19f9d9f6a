import { sharedLink } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

describe("sharedLink", () => {
  it.each([
    ["https://x.example/s/a?b=1#c/=d", "a=b+c/d?e#f", "https://x.example/s/a?b=1#c/=d", "a=b+c/d?e#f"],
    ["https://x.example/v/gr%C3%BC%26n", "100%", "https://x.example/v/gr%C3%BC%26n", "100%"],
    ["https://x.example/s/ü", "pässwörd ÿ", "https://x.example/s/ü", "pässwörd ÿ"],
    ["https://x.example/s/a?b=1&c=2", "a&b", "https://x.example/s/a?b=1%26c=2", "a%26b"],
    ["https://x.example/s/a\r\nX: y", "\0\t\x7f\x85\r\n", "https://x.example/s/a%0D%0AX: y", "%00%09%7F%C2%85%0D%0A"],
    ["https://x.example/s/日😀", "日本", "https://x.example/s/%E6%97%A5%F0%9F%98%80", "%E6%97%A5%E6%9C%AC"],
    ["https://x.example/s/a ", "  b  ", "https://x.example/s/a%20", "  b %20"],
    ["https://x.example/s/a", "%26 %2G %%2f", "https://x.example/s/a", "%2526 %2G %%252f"],
  ])("sends %j and %j as they are, except what breaks the header [BE-12]", async (url, password, link, secret) => {
    const header = sharedLink({ url, password });
    expectTypeOf(header).toEqualTypeOf<{ ServiceApi: string }>();
    expect(header).toEqual({ ServiceApi: `shared_link=${link}&shared_link_password=${secret}` });
    const fetch = scriptedFetch(() => json({ type: "file", id: "4001" }));
    await clientWith(fetch).client.findSharedItem({ header });
    expect(fetch.sent[0]?.headers.get("serviceapi")).toBe(header.ServiceApi);
  });

  it("leaves the password out where there is none [BE-12]", () => {
    const ServiceApi = "shared_link=https://content.example/s/abc";
    expect(sharedLink({ url: "https://content.example/s/abc" })).toEqual({ ServiceApi });
    expect(sharedLink({ url: "https://content.example/s/abc", password: undefined })).toEqual({ ServiceApi });
  });

  it.each([
    ["an empty url", { url: "" }, "url must be a shared link"],
    ["half a surrogate pair in the url", { url: "x\ud800" }, "url must be a shared link"],
    ["half a surrogate pair", { url: "x", password: "x\ud800" }, "password must be a non-empty string"],
    ["an empty password", { url: "x", password: "" }, "password must be a non-empty string"],
    ["another name", { url: "x", passwrd: "y" }, "unknown option passwrd: the options are url, password"],
    ["null for a password", { url: "x", password: null }, "password must be a string"],
  ])("rejects %s", (_, link, message) => {
    // Plain JavaScript can pass anything.
    expect(() => sharedLink(link as { url: string })).toThrow(new TypeError(message));
  });
});
