import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const PAGE = "contract-tests/README.md";
const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}${PAGE}`, "utf8");
const _folder = `${root}reports/package-readme`;
const run = promisify(execFile);
const tsx = `${root}node_modules/.bin/tsx`;

describe("the README of the contract tests", () => {
  test("lists exactly the options of the command", async () => {
    const { stdout } = await run(tsx, ["sandbox/src/cli.ts", "--help"], { cwd: root });
    const optionsIn = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, option]) => option);
    expect(optionsIn(page, /^\| `(--[^`]+)`/gm)).toEqual(optionsIn(stdout, /^ {2}(--\S+(?: <\S+>)?)/gm));
  });

  test("has no link out of the package", () => {
    expect([...page.matchAll(/\]\((?!#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
  });
});

test("the packages have one version and one license, and need the same Node", () => {
  const [client, ...others] = ["", "contract-tests/", "sandbox/", "codegen/"].map((folder) =>
    JSON.parse(readFileSync(`${root}${folder}package.json`, "utf8")),
  );
  for (const manifest of others)
    expect(manifest).toMatchObject({ version: client.version, license: client.license, engines: client.engines });
});
