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
  test.each<[string, string[], RegExp]>([
    ["no command", [], /^A command is missing: one of check, merge, har/],
    ["a command that there is not", ["chek"], /^Unknown command chek; expected one of check, merge, har/],
    ["an option that there is not", ["check", "--tokn", "x"], /^Unknown option '--tokn'/],
    ["no base address", ["check"], /^The base address is missing/],
    ["a base address that is none", ["check", "--base-url", "api.example"], /^--base-url must be an address/],
    [
      "a password in an address",
      ["check", "--base-url", "http://me:word@h/2.0"],
      /^--base-url must be an address without/,
    ],
    ["no token", ["check", ...base], /^A token is missing: set CONTENT_TOKEN/],
    [
      "half of the credentials",
      ["check", ...base, "--client-id", "a"],
      /^Refresh credentials are .* one of them is missing/,
    ],
    [
      "an operation that there is not",
      ["check", ...base, "--operation", "getMe"],
      /^The contract has no operation getMe/,
    ],
    [
      "writing without a place",
      ["check", ...base, "--write"],
      /^--write needs --workspace <type>=<id>.* file.* folder/,
    ],
    [
      "a place of another type",
      ["check", ...base, "--write", "--workspace", "shelf=1"],
      /^--workspace must be <type>=<id> with a type of the contract: .*folder/,
    ],
    ["lasting changes without writing", ["check", ...base, "--lasting"], /^--lasting requires --write/],
    ["a token with a line break", ["check", ...base, "--token", "se\ncret"], /^--token must be one line of ASCII/],
    [
      "a wait that is no number",
      ["check", ...base, "--token", "t", "--wait", ""],
      /^--wait must be a number of seconds/,
    ],
    ["parameters that are none", ["check", ...base, "--parameters", "[1]"], /^--parameters must be a JSON object/],
    [
      "a misspelt parameter",
      ["check", ...base, "--parameters", '{"file_ids":"1"}'],
      /^--parameters: no operation has a parameter or property file_ids; did you mean file_id\?$/,
    ],
    [
      "a parameter of another operation",
      ["check", ...base, "--parameters", '{"createTask.user_id":"1"}'],
      /^--parameters: no operation has a parameter or property createTask\.user_id$/,
    ],
    [
      "the address of the token operation",
      ["check", ...base, "--auth-url", "http://127.0.0.1:9/oauth2/token"],
      /^--auth-url must not end in \/oauth2\/token; did you mean http:\/\/127\.0\.0\.1:9\?$/,
    ],
    ["a report that is none", ["check", ...base, "--rerun", "package.json"], /^--rerun .* is not a JSON report/],
    ["a baseline that is none", ["check", ...base, "--baseline", "package.json"], /^--baseline .* Expected a list/],
    ["a file that is not there", ["check", ...base, "--parameters-file", "/nowhere.json"], /cannot be read: ENOENT/],
    [
      "a contract of another version",
      ["mock", "--contract", "package.json"],
      /^--contract .* 3\.0 or 3\.1; received a/,
    ],
    [
      "a contract that is not there",
      ["har", "a.har", "--contract", "/no.yaml"],
      /^--contract .* cannot be read: ENOENT/,
    ],
    ["a report without a place", ["check", ...base, "--html", "/dev/null/x/r.html"], /cannot be written/],
    ["a proxy without a service", ["proxy"], /^The service is missing/],
    ["an unknown level", ["har", "a.har", "--strict", "all"], /^--strict must be listed; received all/],
    ["a port that is none", ["proxy", "--target", "https://h/2.0", "--port", "x"], /^--port must be a number/],
    ["a proxy that sends tokens over http", ["proxy", "--target", "http://h/2.0"], /https: address.*--allow-insecure/],
    ["no recording", ["har"], /^Give the name of one file/],
    ["a recording that is not there", ["har", "/nowhere.har"], /^\/nowhere\.har cannot be read: ENOENT/],
  ])("%s", async (_, args, message) => {
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

test("a YAML file whose aliases multiply is rejected, not expanded", async () => {
  const path = join(temporaryFolder(), "baseline.yaml");
  const levels = Array.from(
    { length: 30 },
    (_, level) => `- &a${level + 1} {<<: [*a${level}, *a${level}, *a${level}]}`,
  );
  writeFileSync(path, ["- &a0 {check: a}", ...levels].join("\n"));
  const check = runCommand(["check", "--base-url", "http://127.0.0.1:9/2.0", "--token", "t", "--baseline", path]);
  await expect(check).rejects.toThrow(`--baseline ${path} is neither JSON nor YAML`);
});

test("each command says what it takes", async () => {
  const names = ["check", "har", "proxy", "mock", "sandbox", "diff", "init"];
  const helped = await Promise.all(names.map((name) => runCommandLine([name, "--help"])));
  for (const [index, name] of names.entries()) {
    const out = expect.stringMatching(new RegExp(`^Usage: content-contract ${name} `));
    expect(helped[index]).toEqual({ code: 0, out, error: "" });
  }
});

test("the program says what it can do, and its version", async () => {
  expect(await runCommandLine(["--help"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: content-contract <command>/),
  });
  const { version } = JSON.parse(readFileSync(join(root, "contract-tests/package.json"), "utf8"));
  expect(await runCommandLine(["--version"])).toEqual({ code: 0, out: `${version}\n`, error: "" });
});
