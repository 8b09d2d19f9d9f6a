import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { forkWorker } from "../support/fork-worker.js";
import { serveTokens } from "../support/serve.js";
import { tokenService } from "../support/token-service.js";

it("four processes that share a token file send each refresh token once, even if every access token expires at once [AU-5]", async () => {
  const service = tokenService(0);
  const { url } = await serveTokens(service);
  const path = join(await temporaryFolder(), "tokens.json");
  await fileTokenStore(path).save(service.tokens);
  const workers = Array.from({ length: 4 }, () => forkWorker({ origin: url, store: { path } }));
  service.expire();
  const reports = await Promise.all(workers.map((worker) => worker.do({ rounds: 6, calls: 3 })));
  expect(reports).toEqual(Array(4).fill({ served: 18, failures: [] }));
  expect(service.exchanges).toEqual(
    Array.from({ length: service.exchanges.length }, (_, index) => `refresh-${index + 1}`),
  );
}, 60_000);

describe("the lock of a token file", () => {
  it("is respected while its holder lives, and expires after the lease when the process was killed", async () => {
    const path = join(await temporaryFolder(), "tokens.json");
    const holder = forkWorker({ origin: "http://127.0.0.1:9", store: { path } });
    expect(await holder.do("hold")).toBe("held");
    const clock = manualClock();
    const store = fileTokenStore(path, { clock });
    expect(await store.tryLock?.()).toBeUndefined();
    await holder.kill();
    const aged = (agoMs: number) => {
      const seconds = (Date.now() - agoMs) / 1000;
      return utimes(join(`${path}.lock`, "1"), seconds, seconds);
    };
    await aged(5000);
    expect(await store.tryLock?.()).toBeUndefined();
    await aged(11_000);
    await ((await store.tryLock?.()) ?? expect.fail("the lock is held")).release();
    expect(clock.pending()).toBe(0);
  });
});
