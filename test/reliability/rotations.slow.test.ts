import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { signIn } from "../../sandbox/test/support/control.js";
import { startSandbox } from "../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { forkWorker } from "../support/fork-worker.js";
import { sharedStores, startSharedTokens } from "../support/shared-tokens.js";

const HOUR_MS = 3600_000;

/** A setup that knows the application of the worker processes, and processes that share one token file. */
async function processes() {
  const seed = defaultSeed();
  seed.clients?.push({ client_id: "client-id", client_secret: "client-secret" });
  const setup = await startSandbox({ seed });
  const path = join(await temporaryFolder(), "tokens.json");
  await fileTokenStore(path).save(await signIn(setup, "1003", "client-id"));
  const workers = Array.from({ length: 3 }, () => forkWorker({ origin: setup.server.url, store: { path } }));
  /** How many refreshes there have been: each leaves one refresh token behind that was used. */
  const refreshes = () => {
    const tokens = setup.sandbox.snapshot().refresh_tokens ?? [];
    return tokens.filter(({ client_id, state }) => client_id === "client-id" && state === "used").length;
  };
  return { ...setup, workers, refreshes };
}

test("processes that share a token file refresh once for each expired token, and no call fails [AU-5]", async () => {
  const { sandbox, workers, refreshes } = await processes();
  for (let hours = 1; hours <= 4; hours += 1) {
    sandbox.clock.advance(HOUR_MS);
    const reports = await Promise.all(workers.map((worker) => worker.do({ rounds: 2, calls: 5 })));
    expect(reports).toEqual(Array(3).fill({ served: 10, failures: [] }));
    expect(refreshes()).toBe(hours);
  }
});

test("a killed process leaves a valid token file [AU-5]", async () => {
  const { sandbox, workers, refreshes } = await processes();
  const [first, ...others] = workers;
  await first?.do({ rounds: 1, calls: 1 });
  await first?.kill();
  sandbox.clock.advance(HOUR_MS);
  const reports = await Promise.all(others.map((worker) => worker.do({ rounds: 1, calls: 5 })));
  expect(reports).toEqual(Array(2).fill({ served: 5, failures: [] }));
  expect(refreshes()).toBe(1);
});

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
