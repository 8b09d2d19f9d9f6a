import { type Checkpoint, forEachItem } from "content-service-client/for-each-item";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith, errorOf } from "../support/client-with.js";
import { entry } from "../support/lists.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const ids = Array.from({ length: 7 }, (_, index) => `${index + 1}`);

/** A list of seven items, three a page, by marker or by offset. */
function served() {
  const fetch = scriptedFetch(({ url }) => {
    const query = new URL(url).searchParams;
    const start = Number(query.get("offset") ?? query.get("marker") ?? 0);
    const entries = ids.slice(start, start + 3).map(entry);
    if (query.has("offset")) return json({ entries, offset: start, limit: 3, total_count: ids.length });
    return json({ entries, limit: 3, next_marker: start + 3 < ids.length ? `${start + 3}` : null });
  });
  const { client, clock } = clientWith(fetch);
  return { client, clock, list: client.listFileVersionRetentions, sent: fetch.sent };
}
const never = () => new Promise<never>(() => {});

describe("forEachItem", () => {
  it("works on each item once, at most so many at a time, and reports each page when it is done [PG-7]", async () => {
    const { list } = served();
    const done: string[] = [];
    const pages: [Checkpoint, string[]][] = [];
    let running = 0;
    let most = 0;
    const work = async ({ id }: { id: string }) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      done.push(id);
    };
    const onPage = (checkpoint: Checkpoint) => pages.push([checkpoint, [...done]]);
    const last = { pages: 3, items: 7, next: null };
    await expect(forEachItem(list, { concurrency: 2, onPage }, work)).resolves.toEqual(last);
    expect(most).toBe(2);
    expect(pages).toEqual([
      [{ pages: 1, items: 3, next: { marker: "3" } }, ids.slice(0, 3)],
      [{ pages: 2, items: 6, next: { marker: "6" } }, ids.slice(0, 6)],
      [last, ids],
    ]);
    expectTypeOf(forEachItem(list, {}, ({ file }) => file?.name)).resolves.toEqualTypeOf<Checkpoint>();
  });

  it.each([
    ["marker", {}],
    ["offset", { query: { offset: 0 } }],
  ])("resumes by %s after a kill at any moment, and misses or repeats no finished page [PG-7]", async (_, query) => {
    for (let moment = 0, isKilled = true; isKilled; moment += 1) {
      isKilled = false;
      /** What survives: as JSON in a file. */
      let saved = "null";
      const worked: string[] = [];
      /** A process that stops for good at its moment: what it waits for never comes. */
      const run = (moments: number) => {
        const { list } = served();
        let step = 0;
        return new Promise<string>((resolve, reject) => {
          const next = async (act: () => void) => {
            if (step++ >= moments) {
              resolve("killed");
              return never();
            }
            act();
          };
          const options = {
            ...query,
            concurrency: 2,
            checkpoint: JSON.parse(saved) ?? undefined,
            onPage: (checkpoint: Checkpoint) => next(() => (saved = JSON.stringify(checkpoint))),
          };
          forEachItem(list, options, ({ id }) => next(() => worked.push(id))).then(() => resolve("done"), reject);
        });
      };
      isKilled = (await run(moment)) === "killed";
      const { items } = (JSON.parse(saved) as Checkpoint | null) ?? { items: 0 };
      const finished = worked.slice(0, items);
      const before = worked.length;
      await expect(run(Infinity)).resolves.toBe("done");
      expect(finished).toEqual(ids.slice(0, items));
      expect(worked.slice(before)).toEqual(ids.slice(items));
      expect(JSON.parse(saved)).toMatchObject({ pages: 3, items: 7, next: null });
      // A finished list needs no request.
      const { list, sent } = served();
      await forEachItem(list, { ...query, checkpoint: JSON.parse(saved) }, never);
      expect(sent).toEqual([]);
    }
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("disk full"))],
    ["throws at once", () => expect.fail("disk full")],
  ])("ends with the first work that %s, when the running items have ended [PG-7]", async (_, fail) => {
    const { list, sent } = served();
    const started: string[] = [];
    const ended: string[] = [];
    const work = ({ id }: { id: string }) => {
      started.push(id);
      return id === "2" ? fail() : new Promise(setImmediate).then(() => ended.push(id));
    };
    const pages: unknown[] = [];
    const run = forEachItem(list, { concurrency: 2, onPage: (page) => pages.push(page) }, work);
    expect(await errorOf(run)).toHaveProperty("message", "disk full");
    expect([started, ended, pages, sent.length]).toEqual([["1", "2"], ["1"], [], 1]);
  });

  it("stops at an abort before the next item, and at an error of onPage before the next page [PG-7]", async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const work = ({ id }: { id: string }) => {
      seen.push(id);
      if (id === "2") stop.abort("enough");
    };
    await expect(forEachItem(served().list, { concurrency: 1, signal: stop.signal }, work)).rejects.toBe("enough");
    expect(seen).toEqual(["1", "2"]);
    const onPage = async () => Promise.reject(new Error("database down"));
    const { list, sent } = served();
    await expect(forEachItem(list, { onPage }, () => {})).rejects.toThrow("database down");
    expect(sent).toHaveLength(1);
  });

  it("rejects with the reason of an abort that came before the error of an item or of onPage [PG-7]", async () => {
    const failing = async () => {
      throw new Error("a step that fails later");
    };
    for (const isPage of [false, true]) {
      const stop = new AbortController();
      const step = async () => {
        stop.abort("interrupted");
        await failing();
      };
      const options = { signal: stop.signal, ...(isPage && { onPage: step }) };
      expect(await errorOf(forEachItem(served().list, options, isPage ? () => {} : step))).toBe("interrupted");
    }
    // An abort after the error changes nothing.
    const stop = new AbortController();
    const work = async ({ id }: { id: string }) => {
      if (id === "1") throw new Error("disk full");
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort("too late");
      await failing();
    };
    await expect(forEachItem(served().list, { signal: stop.signal }, work)).rejects.toThrow("disk full");
  });

  it("stops at an abort and at the deadline of a derived client, too, on the last page as well [PG-7]", async () => {
    const { client, clock } = served();
    const stop = new AbortController();
    const aborted = client.with({ signal: stop.signal }).listFileVersionRetentions;
    const seen: string[] = [];
    const abort = ({ id }: { id: string }) => {
      seen.push(id);
      if (id === "7") stop.abort("enough");
    };
    await forEachItem(aborted, { concurrency: 1 }, abort);
    await expect(forEachItem(aborted, { concurrency: 1 }, abort)).rejects.toBe("enough");
    expect(seen).toEqual(ids);
    const late: string[] = [];
    const work = async ({ id }: { id: string }) => {
      late.push(id);
      await clock.advance(id === "7" ? 1 : 100);
    };
    const deadline = clock.now() + 150;
    const options = { concurrency: 1 };
    const ended = { name: "TimeoutError", scope: "call", timeoutMs: 150, operation: "listFileVersionRetentions" };
    const list = client.with({ deadline }).listFileVersionRetentions;
    await expect(forEachItem(list, options, work)).rejects.toMatchObject(ended);
    const own = { ...options, deadline: clock.now() + 150 };
    await expect(forEachItem(client.listFileVersionRetentions, own, work)).rejects.toMatchObject(ended);
    expect(late).toEqual(["1", "2", "1", "2"]);
    // The work on a list can take longer than one call.
    const short = client.with({ totalTimeoutMs: 150 }).listFileVersionRetentions;
    await expect(forEachItem(short, options, work)).resolves.toMatchObject({ items: 7 });
  });

  it.each([
    [{ checkpoint: { next: { marker: "3" } } }, "checkpoint must be one that onPage received"],
    [{ checkpoint: { pages: 1, items: 3, next: "3" } }, "checkpoint must be"],
    [{ checkpoint: null }, "checkpoint must be"],
    [{ maxItems: 3 }, "unknown option maxItems"],
  ])("rejects %j with a TypeError [PG-7]", async (options, message) => {
    const { list } = served();
    // Plain JavaScript can pass anything.
    const error = await errorOf(forEachItem(list, options as object, () => {}));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
  });
});
