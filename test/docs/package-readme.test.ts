import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createSandbox } from "content-service-sandbox";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readmeBlocks } from "../../scripts/readme-blocks.js";

const PAGE = "contract-tests/README.md";
const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}${PAGE}`, "utf8");
const folder = `${root}reports/package-readme`;
const run = promisify(execFile);
const tsx = `${root}node_modules/.bin/tsx`;

describe("the README of the contract tests", () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
    for (const { name, code } of readmeBlocks(PAGE)) writeFileSync(`${folder}/${name}.ts`, code);
  });

  test("checks an exchange, and prints what it says that it prints", async () => {
    const promised = [...page.matchAll(/^\/\/ ([a-z-]+: .+)$/gm)].map(([, line]) => line);
    expect(promised).toHaveLength(3);
    expect(await outputOf("check-exchange")).toBe(`${promised.join("\n")}\n`);
  });

  test("records what passes, and finds that the sandbox holds the contract", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen();
    expect(await outputOf("record-exchange", { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" })).toBe("[]\n");
  });

  test("holds what a client sends and gets while a suite runs", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen();
    const printed = await outputOf("contract-fetch", { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" });
    expect(printed).toBe("1 exchange held\n");
  });

  test("meets a lock in a sandbox", async () => {
    expect(await outputOf("sandbox")).toBe("access_denied_item_locked\n");
  });

  test("lists every option of the command, and no other", async () => {
    const { stdout } = await run(tsx, ["sandbox/src/cli.ts", "--help"], { cwd: root });
    const optionsIn = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, option]) => option);
    expect(optionsIn(page, /^\| `(--[^`]+)`/gm)).toEqual(optionsIn(stdout, /^ {2}(--\S+(?: <\S+>)?)/gm));
  });

  test("leads to nothing that is not in the package", () => {
    expect([...page.matchAll(/\]\((?!#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
  });
});

test("the packages have one version and one license, and need the same Node", () => {
  const [client, ...others] = ["", "contract-tests/", "sandbox/"].map((folder) =>
    JSON.parse(readFileSync(`${root}${folder}package.json`, "utf8")),
  );
  for (const manifest of others)
    expect(manifest).toMatchObject({ version: client.version, license: client.license, engines: client.engines });
});

async function outputOf(name: string, environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(tsx, [`${folder}/${name}.ts`], { cwd: folder, env: { ...process.env, ...environment } });
  return stdout;
}
