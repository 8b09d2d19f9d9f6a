import { createClient, paginate } from "content-service-client";
import { createSandbox } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { collectGarbage } from "../../../../support/collect-garbage.js";
import { smallSeed } from "../../support/start-sandbox.js";

const FIRST_ID = 1_000_000;

test.each([
  [100_000, 1000, 997],
  [1000, 1, 1],
  [2000, 7, 3],
])("%i items are found once, and released, in pages of %i that have %i [PG-4]", async (items, limit, given) => {
  const kept = { file_version_id: "5003", policy_id: "8501", applied_at: "PT0S", disposition_at: "P3650D" };
  const retentions = Array.from({ length: items }, (_, index) => ({ id: String(FIRST_ID + index), ...kept }));
  const sandbox = await createSandbox({ seed: { ...smallSeed, file_version_retentions: retentions } });
  onTestFinished(() => sandbox.close());
  const { baseUrl } = await sandbox.listen();
  const { listFileVersionRetentions } = createClient({ baseUrl, auth: "token-admin" });
  if (given < limit) sandbox.faults.add({ kind: "lowered_limit", limit: given, times: null });
  for (const query of [{ limit, offset: 0 }, { limit }]) {
    let next = FIRST_ID;
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
    expect([next - FIRST_ID, count]).toEqual([items, Math.ceil(items / given)]);
  }
});
