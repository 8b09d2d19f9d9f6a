// npm run generate: writes generated/ from openapi/. With --check it writes nothing and fails when generated/ is stale.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Contract } from "./generate/contract.js";
import { operationsSource } from "./generate/operations.js";
import { typesSource } from "./generate/types.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const run = promisify(execFile);

const contract = await bundle();
const files = {
  "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
  "types.ts": await format("types.ts", await typesSource(contract)),
  "operations.ts": await format("operations.ts", operationsSource(contract)),
};

await mkdir(`${root}generated`, { recursive: true });
const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const path = `${root}generated/${name}`;
  if ((await readFile(path, "utf8").catch(() => "")) !== text) stale.push(path);
}

if (process.argv.includes("--check")) {
  for (const path of stale) console.error(`stale: ${path.slice(root.length)} (run: npm run generate)`);
  if (stale.length > 0) process.exit(1);
  console.log("generated/ is fresh");
} else {
  for (const [name, text] of Object.entries(files)) await writeFile(`${root}generated/${name}`, text);
  console.log(`generated/: ${stale.length} of ${Object.keys(files).length} files changed`);
}

async function bundle(): Promise<Contract> {
  const { stdout } = await run(bin("redocly"), ["bundle", "openapi/openapi.yaml", "--ext", "json"], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  // The lint proves the document's form before this cast relies on it.
  return JSON.parse(stdout) as Contract;
}

function format(name: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      bin("biome"),
      ["format", `--stdin-file-path=generated/${name}`],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
    child.stdin?.end(text);
  });
}
