import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { runChecks } from "../../src/index.js";
import { targetOn } from "../support/broken-sandbox.js";
import { variations } from "../support/healthy-variations.js";

test("a second run with the same ids has no finding", async () => {
  const sandbox = await createSandbox();
  await runChecks(targetOn(sandbox), { effects: "lasting" });
  const { checks } = await runChecks(targetOn(sandbox), { effects: "lasting" });
  expect(checks.filter(({ reason }) => reason?.includes("refresh token is spent")).length).toBe(3);
  expect(checks.filter(({ outcome }) => outcome === "failed" || outcome === "errored")).toEqual([]);
  await sandbox.close();
});

test.each(variations.map((one) => [one.name, one] as const))(
  "a service with %s has no finding",
  async (name, { target, sandbox: options }) => {
    const sandbox = await createSandbox(options);
    const run = async () => {
      const closed = name.includes("empty headers");
      const { checks } = await runChecks(target(sandbox), { effects: "lasting", closed, wait: async () => {} });
      return checks
        .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
        .map(({ id, findings, reason }) => `${id}: ${reason ?? findings[0]?.message}`);
    };
    expect(await run()).toEqual([]);
    await sandbox.close();
  },
);
