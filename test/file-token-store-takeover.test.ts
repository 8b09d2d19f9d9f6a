import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TokenStore } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it } from "vitest";
import { authWith } from "./support/auth-with.js";
import { forkWorker } from "./support/fork-worker.js";
import { letPoll } from "./support/let-poll.js";
import { manualClock } from "./support/manual-clock.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const newPath = async () => join(await temporaryFolder(), "tokens.json");
const tokensOf = (owner: string) => ({ refreshToken: `refresh-of-${owner}` });

/** Begins an exclusive task; it goes on, with `next`, when the test says so. */
async function paused(store: TokenStore, next: () => Promise<void>) {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let ended: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    ended = store.exclusively?.(async () => {
      begun();
      await gate;
      await next();
    });
  });
  return () => {
    goOn();
    return ended;
  };
}

describe("the lock of a token file", { timeout: 60_000 }, () => {
  it("is respected while its holder lives, and passes on after the lease when the process was killed", async () => {
    const path = await newPath();
    const holder = forkWorker("http://127.0.0.1:9", path);
    expect(await holder.do("hold")).toBe("held");
    const clock = manualClock(Date.now());
    let taken = false;
    const task = fileTokenStore(path, { clock }).exclusively?.(async () => {
      taken = true;
    });
    await letPoll(clock, 100);
    expect(taken).toBe(false);
    await holder.kill();
    const { mtimeMs } = await stat(join(`${path}.lock`, "1"));
    await clock.run(Promise.resolve(task));
    expect(clock.now() - mtimeMs).toBeGreaterThan(10_000);
    expect(clock.now() - mtimeMs).toBeLessThan(10_100);
    expect(clock.pending()).toBe(0);
  });

  it("is waited for a minute, then the call ends with an AuthError", async () => {
    const path = await newPath();
    const clock = manualClock();
    const resume = await paused(fileTokenStore(path, { clock }), async () => {});
    const { token } = authWith({ store: fileTokenStore(path, { clock }) });
    const startMs = clock.now();
    await expect(clock.run(token())).rejects.toMatchObject({
      code: "token_store_failed",
      message: expect.stringContaining("locked"),
    });
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(60_000);
    await resume();
  });

  it("takes leaseMs and maxWaitMs from the options", async () => {
    const path = await newPath();
    const holder = manualClock();
    await paused(fileTokenStore(path, { clock: holder, leaseMs: 400 }), async () => {});
    const clock = manualClock();
    const impatient = fileTokenStore(path, { clock, leaseMs: 400, maxWaitMs: 100 });
    await expect(clock.run(Promise.resolve(impatient.exclusively?.(async () => {})))).rejects.toThrow(
      "more than 100 ms (leaseMs is 400)",
    );
    await clock.run(Promise.resolve(fileTokenStore(path, { clock, leaseMs: 400 }).exclusively?.(async () => {})));
    expect(clock.now() - holder.now()).toBeGreaterThan(400);
    expect(clock.now() - holder.now()).toBeLessThan(500);
  });

  it("does not let a holder overwrite its successor's tokens, after it was paused for longer than the lease", async () => {
    const path = await newPath();
    const sleeper = fileTokenStore(path, { clock: manualClock() });
    const resume = await paused(sleeper, () => sleeper.save(tokensOf("sleeper")));
    const clock = manualClock();
    const successor = fileTokenStore(path, { clock });
    await clock.run(Promise.resolve(successor.exclusively?.(() => successor.save(tokensOf("successor")))));
    await expect(resume()).rejects.toThrow("another process took the lock over");
    expect(await successor.load()).toEqual(tokensOf("successor"));
  });

  it("holds for each task by itself where two share one store and the machine slept", async () => {
    const path = await newPath();
    const clock = manualClock();
    let sleptMs = 0;
    const store = fileTokenStore(path, { clock: { ...clock, now: () => clock.now() + sleptMs } });
    const resumeFirst = await paused(store, () => store.save(tokensOf("first")));
    sleptMs = 60_000;
    const resumeSecond = await paused(store, () => store.save(tokensOf("second")));
    await expect(resumeFirst()).rejects.toThrow("another process took the lock over");
    sleptMs = 120_000;
    const resumeThird = await paused(store, () => store.save(tokensOf("third")));
    await expect(resumeSecond()).rejects.toThrow("another process took the lock over");
    await resumeThird();
    expect(await store.load()).toEqual(tokensOf("third"));
  });

  it("is no reason to fail a task that is done, when it cannot be let go", async () => {
    const path = await newPath();
    const store = fileTokenStore(path);
    const result = store.exclusively?.(async () => {
      await rm(`${path}.lock`, { recursive: true });
      await writeFile(`${path}.lock`, "");
      return "done";
    });
    expect(await result).toBe("done");
  });
});
