import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it as test } from "vitest";
import { testWith } from "../../support/installed.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { onFileStep } from "../support/file-steps.js";
import { authWith } from "../support/token-service.js";

const user = process.geteuid?.();
// Only root can give files to another user.
const it = testWith(user === 0, "the user root", "files of other users");

const OTHER = 65_534;
const tokens = { accessToken: "access-1", refreshToken: "refresh-1" };

/** A store with saved tokens and a free lock. */
async function saved() {
  const path = join(temporaryFolder(), "tokens.json");
  const store = fileTokenStore(path);
  await store.save(tokens);
  return { path, lock: `${path}.lock`, store };
}

const steps: [string, (store: TokenStore) => Promise<unknown>][] = [
  ["taking the lock", async (store) => store.tryLock?.()],
  ["saving a login", (store) => store.save({ refreshToken: "refresh-2" })],
];

describe("a token file", () => {
  it("of another user is not read", async () => {
    const { path, store } = await saved();
    await chown(path, OTHER, OTHER);
    await expect(store.load()).rejects.toThrow(
      `${path} must belong to this user: expected user id ${user}, received ${OTHER}. ` +
        `Delete it, or run chown ${user} '${path}' if you trust its content.`,
    );
  });

  test.each([0o640, 0o620, 0o604, 0o601, 0o777])("that others can use is not read until mode 600: %o", async (mode) => {
    const { path, store } = await saved();
    await chmod(path, mode);
    const message = `${path} must be for its owner only: expected mode 600, received ${mode.toString(8)}. Run chmod 600 '${path}'.`;
    const { token, service } = authWith({ store });
    expect(await errorOf(token())).toMatchObject({ code: "token_store_failed", cause: { message } });
    expect(service.exchanges).toEqual([]);
    await chmod(path, 0o600);
    expect(await store.load()).toEqual(tokens);
  });

  test("that is a pipe is neither read, without waiting for a writer, nor replaced by a login", async () => {
    const { path, store } = await saved();
    await rm(path);
    expect(spawnSync("mkfifo", ["-m", "600", path]).status).toBe(0);
    await expect(store.load()).rejects.toThrow(`${path} must be a file`);
    await expect(store.save(tokens)).rejects.toThrow(new Error(`${path} must be a file`));
    expect((await stat(path)).isFIFO()).toBe(true);
  });

  it("is checked and read as one file, even if another one takes its path in between", async () => {
    const { path, store } = await saved();
    const planted = join(temporaryFolder(), "planted.json");
    await writeFile(planted, JSON.stringify({ refreshToken: "of-the-attacker" }));
    await chown(planted, OTHER, OTHER);
    await onFileStep("stat", () => void spawnSync("mv", [planted, path]));
    expect(await store.load()).toEqual(tokens);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ["of another user", (path) => chown(path, OTHER, OTHER)],
    ["that others can write", (path) => chmod(path, 0o666)],
  ])("%s is replaced by a login", async (_, change) => {
    const { path, store } = await saved();
    await change(path);
    await store.save({ refreshToken: "refresh-2" });
    expect(await store.load()).toEqual({ refreshToken: "refresh-2" });
    expect(await stat(path)).toMatchObject({ uid: user, mode: 0o100600 });
  });
});

describe.each(steps)("%s", (_, step) => {
  it("rejects a lock folder of another user, who could read and replace the tokens", async () => {
    const { path, lock, store } = await saved();
    await rm(lock, { recursive: true });
    await mkdir(lock, { mode: 0o700 });
    await chown(lock, OTHER, OTHER);
    const problem = `${lock} must belong to this user: expected user id ${user}, received ${OTHER}. Delete it`;
    await expect(step(store)).rejects.toThrow(problem);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(tokens);
  });

  test.each([0o770, 0o701, 0o1777])("rejects a lock folder that others can use: %o", async (mode) => {
    const { path, lock, store } = await saved();
    await chmod(lock, mode);
    const received = (mode & 0o777).toString(8);
    await expect(step(store)).rejects.toThrow(
      `${lock} must be for its owner only: expected mode 700, received ${received}. Run chmod 700 '${lock}'.`,
    );
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(tokens);
  });
});

it("a holder's file of another user, who could hold the lock for ever, is rejected", async () => {
  const { lock, store } = await saved();
  await store.tryLock?.();
  const held = join(lock, "3");
  await chown(held, OTHER, OTHER);
  await expect(fileTokenStore(lock.slice(0, -5)).tryLock?.()).rejects.toThrow(`${held} must belong to this user`);
});
