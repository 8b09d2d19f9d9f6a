import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.js";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const tokens = { accessToken: "access-1", refreshToken: "refresh-1", expiresAtMs: 0 };

/** The path of a token file in a folder of its own. */
const newPath = async () => join(await temporaryFolder(), "tokens.json");

describe("a folder that can be written and not listed", () => {
  it("takes tokens all the same, though nothing can sync it", async () => {
    const path = await newPath();
    await limited(dirname(path), 0o333);
    const store = fileTokenStore(path);
    await store.save(tokens);
    expect(await store.load()).toEqual(tokens);
  });
});

describe("a folder that is read-only", () => {
  it.each([
    ["a new file store", async () => {}],
    ["one that was locked before", (path: string) => mkdir(`${path}.lock`, { mode: 0o555 })],
  ])("ends the calls of %s with an AuthError before a refresh token is spent", async (_, prepare) => {
    const path = await newPath();
    await writeFile(path, JSON.stringify(tokens));
    await prepare(path);
    await limited(dirname(path), 0o555);
    const { token, service } = authWith({ store: fileTokenStore(path) });
    expect(await caught(token())).toMatchObject({
      name: "AuthError",
      code: "token_store_failed",
      message: "the token store could not be locked",
    });
    expect(service.exchanges).toEqual([]);
  });

  it("loses no tokens when it becomes so during a refresh: they are saved once it can be written again", async () => {
    const path = await newPath();
    const store = fileTokenStore(path);
    const { token, service } = authWith({ store, clock: systemClock });
    await writeFile(path, JSON.stringify(tokens));
    let writable = () => Promise.resolve();
    service.tokenReplies.push(async (rotate) => {
      await chmod(path, 0o644);
      await chmod(`${path}.lock`, 0o777);
      writable = await limited(dirname(path), 0o555);
      return rotate();
    });
    expect(await caught(token())).toMatchObject({
      code: "token_store_failed",
      message: expect.stringContaining("be written"),
    });
    await writable();
    expect(await token()).toBe("access-2");
    expect(await fileTokenStore(path).load()).toMatchObject({ accessToken: "access-2", refreshToken: "refresh-2" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

/** Limits what this process may do in a folder; gives the way back, which the end of the test goes as well. */
async function limited(folder: string, mode: number): Promise<() => Promise<void>> {
  const isRoot = process.geteuid?.() === 0;
  const freed = async () => {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder, 0o700);
  };
  onTestFinished(freed);
  await chmod(folder, mode);
  // Root may do anything anywhere, so it becomes somebody else.
  if (isRoot) process.seteuid?.(65_534);
  return freed;
}
