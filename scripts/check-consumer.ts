// npm run check:consumer: packs the client, installs the tarball into an empty project elsewhere, compiles the programs
// of the README there with strict settings, and runs them against the mock.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract } from "../contract-tests/src/index.js";
import { startMock } from "../contract-tests/suites/targets.js";
import packageJson from "../package.json" with { type: "json" };
import { readmeBlocks, readmeEnvironment } from "./readme-blocks.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const { typescript, "@types/node": nodeTypes } = packageJson.devDependencies;

const folder = await mkdtemp(join(tmpdir(), "consumer-"));
const mock = await startMock(loadContract().document);
try {
  const { stdout: packed } = await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
  await write("package.json", { type: "module", private: true });
  await write("tsconfig.json", {
    compilerOptions: {
      module: "NodeNext",
      target: "ES2023",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      outDir: "out",
      types: ["node"],
    },
  });
  for (const { name, code } of readmeBlocks()) await writeFile(join(folder, `${name}.ts`), code);
  const tarball = packed.trim().split("\n").at(-1) ?? "";
  await step([
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    `./${tarball}`,
    `typescript@${typescript}`,
    `@types/node@${nodeTypes}`,
  ]);
  await step(["npx", "--no-install", "tsc"]);
  for (const { name } of readmeBlocks()) await step([process.execPath, `out/${name}.js`]);
  console.log(`ok: ${tarball}, TypeScript ${typescript}, Node ${process.versions.node}`);
} finally {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
}

function write(name: string, value: object): Promise<void> {
  return writeFile(join(folder, name), JSON.stringify(value));
}

async function step([command = "", ...args]: string[]): Promise<void> {
  console.log(`> ${command === process.execPath ? "node" : command} ${args.join(" ")}`);
  try {
    const { stdout } = await run(command, args, { cwd: folder, env: { ...process.env, ...readmeEnvironment(mock) } });
    console.log(stdout.trimEnd());
  } catch (error) {
    if (error instanceof Error && "stdout" in error) console.error(error.stdout);
    throw error;
  }
}
