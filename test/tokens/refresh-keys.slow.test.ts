import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { json } from "../support/scripted-fetch.js";
import { authUrl } from "../support/token-service.js";

it("store objects with a key of their own leave almost nothing behind, however many keys there are", async () => {
  const clock = manualClock();
  const rotated = { access_token: "a".repeat(1000), expires_in: 3600, token_type: "bearer" };
  /** Each fourth token is rejected: the client remembers that. */
  const request = async (index: number) => {
    const store = { ...memoryTokenStore({ refreshToken: `refresh-${index}` }), key: `user:left-${index}` };
    const fetch = async () =>
      index % 4 === 0 ? json({ error: "invalid_grant" }, 400) : json({ ...rotated, refresh_token: `next-${index}` });
    const auth = refreshingAuth({ authUrl, clientId: "id", clientSecret: "secret", store, fetch, clock });
    await Promise.resolve(auth({})).catch(() => {});
  };
  const used = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await request(index);
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await used(0, 1500);
  // The tokens alone would be 6 MB.
  expect((await used(1500, 7500)) - before).toBeLessThan(3e6);
}, 60_000);
