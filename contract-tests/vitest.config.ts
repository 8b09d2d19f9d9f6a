import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// A live service is only read: the other suites ask for errors by name, which a mock alone can give, or change things.
const live = process.env["CONTRACT_TARGET"] === "live";

export default defineConfig({
  resolve: {
    alias: {
      "content-service-client/openapi.json": fromHere("../generated/openapi.json"),
      "content-service-client": fromHere("../src/index.ts"),
    },
  },
  test: {
    name: "contract",
    root: fromHere("."),
    include: live ? ["suites/reads.test.ts"] : ["src/**/*.test.ts", "suites/**/*.test.ts"],
    globalSetup: [fromHere("./suites/global-setup.ts")],
    // No test changes anything that another one sees, so files share the prepared contract: a third of the time.
    isolate: false,
    sequence: { shuffle: true },
  },
});
