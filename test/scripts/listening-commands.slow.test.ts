import { createServer } from "node:http";
import { expect, test } from "vitest";
import { ended, startProgram } from "../../sandbox/test/support/processes.js";
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
