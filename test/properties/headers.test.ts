import type { IncomingMessage } from "node:http";
import { createClient } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caught } from "../support/caught.js";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { serve } from "../support/serve.js";
import { check } from "./support/check.js";
import { anyText, latin1Text } from "./support/texts.js";

const value = fc.oneof(
  { weight: 8, arbitrary: latin1Text.map((text) => text.replaceAll(/[^ -~\x80-\xff]/g, "")) },
  { weight: 1, arbitrary: latin1Text },
  { weight: 1, arbitrary: anyText },
);

/** What a header can carry as it is (RFC 9110 section 5.5): no controls but the tab, and no blanks around it. */
const canBeSent = (text: string) => /^[\t -~\x80-\xff]+$/.test(text) && text.trim() === text;

/** The headers of a request as they came over the wire, in order and with their repeats. */
function received({ rawHeaders }: IncomingMessage): [name: string, value: string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    `${rawHeaders[2 * index]}`.toLowerCase(),
    `${rawHeaders[2 * index + 1]}`,
  ]);
}

describe("header values", () => {
  it("arrive over a socket byte for byte, with no header or request beside, or are a TypeError", async () => {
    const server = await serve((_, response) => response.end('{"type":"file","id":"4001"}'));
    const client = createClient({ baseUrl: `${server.url}/2.0`, auth: "access-token", brandHeader: "X-Brand" });
    await client.asUser("a").findSharedItem({ header: { ServiceApi: "a", "If-None-Match": "a" } });
    const [plain] = server.requests.splice(0);
    if (!plain) return expect.fail("the first request is missing");
    const names = received(plain).map(([name]) => name);
    const property = fc.asyncProperty(value, value, value, async (ServiceApi, etag, userId) => {
      server.requests.length = 0;
      const header = { ServiceApi, "If-None-Match": etag };
      const call = async () => client.asUser(userId).findSharedItem({ header });
      if (![ServiceApi, etag, userId].every(canBeSent)) {
        expect(await caught(call())).toBeInstanceOf(TypeError);
        expect(server.requests).toHaveLength(0);
        return;
      }
      await call();
      expect(server.requests).toHaveLength(1);
      const all = server.requests.flatMap(received);
      expect(all.map(([name]) => name)).toEqual(names);
      const sent = Object.fromEntries(all);
      expect([sent["x-brand"], sent["if-none-match"], sent["as-user"]]).toEqual([ServiceApi, etag, userId]);
    });
    await check(property);
  });

  it("of any type are a TypeError, are left out, or reach fetch as they are", async () => {
    const anyValue = fc.oneof(value, fc.anything({ withNullPrototype: true, withBigInt: true }));
    const property = fc.asyncProperty(anyValue, async (given) => {
      const fetch = scriptedFetch(() => json({ type: "file", id: "4001" }));
      const { client } = clientWith(fetch);
      // Plain JavaScript can pass anything.
      const header = { "If-Match": given as string };
      const call = client.updateFile({ path: { file_id: "4001" }, header, body: {} });
      if (given == null || (typeof given === "string" && canBeSent(given))) {
        await call;
        expect(fetch.sent[0]?.headers.get("if-match")).toBe(given ?? null);
      } else {
        expect(await caught(call)).toBeInstanceOf(TypeError);
        expect(fetch.sent).toEqual([]);
      }
    });
    await check(property);
  });
});
