import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, runCommandLine } from "../../../sandbox/test/support/processes.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { runCommand } from "../../src/cli/run-command.js";
import { UsageError } from "../../src/cli/usage-error.js";

// In this process: it says the same in a shell, where each takes a second to start.
describe("wrong arguments end with 2 and one line", () => {
  const base = ["--base-url", "http://127.0.0.1:9/2.0"];
  const auth = ["--auth-url", "http://127.0.0.1:9/oauth2/token"];
  const KEYS = "lab/services/tickets.yaml";
  const OTHER = "contract-tests/test/support/boats.yaml";
  const parameters = (json: string) => ["check", ...base, "--parameters", json];
  test.each<[message: RegExp, args: string[]]>([
    [/^A command is missing: one of check, merge, har/, []],
    [/^Unknown command chek; expected one of check, merge, har/, ["chek"]],
    [/^Unknown option '--tokn'/, ["check", "--tokn", "x"]],
    [/^The base address is missing/, ["check"]],
    [/^--base-url must be an address/, ["check", "--base-url", "api.example"]],
    [/^--base-url must be an address without/, ["check", "--base-url", "http://me:word@h/2.0"]],
    [/^A token is missing: set CONTENT_TOKEN/, ["check", ...base]],
    [/^Refresh credentials are .* one of them is missing/, ["check", ...base, "--client-id", "a"]],
    [/^The contract has no operation getMe$/, ["check", ...base, "--operation", "getMe"]],
    [/ getcurrentuser; did you mean getCurrentUser\?$/, ["check", ...base, "--operation", "getcurrentuser"]],
    [/^--write needs --workspace <type>=<id>.* file.* folder/, ["check", ...base, "--write"]],
    [/^--workspace must be <type>=<id> with .*folder/, ["check", ...base, "--write", "--workspace", "shelf=1"]],
    [/x-access$/, ["check", ...base, "--contract", OTHER, "--write", "--workspace", "a=1"]],
    [/^--lasting requires --write/, ["check", ...base, "--lasting"]],
    [/^--token must be one line of ASCII/, ["check", ...base, "--token", "se\ncret"]],
    [/without spaces around them$/, ["check", ...base, "--contract", KEYS, "--token", " Token abc"]],
    [
      /^The contract has no operation x$/,
      ["check", ...base, "--contract", KEYS, "--token", "Token abc", "--operation", "x"],
    ],
    [/^--wait must be a number of seconds/, ["check", ...base, "--token", "t", "--wait", ""]],
    [/^--parameters must be a JSON object/, parameters("[1]")],
    [/^--parameters: no .* or property file_ids; did you mean file_id\?$/, parameters('{"file_ids":"1"}')],
    [/^--parameters: no operation has a .* createTask\.user_id$/, parameters('{"createTask.user_id":"1"}')],
    [/^--auth-url must not end in \/oauth2\/token; did you mean http:\/\/127.*:9\?$/, ["check", ...base, ...auth]],
    [/^--rerun .* is not a JSON report/, ["check", ...base, "--rerun", "package.json"]],
    [/cannot be read: ENOENT/, ["check", ...base, "--parameters-file", "/nowhere.json"]],
    [/^--contract .* 3\.0 or 3\.1; received a/, ["mock", "--contract", "package.json"]],
    [/cannot be written/, ["check", ...base, "--html", "/dev/null/x/r.html"]],
    [/^The service is missing/, ["proxy"]],
    [/^--strict must be listed; received all/, ["har", "a.har", "--strict", "all"]],
    [/^--concurrency must be a number from 1 to 99/, ["check", ...base, "--token", "t", "--concurrency", "0"]],
    [/^--port must be a number/, ["proxy", "--target", "https://h/2.0", "--port", "x"]],
    [/https: address.*--allow-insecure/, ["proxy", "--target", "http://h/2.0"]],
    [/^Give the name of one file/, ["har"]],
  ])("%s %j", async (message, args) => {
    const error = await runCommand(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).not.toContain("\n");
    expect(error).toHaveProperty("message", expect.stringMatching(message));
  });

  test("as the shell sees it", async () => {
    const { code, out, error } = await runCommandLine(["chek"]);
    expect([code, out, error.trimEnd().split("\n").length]).toEqual([2, "", 1]);
  });
});

test("a file that is no YAML is rejected with its line", async () => {
  const path = join(temporaryFolder(), "contract.yaml");
  writeFileSync(path, "openapi: 3.1.0\ninfo: {\n  title: A\npaths: ]\n");
  const check = runCommand(["check", "--base-url", "http://127.0.0.1:9/2.0", "--token", "t", "--contract", path]);
  await expect(check).rejects.toThrow(/ is neither JSON nor YAML: see line \d$/);
});

test("a YAML file whose aliases multiply is rejected, not expanded", async () => {
  const path = join(temporaryFolder(), "baseline.yaml");
  const levels = Array.from({ length: 30 }, (_, one) => `- &a${one + 1} {<<: [*a${one}, *a${one}, *a${one}]}`);
  writeFileSync(path, ["- &a0 {check: a}", ...levels].join("\n"));
  const check = runCommand(["check", "--base-url", "http://127.0.0.1:9/2.0", "--token", "t", "--baseline", path]);
  await expect(check).rejects.toThrow(`--baseline ${path} is neither JSON nor YAML`);
});

const COMMANDS = ["check", "har", "proxy", "mock", "sandbox", "diff", "init"];
test.each(COMMANDS)("%s --help says what it takes", async (name) => {
  const out = expect.stringMatching(new RegExp(`^Usage: content-contract ${name} `));
  expect(await runCommandLine([name, "--help"])).toEqual({ code: 0, out, error: "" });
});

test("the program says what it can do, and its version", async () => {
  const usage = expect.stringMatching(/^Usage: content-contract <command>/);
  expect(await runCommandLine(["--help"])).toMatchObject({ code: 0, out: usage });
  const { version } = JSON.parse(readFileSync(join(root, "contract-tests/package.json"), "utf8"));
  expect(await runCommandLine(["--version"])).toEqual({ code: 0, out: `${version}\n`, error: "" });
});
