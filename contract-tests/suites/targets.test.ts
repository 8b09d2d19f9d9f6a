import { createClient } from "content-service-client";
import { defaultSeed, type Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { loadContract, negativeCases } from "../src/index.js";
import { limitFor, mockLimits } from "./mock-limits.js";
import { controlSandbox, startTarget } from "./targets.js";

const { document } = loadContract();

test("starts a mock on a free port of the loopback address", async () => {
  const mock = await startTarget(document, {});
  expect(mock).toMatchObject({ kind: "mock", baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  await mock.close();
  await expect(fetch(mock.baseUrl)).rejects.toThrow("fetch failed");
});

test("starts a sandbox with the default seed, which can be controlled", async () => {
  const { close, ...target } = await startTarget(document, { CONTRACT_TARGET: "sandbox" });
  expect(target).toMatchObject({
    kind: "sandbox",
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/2\.0$/),
  });
  const client = createClient({ baseUrl: target.baseUrl, auth: target.token });
  await client.deleteUser({ path: { user_id: "1004" }, query: { force: true } });
  const users = async () => (await controlSandbox<Seed>(target, "GET /state")).users?.map(({ id }) => id);
  expect(await users()).not.toContain("1004");
  await controlSandbox(target, "POST /reset");
  expect(await users()).toEqual(defaultSeed().users?.map(({ id }) => id));
  await expect(controlSandbox(target, "PUT /state", { users: "none" })).rejects.toThrow(
    "PUT /state to succeed; received 400",
  );
  await close();
  await expect(fetch(target.baseUrl)).rejects.toThrow("fetch failed");
});

test("rejects an unknown target", async () => {
  await expect(startTarget(document, { CONTRACT_TARGET: "moon" })).rejects.toThrow("mock or sandbox; received moon");
});

test("lists only limits of the mock that some request meets", () => {
  const cases = negativeCases(loadContract(), "token");
  expect(mockLimits.filter(({ meets }) => !cases.some(meets)).map(({ name }) => name)).toEqual([]);
  expect(cases.filter((one) => limitFor("sandbox", one) !== undefined)).toEqual([]);
});
