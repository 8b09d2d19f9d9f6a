import { sharedLink } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

/** The decoded parts of the header. */
function read({ ServiceApi }: { ServiceApi: string }) {
  return Object.fromEntries(ServiceApi.split("&").map((part) => part.split("=").map(decodeURIComponent)));
}

describe("sharedLink", () => {
  it.each([
    ["https://content.example/s/abc", "correct horse"],
    ["https://content.example/s/abc?a=1&b=2#c", "a&b=c&shared_link=x"],
    ["https://content.example/s/ü", "pässwörd 日本 😀"],
    ["https://content.example/s/%26", "100%+\r\n\t"],
  ])("sends link and password unchanged: %s, %s [BE-12]", async (url, password) => {
    const header = sharedLink({ url, password });
    expectTypeOf(header).toEqualTypeOf<{ ServiceApi: string }>();
    expect(read(header)).toEqual({ shared_link: url, shared_link_password: password });
    const fetch = scriptedFetch(() => json({ type: "file", id: "4001" }));
    await clientWith(fetch).client.findSharedItem({ header });
    expect(fetch.sent[0]?.headers.get("serviceapi")).toBe(header.ServiceApi);
  });

  it("leaves the password out where there is none [BE-12]", () => {
    const ServiceApi = "shared_link=https%3A%2F%2Fcontent.example%2Fs%2Fabc";
    expect(sharedLink({ url: "https://content.example/s/abc" })).toEqual({ ServiceApi });
    expect(sharedLink({ url: "https://content.example/s/abc", password: undefined })).toEqual({ ServiceApi });
  });

  it("combines with other headers", async () => {
    const fetch = scriptedFetch(() => json({ type: "file", id: "4001" }));
    const header = { ...sharedLink({ url: "https://content.example/s/abc" }), "If-None-Match": "1" };
    await clientWith(fetch).client.findSharedItem({ header });
    expect(fetch.sent[0]?.headers.get("if-none-match")).toBe("1");
  });

  it.each([
    ["an empty url", { url: "" }, "url must be a shared link"],
    ["no url", {}, "url must be a shared link"],
    ["a url of another type", { url: 5 }, "url must be a shared link"],
    ["an empty password", { url: "x", password: "" }, "password must be a non-empty string, or left out"],
    ["null for a password", { url: "x", password: null }, "password must be a non-empty string, or left out"],
  ])("rejects %s", (_, link, message) => {
    // Plain JavaScript can pass anything.
    expect(() => sharedLink(link as { url: string })).toThrow(new TypeError(message));
  });
});

describe("findSharedItem", () => {
  it.each(["file", "folder", "web_link"] as const)("returns a %s with its type [BE-13]", async (type) => {
    const { client } = clientWith(scriptedFetch(() => json({ type, id: "1" })));
    const item = await client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/abc" }) });
    expect(item?.type).toBe(type);
    expectTypeOf(item?.type).toEqualTypeOf<"file" | "folder" | "web_link" | undefined>();
  });
});
