import { AuthError, createClient } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseUrl } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { anyText, latin1Text, visibleText } from "./support/texts.js";

const anyToken = fc.oneof(anyText, latin1Text, visibleText);

/** A request that carries a token carries nothing else that depends on it. */
function expectSent(fetch: ReturnType<typeof scriptedFetch>, token: string): void {
  expect(fetch.sent.map(({ url }) => url)).toEqual([`${baseUrl}/users/me`]);
  expect([...(fetch.sent[0]?.headers ?? [])]).toEqual([["authorization", `Bearer ${token}`]]);
}

describe("an access token", () => {
  it("is sent as it is, or is a TypeError when the client is made", async () => {
    const property = fc.asyncProperty(anyToken, async (auth) => {
      const fetch = scriptedFetch(() => json({ type: "user", id: "1001" }));
      const make = () => createClient({ baseUrl, auth, fetch });
      if (/^[\x21-\x7e]+$/.test(auth)) {
        await make().getCurrentUser();
        expectSent(fetch, auth);
      } else expect(make).toThrow(TypeError);
    });
    await check(property);
  });

  it("from a function is sent as it is, or is an AuthError and nothing is sent", async () => {
    const anything = fc.oneof({ weight: 3, arbitrary: anyToken }, { weight: 1, arbitrary: fc.anything() });
    const ways = fc.constantFrom("returns", "resolves", "throws", "rejects");
    const property = fc.asyncProperty(anything, ways, async (given, way) => {
      const fetch = scriptedFetch(() => json({ type: "user", id: "1001" }));
      const auth = () => {
        if (way === "throws") throw given;
        if (way === "rejects") return Promise.reject(given);
        // Plain JavaScript can give anything.
        return (way === "returns" ? given : Promise.resolve(given)) as string;
      };
      const [result] = await Promise.allSettled([createClient({ baseUrl, auth, fetch }).getCurrentUser()]);
      const usable = typeof given === "string" && /^[\x21-\x7e]+$/.test(given) && !/throws|rejects/.test(way);
      expect(result?.status).toBe(usable ? "fulfilled" : "rejected");
      if (result?.status === "rejected") {
        expect(result.reason).toBeInstanceOf(AuthError);
        expect(fetch.sent).toEqual([]);
      } else expectSent(fetch, `${given}`);
    });
    await check(property);
  });
});
