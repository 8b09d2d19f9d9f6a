import { createServer } from "node:http";
import { loadContract } from "content-service-contract";
import { createSandbox, type Fault } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { ended, startProgram } from "../../sandbox/test/support/processes.js";
import { tour } from "../../scripts/tour.js";
import { serving } from "../../support/loopback.js";

/** The commands that start a server. */
const commands: [name: string, file: string, args: string[]][] = [
  ["npm run sandbox", "sandbox/src/cli.ts", []],
  ["npm run docs:serve", "site/serve.ts", []],
  ["content-contract sandbox", "contract-tests/src/cli/index.ts", ["sandbox"]],
  ["content-contract mock", "contract-tests/src/cli/index.ts", ["mock"]],
  ["content-contract proxy", "contract-tests/src/cli/index.ts", ["proxy", "--target", "http://127.0.0.1:1/2.0"]],
];

test.each(commands)("%s names the port in use, and another one [SB-10]", async (_, file, args) => {
  const port = Number(new URL(await serving(createServer())).port);
  const next = port < 65_535 ? port + 1 : 0;
  const error = `The port ${port} is in use. Choose another: --port ${next}\n`;
  expect(await ended(startProgram(file, [...args, "--port", String(port)]))).toEqual({ code: 2, out: "", error });
});

test("the commands have a usage, and different default ports [SB-10]", async () => {
  const usages = await Promise.all(commands.map(([, file, args]) => ended(startProgram(file, [...args, "--help"]))));
  expect(usages.map(({ code, error }) => [code, error])).toEqual(commands.map(() => [0, ""]));
  const ports = usages.map(({ out }) => /--port <number> +[^\n]*\b(40\d\d)\b/.exec(out)?.[1]);
  const [sandbox, docs, sameSandbox, mock, proxy] = ports;
  expect(sameSandbox).toBe(sandbox);
  expect(new Set([sandbox, docs, mock, proxy]).size).toBe(4);
  expect(ports).not.toContain(undefined);
});

/** Runs the tour in a new process, as `npm start` does. */
const run = (env: Record<string, string> = {}) => ended(startProgram("scripts/tour.ts", [], env));
const operations = loadContract().operations.map(({ id }) => id);

test("the tour calls every operation, prints their number, and plain text without a terminal", async () => {
  const { code, out, error } = await run();
  expect([code, error]).toEqual([0, ""]);
  for (const id of operations) expect(out).toMatch(new RegExp(`^ {2}${id} +\\S[^]*?\\n {4}.*${id}`, "m"));
  const all = operations.length;
  expect(out).toMatch(new RegExp(`^ {2}done +${all} of ${all} operations, 0 failed, in \\d+\\.\\d s$`, "m"));
  expect(out).not.toContain("\u001b");
});

test("the tour fits 80 columns, breaks no word and ends with next steps", async () => {
  const columns = 80;
  const at = (width: number) => run({ COLUMNS: String(width) });
  const [{ out: narrow }, { out: whole }] = await Promise.all([at(columns), at(1_000)]);
  const words = (text: string) => text.replace(/127\.0\.0\.1:\d+|in \d+\.\d s/g, "").split(/\s+/);
  expect(words(narrow)).toEqual(words(whole));
  const wide = narrow.split("\n").filter((line) => line.length > columns);
  expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
  const [, next = ""] = narrow.split("\nNext steps\n");
  for (const step of ["docs/guides/start.md", "npm run docs:serve", "npm run sandbox", "/_sandbox/ui"])
    expect(next).toContain(step);
});

test.each<[string, Fault, string]>([
  ["a response violates the contract", { kind: "unknown_field", operation: "createTask" }, "response-body-closed"],
  ["a call fails", { kind: "status", operation: "addEmailAlias", status: 404 }, "addEmailAlias"],
  ["the slow restore is rejected", { kind: "status", operation: "restoreFolder", status: 404 }, "restoreFolder"],
])("the tour stops and names the call when %s", async (_case, fault, named) => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  sandbox.faults.add(fault);
  await expect(tour({ sandbox, server: await sandbox.listen(), say: () => {} })).rejects.toThrow(named);
});
