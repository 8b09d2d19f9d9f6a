import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, reset, scriptedFetch, status } from "../support/scripted-fetch.js";

const user = () => json({ type: "user", id: "1001" });

describe("the retry budget", () => {
  it("lets a broken service be asked a fifth more often than there are calls, beyond the first hundred", async () => {
    const fetch = scriptedFetch(status(503));
    const { client, clock } = clientWith(fetch);
    for (let call = 0; call < 1000; call += 1) await clock.run(client.getCurrentUser()).catch(() => {});
    // 1,000 calls, the hundred in stock, and a fifth for each call but the first, which found the stock full.
    expect(fetch.sent).toHaveLength(1000 + 100 + 199);
  });

  it("is shared by calls at the same time, and by the clients for other users", async () => {
    const fetch = scriptedFetch(reset);
    const { client, clock } = clientWith(fetch, { retry: { budget: 5 } });
    const calls = Array.from({ length: 4 }, (_, index) => client.asUser(`100${index}`).getCurrentUser());
    await clock.run(Promise.allSettled(calls));
    expect(fetch.sent).toHaveLength(4 + 5);
  });

  it("leaves a call with its first failure when it is empty, and has it back after five calls", async () => {
    const fetch = scriptedFetch(status(500), status(500), user, user, user, user, status(500), user);
    const { client, clock } = clientWith(fetch, { retry: { budget: 1, maxAttempts: 2 } });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ status: 500, attempts: 2 });
    for (let call = 0; call < 4; call += 1) await client.getCurrentUser();
    // The fifth call makes the repeat whole again, and takes it.
    expect(await clock.run(client.getCurrentUser())).toMatchObject({ id: "1001" });
    expect(fetch.sent).toHaveLength(8);
  });

  it("does not grow beyond its size", async () => {
    const fetch = scriptedFetch(...([user, user, user, user, user, user] as const), status(500));
    const { client, clock } = clientWith(fetch, { retry: { budget: 1 } });
    for (let call = 0; call < 6; call += 1) await client.getCurrentUser();
    await clock.run(client.getCurrentUser()).catch(() => {});
    expect(fetch.sent).toHaveLength(6 + 2);
  });

  it("is not touched by repeats at the time that the service asks for", async () => {
    const asked = status(429, { "retry-after": "1" });
    const fetch = scriptedFetch(asked, asked, asked, user, asked, asked, asked, user, status(500), user);
    const { client, clock } = clientWith(fetch, { retry: { budget: 1 } });
    for (let call = 0; call < 3; call += 1) await clock.run(client.getCurrentUser());
    expect(fetch.sent).toHaveLength(10);
  });

  it("of 0 leaves only the repeats that the service asks for", async () => {
    const fetch = scriptedFetch(status(503, { "retry-after": "1" }), status(429));
    const { client, clock } = clientWith(fetch, { retry: { budget: 0 } });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ status: 429, attempts: 2 });
  });

  it("that cannot work is refused", () => {
    for (const budget of [-1, Number.NaN])
      expect(() => clientWith(scriptedFetch(user), { retry: { budget } })).toThrow("budget must be 0 or more");
  });
});
