import { describe, expect } from "vitest";
import { sharedStores, sharedWorld } from "../../sandbox/test/support/shared-world.js";

const PROCESSES = 8;
const ROTATIONS = 50;

describe.each(sharedStores)("tokens in $kind", { timeout: 240_000 }, ({ kind, it }) => {
  it("are rotated 50 times by 8 processes: one exchange each time, no call failed, and no token lost [AU-5]", async () => {
    const world = await sharedWorld(kind);
    const workers = Array.from({ length: PROCESSES }, () => world.fork());
    for (let rotations = 1; rotations <= ROTATIONS; rotations += 1) {
      world.expire();
      const reports = await Promise.all(workers.map((worker) => worker.do({ rounds: 1, calls: 3 })));
      expect(reports).toEqual(Array(PROCESSES).fill({ served: 3, failures: [] }));
      expect(world.tokenAnswers).toEqual(Array(rotations).fill(200));
      expect(world.used()).toBe(rotations);
      await world.working();
    }
  });
});
