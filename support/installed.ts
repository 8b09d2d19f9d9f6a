import { spawnSync } from "node:child_process";
import { test } from "vitest";

export function isInstalled(program: string, env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync(program, ["--version"], { env }).status === 0;
}

/** The function for tests that need something. Without it they are skipped, with a warning; with CI=true they fail. */
export function testWith(isThere: boolean, name: string, what: string) {
  const isSkipped = !isThere && process.env["CI"] !== "true";
  if (isSkipped) console.warn(`${name} is missing: ${what} ARE NOT TESTED.`);
  return test.skipIf(isSkipped);
}
