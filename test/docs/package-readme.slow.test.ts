import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createSandbox } from "content-service-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { readmeBlocks } from "../../scripts/readme-blocks.js";
import { read, root } from "../../support/repository.js";
import { pagePrograms } from "../support/page-programs.js";

const PAGE = "contract-tests/README.md";
const run = promisify(execFile);
const tsx = `${root}node_modules/.bin/tsx`;

describe("the programs of the README of the contract tests", () => {
  const outputOf = pagePrograms("package-readme", PAGE);

  test.each(["check-exchange", "any-contract"])(
    "print the violations of an exchange as documented: %s",
    async (name) => {
      const code = readmeBlocks(PAGE).find((block) => block.name === name)?.code ?? "";
      const documented = [...code.matchAll(/^\/\/ ([a-z-]+: .+\n)/gm)].map(([, line]) => line);
      expect(documented).not.toEqual([]);
      expect(await outputOf(name)).toBe(documented.join(""));
    },
  );

  test("record exchanges with the sandbox and find no violation", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen();
    expect(await outputOf("record-exchange", { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" })).toBe("[]\n");
  });

  test("check the exchanges of a client during a suite", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { baseUrl } = await sandbox.listen();
    const printed = await outputOf("contract-fetch", { CONTENT_BASE_URL: baseUrl, CONTENT_TOKEN: "token-owner" });
    expect(printed).toBe("1 exchange held\n");
  });
});

test("the page of the sandbox lists exactly the options of the command", async () => {
  const { stdout } = await run(tsx, ["sandbox/src/cli.ts", "--help"], { cwd: root });
  const optionsIn = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, option]) => option);
  const page = read("docs/sandbox.md");
  expect(optionsIn(page, /^\| `(--[^`]+)`/gm)).toEqual(optionsIn(stdout, /^ {2}(--\S+(?: <\S+>)?)/gm));
});
