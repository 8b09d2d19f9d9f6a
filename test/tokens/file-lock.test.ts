import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it } from "vitest";
import { breakLock, type FileLock, takeLock } from "../../src/tokens/stores/file-lock.js";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { onFileStep } from "../support/file-steps.js";

const leaseMs = 10_000;

/** A lock folder with these files, all touched `agoMs` ago. */
async function lockFolder(names: string[] = [], agoMs = 0) {
  const path = join(temporaryFolder(), "tokens.json");
  const folder = `${path}.lock`;
  const clock = manualClock();
  /** A store with this lock, which renews it. */
  const store = fileTokenStore(path, { clock, leaseMs });
  await mkdir(folder, { mode: 0o700 });
  const put = (name: string) => writeFileSync(join(folder, name), "", { mode: 0o600 });
  /** Sets the time of a file, to some time ago. */
  const age = (name: string, agoMs: number) => {
    const seconds = (Date.now() - agoMs) / 1000;
    utimesSync(join(folder, name), seconds, seconds);
  };
  const ageMs = (name: string) => Date.now() - statSync(join(folder, name)).mtimeMs;
  for (const name of names) {
    put(name);
    age(name, agoMs);
  }
  /** Takes the lock. The hooks run when it reads the state of its nth open file. */
  const tryTake = async (hooks: Record<number, () => void> = {}) => {
    await onFileStep("stat", (step) => hooks[step]?.());
    return takeLock(folder, leaseMs);
  };
  /** Takes a free lock. */
  const take = async () => (await tryTake()) ?? expect.fail("expected a free lock; another holder has it");
  const drop = (name: string) => rmSync(join(folder, name));
  const rename = (from: string, to: string) => renameSync(join(folder, from), join(folder, to));
  const list = () => readdirSync(folder).sort();
  return { path, folder, clock, store, take, tryTake, put, drop, rename, age, ageMs, list };
}

/** The file that tells the time is read first, to judge a holder. */
const judging = 1;

/** Publishes a file as the holder of a lock. */
async function publish(lock: FileLock, folder: string, text = "new") {
  const target = join(dirname(folder), "target");
  const temporary = lock.temporary();
  await writeFile(temporary, text);
  return (await lock.publish(temporary, target)) && readFileSync(target, "utf8");
}

