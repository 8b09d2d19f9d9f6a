// npm test -- --only consumer: installs the tarballs in an empty project, compiles the programs of both READMEs with
// strict settings, and runs those of the client against the mock and the others against a sandbox.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { startMock } from "../../contract-tests/suites/targets.js";
import packageJson from "../../package.json" with { type: "json" };
import { packTarballs } from "../../scripts/pack.js";
import { readmeBlocks, readmeEnvironment } from "../../scripts/readme-blocks.js";
import { checkGenerated } from "./check-generated.js";
import { makeProject, type Project, strictOptions } from "./project.js";
import { sandboxCommand } from "./runtime-consumers.js";

const { typescript, undici, "@types/node": nodeTypes } = packageJson.devDependencies;
const ofClient = readmeBlocks();
const ofContractTests = readmeBlocks("contract-tests/README.md");

const folder = await mkdtemp(join(tmpdir(), "tarballs-"));
try {
  const tarballs = await packTarballs(folder);
  const programs = [...ofClient, ...ofContractTests].map(({ name, code }) => [`${name}.ts`, code]);
  const files = {
    "tsconfig.json": JSON.stringify({ compilerOptions: strictOptions }),
    ...Object.fromEntries(programs),
  };
  const dependencies = { typescript, undici, "@types/node": nodeTypes };
  const project = await makeProject(
    { tarballs: ["client", "contractTests", "sandbox"], dependencies, files },
    tarballs,
    folder,
  );
  await project.run(["tsc"]);
  await runPrograms(project);
  console.log(`ok: ${await checkGenerated(tarballs, folder)}`);
  const names = Object.values(tarballs).map((path) => basename(path));
  console.log(`ok: ${names.join(", ")}, TypeScript ${typescript}, Node ${process.versions.node}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runPrograms(project: Project): Promise<void> {
  const mock = await startMock(loadContract().document);
  const sandbox = await createSandbox();
  try {
    const { baseUrl } = await sandbox.listen();
    for (const { name } of ofClient) await runProgram(project, name, readmeEnvironment(mock));
    const environment = { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" };
    for (const { name } of ofContractTests) await runProgram(project, name, environment);
    const { what, run } = sandboxCommand();
    await run(project, await sandbox.listen());
    console.log(`ok: ${what}`);
  } finally {
    await sandbox.close();
    await mock.close();
  }
}

/** Rejects a program that prints on stderr, even a Node warning. */
async function runProgram(project: Project, name: string, environment: Record<string, string>): Promise<void> {
  const lastLine = await project.runQuietly([process.execPath, `out/${name}.js`], { environment });
  console.log(`ok: ${name}, which ends with: ${lastLine}`);
}
