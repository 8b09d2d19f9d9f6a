import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests import the packages by their names, as users do, and run from source.
const alias = {
  "content-service-client/refreshing-auth": fromHere("./src/refreshing-auth.ts"),
  "content-service-client/file-token-store": fromHere("./src/token-stores/file.ts"),
  "content-service-client/redis-token-store": fromHere("./src/token-stores/redis.ts"),
  "content-service-client/node-transport": fromHere("./src/node-transport.ts"),
  "content-service-client/operations": fromHere("./generated/operations.ts"),
  "content-service-client/openapi.json": fromHere("./generated/openapi.json"),
  "content-service-client": fromHere("./src/index.ts"),
  "content-service-contract-tests/sandbox": fromHere("./contract-tests/src/sandbox/index.ts"),
  "content-service-contract-tests/matchers": fromHere("./contract-tests/src/matchers/index.ts"),
  "content-service-contract-tests/vitest": fromHere("./contract-tests/src/matchers/vitest.ts"),
  "content-service-contract-tests/jest": fromHere("./contract-tests/src/matchers/jest.ts"),
  "content-service-contract-tests/har": fromHere("./contract-tests/src/har/index.ts"),
  "content-service-contract-tests/proxy": fromHere("./contract-tests/src/proxy/index.ts"),
  "content-service-contract-tests": fromHere("./contract-tests/src/index.ts"),
};

export default defineConfig({
  resolve: { alias },
  test: {
    sequence: { shuffle: true },
    // Left to itself, vitest keeps one processor free for a person.
    maxWorkers: "100%",
    // A bound for a machine under load, and no measure: nothing here waits by the wall clock.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: "client", include: ["test/**/*.test.ts"] } },
      {
        extends: true,
        test: { name: "site", include: ["site/**/*.test.ts"], globalSetup: "./site/tests/build-once.ts" },
      },
      { extends: "./contract-tests/vitest.config.ts", resolve: { alias } },
      { extends: "./contract-tests/vitest.sandbox.config.ts", resolve: { alias } },
    ],
  },
});
