import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeLock } from "../src/token-stores/file-lock.js";
import { letPoll } from "./support/let-poll.js";
import { manualClock } from "./support/manual-clock.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const leaseMs = 10_000;
const maxWaitMs = 60_000;

/** A folder with these numbers in it, all of them touched `agoMs` ago, and what it takes to lock it. */
async function lockFolder(names: string[] = [], agoMs = 0) {
  const folder = join(await temporaryFolder(), "lock");
  const clock = manualClock();
  const touchedS = (clock.now() - agoMs) / 1000;
  await mkdir(folder);
  for (const name of names) {
    await writeFile(join(folder, name), "");
    await utimes(join(folder, name), touchedS, touchedS);
  }
  const take = (hooks: Record<number, () => void> = {}) =>
    takeLock(folder, { clock: interrupted(clock, hooks), leaseMs, maxWaitMs });
  const put = (name: string) => writeFileSync(join(folder, name), "");
  const drop = (name: string) => rmSync(join(folder, name));
  const rename = (from: string, to: string) => renameSync(join(folder, from), join(folder, to));
  const list = () => readdirSync(folder).sort();
  return { folder, clock, take, put, drop, rename, list };
}

/** A clock that lets something happen between two steps: when it is read for the nth time. */
function interrupted(clock: ReturnType<typeof manualClock>, hooks: Record<number, () => void>) {
  let reads = 0;
  return {
    ...clock,
    now() {
      reads += 1;
      hooks[reads]?.();
      return clock.now();
    },
  };
}

/** The clock is read once at the start, then when a holder is judged, then twice to touch the new number. */
const judging = 2;
const touching = 3;

describe("taking the lock", () => {
  it("makes the folder, for its owner only, and holds number 1", async () => {
    const folder = join(await temporaryFolder(), "new", "lock");
    const lease = await takeLock(folder, { clock: manualClock(), leaseMs, maxWaitMs });
    await lease.assertHeld();
    expect(await readdir(folder)).toEqual(["1"]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "1"))).mode & 0o777).toBe(0o600);
  });

  it("holds the next number after one that was let go, and clears the lower ones away", async () => {
    const { take, list } = await lockFolder(["9", "10.free", "2.free"]);
    const lease = await take();
    expect(list()).toEqual(["11"]);
    await lease.release();
    expect(list()).toEqual(["11.free"]);
  });

  it("neither counts nor removes what is no number", async () => {
    const { folder, take, list } = await lockFolder(["99.txt", "x7.free"]);
    await mkdir(join(folder, "folder"));
    await (await take()).release();
    await take();
    expect(list()).toEqual(["2", "99.txt", "folder", "x7.free"]);
  });

  it("waits for a holder until it lets go", async () => {
    const { take, clock, list } = await lockFolder();
    const first = await take();
    const second = take();
    await letPoll(clock, 5, 1);
    expect(list()).toEqual(["1"]);
    await first.release();
    await (await clock.run(second)).assertHeld();
    expect(list()).toEqual(["2"]);
  });

  it("gives up on a live holder after maxWaitMs, and leaves no timer", async () => {
    const { folder, take, clock, list } = await lockFolder(["7"], -maxWaitMs);
    const startMs = clock.now();
    await expect(clock.run(take())).rejects.toThrow(
      `another process has held ${folder} for more than 60000 ms (leaseMs is 10000)`,
    );
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(maxWaitMs);
    expect(clock.now() - startMs).toBeLessThan(maxWaitMs + 100);
    expect(list()).toEqual(["7"]);
    expect(clock.pending()).toBe(0);
  });

  it("succeeds a holder that gave no sign of life for longer than leaseMs, and no earlier", async () => {
    const { take, clock, list } = await lockFolder(["7"], leaseMs);
    const startMs = clock.now();
    const second = await clock.run(take());
    await second.assertHeld();
    expect(list()).toEqual(["8"]);
    expect(clock.now() - startMs).toBeGreaterThan(0);
    expect(clock.now() - startMs).toBeLessThan(100);
  });

  it("fails with the reason when the folder cannot be made", async () => {
    const { folder, clock } = await lockFolder(["7"]);
    const taken = takeLock(join(folder, "7", "lock"), { clock, leaseMs, maxWaitMs });
    await expect(taken).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});

