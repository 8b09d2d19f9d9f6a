import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TokenLock, TokenStore } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it } from "vitest";
import { forkWorker } from "./support/fork-worker.js";
import { manualClock } from "./support/manual-clock.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const newPath = async () => join(await temporaryFolder(), "tokens.json");
const tokensOf = (owner: string) => ({ refreshToken: `refresh-of-${owner}` });

/** Takes a lock that must be free. */
async function lockOf(store: TokenStore): Promise<TokenLock> {
  return (await store.tryLock?.()) ?? expect.fail("the lock is held");
}

describe("the lock of a token file", () => {
  it("is respected while its holder lives, and passes on after the lease when the process was killed", async () => {
    const path = await newPath();
    const holder = forkWorker({ origin: "http://127.0.0.1:9", store: { path } });
    expect(await holder.do("hold")).toBe("held");
    const clock = manualClock(Date.now());
    const store = fileTokenStore(path, { clock });
    expect(await store.tryLock?.()).toBeUndefined();
    await holder.kill();
    const { mtimeMs } = await stat(join(`${path}.lock`, "1"));
    await clock.advance(mtimeMs + 10_000 - clock.now());
    expect(await store.tryLock?.()).toBeUndefined();
    await clock.advance(1);
    await (await lockOf(store)).release();
    expect(clock.pending()).toBe(0);
  });

  it("takes leaseMs from the options", async () => {
    const path = await newPath();
    await lockOf(fileTokenStore(path, { clock: manualClock(), leaseMs: 400 }));
    const clock = manualClock();
    const other = fileTokenStore(path, { clock, leaseMs: 400 });
    await clock.advance(400);
    expect(await other.tryLock?.()).toBeUndefined();
    await clock.advance(1);
    await lockOf(other);
  });

  it("does not let a holder overwrite its successor's tokens, after it was paused for longer than the lease", async () => {
    const path = await newPath();
    const sleeper = await lockOf(fileTokenStore(path, { clock: manualClock() }));
    const clock = manualClock();
    const successor = fileTokenStore(path, { clock });
    await clock.advance(10_001);
    await (await lockOf(successor)).save(tokensOf("successor"));
    await expect(sleeper.save(tokensOf("sleeper"))).rejects.toThrow("the lock passed to another process");
    expect(await successor.load()).toEqual(tokensOf("successor"));
  });

  it("holds for each holder by itself where two share one store and the machine slept", async () => {
    const path = await newPath();
    const clock = manualClock();
    let sleptMs = 0;
    const store = fileTokenStore(path, { clock: { ...clock, now: () => clock.now() + sleptMs } });
    const first = await lockOf(store);
    sleptMs = 60_000;
    const second = await lockOf(store);
    await expect(first.save(tokensOf("first"))).rejects.toThrow("the lock passed");
    sleptMs = 120_000;
    const third = await lockOf(store);
    await expect(second.save(tokensOf("second"))).rejects.toThrow("the lock passed");
    await third.save(tokensOf("third"));
    expect(await store.load()).toEqual(tokensOf("third"));
  });

  it("is no reason to fail what is done, when it cannot be let go", async () => {
    const path = await newPath();
    const lock = await lockOf(fileTokenStore(path));
    await rm(`${path}.lock`, { recursive: true });
    await writeFile(`${path}.lock`, "");
    await lock.release();
  });
});
