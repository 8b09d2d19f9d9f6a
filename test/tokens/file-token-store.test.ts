import { existsSync, readdirSync, writeFileSync } from "node:fs";
import {
  chmod,
  chown,
  type FileHandle,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import type { Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/core/clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { onFileStep } from "../support/file-steps.js";
import { authWith } from "../support/token-service.js";

const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };

/** The path of a token file in a folder of its own. */
const newPath = () => join(temporaryFolder(), "tokens.json");

describe("saving to a file", () => {
  it("leaves one JSON file, readable by its owner only, whatever was there before", async () => {
    const path = newPath();
    await writeFile(path, "{}", { mode: 0o644 });
    await fileTokenStore(path).save(tokens);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(tokens);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, ".."))).toEqual(["tokens.json", "tokens.json.lock"]);
    expect(await readdir(`${path}.lock`)).toEqual(["2.free"]);
  });

  it("replaces a symbolic link at the path, and does not write through it", async () => {
    const path = newPath();
    const elsewhere = join(temporaryFolder(), "elsewhere.json");
    await writeFile(elsewhere, "untouched");
    await symlink(elsewhere, path);
    await fileTokenStore(path).save(tokens);
    expect((await lstat(path)).isSymbolicLink()).toBe(false);
    expect(await readFile(elsewhere, "utf8")).toBe("untouched");
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
    await mkdir(join(path, "in-the-way"), { recursive: true });
    expect(await errorOf(fileTokenStore(path).save(tokens))).toHaveProperty("code", expect.stringMatching(/^E/));
    expect(await readdir(`${path}.lock`)).toEqual(["1.free"]);
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
  it.each([
    ["half written", '{"accessToken":"access-1","refreshToken":"refr'],
    ["empty", ""],
    ["of another kind", '{"token":"access-1"}'],
    ["with a refresh token that is not a string", '{"refreshToken":7}'],
    ["that is a JSON text", '"access-1"'],
    ["that is null", "null"],
    ["that is an array", '["access-1"]'],
    ["with a comma too many", '{"accessToken":"access-1","refreshToken":"refresh-1",}'],
    ["with a mark of its byte order at the start", '\uFEFF{"accessToken":"access-1","refreshToken":"refresh-1"}'],
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
    ["without an access token", { refreshToken: "refresh-1" }],
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

describe("a folder that can be written and not listed", () => {
  it("saves tokens, even though it cannot be synced", async () => {
    const path = newPath();
    await limited(dirname(path), 0o333);
    const store = fileTokenStore(path);
    await store.save(tokens);
    expect(await store.load()).toEqual(tokens);
  });
});

describe("a folder that is read-only", () => {
  it.each([
    ["a new file store", async () => {}],
    ["one that was locked before", (path: string) => mkdir(`${path}.lock`, { mode: 0o500 })],
  ])("rejects the calls of %s with an AuthError before a refresh token is spent", async (_, prepare) => {
    const path = newPath();
    await writeFile(path, JSON.stringify(tokens), { mode: 0o600 });
    await prepare(path);
    await limited(dirname(path), 0o555);
    const { token, service } = authWith({ store: fileTokenStore(path) });
    const message = "the token store could not be locked";
    expect(await errorOf(token())).toMatchObject({ name: "AuthError", code: "token_store_failed", message });
    expect(service.exchanges).toEqual([]);
  });

  it("loses no tokens when it becomes read-only during a refresh: they are saved once it is writable", async () => {
    const path = newPath();
    const store = fileTokenStore(path);
    const { token, service } = authWith({ store, clock: systemClock });
    await writeFile(path, JSON.stringify(tokens), { mode: 0o600 });
    let writable = () => Promise.resolve();
    service.duringExchange(async () => {
      writable = await limited(dirname(path), 0o555);
    });
    const message = expect.stringContaining("be written");
    expect(await errorOf(token())).toMatchObject({ code: "token_store_failed", message });
    await writable();
    expect(await token()).toBe("access-2");
    expect(await fileTokenStore(path).load()).toMatchObject({ accessToken: "access-2", refreshToken: "refresh-2" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

/** The id of another user. */
const NOBODY = 65_534;

/** Limits the permissions of this process in a folder; returns the function that restores them. */
async function limited(folder: string, mode: number): Promise<() => Promise<void>> {
  const isRoot = process.geteuid?.() === 0;
  // Permissions do not apply to root, so the process takes another user id, and so do the files.
  const give = async (user: number) => {
    const files = await readdir(folder, { recursive: true });
    if (isRoot) for (const name of ["", ...files]) await chown(join(folder, name), user, user);
  };
  const freed = async () => {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o700);
    await give(process.geteuid?.() ?? 0);
  };
  onTestFinished(freed);
  await give(NOBODY);
  await chmod(folder, mode);
  if (isRoot) process.seteuid?.(NOBODY);
  return freed;
}

const tokensOf = (owner: string) => ({ refreshToken: `refresh-of-${owner}` });

it("the lock of a token file does not fail when it cannot be released", async () => {
  const path = newPath();
  const lock = await fileTokenStore(path).tryLock();
  await rm(`${path}.lock`, { recursive: true });
  await writeFile(`${path}.lock`, "");
  await lock?.release();
});

describe("a login that another process interrupts", () => {
  it("shuts out a process that took the lock before the file was replaced", async () => {
    const { path, login, list } = await interrupted({ [beforeReplace]: ({ put }) => put("4") });
    await login.save(tokensOf("login"));
    // The lock of the other process is neither the highest number nor present.
    expect(list()).toEqual(["5.free", "save.other.tmp"]);
    expect(await fileTokenStore(path).load()).toEqual(tokensOf("login"));
  });

  it("is saved again when that process noted the old tokens in between", async () => {
    const { path, login } = await interrupted({
      [beforeReplace]: ({ put }) => put("4"),
      [afterReplace]: ({ overwrite }) => overwrite({ ...tokensOf("old"), sentAtMs: 1 }),
    });
    await login.save(tokensOf("login"));
    expect(await fileTokenStore(path).load()).toEqual(tokensOf("login"));
  });

  it("is saved once with the same refresh token, and into an empty store", async () => {
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
 * A login reads the tokens. Then it finds out the time, before it replaces the file for two other files in the folder, and
 * after that for one.
 */
const beforeReplace = 2;
const afterReplace = 4;

/** A token file and a store whose login is interrupted when it reads the state of its nth open file. */
async function interrupted(hooks: Record<number, (other: Other) => void> = {}) {
  const path = newPath();
  const folder = `${path}.lock`;
  await fileTokenStore(path).save(tokensOf("old"));
  writeFileSync(join(folder, "save.other.tmp"), "", { mode: 0o600 });
  const other: Other = {
    put: (name) => writeFileSync(join(folder, name), "", { mode: 0o600 }),
    overwrite: (tokens) => writeFileSync(path, JSON.stringify(tokens)),
  };
  await onFileStep("stat", (step) => hooks[step]?.(other));
  return { path, login: fileTokenStore(path), list: () => readdirSync(folder).sort() };
}
