import { createClient, paginate } from "content-service-client";
import { createSandbox, type Listening, type Sandbox } from "content-service-sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_RETENTION, seedWithRetentions } from "../../support/seeds.js";

describe.each([
  {
    items: 100_000,
    pages: [
      { limit: 1000, given: 1000 },
      { limit: 1000, given: 997 },
    ],
  },
  {
    items: 2000,
    pages: [
      { limit: 1, given: 1 },
      { limit: 7, given: 7 },
      { limit: 7, given: 3 },
    ],
  },
])("$items items", ({ items, pages }) => {
  let sandbox: Sandbox;
  let server: Listening;
  beforeAll(async () => {
    sandbox = await createSandbox({ seed: seedWithRetentions(items) });
    server = await sandbox.listen();
    // A bound for a machine under load.
  }, 60_000);
  afterAll(() => sandbox.close());

  const cases = pages.flatMap((page) => [
    { ...page, by: "offset", query: { offset: 0, limit: page.limit } },
    { ...page, by: "marker", query: { limit: page.limit } },
  ]);
  test.each(cases)("are found once each by $by, in pages of $given with the limit $limit [PG-4]", async (one) => {
    const { limit, given, query } = one;
    sandbox.faults.clear();
    if (given < limit) sandbox.faults.add({ kind: "lowered_limit", limit: given, times: null });
    let calls = 0;
    const fetch = (url: string, init: RequestInit) => {
      calls += 1;
      return globalThis.fetch(url, init);
    };
    const { listFileVersionRetentions } = createClient({ baseUrl: server.baseUrl, auth: "token-admin", fetch });
    let next = FIRST_RETENTION;
    for await (const { id } of paginate(listFileVersionRetentions, { query })) {
      // A comparison for each item, where an assertion would take most of the time.
      if (id !== String(next)) throw new Error(`${id} came where ${next} should have`);
      next += 1;
    }
    expect(next - FIRST_RETENTION).toBe(items);
    expect(calls).toBe(Math.ceil(items / given));
  });
});
