#!/usr/bin/env node
import { listenProblem } from "content-service-contract/local-server";
import { visibleText } from "content-service-contract/text";
// content-contract, also npx content-service-contract-tests: checks services, proxies and recorded traffic.
import { runCommand } from "./run-command.js";
import { reasonOf, UsageError } from "./usage-error.js";

try {
  const code = await runCommand(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  // A message may quote a server or a file.
  const problem = error instanceof UsageError ? error.message : listenProblem(error);
  console.error(visibleText(problem ?? `Cannot run: ${reasonOf(error)}`));
  process.exitCode = 2;
}