describe("a process that was interrupted while it took the lock", () => {
  it("lets the one go first that created the number before it", async () => {
    const { take, put, rename, clock, list } = await lockFolder(["7"], 2 * leaseMs);
    const taken = take({ [judging]: () => put("8") });
    await letPoll(clock, 5);
    expect(list()).toEqual(["7", "8"]);
    rename("8", "8.free");
    await (await clock.run(taken)).assertHeld();
    expect(list()).toEqual(["9"]);
  });

  it("withdraws from a number that was used, and cleared away, in the meantime", async () => {
    const { take, put, drop, rename, clock, list } = await lockFolder(["7"], 2 * leaseMs);
    const others = () => {
      drop("7");
      put("9");
    };
    const taken = take({ [judging]: others });
    await letPoll(clock, 5);
    expect(list()).toEqual(["9"]);
    rename("9", "9.free");
    await (await clock.run(taken)).assertHeld();
    expect(list()).toEqual(["10"]);
  });

  it("withdraws from a number that was used, and let go, in the meantime", async () => {
    const { take, put, drop, clock, list } = await lockFolder(["7"], 2 * leaseMs);
    const others = () => {
      drop("7");
      put("8.free");
    };
    const lease = await clock.run(take({ [judging]: others }));
    await lease.assertHeld();
    expect(list()).toEqual(["9"]);
  });

  it("withdraws, and does not fail, when its number is cleared away before it could touch it", async () => {
    const { take, put, drop, clock, list } = await lockFolder(["7"], 2 * leaseMs);
    const others = () => {
      drop("8");
      put("9.free");
    };
    const lease = await clock.run(take({ [touching]: others }));
    await lease.assertHeld();
    expect(list()).toEqual(["10"]);
  });

  it("waits when the holder's number is gone at the moment it is judged", async () => {
    const { folder, take, drop, put, clock, list } = await lockFolder();
    await symlink("nowhere", join(folder, "7"));
    const taken = take();
    await letPoll(clock, 5);
    expect(list()).toEqual(["7"]);
    drop("7");
    put("7.free");
    await clock.run(taken);
    expect(list()).toEqual(["8"]);
  });

  it("waits when the holder lets go just after it was judged", async () => {
    const { take, rename, clock, list } = await lockFolder(["7"]);
    const lease = await clock.run(take({ [judging + 1]: () => rename("7", "7.free") }));
    await lease.assertHeld();
    expect(list()).toEqual(["8"]);
  });
});

describe("holding the lock", () => {
  it("is kept up for as long as it takes", async () => {
    const { take, clock, list } = await lockFolder();
    const holder = await take();
    const second = take();
    second.catch(() => {});
    for (let step = 0; step < 200; step += 1) {
      await clock.advance(leaseMs / 40);
      await holder.assertHeld();
      expect(list()).toEqual(["1"]);
    }
    await holder.release();
    await (await clock.run(second)).release();
  });

  it("can be checked: a successor's number, also one that was let go, ends it", async () => {
    for (const successor of ["2", "2.free", "1.free"]) {
      const { take, put } = await lockFolder();
      const holder = await take();
      await holder.assertHeld();
      put(successor);
      await expect(holder.assertHeld()).rejects.toThrow("another process took the lock over");
    }
  });

  it("that was taken over ends without a trace: the successor keeps the lock", async () => {
    const { take, put, drop, list, clock } = await lockFolder();
    const holder = await take();
    drop("1");
    put("2");
    await holder.release();
    expect(list()).toEqual(["2"]);
    expect(clock.pending()).toBe(0);
  });

  it("ends for good with its release, even if a sign of life is under way", async () => {
    const { take, clock, list } = await lockFolder();
    const holder = await take();
    const alive = clock.advance(leaseMs / 3);
    await holder.release();
    await alive;
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
    expect(list()).toEqual(["1.free"]);
  });
});
