import { createClient, paginate } from "content-service-client";
import { createSandbox } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { collectGarbage } from "../../../../support/collect-garbage.js";
import { FIRST_RETENTION, seedWithRetentions } from "../../support/seeds.js";

test.each([
  [100_000, 1000, 1000],
  [100_000, 1000, 997],
  [2000, 1, 1],
  [2000, 7, 7],
  [2000, 7, 3],
])("%i items are found once, and released, in pages of %i that have %i [PG-4]", async (items, limit, given) => {
  const sandbox = await createSandbox({ seed: seedWithRetentions(items) });
  onTestFinished(() => sandbox.close());
  const { baseUrl } = await sandbox.listen();
  const { listFileVersionRetentions } = createClient({ baseUrl, auth: "token-admin" });
  if (given < limit) sandbox.faults.add({ kind: "lowered_limit", limit: given, times: null });
  for (const query of [{ limit, offset: 0 }, { limit }]) {
    let next = FIRST_RETENTION;
    let count = 0;
    const found: WeakRef<object>[] = [];
    for await (const { entries } of paginate(listFileVersionRetentions, { query }).pages()) {
      count += 1;
      for (const entry of entries) {
        // A comparison for each item, where an assertion would take most of the time.
        if (entry.id !== String(next++)) throw new Error(`${entry.id} came where ${next} should have`);
        found.push(new WeakRef(entry));
      }
    }
    await collectGarbage();
    // Memory stays flat.
    expect(found.filter((entry) => entry.deref()).length).toBeLessThanOrEqual(3 * limit);
    expect([next - FIRST_RETENTION, count]).toEqual([items, Math.ceil(items / given)]);
  }
});
