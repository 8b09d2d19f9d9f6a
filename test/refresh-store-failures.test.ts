import { memoryTokenStore, type Tokens } from "content-service-client";
import { describe, expect, it } from "vitest";
import { authWith } from "./support/auth-with.js";
import { caught } from "./support/caught.js";

describe("a store that fails", () => {
  it("keeps the new tokens in memory when it cannot save, and saves them with the next call", async () => {
    const { kept, broken, saved } = breakable();
    const { token, service, outcomes } = authWith({ store: kept });
    broken.save = true;
    const error = await caught(token("access-1"));
    expect(error).toMatchObject({ code: "token_store_failed", message: expect.stringContaining("be written") });
    expect(error).toHaveProperty("cause", new Error("save failed"));
    await caught(token("access-1"));
    expect(saved).toEqual([]);
    broken.save = false;
    expect(await token()).toBe("access-2");
    expect(saved).toEqual([expect.objectContaining({ accessToken: "access-2", refreshToken: "refresh-2" })]);
    broken.load = true;
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(outcomes).toEqual(["started", "failed", "failed", "renewed"]);
  });

  it("loses nothing either when it has become empty meanwhile", async () => {
    const { kept, broken, saved } = breakable();
    const { token } = authWith({ store: kept });
    broken.save = true;
    await caught(token("access-1"));
    Object.assign(broken, { save: false, empty: true });
    expect(await token()).toBe("access-2");
    expect(saved).toHaveLength(1);
  });

  it("drops what it could not save when another login was saved since", async () => {
    const { kept, broken } = breakable();
    const { token, service, outcomes } = authWith({ store: kept });
    broken.save = true;
    await caught(token("access-1"));
    broken.save = false;
    await kept.save(service.login());
    expect(await token()).toBe("access-3");
    expect(await kept.load()).toMatchObject({ refreshToken: "refresh-3" });
    broken.load = true;
    expect(await token()).toBe("access-3");
    expect(outcomes).toEqual(["started", "failed", "adopted"]);
  });

  it("ends calls with an AuthError while it cannot be read, or locked", async () => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    broken.load = true;
    const message = (problem: string) => ({
      code: "token_store_failed",
      message: `the token store could not be ${problem}`,
    });
    expect(await caught(token())).toMatchObject(message("read"));
    const locked = { ...kept, exclusively: () => Promise.reject(new Error("held by another")) };
    expect(await caught(authWith({ store: locked }).token())).toMatchObject(message("locked"));
    expect(service.exchanges).toEqual([]);
  });

  it("does not make a refused refresh token forgotten", async () => {
    const { kept, broken } = breakable();
    const { token, service } = authWith({ store: kept });
    service.revoke();
    service.tokenReplies.push((rotate) => {
      broken.load = true;
      return rotate();
    });
    expect(await caught(token("access-1"))).toMatchObject({ code: "token_store_failed" });
    broken.load = false;
    expect(await caught(token("access-1"))).toMatchObject({ code: "invalid_grant" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it.each([
    ["is empty", undefined],
    // As a store without types might answer.
    ["holds no refresh token", { refreshToken: undefined as unknown as string }],
    ["holds an empty one", { accessToken: "access-0", refreshToken: "", expiresAtMs: 0 }],
  ])("ends calls with an AuthError when it %s", async (_, tokens) => {
    const { token, service, outcomes } = authWith({ store: memoryTokenStore(tokens) });
    expect(await caught(token())).toMatchObject({ name: "AuthError", code: "no_token" });
    expect(service.exchanges).toEqual([]);
    expect(outcomes).toEqual(["failed"]);
  });
});

/** A store whose parts can be broken. */
function breakable() {
  const memory = memoryTokenStore({ accessToken: "access-1", refreshToken: "refresh-1" });
  const broken = { load: false, save: false, empty: false };
  const saved: Tokens[] = [];
  const kept = {
    async load() {
      if (broken.load) throw new Error("load failed");
      return broken.empty ? undefined : memory.load();
    },
    async save(tokens: Tokens) {
      if (broken.save) throw new Error("save failed");
      saved.push(tokens);
      await memory.save(tokens);
    },
  };
  return { kept, broken, saved };
}
