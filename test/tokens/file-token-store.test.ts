import { existsSync, mkdirSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it, onTestFinished } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { onFileStep } from "../support/file-steps.js";
import { authWith } from "../support/token-service.js";

const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };
const tokensOf = (owner: string) => ({ refreshToken: `refresh-of-${owner}` });

const newPath = () => join(temporaryFolder(), "tokens.json");

describe("saving to a file", () => {
  it("leaves a JSON file and a lock for their owner only, whatever was there before and whatever the umask is", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const path = newPath();
    await writeFile(path, "{}", { mode: 0o644 });
    const store = fileTokenStore(path);
    await store.save(tokens);
    await (await store.tryLock())?.save(tokens);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(tokens);
    const files = await readdir(dirname(path), { recursive: true });
    expect(files.sort()).toEqual(["tokens.json", "tokens.json.lock", expect.stringMatching(/^tokens.json.lock\/\d+$/)]);
    for (const file of files) expect((await stat(join(dirname(path), file))).mode & 0o077, file).toBe(0);
  });

  it("rejects a symbolic link at the path as load does, and neither replaces it nor writes through it", async () => {
    const path = newPath();
    const elsewhere = join(temporaryFolder(), "elsewhere.json");
    const untouched = JSON.stringify(tokens);
    await writeFile(elsewhere, untouched, { mode: 0o600 });
    await symlink(elsewhere, path);
    const store = fileTokenStore(path);
    const problem = `${path} must be a file, not a link`;
    await expect(store.save(tokens)).rejects.toThrow(problem);
    await expect(store.load()).rejects.toThrow(problem);
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readFile(elsewhere, "utf8")).toBe(untouched);
  });

  it("syncs the new file to disk before it takes the old one's place, and the folder after that, and closes both", async () => {
    const path = newPath();
    const inPlace: boolean[] = [];
    const synced: FileHandle[] = [];
    await onFileStep("sync", (_, handle) => {
      inPlace.push(existsSync(path));
      synced.push(handle);
    });
    await fileTokenStore(path).save(tokens);
    expect(inPlace).toEqual([false, true]);
    // Node sets the descriptor of a closed file to -1.
    expect(synced.map(({ fd }) => fd)).toEqual([-1, -1]);
  });

  it("leaves nothing behind when it fails", async () => {
    const path = newPath();
    await onFileStep("sync", () => mkdirSync(join(path, "in-the-way"), { recursive: true }));
    expect(await errorOf(fileTokenStore(path).save(tokens))).toHaveProperty("code", expect.stringMatching(/^E/));
    expect((await readdir(`${path}.lock`)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("uses the same file after the working folder has changed", async () => {
    const [folder, workingFolder] = [temporaryFolder(), process.cwd()];
    onTestFinished(() => process.chdir(workingFolder));
    process.chdir(folder);
    const store = fileTokenStore("tokens.json");
    process.chdir(workingFolder);
    await store.save(tokens);
    expect(await readdir(folder)).toContain("tokens.json");
  });
});

describe("reading a file", () => {
  it("skips the byte order mark that an editor has added", async () => {
    const path = newPath();
    await writeFile(path, '\uFEFF{"refreshToken":"refresh-1"}', { mode: 0o600 });
    expect(await fileTokenStore(path).load()).toEqual({ refreshToken: "refresh-1" });
  });

  it.each([
    ["half written", '{"accessToken":"access-1","refreshToken":"refr'],
    ["of another kind", '{"token":"access-1"}'],
    ["with a refresh token that is not a string", '{"refreshToken":7}'],
    ["that is null", "null"],
  ])("%s rejects calls with an AuthError that names the file and does not quote it", async (_, text) => {
    const path = newPath();
    await writeFile(path, text, { mode: 0o600 });
    const { token, service } = authWith({ store: fileTokenStore(path) });
    const error = await errorOf(token());
    expect(error).toMatchObject({
      name: "AuthError",
      code: "token_store_failed",
      cause: { message: `${path} holds no tokens: it must be JSON with a refreshToken. Delete it and log in again.` },
    });
    expect(error).not.toHaveProperty("cause.cause");
    expect(await readFile(path, "utf8")).toBe(text);
    expect(service.exchanges).toEqual([]);
  });

  it.each([
    ["whose time of expiry is a text", { ...tokens, expiresAtMs: "2099-01-01" }],
    ["with an access token that is not a string", { ...tokens, accessToken: 7 }],
    ["whose note of when the token was sent is a text", { ...tokens, sentAtMs: "yesterday" }],
  ])("%s leads to a refresh, which fixes it", async (_, edited) => {
    const path = newPath();
    await writeFile(path, JSON.stringify(edited), { mode: 0o600 });
    const { token, service, clock } = authWith({ store: fileTokenStore(path) });
    expect(await token()).toBe("access-2");
    const times = { obtainedAtMs: clock.now(), expiresAtMs: clock.now() + 3_600_000 };
    const saved = { accessToken: "access-2", refreshToken: "refresh-2", ...times };
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(saved);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

it("a folder that can be written and not listed saves tokens, even though it cannot be synced", async () => {
  const path = newPath();
  await limited(dirname(path), 0o333);
  const store = fileTokenStore(path);
  await store.save(tokens);
  expect(await store.load()).toEqual(tokens);
});

it.each([
  ["a new file store", async () => {}],
  ["one that was locked before", (path: string) => mkdir(`${path}.lock`, { mode: 0o500 })],
])("a read-only folder rejects the calls of %s before a refresh token is spent", async (_, prepare) => {
  const path = newPath();
  await writeFile(path, JSON.stringify(tokens), { mode: 0o600 });
  await prepare(path);
  await limited(dirname(path), 0o555);
  const { token, service } = authWith({ store: fileTokenStore(path) });
  const message = expect.stringMatching(/^the token store could not be locked \(EACCES: /);
  expect(await errorOf(token())).toMatchObject({ name: "AuthError", code: "token_store_failed", message });
  expect(service.exchanges).toEqual([]);
});

const NOBODY = 65_534;

/** Limits the permissions of this process in a folder until the end of the test. */
async function limited(folder: string, mode: number): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  // Permissions do not apply to root, so the process takes another user id, and so do the files.
  const give = async (user: number) => {
    const files = await readdir(folder, { recursive: true });
    if (isRoot) for (const name of ["", ...files]) await chown(join(folder, name), user, user);
  };
  onTestFinished(async () => {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o700);
    await give(process.geteuid?.() ?? 0);
  });
  await give(NOBODY);
  await chmod(folder, mode);
  if (isRoot) process.seteuid?.(NOBODY);
}

const leaseMs = 10_000;

/** A store, and what other processes do to its lock. What any store with a lock does is in stores.test.ts. */
async function lockedStore() {
  const path = newPath();
  const folder = `${path}.lock`;
  const clock = manualClock();
  const store = fileTokenStore(path, { clock, leaseMs });
  await store.save(tokensOf("old"));
  /** Sets the time of some files of the lock to some time ago. */
  const age = async (agoMs: number, names = /./) => {
    const seconds = (Date.now() - agoMs) / 1000;
    const files = (await readdir(folder)).filter((name) => names.test(name));
    // A file of a store that is trying to take the lock can be gone.
    await Promise.allSettled(files.map((name) => utimes(join(folder, name), seconds, seconds)));
  };
  return { path, folder, clock, store, age };
}

describe("the lock of a token file", () => {
  it("is in no symbolic link to a folder, which could redirect the tokens", async () => {
    const [path, elsewhere] = [newPath(), temporaryFolder()];
    await symlink(elsewhere, `${path}.lock`);
    await expect(fileTokenStore(path).tryLock()).rejects.toThrow(`${path}.lock must be a folder, not a link`);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("is taken from a holder that was silent for longer than leaseMs, and no earlier, by one of many", async () => {
    const { store, age } = await lockedStore();
    await store.tryLock();
    for (let round = 0; round < 20; round += 1) {
      const others = Array.from({ length: 5 }, () => store.tryLock());
      await age(leaseMs / 2);
      expect((await Promise.all(others)).filter((lock) => lock !== undefined)).toEqual([]);
      await age(leaseMs + 1000);
      const taken = await Promise.all(Array.from({ length: 5 }, () => store.tryLock()));
      const [holder, ...more] = taken.filter((lock) => lock !== undefined);
      expect(more).toEqual([]);
      await holder?.save(tokensOf(`${round}`));
      expect(await store.load()).toEqual(tokensOf(`${round}`));
    }
  });

  it("is taken a lease after a time in the future was found, which is no sign of life", async () => {
    const { store, age } = await lockedStore();
    await store.tryLock();
    await age(-1000 * leaseMs);
    expect(await store.tryLock()).toBeUndefined();
    expect(await store.tryLock()).toBeUndefined();
    await age(leaseMs + 1000);
    expect(await store.tryLock()).toBeDefined();
  });

  it.each([-1000, 1000])("is timed by the file system, although the process's clock is %i leases off", async (off) => {
    const { path, store } = await lockedStore();
    await store.tryLock();
    const clock = manualClock(Date.now() + off * leaseMs);
    expect(await fileTokenStore(path, { clock, leaseMs }).tryLock()).toBeUndefined();
  });

  it("removes what killed processes left: at once in the lock, and after a lease in a login", async () => {
    const { folder, store, age } = await lockedStore();
    const left = ["0.abc-1.tmp", "1.abc-1.tmp", "save.abc-1.tmp", "99.txt", "x7.free", "9".repeat(20)];
    for (const name of left) await writeFile(join(folder, name), "", { mode: 0o600 });
    const taken = async () => {
      await (await store.tryLock())?.release();
      return (await readdir(folder)).filter((name) => left.includes(name)).sort();
    };
    // Other files stay.
    const others = ["99.txt", "9".repeat(20), "x7.free"];
    expect(await taken()).toEqual([...others, "save.abc-1.tmp"].sort());
    await age(leaseMs / 2);
    expect(await taken()).toContain("save.abc-1.tmp");
    await age(leaseMs + 1000);
    expect(await taken()).toEqual([...others].sort());
  });
});

it("a login is never overwritten by a process that takes the lock at the same time", async () => {
  const { store } = await lockedStore();
  const other = async () => {
    const lock = await store.tryLock();
    await lock?.save({ ...tokensOf("old"), sentAtMs: 1 }).catch(() => {});
    await lock?.release();
  };
  for (let round = 0; round < 50; round += 1) {
    await store.save(tokensOf("old"));
    await Promise.all([other(), store.save(tokensOf("login")), other()]);
    expect(await store.load()).toEqual(tokensOf("login"));
  }
});
