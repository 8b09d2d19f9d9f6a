import { describe, expect } from "vitest";
import { sharedStores, startSharedTokens } from "../support/shared-tokens.js";

describe.each(sharedStores)("tokens in $kind", { timeout: 240_000 }, ({ kind, it }) => {
  it("are rotated 50 times by 8 processes: one exchange each time, no failed call, no lost token [AU-5]", async () => {
    const setup = await startSharedTokens(kind);
    const workers = Array.from({ length: 8 }, () => setup.fork());
    for (let rotations = 1; rotations <= 50; rotations += 1) {
      setup.expire();
      const reports = await Promise.all(workers.map((worker) => worker.do({ rounds: 1, calls: 3 })));
      expect(reports).toEqual(Array(8).fill({ served: 3, failures: [] }));
      expect(setup.tokenStatuses).toEqual(Array(rotations).fill(200));
      expect(setup.used()).toBe(rotations);
      await setup.working();
    }
  });
});
