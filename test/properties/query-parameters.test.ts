import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caught } from "../support/caught.js";
import { clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { anyText, isWhole } from "./support/texts.js";

describe("query parameters", () => {
  it("arrive as they are, each under its own name, or are a TypeError and nothing is sent", async () => {
    const property = fc.asyncProperty(anyText, anyText, fc.integer(), async (policy_id, file_name, limit) => {
      const fetch = scriptedFetch(() => json({ entries: [], limit: 1 }));
      const { client } = clientWith(fetch);
      const query = { policy_id, file_name, limit };
      const call = client.listFileVersionRetentions({ query });
      if (!isWhole(policy_id + file_name) || !isWhole(policy_id) || !isWhole(file_name)) {
        expect(await caught(call)).toBeInstanceOf(TypeError);
        expect(fetch.sent).toEqual([]);
        return;
      }
      await call;
      const { origin, pathname, search, hash } = new URL(fetch.sent[0]?.url ?? "");
      expect(`${origin}${pathname}${hash}`).toBe("https://api.content.example/2.0/file_version_retentions");
      expect([...new URLSearchParams(search)]).toEqual(Object.entries({ ...query, limit: `${limit}` }));
    });
    await check(property);
  });

  it("of a list of names are one value with commas, in which no name leaves its place", async () => {
    const property = fc.asyncProperty(fc.array(anyText.filter(isWhole), { minLength: 1 }), async (names) => {
      const fetch = scriptedFetch(() => json({ type: "user", id: "1" }));
      const { client } = clientWith(fetch);
      // The contract knows the names; plain JavaScript can pass any.
      await client.getCurrentUser({ query: { fields: names as "name"[] } });
      const [, value = ""] = new URL(fetch.sent[0]?.url ?? "").search.split("?fields=");
      expect(value.split(",").map(decodeURIComponent)).toEqual(names);
    });
    await check(property);
  });
});
