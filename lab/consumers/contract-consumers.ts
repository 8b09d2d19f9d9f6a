import { type Check, type Consumer, versions } from "./consumer.js";

/** Two generators, a validator and a linter that read the contract from the tarball. */
export function contractConsumers(): Consumer[] {
  return [
    generator("@hey-api/openapi-ts", ["openapi-ts", "--input", CONTRACT, "--output", "out"]),
    generator("orval", ["orval", "--input", CONTRACT, "--output", "out/api.ts", "--client", "fetch"]),
    {
      ...tool("@apidevtools/swagger-parser", {
        "validate.mjs": `import SwaggerParser from "@apidevtools/swagger-parser";
          await SwaggerParser.validate(${JSON.stringify(CONTRACT)});`,
      }),
      checks: [succeeds("the contract is valid", ["node", "validate.mjs"])],
    },
    {
      ...tool("@stoplight/spectral-cli", { ".spectral.yaml": 'extends: ["spectral:oas"]' }),
      checks: [succeeds("the default rules", ["spectral", "lint", CONTRACT, "--fail-severity", "hint"])],
    },
  ];
}

const CONTRACT = "node_modules/content-service-client/generated/openapi.json";

type Tool = keyof typeof versions.contractTools;

function generator(name: Tool, command: readonly string[]): Consumer {
  const compilerOptions = {
    strict: true,
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "Bundler",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
    noEmit: true,
  };
  return {
    ...tool(name, { "tsconfig.json": JSON.stringify({ compilerOptions, include: ["out"] }) }),
    checks: [succeeds("a client", command), succeeds("the client compiles", ["tsc"])],
  };
}

function tool(name: Tool, files: Readonly<Record<string, string>>): Omit<Consumer, "checks"> {
  const version = versions.contractTools[name];
  // Some need a newer Node than the project.
  const dependencies = { [name]: version, node: TOOLS_NODE, typescript: TOOLS_TYPESCRIPT };
  return { name, version, project: { tarballs: ["client"], dependencies, allowScripts: ["node"], files } };
}

const TOOLS_NODE = versions.node[2];
const TOOLS_TYPESCRIPT = versions.typescript[5];

/** Runs a command that must print no warning. */
function succeeds(what: string, command: readonly string[]): Check {
  return {
    what,
    async run(project) {
      const { stdout, stderr } = await project.run(command);
      const output = `${stdout}\n${stderr}`;
      if (/\bwarn/i.test(output)) throw new Error(`${command.join(" ")} printed a warning\n${output.trim()}`);
    },
  };
}
