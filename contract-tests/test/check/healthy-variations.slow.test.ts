import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { runChecks } from "../../src/index.js";
import { variations } from "../support/healthy-variations.js";

test.each(variations.map((one) => [one.name, one] as const))(
  "a service with %s has no finding",
  async (_, { target, sandbox: options }) => {
    const sandbox = await createSandbox(options);
    const run = async () => {
      const { checks } = await runChecks(target(sandbox), { effects: "lasting", wait: async () => {} });
      return checks
        .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
        .map(({ id, findings, reason }) => `${id}: ${reason ?? findings[0]?.message}`);
    };
    expect(await run()).toEqual([]);
    await sandbox.close();
  },
);
