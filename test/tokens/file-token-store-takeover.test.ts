import { readdirSync, writeFileSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import type { TokenLock, TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/clock.js";
import { forkWorker } from "../support/fork-worker.js";
import { manualClock } from "../support/manual-clock.js";
import { temporaryFolder } from "../support/temporary-folder.js";

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

describe("a login that another process comes in between of", () => {
  it("shuts out who took the lock after it was broken, and before the file was replaced", async () => {
    const { path, login, list } = await interrupted(({ put }) => put("4"));
    await login.save(tokensOf("login"));
    // The number of the other one is neither the highest any more, nor there.
    expect(list()).toEqual(["5.free", "save.other.tmp"]);
    expect(await fileTokenStore(path).load()).toEqual(tokensOf("login"));
  });

  it("is saved again when that one noted the old tokens just in time", async () => {
    const { path, login } = await interrupted(
      ({ put }) => put("4"),
      () => {},
      ({ overwrite }) => overwrite({ ...tokensOf("old"), sentAtMs: 1 }),
    );
    await login.save(tokensOf("login"));
    expect(await fileTokenStore(path).load()).toEqual(tokensOf("login"));
  });

  it("is saved once when it brings the refresh token that is there, and when nothing was there", async () => {
    const { path, login, list } = await interrupted();
    await login.save(tokensOf("old"));
    expect(list()).toEqual(["4.free", "save.other.tmp"]);
    await rm(path);
    await login.save(tokensOf("old"));
    expect(list()).toEqual(["6.free", "save.other.tmp"]);
  });
});

/** What another process does to a token file. */
interface Other {
  readonly put: (name: string) => void;
  readonly overwrite: (tokens: Tokens) => void;
}

/**
 * A token file with old tokens, and a store whose login is interrupted: whenever it asks for the age of a file of
 * another login, which it does after each step.
 */
async function interrupted(...hooks: ((other: Other) => void)[]) {
  const path = await newPath();
  const folder = `${path}.lock`;
  await fileTokenStore(path).save(tokensOf("old"));
  writeFileSync(join(folder, "save.other.tmp"), "");
  const other: Other = {
    put: (name) => writeFileSync(join(folder, name), ""),
    overwrite: (tokens) => writeFileSync(path, JSON.stringify(tokens)),
  };
  const clock = {
    ...systemClock,
    now() {
      hooks.shift()?.(other);
      return systemClock.now();
    },
  };
  return { path, login: fileTokenStore(path, { clock }), list: () => readdirSync(folder).sort() };
}
