import { transform } from "esbuild";
import { type Check, type Consumer, program, versions } from "./consumer.js";

/** vitest and jest, each in a project without the other: the matchers, their types, and the checked fetch. */
export async function testRunnerConsumers(): Promise<Consumer[]> {
  const inVitest = await program("checked.test.ts");
  const withImports = inVitest.replace(VITEST, 'from "@jest/globals"').replace("tests/vitest", "tests/jest");
  const withGlobals = withImports.replace(/^.*"@jest\/globals".*\n/m, "");
  const javaScript = async (text: string) => (await transform(text, { loader: "ts", format: "esm" })).code;
  const shared = { typescript: TYPESCRIPT, "@types/node": versions["@types/node"] };
  const jestConfig = JSON.stringify({ testEnvironment: "node", testMatch: ["**/*.test.{mjs,cjs}"] });
  return [
    {
      name: "vitest",
      version: versions.vitest,
      project: {
        tarballs: EVERY_PACKAGE,
        dependencies: { ...shared, vitest: versions.vitest },
        files: { "checked.test.ts": inVitest },
      },
      // vitest's declarations import optional packages.
      checks: [holdsTypes("checked.test.ts", ["--types", "node", "--skipLibCheck"]), passes(["vitest", "run"])],
    },
    {
      name: "jest",
      version: versions.jest,
      project: {
        tarballs: EVERY_PACKAGE,
        dependencies: {
          ...shared,
          jest: versions.jest,
          "@types/jest": versions["@types/jest"],
          "@jest/globals": versions.jest,
        },
        files: {
          "checked.test.ts": withGlobals,
          "imported.test.ts": withImports,
          "checked.test.mjs": await javaScript(withGlobals),
          "imported.test.mjs": await javaScript(withImports),
          "commonjs.test.cjs": inCommonJs,
          "jest.config.json": jestConfig,
        },
      },
      checks: [
        holdsTypes("checked.test.ts", ["--types", "node,jest"]),
        holdsTypes("imported.test.ts", ["--types", "node"]),
        // jest supports ES modules only with this flag of Node.
        passes(["jest"], { NODE_OPTIONS: "--experimental-vm-modules" }),
      ],
    },
  ];
}

const inCommonJs = `test("a CommonJS test loads the client by import()", async () => {
  const { createClient } = await import("content-service-client");
  const { createSandbox } = await import("content-service-sandbox");
  const { baseUrl, fetch } = await createSandbox();
  const { id } = await createClient({ baseUrl, fetch, auth: "token-owner" }).getCurrentUser();
  expect(id).toBe("1003");
});
`;

const EVERY_PACKAGE = ["client", "contract", "contractTests", "sandbox"] as const;
const VITEST = 'from "vitest"';
const TYPESCRIPT = "5.9.3";
const STRICT = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "ES2022"];
const MODULES = ["--module", "NodeNext", "--lib", "ES2022,DOM"];

function holdsTypes(file: string, options: readonly string[]): Check {
  return {
    what: `types hold, ${file} with ${options.join(" ")}`,
    async run(project) {
      await project.run(["tsc", ...STRICT, ...MODULES, ...options, file]);
    },
  };
}

function passes(command: readonly string[], environment: Readonly<Record<string, string>> = {}): Check {
  return {
    what: `${command.join(" ")}: matchers, and a fetch that checks`,
    async run(project) {
      await project.run(command, { environment });
    },
  };
}
