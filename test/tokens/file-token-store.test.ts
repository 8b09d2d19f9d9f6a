import { existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect, it, onTestFinished } from "vitest";
import { authUrl, authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };

/** The path of a token file in a folder of its own. */
const newPath = async () => join(await temporaryFolder(), "tokens.json");

describe("saving to a file", () => {
  it("leaves one readable JSON file, for its owner only, whatever was there before", async () => {
    const path = await newPath();
    await writeFile(path, "{}", { mode: 0o644 });
    await fileTokenStore(path).save(tokens);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(tokens);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, ".."))).toEqual(["tokens.json", "tokens.json.lock"]);
    expect(await readdir(`${path}.lock`)).toEqual(["2.free"]);
  });

  it("replaces a symbolic link at the path, and does not write through it", async () => {
    const path = await newPath();
    const elsewhere = join(await temporaryFolder(), "elsewhere.json");
    await writeFile(elsewhere, "untouched");
    await symlink(elsewhere, path);
    await fileTokenStore(path).save(tokens);
    expect((await lstat(path)).isSymbolicLink()).toBe(false);
    expect(await readFile(elsewhere, "utf8")).toBe("untouched");
  });

  it("replaces the file whole: whoever has it open goes on reading the old tokens", async () => {
    const path = await newPath();
    const store = fileTokenStore(path);
    await store.save(tokens);
    const before = await stat(path);
    await store.save({ ...tokens, accessToken: "access-2" });
    expect((await stat(path)).ino).not.toBe(before.ino);
  });

  it("syncs the new file to disk before it takes the old one's place, and the folder after that", async () => {
    const path = await newPath();
    const inPlace: boolean[] = [];
    await onSync(path, () => inPlace.push(existsSync(path)));
    await fileTokenStore(path).save(tokens);
    expect(inPlace).toEqual([false, true]);
  });

  it("closes every file that it has synced", async () => {
    const path = await newPath();
    const synced: FileHandle[] = [];
    await onSync(path, (handle) => synced.push(handle));
    await fileTokenStore(path).save(tokens);
    // What Node makes of the number of a file that was closed.
    expect(synced.map(({ fd }) => fd)).toEqual([-1, -1]);
  });

  /** Calls back, until the end of the test, before a file is synced. */
  async function onSync(path: string, callback: (handle: FileHandle) => void): Promise<void> {
    const handle = await open(dirname(path), "r");
    await handle.close();
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    const { sync } = prototype;
    onTestFinished(() => {
      prototype.sync = sync;
    });
    prototype.sync = function (this: FileHandle) {
      callback(this);
      return sync.call(this);
    };
  }

  it("leaves nothing behind when it fails", async () => {
    const path = await newPath();
    await mkdir(join(path, "in-the-way"), { recursive: true });
    expect(await caught(fileTokenStore(path).save(tokens))).toHaveProperty("code", expect.stringMatching(/^E/));
    expect(await readdir(`${path}.lock`)).toEqual(["1.free"]);
  });

  it("goes to the same file after the working folder has changed", async () => {
    const [folder, workingFolder] = [await temporaryFolder(), process.cwd()];
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
    ["with a refresh token that is no text", '{"refreshToken":7}'],
    ["that is a JSON text", '"access-1"'],
    ["that is null", "null"],
    ["that is an array", '["access-1"]'],
    ["with a comma too many", '{"accessToken":"access-1","refreshToken":"refresh-1",}'],
    ["with a mark of its byte order at the start", '\uFEFF{"accessToken":"access-1","refreshToken":"refresh-1"}'],
  ])("%s ends calls with an AuthError that names the file and quotes nothing of it", async (_, text) => {
    const path = await newPath();
    await writeFile(path, text);
    const { token, service } = authWith({ store: fileTokenStore(path) });
    const error = await caught(token());
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
    ["with an access token that is no text", { ...tokens, accessToken: 7 }],
    ["whose note of when the token was sent is a text", { ...tokens, sentAtMs: "yesterday" }],
  ])("%s goes on with a refresh, which puts it right", async (_, edited) => {
    const path = await newPath();
    await writeFile(path, JSON.stringify(edited));
    const { token, service, clock } = authWith({ store: fileTokenStore(path) });
    expect(await token()).toBe("access-2");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      accessToken: "access-2",
      refreshToken: "refresh-2",
      obtainedAtMs: clock.now(),
      expiresAtMs: clock.now() + 3_600_000,
    });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("that is a folder ends calls with an AuthError", async () => {
    const path = await newPath();
    await mkdir(path);
    const error = await caught(authWith({ store: fileTokenStore(path) }).token());
    expect(error).toMatchObject({ code: "token_store_failed", cause: { code: "EISDIR" } });
  });
});

describe("fileTokenStore", () => {
  it("lets one process have its tokens by login, and refreshes them from then on", async () => {
    const path = await newPath();
    const { service, clock } = authWith();
    const store = fileTokenStore(path);
    const auth = refreshingAuth({ authUrl, clientId: "a", clientSecret: "b", store, fetch: service.fetch, clock });
    expect(await caught(Promise.resolve(auth({})))).toMatchObject({ code: "no_token" });
    await store.save({ refreshToken: "refresh-1" });
    expect(await auth({})).toBe("access-2");
    expect(await fileTokenStore(path).load()).toMatchObject({ refreshToken: "refresh-2" });
  });

  it.each([
    ["path", "", {}],
    ["path", 7, {}],
    ["leaseMs", "tokens.json", { leaseMs: Number.NaN }],
    ["leaseMs", "tokens.json", { leaseMs: 0 }],
  ])("refuses a %s that cannot work: %j %j", (name, path, options) => {
    // As a caller without types would.
    const wrong = path as string;
    expect(() => fileTokenStore(wrong, options)).toThrow(TypeError);
    expect(() => fileTokenStore(wrong, options)).toThrow(new RegExp(`^${name} must `));
  });
});
