import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { authWith } from "../support/auth-with.js";
import { caught } from "../support/caught.js";

const empty = "the token store is empty: log in and save tokens in it first";

describe("a token store without tokens", () => {
  it.each([
    ["nothing in it", undefined, empty],
    [
      "an empty refresh token",
      { refreshToken: "" },
      "the token store holds no refreshToken: log in and save tokens in it first",
    ],
  ])("says what to do: %s", async (_, tokens, message) => {
    const { token } = authWith({ store: memoryTokenStore(tokens) });
    expect(await caught(token())).toMatchObject({ code: "no_token", message });
  });

  it("is said to be empty, too, when that happens while its refresh token is refused", async () => {
    const kept = memoryTokenStore();
    let isEmpty = false;
    const { token, service } = authWith({ store: { ...kept, load: async () => (isEmpty ? undefined : kept.load()) } });
    await kept.save(service.tokens);
    service.revoke();
    service.tokenReplies.push((rotate) => {
      isEmpty = true;
      return rotate();
    });
    expect(await caught(token("access-1"))).toMatchObject({ code: "no_token", message: empty });
    isEmpty = false;
    expect(await caught(token("access-1"))).toMatchObject({ code: "invalid_grant" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });
});