describe("taking the lock", () => {
  it("rejects a symbolic link to a folder, which could redirect the tokens", async () => {
    const { folder, list } = await lockFolder();
    const link = join(dirname(folder), "link");
    await symlink(folder, link);
    await expect(takeLock(link, leaseMs)).rejects.toThrow(`${link} must be a folder, not a link`);
    expect(list()).toEqual([]);
  });

  it("takes the number after a released one, and removes the lower ones", async () => {
    const { take, list } = await lockFolder(["9", "10.free", "2.free", "9.abc.tmp"]);
    const lock = await take();
    expect(list()).toEqual(["11"]);
    await lock.release();
    expect(list()).toEqual(["11.free"]);
  });

  it("neither counts nor removes other files", async () => {
    const names = ["0.txt", "99.txt", "x1.free", "x7.free", "save.txt", "9".repeat(20)];
    const { take, drop, list } = await lockFolder(names, leaseMs + 1000);
    await (await take()).release();
    await take();
    drop("9".repeat(20));
    expect(list()).toEqual(["0.txt", "2", "99.txt", "save.txt", "x1.free", "x7.free"]);
  });

  it("removes the file of an incomplete login once it is older than a lease", async () => {
    const { take, age, list } = await lockFolder(["save.abc-1.tmp"]);
    await (await take()).release();
    age("save.abc-1.tmp", leaseMs / 2);
    await (await take()).release();
    expect(list()).toEqual(["2.free", "save.abc-1.tmp"]);
    age("save.abc-1.tmp", leaseMs + 1000);
    await take();
    expect(list()).toEqual(["3"]);
  });

  it("takes over from a holder without a sign of life for longer than leaseMs, and no earlier", async () => {
    const { tryTake, age, list } = await lockFolder(["7"], leaseMs / 2);
    expect(await tryTake()).toBeUndefined();
    age("7", leaseMs + 1000);
    expect(await tryTake()).toBeDefined();
    expect(list()).toEqual(["8"]);
  });

  it("takes over a lease after a time in the future was found, which is no sign of life", async () => {
    const { tryTake, age, ageMs, list } = await lockFolder(["7", "save.abc-1.tmp"], -1000 * leaseMs);
    expect(await tryTake()).toBeUndefined();
    // It ages from now on.
    expect(ageMs("7")).toBeGreaterThanOrEqual(-1);
    expect(await tryTake()).toBeUndefined();
    age("7", leaseMs + 1000);
    await (await tryTake())?.release();
    expect(ageMs("save.abc-1.tmp")).toBeGreaterThanOrEqual(-1);
    age("save.abc-1.tmp", leaseMs + 1000);
    expect(await tryTake()).toBeDefined();
    expect(list()).toEqual(["9"]);
  });

  it.each([-1000, 1000])(
    "measures ages by the file system, although the process's clock is %i leases off",
    async (off) => {
      const { path, folder, take, list, put } = await lockFolder();
      await take();
      put("save.abc-1.tmp");
      const clock = manualClock(Date.now() + off * leaseMs);
      expect(await fileTokenStore(path, { clock, leaseMs }).tryLock()).toBeUndefined();
      await breakLock(folder, leaseMs);
      expect(list()).toEqual(["2.free", "save.abc-1.tmp"]);
    },
  );

  it("leaves nothing for good when it is killed while it finds out the time", async () => {
    const { take, list } = await lockFolder(["0.abc-1.tmp", "7.free"]);
    await take();
    expect(list()).toEqual(["8"]);
  });

  it("fails with the reason when a number cannot be created", async () => {
    const { folder, tryTake } = await lockFolder(["7"], 2 * leaseMs);
    const removed = tryTake({ [judging]: () => rmSync(folder, { recursive: true }) });
    await expect(removed).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a process that was interrupted while it took the lock", () => {
  it("gives way to the process that created the number first", async () => {
    const { tryTake, put, list } = await lockFolder(["7"], 2 * leaseMs);
    expect(await tryTake({ [judging]: () => put("8") })).toBeUndefined();
    expect(list()).toEqual(["7", "8"]);
  });

  it.each(["9", "9.free", "8.free"])(
    "withdraws from a number that was used and removed in the meantime: now it is %s",
    async (name) => {
      const { tryTake, put, drop, list } = await lockFolder(["7"], 2 * leaseMs);
      const others = () => {
        drop("7");
        put(name);
      };
      expect(await tryTake({ [judging]: others })).toBeUndefined();
      expect(list()).toEqual([name]);
    },
  );

  it("ignores that another process removed the same file", async () => {
    const { tryTake, drop, list } = await lockFolder(["save.abc-1.tmp"], 2 * leaseMs);
    // Without a holder, only the file to remove is judged.
    expect(await tryTake({ [judging]: () => drop("save.abc-1.tmp") })).toBeDefined();
    expect(list()).toEqual(["1"]);
  });

  it("treats a holder as alive if its number disappears during the check", async () => {
    const { folder, tryTake, list } = await lockFolder();
    await symlink("nowhere", join(folder, "7"));
    expect(await tryTake()).toBeUndefined();
    expect(list()).toEqual(["7"]);
  });
});

describe("holding the lock", () => {
  it.each(["2", "2.free", "1.free"])("ends with a successor's number, and then publishing fails: %s", async (name) => {
    const { take, put, folder } = await lockFolder();
    const lock = await take();
    await publish(lock, folder, "before");
    put(name);
    expect(await publish(lock, folder)).toBe(false);
    expect(readFileSync(join(dirname(folder), "target"), "utf8")).toBe("before");
  });

  it("ends when a successor has removed the file that was to be published", async () => {
    const { take, folder } = await lockFolder();
    const lock = await take();
    expect(await lock.publish(lock.temporary(), join(folder, "target"))).toBe(false);
  });
});

describe("breaking the lock", () => {
  it("needs no holder, and works for several processes at once", async () => {
    const { folder, list } = await lockFolder();
    await Promise.all(Array.from({ length: 5 }, () => breakLock(folder, leaseMs)));
    expect(list()).toEqual([expect.stringMatching(/^\d\.free$/)]);
  });
});
