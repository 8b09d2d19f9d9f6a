import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { check } from "./support/check.js";
import { listServer, walk } from "./support/list-server.js";

describe("paging by offset", () => {
  it("gives each item once and in order, with limits that the service lowers and pages that have gaps", async () => {
    const list = fc.record({
      /** The places of the list; what the caller may not see is a gap. */
      seen: fc.array(fc.boolean(), { maxLength: 60 }),
      limit: fc.integer({ min: 1, max: 20 }),
      /** The most that the service gives, which may change from page to page. */
      bounds: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
      most: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat({ max: 70 })),
      offset: fc.nat({ max: 70 }),
    });
    const property = fc.asyncProperty(list, async ({ seen, limit, bounds, most, offset }) => {
      const server = listServer((asked) => {
        const used = Math.min(asked.limit, bounds[server.asked.length % bounds.length] ?? 1);
        const places = seen.map((there, index) => (there ? [{ id: `${index}` }] : []));
        const entries = places.slice(asked.offset, asked.offset + used).flat();
        return { entries, limit: used, offset: asked.offset, total_count: seen.length };
      });
      const { ids, error } = await walk(clientWith(server, { retry: false }).client, "query", { limit, offset }, most);
      expect(error).toBeUndefined();
      const all = seen.flatMap((there, index) => (there && index >= offset ? [`${index}`] : []));
      expect(ids).toEqual(all.slice(0, most));
    });
    await check(property);
  });
});
