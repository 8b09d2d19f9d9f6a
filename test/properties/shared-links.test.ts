import { sharedLink } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { anyText, isWhole } from "./support/texts.js";

/** The form of the header by the contract. */
const form = /^shared_link=([^&]+)(?:&shared_link_password=([^&]*))?$/;

/** Takes percent-encoding off a text, byte by byte, with nothing of the platform that encoded it. */
function decoded(text: string): string {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === "%") {
      bytes.push(Number.parseInt(text.slice(index + 1, index + 3), 16));
      index += 2;
    } else bytes.push(text.charCodeAt(index));
  }
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

describe("a shared link and its password", () => {
  it("arrive as they are, whatever is in them, or are a TypeError", async () => {
    const password = fc.option(anyText, { nil: undefined });
    const brand = fc.constantFrom("ServiceApi", "X-Brand");
    const property = fc.asyncProperty(anyText, password, brand, async (url, password, brandHeader) => {
      if (url === "" || password === "" || !isWhole(url) || !isWhole(password ?? "")) {
        expect(() => sharedLink({ url, password })).toThrow(TypeError);
        return;
      }
      const fetch = scriptedFetch(() => json({ type: "file", id: "4001" }));
      const { client } = clientWith(fetch, { brandHeader });
      await client.findSharedItem({ header: sharedLink({ url, password }) });
      const header = fetch.sent[0]?.headers.get(brandHeader) ?? "";
      expect(header).toMatch(/^[!-~]+$/);
      const [, link = "", secret] = form.exec(header) ?? [];
      expect(decoded(link)).toBe(url);
      expect(secret === undefined ? undefined : decoded(secret)).toBe(password);
    });
    await check(property);
  });

  it("of another type are a TypeError", async () => {
    const property = fc.asyncProperty(fc.anything(), fc.anything(), async (url, password) => {
      fc.pre(typeof url !== "string" || (typeof password !== "string" && password !== undefined));
      // Plain JavaScript can pass anything.
      expect(() => sharedLink({ url, password } as { url: string })).toThrow(TypeError);
    });
    await check(property);
  });
});
