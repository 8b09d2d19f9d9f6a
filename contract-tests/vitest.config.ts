import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// What needs no target runs with the mock. A live service is only read: the other suites ask for errors by name, which
// a mock alone can give, or change things.
const suitesOn: Readonly<Record<string, string[]>> = {
  mock: ["src/**/*.test.ts", "suites/*.test.ts"],
  sandbox: ["suites/{positive,negative,reads,refresh}.test.ts", "suites/sandbox/**/*.test.ts"],
  live: ["suites/reads.test.ts"],
};

/** The suites on one target. */
export function projectOn(name: string, target: string) {
  return defineConfig({
    resolve: {
      alias: {
        "content-service-client/refreshing-auth": fromHere("../src/refreshing-auth.ts"),
        "content-service-client/file-token-store": fromHere("../src/token-stores/file.ts"),
        "content-service-client/redis-token-store": fromHere("../src/token-stores/redis.ts"),
        "content-service-client/node-transport": fromHere("../src/node-transport.ts"),
        "content-service-client/openapi.json": fromHere("../generated/openapi.json"),
        "content-service-client": fromHere("../src/index.ts"),
      },
    },
    test: {
      name,
      root: fromHere("."),
      include: suitesOn[target] ?? suitesOn["mock"] ?? [],
      globalSetup: [fromHere("./suites/global-setup.ts")],
      // No test changes anything that another one sees, so files share the prepared contract: a third of the time.
      isolate: false,
      sequence: { shuffle: true },
      // A bound for a machine under load, and no measure: nothing here waits by the wall clock.
      testTimeout: 180_000,
    },
  });
}

export default projectOn("contract", process.env["CONTRACT_TARGET"] ?? "mock");
