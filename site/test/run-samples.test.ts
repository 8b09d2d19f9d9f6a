import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { loadContract, type Operation } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WIDTH } from "../../codegen/samples/input-source.js";
import { successOf } from "../../codegen/samples/sample-operation.js";
import { type Sample, samplesOf } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const contract = loadContract();
const samples = contract.operations.flatMap((operation) =>
  samplesOf(operation.id).map((sample) => ({ title: titleOf(operation, sample), operation, sample })),
);

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl)
  console.warn("curl is not installed: the commands of the reference ARE NOT TESTED. Install it to test them.");

// The dates of the examples must be in the future.
const sandbox = await createSandbox({ now: () => Date.UTC(2026, 2, 10, 8) });
const { baseUrl, authUrl } = await sandbox.listen();
afterAll(() => sandbox.close());

test("the programs are formatted as the formatter would", async () => {
  const folder = await temporaryFolder();
  const formatter = { indentStyle: "space", lineWidth: WIDTH };
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, formatter }));
  for (const { title, sample } of samples) writeFileSync(join(folder, `${title}.ts`), sample.typescript);
  await run(join(root, "node_modules/.bin/biome"), ["format", ...samples.map(({ title }) => `${title}.ts`)], {
    cwd: folder,
  });
});

describe("the program", () => {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  const modules = join(folder, "modules");
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    mkdirSync(join(folder, "programs"));
    for (const { title, sample } of samples)
      writeFileSync(join(folder, "programs", `${title}.ts`), addressed(sample.typescript));
    await build({
      entryPoints: samples.map(({ title }) => join(folder, "programs", `${title}.ts`)),
      outdir: modules,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      tsconfig: join(root, "tsconfig.json"),
      nodePaths: [join(root, "node_modules")],
      alias: { "content-service-client": join(root, "src/index.ts") },
    });
  });

  test.each(samples)("succeeds: $title", async ({ title, operation }) => {
    sandbox.reset();
    expectOutput(operation, await printedBy(() => import(pathToFileURL(join(modules, `${title}.mjs`)).href)));
  });
});

// With CI=true and without curl, these tests fail.
describe.skipIf(!hasCurl && process.env["CI"] !== "true")("the command", () => {
  test.each(samples)("succeeds: $title", async ({ operation, sample }) => {
    sandbox.reset();
    const command = `${addressed(sample.curl)} -w '\\n%{http_code}'`;
    const { stdout } = await run("sh", ["-e", "-c", command]);
    const [status = "", ...lines] = stdout.split("\n").toReversed();
    const { schema, status: success } = successOf(contract, operation);
    expect(Number(status), stdout).toBe(success);
    const body = lines.toReversed().join("\n");
    if (schema === undefined) expect(body).toBe("");
    else expect(contract.validate(schema, JSON.parse(body))).toEqual([]);
  });
});

/** A program prints the response, or its entries one by one, or a sentence if the response has no body. */
function expectOutput(operation: Operation, stdout: string): void {
  const { schema, entries } = successOf(contract, operation);
  if (entries !== undefined) {
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(contract.validate(entries, JSON.parse(line))).toEqual([]);
  } else if (schema !== undefined) expect(contract.validate(schema, JSON.parse(stdout))).toEqual([]);
  else expect(stdout).toMatch(/^[A-Z].*\.\n$/);
}

async function printedBy(program: () => Promise<unknown>): Promise<string> {
  const { log } = console;
  let printed = "";
  console.log = (text: string) => {
    printed += `${text}\n`;
  };
  try {
    await program();
  } finally {
    console.log = log;
  }
  return printed;
}

function addressed(code: string): string {
  return code.replaceAll(SANDBOX.baseUrl, baseUrl).replaceAll(SANDBOX.authUrl, authUrl);
}

function titleOf({ id }: Operation, { name }: Sample): string {
  return name === id ? id : `${id}-${name}`;
}
