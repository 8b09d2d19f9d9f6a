import { ApiError, paginate } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { jsonText, object, plainJson } from "./support/json-texts.js";

/** Some of the members of a page, each of any type. */
const members = fc.array(fc.tuple(fc.constantFrom("next_marker", "limit", "total_count", "offset"), plainJson));
const page = fc.oneof(
  { weight: 6, arbitrary: members.map((some) => object([["entries", '[{"id":"1"}]'], ...some])) },
  { weight: 2, arbitrary: members.map((some) => object([["entries", "[]"], ...some])) },
  {
    weight: 1,
    arbitrary: fc.tuple(jsonText, members).map(([entries, some]) => object([["entries", entries], ...some])),
  },
  { weight: 1, arbitrary: jsonText },
);
const status = fc.constantFrom(200, 200, 200, 204, 304);

describe("a list whose pages are any JSON", () => {
  it("ends by marker, or fails with an ApiError, after two requests at most when all pages are the same", async () => {
    const property = fc.asyncProperty(page, status, fc.boolean(), async (text, status, inBody) => {
      const fetch = scriptedFetch(() => new Response(status === 200 ? text : null, { status }));
      const { client } = clientWith(fetch, { retry: false });
      const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0" };
      const list = inBody ? paginate(client.queryMetadata, { body }) : paginate(client.listFilesOnHold, hold);
      const error = await ending(list.pages());
      expect(fetch.sent.length).toBeLessThanOrEqual(2);
      if (error instanceof TypeError) expect(error.message).toMatch(/^query\.marker must be/);
      else if (error !== undefined) expect(error).toBeInstanceOf(ApiError);
    });
    await check(property);
  });

  it("goes on by offset in whole steps, or ends, or fails with an ApiError", async () => {
    const property = fc.asyncProperty(page, status, async (text, status) => {
      const fetch = scriptedFetch(() => new Response(status === 200 ? text : null, { status }));
      const { client } = clientWith(fetch, { retry: false });
      const list = paginate(client.listFilesOnHold, { ...hold, query: { offset: 0 } });
      const error = await ending(list.pages(), 5);
      const offsets = fetch.sent.map(({ url }) => Number(new URL(url).searchParams.get("offset")));
      for (const [index, offset] of offsets.entries()) expect(offset).toBeGreaterThanOrEqual(index);
      if (error instanceof TypeError) expect(error.message).toMatch(/^query\.offset must be at most/);
      else if (error !== undefined) expect(error).toBeInstanceOf(ApiError);
    });
    await check(property);
  });
});

const hold = { path: { legal_hold_policy_assignment_id: "1" } };

/** What a list ends with, or undefined where it ends well or has more than some pages. */
async function ending(pages: AsyncIterable<unknown>, most = 10): Promise<unknown> {
  let count = 0;
  try {
    for await (const _ of pages) {
      count += 1;
      if (count === most) break;
    }
  } catch (error) {
    return error;
  }
  return undefined;
}
