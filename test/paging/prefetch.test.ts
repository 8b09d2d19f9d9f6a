import { paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, never, type Reply, scriptedFetch, status } from "../support/scripted-fetch.js";

/** The pages of a list with two items each, by their markers: m1 is the second. */
const page =
  (index: number, pages: number): Reply =>
  () =>
    json({
      entries: [0, 1].map((item) => ({ type: "file_version_retention", id: `${index * 2 + item}` })),
      limit: 2,
      next_marker: index + 1 < pages ? `m${index + 1}` : null,
    });

/** Lets what is ready come to pass. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function listOf(...replies: [Reply, ...Reply[]]) {
  const fetch = scriptedFetch(...replies);
  const { client } = clientWith(fetch, { retry: false });
  const markers = () => fetch.sent.map(({ url }) => new URL(url).searchParams.get("marker"));
  return { client, fetch, markers };
}

describe("paginate with prefetch: 1", () => {
  it("asks for the next page while the loop works on this one, and for no other [PG-2]", async () => {
    const { client, markers } = listOf(page(0, 3), page(1, 3), page(2, 3));
    const asked: (string | null)[][] = [];
    const ids: string[] = [];
    for await (const { id } of paginate(client.listFileVersionRetentions, { prefetch: 1 })) {
      await settle();
      ids.push(id);
      asked.push(markers());
    }
    expect(ids).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(asked[1]).toEqual([null, "m1"]);
    expect(asked[3]).toEqual([null, "m1", "m2"]);
    expect(markers()).toEqual([null, "m1", "m2"]);
  });

  it("asks for a page when the loop comes to it where it is 0, or left out", async () => {
    for (const options of [{}, { prefetch: 0 as const }]) {
      const { client, markers } = listOf(page(0, 2), page(1, 2));
      for await (const { id } of paginate(client.listFileVersionRetentions, options)) {
        await settle();
        if (id === "1") expect(markers()).toEqual([null]);
      }
      expect(markers()).toEqual([null, "m1"]);
    }
  });

  it("asks for nothing ahead that the limit of items leaves out [PG-4]", async () => {
    const { client, markers } = listOf(page(0, 3), page(1, 3));
    const ids: string[] = [];
    for await (const { id } of paginate(client.listFileVersionRetentions, { prefetch: 1, limit: 4 })) ids.push(id);
    expect(ids).toHaveLength(4);
    expect(markers()).toEqual([null, "m1"]);
  });

  it("aborts what is on its way when the loop is left", async () => {
    const { client, fetch } = listOf(page(0, 2), never);
    for await (const _ of paginate(client.listFileVersionRetentions, { prefetch: 1 })) break;
    expect(fetch.sent[1]?.init.signal?.aborted).toBe(true);
    await settle();
  });

  it("gives all items of a page before the error of the next one, which nobody has to catch before", async () => {
    const { client } = listOf(page(0, 2), status(403));
    const ids: string[] = [];
    const looped = (async () => {
      for await (const { id } of paginate(client.listFileVersionRetentions, { prefetch: 1 })) {
        await settle();
        ids.push(id);
      }
    })();
    await expect(looped).rejects.toMatchObject({ name: "ApiError", status: 403 });
    expect(ids).toEqual(["0", "1"]);
  });

  it("gives all items of a page before it says that its marker came twice [PG-2]", async () => {
    const again: Reply = () => json({ entries: [{ type: "file_version_retention", id: "2" }], next_marker: "m1" });
    const { client, markers } = listOf(page(0, 2), again);
    const ids: string[] = [];
    const looped = (async () => {
      for await (const { id } of paginate(client.listFileVersionRetentions, { prefetch: 1 })) ids.push(id);
    })();
    await expect(looped).rejects.toThrow("the same marker came twice");
    expect(ids).toEqual(["0", "1", "2"]);
    expect(markers()).toEqual([null, "m1"]);
  });

  it("ends by the caller's signal, also while it waits for the page ahead", async () => {
    const { client, fetch } = listOf(page(0, 2), never);
    const controller = new AbortController();
    const options = { prefetch: 1, signal: controller.signal } as const;
    const looped = (async () => {
      for await (const { id } of paginate(client.listFileVersionRetentions, options)) {
        if (id === "1") controller.abort(new Error("enough"));
      }
    })();
    await expect(looped).rejects.toThrow("enough");
    expect(fetch.sent[1]?.init.signal?.aborted).toBe(true);
  });

  it.each([2, -1, true, "1"])("takes no other number of pages: %j", (prefetch) => {
    const { client } = listOf(page(0, 1));
    // @ts-expect-error: what plain JavaScript could give
    const list = () => paginate(client.listFileVersionRetentions, { prefetch });
    expect(list).toThrow(new TypeError("prefetch must be 0 or 1 page"));
  });
});

describe("the items of a list", () => {
  it("come in their order to those who ask for the next one before they have this one", async () => {
    const { client } = listOf(page(0, 3), page(1, 3), page(2, 3));
    const items = paginate(client.listFileVersionRetentions)[Symbol.asyncIterator]();
    const given = await Promise.all(Array.from({ length: 8 }, () => items.next()));
    expect(given.map(({ value }) => value?.id)).toEqual(["0", "1", "2", "3", "4", "5", undefined, undefined]);
    expect(given.map(({ done }) => done)).toEqual([...Array(6).fill(false), true, true]);
  });

  it("end when the loop is left, and stay ended", async () => {
    const { client, markers } = listOf(page(0, 2), page(1, 2));
    const items = paginate(client.listFileVersionRetentions)[Symbol.asyncIterator]();
    await items.next();
    expect(await items.return?.()).toEqual({ value: undefined, done: true });
    expect(await items.next()).toEqual({ value: undefined, done: true });
    expect(markers()).toEqual([null]);
  });
});
