import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type CallInput, inputRequest, loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest } from "../../codegen/samples/http-request.js";
import { WIDTH } from "../../codegen/samples/input-source.js";
import { sampleOperation, successOf } from "../../codegen/samples/sample-operation.js";
import { sampleCalls, samplesOf } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const contract = loadContract();
const samples = contract.operations.flatMap((operation) => {
  const calls = sampleCalls(contract, operation);
  return samplesOf(operation.id).map(({ name, ...sample }, index) => ({
    title: name === operation.id ? name : `${operation.id}-${name}`,
    operation,
    input: calls[index]?.input ?? {},
    ...sample,
  }));
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl)
  console.warn("curl is not installed: the commands of the reference ARE NOT TESTED. Install it to test them.");

// Years after the examples were written, and before the dates in them.
const sandbox = await createSandbox({ now: () => Date.UTC(2035, 0, 4, 8) });
const { baseUrl, authUrl } = await sandbox.listen();
afterAll(() => sandbox.close());
const RECORDS = records();

// The programs as they are shown, and as modules that call the sandbox of this test.
const folder = mkdtempSync(join(tmpdir(), "samples-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  for (const { title, typescript } of samples) {
    writeFileSync(join(folder, `${title}.shown.ts`), typescript);
    writeFileSync(join(folder, `${title}.ts`), addressed(typescript));
  }
  await build({
    entryPoints: samples.map(({ title }) => join(folder, `${title}.ts`)),
    outdir: folder,
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

test("the programs are formatted as the formatter would", async () => {
  const formatter = { indentStyle: "space", lineWidth: WIDTH };
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, formatter }));
  const files = samples.map(({ title }) => `${title}.shown.ts`);
  await run(join(root, "node_modules/.bin/biome"), ["format", ...files], { cwd: folder });
});

test.each(samples)("the request of $title is that of the contract tests", ({ operation, input }) => {
  const { url, headers, body } = httpRequest(sampleOperation(contract, operation), input, SANDBOX);
  const expected = inputRequest(operation, input, SANDBOX.token);
  expect(url).toBe((operation.server === "auth" ? SANDBOX.authUrl : SANDBOX.baseUrl) + expected.path);
  expect(Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))).toEqual(expected.headers);
  expect(body).toBe(expected.body);
});

test.each(samples)(
  "the program $title succeeds on a fresh sandbox, and a write changes its records [DS-21]",
  async ({ title, operation }) => {
    sandbox.reset();
    const printed = await printedBy(() => import(pathToFileURL(join(folder, `${title}.mjs`)).href));
    expect(records() === RECORDS).toBe(operation.isSafe);
    // It prints the response, or its entries one by one, or a sentence if the response has no body.
    const { schema, entries } = successOf(contract, operation);
    if (schema === undefined) expect(printed).toMatch(/^[A-Z].*\.\n$/);
    const texts = entries === undefined ? [printed] : printed.trimEnd().split("\n");
    for (const text of schema === undefined ? [] : texts)
      expect(contract.validate(entries ?? schema ?? "", JSON.parse(text))).toEqual([]);
  },
);

/** The records of the sandbox as JSON, without its clock and the next id. */
function records(): string {
  const { now, next_id, ...others } = sandbox.snapshot();
  return JSON.stringify(others);
}

// With CI=true and without curl, these tests fail.
test.skipIf(!hasCurl && process.env["CI"] !== "true").each(samples)(
  "the command $title succeeds",
  async ({ operation, curl }) => {
    sandbox.reset();
    const { stdout } = await run("sh", ["-e", "-c", `${addressed(curl)} -w '\\n%{http_code}'`]);
    const [, body = "", status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    const { schema, status: success } = successOf(contract, operation);
    expect(Number(status), stdout).toBe(success);
    if (schema === undefined) expect(body).toBe("");
    else expect(contract.validate(schema, JSON.parse(body))).toEqual([]);
  },
);

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

/** The arguments that the shell passes to `curl`. */
function argumentsOf(id: string, input: CallInput): string[] {
  const command = curlCommand(sampleOperation(contract, contract.operation(id)), input, SANDBOX);
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command}`;
  return execFileSync("sh", ["-e", "-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a command passes every character of a value to curl", () => {
  const body = { item: { id: "4001", type: "file" }, message: `it's "5 $HOME", \`x\` \\ 'two' and !more\n` };
  const given = argumentsOf("createTask", { body });
  expect(JSON.parse(given.at(-1) ?? "")).toEqual(body);
  expect(given.slice(0, -1)).toEqual([
    "-sS",
    "http://127.0.0.1:4010/2.0/tasks",
    "-H",
    "Authorization: Bearer token-admin",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
});

test("a command sends a form without an access token to the token address", () => {
  const body = { grant_type: "refresh_token", client_secret: "a&b='c'" };
  expect(argumentsOf("refreshAccessToken", { body })).toEqual([
    "-sS",
    "http://127.0.0.1:4010/oauth2/token",
    "--data-urlencode",
    "grant_type=refresh_token",
    "--data-urlencode",
    "client_secret=a&b='c'",
  ]);
});

test("a command names the method if the default of curl differs", () => {
  const given = argumentsOf("deleteUser", { path: { user_id: "10 4" } });
  expect(given.slice(0, 4)).toEqual(["-sS", "-X", "DELETE", "http://127.0.0.1:4010/2.0/users/10%204"]);
});
