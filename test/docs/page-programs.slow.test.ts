import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { startMock, startSandbox } from "../../contract-tests/suites/targets.js";
import { readmeBlocks, readmeEnvironment } from "../../scripts/readme-blocks.js";
import { isInstalled, testWith } from "../../support/installed.js";
import { read, root } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const run = promisify(execFile);
const tsx = `${root}node_modules/.bin/tsx`;
/** Below the root, where programs find the packages by their names. */
const folder = `${root}reports/page-programs`;

/** The variables of a program for a service that it calls. */
const services = {
  async mock() {
    const mock = await startMock(loadContract().document);
    onTestFinished(() => mock.close());
    return readmeEnvironment(mock);
  },
  async sandbox() {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    return { ...readmeEnvironment(sandbox), CONTENT_ACCESS_TOKEN: sandbox.token, CONTENT_TOKEN: "token-owner" };
  },
  nothing: async () => ({}),
};

const surface = ["admin@example.com", "8601", "200 1001"];

const url = /^http:\/\/127\.0\.0\.1:\d+\/2\.0 http:\/\/127\.0\.0\.1:\d+$/;
const conflict = /^409 Collaboration \d+ is not pending but accepted\.$/;
const issues = ["users[7] has the id of another record", "users[7].enterprise_id refers to a missing enterprise 7003"];
const programs: readonly [page: string, name: string, service: keyof typeof services, lines: unknown][] = [
  ["README.md", "first-call", "nothing", ["Enterprise Admin <admin@example.com>", "example.org", "example.net"]],
  ["README.md", "surface", "mock", expect.arrayContaining([...surface, "file 4001"])],
  ["README.md", "surface", "sandbox", expect.arrayContaining([...surface, "3f786850e387550fdab836ed7e6dc881de23001b"])],
  ["README.md", "node-transport", "mock", ["Enterprise Admin"]],
  ["contract-tests/README.md", "check-exchange", "nothing", documentedLines("check-exchange")],
  ["contract-tests/README.md", "contract-fetch", "sandbox", ["1 exchange checked"]],
  [
    ...(["docs/sandbox.md", "sandbox-first", "nothing"] as const),
    ["Contract Owner", "409 tuple_already_exists", "254", expect.stringMatching(url)],
  ],
  ["docs/sandbox.md", "sandbox-faults", "nothing", ["waits 1000 ms", "Contract Owner", "13 true"]],
  ["docs/sandbox.md", "sandbox-requests", "nothing", ['200 {"name":"paid.pdf"} []', "changed invoice.pdf paid.pdf"]],
  [
    ...(["docs/sandbox.md", "sandbox-actions", "nothing"] as const),
    ["Leases", "approved", "pending someone@example.org", expect.stringMatching(conflict)],
  ],
  ["docs/sandbox.md", "sandbox-handlers", "nothing", ["hello", "1"]],
  ["docs/sandbox-data.md", "sandbox-seed", "nothing", ["Owner", ...issues]],
];

test.each(programs)("a program of %s prints what the page says: %s, with %s", async (page, name, service, lines) => {
  const cwd = `${folder}/${page.replaceAll("/", "-")}`;
  mkdirSync(cwd, { recursive: true });
  for (const block of readmeBlocks(page)) writeFileSync(`${cwd}/${block.name}.ts`, block.code);
  const { stdout } = await run(tsx, [`${name}.ts`], { cwd, env: { ...process.env, ...(await services[service]()) } });
  expect(stdout.trimEnd().split("\n")).toEqual(lines);
});

test.each([...new Set(programs.map(([page]) => page))])("all programs of %s are run", (page) => {
  const names = readmeBlocks(page).map(({ name }) => name);
  expect(names.filter((name) => !programs.some(([, tested]) => tested === name))).toEqual([]);
});

/** The output that comments of a program state. */
function documentedLines(program: string): (string | undefined)[] {
  const code = readmeBlocks("contract-tests/README.md").find(({ name }) => name === program)?.code ?? "";
  return [...code.matchAll(/^\/\/ ([a-z-]+: .+)$/gm)].map(([, line]) => line);
}

describe("the commands of the sandbox pages", () => {
  const pages = ["docs/sandbox.md", "docs/sandbox-data.md"].map(read).join("\n");
  const blocks = [...pages.matchAll(/(?:<!-- run-sh: (\w+) -->\n)?```sh\n(.*?)```\n/gs)];

  testWith(isInstalled("curl"), "curl", "the commands of the sandbox pages").each([
    ["refresh", '"token_type":"bearer"'],
    ["control", '"happened":0,"remaining":1'],
  ])("work: %s", async (name, output) => {
    const [, , code = ""] = blocks.find(([, marked]) => marked === name) ?? [];
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const { port } = await sandbox.listen();
    const script = code.replaceAll("127.0.0.1:4010", `127.0.0.1:${port}`).replaceAll("curl -sS", "curl -fsS");
    const { stdout } = await run("sh", ["-e", "-c", script], { cwd: temporaryFolder() });
    expect(stdout).toContain(output);
  });

  test("start a sandbox where no test runs them", () => {
    for (const [, name, code] of blocks) if (name === undefined) expect(code).toMatch(/^npm run sandbox -- .*\n$/);
  });

  test("have exactly the options of content-sandbox in their table", async () => {
    const { stdout } = await run(tsx, ["sandbox/src/cli.ts", "--help"], { cwd: root });
    const optionsIn = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, option]) => option);
    expect(optionsIn(pages, /^\| `(--[^`]+)`/gm)).toEqual(optionsIn(stdout, /^ {2}(--\S+(?: <\S+>)?)/gm));
  });
});
