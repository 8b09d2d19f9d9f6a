import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadContract } from "content-service-contract";
import { parse } from "yaml";
import { applyOverlay } from "../../codegen/src/overlay.js";
import { startMock } from "../../contract-tests/suites/targets.js";
import packageJson from "../../package.json" with { type: "json" };
import { readmeBlocks, readmeEnvironment } from "../../scripts/readme-blocks.js";
import type { Check, Consumer } from "./consumer.js";
import { type Project, strictOptions } from "./project.js";
import { sandboxCommand } from "./runtime-consumers.js";

const { version, devDependencies } = packageJson;
const { typescript, undici, "@types/node": nodeTypes } = devDependencies;
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The programs of the READMEs with strict settings: those of the client with a mock, and the others with a sandbox. */
export function readmeConsumer(): Consumer {
  const ofClient = readmeBlocks();
  const ofContractTests = readmeBlocks("contract-tests/README.md");
  return {
    ...{ name: "READMEs", version },
    project: {
      tarballs: ["client", "contract", "contractTests", "sandbox"],
      dependencies: { typescript, undici, "@types/node": nodeTypes },
      files: {
        "tsconfig.json": JSON.stringify({ compilerOptions: strictOptions }),
        ...Object.fromEntries([...ofClient, ...ofContractTests].map(({ name, code }) => [`${name}.ts`, code])),
      },
    },
    checks: [
      compiles,
      ...ofClient.map(({ name }): Check => {
        const run = (project: Project) =>
          withMock(loadContract().document, (mock) => runProgram(project, name, readmeEnvironment(mock)));
        return { what: name, run };
      }),
      ...ofContractTests.map(({ name }): Check => {
        const run: Check["run"] = (project, { baseUrl }) =>
          runProgram(project, name, { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" });
        return { what: name, run };
      }),
      sandboxCommand(),
    ],
  };
}

const compiles: Check = {
  what: "the programs compile",
  async run(project) {
    await project.run(["tsc"]);
  },
};

/** The program must print nothing on stderr, not even a Node warning. */
async function runProgram(project: Project, name: string, environment: Record<string, string>): Promise<void> {
  await project.runQuietly([process.execPath, `out/${name}.js`], { environment });
}

async function withMock(
  document: Parameters<typeof startMock>[0],
  action: (mock: Awaited<ReturnType<typeof startMock>>) => Promise<void>,
): Promise<void> {
  const mock = await startMock(document);
  try {
    await action(mock);
  } finally {
    await mock.close();
  }
}

const pets = `import { createClient } from "content-service-client";
import { operations } from "./pets/operations.js";

const client = createClient({ baseUrl: process.env["CONTENT_BASE_URL"] ?? "", auth: "token", operations });
const pet = await client.getPetsByPetId({ path: { pet_id: "7" } });
const [first] = await client.getPets({ query: { tags: ["a", "b"] } });
await client.deletePetsByPetId({ path: { pet_id: "7" } });
console.log(pet.name, first?.name);
`;

/**
 * The command of the generator as its README says, and on documents of other shapes. What it generates compiles with strict
 * settings, and calls mocks of the documents.
 */
export async function generatorConsumer(): Promise<Consumer> {
  const page = await readFile(`${root}codegen/README.md`, "utf8");
  const overlay = /^```yaml\n(.*?)^```$/ms.exec(page)?.[1] ?? "";
  const command = /^npx (content-service-codegen --overlay .*)$/m.exec(page)?.[1]?.split(" ") ?? [];
  const program = readmeBlocks("codegen/README.md").find(({ name }) => name === "generated")?.code ?? "";
  // As in many projects of users.
  const compilerOptions = { ...strictOptions, noUnusedLocals: true, verbatimModuleSyntax: true };
  const extended = structuredClone(loadContract().document);
  applyOverlay(extended, parse(overlay));
  const documents = `${root}test/codegen/documents`;
  const petsDocument = JSON.parse(await readFile(`${documents}/pets.json`, "utf8"));
  return {
    ...{ name: "content-service-codegen", version },
    project: {
      tarballs: ["client", "contract", "contractTests", "codegen"],
      dependencies: { typescript, "@types/node": nodeTypes },
      files: {
        "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
        "comments.overlay.yaml": overlay,
        "src/generated.ts": program,
        "src/pets.ts": pets,
      },
    },
    checks: [
      {
        what: "generates clients of four documents",
        async run(project) {
          await cp(documents, join(project.folder, "documents"), { recursive: true });
          await project.runQuietly(command);
          for (const [name, path] of Object.entries({
            pets: "documents/pets.json",
            comments: "documents/comments.yaml",
            own: "node_modules/content-service-client/generated/openapi.json",
          }))
            await project.run(["content-service-codegen", "--contract", path, "--out", `src/${name}`]);
        },
      },
      compiles,
      prints("generated", extended, /^Signed\?/),
      prints("pets", petsDocument, /^Rex\nRex$|^Rex Rex$/),
    ],
  };
}

/** Runs a compiled program with a mock of a document. */
function prints(name: string, document: Parameters<typeof startMock>[0], expected: RegExp): Check {
  return {
    what: `${name}, with a mock`,
    run: (project) =>
      withMock(document, async ({ baseUrl }) => {
        const environment = { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token" };
        const { stdout } = await project.run([process.execPath, `out/${name}.js`], { environment });
        if (!expected.test(stdout.trim())) throw new Error(`expected ${expected}; received ${stdout}`);
      }),
  };
}
