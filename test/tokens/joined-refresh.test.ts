import { describe, expect, it } from "vitest";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";
import { tokenService } from "../support/token-service.js";

describe("a call that joins a refresh which another call began", () => {
  it("begins one of its own where that finds the very token which was refused to it", async () => {
    const { token, service } = authWith();
    expect(await Promise.all([token(), token("access-1")])).toEqual(["access-1", "access-2"]);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("takes the new token even if its life is over by then: one refresh does for all", async () => {
    const service = tokenService(0);
    const { token } = authWith({ service });
    expect(await Promise.all([token("access-1"), token("access-1")])).toEqual(["access-2", "access-2"]);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});

describe("a refresh", () => {
  it("leaves no timer behind, neither one ahead of time nor one that a call had to wait for", async () => {
    const { token, clock } = authWith();
    await token("access-1");
    expect(clock.pending()).toBe(0);
    await clock.advance(3_590_000);
    expect(await token()).toBe("access-3");
    expect(clock.pending()).toBe(0);
  });

  it("needs nobody who is told of it", async () => {
    const { auth, service, store } = authWith();
    expect(await auth({ rejected: "access-1" })).toBe("access-2");
    await store.save({ accessToken: "access-of-login", refreshToken: "refresh-of-login" });
    expect(await auth({ rejected: "access-2" })).toBe("access-of-login");
    service.revoke();
    expect(await caught(Promise.resolve(auth({ rejected: "access-of-login" })))).toMatchObject({
      code: "invalid_grant",
    });
  });
});
