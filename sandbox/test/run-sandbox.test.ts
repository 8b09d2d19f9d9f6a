import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { runSandbox } from "../src/run-sandbox.js";

/** Runs the command with options that end it at once. Returns its exit code and what it writes to stderr. */
async function outcomeOf(...options: string[]) {
  const { error } = console;
  const { exitCode } = process;
  onTestFinished(() => {
    console.error = error;
    process.exitCode = exitCode;
  });
  const lines: unknown[] = [];
  console.error = (line) => lines.push(line);
  await runSandbox(["--port", "0", ...options]);
  return [process.exitCode, lines.join("\n")];
}

function fileWith(text: string): string {
  const path = join(temporaryFolder(), "seed.json");
  writeFileSync(path, text);
  return path;
}

const seed = JSON.stringify({ enterprises: [{ id: "1" }], groups: [{ id: "g" }] });

test.each<[string, string[] | (() => string[]), RegExp]>([
  ["a port that is none", ["--port", "http"], /^--port must be a number from 0 to 65535, received http$/],
  ["a port that is too high", ["--port", "65536"], /^--port must be a number/],
  ["an option that there is not", ["--prot", "1"], /Unknown option '--prot'[\s\S]*Usage: content-sandbox/],
  ["a seed that is not there", ["--seed", "/nowhere/seed.json"], /^Cannot read --seed \/nowhere\/seed\.json: ENOENT/],
  ["a seed that is no JSON", () => ["--seed", fileWith("{")], /^Cannot read --seed .*seed\.json: /],
  ["a seed that is not valid", () => ["--seed", fileWith(seed)], /^Invalid seed:\n {2}groups\[0\]\.name is missing\n/],
  ["an address of another machine", ["--host", "192.0.2.1"], /^This machine does not have the address 192\.0\.2\.1\./],
  ["a page that is no origin", ["--cors", "localhost:5173"], /Did you mean http:\/\/localhost:5173\?$/],
  ["a host that is none", ["--allow-host", "http://sandbox"], /^allowHosts must be host names/],
  ["a header that is none", ["--brand-header", "no header"], /^brandHeader must be a header name/],
])("the command ends with 2 and the reason for %s [SB-10]", async (_, options, message) => {
  const given = typeof options === "function" ? options() : options;
  expect(await outcomeOf(...given)).toEqual([2, expect.stringMatching(message)]);
});
