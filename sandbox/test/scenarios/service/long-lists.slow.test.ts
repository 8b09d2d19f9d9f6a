import { createClient, paginate } from "content-service-client";
import { createSandbox, type Listening, type Sandbox } from "content-service-sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_RETENTION, seedWithRetentions } from "../../support/seeds.js";

describe.each([
  {
    items: 100_000,
    pages: [
      [1000, 1000],
      [1000, 997],
    ] as const,
  },
  {
    items: 2000,
    pages: [
      [1, 1],
      [7, 7],
      [7, 3],
    ] as const,
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

  const cases = pages.flatMap(([limit, given]) => [
    { limit, given, offset: 0 },
    { limit, given },
  ]);
  test.each(cases)("are found once each, with $limit a page by %j [PG-4]", async ({ given, ...query }) => {
    sandbox.faults.clear();
    if (given < query.limit) sandbox.faults.add({ kind: "lowered_limit", limit: given, times: null });
    const { listFileVersionRetentions } = createClient({ baseUrl: server.baseUrl, auth: "token-admin" });
    let next = FIRST_RETENTION;
    let count = 0;
    for await (const { entries } of paginate(listFileVersionRetentions, { query }).pages()) {
      count += 1;
      // A comparison for each item, where an assertion would take most of the time.
      for (const { id } of entries) if (id !== String(next++)) throw new Error(`${id} came where ${next} should have`);
    }
    expect([next - FIRST_RETENTION, count]).toEqual([items, Math.ceil(items / given)]);
  });
});
