import { paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, type Reply, scriptedFetch } from "../support/scripted-fetch.js";

const entries = [{ type: "file", id: "1" }];

/** Goes through a list whose pages are all the same; one that does not end is refused at some point. */
async function through(page: Reply, first: "marker" | "offset") {
  const fetch = scriptedFetch((request, index) => (index < 10 ? page(request, index) : json({}, 400)));
  const { client } = clientWith(fetch);
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0" };
  const list =
    first === "marker"
      ? paginate(client.queryMetadata, { body })
      : paginate(client.listFileVersionRetentions, { query: { offset: 0 } });
  for await (const _ of list) expect(fetch.sent.length).toBeLessThan(10);
  return fetch.sent.length;
}

describe("a page", () => {
  it.each([{}, { a: 1 }, { deep: [] }])(
    "whose marker is no text is an error, though it never comes twice: %j",
    async (next_marker) => {
      await expect(through(() => json({ entries, next_marker }), "marker")).rejects.toThrow(
        "queryMetadata: the marker is no text, so the list would never end",
      );
    },
  );

  it.each(["2", 1e-300, 0.5, true, { valueOf: 1, toString: 1 }])(
    "whose limit is no whole step is an error: %j",
    async (limit) => {
      const page: Reply = () => json({ entries, limit, total_count: 5 });
      await expect(through(page, "offset")).rejects.toThrow("listFileVersionRetentions: the page has no limit");
    },
  );

  it("whose total is no number is the last one where it is empty", async () => {
    const total_count = { valueOf: 1, toString: 1 };
    expect(await through(() => json({ entries: [], limit: 2, total_count }), "offset")).toBe(1);
  });

  it("that is not there is an error", async () => {
    const nothing: Reply = () => new Response(null, { status: 204 });
    await expect(through(nothing, "marker")).rejects.toThrow("the page has no entries");
  });
});
